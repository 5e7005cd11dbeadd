"""No rule raises on any string, lone surrogates and control characters included."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from gate.normalise import dates, identifiers, languages, names, relators, text

#: pieces that steer the rules into their branches, mixed with anything
PIECES = st.one_of(
    st.text(alphabet=st.characters(), max_size=12),
    st.sampled_from(
        [
            *(
                "<i>",
                "</mml:math>",
                "<math>",
                "&lt;",
                "&#xD800;",
                "&amp;amp;",
                "<![CDATA[",
                "\\'{",
                "\\alpha",
                "$x$",
                "$",
                "{",
                "}",
            ),
            *(
                " and ",
                ", ",
                "; ",
                " et al.",
                "Jr.",
                "van der ",
                "(",
                ")",
                "1899",
                "-",
                "?",
                "~",
                "XX",
                "/",
                "..",
                "[",
                "]",
                "ca. ",
            ),
            *("10.", "10.1000/", "https://doi.org/", "arXiv:", "978", "0000-0002-1825-0097", "\ud800", "\udfff", "\x98", "\x9c"),
            *("Ã©", "â€™", "May ", " B.C.", "century", "MDCC", "ﬁ", "ß", "İ", "\u0301", "\u200b", "١٢", "漢", "한", "ค"),
        ]
    ),
)
TEXTS = st.lists(PIECES, max_size=6).map("".join)


@settings(max_examples=300)
@given(TEXTS)
@example("\ud800")
@example("")
@example("9" * 5000)
@example("(" * 500)
@example("{" * 500 + "\\'" * 200)
def test_every_rule(sample: str) -> None:
    assert isinstance(text.clean(sample), str)
    assert isinstance(text.key(sample), str)
    assert all(text.tokens(sample)) or not text.tokens(sample)
    text.script(sample)
    text.transliterate(sample)
    names.parse(sample)
    names.parse(sample, family=sample, given=sample)
    assert all(names.split_list(sample)[0])
    dates.parse(sample)
    languages.code(sample)
    relators.code(sample)
    identifiers.detect(sample)
    for scheme in (*identifiers.SCHEMES, sample):
        found = identifiers.parse(scheme, sample)
        assert found.form_ok == (found.identifier is not None)


@given(TEXTS)
def test_a_key_has_no_marks_and_no_capitals(sample: str) -> None:
    key = text.key(sample)
    assert key == key.strip()
    assert "  " not in key
    assert not any("A" <= c <= "Z" or c in ".,;:!?\"'()[]" for c in key)
