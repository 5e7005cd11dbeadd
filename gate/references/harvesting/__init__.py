"""Snapshots out of live queries: people born in a span, the works around a DOI, a service's answers for a list of names.

:func:`build` gathers what a plan asks for, step by step, and keeps it as a snapshot of the user's own. Every finished step is
written down at once, so that a build that was stopped or killed goes on where it was.
"""

from gate.references.harvesting.building import build
from gate.references.harvesting.citations import Citations
from gate.references.harvesting.journal import Step
from gate.references.harvesting.people import People
from gate.references.harvesting.reconciled import Reconciled, read_names

__all__ = ["Citations", "People", "Reconciled", "Step", "build", "read_names"]
