"""Rule sets: what comes with the gate loads, and whatever is wrong in a file is refused with its line."""

from __future__ import annotations

import hashlib
import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gate.decision import rules
from gate.decision.names import SCORE_NAMES
from gate.decision.rules import Limit
from gate.decision.rules_reading import RULE_KEYS
from gate.errors import RulesError
from gate.findings import FINDINGS, finding
from gate.locations import data_folder
from gate.model import Kind, Severity, Tier
from gate.properties import properties_of
from tests.decision.rule_files import DEFAULT, SHIPPED, Writer, refusal

# what comes with the gate


def test_the_rule_sets_that_come_with_the_gate_are_listed_with_their_titles() -> None:
    listed = rules.available()
    assert tuple(info.name for info in listed) == SHIPPED
    for info in listed:
        assert info.title == rules.load(info.name).title
        assert info.path.is_file()


@pytest.mark.parametrize("name", SHIPPED)
def test_each_of_them_loads_and_has_nothing_wrong(name: str) -> None:
    loaded = rules.load(name)
    assert rules.check(name) == ()
    assert loaded.name == name
    assert Path(loaded.file).name == f"{name}.toml"
    assert loaded.coverage_min > 0
    assert loaded.anchor_required
    assert all(loaded.sources[kind] for kind in Kind)
    assert all(loaded.required_supported[kind] for kind in Kind)
    assert Severity.VIOLATION in loaded.blocking


def test_the_default_says_what_the_documentation_says() -> None:
    loaded = rules.load("default")
    assert {limit.score: limit.max for limit in loaded.limits} == {
        "fabrication_strict": 0.0,
        "citation_strict": 0.0,
        "citation_permissive": 0.2,
        "citation_omission": 0.5,
        "omission": 0.5,
        "divergence": 0.5,
    }
    assert loaded.coverage_min == 0.6
    assert loaded.blocking == {Severity.VIOLATION}
    assert loaded.required_supported[Kind.WORK] == {"title", "creators", "date", "doi", "isbn", "pmid", "arxiv"}
    assert loaded.required_supported[Kind.AGENT] == {"name", "birth", "death", "influenced_by"}
    assert loaded.weights[Kind.WORK]["title"] == 0.88
    assert loaded.demanded <= set(SCORE_NAMES)


def test_the_default_gives_every_finding_the_tier_of_the_catalogue() -> None:
    loaded = rules.load("default")
    assert dict(loaded.tiers) == {code: entry.tier for code, entry in FINDINGS.items()}
    assert "[tiers]" in DEFAULT


def test_the_profiles_differ_from_the_default_in_the_direction_of_their_names() -> None:
    default, strict, lenient = (rules.load(name) for name in ("default", "strict", "lenient"))
    assert strict.coverage_min > default.coverage_min > lenient.coverage_min
    for limit in default.limits:
        hard, soft = strict.limit(limit.score), lenient.limit(limit.score)
        assert hard is not None
        assert soft is not None
        assert hard.max <= limit.max <= soft.max
    assert strict.blocking > default.blocking == lenient.blocking
    for kind in Kind:
        assert strict.required_supported[kind] >= default.required_supported[kind] >= lenient.required_supported[kind]
        assert strict.sources[kind] == default.sources[kind] == lenient.sources[kind]


def test_a_limit_knows_its_line() -> None:
    limit = rules.load("default").limit("citation_permissive")
    assert limit is not None
    assert DEFAULT.splitlines()[limit.line - 1].startswith("citation_permissive = 0.2")
    assert limit.rule == "limits.citation_permissive"
    assert rules.load("default").limit("edge_fabrication") is None


def test_the_hash_is_that_of_the_bytes_of_the_chain(rule_file: Writer) -> None:
    base = data_folder("rules") / "default.toml"
    path = Path(rule_file("coverage_min = 0.7\n"))
    assert rules.load("default").sha256 == hashlib.sha256(base.read_bytes()).hexdigest()
    assert rules.load(str(path)).sha256 == hashlib.sha256(base.read_bytes() + path.read_bytes()).hexdigest()


def test_a_rule_set_travels_to_another_process_and_has_a_hash() -> None:
    loaded = rules.load("strict")
    assert pickle.loads(pickle.dumps(loaded)) == loaded
    assert hash(loaded) == hash(rules.load("strict"))


# own files


