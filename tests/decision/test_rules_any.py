"""Whatever a rule file holds, it is a rule set or refused by name: property tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.decision import rules
from gate.decision.rules_reading import RULE_KEYS
from gate.decision.ruleset import RuleSet
from gate.errors import RulesError
from tests.decision.rule_files import DEFAULT, refusal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


def outcome(folder: Path, data: bytes) -> RuleSet | RulesError:
    path = folder / "any.toml"
    path.write_bytes(data)
    problems = rules.check(str(path))
    if problems:
        return refusal(str(path))
    loaded = rules.load(str(path))
    assert loaded.coverage_min > 0
    return loaded


@given(data=st.one_of(st.binary(max_size=80), st.text(max_size=80).map(lambda t: t.encode("utf-8", "surrogatepass"))))
def test_any_bytes_are_a_rule_set_or_refused(folder: Path, data: bytes) -> None:
    outcome(folder, data)


_LINES = DEFAULT.splitlines()
_junk = st.sampled_from(
    [
        "nan",
        "inf",
        "-0.0",
        "true",
        '"x"',
        "[]",
        "{}",
        "1e400",
        "0x10",
        "2026-01-01",
        "[['a']]",
        '"""',
        "[weights]",
        "1" * 5000,
        "\0",
    ]
)


@given(
    at=st.integers(0, len(_LINES) - 1),
    how=st.sampled_from(["drop", "double", "value", "cut", "insert"]),
    junk=_junk,
    extends=st.booleans(),
)
def test_a_damaged_default_is_a_rule_set_or_refused(folder: Path, at: int, how: str, junk: str, extends: bool) -> None:
    line = _LINES[at]
    damaged = {
        "drop": [],
        "double": [line, line],
        "value": [f"{line.partition('=')[0]}= {junk}"],
        "cut": [line[: len(line) // 2]],
        "insert": [line, junk],
    }[how]
    lines = [*(["extends = 'default'"] if extends else []), *_LINES[:at], *damaged, *_LINES[at + 1 :]]
    outcome(folder, "\n".join(lines).encode())


_any_value = st.recursive(
    st.one_of(
        st.floats().map(lambda f: repr(f)),
        st.integers(-2, 2).map(str),
        st.sampled_from(["true", "false", "'default'", "'lenient'", "'shape-other'", "'title'", "'violation'", "07:00:00"]),
    ),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda v: f"[{', '.join(v)}]")
        | st.dictionaries(st.sampled_from(["work", "title", "identity", "info", "omission"]), inner, max_size=3).map(
            lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"
        )
    ),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*RULE_KEYS, "odd", "limits.omission", "weights.work"]), _any_value, max_size=4))
def test_any_values_of_known_keys_are_a_rule_set_or_refused(folder: Path, values: dict[str, str]) -> None:
    outcome(folder, "\n".join(f"{key} = {value}" for key, value in {"extends": "'default'", **values}.items()).encode())
