"""The curators' pages: drawn on the server, working without JavaScript."""

from __future__ import annotations

from pathlib import Path

from starlette.routing import Route

from gate.server.pages import batches, correcting, decisions, item, queue_list, rechecking, session, sources, spreadsheet
from gate.server.pages.render import error_page, wants_page

__all__ = ["PAGE_ROUTES", "STATIC", "error_page", "wants_page"]

STATIC = Path(__file__).parent.parent / "static"

PAGE_ROUTES = [
    Route("/", queue_list.home),
    Route("/queue", queue_list.show),
    Route("/queue/bulk", decisions.bulk, methods=["POST"]),
    Route("/queue/undo", decisions.undo_together, methods=["POST"]),
    Route("/queue/recheck", rechecking.recheck, methods=["POST"]),
    Route("/queue/spreadsheet", spreadsheet.form, methods=["GET"]),
    Route("/queue/spreadsheet", spreadsheet.preview, methods=["POST"]),
    Route("/queue/spreadsheet/decide", spreadsheet.decide, methods=["POST"]),
    Route("/queue/{item}", item.show),
    Route("/queue/{item}/correct", correcting.form, methods=["GET"]),
    Route("/queue/{item}/correct", correcting.correct, methods=["POST"]),
    Route("/queue/{item}/raw", item.raw),
    Route("/queue/{item}/decide", decisions.decide, methods=["POST"]),
    Route("/queue/{item}/undo", decisions.undo, methods=["POST"]),
    Route("/queue/{item}/assign", decisions.assign, methods=["POST"]),
    Route("/batches", batches.every),
    Route("/batch", batches.show),
    Route("/sources", sources.show),
    Route("/help", sources.help_page),
    Route("/signin", session.form, methods=["GET"]),
    Route("/signin", session.sign_in, methods=["POST"]),
    Route("/signout", session.sign_out, methods=["POST"]),
]