def test_an_own_file_changes_only_what_it_gives(rule_file: Writer) -> None:
    default = rules.load("default")
    loaded = rules.load(rule_file('title = "Ours"\n[limits]\nomission = 0.9\n[weights.work]\nissn = 0\ntitle = 1\n'))
    assert loaded.title == "Ours"
    assert loaded.name == "own"
    assert loaded.limit("omission") == Limit("omission", 0.9, 4, loaded.file)
    assert loaded.limit("divergence") == default.limit("divergence")
    assert "issn" not in loaded.weights[Kind.WORK]
    assert loaded.weights[Kind.WORK]["title"] == 1
    assert loaded.weights[Kind.AGENT] == default.weights[Kind.AGENT]
    assert replace(loaded, title="", name="", file="", sha256="", limits=(), weights={}) == replace(
        default, title="", name="", file="", sha256="", limits=(), weights={}
    )


def test_lists_are_replaced_and_codes_are_moved(rule_file: Writer) -> None:
    loaded = rules.load(
        rule_file(
            '[required_supported]\nwork = ["title"]\n[tiers]\nidentity = ["shape-other"]\n'
            '[severities]\ninfo = ["shape-date-form"]\n'
        )
    )
    assert loaded.required_supported[Kind.WORK] == {"title"}
    assert loaded.required_supported[Kind.AGENT] == {"name", "birth", "death", "influenced_by"}
    assert loaded.tier_of("shape-other") is Tier.IDENTITY
    assert loaded.tier_of("title-contradicted") is Tier.IDENTITY
    assert loaded.severity_of("shape-date-form") is Severity.INFO
    assert loaded.severity_of("shape-check-digit") is FINDINGS["shape-check-digit"].severity


def test_a_file_may_extend_another_file_beside_it(rule_file: Writer) -> None:
    rule_file("coverage_min = 0.8\nrise_share = 0.4\n", "base.toml")
    loaded = rules.load(rule_file('extends = "base.toml"\nrise_share = 0.3\n', "child.toml", alone=True))
    assert (loaded.coverage_min, loaded.rise_share, loaded.top_share) == (0.8, 0.3, rules.load("default").top_share)


def test_own_shapes_are_seen_from_the_file_that_names_them(rule_file: Writer, tmp_path: Path) -> None:
    (tmp_path / "shapes").mkdir()
    for file in ("shapes/a.ttl", "one.ttl"):
        (tmp_path / file).write_text("# no shapes\n")
    rule_file('shapes = ["shapes", "one.ttl"]\n', "base.toml")
    (tmp_path / "below").mkdir()
    child = rule_file('extends = "../base.toml"\n', "below/child.toml", alone=True)
    assert [p.resolve() for p in rules.load(child).shapes] == [tmp_path / "shapes", tmp_path / "one.ttl"]
    assert rules.check(child) == ()


def test_own_shapes_that_cannot_be_used_are_refused_when_the_rules_are_loaded(rule_file: Writer, tmp_path: Path) -> None:
    (tmp_path / "bad.ttl").write_text("\n<a> <b> .\n")
    path = rule_file('shapes = ["bad.ttl"]\n')
    error = refusal(path)
    assert (Path(error.file).name, error.line) == ("bad.ttl", 2)
    assert "not valid Turtle" in str(error)
    (problem,) = rules.check(path)
    assert (Path(problem.file).name, problem.line) == ("bad.ttl", 2)
    assert str(problem) == str(error)


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbfextends = 'default'\r\n\r\ncoverage_min = 2\r\n")
    assert refusal(str(path)).line == 3


# what is refused, with its line; the first line of each file is: extends = "default"

