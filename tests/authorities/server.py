"""A real HTTP server on this machine that stands in for a service, holds the test's facts, and misbehaves on demand."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities.faults import MISBEHAVIOURS


@dataclass(frozen=True, slots=True)
class Response:
    """What a route answers. ``body`` is bytes, text, or a value that becomes JSON."""

    body: object = b""
    status: int = 200
    content_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def bytes(self) -> bytes:
        """The body as sent."""
        if isinstance(self.body, bytes):
            return self.body
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body, ensure_ascii=False).encode()

    @property
    def type(self) -> str:
        """The content type: as given, or as the body looks."""
        if self.content_type:
            return self.content_type
        if not isinstance(self.body, str | bytes):
            return "application/json"
        return "application/xml" if self.bytes.lstrip().startswith(b"<") else "text/plain"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the server saw it. ``path`` is as sent, escapes and all; ``at`` is seconds on the monotonic clock."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def form(self) -> Mapping[str, list[str]]:
        """The body as a form."""
        return parse_qs(self.body.decode(), keep_blank_values=True)


Route = Callable[[Asked], object] | Response | Mapping[str, object] | list[object] | str | bytes
NOT_FOUND = Response("Resource not found.", 404, "text/plain")


@dataclass(slots=True)
class _Fault:
    name: str
    route: str
    left: int | None


class Authority:
    """A service of the test, at ``url`` on an ephemeral port. A context manager.

    ``routes`` maps a path, as it is sent (escapes and all), to what it answers: a JSON value, text, bytes, a
    :class:`Response`, or a function of :class:`Asked` that gives one of these. A path that ends in ``*`` stands for all that
    begin so; the longest fits first. Everything else is ``missing``: 404 in plain text, as Crossref has it. ::

        with Authority({"/works/10.1%2Fa": {"message": {}}, "/search*": lambda asked: {"q": asked.query["q"]}}) as it:
            settings = it.settings("crossref", tmp_path, max_attempts=1)
            it.fault("503", times=2)            # the next two requests; without times until it.recover()
            it.fault("html", route="/search*")  # for that route alone; every name is in MISBEHAVIOURS
            it.refuse()                         # closes the port; it.recover() opens it again and ends all faults
            it.asked, it.most_in(1.0), it.most_at_once   # what was asked and when, for tests of rates

    ``delay`` is how long each answer takes, in seconds.
    """

    def __init__(self, routes: Mapping[str, Route] | None = None, *, missing: Response = NOT_FOUND, delay: float = 0.0) -> None:
        self.routes: dict[str, Route] = dict(routes or {})
        self.missing = missing
        self.delay = delay
        self.over = threading.Event()
        self.asked: list[Asked] = []
        self.most_at_once = 0
        self._at_once = 0
        self._faults: list[_Fault] = []
        self._lock = threading.Lock()
        self._server: _Server | None = None
        self._holder: socket.socket | None = None
        self._port = 0
        self._listen()

    def __enter__(self) -> Authority:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def url(self) -> str:
        """The base address, without a slash at its end."""
        return f"http://127.0.0.1:{self._port}"

    def settings(self, source: str, folder: Path, *, path: str = "", rate: float = 1000.0, **more: object) -> Settings:
        """Settings under which ``source`` is this server, its cache is in ``folder``, and its pace is no hindrance."""
        one = SourceSettings(source, self.url + path, rate, 32)
        return Settings(cache_folder=str(folder), sources=(one,), **more)  # type: ignore[arg-type]

    def fault(self, name: str, *, route: str = "*", times: int | None = None) -> None:
        """Misbehave in this way on ``route``, for the next ``times`` requests there, or until :meth:`recover`."""
        if name not in MISBEHAVIOURS:
            raise KeyError(f"no fault {name!r}; there are: refuse (a method), {', '.join(MISBEHAVIOURS)}")
        with self._lock:
            self._faults.append(_Fault(name, route, times))

    def refuse(self) -> None:
        """Close the port: connections are refused from now on. It is held, so that no other server gets it meanwhile."""
        self._stop()
        self._holder = socket.socket()
        self._holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._holder.bind(("127.0.0.1", self._port))

    def recover(self) -> None:
        """End every fault, and open the port again where it was closed."""
        with self._lock:
            self._faults.clear()
        if self._server is None:
            self._listen()

    def most_in(self, seconds: float) -> int:
        """The most requests that came in any span of so many seconds."""
        times = sorted(one.at for one in self.asked)
        first, most = 0, 0
        for last, at in enumerate(times):
            while times[first] <= at - seconds:
                first += 1
            most = max(most, last - first + 1)
        return most

    def close(self) -> None:
        """Stop, and free whatever hangs."""
        self.over.set()
        self._stop()
        self._let_go()

    def _listen(self) -> None:
        self._let_go()
        self._server = _Server(self, self._port)
        self._port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def _let_go(self) -> None:
        if self._holder is not None:
            self._holder.close()
            self._holder = None

    def _stop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.shutdown()
            server.server_close()
            server.hang_up()

    @contextlib.contextmanager
    def serving(self, asked: Asked) -> Iterator[tuple[Response, str]]:
        """What to answer to a request, and the fault to answer it with, if any."""
        with self._lock:
            self.asked.append(asked)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            fault = self._fault_on(asked.path)
        try:
            if self.delay:
                time.sleep(self.delay)
            yield self._response(asked), fault
        finally:
            with self._lock:
                self._at_once -= 1

    def _fault_on(self, path: str) -> str:
        for fault in self._faults:
            if _fits(fault.route, path) and fault.left != 0:
                if fault.left is not None:
                    fault.left -= 1
                return fault.name
        return ""

    def _response(self, asked: Asked) -> Response:
        fitting = [pattern for pattern in self.routes if _fits(pattern, asked.path)]
        if not fitting:
            return self.missing
        route = self.routes[max(fitting, key=lambda pattern: (pattern == asked.path, len(pattern)))]
        answer = route(asked) if callable(route) else route
        return answer if isinstance(answer, Response) else Response(answer)


def _fits(pattern: str, path: str) -> bool:
    return path.startswith(pattern[:-1]) if pattern.endswith("*") else path == pattern


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    @property
    def authority(self) -> Authority:
        """The service that this connection belongs to."""
        return self.server.authority

    def write(self, status: int, body: bytes, content_type: str, headers: Mapping[str, str]) -> None:
        """Send an answer with its honest length, unless ``headers`` has another."""
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in {204, 304}:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def raw(self, data: bytes) -> None:
        """Send these bytes as they are."""
        self.wfile.write(data)
        self.wfile.flush()

    def do_GET(self) -> None:
        """Answer."""
        at = time.monotonic()
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, parts.path, parse_qs(parts.query, keep_blank_values=True), headers, body, at)
        with self.authority.serving(asked) as (response, fault):
            if fault:
                MISBEHAVIOURS[fault].act(self, response)
            else:
                self.write(response.status, response.bytes, response.type, response.headers)

    do_POST = do_CONNECT = do_GET  # noqa: N815 - the library's names

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, authority: Authority, port: int) -> None:
        self.authority = authority
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), Handler)

    def process_request(self, request: object, client_address: object) -> None:
        """Answer a connection in a thread of its own."""
        assert isinstance(request, socket.socket)
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: object) -> None:
        """A connection is over."""
        assert isinstance(request, socket.socket)
        self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End every connection that is open."""
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no fault of the test."""
