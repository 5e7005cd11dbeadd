"""Records written and read again: every claim that a format can hold comes back, and what it cannot is said.

:func:`works` draws records of which a format holds everything: there nothing may be lost. Over the real files, what is lost must
be of the kinds in ``CANNOT``: a loss of any other kind is a fault of the writer, the reader or the comparison.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate.model import Identifier, Kind, Record, Statement
from gate.records import read
from gate.records.writers import FORMATS, writer
from gate.records.writers.losses import ADDED, FORMS, IDENTIFIERS, LANGUAGE, ORDER, PARTS, ROLE, VALUE, Loss, losses
from gate.settings import Settings
from tests.shared import shared

SETTINGS = Settings()


def again(record: Record, format: str) -> list[Loss]:
    """What is lost of ``record``, made from its claims and not from the bytes it came in."""
    chosen = writer(format)
    bare = replace(record, raw=b"")
    return losses(bare.statements, chosen.read(b"".join(chosen.write([bare])), SETTINGS))


WORD = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyzäéñøčжλ中"), min_size=2, max_size=9)
WORDS = st.lists(WORD, min_size=1, max_size=5).map(lambda words: " ".join(words).capitalize())
NAMED = st.tuples(WORD, WORD).map(lambda pair: (pair[0].capitalize(), pair[1].capitalize()))
YEAR = st.integers(1000, 2029)
DATE = st.one_of(
    YEAR.map(str),
    st.tuples(YEAR, st.integers(1, 12)).map("{0[0]}-{0[1]:02}".format),
    st.tuples(YEAR, st.integers(1, 12), st.integers(1, 28)).map("{0[0]}-{0[1]:02}-{0[2]:02}".format),
    st.tuples(st.integers(1000, 1400), st.integers(1401, 2029)).map("{0[0]}/{0[1]}".format),
)
NUMBER = st.integers(1, 9999).map(str)
PAGES = st.tuples(st.integers(1, 999), st.integers(1000, 2000)).map("{0[0]}-{0[1]}".format)
DOI = st.tuples(st.integers(1000, 9999), st.text(st.sampled_from("abcxyz0123456789./"), min_size=1, max_size=9)).map(
    lambda pair: f"10.{pair[0]}/x{pair[1].replace('//', '/').strip('./')}y"
)
ORCID = st.just((Identifier("orcid", "0000-0002-1825-0097"),))
ROLES = {
    "csl-json": ["aut", "edt", "trl", "ill", "cmp"],
    "marcxml": ["aut", "edt", "trl", "ill", "wst", "lyr", ""],
    "dc": ["", "ctb"],
    "oai_dc": ["", "ctb"],
}
TYPES = {
    "csl-json": ["article-journal", "book", "thesis", "dataset", "legal_case"],
    "marcxml": ["article-journal", "book", "thesis", "map", "musical_score", "chapter"],
    "dc": ["article-journal", "book", "Text", "anything at all"],
    "oai_dc": ["article-journal", "book", "Text", "anything at all"],
}


@st.composite
def works(draw: st.DrawFn, format: str) -> Record:
    """A work of which the format holds everything."""
    made = [Statement("title", draw(WORDS))]
    roles = sorted(draw(st.lists(st.sampled_from(ROLES[format]), max_size=4)))
    if format == "csl-json":  # variables stand in one order, whatever that of the creators was
        roles = roles[:1] * len(roles)
    for role in roles:
        family, given = draw(NAMED)
        orcid = draw(ORCID) if format == "marcxml" else ()
        apart = format in ("csl-json", "marcxml")
        parts = [Statement("family", family), Statement("given", given)] if apart else []
        made.append(Statement("creators", f"{family}, {given}", role=role, identifiers=orcid, parts=tuple(parts)))
    made.append(Statement("date", draw(DATE)))
    kind = draw(st.sampled_from(TYPES[format]))
    made.append(Statement("type", kind))
    if kind in ("article-journal", "chapter"):
        made.append(Statement("container", draw(WORDS)))
        made += [Statement(name, draw(NUMBER)) for name in ("volume", "issue")]
        made.append(Statement("pages", draw(PAGES)))
        made += [Statement("issn", "0028-0836")] if kind == "article-journal" else []
    made.append(Statement("publisher", draw(WORDS)))
    made += [Statement("edition", draw(NUMBER))] if format in ("csl-json", "marcxml") else []
    made.append(Statement("language", draw(st.sampled_from(["en", "ger", "fra", "el"]))))
    for heading in draw(st.lists(WORDS, max_size=3, unique=True)):
        vocabulary = draw(st.sampled_from(["", "lcsh", "mesh", "gnd"])) if format == "marcxml" else ""
        named = (Statement("vocabulary", vocabulary),) if vocabulary else ()
        made.append(Statement("concepts", heading, parts=named))
    made.append(Statement("abstract", draw(WORDS)))
    made.append(Statement("doi", draw(DOI)))
    made += [Statement("isbn", "9780262035613")] if kind == "book" else []
    made.append(Statement("identifiers", "123456", identifiers=(Identifier("oclc", "123456"),)))
    return Record(Kind.WORK, draw(WORD), tuple(made))


@pytest.mark.parametrize("format", sorted(ROLES))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_a_format_can_hold_comes_back(format: str, data: st.DataObject) -> None:
    record = data.draw(works(format))
    assert again(record, format) == []


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12).filter(lambda text: text.strip() == text)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of any kind with any claims."""
    names = st.sampled_from(
        ["title", "creators", "date", "type", "concepts", "citations", "publisher", "abstract", "edition", "isbn"]
    )
    made = [
        Statement(
            draw(names),
            draw(TEXT),
            f"path[{n}]",
            draw(st.sampled_from(["", "aut", "edt", "unknown role"])),
            draw(st.sampled_from(["", "en", "de"])),
            tuple(draw(st.lists(TEXT, max_size=2, unique=True))),
            draw(st.sampled_from([(), (Identifier("gnd", "118540238"),)])),
        )
        for n in range(draw(st.integers(1, 6)))
    ]
    return Record(Kind.WORK, draw(TEXT), tuple(made))


