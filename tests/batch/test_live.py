"""gate batch with a live service: its one process overlaps the waiting."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gate.batch import run_batch
from gate.source_settings import LIVE_SOURCES
from tests.authorities.crossref import crossref_routes, item
from tests.authorities.server import Authority

OTHERS = [name for name in LIVE_SOURCES if name != "crossref" and "_" not in name]


@pytest.mark.parametrize("workers", [1, 4])
def test_look_ups_of_a_batch_wait_together_as_many_as_the_setting_says(tmp_path: Path, workers: int) -> None:
    items = [item(f"10.1234/w{n}", f"Fishes of the Northern Sea, Part {n}", "Fisher, Ann") for n in range(12)]
    lines = [json.dumps({"id": f"r{n}", "kind": "work", "title": one["title"], "doi": one["DOI"]}) for n, one in enumerate(items)]
    (tmp_path / "records.jsonl").write_text("\n".join(lines))
    with Authority(crossref_routes(*items), delay=0.05) as crossref:
        settings = replace(crossref.settings("crossref", tmp_path / "cache").with_sources(off=OTHERS), workers=workers)
        done = run_batch((str(tmp_path / "records.jsonl"),), tmp_path / "out", settings, offline=False)
        assert len(crossref.asked) >= 12
        assert (crossref.most_at_once > 1) is (workers > 1)
        assert crossref.most_at_once <= workers
    assert (done.counts.records, done.counts.unchecked) == (12, 0)
