"""Forms: their fields, checked against the session that they were given to."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from urllib.parse import parse_qs, parse_qsl, urlencode

from starlette.datastructures import QueryParams, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
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

    def whole(self, name: str) -> str:
        """A field with the blanks and line breaks at its ends, as records need it."""
        return self._fields.get(name, [""])[-1]

    def named(self, prefix: str) -> dict[str, str]:
        """Every field whose name begins so, by the rest of the name."""
        return {name.removeprefix(prefix): self.whole(name) for name in self._fields if name.startswith(prefix)}

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


async def form_of(request: Request, caller: Caller | None, limit: int = _BODY) -> Form:
    """The form of a request, at most ``limit`` bytes; with ``caller``, one of their session. Raises 403, 413 or 415."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise ProblemError(415, "type", "a form is needed")
    body = await body_of(request, limit)
    try:
        fields = parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=_FIELDS)
    except ValueError as error:
        raise ProblemError(422, "unreadable", "this form cannot be read") from error
    form = Form({name: [value.replace("\x00", "") for value in values] for name, values in fields.items()})
    if caller is not None:
        check_csrf(caller, form.text("csrf"), service_of(request))
    return form


async def upload_of(request: Request, caller: Caller, limit: int) -> tuple[str, bytes]:
    """The file that a form of the caller's session brings: its name and bytes. Raises 403, 413, 415 or 422."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise ProblemError(415, "type", "a form with a file is needed")
    body = await body_of(request, limit)

    async def once() -> AsyncGenerator[bytes]:
        yield body

    try:
        form = await MultiPartParser(request.headers, once(), max_files=1, max_fields=10).parse()
    except (MultiPartException, KeyError, ValueError) as error:
        raise ProblemError(422, "unreadable", "this form cannot be read") from error
    try:
        token, file = form.get("csrf"), form.get("file")
        check_csrf(caller, token if isinstance(token, str) else "", service_of(request))
        if not isinstance(file, UploadFile) or not (data := await file.read()):
            raise ProblemError(422, "refused", "choose a file first")
        return file.filename or "file", data
    finally:
        await form.close()
