"""Many records: in partitions, by several processes, and taken up again where a run that was killed left off."""

from gate.batch.running import Batch, run_batch

__all__ = ["Batch", "run_batch"]
