"""The names of the scores, in the order of a report. Rules limit them, scoring computes them."""

from __future__ import annotations

SCORE_NAMES = (
    "fabrication_strict",
    "fabrication_permissive",
    "fabrication_text",
    "omission",
    "citation_strict",
    "citation_permissive",
    "citation_omission",
    "edge_fabrication",
    "divergence",
)

#: the score of what free text says; undefined where none was read, so no record may be asked to have it
TEXT_SCORE = "fabrication_text"

#: the scores that a list of works has when it stands for itself; all others are about a subject
BIBLIOGRAPHY_SCORES = frozenset({"citation_strict", "citation_permissive"})
