"""What a rule set answers: does this finding block, which sources should have answered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.decision import rules
from gate.decision.ruleset import ALWAYS_BLOCKING
from gate.findings import FINDINGS, finding
from gate.model import Consultation, Consulted, Kind, Severity
from tests.decision.rule_files import SHIPPED, Writer


def test_blocks_goes_by_severity_and_then_by_code(rule_file: Writer) -> None:
    loaded = rules.load(
        rule_file(
            "blocking_codes = ['citation-duplicate']\ntolerated_codes = ['title-contradicted']\n"
            "[severities]\nviolation = ['creator-order']\ninfo = ['date-contradicted']\n"
        )
    )
    blocked = {code: loaded.blocks(finding(code, "title")) for code in FINDINGS}
    assert blocked["citation-duplicate"]  # a warning, by its code
    assert blocked["creator-order"]  # a warning made a violation
    assert not blocked["title-contradicted"]  # a violation, tolerated
    assert not blocked["date-contradicted"]  # a violation made an info
    assert blocked["heading-contradicted"]
    assert not blocked["value-extra"]


def test_a_finding_keeps_the_severity_that_its_shape_gave_it_unless_a_rule_says_otherwise(rule_file: Writer) -> None:
    default = rules.load("default")
    local = replace(finding("shape-other", "title", detail="x"), severity=Severity.VIOLATION)
    assert default.blocks(local)
    assert default.restate(local).severity is Severity.VIOLATION
    softened = rules.load(rule_file("[severities]\ninfo = ['shape-other']\n"))
    assert not softened.blocks(local)
    assert softened.restate(local).severity is Severity.INFO


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("code", sorted(ALWAYS_BLOCKING))
def test_what_was_not_checked_always_blocks(name: str, code: str) -> None:
    assert rules.load(name).blocks(finding(code, "", detail="x"))


ANSWERED, UNREACHABLE, NOT_ASKED = Consultation.ANSWERED, Consultation.UNREACHABLE, Consultation.NOT_ASKED


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), ("works",)),
        ((("works", ANSWERED),), ()),
        ((("works", NOT_ASKED),), ()),
        ((("works", UNREACHABLE),), ("works",)),
        ((("works", ANSWERED), ("works", UNREACHABLE)), ("works",)),
        ((("works", ANSWERED), ("other", UNREACHABLE)), ("other",)),
        ((("works", ANSWERED), ("other", NOT_ASKED)), ()),
        ((("other", ANSWERED),), ("works",)),
    ],
)
def test_sources_that_should_have_answered_are_named(
    lines: tuple[tuple[str, Consultation], ...], expected: tuple[str, ...]
) -> None:
    consulted = [Consulted(name, state) for name, state in lines]
    assert rules.load("default").unanswered(Kind.WORK, consulted) == expected


_consulted = st.lists(
    st.builds(Consulted, st.sampled_from(["works", "philosophers", "own", "other"]), st.sampled_from(list(Consultation))),
    max_size=6,
)


@given(_consulted, st.sampled_from(list(Kind)), st.data())
def test_losing_a_source_never_makes_fewer_sources_unanswered(lines: list[Consulted], kind: Kind, data: st.DataObject) -> None:
    default = rules.load("default")
    before = default.unanswered(kind, lines)
    lost = data.draw(st.sampled_from(["works", "philosophers", "own", "other"]))
    down = [Consulted(c.source, UNREACHABLE) if c.source == lost else c for c in lines]
    assert set(default.unanswered(kind, down)) >= set(before)
    gone = [c for c in lines if c.source != lost]
    assert set(default.unanswered(kind, gone)) >= set(before) - {lost} | (default.sources[kind] & {lost})
