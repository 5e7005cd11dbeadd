"""States of headings on labelled cases: ``python -m benchmarks.headings``. Prints the tables of docs/results/headings.md.

Look-up cases on headings of the Library of Congress, headings that were changed or withdrawn, and the subjects of 997 records of
the TIB, given by cataloguers and by a system, of which 132 rows were judged by hand.
"""

from __future__ import annotations

import csv
import json
import os
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from gate.comparison.headings import check_heading
from gate.decision.scoring import wilson
from gate.model import Found, HeadingCheck, HeadingState, Identifier, Statement
from gate.normalise.naco import heading_key
from gate.references.local import LocalSnapshot
from gate.references.vocabulary import import_vocabulary
from gate.references.vocabulary.heading import DEPRECATED
from gate.settings import Settings

SHARED = Path(os.environ.get("GATE_SHARED_DATA", "../shared/data"))
HEADINGS = SHARED / "labelled" / "headings"
#: classes of a conflict between words and number
UNKNOWN, ANOTHER = "conflict, words unknown", "conflict, another heading"
FILES = {"lcgft": "genre", "lcnaf": "name", "lcsh": ""}


@contextmanager
def vocabulary(
    rows: Iterable[Sequence[str]], header: Sequence[str], code: str, complete: Sequence[str] = ()
) -> Iterator[LocalSnapshot]:
    """A table of headings, imported the way a user imports it, into a folder that goes afterwards."""
    with TemporaryDirectory(prefix="headings-") as folder:
        settings = Settings(cache_folder=str(Path(folder, "cache")), references_folder=str(Path(folder, "refs")))
        file = Path(folder, "labels.tsv")
        file.write_text("\n".join("\t".join(row) for row in (header, *rows)) + "\n", encoding="utf-8")
        imported = import_vocabulary([file], settings, name=code, code=code, complete_for=complete)
        yield LocalSnapshot(imported.manifest, settings)


def heading(text: str, code: str, *identifiers: Identifier) -> Statement:
    return Statement("concepts", text, "concepts[1]", identifiers=identifiers, parts=(Statement("vocabulary", code),))


def lookups() -> tuple[int, list[str]]:
    """The recorded look-ups by label: how many there are, and those that come out otherwise.

    The stores hold every record that any case expects, with the queries of variant look-ups as variants; so what is tested is
    finding, not telling apart by spelling, which records stand side by side, and what is left out.
    """
    cases = [json.loads(line) for line in (HEADINGS / "kltng_lookup_golden.jsonl").read_text(encoding="utf-8").splitlines()]
    exact = [c for c in cases if c["query"] in ("Q1", "Q2")]
    # the profile "core" is a smaller store; here is one store of all that the full one holds
    exact = [c for c in exact if "full" in c["profiles"]]
    rows: dict[tuple[str, str], list[str]] = {}
    for case in exact:
        for e in case["expected"]:
            key = (e["authority"], e["uri"])
            row = rows.setdefault(key, [e["uri"], e["label"], "", "true" if e["deprecated"] else "", FILES[e["authority"]]])
            if case["query"] == "Q2":
                row[2] = "|".join(filter(None, (row[2], case["text"])))
    header = ("id", "label", "alt_labels", "deprecated", "file")
    wrong: list[str] = []
    found: dict[str, set[tuple[str, str, bool]]] = {c["id"]: set() for c in exact}
    for authority in FILES:
        with vocabulary((row for (a, _), row in rows.items() if a == authority), header, authority) as store:
            for case in exact:
                if authority in case["authorities"]:
                    answer = store.by_label(case["text"], (0,) if case["query"] == "Q1" else (1,))
                    entities = answer.value if isinstance(answer, Found) else ()
                    numbers = {
                        (i.value, DEPRECATED in e.flags) for e in entities for s in e.all("identifiers") for i in s.identifiers
                    }
                    found[case["id"]] |= {(authority, number, gone) for number, gone in numbers}
    for case in exact:
        expected = {(e["authority"], normal(e["uri"]), bool(e["deprecated"])) for e in case["expected"]}
        if found[case["id"]] != expected:
            wrong.append(f"{case['id']}: {sorted(found[case['id']])} for {sorted(expected)}")
    return len(exact), wrong


def normal(number: str) -> str:
    from gate.normalise import identifiers

    parsed = identifiers.parse("lccn", number).identifier
    return parsed.value if parsed is not None else number


