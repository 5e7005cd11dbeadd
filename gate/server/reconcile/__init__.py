"""``/reconcile``: a W3C Reconciliation service over the gate's own matching and its snapshots, for OpenRefine.

Versions 0.2, which OpenRefine speaks, and 1.0-draft, whose queries are conditions (Reconciliation Service API, W3C Community
Group). A score serves for sorting only; ``match`` says that the gate's matching holds it for the same thing, and the features
name the level at which each property agrees.
"""

from __future__ import annotations

from starlette.routing import Route

from gate.server.reconcile.routes import entity_page, extend, match, preflight, preview, proposals, service_root, suggest

__all__ = ["RECONCILE_ROUTES"]

RECONCILE_ROUTES = [
    Route("/reconcile", service_root, methods=["GET", "POST"]),
    Route("/reconcile/", service_root, methods=["GET", "POST"]),  # as some write the address
    Route("/reconcile/match", match, methods=["POST"]),
    Route("/reconcile/extend", extend, methods=["POST"]),
    Route("/reconcile/extend/propose", proposals),
    Route("/reconcile/suggest/{what}", suggest),
    Route("/reconcile/preview", preview),
    Route("/reconcile/view", entity_page),
    Route("/reconcile", preflight, methods=["OPTIONS"]),
    Route("/reconcile/{path:path}", preflight, methods=["OPTIONS"]),
]
