"""Forms: their fields, checked against the session that they were given to."""

from __future__ import annotations

from urllib.parse import parse_qs, parse_qsl, urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request

from gate.server.access import Caller, check_csrf
from gate.server.bodies import body_of
from gate.server.pages.queue_list import query_of
from gate.server.problems import ProblemError
from gate.server.service import service_of

_BODY, _FIELDS = 200_000, 5_000


class Form:
    """The fields of a form."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self._fields = fields

    def text(self, name: str) -> str:
        """A field; empty where it is not there."""
        return self._fields.get(name, [""])[-1].strip()

    def all(self, name: str) -> list[str]:
        """Every field of that name."""
        return self._fields.get(name, [])

    def number(self, name: str) -> int | None:
        """A whole number above 0; None where there is none."""
        text = self.text(name)
        return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 10 else None

    def back(self) -> QueryParams:
        """The filters of the list that the form came from: parsed and put together again, never followed as they are."""
        return QueryParams(query_of(QueryParams(urlencode(parse_qsl(self.text("back")[:4000])))))


async def form_of(request: Request, caller: Caller | None) -> Form:
    """The form of a request; with ``caller``, one of their session. Raises 403, 413 or 415."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise ProblemError(415, "type", "a form is needed")
    body = await body_of(request, _BODY)
    try:
        fields = parse_qs(body.decode("ascii"), max_num_fields=_FIELDS)
    except ValueError as error:
        raise ProblemError(422, "unreadable", "this form cannot be read") from error
    form = Form({name: [value.replace("\x00", "") for value in values] for name, values in fields.items()})
    if caller is not None:
        check_csrf(caller, form.text("csrf"), service_of(request))
    return form
