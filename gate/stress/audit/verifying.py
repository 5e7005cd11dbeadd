"""References of answers through the gate's own three-outcome verification."""

from __future__ import annotations

from collections.abc import Sequence

from gate.model import CitationOutcome, Kind, Record, Statement
from gate.settings import Settings
from gate.stress.audit.coding import Verify

BATCH = 200


def verifier(settings: Settings, *, look_up: bool) -> Verify:
    """What gives the outcome of references; without ``look_up`` only snapshots and kept answers are asked."""

    def verify(references: Sequence[str]) -> list[CitationOutcome]:
        from gate.comparison import compare_record
        from gate.references import open_sources

        outcomes: list[CitationOutcome] = []
        with open_sources(settings, offline=not look_up) as sources:
            for start in range(0, len(references), BATCH):
                part = references[start : start + BATCH]
                statements = tuple(Statement("citations", r, f"citations[{i}]") for i, r in enumerate(part))
                record = Record(Kind.WORK, "references", statements, bibliography=True)
                compared = compare_record(record, sources, settings.workers if look_up else 1)
                by_path = {c.path: c.outcome for c in compared.citations}
                outcomes += [by_path.get(s.path, CitationOutcome.NOT_ASSESSED) for s in statements]
        return outcomes

    return verify
