"""Languages and relators."""

from __future__ import annotations

import pytest

from gate.normalise import languages, relators


@pytest.mark.parametrize(
    "text", ["de", "ger", "deu", "German", "GERMAN", "Deutsch", "de-AT", "http://id.loc.gov/vocabulary/iso639-2/ger"]
)
def test_german(text: str) -> None:
    assert languages.code(text) == "deu"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("fre", "fra"), ("chi", "zho"), ("zh-Hans", "zho"), ("gre", "ell"), ("Greek", "ell"), ("grc", "grc"), ("scr", "hrv")),
        *(
            ("gem", "gem"),
            ("nah", "nah"),
            ("Русский", "rus"),
            ("日本語", "jpn"),
            ("français", "fra"),
            ("qaa", "qaa"),
            ("en_US", "eng"),
        ),
        *(("und", languages.SILENT), ("mul", languages.SILENT), ("zxx", languages.SILENT), ("Undetermined", languages.SILENT)),
        *(("xx", None), ("", None), ("English; French", None), ("Elvish", None), ("\ud800", None)),
    ],
)
def test_languages(text: str, expected: str | None) -> None:
    assert languages.code(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("aut", "aut"), ("Author", "aut"), ("author.", "aut"), ("(Editor)", "edt"), ("ed.", "edt"), ("Hrsg.", "edt")),
        *(("Translator", "trl"), ("Übersetzer", "trl"), ("ill", "ill"), ("Illustrated by", "ill"), ("Film director", "fmd")),
        *(("http://id.loc.gov/vocabulary/relators/edt", "edt"), ("Author of introduction, etc.", "aui"), ("supervisor", "dgs")),
        *(("", None), ("wizard", None), ("zzz", None)),
    ],
)
def test_relators(text: str, expected: str | None) -> None:
    assert relators.code(text) == expected


def test_the_relator_list_is_whole() -> None:
    assert len(relators.TERMS) >= 265
    assert all(len(code) == 3 and term for code, term in relators.TERMS.items())
    assert all(relators.code(term) is not None for term in relators.TERMS.values())
