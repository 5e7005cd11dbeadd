"""Identifiers: normal form, form, check digit, what was tidied."""

from __future__ import annotations

import pytest

from gate.model import Identifier
from gate.normalise.identifiers import (
    AS_URL,
    ENTITIES,
    FULL_STOP,
    SCHEMES,
    TRAILING,
    UPPER_CASE,
    VERSION,
    detect,
    equivalents,
    parse,
)

SICI = "10.1175/1520-0477(1996)077<0935:wotwsm>2.0.co;2"


@pytest.mark.parametrize(
    ("scheme", "text", "value", "notes"),
    [
        ("doi", "10.1038/171737a0", "10.1038/171737a0", []),
        ("doi", "10.1038/171737A0", "10.1038/171737a0", [UPPER_CASE]),
        ("doi", "https://doi.org/10.1038/171737a0.", "10.1038/171737a0", [AS_URL, FULL_STOP]),
        ("doi", "doi: 10.1000/xyz, accessed 2020", "10.1000/xyz", [TRAILING]),
        ("doi", "http://dx.doi.org/10.1000/x?ref=1", "10.1000/x", [AS_URL, TRAILING]),
        ("doi", "10.3319/TAO.2009.05.25.02(IWNOP)", "10.3319/tao.2009.05.25.02(iwnop)", [UPPER_CASE]),
        ("doi", "(10.3319/tao.2009.05.25.02(iwnop))", "10.3319/tao.2009.05.25.02(iwnop)", [TRAILING]),
        ("doi", "10.1016/S0140-6736(97)11096-0", "10.1016/s0140-6736(97)11096-0", [UPPER_CASE]),
        ("doi", "10.1175/1520-0477(1996)077<0935:WOTWSM>2.0.CO;2", SICI, [UPPER_CASE]),
        ("doi", "10.1175/1520-0477(1996)077&lt;0935:wotwsm&gt;2.0.co;2", SICI, [ENTITIES]),
        ("doi", "https://doi.org/10.1175/1520-0477(1996)077%3C0935:wotwsm%3E2.0.co;2", SICI, [AS_URL]),
        ("doi", "10.5555", None, []),
        ("doi", "not a doi", None, []),
        ("arxiv", "arXiv:1706.03762v5", "1706.03762", [VERSION]),
        ("arxiv", "https://arxiv.org/pdf/1706.03762.pdf", "1706.03762", [AS_URL]),
        ("arxiv", "arXiv preprint arXiv:1706.03762 [cs.CL]", "1706.03762", []),
        ("arxiv", "math.GT/0309136v2", "math/0309136", [VERSION]),
        ("arxiv", "10.48550/arXiv.1706.03762", "1706.03762", []),
        ("arxiv", "1713.03762", None, []),
        ("pmid", "PMID: 12345678", "12345678", []),
        ("pmid", "https://pubmed.ncbi.nlm.nih.gov/12345678/", "12345678", [AS_URL]),
        ("pmid", "12a", None, []),
        ("pmcid", "PMC123456", "PMC123456", []),
        ("pmcid", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123456/", "PMC123456", [AS_URL]),
        ("isbn", "978-3-16-148410-0", "9783161484100", []),
        ("isbn", "3-16-148410-X", "9783161484100", []),
        ("isbn", "0-306-40615-2 (pbk.)", "9780306406157", [TRAILING]),
        ("isbn", "12345", None, []),
        ("issn", "1798-7105 ;", "1798-7105", [TRAILING]),
        ("issn", "ISSN 2049-3630", "2049-3630", []),
        ("orcid", "https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097", [AS_URL]),
        ("orcid", "0000 0002 1825 0097", "0000-0002-1825-0097", []),
        ("orcid", "0000-0003-2680-005x", "0000-0003-2680-005X", []),
        ("orcid", "0000-0002-1825-009", None, []),
        ("isni", "0000 0001 2103 2683", "0000000121032683", []),
        ("viaf", "http://viaf.org/viaf/102333412/", "102333412", [AS_URL]),
        ("gnd", "(DE-588)118540238", "118540238", []),
        ("gnd", "https://d-nb.info/gnd/4066562-8", "4066562-8", [AS_URL]),
        ("lccn", "n 79021164", "n79021164", []),
        ("lccn", "85-2", "85000002", []),
        ("lccn", "2001-000002", "2001000002", []),
        ("lccn", "75-425165//r75", "75425165", []),
        ("oclc", "(OCoLC)ocm00012345", "12345", []),
        ("wikidata", "http://www.wikidata.org/entity/Q42", "Q42", [AS_URL]),
        ("wikidata", "q42", "Q42", []),
        ("url", "HTTP://Example.org/A", "http://example.org/A", []),
        ("anything", "kept as it is", "kept as it is", []),
    ],
)
def test_normal_form(scheme: str, text: str, value: str | None, notes: list[str]) -> None:
    found = parse(scheme, text)
    assert (found.identifier.value if found.identifier else None) == value
    assert found.form_ok == (value is not None)
    assert [note for note in found.note.split("; ") if note] == notes


@pytest.mark.parametrize(
    ("scheme", "text", "valid"),
    [
        *(("orcid", "0000-0000-0000-0000", False), ("orcid", "0000-0000-0000-0001", True)),
        *(
            ("orcid", "0000-0003-2680-0055", False),
            ("orcid", "0000-0003-2680-0025", True),
            ("orcid", "0000-0003-2680-005X", True),
        ),
        *(
            ("isbn", "9783161484100", True),
            ("isbn", "9783161484101", False),
            ("isbn", "316148410X", True),
            ("isbn", "3161484101", False),
        ),
        *(("issn", "1798-7105", True), ("issn", "1798-7106", False), ("isni", "0000000121032683", True)),
        *(("doi", "10.1000/1", None), ("pmid", "1", None)),
    ],
)
def test_check_digits(scheme: str, text: str, valid: bool | None) -> None:
    assert parse(scheme, text).check_ok is valid


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.1038/171737a0", Identifier("doi", "10.1038/171737a0")),
        ("https://orcid.org/0000-0002-1825-0097", Identifier("orcid", "0000-0002-1825-0097")),
        ("http://id.loc.gov/authorities/subjects/sh85129426.html", Identifier("lccn", "sh85129426")),
        ("https://www.worldcat.org/oclc/12345", Identifier("oclc", "12345")),
        ("http://example.org/x", Identifier("iri", "http://example.org/x")),
        ("978-3-16-148410-0", Identifier("isbn", "9783161484100")),
        ("ISSN 2049-3630", Identifier("issn", "2049-3630")),
        ("(DE-588)118540238", Identifier("gnd", "118540238")),
        ("arXiv:1706.03762v1", Identifier("arxiv", "1706.03762")),
        ("Q42", Identifier("wikidata", "Q42")),
        ("hello", None),
        ("", None),
        ("12345678", None),
    ],
)
def test_detection(text: str, expected: Identifier | None) -> None:
    found = detect(text)
    assert (found.identifier if found else None) == expected


