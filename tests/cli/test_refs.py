"""gate refs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import gate

SHIPPED = ["philosophers", "thesaurus", "thesaurus-supplement", "works"]
CSL = [
    {
        "id": "a1",
        "type": "article-journal",
        "title": "On the weight of small books",
        "DOI": "10.1234/abc",
        "author": [{"family": "Doe", "given": "J."}],
        "issued": {"date-parts": [[2001]]},
    }
]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path / "cache"


@pytest.fixture
def csl(tmp_path: Path) -> Path:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(CSL))
    return file


def test_list_names_every_snapshot_with_its_date(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "refs", "list")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines() if "live" not in line] == SHIPPED
    assert all(", shipped, " in line and " of 20" in line for line in ran.out.splitlines() if "live" not in line)


def test_list_names_every_live_service_and_whether_it_is_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATE_GND_ENABLED", "false")
    live = [line.split(maxsplit=1) for line in gate(capsys, "refs", "list").out.splitlines() if " live" in line]
    assert {name for name, _ in live} >= {"crossref", "wikidata", "locgov", "gnd", "getty"}
    assert [name for name, words in live if words == "live, switched off: lobid.org"] == ["gnd"]
    assert [words for name, words in live if name == "viaf"] == ["live: viaf.org"]


def test_info_tells_source_date_licence_counts_and_checksums(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "refs", "info", "works")
    rows = dict(line.split(maxsplit=1) for line in ran.out.splitlines()[1:])
    assert ran.code == 0
    assert {"title", "kinds", "role", "source", "retrieved", "licence", "counts", "complete", "built", "folder", "file"} == set(
        rows
    )
    assert "sha256" in rows["file"]


def test_import_list_info_verify_remove(capsys: pytest.CaptureFixture[str], csl: Path, own_cache: Path) -> None:
    arguments = [
        "--name",
        "ours",
        "--title",
        "Our works",
        "--retrieved",
        "2026-01-02",
        "--licence",
        "CC0-1.0",
        "--role",
        "oracle",
    ]
    ran = gate(
        capsys, "refs", "import", csl, *arguments, "--complete-for", "identifiers:doi:10.1234/", "--source", "the union list"
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("ours: 1 entities, ")
    assert "Our works: 1 works of 2026-01-02, your own, oracle" in gate(capsys, "refs", "list").out
    told = " ".join(gate(capsys, "refs", "info", "ours").out.split())
    for part in ("source the union list", "licence CC0-1.0", "complete identifiers:doi:10.1234/"):
        assert part in told
    assert gate(capsys, "refs", "verify", "ours").out == "ours: sound\n"
    assert gate(capsys, "refs", "import", csl, "--name", "ours").code == 2  # it is there already
    assert gate(capsys, "refs", "import", csl, "--name", "ours", "--replace").code == 0
    removed = gate(capsys, "refs", "remove", "ours")
    assert (removed.code, removed.out) == (0, f"removed {own_cache / 'snapshots' / 'ours'}\n")
    assert "ours" not in gate(capsys, "refs", "list").out


def test_verify_names_every_fault_and_goes_on(capsys: pytest.CaptureFixture[str], csl: Path, own_cache: Path) -> None:
    gate(capsys, "refs", "import", csl, "--name", "ours")
    gate(capsys, "refs", "import", csl, "--name", "theirs")
    data = next(file for file in (own_cache / "snapshots" / "ours").iterdir() if file.suffix == ".gz" or "json" in file.name)
    data.write_bytes(data.read_bytes()[:-9] + b"damaged!\n")
    ran = gate(capsys, "refs", "verify", "ours", "theirs")
    assert ran.code == 2
    assert ran.out == "ours: damaged\ntheirs: sound\n"
    assert str(data) in ran.err


def test_a_damaged_manifest_is_listed_with_its_fault(capsys: pytest.CaptureFixture[str], csl: Path, own_cache: Path) -> None:
    gate(capsys, "refs", "import", csl, "--name", "ours")
    (own_cache / "snapshots" / "ours" / "manifest.toml").write_text("name = ")
    assert "cannot be used: " in gate(capsys, "refs", "list").out
    ran = gate(capsys, "refs", "verify", "ours")
    assert (ran.code, ran.out) == (2, "ours: damaged\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["info", "nix"], "gate: no snapshot is called 'nix'"),
        (["verify", "nix"], "gate: no snapshot is called 'nix'"),
        (["remove", "works"], "gate: 'works' comes with the package"),
        (["import", "/none.json", "--name", "ours"], "gate: /none.json: "),
        (["import", "/none.json"], "gate: Missing option '--name'"),
        (["import", "/none.json", "--name", "ours", "--kind", "wrok"], "gate: --kind: 'wrok' is none of work, agent, concept"),
        (["import", "/none.json", "--name", "ours", "--role", "judge"], "gate: --role: 'judge' is none of reference, oracle"),
    ],
)
def test_a_bad_call_is_one_line_and_2(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    ran = gate(capsys, "refs", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(message)
    assert ran.err.count("\n") == 1


def test_publish_a_snapshot(capsys: pytest.CaptureFixture[str], csl: str) -> None:
    from tests.authorities.opensearch import opensearch

    gate(capsys, "refs", "import", csl, "--name", "ours")
    with opensearch() as engine:
        done = gate(capsys, "refs", "publish", "ours", "--to", engine.url)
        assert (done.code, "entities published" in done.out) == (0, True)
        assert "gate-ours" in engine.aliases
    refused = gate(capsys, "refs", "publish", "ours", "--to", "mysql://user:secret@host/x")
    assert refused.code == 2
    assert "postgresql://" in refused.err
    assert "secret" not in refused.err
