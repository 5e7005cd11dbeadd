"""A vocabulary of any size: ``python -m benchmarks.vocabulary 1000000``. Prints the table of docs/results/headings.md.

The file is made: SKOS in N-Triples, every concept with a preferred and, of two, one with a variant label, a broader concept, and
in every tenth a scope note, in words drawn with a fixed seed from a made list by a power law, as words of headings are. Measured,
each in a process of its own: import, index, look-up by label of headings not asked before, hits and misses, near misses. Seconds
are those of the clock and of the processor: on a machine that others use they are far apart.
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from gate.model import Found, Kind, Query
from gate.references.local import LocalSnapshot
from gate.references.local.manifest import load_manifest
from gate.references.vocabulary import import_vocabulary
from gate.settings import Settings

SKOS = "http://www.w3.org/2004/02/skos/core#"
BASE = "http://example.org/concept/"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
WORDS, SEED, ASKED = 60_000, 11, 2_000
_SYLLABLES = (
    "ba be bi bo bu da de di do du fa fe ga ge ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe ra re ri ro sa se ta te ti"
)


def words() -> list[str]:
    chooser, syllables = random.Random(SEED), _SYLLABLES.split()
    return list(dict.fromkeys("".join(chooser.choices(syllables, k=chooser.randint(2, 5))) for _ in range(WORDS)))


def labels(number: int) -> Iterator[str]:
    """As many different headings of one to four words, some with a subdivision."""
    chooser, known = random.Random(SEED + 1), words()
    for n in range(number):
        # Pareto: a few words stand in many headings, most in few
        drawn = [known[int(chooser.paretovariate(0.6)) % len(known)] for _ in range(chooser.randint(1, 3))]
        base = " ".join((*drawn, known[n % len(known)])) + ("" if n < len(known) else f" {known[n // len(known)]}")
        yield base.capitalize() + ("--History" if n % 7 == 0 else "")


def write(path: Path, number: int) -> int:
    """Write the file; gives how many triples it has."""
    triples = 0
    with path.open("w", encoding="ascii") as file:
        for n, label in enumerate(labels(number)):
            lines = [f"<{BASE}{n}> <{TYPE}> <{SKOS}Concept> .", f'<{BASE}{n}> <{SKOS}prefLabel> "{label}"@en .']
            lines += [f'<{BASE}{n}> <{SKOS}altLabel> "{label} of old"@en .'] if n % 2 else []
            lines += [f"<{BASE}{n}> <{SKOS}broader> <{BASE}{n // 10}> ."] if n else []
            lines += [f'<{BASE}{n}> <{SKOS}scopeNote> "Use for works on {label}"@en .'] if n % 10 == 0 else []
            file.write("\n".join(lines) + "\n")
            triples += len(lines)
    return triples


def step(what: str, folder: Path, number: int) -> dict[str, float]:
    """One measurement, in this process."""
    settings = Settings(cache_folder=str(folder / "cache"), references_folder=str(folder / "refs"))
    start = time.perf_counter()
    if what == "import":
        import_vocabulary([folder / "made.nt"], settings, name="made", code="made", complete_for=("headings:all",))
    else:
        store = LocalSnapshot(load_manifest(folder / "refs" / "made"), settings)
        store.by_label("open")
        if what != "index":
            return asked(what, store, number)
    return {"seconds": time.perf_counter() - start}


def asked(what: str, store: LocalSnapshot, number: int) -> dict[str, float]:
    chooser = random.Random(SEED + 2)
    chosen = set(chooser.sample(range(number), min(ASKED, number)))
    texts = [text for n, text in enumerate(labels(number)) if n in chosen]
    chooser.shuffle(texts)
    times: list[float] = []
    found = 0
    for text in texts[: 200 if what == "near" else ASKED]:
        wanted = f"{text} unheard" if what == "misses" else text.replace("a", "aa", 1) if what == "near" else text
        start = time.perf_counter()
        if what == "near":
            near = store.search(Query(Kind.CONCEPT, wanted), 3)
            found += isinstance(near, Found) and text in {e.label for e in near.value}
        else:
            found += isinstance(store.by_label(wanted), Found)
        times.append(time.perf_counter() - start)
    deciles = statistics.quantiles(times, n=20)
    return {"p50_us": statistics.median(times) * 1e6, "p95_us": deciles[18] * 1e6, "found": found, "asked": len(times)}


def main() -> None:
    if len(sys.argv) == 4:
        result = step(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
        result["processor_seconds"] = time.process_time()
        result["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(result))
        return
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with TemporaryDirectory(prefix="vocabulary-") as name:
        folder = Path(name)
        triples = write(folder / "made.nt", number)
        size = (folder / "made.nt").stat().st_size / 1e6
        print(f"{number:,} concepts, {triples:,} triples, {size:.0f} MB", flush=True)
        for what in ("import", "index", "hits", "misses", "near"):
            command = [sys.executable, "-m", "benchmarks.vocabulary", what, name, str(number)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            print(f"{what}: " + ", ".join(f"{k} {v:,.0f}" for k, v in json.loads(done.stdout).items()), flush=True)


if __name__ == "__main__":
    main()
