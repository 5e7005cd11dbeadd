"""One attempt at one request: the only importer of requests. Whatever the network does comes back as a value.

Redirects are followed here, one by one, and only within the service's hosts; bodies are counted while they come, unpacked.
"""

from __future__ import annotations

import threading
import time
from http.cookiejar import DefaultCookiePolicy
from queue import Empty, SimpleQueue
from urllib.parse import urljoin, urlsplit

import requests
from requests import exceptions as wrong
from urllib3 import exceptions as lower

from gate.model import Reason
from gate.references.http.connections import Adapter, Attempt
from gate.references.http.values import Failure, Raw
from gate.references.http.wire import Wire

_KEPT = ("retry-after", "x-sql-state")
_CHUNK = 65_536
_MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_LOGINS = frozenset(
    {"login", "signin", "sign-in", "logon", "sso", "cas", "idp", "wayf", "saml", "saml2", "oauth2", "auth", "shibboleth"}
)
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class _Session(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """None: the library would otherwise look where a redirect leads, and read its whole body first, however long."""


class Transport:
    """The connections of a run. Threads may share it."""

    def __init__(self, agent: str, *, max_body_bytes: int) -> None:
        self._max_body_bytes = max_body_bytes
        self._session = _Session()
        self._session.auth = _nothing  # so that no ~/.netrc is read
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._session.headers.update({"User-Agent": agent, "Accept-Encoding": "gzip, deflate"})
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, Adapter(pool_connections=16, pool_maxsize=32))

    def close(self) -> None:
        """Close what is open."""
        self._session.close()

    def send(self, wire: Wire, seconds: float, reach: float) -> Raw | Failure:
        """Make one attempt, over within ``seconds``, and finding and reaching the host within ``reach`` of them."""
        attempt = Attempt()
        answers: SimpleQueue[Raw | Failure | BaseException] = SimpleQueue()
        ends = time.monotonic() + seconds
        # a thread of its own, since only that can be left alone with what has no time-out; it does not keep the process alive
        threading.Thread(target=self._work, args=(wire, seconds, attempt, answers), daemon=True).start()
        try:
            if not attempt.connected.wait(reach):
                attempt.end()
                return Failure(Reason.NETWORK, f"no connection within {reach:.2g} s", unreachable=True)
            answer = answers.get(timeout=max(ends - time.monotonic(), 0.001))
        except Empty:
            attempt.end()
            return Failure(Reason.TIMEOUT, f"no complete answer within {seconds:.2g} s")
        except BaseException:
            attempt.end()
            raise
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _work(self, wire: Wire, seconds: float, attempt: Attempt, answers: SimpleQueue[Raw | Failure | BaseException]) -> None:
        attempt.begin()
        try:
            answers.put(self._exchange(wire, seconds, attempt))
        except BaseException as error:  # noqa: BLE001 - a fault of ours: it is raised where the answer is waited for
            answers.put(error)
        finally:
            attempt.connected.set()

    def _exchange(self, wire: Wire, seconds: float, attempt: Attempt) -> Raw | Failure:
        url, home = wire.url, urlsplit(wire.url)
        for _ in range(_MAX_REDIRECTS + 1):
            at_home = urlsplit(url)[:2] == home[:2]
            login = wire.login if at_home else None
            headers = wire.headers if at_home else {"Accept": wire.headers["Accept"]}
            try:
                with self._session.request(
                    wire.method, url, data=wire.body or None, headers=headers, auth=login, stream=True, allow_redirects=False,
                    timeout=(seconds, seconds),
                ) as response:  # fmt: skip
                    if response.status_code not in _REDIRECTS or "location" not in response.headers:
                        return self._answer(response, wire, attempt)
                    location, code = response.headers["location"], response.status_code
            except (wrong.RequestException, lower.HTTPError, OSError, ValueError) as error:
                return _failure(error)
            target = _redirect(wire, url, location, code)
            if isinstance(target, Failure):
                return target
            url = target
        return Failure(Reason.MALFORMED, f"redirected more than {_MAX_REDIRECTS} times")

    def _answer(self, response: requests.Response, wire: Wire, attempt: Attempt) -> Raw | Failure:
        pieces: list[bytes] = []
        size = 0
        for piece in response.iter_content(_CHUNK):
            size += len(piece)
            if size > self._max_body_bytes:
                return Failure(Reason.MALFORMED, f"a body larger than {self._max_body_bytes} bytes (setting max_body_bytes)")
            if attempt.ended.is_set():
                return Failure(Reason.TIMEOUT, "given up")
            pieces.append(piece)
        body = b"".join(pieces)
        for secret in wire.secrets:
            body = body.replace(secret.encode(), b"[removed]")
        kept = tuple((name, response.headers[name]) for name in _KEPT if name in response.headers)
        return Raw(response.status_code, body, response.headers.get("content-type", ""), kept)


