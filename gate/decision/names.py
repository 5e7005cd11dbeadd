"""The names of the scores, in the order of a report. Rules limit them, scoring computes them."""

from __future__ import annotations

SCORE_NAMES = (
    "fabrication_strict",
    "fabrication_permissive",
    "omission",
    "citation_strict",
    "citation_permissive",
    "citation_omission",
    "edge_fabrication",
    "divergence",
)
