"""Comparison to verdict: shapes, scores, rules."""
