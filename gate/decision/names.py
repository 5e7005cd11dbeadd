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

#: the scores that a list of works has when it stands for itself; all others are about a subject
BIBLIOGRAPHY_SCORES = frozenset({"citation_strict", "citation_permissive"})
