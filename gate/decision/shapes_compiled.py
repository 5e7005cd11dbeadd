"""The few SHACL Core constraints that our own shapes use, as checks on rows, so that the everyday run needs no SHACL engine.

:func:`compile_shapes` takes a shapes graph and gives checks that find the same as a SHACL processor finds on
:func:`gate.decision.facts.graph`, or ``None`` when there is anything in the graph that it does not know: that file then goes
through pySHACL. A test compares the two on all records there are.

Definitions: https://www.w3.org/TR/shacl/, chapters 2.1 (targets, severity) and 4 (core constraint components).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gate.decision.facts import CLASSES, FACT, NUMBERS, TERMS, Row, Value
from gate.model import Severity

if TYPE_CHECKING:
    import rdflib
    from rdflib.term import Node

SHACL = "http://www.w3.org/ns/shacl#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
XSD = "http://www.w3.org/2001/XMLSchema#"
FINDING_CODE = "https://w3id.org/catalog-gate/terms#findingCode"
OTHER = "shape-other"

SEVERITIES = {SHACL + s.value.capitalize(): s for s in Severity}
DATATYPES = {XSD + "string": str, XSD + "integer": int, XSD + "boolean": bool}
_LITERAL_KINDS = frozenset(SHACL + k for k in ("Literal", "BlankNodeOrLiteral", "IRIOrLiteral"))
_NODE_KINDS = _LITERAL_KINDS | {SHACL + k for k in ("IRI", "BlankNode", "BlankNodeOrIRI")}
#: say nothing about validity (SHACL 2.3.2 and 4.8)
_DESCRIPTIVE = frozenset(SHACL + n for n in ("name", "description", "order", "group", "defaultValue", "message", "severity"))
_UNSAFE = frozenset(
    {"http://www.w3.org/2002/07/owl#imports", "http://www.w3.org/2000/01/rdf-schema#subClassOf", SHACL + "shapesGraph"}
)

#: a constraint as it is kept in a file: its SHACL name and its argument
Argument: TypeAlias = Value | tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One property shape on the rows it targets. ``constraints`` pair SHACL's local name with the argument."""

    classes: tuple[str, ...]
    subjects_of: tuple[str, ...]
    path: str
    constraints: tuple[tuple[str, Argument], ...]
    code: str
    severity: Severity
    message: str = ""


@dataclass(frozen=True, slots=True)
class Breach:
    """A row that does not meet a check: one SHACL validation result. ``value`` is sh:value, where there is one."""

    row: Row
    code: str
    severity: Severity
    message: str = ""
    value: str = ""


def breaches(facts: Iterable[Row], checks: Mapping[str, tuple[Check, ...]], anywhere: tuple[Check, ...]) -> Iterator[Breach]:
    """Every breach. ``checks`` are by class (see :func:`by_class`); ``anywhere`` are those with a target by property."""
    for row in facts:
        due = [check for name in row.classes for check in checks.get(name, ())]
        if anywhere:
            due += [check for check in anywhere if any(row.get(term) for term in check.subjects_of)]
        for check in {id(c): c for c in due}.values():  # a row is one focus node, however many targets name it
            for name, argument in check.constraints:
                for value in _CHECKS[name](row, row.get(check.path), argument):
                    yield Breach(row, check.code, check.severity, check.message, value)


def by_class(checks: Iterable[Check]) -> tuple[dict[str, tuple[Check, ...]], tuple[Check, ...]]:
    """The checks by the class they target, and those that have a target by property as well or instead."""
    found: dict[str, tuple[Check, ...]] = {}
    anywhere = []
    for check in checks:
        for name in check.classes:
            found[name] = (*found.get(name, ()), check)
        if check.subjects_of:
            anywhere.append(check)
    return found, tuple(anywhere)


# constraint components: the values that breach, one for each result; a result without a value gives ""


def _min_count(_: Row, values: tuple[Value, ...], least: Argument) -> Iterator[str]:
    if isinstance(least, int) and len(values) < least:
        yield ""


def _max_count(_: Row, values: tuple[Value, ...], most: Argument) -> Iterator[str]:
    if isinstance(most, int) and len(values) > most:
        yield ""


def _has_value(_: Row, values: tuple[Value, ...], wanted: Argument) -> Iterator[str]:
    if not any(_same(value, wanted) for value in values):
        yield ""


