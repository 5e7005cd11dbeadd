"""Works that nobody wrote, in any number, with the skew of real ones; and searches for them, and for works that are not there.

    python -m benchmarks.works 1000000 > works.jsonl

writes works as Crossref's REST API has them, one JSON object a line. The vocabulary is taken from real titles when the program
runs (``--data``); nothing of it is kept. The same seed and data give the same works, and work ``n`` is the same in every run.

How they are made:

- *Words.* Every word of some 6,000 real titles, with its count. Real collections go on meeting new words (Heaps' law), so the
  list is filled up to 300,000 with words made of the beginning of one real word and the end of another, which get the frequencies
  that Zipf's law (exponent 1.07) gives to their ranks. A title has the length of a real one; half of its words follow the one
  before as they do in a real title, the others are drawn by frequency. One title in a hundred is one of a few hundred that many
  works share (``Introduction``, ``Editorial board`` ...); one in fifty is an earlier title with another number at its end.
- *Names.* Family and given names of real authors by their counts, filled up to 100,000 family names in the same way; one to eight
  authors, most works have two or three.
- *Journals.* Real names of journals, Zipf with exponent 1; the volume follows from the year.
- *Years.* Growing by 4 % a year up to 2025, as the literature does.

Works have no reference lists. A work that is not there is one with a number beyond those that were written: made in the same way,
so that its words, names, journal and year are those of works that are there.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import orjson
from numpy.typing import NDArray

from benchmarks.counting import need
from gate.model import Entity, Identifier, Kind, Statement

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
BEYOND = 1 << 40  # numbers of works that are in no file
_BLOCK = 4096
_WORDS, _FAMILIES, _GIVEN = 300_000, 100_000, 3_000
_ZIPF = 1.07
_LAST_YEAR, _YEARS, _GROWTH = 2025, 120, 0.04
_AUTHORS = (0.18, 0.22, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03)
_FOLLOWS, _SHARED, _NUMBERED = 0.5, 0.01, 0.02
_SHARED_TITLES = (
    *(
        "Introduction",
        "Editorial",
        "Editorial board",
        "Book reviews",
        "Preface",
        "Discussion",
        "Front matter",
        "Letters to the editor",
    ),
    *(
        f"{what} of {name}"
        for what in ("Review", "Obituary", "Proceedings")
        for name in ("the society", "the year", "books", "Europe")
    ),
)
Fields = dict[str, str]


@dataclass(frozen=True)
class Drawn:
    """Texts, and their cumulated probabilities."""

    texts: tuple[str, ...]
    cumulated: NDArray[np.float64]

    def draw(self, random: np.random.Generator, number: int) -> NDArray[np.int64]:
        """Places of ``number`` texts."""
        places = np.searchsorted(self.cumulated, random.random(number), side="right")
        return np.minimum(places, len(self.texts) - 1).astype(np.int64)


class World:
    """All that works are made of. ``data`` is the folder of real data."""

    def __init__(self, data: Path = DATA, seed: int = 7) -> None:
        self.seed = seed
        labelled = data / "labelled"
        titles, authors = _titles_and_authors(labelled)
        words = [re.findall(r"\w[\w'-]*", title) for title in titles]
        counts = Counter(word.lower() for title in words for word in title)
        self.words = _filled(counts, _WORDS, Random(seed))
        self.lengths = np.array([min(len(title), 24) for title in words if title], dtype=np.int64)
        place = {word: at for at, word in enumerate(self.words.texts)}
        self.next: dict[int, list[int]] = {}
        for title in words:
            for one, other in pairwise(title):
                self.next.setdefault(place[one.lower()], []).append(place[other.lower()])
        names = [name.rpartition(" ") for name in authors if " " in name.strip() and name.isprintable()]
        self.families = _filled(Counter(family for _, _, family in names if family.isalpha()), _FAMILIES, Random(seed + 1))
        self.given = _filled(Counter(given for given, _, _ in names), _GIVEN, Random(seed + 2))
        journals = labelled / "real_reference_strings" / "crossref_sbmv_journal-abbreviations.txt"
        lines = journals.read_text(encoding="utf-8").splitlines()
        full = dict.fromkeys(line.partition("\t")[2].title() for line in lines if "\t" in line)
        self.journals = _zipf(Random(seed + 3).sample([*full], len(full)), 1.0)
        growth = (1 + _GROWTH) ** np.arange(_YEARS)
        self.years = np.cumsum(growth / growth.sum())
        self.authors = np.cumsum(_AUTHORS)

    def work(self, number: int) -> Fields:
        """Work ``number``, as the fields of a BibTeX entry: title, author, journal, year, volume, pages, doi."""
        return self._block(number // _BLOCK)[number % _BLOCK]

    def works(self, first: int, number: int) -> Iterator[Fields]:
        """``number`` works from ``first`` on."""
        return (self.work(n) for n in range(first, first + number))

    @lru_cache(maxsize=8)  # noqa: B019 - one world a run
    def _block(self, block: int) -> list[Fields]:
        random = np.random.default_rng([self.seed, block])
        lengths = self.lengths[random.integers(0, len(self.lengths), _BLOCK)]
        drawn = iter(self.words.draw(random, int(lengths.sum())).tolist())
        follows = iter((random.random(int(lengths.sum())) < _FOLLOWS).tolist())
        pick = iter(random.random(int(lengths.sum())).tolist())
        special = random.random(_BLOCK).tolist()
        number = np.searchsorted(self.authors, random.random(_BLOCK)).tolist()
        number = [min(n, len(_AUTHORS) - 1) + 1 for n in number]
        families = iter(self.families.draw(random, sum(number)).tolist())
        given = iter(self.given.draw(random, sum(number)).tolist())
        journals = self.journals.draw(random, _BLOCK).tolist()
        years = np.searchsorted(self.years, random.random(_BLOCK)).tolist()
        pages = random.integers(1, 2000, _BLOCK).tolist()
        found: list[Fields] = []
        for at, length in enumerate(lengths.tolist()):
            title = self._title(length, drawn, follows, pick)
            if special[at] < _SHARED:
                title = _SHARED_TITLES[int(special[at] / _SHARED * len(_SHARED_TITLES))]
            elif special[at] < _SHARED + _NUMBERED and found:
                title = f"{found[-1]['title']}, part {pages[at] % 3 + 2}"
            year = _LAST_YEAR - _YEARS + 1 + min(years[at], _YEARS - 1)
            names = [f"{self.given.texts[next(given)]} {self.families.texts[next(families)]}" for _ in range(number[at])]
            found.append(
                {
                    "title": title,
                    "author": " and ".join(dict.fromkeys(names)),
                    "journal": self.journals.texts[journals[at]],
                    "year": str(year),
                    "volume": str(max(1, year - 1880 - journals[at] % 90)),
                    "pages": f"{pages[at]}-{pages[at] + 1 + pages[at] % 19}",
                    "doi": f"10.{5000 + journals[at]}/w.{block}.{at}",
                }
            )
        return found

    def _title(self, length: int, drawn: Iterator[int], follows: Iterator[bool], pick: Iterator[float]) -> str:
        places: list[int] = []
        for _ in range(length):
            word, after, where = next(drawn), next(follows), next(pick)
            known = self.next.get(places[-1]) if places and after else None
            places.append(known[int(where * len(known))] if known else word)
        title = " ".join(self.words.texts[place] for place in places)
        if length > 7:  # a third of such titles have a subtitle
            words = title.split(" ")
            if places[0] % 3 == 0:
                words[length // 2] += ":"
            title = " ".join(words)
        return title[:1].upper() + title[1:]


def crossref(fields: Fields) -> dict[str, object]:
    """A work as Crossref's REST API has it."""
    authors = [name.rpartition(" ") for name in fields["author"].split(" and ")]
    return {
        "DOI": fields["doi"],
        "prefix": fields["doi"].partition("/")[0],
        "type": "journal-article",
        "title": [fields["title"]],
        "author": [{"given": given, "family": family} for given, _, family in authors],
        "container-title": [fields["journal"]],
        "issued": {"date-parts": [[int(fields["year"])]]},
        "volume": fields["volume"],
        "page": fields["pages"],
    }


