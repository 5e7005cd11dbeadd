"""SHACL over a record: is it well-formed, before anyone is asked? Results become findings with the user's own paths.

Our own shapes constrain derived facts (:mod:`gate.decision.facts`) and run compiled. A library's own shapes may constrain the
facts or the claim graph itself (``gate check --graph`` writes it); what the compiler does not know runs on pySHACL. Whatever the
engine, ``sh:resultSeverity`` is read and ``sh:conforms`` is not: the standard lets any result fail, also a mere Info.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from gate.decision.facts import FACT, Row, rows
from gate.decision.facts import graph as facts_graph
from gate.decision.shapes_compiled import (
    OTHER,
    SEVERITIES,
    SHACL,
    Breach,
    breaches,
    finding_code,
    plainest,
)
from gate.decision.shapes_files import Engine, load_shapes
from gate.errors import RulesError
from gate.findings import finding
from gate.model import Finding, Record, Severity

if TYPE_CHECKING:
    import rdflib
    from rdflib.term import Node

_RANK = {Severity.VIOLATION: 0, Severity.WARNING: 1, Severity.INFO: 2}


def validate(record: Record, today: date, own: tuple[Path, ...] = ()) -> tuple[Finding, ...]:
    """Findings of every shape that the record does not meet, in the order of the record.

    ``today`` is the day of the check, for dates in the future; ``own`` are a library's own shape files or folders, as
    ``RuleSet.shapes`` has them. Raises :class:`~gate.errors.RulesError` when a shape file cannot be used, or fails when run.
    """
    shapes = load_shapes(own)
    facts = rows(record, today)
    found = list(breaches(facts, shapes.checks, shapes.anywhere))
    if shapes.engines:
        data = _data(record, facts)
        for engine in shapes.engines:
            found += by_engine(data, facts, engine)
    return _findings(found, facts)


def by_engine(data: rdflib.Graph, facts: tuple[Row, ...], engine: Engine) -> Iterator[Breach]:
    """The breaches that pySHACL finds in ``data``, the facts and claim graph of one record."""
    import pyshacl
    from pyparsing import ParseBaseException
    from pyshacl.errors import ReportableRuntimeError
    from rdflib import RDF, Graph, URIRef

    # besides its own errors pySHACL passes on what its parts raise on shapes that are valid RDF and make no sense
    raised = (ReportableRuntimeError, ParseBaseException, re.error, ValueError, TypeError, LookupError, AttributeError)
    try:
        _, results, _ = pyshacl.validate(
            data, shacl_graph=engine.graph, inference="none", advanced=False, js=False, do_owl_imports=False, meta_shacl=False
        )
    except raised as error:
        raise RulesError(f"the shapes cannot be run: {' '.join(str(error).split())}", file=engine.file) from error
    if not isinstance(results, Graph):
        raise RulesError(f"the shapes cannot be run: {' '.join(str(results).split())}", file=engine.file)
    for result in results.subjects(RDF.type, URIRef(SHACL + "ValidationResult")):
        yield _breach(result, results, data, facts, engine)


def _breach(result: Node, results: rdflib.Graph, data: rdflib.Graph, facts: tuple[Row, ...], engine: Engine) -> Breach:
    from rdflib import Literal, URIRef

    def said(name: str) -> Node | None:
        return results.value(result, URIRef(SHACL + name))

    focus, value, shape = said("focusNode"), said("value"), said("sourceShape")
    texts = [m for m in results.objects(result, URIRef(SHACL + "resultMessage")) if isinstance(m, Literal)]
    own = shape is not None and (shape, URIRef(SHACL + "message"), None) in engine.graph
    message = plainest([(str(m), m.language or "") for m in texts])
    row = _row(focus, facts)
    if row is None:
        row = Row((), _place(focus, value, said("resultPath"), data), "" if value is None else str(value))
    return Breach(
        row,
        finding_code(engine.graph, shape),
        SEVERITIES.get(str(said("resultSeverity")), Severity.VIOLATION),
        message if own or finding_code(engine.graph, shape) == OTHER else "",
        "" if value is None else str(value),
    )


def _data(record: Record, facts: Iterable[Row]) -> rdflib.Graph:
    """What a library's own shapes see: the claim graph, and the derived facts beside it."""
    from gate.records.claims import to_rdf

    data = to_rdf(record)
    for triple in facts_graph(facts):
        data.add(triple)
    return data


def _row(focus: Node | None, facts: tuple[Row, ...]) -> Row | None:
    number = str(focus).removeprefix(f"{FACT}row/")
    return facts[int(number)] if number.isdigit() and int(number) < len(facts) else None


def _place(focus: Node | None, value: Node | None, path: Node | None, data: rdflib.Graph) -> str:
    """The place in the user's record of a result on the claim graph.

    That of the value's own node, else of the statement about it, else of the focus node; where the graph has none of them, the
    name of the property that is missing.
    """
    from rdflib import RDF, URIRef

    from gate.rdf.vocabulary import PATH, own_property_of

    own = [o for node in (value,) if node is not None for o in data.objects(node, URIRef(PATH))]
    if not own and value is not None:
        about = (s for s in data.subjects(RDF.object, value) if (s, RDF.subject, focus) in data)
        own = [o for s in about if path is None or (s, RDF.predicate, path) in data for o in data.objects(s, URIRef(PATH))]
    if not own and focus is not None:
        own = list(data.objects(focus, URIRef(PATH)))
    return min((str(o) for o in own), default=own_property_of(str(path)) if path is not None else "")


def _findings(found: Iterable[Breach], facts: tuple[Row, ...]) -> tuple[Finding, ...]:
    """One finding for each code, place and value: the most severe, where several shapes speak of the same thing."""
    order = {id(row): number for number, row in enumerate(facts)}
    ranked = sorted(found, key=lambda b: (order.get(id(b.row), len(order)), b.row.path, b.code, _RANK[b.severity], b.message))
    kept: dict[tuple[str, ...], Finding] = {}
    for breach in ranked:
        row = breach.row
        detail = (
            row.detail
            if breach.code != OTHER and row.detail
            else breach.message or f"a shape on {breach.value or row.path!r} is not met"
        )
        key = (breach.code, row.path, row.given, breach.message if breach.code == OTHER else "")
        if key not in kept:
            given = finding(breach.code, row.path, given=row.given, held=row.held, detail=detail)
            kept[key] = replace(given, severity=breach.severity)
    return tuple(kept.values())