def _nothing(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _redirect(wire: Wire, url: str, location: str, code: int) -> str | Failure:
    """Where a redirect leads, or why it is not followed."""
    try:
        target = urljoin(url, location)
        here, there = urlsplit(url), urlsplit(target)
        host, port, path = there.hostname or "", there.port, there.path
    except ValueError:
        return Failure(Reason.MALFORMED, "redirected to what is no address")
    if there.scheme not in {"http", "https"} or "@" in there.netloc:
        return Failure(Reason.REFUSED, "redirected to another kind of address")
    if there.netloc.lower() not in wire.hosts and not (host in wire.hosts and port in {None, 80, 443}):
        return Failure(Reason.REFUSED, f"redirected to another host: {host}")
    if here.scheme == "https" and there.scheme == "http" and host not in _LOOPBACK:
        return Failure(Reason.REFUSED, "redirected from https to http")
    if any(segment.lower().partition(".")[0] in _LOGINS for segment in path.split("/")):
        return Failure(Reason.REFUSED, "redirected to a login")
    if wire.method != "GET" and code in {301, 302, 303}:
        return Failure(Reason.MALFORMED, f"{wire.method} redirected with status {code}")
    return target


_BROKEN = Failure(Reason.NETWORK, "the connection broke off", retry=True)
_RULES: tuple[tuple[tuple[type[BaseException], ...], Failure], ...] = (
    ((ConnectionResetError, ConnectionAbortedError, BrokenPipeError), _BROKEN),
    ((wrong.ChunkedEncodingError, lower.IncompleteRead), Failure(Reason.MALFORMED, "the body broke off", retry=True)),
    ((wrong.ContentDecodingError, lower.DecodeError), Failure(Reason.MALFORMED, "a body that cannot be unpacked")),
    ((wrong.SSLError, lower.SSLError), Failure(Reason.NETWORK, "no safe connection (TLS)", unreachable=True)),
    ((wrong.ProxyError, lower.ProxyError), Failure(Reason.NETWORK, "the proxy does not connect", unreachable=True)),
    ((lower.NameResolutionError,), Failure(Reason.NETWORK, "no such host name, or no name service", unreachable=True)),
    ((lower.NewConnectionError,), Failure(Reason.NETWORK, "no connection", unreachable=True)),
    ((wrong.ConnectTimeout, lower.ConnectTimeoutError), Failure(Reason.NETWORK, "no connection in time", unreachable=True)),
    ((wrong.ReadTimeout, lower.ReadTimeoutError, TimeoutError), Failure(Reason.TIMEOUT, "no answer in time")),
    (
        (ValueError,),  # an address, or a field of the header, that the libraries do not take
        Failure(Reason.BAD_REQUEST, "no valid address"),
    ),
)


def _failure(error: BaseException) -> Failure:
    """What an exception of the libraries means. Their own words are not passed on: they quote the address with its secrets."""
    chain = _causes(error)
    for kinds, failure in _RULES:
        for one in chain:
            if isinstance(one, kinds):
                if "407" in str(one) and failure.detail.startswith("the proxy"):
                    return Failure(Reason.REFUSED, "the proxy wants a login (407)", unreachable=True)
                return failure
    return _BROKEN


def _causes(error: BaseException) -> list[BaseException]:
    """An exception, and those that led to it, which requests and urllib3 wrap in each other."""
    found: list[BaseException] = []
    queue: list[object] = [error]
    while queue:
        one = queue.pop(0)
        if isinstance(one, BaseException) and one not in found:
            found.append(one)
            queue += [*one.args, getattr(one, "reason", None), one.__cause__, one.__context__]
    return found
