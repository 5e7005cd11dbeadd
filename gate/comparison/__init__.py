"""Claim graph and sources to comparison."""

from gate.comparison.compare import compare_record
from gate.comparison.context import Batch, profiles

__all__ = ["Batch", "compare_record", "profiles"]
