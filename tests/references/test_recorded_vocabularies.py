"""Every recorded body that no live authority asks for, as a vocabulary of one's own: ``gate refs import --as vocabulary``.

Linked data of the Homosaurus, of AGROVOC and FAST, and MeSH as text are headings there. What is none is listed by name, with what
it is: it is left out with a reason or the file is refused, never a heading.
"""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

from gate.errors import SnapshotError
from gate.model import Identifier
from gate.references.vocabulary.heading import Heading
from gate.references.vocabulary.importing import headings_in
from tests.references.recorded import Recorded, recorded
from tests.references.test_recorded_bodies import corpus, squashed, words
from tests.shared import shared

UNREAD: dict[str, dict[str, str]] = {
    "lod_generic": {
        "qa_lod_lang_search_filtering.malformed.nt": "made to be malformed",
        "qa_lod_lang_term_enfr*": "not RDF in XML: two nodes in one property",
        "qa_lod_term_with_blanknode_objects.nt": "triples without a label",
    },
    "homosaurus": {
        "authoritex_homosaurus_fetch_failure.json": "an error with status 500",
        "authoritex_homosaurus_search_results_empty.json": "an empty search",
    },
    "geonames": {
        "authoritex_*": "JSON of a gazetteer, which is no vocabulary and has no source here",
        "bpldc_*": "pages and XML of the gazetteer, and its RDF, in which a place has a name and no label",
        "qa_*": "JSON of the gazetteer",
    },
    "mesh": {"qa_oclcts-*": "Zthes of a service that OCLC has ended"},
}


def read(one: Recorded, folder: Path) -> list[Heading]:
    """The headings of a body, as a file under its own name; every other item has a reason."""
    path = folder / (one.file if not one.path else "body")
    path.write_bytes(one.body)
    try:
        items = list(headings_in(path))
    except SnapshotError:
        return []
    assert all(isinstance(item, Heading) or item.reason for item in items)
    return [item for item in items if isinstance(item, Heading)]


@pytest.mark.parametrize("name", UNREAD)
def test_every_body_is_headings_or_named(name: str, tmp_path: Path) -> None:
    found: dict[str, int] = {}
    for one in recorded(shared("responses", name)):
        headings = read(one, tmp_path)
        found[one.file] = found.get(one.file, 0) + len(headings)
        known, whole = corpus(one.body)
        known |= words(one.body.decode("utf-8", "replace"))  # N-Triples and plain text
        for heading in headings:
            for text in (heading.label, *(text for text, _ in heading.variants)):
                assert [w for w in words(text) - known if squashed(w) not in whole] == [], (one.file, text)
    assert {file for file, number in found.items() if not number} == {
        file for file in found if any(fnmatch(file, pattern) for pattern in UNREAD[name])
    }


def test_mesh_as_text(tmp_path: Path) -> None:
    (one,) = (one for one in recorded(shared("responses", "mesh")) if one.file == "qa_mesh.txt")
    headings = {heading.label: heading for heading in read(one, tmp_path)}
    assert len(headings) == 11
    malaria = headings["Malaria"]
    assert (malaria.identifiers, malaria.file) == ([Identifier("mesh", "D008288")], "topic")
    assert ("Marsh Fever", "en") in malaria.variants
    assert [target.label for target in malaria.broader] == ["Protozoan Infections", "Tropical Diseases"]
    assert malaria.notes[0].startswith("A protozoan disease")


def test_mesh_as_text_that_lacks_a_number_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "q.bin"
    file.write_text(
        "*NEWRECORD\nRECTYPE = Q\nSH = blood\nUI = Q000097\n*NEWRECORD\nRECTYPE = Q\nSH = nameless\n", encoding="utf-8"
    )
    blood, other = headings_in(file)
    assert isinstance(blood, Heading)
    assert (blood.label, blood.file, blood.usage) == ("blood", "subdivision", "general")
    assert not isinstance(other, Heading)
    assert other.reason == "a record without a name or number"
