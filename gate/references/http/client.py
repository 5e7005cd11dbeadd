"""The one way to a live service: cache, pace, breaker, deadline, retries, record and replay in front of every request."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar, cast

from gate.errors import SettingsError
from gate.model import Reason, Unavailable
from gate.references.http.asking import Asking, Meaning, Told, Watch
from gate.references.http.bodies import Malformed, read_bytes, read_json, read_xml
from gate.references.http.cache import Cache, folder
from gate.references.http.clock import Clock, Deadline
from gate.references.http.meaning import Answer, Missing, judge
from gate.references.http.recording import Recorder, Replayer
from gate.references.http.service import Service
from gate.references.http.values import Failure, Fault, Got, NotHeld, Raw, Reply, Request
from gate.references.http.wire import Params, address, encoded, wire
from gate.settings import Settings
from gate.version import __version__

if TYPE_CHECKING:
    from lxml.etree import _Element

T = TypeVar("T")
Table = dict[str, object]

HINT = (
    "live services were asked anonymously, at the pace they allow strangers; with your e-mail address as setting contact "
    "(or GATE_CONTACT) they know whom to write to, and several are faster"
)
_JSON = "application/json"
_XML = "application/xml, text/xml;q=0.9"
_FORM = "application/x-www-form-urlencoded"
_HOME = "https://github.com/catalog-gate/catalog-gate"


def _quiet(source: str, what: str) -> None:
    del source, what


class Http:
    """The live services of one run. Threads may share it. A context manager: leaving it closes what is open.

    ``offline``  answers come from the cache alone, also those past their term; nothing is sent
    ``record``   a folder to keep every exchange in
    ``replay``   a folder of kept exchanges, from which alone every answer comes
    ``fresh``    the cache is neither asked nor filled: what answers is the service, now
    ``watch``    told of progress: ``watch(source, what)``, with what ``asking``, ``trying again: ...`` or ``standing down: ...``

    No method raises for what the network does. All raise ValueError for an address that is not the service's own.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        offline: bool = False,
        record: Path | None = None,
        replay: Path | None = None,
        fresh: bool = False,
        watch: Watch = _quiet,
        clock: Clock | None = None,
    ) -> None:
        self._settings = settings
        self._contact = _checked_contact(settings.contact)
        self._offline = offline
        self._clock = clock or Clock()
        self._recorder = Recorder(record) if record is not None else None
        self._replayer = Replayer(replay) if replay is not None else None
        self._cache = Cache(None if fresh else folder(settings), settings.cache_days, settings.cache_absent_days, self._clock)
        told = f"; mailto:{self._contact}" if self._contact else ""
        agent = f"catalog-gate/{__version__} (+{_HOME}{told})"
        self._asking = Asking(settings, folder(settings) / "pace.sqlite", agent, watch, self._clock)

    def __enter__(self) -> Http:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open. The next request opens it again."""
        self._asking.close()
        self._cache.close()

    @property
    def deadline(self) -> Deadline:
        """The deadline of the run."""
        return self._asking.deadline

    def warnings(self) -> tuple[str, ...]:
        """What the user should know of this run: each line once."""
        hint = HINT if self._asking.used and not self._contact else ""
        return tuple(text for text in (hint, self._cache.warning, self._asking.warning) if text)

    def get_json(
        self,
        url: str,
        params: Params = (),
        *,
        service: Service,
        accept: str = _JSON,
        fault: Callable[[Table], Fault | None] | None = None,
    ) -> Got[Table]:
        """GET a JSON object that may not be held. ``params`` are escaped here; contact and key are added then."""
        return self.ask(Request(service.name, "GET", address(url, params), accept), service, _object, fault)

    def get_xml(
        self,
        url: str,
        params: Params = (),
        *,
        service: Service,
        roots: tuple[str, ...],
        accept: str = _XML,
        fault: Callable[[_Element], Fault | None] | None = None,
    ) -> Got[_Element]:
        """GET an XML document that may not be held, and whose root has one of these local names."""
        return self.ask(Request(service.name, "GET", address(url, params), accept), service, _xml(roots), fault)

    def get_bytes(self, url: str, params: Params = (), *, service: Service, accept: str = "*/*") -> Got[bytes]:
        """GET what may not be held, whatever it is, but neither nothing nor a page for people."""
        request = Request(service.name, "GET", address(url, params), accept)
        return self.ask(request, service, lambda raw: read_bytes(raw.body, raw.content_type))

    def search_json(
        self,
        url: str,
        params: Params = (),
        *,
        service: Service,
        fault: Callable[[Table], Fault | None] | None = None,
        empty: Callable[[Table], bool] | None = None,
    ) -> Reply[Table] | Unavailable:
        """GET a JSON object from an address that always exists, such as that of a search: a 404 there is no answer.

        ``empty`` tells an answer that nothing is held, which is kept as shortly as "not here".
        """
        return self.question(Request(service.name, "GET", address(url, params), _JSON), service, _object, fault, empty)

    def search_list(
        self,
        url: str,
        params: Params = (),
        *,
        service: Service,
        fault: Callable[[list[object]], Fault | None] | None = None,
        empty: Callable[[list[object]], bool] | None = None,
    ) -> Reply[list[object]] | Unavailable:
        """As :meth:`search_json`, for a JSON array."""
        return self.question(Request(service.name, "GET", address(url, params), _JSON), service, _array, fault, empty)

    def search_xml(
        self,
        url: str,
        params: Params = (),
        *,
        service: Service,
        roots: tuple[str, ...],
        accept: str = _XML,
        fault: Callable[[_Element], Fault | None] | None = None,
        empty: Callable[[_Element], bool] | None = None,
    ) -> Reply[_Element] | Unavailable:
        """As :meth:`search_json`, for an XML document whose root has one of these local names."""
        return self.question(Request(service.name, "GET", address(url, params), accept), service, _xml(roots), fault, empty)

    def post_form(
        self, url: str, form: Params, *, service: Service, fault: Callable[[Table], Fault | None] | None = None
    ) -> Reply[Table] | Unavailable:
        """POST a form and read a JSON object. For questions only: it may be sent more than once, and answered from the cache."""
        return self.question(Request(service.name, "POST", url, _JSON, encoded(form).encode(), _FORM), service, _object, fault)

    def post_json(
        self, url: str, value: object, *, service: Service, fault: Callable[[Table], Fault | None] | None = None
    ) -> Reply[Table] | Unavailable:
        """POST a JSON value and read a JSON object. For questions only, as with :meth:`post_form`."""
        body = json.dumps(value, ensure_ascii=False, sort_keys=True).encode()
        return self.question(Request(service.name, "POST", url, _JSON, body, _JSON), service, _object, fault)

    def question(
        self,
        request: Request,
        service: Service,
        read: Callable[[Raw], T | Malformed],
        fault: Callable[[T], Fault | None] | None = None,
        empty: Callable[[T], bool] | None = None,
    ) -> Reply[T] | Unavailable:
        """As :meth:`ask`, of an address that always exists: 404 and 410 are no answer there.

        ``empty`` is as in :meth:`search_json`.
        """
        got = self._ask(request, service, read, fault, empty, absent=False)
        return got if not isinstance(got, NotHeld) else Unavailable(service.name, Reason.MALFORMED, f"status {got.status}")

    def ask(
        self,
        request: Request,
        service: Service,
        read: Callable[[Raw], T | Malformed],
        fault: Callable[[T], Fault | None] | None = None,
    ) -> Got[T]:
        """Ask ``request``, and have ``read`` make a value of the body, or say what is wrong with it.

        ``fault`` finds in a well-formed value that it is no answer: an error told with status 200.
        """
        return self._ask(request, service, read, fault, None, absent=True)

    def _ask(
        self,
        request: Request,
        service: Service,
        read: Callable[[Raw], T | Malformed],
        fault: Callable[[T], Fault | None] | None,
        empty: Callable[[T], bool] | None,
        *,
        absent: bool,
    ) -> Got[T]:
        if not service.covers(request.url):
            raise ValueError(f"{service.name}: {request.url} is not below {service.url}")

        def meaning(raw: Raw) -> Answer[T] | Missing | Failure:
            wall = self._clock.wall()
            page = service.html_absent or bool(service.absent_mark and service.absent_mark.encode() in raw.body)
            return judge(raw, read, absent=absent, html_absent=page, fault=fault, wall=wall)

        if self._replayer is not None:
            found = self._replayed(self._replayer, request, meaning)
        else:
            found = self._found(request, service, meaning, empty)
        if self._recorder is not None:
            self._recorder.keep(request, found if isinstance(found, Unavailable) else found[0])
        if isinstance(found, Unavailable):
            return found
        raw, outcome = found
        if isinstance(outcome, Missing):
            return NotHeld(service.name, raw.status, outcome.value, request.url, raw.as_of, raw.from_cache, raw.stale)
        return Reply(service.name, outcome.value, request.url, raw.as_of, raw.from_cache, raw.stale)

    def _replayed(self, replayer: Replayer, request: Request, meaning: Meaning[T]) -> Told[T] | Unavailable:
        raw = replayer.answer(request)
        if isinstance(raw, Unavailable):
            return raw
        outcome = meaning(raw)
        return _unavailable(request, outcome) if isinstance(outcome, Failure) else (raw, outcome)

    def _found(
        self, request: Request, service: Service, meaning: Meaning[T], empty: Callable[[T], bool] | None
    ) -> Told[T] | Unavailable:
        kept = self._cache.get(request, stale=self._offline)
        if kept is not None:
            outcome = meaning(kept)
            if not isinstance(outcome, Failure):
                return kept, outcome
        if self._offline:
            return Unavailable(request.source, Reason.OFFLINE, "not in the cache")
        got = self._asking.ask(wire(request, service, self._contact), service, meaning)
        if isinstance(got, Failure):
            return _unavailable(request, got)
        raw, told = got
        nothing = isinstance(told, Answer) and empty is not None and empty(told.value)
        self._cache.put(request, raw.marked_empty() if nothing else raw)
        return got


def _object(raw: Raw) -> Table | Malformed:
    return cast("Table | Malformed", read_json(raw.body, dict, raw.content_type))


def _array(raw: Raw) -> list[object] | Malformed:
    return cast("list[object] | Malformed", read_json(raw.body, list, raw.content_type))


def _xml(roots: tuple[str, ...]) -> Callable[[Raw], _Element | Malformed]:
    return lambda raw: read_xml(raw.body, roots, raw.content_type)


def _unavailable(request: Request, failure: Failure) -> Unavailable:
    return Unavailable(request.source, failure.reason, failure.detail)


def _checked_contact(contact: str) -> str:
    if contact and (not contact.isascii() or not contact.isprintable() or " " in contact or "@" not in contact[1:-1]):
        raise SettingsError(f"contact must be an e-mail address, not {contact!r}")
    return contact