REFUSED = {
    "unknown key": ("coverage_minimum = 0.5", 2, "did you mean 'coverage_min'"),
    "unknown table": ("\n\n[limit]\nomission = 1", 4, "did you mean 'limits'"),
    "unknown score": ("[limits]\nomission = 0.5\nomision = 0.4", 4, "did you mean 'omission'"),
    "unknown score, dotted": ("title = 'x'\nlimits.omision = 0.4", 3, "unknown score 'omision'"),
    "unknown kind": ("[weights]\nbook.title = 1", 3, "unknown kind 'book'"),
    "property of another kind": ("[weights.agent]\nname = 1\n\ntitle = 1", 5, "unknown property of a agent 'title'"),
    "required of another kind": (
        "[required_present]\nconcept = [\n 'heading',\n 'doi',\n]",
        5,
        "unknown property of a concept 'doi'",
    ),
    "unknown code": ("tolerated_codes = [\n  'shape-other', # fine\n  'shape-odd',\n]", 4, "did you mean 'shape-other'"),
    "unknown severity": ("blocking = ['error']", 2, "known: info, violation, warning"),
    "unknown tier": ("[tiers]\nserious = []", 3, "unknown tier"),
    "unknown code in a tier": ("[tiers]\nidentity = ['x']", 3, "unknown finding code 'x'"),
    "demanded score that does not exist": ("demanded = ['fabrication_strict',\n'fabrication']", 3, "unknown score 'fabrication'"),
    "text for a number": ("coverage_min = '0.5'", 2, "coverage_min must be a number from 0 to 1, not a text"),
    "bool for a number": ("[limits]\nomission = true", 3, "must be a number from 0 to 1, not true or false"),
    "number for a bool": ("anchor_required = 1", 2, "must be true or false, not a number"),
    "number for a text": ("title = 3", 2, "title must be a text"),
    "empty text": ("title = '  '", 2, "title is empty"),
    "date for a number": ("rise_share = 2026-11-30", 2, "not a date or time"),
    "table for a list": ("[blocking]\nx = 1", 2, "must be a list of texts, not a table"),
    "list for a table": ("limits = []", 2, "must be a table, not a list"),
    "array of tables for a table": ("[[limits]]\nscore = 'omission'", 2, "must be a table, not a list"),
    "number in a list": ("blocking_codes = ['shape-other',\n\n 7]", 4, "must be a text, not a number"),
    "empty name": ("[sources]\nwork = ['works', '']", 3, "holds an empty text"),
    "name twice": ("[sources]\nwork = ['works',\n 'works']", 4, "names 'works' twice"),
    "over 1": ("coverage_min = 1.01", 2, "not 1.01"),
    "under 0": ("[limits]\nomission = -1", 3, "not -1"),
    "not a number": ("[limits]\nomission = nan", 3, "not nan"),
    "infinite": ("[limits]\nomission = inf", 3, "not inf"),
    "huge": ("[limits]\nomission = 1" + "0" * 400, 3, "a number of many digits"),
    "too huge to read": ("[limits]\nomission = 1" + "0" * 5000, 3, "number too long"),
    "key twice": ("coverage_min = 0.5\ntop_share = 0.5\ncoverage_min = 0.6", 4, "given twice"),
    "limit twice": ("[limits]\nomission = 0.5\nomission = 0.6", 4, "given twice"),
    "table twice": ("[limits]\nomission = 0.5\n\n[limits]\ndivergence = 0.6", 5, "given twice"),
    "key twice, inline": ("limits = { omission = 0.5, omission = 0.6 }", 2, "given twice"),
    "code in two tiers": (
        "[tiers]\nidentity = ['shape-other']\nepistemic = ['shape-other']",
        4,
        "stands under 'identity' too (line 3)",
    ),
    "not TOML": ("coverage_min 0.5", 2, "not valid TOML"),
    "unfinished": ("blocking = [", 2, "not valid TOML"),
    "bad escape": ('title = "\\x"', 2, "not valid TOML"),
    "impossible date": ("title = 'x'\nrise_share = 2026-13-45", 3, "not valid TOML"),
    "nothing checked": ("coverage_min = 0", 2, "of which nothing was checked"),
    "no centre": ("top_share = 0.0", 2, "no node"),
    "strict over permissive": ("[limits]\ncitation_strict = 0.3", 3, "is above limits.citation_permissive (0.2"),
    "strict over permissive, both": (
        "[limits]\nfabrication_strict=0.2\nfabrication_permissive = 0.1",
        3,
        "never reached",
    ),
    "tolerated and blocking": (
        "blocking_codes = ['shape-other']\ntolerated_codes = ['shape-other']",
        3,
        "both in blocking_codes (line 2)",
    ),
    "tolerated though unchecked": ("tolerated_codes = ['record-not-checked']", 2, "not checked"),
    "light though unchecked": ("[severities]\ninfo = ['anchor-not-assessed']", 3, "must stay a violation"),
    "no anchor, and yet blocking": ("anchor_required = false", 2, "add it to tolerated_codes"),
    "prose required": ("[required_supported]\nwork = ['title', 'abstract']", 3, "is prose"),
    "citations required": ("[required_supported]\nwork = ['citations']", 3, "limits on citation scores"),
    "weight of citations": ("[weights.work]\ncitations = 0.5", 3, "limits.citation_omission"),
    "no such shapes": ("\nshapes = ['odd.ttl']", 3, "no file or folder 'odd.ttl'"),
    "no such base": ("", 1, "extends: no rule set 'odd'"),
    "no such base file": ("", 1, "No such file"),
    "itself": ("", 1, "leads back to itself"),
}
BASES = {"no such base": "odd", "no such base file": "odd.toml", "itself": "own.toml"}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_meant_is_refused_with_its_line(what: str, rule_file: Writer) -> None:
    text, line, message = REFUSED[what]
    base = BASES.get(what, "default")
    error = refusal(rule_file(f'extends = "{base}"\n{text}\n', alone=True))
    assert message in str(error)
    assert error.line == line
    assert error.file.endswith("own.toml")
    assert error.exit_code == 2