def entity(fields: Fields) -> Entity:
    """A work as the gate holds it: what an import makes of :func:`crossref` (but for names that it would tidy)."""
    named = [name.rpartition(" ") for name in fields["author"].split(" and ")]
    statements = [Statement("title", fields["title"])]
    statements += [
        Statement("creators", f"{family}, {given}", role="aut", parts=(Statement("family", family), Statement("given", given)))
        for given, _, family in named
    ]
    statements += [Statement("date", fields["year"]), Statement("type", "article-journal", forms=("journal-article",))]
    statements += [Statement("container", fields["journal"])]
    statements += [Statement(name, fields[name]) for name in ("volume", "pages")]
    statements.append(Statement("doi", fields["doi"], identifiers=(Identifier("doi", fields["doi"]),)))
    return Entity(f"https://doi.org/{fields['doi']}", Kind.WORK, fields["title"], tuple(statements))


def _titles_and_authors(labelled: Path) -> tuple[list[str], list[str]]:
    titles: list[str] = []
    authors: list[str] = []
    sets = (
        ("real_reference_strings/glutton_references-doi-matching_3000.jsonl", "atitle"),
        ("headings/llms4subjects_tib_test_sample.jsonl", "title"),
        *((f"hallmark/{name}.jsonl", "") for name in ("dev_public", "test_public", "journal_articles")),
    )
    for name, key in sets:
        file = labelled / name
        need(file, file.is_file())
        for line in file.read_text(encoding="utf-8").splitlines():
            row: dict[str, object] = json.loads(line)
            fields = row.get("fields")
            if isinstance(fields, dict):
                titles.append(str(fields.get("title", "")).replace("{", "").replace("}", ""))
                authors += str(fields.get("author", "")).split(" and ") if row.get("label") == "VALID" else []
            else:
                titles.append(str(row.get(key) or ""))
    return [*dict.fromkeys(title for title in titles if title)], authors


def _filled(counts: Counter[str], most: int, random: Random) -> Drawn:
    """The counted texts with their frequencies, and more of them, made of halves of these, by Zipf's law."""
    texts = [text for text, _ in counts.most_common(most)]
    real = np.array([counts[text] for text in texts], dtype=np.float64)
    halves = [text for text in texts if len(text) >= 5]
    known = dict.fromkeys(texts)
    while halves and len(known) < most:
        one, other = random.choice(halves), random.choice(halves)
        known.setdefault(one[: (len(one) + 1) // 2] + other[len(other) // 2 :], None)
    ranks = np.arange(1, len(known) + 1, dtype=np.float64)
    made = ranks**-_ZIPF
    weights = np.where(ranks <= len(real), np.pad(real / real.sum(), (0, len(known) - len(real))), made / made[: len(real)].sum())
    return Drawn(tuple(known), np.cumsum(weights / weights.sum()))


def _zipf(texts: Sequence[str], exponent: float) -> Drawn:
    weights = np.arange(1, len(texts) + 1, dtype=np.float64) ** -exponent
    return Drawn(tuple(texts), np.cumsum(weights / weights.sum()))


def main() -> None:
    """Write works to the standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first work")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    world = World(options.data, options.seed)
    for fields in world.works(options.first, options.number):
        sys.stdout.buffer.write(orjson.dumps(crossref(fields)) + b"\n")


if __name__ == "__main__":
    main()
