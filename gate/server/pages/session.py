"""Signing in with a token, and out again."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gate.queue.service_tokens import Role
from gate.server.access import COOKIE, Caller, own_site, spend
from gate.server.access import sign_in as begin
from gate.server.pages.forms import form_of
from gate.server.pages.render import curator, page
from gate.server.service import service_of


async def form(request: Request) -> Response:
    """The page to sign in."""
    return page(request, "signin.html", None, {"next": _inside(request.query_params.get("next", "")), "complaint": ""})


async def sign_in(request: Request) -> Response:
    """Begin a session. Tries are counted by address, like calls."""
    service = service_of(request)
    own_site(request, service)
    address = request.client.host if request.client else ""
    spend(request, Caller(f"signin {address}", "", Role.INGEST))
    given = await form_of(request, None)
    token = await service.ask(service.tokens.by_text, given.text("token"))
    onwards = _inside(given.text("next"))
    if token is None or token.role is Role.INGEST:
        complaint = "this token is not known, or was revoked" if token is None else "a token of the role ingest cannot curate"
        return page(request, "signin.html", None, {"next": onwards, "complaint": complaint}, 403)
    response = RedirectResponse(onwards or "/queue", 303)
    begin(response, token.id, service, secure=request.url.scheme == "https")
    return response


async def sign_out(request: Request) -> Response:
    """End the session."""
    await form_of(request, await curator(request))
    response = RedirectResponse("/signin", 303)
    response.delete_cookie(COOKIE)
    return response


def _inside(path: str) -> str:
    """``path`` where it leads to a page of this server, else nothing."""
    plain = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if plain and len(path) < 2000 else ""