def test_a_loop_over_two_files_is_refused(rule_file: Writer) -> None:
    first = rule_file('extends = "second.toml"', "first.toml", alone=True)
    rule_file('\nextends = "first.toml"', "second.toml", alone=True)
    error = refusal(first)
    assert (Path(error.file).name, error.line) == ("second.toml", 2)


def test_a_fault_in_the_base_is_reported_in_the_base(rule_file: Writer) -> None:
    rule_file("\n\ncoverage_min = 7", "base.toml")
    error = refusal(rule_file('extends = "base.toml"\n', alone=True))
    assert (Path(error.file).name, error.line) == ("base.toml", 4)


def test_a_contradiction_with_the_base_is_reported_where_it_is_made(rule_file: Writer) -> None:
    rule_file("blocking_codes = ['shape-other']\n", "base.toml")
    error = refusal(rule_file('extends = "base.toml"\n\ntolerated_codes = ["shape-other"]\n', alone=True))
    assert (Path(error.file).name, error.line) == ("own.toml", 3)


def test_a_file_that_stands_alone_must_give_every_rule(rule_file: Writer) -> None:
    path = rule_file('title = "Thin"\ncoverage_min = 0.5\n', alone=True)
    missing = {problem.message.split()[0] for problem in rules.check(path)}
    assert missing >= {"anchor_required", "limits", "blocking", "required_supported", "weights", "sources", "rise_share"}
    assert "title" not in missing
    assert "coverage_min" not in missing
    assert rules.load(rule_file(DEFAULT, "copy.toml", alone=True)).limits[0].max == 0


def test_without_any_weight_a_limit_on_omission_is_refused(rule_file: Writer) -> None:
    zero = "\n".join(f"{kind}.{p.name} = 0" for kind in Kind for p in properties_of(kind) if p.name != "citations")
    error = refusal(rule_file(f"[weights]\n{zero}\n"))
    assert "nothing to measure" in str(error)


def test_an_anchor_may_be_waived_when_its_findings_are_tolerated(rule_file: Writer) -> None:
    loaded = rules.load(rule_file("anchor_required = false\ntolerated_codes = ['anchor-absent', 'anchor-ambiguous']\n"))
    assert not loaded.anchor_required
    assert not loaded.blocks(finding("anchor-absent", "", detail="work"))


def test_check_lists_every_problem_at_once_and_load_counts_them(rule_file: Writer) -> None:
    path = rule_file("coverage_min = 2\nodd = 1\n[limits]\nomission = 'x'\n")
    problems = rules.check(path)
    assert [problem.line for problem in problems] == [2, 3, 5]
    assert str(problems[0]).startswith(f"{path}:2: coverage_min must be")
    assert "(2 more: gate rules check" in str(refusal(path))


@pytest.mark.parametrize("name", ["odd", "", "\0.toml", "no/such/file.toml", "\ud800.toml"])
def test_no_such_rule_set_is_said_plainly(name: str) -> None:
    for call in (rules.load, rules.check):
        with pytest.raises(RulesError):
            call(name)


def test_a_folder_and_a_large_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "large.toml").write_text("# " + "x" * rules.MAX_BYTES)
    for name, words in (("folder.toml", "directory"), ("large.toml", "larger than")):
        assert words in str(refusal(str(tmp_path / name)))


@pytest.mark.parametrize("data", [b"\xff\xfe", b"title = 'x'\n\ntop_share = '\xe9'\n"])
def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "own.toml").write_bytes(data)
    error = refusal(str(tmp_path / "own.toml"))
    assert "not UTF-8" in str(error)
    assert error.line == (3 if b"\n" in data else 1)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000, "limits = " + "{a=" * 5000, ".".join("a" * 9000) + " = 1", "[" + ".".join("a" * 9000) + "]"]
)
def test_deep_nesting_is_refused(rule_file: Writer, text: str) -> None:
    refusal(rule_file(text, alone=True))


# documentation


def test_every_key_is_documented_and_stands_in_the_default() -> None:
    text = (data_folder("rules").parent / "docs" / "rules.md").read_text(encoding="utf-8")
    for key in RULE_KEYS:
        assert f"`{key}`" in text, key
        assert key in DEFAULT or key == "evidence", key  # that is of the one set it stands in
    for score in SCORE_NAMES:
        assert f"`{score}`" in text, score


def test_the_table_of_weights_is_that_of_the_default() -> None:
    text = (data_folder("rules").parent / "docs" / "rules.md").read_text(encoding="utf-8")
    listed = {
        (kind, name): float(w) for kind, name, w in re.findall(r"^\| (\w+) \| `(\w+)` \| (\d\.\d\d) \|", text, re.MULTILINE)
    }
    weights = rules.load("default").weights
    assert listed == {(kind.value, name): weight for kind in Kind for name, weight in weights[kind].items()}
