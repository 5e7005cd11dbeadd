"""Lines that fit, and values that cannot steer a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.report.terminal import ELLIPSIS, Layout, safe, shorten, width, wrap

ANY_TEXT = st.text(st.characters(codec=None, categories=None))


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2J\x1b]0;owned\x07", "<U+001B>[2J<U+001B>]0;owned<U+0007>"),
        ("\x9b31m", "<U+009B>31m"),
        ("evil\u202egpj.exe", "evil<U+202E>gpj.exe"),
        ("a\u2066b\u2069", "a<U+2066>b<U+2069>"),
        ("\ud800", "<U+D800>"),
        ("a\u00adb\ufeff", "a<U+00AD>b<U+FEFF>"),
        ("tag\U000e0041", "tag<U+E0041>"),
        ("two\r\nlines\tand\u2028more", "two lines and more"),
        ("\x7f\x08", "<U+007F><U+0008>"),
    ],
)
def test_hostile_characters_are_written_out(hostile: str, shown: str) -> None:
    assert safe(hostile) == shown


@pytest.mark.parametrize("honest", ["Łukasiewicz, Jan", "می\u200cخواهم", "क्\u200dष", "王維", "العربية", "e\u0301tude", "👩🏽"])
def test_honest_text_is_left_alone(honest: str) -> None:
    assert safe(honest) == honest


@given(ANY_TEXT)
def test_nothing_left_can_steer(text: str) -> None:
    left = {unicodedata.category(c) for c in safe(text) if c not in "\u200c\u200d"}
    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    safe(text).encode("utf-8")


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("王維", 4), ("e\u0301", 1), ("ﾊﾝｶｸ", 4), ("", 0), ("a\u200db", 2)])
def test_width_is_counted_as_a_terminal_does(text: str, columns: int) -> None:
    assert width(text) == columns


def test_a_long_value_keeps_both_ends() -> None:
    assert shorten("abcdefghijklmnopqrstuvwxyz", 14) == f"abcdef{ELLIPSIS}xyz"
    assert shorten("short", 5) == "short"


@given(st.text(), st.integers(10, 60))
def test_shortened_text_fits(text: str, limit: int) -> None:
    text = safe(text)
    short = shorten(text, limit)
    assert width(short) <= limit
    assert short == text or width(text) > limit


@given(st.text(), st.integers(8, 60))
def test_wrapped_lines_fit_and_lose_nothing(text: str, columns: int) -> None:
    text = safe(text)
    lines = wrap(text, columns)
    assert all(width(line) <= columns for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(ANY_TEXT, ANY_TEXT, st.integers(40, 120), st.integers(0, 6), st.integers(1, 4))
def test_a_field_fits(label: str, value: str, columns: int, indent: int, lines: int) -> None:
    made = Layout(columns).field(label[:5], value, indent, lines)
    assert len(made) <= lines + 1  # a label as wide as its column stands alone
    assert all(width(line) <= max(columns, indent + 16 + 40) for line in made)
    assert bool(made) == bool(safe(value))


def test_a_word_is_coloured_only_where_colour_is_on_and_stays_readable() -> None:
    assert Layout(80).field("REVIEW", "x") == ["REVIEW  x"]
    assert Layout(80, colour=True).field("REVIEW", "x") == ["\x1b[33mREVIEW\x1b[0m  x"]
    assert Layout(80, colour=True).field("given", "x") == ["given   x"]