def changed() -> list[tuple[str, int, Counter[str]]]:
    """Headings that were changed or withdrawn: name of the list, its length, states."""
    with (HEADINGS / "bookops_lcsh_changed_headings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file) if row]
    tables: list[tuple[str, int, Counter[str]]] = []
    with vocabulary(((n.replace(" ", ""), old, new) for old, n, new in rows), ("id", "label", "replaced_by"), "lcsh") as store:
        checks = [(check_heading(heading(old, "lcsh"), [store]), new) for old, _, new in rows]
        right = Counter(str(c.state) if new in c.suggestions else f"{c.state}, other replacement" for c, new in checks)
        tables.append(("LCSH cancelled in 2021, with replacement", len(rows), right))
    with (HEADINGS / "bookops_fast_for_deletion.csv").open(encoding="utf-8-sig", newline="") as file:
        fast = [[cell.strip() for cell in row] for row in list(csv.reader(file))[1:] if row]
    with vocabulary(((n, label, "true") for label, n in fast), ("id", "label", "deprecated"), "fast") as store:
        states = [
            check_heading(heading(label, "fast", Identifier("fast", n.removeprefix("fst").lstrip("0"))), [store]).state
            for label, n in fast
        ]
        tables.append(("FAST to be deleted, with number", len(fast), Counter(map(str, states))))
    lists = [watched(name) for name in ("bookops_acc_in_20240412.csv", "bookops_acc_in.csv")]
    now = dict(lists[1])
    with vocabulary(((n, label) for label, n in lists[1]), ("id", "label"), "lcsh") as store:
        for title, part in (
            ("LCSH watched, still there in 2026", [p for p in lists[0] if p[0] in now]),
            ("LCSH watched, gone by 2026 (the store is a subset)", [p for p in lists[0] if p[0] not in now]),
        ):
            states = [check_heading(heading(label, "lcsh"), [store]).state for label, _ in part]
            tables.append((title, len(part), Counter(map(str, states))))
    return tables


def watched(name: str) -> list[tuple[str, str]]:
    with (HEADINGS / name).open(encoding="utf-8-sig", newline="") as file:
        return [(row[0].strip(), row[1].strip()) for row in csv.reader(file, skipinitialspace=True) if len(row) == 2]


def gnd_rows(variants: bool) -> Iterator[tuple[str, str, str]]:
    """The subjects of the TIB's list with their preferred labels; with the variants that the judged rows show, where wanted."""
    more: dict[str, dict[str, None]] = {}
    for row in judged() if variants else ():
        if row["term"] and row["term"] != row["label_text"]:
            more.setdefault(row["label_id"], {})[row["term"]] = None
    known = set()
    for line in (SHARED / "references" / "vocabularies" / "gnd_subjects_tib.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        number, label = line.split("\t")[:2]
        known.add(number)
        yield number, label, "|".join(more.get(number, {}))
    for row in {r["label_id"]: r for r in judged()}.values() if variants else ():
        if row["label_id"] not in known:
            yield row["label_id"], row["label_text"], "|".join(more.get(row["label_id"], {}))


def judged() -> list[dict[str, str]]:
    with (HEADINGS / "llms4subjects_system2_error_analysis.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines))


def subjects_of_the_tib() -> tuple[dict[str, Counter[str]], float]:
    """States of all gold and predicted subjects of the 997 records, and the median time of a look-up by label in seconds."""
    states: dict[str, Counter[str]] = {n: Counter() for n in ("gold", "system2", "system2, by number alone")}
    times: list[float] = []
    with vocabulary(gnd_rows(False), ("id", "label", "alt_labels"), "gnd") as store:
        for line in (HEADINGS / "llms4subjects_tib_test_sample.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            for who in ("gold", "system2"):
                counter = states[who]
                for subject in record.get(who, ()):
                    if not subject["label"]:  # the number is all there is
                        found = check_heading(gnd(subject["id"], subject["id"]), [store])
                        states[f"{who}, by number alone"][str(found.state)] += 1
                        continue
                    found = check_heading(gnd(subject["label"], subject["id"]), [store])
                    counter[str(found.state)] += 1
                    heading_key.cache_clear()
                    start = time.perf_counter()
                    store.by_label(subject["label"])
                    times.append(time.perf_counter() - start)
    return states, statistics.median(times)


def gnd(text: str, number: str) -> Statement:
    return heading(text, "gnd", Identifier("gnd", number.removeprefix("gnd:")))


def class_of(check: HeadingCheck) -> str:
    """The state; a conflict of words and number apart by whether the vocabulary has the words as another heading."""
    if check.state is HeadingState.IDENTIFIER_CONFLICT:
        return UNKNOWN if "no heading here has these words" in check.detail else ANOTHER
    return str(check.state)


def table_of_judgements(variants: bool) -> tuple[dict[str, Counter[str]], list[str]]:
    """Class of what the system wrote (its own word, with the number it was mapped to), by the judgement."""
    found: dict[str, Counter[str]] = {}
    rows: list[str] = []
    with vocabulary(gnd_rows(variants), ("id", "label", "alt_labels"), "gnd") as store:
        for row in judged():
            if row["candidate"]:
                check: HeadingCheck = check_heading(gnd(row["candidate"], row["label_id"]), [store])
                found.setdefault(row["error_category"], Counter())[class_of(check)] += 1
                if class_of(check) in (UNKNOWN, ANOTHER) or (row["error_category"] in ("MEU", "MED")):
                    rows.append(f"{row['error_category']}: {row['candidate']} -> {row['label_text']}: {class_of(check)}")
    return found, rows


def homonyms() -> dict[str, int]:
    """Predicted subjects whose words, without a qualifier, several numbers have: what the gold subjects say of them.

    ``right``: the number is gold; ``wrong sense``: another number with the same words is; ``open``: none of them is.
    """
    labels = {number: label for number, label, _ in gnd_rows(False)}
    records = [json.loads(line) for line in (HEADINGS / "llms4subjects_tib_test_sample.jsonl").read_text("utf-8").splitlines()]
    for record in records:
        labels.update({s["id"]: s["label"] for who in ("gold", "system2") for s in record.get(who, ()) if s["label"]})
    groups: dict[str, set[str]] = {}
    for number, label in labels.items():
        groups.setdefault(bare(label), set()).add(number)
    counts = Counter[str]()
    for record in records:
        gold = {s["id"] for s in record["gold"]}
        for number in {s["id"] for s in record.get("system2", ()) if s["id"] in labels}:
            group = groups[bare(labels[number])]
            if len(group) > 1:
                counts["right" if number in gold else "wrong sense" if group & gold else "open"] += 1
    return dict(counts)


def bare(label: str) -> str:
    return heading_key(re.sub(r"\s*\([^()]*\)$", "", label))


def share(part: int, whole: int) -> str:
    """A share with its 95 % Wilson interval."""
    low, high = wilson(part, whole)
    return f"{part}/{whole} = {part / whole:.2f} ({low:.2f} to {high:.2f})"


def markdown(title: str, table: dict[str, Counter[str]]) -> str:
    known = [*map(str, HeadingState), UNKNOWN, ANOTHER]
    states = [s for s in known if any(counter[s] for counter in table.values())]
    lines = [f"| {title} | all | " + " | ".join(states) + " |", "|---" * (len(states) + 2) + "|"]
    lines += [f"| {name} | {c.total()} | " + " | ".join(str(c[s]) for s in states) + " |" for name, c in sorted(table.items())]
    return "\n".join(lines)


def main() -> None:
    number, wrong = lookups()
    print(f"look-ups by label: {number - len(wrong)} of {number} as recorded")
    print("\n".join(f"  {line}" for line in wrong))
    for title, size, counts in changed():
        print(f"{title}: {size}: " + ", ".join(f"{count} {state}" for state, count in counts.most_common()))
    states, median = subjects_of_the_tib()
    print("\n" + markdown("subjects of 997 records", states))
    print(f"\nlook-up by label, key computed anew: p50 {median * 1e6:.0f} microseconds\n")
    for variants in (False, True):
        table, rows = table_of_judgements(variants)
        print(markdown("judged, with variants" if variants else "judged", table))
        said, right, all_ = sum(c[UNKNOWN] for c in table.values()), table["MEU"][UNKNOWN], table["MEU"].total()
        print(f"\nMEU by unknown words: precision {share(right, said)}, recall {share(right, all_)}")
        wrong_sense = (
            table["MED"].total() - table["MED"][str(HeadingState.AUTHORISED)] - table["MED"][str(HeadingState.NOT_CHECKED)]
        )
        print(f"MED with a fault of any kind: recall {share(wrong_sense, table['MED'].total())}")
        print("\n".join(f"  {row}" for row in rows) + "\n")
    print("homonyms among the predicted subjects, by gold:", homonyms())


if __name__ == "__main__":
    main()
