"""Bytes to triples, safely: rdflib's parsers with nothing fetched, and its many errors as one. Imports rdflib when called.

RDF/XML must have been looked through for document types and depth before it comes here.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from xml.sax import SAXException

from gate.properties import SCHEMA

if TYPE_CHECKING:
    import rdflib
    from rdflib.graph import _ContextType, _TripleType

QUADS = frozenset({"nquads", "trig", "trix", "json-ld", "hext"})
BASE = "file:///"
"""What relative IRIs are resolved against, so that two files agree on them wherever they lie."""

SCHEMA_CONTEXT: dict[str, object] = {"@vocab": SCHEMA, "id": "@id", "type": "@type"}
"""Stands for schema.org's context, the one that most pages refer to: its vocabulary, without its coercions of links."""

_SCHEMA_NAMES = ("schema.org", "www.schema.org", "schema.org/docs/jsonldcontext.json", "schema.org/docs/jsonldcontext.jsonld")
_NESTED = frozenset({"turtle", "trig", "n3"})
_DEEPEST = 100
_BRACKETS = re.compile(
    r"""\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>|\#[^\n]*|([\[({])|([\])}])""", re.DOTALL
)
_PLACES = (re.compile(r"^at line (\d+) of \S*:?\s*"), re.compile(r"^(?:None|<unknown>):(\d+):\d+: "))


class NotRdfError(ValueError):
    """What is wrong with a document (``message``), and where (``place``: ``line 12``, or empty)."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{message} ({place})" if place else message)
        self.message, self.place = message, place


def parsed(text: str | bytes, form: str, lines: int = 1 << 31) -> rdflib.Graph:
    """The triples of a document, those of all its named graphs together, in its order. ``lines``: how many the document has.

    ``form`` is rdflib's name of the format. JSON-LD must have gone through :func:`local_context`. Raises :class:`NotRdfError`.
    """
    import rdflib
    from rdflib.exceptions import Error

    if form in _NESTED:
        _refuse_depth(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
    graph = rdflib.Graph(store="SimpleMemory", bind_namespaces="none")  # which keeps the order, as the default store does not
    try:
        with _quiet():
            if form in QUADS:
                for triple in _in_order(text, form):
                    graph.add(triple)
            else:
                graph.parse(data=text, format=form, publicID=BASE)
            return graph
    except (
        Error,
        SAXException,
        SyntaxError,
        RecursionError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        AssertionError,
    ) as error:
        # rdflib's parsers raise any of these on broken input
        place, message = _told(error, lines)
        raise NotRdfError(f"not readable as {form}: {message}", place) from error


def _refuse_depth(text: str) -> None:
    """Refuse Turtle and its kin nested deeper than rdflib's recursive parser can follow; strings, IRIs and comments are skipped.

    That parser would stop by itself at Python's limit of recursion, where nothing else can run either.
    """
    if sum(map(text.count, "[({")) <= _DEEPEST:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += (found[1] is not None) - (found[2] is not None)
        if depth > _DEEPEST:
            raise NotRdfError("nested too deep", f"line {text.count(chr(10), 0, found.start()) + 1}")


def local_context(text: str, max_depth: int) -> str:
    """A JSON-LD document with references to schema.org's context replaced; any other context outside the file is refused.

    rdflib would fetch them, and what a file says must not depend on a third place. Raises :class:`NotRdfError`.
    """
    import orjson

    try:
        document: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise NotRdfError(f"not JSON: {error.msg}", f"line {error.lineno}") from None
    if not isinstance(document, dict | list):
        raise NotRdfError("not JSON-LD: an object or a list is expected")
    todo: list[tuple[object, int]] = [(document, 1)]
    while todo:
        here, depth = todo.pop()
        if depth > max_depth:
            raise NotRdfError(f"nested deeper than {max_depth} levels (setting max_depth)")
        if isinstance(here, dict):
            if "@context" in here:
                here["@context"] = _local(here["@context"])
            if "@import" in here:
                raise NotRdfError(f"the context {here['@import']!r} is outside this file and is not fetched")
            todo.extend((value, depth + 1) for value in here.values())
        elif isinstance(here, list):
            todo.extend((value, depth + 1) for value in here)
    return orjson.dumps(document).decode()


def _local(context: object) -> object:
    if isinstance(context, list):
        return [_local(part) for part in context]
    if not isinstance(context, str):
        return context
    if context.rstrip("/").removeprefix("https://").removeprefix("http://") in _SCHEMA_NAMES:
        return dict(SCHEMA_CONTEXT)
    raise NotRdfError(f"the context {context!r} is outside this file and is not fetched; put its terms into the file")


def _in_order(text: str | bytes, form: str) -> list[_TripleType]:
    """The triples of all graphs of a document, in its order; a store for named graphs does not keep it."""
    import rdflib
    from rdflib.plugins.stores.memory import Memory

    found: list[_TripleType] = []

    class Noting(Memory):
        """A store that only takes note of what comes in; the parsers do not look it up again."""

        def add(self, triple: _TripleType, context: _ContextType, quoted: bool = False) -> None:  # noqa: ARG002
            found.append(triple)

    rdflib.Dataset(store=Noting(), default_union=True).parse(data=text, format=form, publicID=BASE)
    return found


@contextmanager
def _quiet() -> Iterator[None]:
    """rdflib logs and warns of ill-typed literals; here they are text like any other."""

    def refuse(_: logging.LogRecord) -> bool:
        return False

    logger = logging.getLogger("rdflib.term")
    logger.addFilter(refuse)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.removeFilter(refuse)


def _told(error: BaseException, lines: int) -> tuple[str, str]:
    """The place and the message of one of rdflib's errors, on one short line. At the end of a file it counts too many lines."""
    if isinstance(error, RecursionError):
        return "", "nested too deep"
    message, place = " ".join(str(error).split(" at ^ in:")[0].split()), ""
    for pattern in _PLACES:
        if found := pattern.match(message):
            message, place = message[found.end() :], f"line {min(int(found.group(1)), lines)}"
    return place, message if len(message) <= 300 else message[:300] + " ..."
