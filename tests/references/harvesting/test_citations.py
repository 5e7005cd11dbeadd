"""Building a snapshot of the works around one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.errors import SnapshotError, UnreachableError, UsageError
from gate.model import Entity, Found, Identifier
from gate.references import open_sources
from gate.references.harvesting import Citations, build
from gate.references.local import Manifest
from gate.references.local.files import read_entities
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import Authority
from tests.authorities.crossref import crossref_routes, item
from tests.authorities.doi import doi_routes
from tests.authorities.openalex import openalex_routes, openalex_work

ROOT = "10.1234/root"


def references(*dois: str) -> dict[str, object]:
    return {"reference": [{"key": doi, "DOI": doi} for doi in dois], "reference-count": len(dois)}


WORKS = (
    item(ROOT, "The root of it", "Berg, Ann", **references("10.1234/a", "10.1234/b", "10.1234/a,b", "10.5555/elsewhere")),
    item("10.1234/a", "Branch a", "Lind, Bo", **references("10.1234/a1", "10.1234/b", ROOT)),
    item("10.1234/b", "Branch b", "Moe, Cy"),
    item("10.1234/a,b", "Branch with a comma", "Ulv, Di"),
    item("10.1234/a1", "Leaf", "Ek, Eva"),
    item("10.1234/far", "Not cited by any", "Ek, Eva"),
)
OPEN = (
    openalex_work(1, "Branch b", "Cy Moe", doi="10.1234/b", cites=(3, 4)),
    openalex_work(2, "Elsewhere", "Fia Dal", doi="10.5555/elsewhere"),
    openalex_work(3, "Leaf", "Eva Ek", doi="10.1234/a1"),
    openalex_work(4, "A leaf without a DOI", "Gro Holm"),
)


@contextlib.contextmanager
def services(folder: Path) -> Iterator[tuple[Authority, Authority, Settings]]:
    with (
        Authority(crossref_routes(*WORKS)) as crossref,
        Authority(openalex_routes(*OPEN)) as openalex,
        Authority(doi_routes([str(one["DOI"]) for one in WORKS], {})) as doi,
    ):
        urls = (("crossref", crossref), ("openalex", openalex), ("doi", doi))
        sources = tuple(SourceSettings(name, one.url, 1000.0, 8) for name, one in urls)
        yield crossref, openalex, Settings(cache_folder=str(folder), sources=sources, max_attempts=1)


def held(manifest: Manifest) -> dict[str, Entity]:
    return {entity.label: entity for path in manifest.paths for entity in read_entities(path)}


def test_depth_1_is_the_work_and_what_it_cites(tmp_path: Path) -> None:
    with services(tmp_path) as (crossref, openalex, settings):
        manifest = build(Citations(ROOT.upper()), settings, name="around")
        assert set(held(manifest)) == {"The root of it", "Branch a", "Branch b", "Branch with a comma", "Elsewhere"}
        assert manifest.build == f"gate refs build citations {ROOT} --depth 1 --most 5000 --name around"
        assert "Crossref" in manifest.source
        assert len(openalex.asked) == 1  # for the one that Crossref lacks
        assert len(crossref.asked) == 3  # the root, those without a comma together, that with one
    with open_sources(settings, only=["around"]) as sources:
        answer = sources.all[0].by_identifier(Identifier("doi", ROOT))
        assert isinstance(answer, Found)
        graph = sources.all[0].neighbourhood(answer.value.id)
        assert isinstance(graph, Found)
        cites = {(e.source.rpartition("/")[2], e.target.rpartition("/")[2]) for e in graph.value.edges if e.type == "citations"}
        assert {("root", "a"), ("root", "b"), ("a", "b"), ("a", "root")} <= cites


def test_depth_2_goes_on_with_openalex_where_crossref_has_no_references(tmp_path: Path) -> None:
    with services(tmp_path) as (_, _, settings):
        works = held(build(Citations(ROOT, 2), settings, name="around"))
        assert set(works) >= {"Leaf", "A leaf without a DOI"}
        assert "Not cited by any" not in works
        assert [s.value for s in works["Branch b"].all("citations")] == ["Leaf", "A leaf without a DOI"]
        assert works["Branch b"].first("creators") is not None


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    with services(tmp_path) as (_, _, settings):
        manifest = build(Citations(ROOT, most=3), settings, name="around")
        assert dict(manifest.counts) == dict(manifest.counts) | {"entities": 3, "left_out": 2}


def test_a_second_run_after_a_failure_asks_for_the_rest_only(tmp_path: Path) -> None:
    with services(tmp_path) as (crossref, openalex, settings):
        openalex.fault("401")
        with pytest.raises(UnreachableError, match="openalex"):
            build(Citations(ROOT), settings, name="around")
        asked = len(crossref.asked)
        openalex.recover()
        assert len(held(build(Citations(ROOT), settings, name="around"))) == 5
        assert len(crossref.asked) == asked


def test_a_doi_that_nobody_holds_is_no_snapshot(tmp_path: Path) -> None:
    with services(tmp_path) as (_, _, settings), pytest.raises(SnapshotError, match="hold nothing"):
        build(Citations("10.1234/none"), settings, name="around")


def test_what_is_no_doi_is_refused() -> None:
    with pytest.raises(UsageError, match="no DOI"):
        Citations("root")
