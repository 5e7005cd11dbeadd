"""Text in every encoding that files come in."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.records.readers.plain_text import decoded, lines


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("é".encode(), "é", "utf-8"),
        (codecs.BOM_UTF8 + "é".encode(), "é", "utf-8"),
        (codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), "é", "utf-16-le"),
        (codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), "é", "utf-16-be"),
        (codecs.BOM_UTF32_LE + "é".encode("utf-32-le"), "é", "utf-32-le"),
        ("TY  - x".encode("utf-16-le"), "TY  - x", "utf-16-le"),
        ("TY  - x".encode("utf-16-be"), "TY  - x", "utf-16-be"),
        ("é – ä".encode("cp1252"), "é – ä", "cp1252"),
        ("é ä".encode("latin-1"), "é ä", "cp1252"),
        (b"", "", "utf-8"),
    ],
)
def test_encodings(data: bytes, text: str, encoding: str) -> None:
    found = decoded(data)
    assert (found.text, found.encoding) == (text, encoding)
    assert bool(found.doubt) == (encoding == "cp1252")


def test_a_guess_is_noted_where_it_matters() -> None:
    found = decoded("plain\né".encode("latin-1"))
    assert found.notes("plain") == []
    (note,) = found.notes("é")
    assert (note.code, note.detail) == ("encoding-doubtful", "not valid UTF-8; read as Windows-1252")
    assert decoded(codecs.BOM_UTF16_LE + b"\x00\xd8").doubt == "some characters are not valid UTF-16"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_lines_leave_nothing_out(text: str) -> None:
    found = lines(text)
    assert "".join(text[start:end] for _, start, end in found) == text
    assert [line for line, _, _ in found] == found_by_python(text)


def found_by_python(text: str) -> list[str]:
    unix = text.replace("\r\n", "\n").replace("\r", "\n")
    return unix.removesuffix("\n").split("\n") if unix else []


@given(st.binary())
def test_any_bytes_are_some_text(data: bytes) -> None:
    found = decoded(data)
    assert isinstance(found.text, str)
    assert isinstance(found.raw(found.text), bytes)
