"""Anchoring, outcomes, omissions, citations, and structure in context."""
