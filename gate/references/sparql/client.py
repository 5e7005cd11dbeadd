"""Asking a SPARQL endpoint, and reading what it says as typed rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from gate.model import Unavailable
from gate.references.http import Http, Raw, Reply, Service
from gate.references.http.bodies import Malformed, read_bytes
from gate.references.sparql.terms import Term, term
from gate.references.sparql.xml_results import from_xml

T = TypeVar("T")
Row: TypeAlias = Mapping[str, Term]
"""One solution: the variables that are bound in it."""

ANY = "any"


class Sparql:
    """One endpoint, at ``service.url``. Deadline, pace, breaker, cache and records are those of ``http``."""

    def __init__(self, http: Http, service: Service) -> None:
        self._http = http
        self._service = service

    def select(self, query: str, variables: Mapping[str, str]) -> Reply[tuple[Row, ...]] | Unavailable:
        """The solutions of a SELECT, in the endpoint's order.

        ``variables`` names each variable without its question mark, with the type of term it may have: ``uri``, ``literal``,
        ``bnode`` or ``any``. An answer that lacks one of them is malformed; a term of another type is left out of its row.
        Raises ValueError where ``query`` is no SELECT or ASK. Texts come into it only by
        :func:`~gate.references.sparql.terms.literal` and :func:`~gate.references.sparql.terms.iri`.
        """
        return self._ask(query, lambda raw: solutions(raw, variables))

    def ask(self, query: str) -> Reply[bool] | Unavailable:
        """The truth of an ASK."""
        return self._ask(query, lambda raw: _truth(_read(raw)))

    def _ask(self, query: str, read: Callable[[Raw], T | Malformed]) -> Reply[T] | Unavailable:
        from gate.references.sparql.wrapper import request

        return self._http.question(request(self._service.name, self._service.url, query), self._service, read)


def solutions(raw: Raw, variables: Mapping[str, str]) -> tuple[Row, ...] | Malformed:
    """A body that is the result of a SELECT, as :meth:`Sparql.select` reads it."""
    return _rows(_read(raw), variables)


def _read(raw: Raw) -> Mapping[str, object] | Malformed:
    from gate.references.sparql.wrapper import read

    checked = read_bytes(raw.body, raw.content_type)
    if isinstance(checked, Malformed):
        return checked
    if checked.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return from_xml(checked)
    try:
        return read(checked)
    except RecursionError:
        return Malformed("JSON nested too deep")
    except (ValueError, TypeError) as error:  # not JSON; JSON of another type
        return Malformed(f"not a whole SPARQL result: {error}")


def _rows(told: Mapping[str, object] | Malformed, variables: Mapping[str, str]) -> tuple[Row, ...] | Malformed:
    if isinstance(told, Malformed):
        return told
    head, results = told.get("head"), told.get("results")
    names = head.get("vars") if isinstance(head, dict) else None
    bindings = results.get("bindings") if isinstance(results, dict) else None
    if not isinstance(names, list) or not isinstance(bindings, list):
        return Malformed("not a SPARQL result: no variables or no bindings")
    if missing := [name for name in variables if name not in names]:
        return Malformed(f"a SPARQL result without the variable {missing[0]}")
    rows = []
    for binding in bindings:
        if not isinstance(binding, dict):
            return Malformed("not a SPARQL result: a solution is no object")
        found = {name: value for name in variables if name in binding and (value := term(binding[name])) is not None}
        rows.append({name: value for name, value in found.items() if variables[name] in {ANY, value.type}})
    return tuple(rows)


def _truth(told: Mapping[str, object] | Malformed) -> bool | Malformed:
    if isinstance(told, Malformed):
        return told
    truth = told.get("boolean")
    return truth if isinstance(truth, bool) else Malformed("not a SPARQL result: no boolean")