@pytest.mark.parametrize("format", sorted(FORMATS))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(record=records())
def test_any_record_is_written_and_what_is_lost_is_told_with_its_place(format: str, record: Record) -> None:
    lost = again(record, format)
    places = {s.path for s in record.statements}
    assert all(loss.path in places for loss in lost if loss.what != ADDED)
    if format in ("graph", "json-ld"):
        assert lost == []


#: what a format cannot hold, by property; a property with ``*`` is not held at all
_NEVER = {("citations", VALUE), ("times_cited", VALUE), ("research_areas", VALUE)}
#: values that the format holds in a certain form only: volumes that are words, identifiers that are none
_ODD = {(name, what) for name in ("volume", "issue", "pages", "isbn", "issn", "doi", "identifiers") for what in (VALUE, ADDED)}
_FORMS = {
    (name, FORMS)
    for name in (
        "type",
        "date",
        "creators",
        "concepts",
        "publisher",
        "edition",
        "abstract",
        "language",
        "issue",
        "container",
        "volume",
    )
}
_COMMON = {
    *_NEVER,
    *_ODD,
    *_FORMS,
    ("creators", VALUE),
    ("creators", PARTS),
    ("container", PARTS),
    ("container", VALUE),
    ("date", VALUE),
    ("date", PARTS),
}
_COMMON |= {("identifiers", IDENTIFIERS), ("concepts", VALUE)}
_LANGUAGES = {
    (name, LANGUAGE) for name in ("title", "abstract", "concepts", "edition", "creators", "publisher", "container", "type")
}
CANNOT = {
    "csl-json": {
        *_COMMON,
        *_LANGUAGES,
        *((name, VALUE) for name in ("type", "publisher", "language", "abstract", "edition", "classification")),
        *((name, what) for name in ("creators", "concepts") for what in (IDENTIFIERS, PARTS)),
        ("creators", ROLE),
        ("creators", ORDER),
        ("type", ADDED),
        ("title", FORMS),
        ("title", PARTS),
    },
    "marcxml": {
        *_COMMON,
        ("title", PARTS),
        *_LANGUAGES,
        ("type", VALUE),
        ("type", ADDED),
        ("language", VALUE),
        ("creators", ROLE),
        ("creators", IDENTIFIERS),
        ("concepts", IDENTIFIERS),
        ("concepts", PARTS),
        ("concepts", ADDED),
    },
    "dc": {
        *_COMMON,
        ("title", PARTS),
        ("classification", VALUE),
        ("edition", VALUE),
        *((name, what) for name in ("creators", "concepts") for what in (IDENTIFIERS, PARTS)),
        ("creators", ROLE),
        ("creators", ORDER),
        ("container", ADDED),
        ("concepts", ADDED),
        ("edition", LANGUAGE),
    },
}
FOLDERS = ("bibframe", "bibtex", "csl", "datacite", "dc", "jats", "jsonld", "marc", "mods", "ris")


@lru_cache(maxsize=1)
def real() -> tuple[Record, ...]:
    """Every eighth record of every real file: what became of all is in docs/results/convert.md."""
    found = (item for folder in FOLDERS for item in read(shared("records", folder), settings=SETTINGS))
    return tuple(replace(item, raw=b"") for n, item in enumerate(found) if n % 8 == 0 and isinstance(item, Record))


@pytest.mark.parametrize("format", sorted(CANNOT))
def test_the_real_files_keep_all_claims_but_those_that_the_format_cannot_hold(format: str) -> None:
    chosen = writer(format)
    lost: Counter[tuple[str, str]] = Counter()
    written = claims = 0
    for record in real():
        if chosen.refuses(record):
            continue
        written, claims = written + 1, claims + len(record.statements)
        found = again(record, format)
        assert not [loss for loss in found if loss.property == "title" and loss.what in (VALUE, ADDED)], record.id
        lost.update((loss.property, loss.what) for loss in found)
    assert written > 200
    assert set(lost) <= CANNOT[format], {key: lost[key] for key in set(lost) - CANNOT[format]}
    values = sum(
        count
        for (name, what), count in lost.items()
        if what == VALUE and name not in ("citations", "times_cited", "edition", "classification")
    )
    assert values < 0.05 * claims


def test_the_graph_holds_every_claim_of_the_real_files() -> None:
    authority = [item for item in read(shared("records", "authority"), settings=SETTINGS) if isinstance(item, Record)]
    for record in (*real()[::12], *authority[::20]):
        assert again(record, "graph") == [], (record.file, record.id)