def test_equivalents() -> None:
    arxiv, doi = Identifier("arxiv", "1706.03762"), Identifier("doi", "10.48550/arxiv.1706.03762")
    assert doi in equivalents(arxiv)
    assert arxiv in equivalents(doi)
    assert arxiv in equivalents(Identifier("doi", "10.48550/arxiv.1706.03762v5"))
    assert Identifier("isni", "0000000218250097") in equivalents(Identifier("orcid", "0000-0002-1825-0097"))
    assert Identifier("doi", "10.1/x") not in equivalents(arxiv)
    assert Identifier("wikidata", "Q42") in equivalents(Identifier("iri", "http://www.wikidata.org/entity/Q42"))


def test_normal_forms_are_stable() -> None:
    samples = {
        "doi": SICI,
        "pmid": "12345678",
        "pmcid": "PMC123456",
        "arxiv": "1706.03762",
        "isbn": "9783161484100",
        "issn": "2049-3630",
        "orcid": "0000-0002-1825-0097",
        "isni": "0000000121032683",
        "viaf": "102333412",
        "gnd": "4066562-8",
        "lccn": "n79021164",
        "oclc": "12345",
        "wikidata": "Q42",
        "fast": "849374",
        "mesh": "D002415",
        "url": "http://example.org/A",
    }
    assert set(samples) == SCHEMES
    for scheme, value in samples.items():
        found = parse(scheme, value)
        assert found.identifier is not None
        assert (found.identifier.value, found.note) == (value, "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10/gf5wbp", "10/gf5wbp"),
        ("https://doi.org/10/GF5WBP", "10/gf5wbp"),
        ("doi:10/abc", "10/abc"),
        ("10/", ""),
        ("https://doi.org/gf5wbp", ""),
    ],
)
def test_a_short_doi_is_sound_and_no_doi(text: str, value: str) -> None:
    found = parse("doi", text)
    assert found.identifier == (Identifier("shortdoi", value) if value else None)
    assert found.form_ok is bool(value)
