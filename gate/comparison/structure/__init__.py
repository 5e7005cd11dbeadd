"""Graph measures; every one is None with a reason where it is undefined."""

from gate.comparison.structure.limits import DEFAULT_LIMITS, Limits
from gate.comparison.structure.mobility import high_risk
from gate.comparison.structure.profiles import MEASURES, context, profile

__all__ = ["DEFAULT_LIMITS", "MEASURES", "Limits", "context", "high_risk", "profile"]
