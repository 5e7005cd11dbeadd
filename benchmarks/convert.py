"""What conversion keeps: every record of a folder written in each format from its claims, read again and compared.

    python -m benchmarks.convert ../shared/data/records [csl-json marcxml dc]

Prints, for each format, how many claims of which property lost what (docs/results/convert.md).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gate.model import Record
from gate.records import read
from gate.records.writers import writer
from gate.records.writers.losses import losses
from gate.settings import Settings

FORMATS = ("csl-json", "marcxml", "dc")


def lost(records: Sequence[Record], format: str) -> tuple[int, int, Counter[tuple[str, str]]]:
    """How many records were written and how many refused, and the losses by property and kind."""
    chosen, settings = writer(format), Settings()
    counts: Counter[tuple[str, str]] = Counter()
    written = refused = 0
    for record in records:
        if chosen.refuses(record):
            refused += 1
            continue
        written += 1
        kept = chosen.read(b"".join(chosen.write([record])), settings)
        counts.update((loss.property, loss.what) for loss in losses(record.statements, kept))
    return written, refused, counts


def main(arguments: Sequence[str]) -> None:
    folder, formats = Path(arguments[0]), arguments[1:] or FORMATS
    found = [replace(item, raw=b"") for item in read(folder, settings=Settings()) if isinstance(item, Record)]
    for format in formats:
        written, refused, counts = lost(found, format)
        print(f"{format}: {written:,} written, {refused:,} of other kinds")
        for (name, what), count in counts.most_common():
            print(f"  {count:>6,}  {name}, {what}")


if __name__ == "__main__":
    main(sys.argv[1:])
