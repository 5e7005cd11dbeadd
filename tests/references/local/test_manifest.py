"""Manifests: read, checked, written."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.errors import SnapshotError
from gate.model import Kind, Role
from gate.references.local.manifest import MANIFEST_FILE, Completeness, Manifest, load_manifest, manifest_text

GOOD = f"""
name = "tiny"
title = "A few things"
kinds = ["work", "agent"]
role = "oracle"
source = "by hand"
retrieved = "2026-11-30"
licence = "CC0-1.0"
build = "none"
complete_for = ["identifiers:doi:10.5555/", "properties:nouns", "entities:concept"]
counts = {{ entities = 3 }}
files = [{{ name = "tiny.nt.gz", sha256 = "{"0" * 64}" }}]
"""


def load(folder: Path, text: str) -> Manifest:
    (folder / MANIFEST_FILE).write_text(text, encoding="utf-8")
    return load_manifest(folder)


def test_a_manifest_is_read(tmp_path: Path) -> None:
    manifest = load(tmp_path, GOOD)
    assert (manifest.name, manifest.role, manifest.retrieved) == ("tiny", Role.ORACLE, "2026-11-30")
    assert manifest.kinds == frozenset({Kind.WORK, Kind.AGENT})
    assert manifest.paths == (tmp_path / "tiny.nt.gz",)
    assert manifest.info().role == "oracle"
    assert len(manifest.info().sha256) == 64


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    manifest = load(tmp_path, GOOD)
    assert load(tmp_path, manifest_text(manifest)) == manifest


def test_a_toml_date_is_a_date(tmp_path: Path) -> None:
    assert load(tmp_path, GOOD.replace('"2026-11-30"', "2026-11-30")).retrieved == "2026-11-30"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('title = "A few things"\n', "", "title"),
        ('title = "A few things"', "title = 3", "title"),
        ('title = "A few things"', 'title = "t"\nnonsense = 1', "nonsense"),
        ('name = "tiny"', 'name = "../tiny"', "name"),
        ('name = "tiny"', 'name = "Tiny Things"', "name"),
        ('["work", "agent"]', '["work", "cat"]', "kinds"),
        ('["work", "agent"]', "[]", "kinds"),
        ('["work", "agent"]', '"work"', "kinds"),
        ('"oracle"', '"judge"', "role"),
        ("2026-11-30", "last week", "retrieved"),
        ('"2026-11-30"', "2026", "retrieved"),
        ("entities = 3", "entities = -3", "counts"),
        ("entities = 3", "things = 3", "counts"),
        ("identifiers:doi:10.5555/", "everything", "complete_for"),
        ("properties:nouns", "properties:colours", "complete_for"),
        ("entities:concept", "entities:cats", "complete_for"),
        ("tiny.nt.gz", "../tiny.nt.gz", "files"),
        ("0" * 64, "abc", "files"),
        ('files = [{ name = "tiny.nt.gz", sha256 = "' + "0" * 64 + '" }]', "files = []", "files"),
    ],
)
def test_a_fault_names_the_file_and_the_key(tmp_path: Path, old: str, new: str, key: str) -> None:
    assert old in GOOD
    with pytest.raises(SnapshotError) as raised:
        load(tmp_path, GOOD.replace(old, new))
    assert str(raised.value).startswith(f"{tmp_path / MANIFEST_FILE}: {key}: ")


def test_no_file_and_no_toml(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="No such file"):
        load_manifest(tmp_path)
    with pytest.raises(SnapshotError, match="not a TOML file"):
        load(tmp_path, "= nonsense")
    (tmp_path / MANIFEST_FILE).write_bytes(b"\xff\xfe")
    with pytest.raises(SnapshotError, match="not a TOML file"):
        load_manifest(tmp_path)


def test_completeness_covers_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    manifest = load(tmp_path, GOOD)
    assert manifest.covers_identifier("doi", "10.5555/x")
    assert not manifest.covers_identifier("doi", "10.5556/x")
    assert not manifest.covers_identifier("pmid", "10.5555/x")
    assert manifest.covers_kind(Kind.CONCEPT)
    assert not manifest.covers_kind(Kind.WORK)
    assert manifest.complete_properties == {"nouns"}
    assert str(Completeness.parse("identifiers:doi")) == "identifiers:doi"