def _in(_: Row, values: tuple[Value, ...], allowed: Argument) -> Iterator[str]:
    for value in values:
        if not isinstance(allowed, tuple) or not any(_same(value, one) for one in allowed):
            yield _text(value)


def _pattern(_: Row, values: tuple[Value, ...], argument: Argument) -> Iterator[str]:
    if isinstance(argument, tuple):
        pattern, flags = argument
        found = re.compile(str(pattern), re.IGNORECASE if flags == "i" else 0)
        for value in values:
            if not found.search(_text(value)):
                yield _text(value)


def _datatype(_: Row, values: tuple[Value, ...], wanted: Argument) -> Iterator[str]:
    for value in values:
        if type(value) is not DATATYPES.get(str(wanted)):
            yield _text(value)


def _node_kind(_: Row, values: tuple[Value, ...], wanted: Argument) -> Iterator[str]:
    if wanted not in _LITERAL_KINDS:  # all values of rows are literals
        yield from (_text(value) for value in values)


def _less_than(row: Row, values: tuple[Value, ...], other: Argument) -> Iterator[str]:
    yield from (_text(a) for a in values for b in row.get(str(other)) if not _numbers(a, b, lambda x, y: x < y))


def _less_than_or_equals(row: Row, values: tuple[Value, ...], other: Argument) -> Iterator[str]:
    yield from (_text(a) for a in values for b in row.get(str(other)) if not _numbers(a, b, lambda x, y: x <= y))


def _numbers(a: Value, b: Value, in_order: Callable[[int, int], bool]) -> bool:
    """Only numbers are ordered here: :func:`compile_shapes` lets no other terms through."""
    return isinstance(a, int) and isinstance(b, int) and in_order(a, b)


_CHECKS: dict[str, Callable[[Row, tuple[Value, ...], Argument], Iterator[str]]] = {
    "minCount": _min_count,
    "maxCount": _max_count,
    "hasValue": _has_value,
    "in": _in,
    "pattern": _pattern,
    "datatype": _datatype,
    "nodeKind": _node_kind,
    "lessThan": _less_than,
    "lessThanOrEquals": _less_than_or_equals,
}


def _same(a: Value, b: Argument) -> bool:
    return type(a) is type(b) and a == b


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# from RDF


class _UnknownError(Exception):
    """There is something in the graph that only a SHACL processor understands."""


def compile_shapes(graph: rdflib.Graph) -> tuple[Check, ...] | None:
    """The checks of a shapes graph, or ``None`` when some of it is beyond this module."""
    from rdflib import URIRef

    try:
        if any(str(p) in _UNSAFE for p in graph.predicates()):
            return None
        shapes = sorted({s for s, p in graph.subject_predicates() if _is_shacl(p)}, key=str)
        children = set(graph.objects(None, URIRef(SHACL + "property")))
        if not children <= set(shapes):
            return None
        checks = [c for shape in shapes if shape not in children for c in _node_shape(graph, shape)]
        for child in children:
            if len(set(graph.subjects(URIRef(SHACL + "property"), child))) != 1:
                return None
    except _UnknownError:
        return None
    return tuple(checks)


def _is_shacl(predicate: Node) -> bool:
    return str(predicate).startswith(SHACL)


def _described(graph: rdflib.Graph, shape: Node) -> dict[str, list[Node]]:
    """What is said of a shape in SHACL's words, descriptions left out; its type must be a plain one."""
    said: dict[str, list[Node]] = {}
    for predicate, value in graph.predicate_objects(shape):
        if str(predicate) == RDF_TYPE:
            if str(value) not in (SHACL + "NodeShape", SHACL + "PropertyShape"):
                raise _UnknownError  # perhaps a class that is its own target
        elif _is_shacl(predicate) and str(predicate) not in _DESCRIPTIVE:
            said.setdefault(str(predicate).removeprefix(SHACL), []).append(value)
    return said


