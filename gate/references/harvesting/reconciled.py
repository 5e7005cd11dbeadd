"""What a reconciliation service proposes for each name of a list, with what it tells of the candidates."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gate.errors import InputError, UsageError
from gate.model import Found, Kind, Query, Unavailable
from gate.references.harvesting.asking import Asker
from gate.references.harvesting.journal import Step
from gate.references.reconciliation import Reconciliation
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http

CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The answers of the service that the settings call ``service`` for ``names``, ``candidates`` of each at most.

    ``terms`` is the licence of what it holds, as far as the user knows it.
    """

    service: str
    names: tuple[str, ...]
    kind: Kind
    file: str = ""
    candidates: int = CANDIDATES
    terms: str = "not stated"

    @property
    def title(self) -> str:
        """``37 names as gnd knows them``."""
        return f"{len(self.names)} names as {self.service} knows them"

    @property
    def source(self) -> str:
        """The service."""
        return f"reconciliation service {self.service}"

    @property
    def licence(self) -> str:
        """As it was given."""
        return self.terms

    @property
    def command(self) -> str:
        """The call that builds it."""
        options = f"--service {self.service} --kind {self.kind} --candidates {self.candidates}"
        return f"gate refs build reconciled {self.file} {options}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """All that the steps depend on."""
        names = hashlib.sha256("\n".join(self.names).encode("utf-8", "replace")).hexdigest()
        return {
            "what": "reconciled",
            "service": self.service,
            "names": names,
            "kind": str(self.kind),
            "candidates": self.candidates,
        }

    def gather(self, asker: Asker, http: Http, settings: Settings) -> None:
        """Ask for each name in turn. Raises :class:`UsageError` where the settings have no such service."""
        if settings.source(self.service).protocol != "reconciliation":
            own = [one.name for one in settings.sources if one.protocol == "reconciliation"]
            raise UsageError(f"no reconciliation service is called {self.service!r}; known: {', '.join(own) or 'none'}")
        asked = Reconciliation(http, settings, self.service)
        for number, name in enumerate(self.names):
            asker.step(f"{number} {name}", "asking for names", partial(self._proposed, asked, name), len(self.names))

    def _proposed(self, service: Reconciliation, name: str) -> Step | Unavailable:
        got = service.search(Query(self.kind, label=name), self.candidates)
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, Found):
            return Step(got.value, counts={"names": 1}, as_of=got.evidence.as_of)
        return Step(counts={"names": 1, "not_found": 1}, as_of=got.evidence.as_of)


def read_names(path: Path) -> tuple[str, ...]:
    """The names in a file, one a line, without blank lines and repetitions. Raises :class:`InputError`."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error}") from error
    names = tuple(dict.fromkeys(name for line in lines if (name := line.strip())))
    if not names:
        raise InputError(f"{path}: no names")
    return names
