"""Shape files: Turtle to checks where :mod:`gate.decision.shapes_compiled` knows all that is in them, to a graph where not.

``compiled.json`` beside our own shapes holds their checks, by the SHA-256 of each file, so that the everyday run need not even
parse Turtle. An edited file no longer has the hash, and is then read itself. ``python -m gate.decision.compile_shapes`` makes it
anew.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from gate.decision.facts import Value
from gate.decision.shapes_compiled import FINDING_CODE, Check, by_class, compile_shapes
from gate.errors import RulesError
from gate.findings import FINDINGS
from gate.locations import data_folder
from gate.model import Severity

if TYPE_CHECKING:
    import rdflib

FORMAT = 1
COMPILED = "compiled.json"
SUFFIX = ".ttl"
MAX_BYTES = 1_000_000

#: SPARQL that would reach for the network
_REMOTE = re.compile(r"(?<![\w?$:])(?:SERVICE|FROM)\b", re.IGNORECASE)


class CheckDict(TypedDict):
    """A check as it is kept in ``compiled.json``."""

    classes: list[str]
    subjects_of: list[str]
    path: str
    constraints: list[tuple[str, Value | list[Value]]]
    code: str
    severity: str
    message: str


class CompiledDict(TypedDict):
    """``compiled.json``: the checks of each file, by the SHA-256 of its bytes."""

    format: int
    files: dict[str, list[CheckDict]]


@dataclass(frozen=True, slots=True)
class Engine:
    """A shape file that only a SHACL processor understands."""

    file: str
    graph: rdflib.Graph


@dataclass(frozen=True, slots=True)
class Shapes:
    """All shapes of a run. ``checks`` and ``anywhere`` as :func:`by_class` gives them; ``sha256`` is of all files' bytes."""

    checks: dict[str, tuple[Check, ...]]
    anywhere: tuple[Check, ...]
    engines: tuple[Engine, ...]
    sha256: str


@lru_cache(maxsize=8)
def load_shapes(own: tuple[Path, ...] = ()) -> Shapes:
    """Our shapes and those in ``own``: files, or folders of ``.ttl`` files. RulesError for what cannot be used."""
    compiled = _compiled()
    digest = hashlib.sha256()
    checks: list[Check] = []
    engines: list[Engine] = []
    for path in (*shipped_files(), *(file for place in own for file in _files(place))):
        data = read_shapes(path)
        digest.update(data)
        kept = compiled.get(hashlib.sha256(data).hexdigest())
        if kept is not None:
            checks += (_check(c) for c in kept)
            continue
        graph = parse_shapes(data, str(path))
        found = compile_shapes(graph)
        if found is None:
            engines.append(Engine(str(path), graph))
        else:
            checks += found
    return Shapes(*by_class(checks), tuple(engines), digest.hexdigest())


def shapes_folder() -> Path:
    """Where our own shapes lie."""
    return data_folder("rules") / "shapes"


def shipped_files() -> list[Path]:
    """Our own shape files."""
    return _files(shapes_folder())


def _files(place: Path) -> list[Path]:
    if not place.is_dir():
        return [place]
    found = sorted(place.glob(f"*{SUFFIX}"))
    if not found:
        raise RulesError(f"there is no {SUFFIX} file in this folder of shapes", file=str(place))
    return found


def read_shapes(path: Path) -> bytes:
    """The bytes of a shape file. Raises :class:`RulesError` when it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RulesError(f"cannot read the shapes: {reason}", file=str(path)) from error
    if len(data) > MAX_BYTES:
        raise RulesError(f"larger than {MAX_BYTES} bytes: not a file of shapes", file=str(path))
    return data


def parse_shapes(data: bytes, file: str) -> rdflib.Graph:
    """The graph of a shape file. Raises :class:`RulesError` when it is no Turtle, or asks for what the gate does not do."""
    from rdflib import Graph, Literal
    from rdflib.plugins.parsers.notation3 import BadSyntax

    graph = Graph()
    try:
        graph.parse(data=data, format="turtle")
    except BadSyntax as error:
        raise RulesError(f"not valid Turtle: {_reason(error)}", file=file, line=error.lines + 1) from error
    except (ValueError, RecursionError, IndexError) as error:  # not UTF-8; nested too deeply; cut off within a term
        raise RulesError(f"not valid Turtle: {error}", file=file) from error
    for _, _, value in graph:
        if isinstance(value, Literal) and _REMOTE.search(str(value)) and _is_query(str(value)):
            raise RulesError("a shape must not reach for other data: SERVICE and FROM are not allowed", file=file)
    _known_codes(graph, file)
    return graph


def _is_query(text: str) -> bool:
    return re.search(r"\b(?:SELECT|ASK|CONSTRUCT)\b", text, re.IGNORECASE) is not None


def _reason(error: object) -> str:
    return " ".join(str(error).split())[:200]


def _known_codes(graph: rdflib.Graph, file: str) -> None:
    from rdflib import URIRef

    for code in sorted(str(o) for o in graph.objects(None, URIRef(FINDING_CODE))):
        if code not in FINDINGS:
            raise RulesError(f"gate:findingCode {code!r} is no finding code; leave it out for 'shape-other'", file=file)


def _compiled() -> dict[str, list[CheckDict]]:
    """The kept checks; nothing where the file is missing or of another format, so that the Turtle files are read instead."""
    try:
        kept: CompiledDict = json.loads((shapes_folder() / COMPILED).read_bytes())
        return kept["files"] if kept["format"] == FORMAT else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _check(kept: CheckDict) -> Check:
    return Check(
        tuple(kept["classes"]),
        tuple(kept["subjects_of"]),
        kept["path"],
        tuple((name, tuple(a) if isinstance(a, list) else a) for name, a in kept["constraints"]),
        kept["code"],
        Severity(kept["severity"]),
        kept["message"],
    )
