"""The one home of Dask: a batch on many machines, or on several processes of this one."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager

from gate.batch.pool import Engine
from gate.errors import MissingExtraError, UnreachableError, UsageError

CONNECT_S = 10
WORKERS_S = 60
DEATHS = 1
"""A task that so many workers died of, and one more, is tried no further there; its records are then tried alone, here."""


@contextmanager
def dask(scheduler: str, workers: int) -> Iterator[tuple[Engine, int]]:
    """An engine, and how many partitions it can work on at once.

    ``scheduler`` is the address of one that runs, such as ``tcp://host:8786``; where it is empty, a cluster of ``workers``
    processes is started on this machine, and ended afterwards. Workers have to see the inputs, the output folder and the
    snapshots under the same paths, and run the same version.

    Raises :class:`MissingExtraError` without Dask, and :class:`UnreachableError` where no scheduler or no worker answers.
    """
    if importlib.util.find_spec("distributed") is None:
        raise MissingExtraError("--engine dask", "cluster")
    import dask as dask_config
    from distributed import Client, LocalCluster

    with ExitStack() as stack:
        stack.enter_context(dask_config.config.set({"distributed.scheduler.allowed-failures": DEATHS}))
        if scheduler:
            for name in ("distributed", "distributed.client"):  # what they would say, the errors here say
                logging.getLogger(name).setLevel(logging.CRITICAL)
            try:
                client = stack.enter_context(Client(scheduler, timeout=CONNECT_S))
                client.wait_for_workers(1, timeout=WORKERS_S)
            except ValueError as error:
                raise UsageError(f"{scheduler} is no address of a scheduler, such as tcp://host:8786: {error}") from error
            except OSError as error:  # with TimeoutError
                raise UnreachableError(f"no Dask scheduler with workers answers at {scheduler}: {error}") from error
        else:
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, memory_limit=0, dashboard_address=None, silence_logs=logging.CRITICAL
            )
            client = stack.enter_context(Client(stack.enter_context(cluster)))

        @contextmanager
        def engine(_: int) -> Iterator[Executor]:
            with client.get_executor(pure=False) as executor:
                yield executor

        yield engine, sum(client.nthreads().values())
