"""Small records for the tests of shapes, and their findings."""

from __future__ import annotations

from datetime import date

from gate.decision.shapes import validate
from gate.model import Kind, Record, Severity, Statement

TODAY = date(2026, 11, 30)
V, W, I = Severity.VIOLATION, Severity.WARNING, Severity.INFO  # noqa: E741


def statement(name: str, value: str, path: str = "", **more: object) -> Statement:
    return Statement(name, value, path or name, **more)  # type: ignore[arg-type]


def work(*statements: Statement) -> Record:
    return Record(Kind.WORK, "w1", (statement("title", "On the origin of species"), *statements))


def agent(**values: str | tuple[str, ...]) -> Record:
    given = [(k, v) for k, vs in values.items() for v in ((vs,) if isinstance(vs, str) else vs)]
    return Record(Kind.AGENT, "a1", (statement("name", "Somebody"), *(statement(k, v) for k, v in given)))


def citing(own: str | tuple[str, ...], *cited: str) -> Record:
    dates = (own,) if isinstance(own, str) else own
    return work(
        *(statement("date", d) for d in dates),
        *(
            statement("citations", "A work", f"citations[{n}]", parts=(statement("date", d, f"citations[{n}].date"),))
            for n, d in enumerate(cited)
        ),
    )


def found(record: Record, today: date = TODAY) -> list[tuple[str, str, Severity]]:
    return [(f.code, f.path, f.severity) for f in validate(record, today)]
