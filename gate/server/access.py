"""Who may do what: tokens and roles, sessions of curators, the rate of calls, and calls that other sites make a browser send.

Without tokens the server answers the loopback only, and then only under a name of the loopback: a page elsewhere whose name was
turned to 127.0.0.1 (DNS rebinding) gets nothing. A request that changes something and that a browser marks as another site's is
refused, whatever it carries.
"""

from __future__ import annotations

import getpass
import hashlib
import hmac
import ipaddress
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from gate.queue.service_tokens import Role
from gate.queue.values import MACHINE
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of

COOKIE = "gate_session"
SESSION_S = 12 * 3600
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: ``id`` for limits, ``name`` for the log, what they may do. ``session`` is the text that CSRF tokens hang on."""

    id: str
    name: str
    role: Role
    session: str = ""
    tokens: bool = True

    def may(self, role: Role) -> bool:
        """Whether they may do what ``role`` may."""
        return self.role in (Role.ADMIN, role)


async def caller_of(request: Request, *, changes: bool = True) -> Caller | None:
    """Who calls, by bearer token or by session; None where nobody is named. ``changes``: refuse what another site asks for."""
    service = service_of(request)
    if changes:
        own_site(request, service)
    scheme, _, text = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = await service.ask(service.tokens.by_text, text.strip())
        if token is None:
            raise _unnamed("this token is not known, or was revoked")
        return Caller(token.id, token.name, token.role)
    cookie = request.cookies.get(COOKIE, "")
    ident = _session_holder(cookie, service.session_key)
    if ident:
        found = await service.ask(service.tokens.by_id, ident)
        if found is not None:
            return Caller(found.id, found.name, found.role, cookie)
    if await service.ask(service.tokens.any):
        return None
    address = request.client.host if request.client else ""
    if not _is_loopback(address) or not _loopback_name(request):
        raise ProblemError(403, "tokens-needed", "without tokens this server answers only calls of its own machine")
    return Caller(address, _local_name(), Role.ADMIN, "local", tokens=False)


async def allowed(request: Request, role: Role) -> Caller:
    """The caller, if they may do what ``role`` may and have calls left. Raises 401, 403 or 429."""
    caller = await caller_of(request)
    if caller is None:
        raise _unnamed("a token is needed: Authorization: Bearer gate_...")
    if not caller.may(role):
        raise ProblemError(403, "role", f"a token with the role {role} or admin is needed; this one has {caller.role}")
    spend(request, caller)
    return caller


def spend(request: Request, caller: Caller) -> None:
    """Count a call. Raises 429 where the caller has none left."""
    rates: Rates = request.app.state.rates
    wait = rates.spend(caller.id)
    if wait:
        detail = f"more calls than {rates.per_minute:,} a minute"
        raise ProblemError(429, "rate", detail, headers={"Retry-After": str(wait)})


class Rates:
    """A bucket of calls for every caller: it holds ten seconds' worth, at least 20, and fills by ``per_minute``."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._most = max(20.0, per_minute / 6)
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, caller: str) -> int:
        """Take one call; gives 0, or after how many seconds there is one."""
        now = time.monotonic()
        if len(self._left) > 10_000:  # callers that have been away are full again
            self._left = {c: (left, at) for c, (left, at) in self._left.items() if now - at < 60}
        left, at = self._left.get(caller, (self._most, now))
        left = min(self._most, left + (now - at) * self.per_minute / 60)
        enough = left >= 1
        self._left[caller] = (left - 1 if enough else left, now)
        return 0 if enough else max(1, round((1 - left) * 60 / self.per_minute))


def own_site(request: Request, service: Service) -> None:
    """Refuse what another site makes a browser send. Programs send neither of the two headers."""
    if request.method in _SAFE:
        return
    site, origin = request.headers.get("sec-fetch-site", ""), request.headers.get("origin", "")
    named = urlsplit(origin).netloc.lower() if origin else ""
    hosts = {request.headers.get("host", "").lower(), service.settings.server_name.lower()} - {""}
    if site in ("cross-site", "same-site") or (origin and named not in hosts):
        raise ProblemError(403, "other-site", "another site's page made this call")


def sign_in(response: Response, ident: str, service: Service, *, secure: bool) -> None:
    """Begin a session for the token ``ident``."""
    until = int(time.time()) + SESSION_S
    value = f"{ident}.{until}.{_signed(f'{ident}.{until}', service.session_key)}"
    response.set_cookie(COOKIE, value, max_age=SESSION_S, httponly=True, samesite="strict", secure=secure)


def csrf_token(caller: Caller, service: Service) -> str:
    """What a form of this session must carry."""
    return _signed(f"csrf.{caller.session}", service.session_key)


def check_csrf(caller: Caller, given: str, service: Service) -> None:
    """Refuse a form that is not of this session."""
    if not hmac.compare_digest(csrf_token(caller, service).encode(), given.encode("utf-8", "replace")):
        raise ProblemError(403, "form", "this form is of another session: load the page again")


def _session_holder(cookie: str, key: bytes) -> str:
    ident, _, rest = cookie.partition(".")
    until, _, signature = rest.partition(".")
    expected = _signed(f"{ident}.{until}", key)
    if not hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace")):
        return ""
    return ident if until.isascii() and until.isdigit() and int(until) > time.time() else ""


def _signed(text: str, key: bytes) -> str:
    return hmac.new(key, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _unnamed(detail: str) -> ProblemError:
    return ProblemError(401, "token", detail, headers={"WWW-Authenticate": 'Bearer realm="gate"'})


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "testclient"  # Starlette's own, which has no address


def _loopback_name(request: Request) -> bool:
    """Whether the call was made to a name of the loopback, and not handed on by a proxy."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    host = request.headers.get("host", "").lower()
    bare = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return bare in _LOOPBACK_NAMES


def _local_name() -> str:
    try:
        name = getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container whose user has no name
        name = "curator"
    return "curator" if name == MACHINE else name
