"""``python -m gate.decision.compile_shapes`` writes ``rules/shapes/compiled.json`` anew, after a change to our own shapes."""

from __future__ import annotations

import hashlib
import json

from gate.decision.shapes_compiled import Check, compile_shapes
from gate.decision.shapes_files import (
    COMPILED,
    FORMAT,
    CheckDict,
    CompiledDict,
    parse_shapes,
    read_shapes,
    shapes_folder,
    shipped_files,
)
from gate.errors import RulesError


def compiled_text() -> str:
    """What ``compiled.json`` should hold for the shape files as they are. Raises :class:`RulesError` if one needs an engine."""
    files: dict[str, list[CheckDict]] = {}
    for path in shipped_files():
        data = read_shapes(path)
        checks = compile_shapes(parse_shapes(data, str(path)))
        if checks is None:
            raise RulesError("this shape needs a SHACL processor, which would slow down every run", file=str(path))
        files[hashlib.sha256(data).hexdigest()] = [_as_dict(c) for c in checks]
    return json.dumps(CompiledDict(format=FORMAT, files=files), indent=1, ensure_ascii=False) + "\n"


def _as_dict(check: Check) -> CheckDict:
    return CheckDict(
        classes=list(check.classes),
        subjects_of=list(check.subjects_of),
        path=check.path,
        constraints=[(name, list(a) if isinstance(a, tuple) else a) for name, a in check.constraints],
        code=check.code,
        severity=check.severity.value,
        message=check.message,
    )


def main() -> None:
    """Write the file."""
    (shapes_folder() / COMPILED).write_text(compiled_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
