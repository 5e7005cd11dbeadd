"""Templates to pages. Every value is escaped, and what would steer the reading of a page (direction overrides) is written out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from gate.queue.cells import visible
from gate.queue.service_tokens import Role
from gate.report.words import amount, percent
from gate.server.access import Caller, caller_of, csrf_token, spend
from gate.server.pages.words import OUTCOMES, outcome_sign, outcome_word
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of
from gate.version import __version__

_TEMPLATES = Path(__file__).parent.parent / "templates"
_PROGRAMS = ("/v1/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/reconcile", "/static/")
SHORT, LONG = 300, 20_000  # characters shown at once, and when opened


class SignInError(ProblemError):
    """Nobody is signed in."""

    def __init__(self) -> None:
        super().__init__(401, "token", "sign in first")


async def curator(request: Request) -> Caller:
    """The curator who asks for a page. Raises 401, 403 or 429."""
    caller = await caller_of(request)
    if caller is None:
        raise SignInError
    if not caller.may(Role.CURATE):
        raise ProblemError(403, "role", f"this page is for the roles curate and admin; your token has {caller.role}")
    spend(request, caller)
    request.state.caller = caller  # a page about an error keeps the ways to the others
    return caller


def page(request: Request, name: str, caller: Caller | None, values: Mapping[str, object], status: int = 200) -> HTMLResponse:
    """A page."""
    service = service_of(request)
    always = {
        "caller": caller,
        "csrf": csrf_token(caller, service) if caller is not None else "",
        "version": __version__,
        "path": request.url.path,
        "now": datetime.now(UTC),
    }
    return HTMLResponse(templates().get_template(name).render({**always, **values}), status)


def error_page(request: Request, problem: ProblemError) -> Response:
    """The page for an error; the way to sign in, where that is what is missing."""
    if isinstance(problem, SignInError) and request.method == "GET":
        there = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/signin?{urlencode({'next': there})}", 303)
    service = request.app.state.service
    assert isinstance(service, Service)  # noqa: S101 - set where the application is made
    known = getattr(request.state, "caller", None)
    caller = known if isinstance(known, Caller) else None
    response = page(request, "error.html", caller, {"problem": problem}, problem.status)
    for name, value in problem.headers.items():
        response.headers[name] = value
    return response


def wants_page(request: Request) -> bool:
    """Whether a person asks, and not a program."""
    return not request.url.path.startswith(_PROGRAMS)


@cache
def templates() -> Environment:
    """The templates, read once."""
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "ago": ago,
        "when": when,
        "word": outcome_word,
        "sign": outcome_sign,
        "words": lambda text: str(text).replace("_", " "),
        "amount": lambda value: "" if value is None else amount(float(value), 3),
        "percent": lambda value: "" if value is None else percent(float(value)),
        "link": link,
        "cut": lambda text, limit: text if len(text) <= limit else text[: limit - 1] + "…",
        "query": lambda text: quote(str(text), safe=""),
        "thousands": lambda value: f"{value:,}",
    }
    made.globals |= {"SHORT": SHORT, "LONG": LONG, "OUTCOMES": OUTCOMES}
    return made


def _shown(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def link(url: object) -> str:
    """``url`` where a page can link to it: http and https only, nothing that runs."""
    text = str(url)
    try:
        safe = urlsplit(text).scheme in ("http", "https") and text.isprintable() and len(text) < 4000
    except ValueError:
        return ""
    return text if safe else ""


def when(moment: datetime) -> str:
    """A time as people read it, in UTC."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def ago(moment: datetime) -> str:
    """How long ago a time is: ``3 d``."""
    seconds = max(0, int((datetime.now(UTC) - moment).total_seconds()))
    for size, name in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {name}"
    return "just now"
