"""Damaged real files in every format of this kind: cut, doubled, overwritten. What comes out is still records or named faults."""

import random
import time
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from gate.model import Record, Unreadable
from gate.records.readers import FORMATS, reader
from gate.settings import Settings
from tests.shared import shared

FOLDERS = {
    **dict.fromkeys(("ris", "refer", "isi", "nbib"), "ris"),
    **dict.fromkeys(("datacite", "datacitejson"), "datacite"),
    **dict.fromkeys(("csl", "cslyaml"), "csl"),
    "mods": "mods",
    "jats": "jats",
    "jsonld": "jsonld",
    "dc": "dc",
    "bibtex": "bibtex",
    **dict.fromkeys(("aleph", "unimarc"), "marc"),
    "bibframe": "bibframe",
}
PIECES = (
    b"null",
    b"{}",
    b'"',
    b"[[1]]",
    b"<a/>",
    b"\x00",
    b"\xff",
    b"&amp;",
    b"*a",
    b"&a ",
    b'""',
    b"-1",
    b"\n",
    b"ER  - \n",
    b"  - ",
)


@cache
def files(folder: str) -> tuple[bytes, ...]:
    found = [p.read_bytes() for p in sorted(shared("records", folder).iterdir()) if "testcases" not in p.name]
    return tuple(data for data in found if len(data) < 20_000)


def damaged(data: bytes, chance: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(made) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            del made[at : at + chance.randint(1, 30)]
        elif kind == 1:
            made[at:at] = chance.choice(PIECES)
        elif kind == 2:
            other = chance.randrange(len(made) + 1)
            made[at:at] = made[other : other + chance.randint(1, 200)]
        elif kind == 3 and at < len(made):
            made[at] = chance.randrange(256)
        else:
            made = made[: at + 1]
    return bytes(made) or b" "


@pytest.mark.parametrize("name", FOLDERS)
def test_damage_ends_in_records_or_named_faults(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(name)
    for _ in range(250):
        data = damaged(chance.choice(files(FOLDERS[name])), chance)
        found = list(reader(name).read(data, "f", Settings()))
        assert found, data
        assert all(b.position == a.position + 1 for a, b in pairwise(found)), data
        for item in found:
            if isinstance(item, Unreadable):
                assert item.reason
                continue
            assert all(s.value.strip() and s.path for s in item.statements), data
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", FORMATS)
def test_every_reader_bears_the_files_of_every_other(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """What ``--from`` may force: any reader on any file."""
    for folder in ("mods", "datacite", "jsonld", "ris", "csl", "jats"):
        for data in files(folder):
            found = list(reader(name).read(data, "f", Settings()))
            assert all(isinstance(item, Record | Unreadable) for item in found)
    assert capfd.readouterr() == ("", "")


def test_every_file_of_these_folders_is_read_by_some_reader() -> None:
    """Sniffed, every file is of a known format."""
    from gate.records import read

    unknown: list[str] = []
    for folder in ("mods", "datacite", "jsonld", "ris", "csl", "jats"):
        for path in sorted(Path(shared("records", folder)).iterdir()):
            unknown += [
                path.name for f in read(path, settings=Settings()) if isinstance(f, Unreadable) and "no known" in f.reason
            ]
    assert unknown == []


MANY = 10_000
LOC = "http://id.loc.gov/ontologies/bibframe/"
RDFS = "http://www.w3.org/2000/01/rdf-schema\\u0023"
BIBFRAME = f'PREFIX bf: <{LOC}> PREFIX rdfs: <{RDFS}> <x:w> a bf:Work ; bf:title [ bf:mainTitle "T" ] ; '
SKOS = "PREFIX skos: <http://www.w3.org/2004/02/skos/core\\u0023> <x:c> a skos:Concept ; "


def each(pattern: str, inside: str = "#") -> str:
    """``pattern`` ten thousand times, with the number for ``#``, inside something."""
    return inside.replace("#", "".join(pattern.replace("#", str(n)) for n in range(MANY)))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("ris", each("UR  - https://doi.org/10.1000/#\n", "TY  - JOUR\n#")),
        ("isi", each("DOE J, 1999, J X, V1, P#, DOI 10.1000/#\n   ", "PT J\nCR #\nER\n")),
        ("mods", each("<identifier type='doi'>10.1000/#</identifier>", "<mods>#</mods>")),
        ("mods", each("<originInfo><publisher>p#</publisher></originInfo>", "<mods>#</mods>")),
        (
            "jats",
            each("<ref><mixed-citation>Doe #.</mixed-citation></ref>", "<article><back><ref-list>#</ref-list></back></article>"),
        ),
        ("datacite", each("<creator><creatorName>D#</creatorName></creator>", "<resource><creators>#</creators></resource>")),
        ("jsonld", each('"https://doi.org/10.1000/#",', '{"@context": "https://schema.org", "identifier": [#""]}')),
        ("bibframe", each('[ bf:agent [ rdfs:label "Doe #" ] ],', BIBFRAME + "bf:contribution # [] .")),
        ("bibframe", each('"l#",', BIBFRAME + 'bf:language #"eng" .')),
        ("skos", each('"n#",', SKOS + 'skos:prefLabel "n" ; skos:altLabel #"m" .')),
        ("aleph", each("000000001 6500  L $$aT #\n")),
        ("cslyaml", each("- id: a#\n  title: t\n  title: u\n")),
    ],
)
def test_ten_thousand_of_anything_are_read_in_bounded_time(name: str, data: str) -> None:
    started = time.process_time()
    found = list(reader(name).read(data.encode(), "f", Settings()))
    said = sum(len(item.statements) for item in found if isinstance(item, Record))
    assert said >= MANY
    assert time.process_time() - started < 15
