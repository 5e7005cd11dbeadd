"""One partition: its records read, checked together, and written as JSON Lines and Parquet.

The first line of the JSON Lines is the head: the number of the partition, its counts, the codes of its findings, and the profile
of its records as one graph. Then ``{"record": ...}`` for every record and ``{"unreadable": ...}`` for what could not be read,
as in ``gate-report/1``. That file is written last: where it is there, the partition is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from gate.batch import tables
from gate.batch.files import write_whole
from gate.batch.plan import Job
from gate.batch.splitting import Piece, read_piece, singles
from gate.batch.union import GRAPHS, graphs_of
from gate.checking import check
from gate.decision import not_checked
from gate.decision.rules import load
from gate.errors import UsageError
from gate.model import Record, RecordReport, Report, Unreadable
from gate.references.sources import open_sources
from gate.report.json import encode_line, report_value
from gate.report.json_values import Json
from gate.version import __version__

FORMAT = "gate-batch/2"
Item = Record | Unreadable


@dataclass(frozen=True, slots=True)
class Part:
    """The records of partition ``number``.

    ``sent``      the records of pieces that the worker does not read itself, by number of the piece
    ``poisoned``  why records, by place in the partition, are left out; ``unread``: they are not even read
    ``trial``     nothing is written
    """

    job: Job
    number: int
    pieces: tuple[Piece, ...]
    sent: Mapping[int, tuple[Item, ...]] = field(default_factory=dict)
    poisoned: Mapping[int, str] = field(default_factory=dict)
    unread: bool = False
    trial: bool = False

    @property
    def records(self) -> int:
        """Number of records that were planned."""
        return sum(piece.count for piece in self.pieces)

    def alone(self) -> Iterator[Part]:
        """A trial of each record."""
        for piece, items in self._single():
            sent = {0: items} if items else {}
            yield replace(self, pieces=(piece,), sent=sent, poisoned={}, trial=True)

    def without(self, reasons: Mapping[int, str], *, unread: bool = False) -> Part:
        """The partition with these records unchecked; ``unread``: reading one of them is what fails."""
        return replace(self, poisoned=dict(reasons), unread=unread)

    def read(self) -> Iterator[tuple[Item, str]]:
        """Every record, in order, with the reason why it is not to be checked, or none."""
        if not self.poisoned:
            for place, piece in enumerate(self.pieces):
                for item in self._items(place, piece):
                    yield item, ""
            return
        for place, (piece, items) in enumerate(self._single()):
            reason = self.poisoned.get(place, "")
            if reason and self.unread and not items:
                yield Unreadable(piece.file, reason, piece.first + 1, format=piece.form), ""
            else:
                for item in items or read_piece(piece, self.job.settings):
                    yield item, reason

    def _items(self, place: int, piece: Piece) -> Iterable[Item]:
        if place in self.sent:
            return self.sent[place]
        found = read_piece(piece, self.job.settings)
        return _all_of(found, piece) if piece.how == "file" else found

    def _single(self) -> Iterator[tuple[Piece, tuple[Item, ...]]]:
        for place, piece in enumerate(self.pieces):
            items = self.sent.get(place, ())
            for n, one in enumerate(singles(piece, self.job.settings)):
                yield one, items[n : n + 1]


def _all_of(found: Iterable[Item], piece: Piece) -> Iterator[Item]:
    count = 0
    for item in found:
        count += 1
        yield item
    if count != piece.count:
        raise changed(piece)


def changed(piece: Piece) -> UsageError:
    """What to say where a file does not hold the records that were planned."""
    return UsageError(f"{piece.file}: was changed while the batch ran; start again in another folder")


def part_file(folder: Path, number: int) -> Path:
    """Where partition ``number`` is written."""
    return folder / f"part-{number:06d}.jsonl"


def check_part(part: Part) -> int:
    """Check a partition and write it; how many records it was planned with.

    Raises :class:`UsageError` where the rules or an input changed meanwhile, or the batch was planned by another version.
    """
    job = part.job
    if job.version != __version__:
        raise UsageError(f"this process runs version {__version__}, and the batch was planned by {job.version}")
    rules = load(job.rules)
    if rules.sha256 != job.rules_sha256:
        raise UsageError(f"the rules {job.rules} were changed while the batch ran")
    found = list(part.read())
    with open_sources(job.settings, offline=job.offline) as sources:
        report = check(
            [item for item, reason in found if not reason or isinstance(item, Unreadable)],
            rules=rules,
            sources=sources,
            settings=job.settings,
            offline=job.offline,
            today=date.fromisoformat(job.today),
        )
    if not part.trial:
        _write(part, replace(report, records=tuple(_with_poisoned(found, report))))
    return part.records


def _with_poisoned(found: Iterable[tuple[Item, str]], report: Report) -> Iterator[RecordReport]:
    checked = iter(report.records)
    for item, reason in found:
        if isinstance(item, Record):
            yield not_checked(item, reason) if reason else next(checked)


def _write(part: Part, report: Report) -> None:
    folder = Path(part.job.folder)
    name = part_file(folder, part.number)
    write_whole(folder / GRAPHS / f"{name.stem}.json", graphs_of(report))
    if part.job.parquet:
        for table, data in tables.parquet(report, part.number):
            write_whole(folder / table / f"{name.stem}.parquet", data)
    write_whole(name, b"".join(_lines(part, report)))


def _lines(part: Part, report: Report) -> Iterator[bytes]:
    value = report_value(report)
    if not isinstance(value, Mapping):
        raise TypeError("a report is an object")
    codes = Counter(f.code for r in report.records for f in r.findings)
    head: dict[str, Json] = {
        "format": FORMAT,
        "part": part.number,
        "first": part.number * part.job.size + 1,
        "planned": part.records,
        "summary": value["summary"],
        "codes": dict(codes),
        "batch_profile": value["batch_profile"],
        "heading_use": value["heading_use"],
    }
    yield encode_line(head)
    for name, key in (("records", "record"), ("unreadable", "unreadable")):
        listed = value[name]
        if isinstance(listed, list):
            yield from (encode_line({key: one}) for one in listed)