def _node_shape(graph: rdflib.Graph, shape: Node) -> Iterator[Check]:
    said = _described(graph, shape)
    if not said.keys() <= {"targetClass", "targetSubjectsOf", "property"}:
        raise _UnknownError
    classes = tuple(sorted(_local(c, CLASSES) for c in said.get("targetClass", [])))
    subjects_of = tuple(sorted(_local(p, TERMS) for p in said.get("targetSubjectsOf", [])))
    for child in sorted(said.get("property", []), key=str):
        own = _described(graph, child)
        path = _local(_one(own.get("path", [])), TERMS)
        constraints = tuple(c for name in sorted(own) for c in _constraints(graph, name, own[name], own))
        code, message = finding_code(graph, child), message_of(graph, child)
        if code == OTHER and not message:
            raise _UnknownError  # the engine's own message says more than we could
        yield Check(classes, subjects_of, path, constraints, code, severity_of(graph, child), message)


def _local(node: Node, known: frozenset[str]) -> str:
    name = str(node).removeprefix(FACT)
    if name not in known or str(node) != FACT + name:
        raise _UnknownError
    return name


def _constraints(
    graph: rdflib.Graph, name: str, values: list[Node], own: Mapping[str, list[Node]]
) -> Iterator[tuple[str, Argument]]:
    match name:
        case "minCount" | "maxCount":
            yield name, _count(_one(values))
        case "hasValue":
            for value in values:
                yield name, _constant(value)
        case "in":
            from rdflib.collection import Collection

            yield name, tuple(_constant(value) for value in Collection(graph, _one(values)))
        case "pattern":
            yield name, _regular(_one(values), own.get("flags", []))
        case "flags" if "pattern" in own:
            pass
        case "path":
            pass
        case "datatype" | "nodeKind":
            yield name, _among(_one(values), DATATYPES if name == "datatype" else _NODE_KINDS)
        case "lessThan" | "lessThanOrEquals":
            _local(_one(own.get("path", [])), NUMBERS)
            for value in values:
                yield name, _local(value, NUMBERS)
        case _:
            raise _UnknownError


def _one(values: list[Node]) -> Node:
    if len(values) != 1:
        raise _UnknownError
    return values[0]


def _among(node: Node, known: Iterable[str]) -> str:
    if str(node) not in known:
        raise _UnknownError
    return str(node)


def _constant(node: Node) -> Value:
    """A constant whose RDF term is the one that a row's value has."""
    from rdflib import Literal

    if isinstance(node, Literal):
        value: object = node.toPython()
        if isinstance(value, str | int | bool) and Literal(value) == node:
            return value
    raise _UnknownError


def _count(node: Node) -> int:
    value = _constant(node)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _UnknownError
    return value


def _regular(node: Node, flags: list[Node]) -> tuple[Value, ...]:
    pattern = _constant(node)
    flag = str(_one(flags)) if flags else ""
    if not isinstance(pattern, str) or flag not in ("", "i"):
        raise _UnknownError
    try:
        re.compile(pattern)
    except re.error:
        raise _UnknownError from None
    return pattern, flag


# what both ways read of a shape


def finding_code(graph: rdflib.Graph, shape: Node | None) -> str:
    """The finding code that a shape names, itself or the node shape around it; ``shape-other`` for one that names none."""
    from rdflib import URIRef

    around = graph.subjects(URIRef(SHACL + "property"), shape) if shape is not None else ()
    for candidate in (shape, *sorted(around, key=str)):
        named = sorted(str(code) for code in graph.objects(candidate, URIRef(FINDING_CODE))) if candidate is not None else []
        if named:
            return named[0]
    return OTHER


def severity_of(graph: rdflib.Graph, shape: Node) -> Severity:
    """sh:severity of a shape, Violation by default (SHACL 2.1.4); one that the gate does not know counts as a violation."""
    from rdflib import URIRef

    return SEVERITIES.get(str(graph.value(shape, URIRef(SHACL + "severity"))), Severity.VIOLATION)


def message_of(graph: rdflib.Graph, shape: Node) -> str:
    """sh:message of a shape: the one in English or without a language, if there are several."""
    from rdflib import Literal, URIRef

    messages = [m for m in graph.objects(shape, URIRef(SHACL + "message")) if isinstance(m, Literal)]
    return plainest([(str(m), m.language or "") for m in messages])


def plainest(messages: Iterable[tuple[str, str]]) -> str:
    """Of messages with their languages the English one, else the one without a language, else the first."""
    ranked = sorted(messages, key=lambda m: (not m[1].lower().startswith("en"), m[1] != "", m))
    return ranked[0][0] if ranked else ""
