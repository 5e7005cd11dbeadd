"""Work for several processes, of which any may die: whatever one of them held is done again, and what kills is left out.

A process that dies (out of memory, a fault in a library, a signal) takes its task with it, and the pool. Every task that was in
hand then is done once more in a process of its own. Where that fails too, each item is tried alone; those that fail alone are
left out of the task, with the reason. That is done here, one after the other, whatever engine ran the task first.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from multiprocessing import connection
from typing import Generic, Protocol, Self, TypeVar

from gate.errors import GateError, UnreachableError

R = TypeVar("R")
#: tasks in memory for each process: one that it works on, and one that waits
AHEAD = 2
DIED = "the process that checked it died"


class Task(Protocol):
    """Something to do for a number of items."""

    def alone(self) -> Iterable[Self]:
        """A trial for each item, in order, that leaves nothing behind."""
        ...

    def without(self, reasons: Mapping[int, str], *, unread: bool = False) -> Self:
        """The task with these items left out, by number, each with the reason; ``unread``: without even reading them."""
        ...


T = TypeVar("T", bound=Task)
Engine = Callable[[int], AbstractContextManager[Executor]]
"""What runs tasks for a number of workers. An executor may break: its other tasks are then done by another one."""


class Pool(Generic[T, R]):
    """``work`` is a function of a module, so that a new process can find it; its results come as they are ready."""

    def __init__(self, work: Callable[[T], R], workers: int, engine: Engine | None = None) -> None:
        self._work = work
        self._workers = workers
        self._engine = engine or _executor

    def run(self, tasks: Iterable[T]) -> Iterator[R]:
        """The result of every task, each once. Raises what ``work`` raises of :class:`GateError`."""
        waiting = iter(tasks)
        while True:
            lost: list[T] = []
            with self._engine(self._workers) as pool:
                yield from self._until_broken(pool, waiting, lost)
            if not lost:
                return
            for task in lost:
                yield self._recovered(task)

    def _until_broken(self, pool: Executor, waiting: Iterator[T], lost: list[T]) -> Iterator[R]:
        """Results until all is done or the pool is broken; ``lost`` then holds the tasks without result."""
        pending: dict[Future[R], T] = {}
        try:
            while True:
                while not lost and len(pending) < self._workers * AHEAD and (task := next(waiting, None)) is not None:
                    try:
                        pending[pool.submit(self._work, task)] = task
                    except BrokenProcessPool:
                        lost.append(task)
                if not pending:
                    return
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    task = pending.pop(future)
                    if future.cancelled():
                        raise UnreachableError("what runs the batch went away; call it again, and it goes on where it stopped")
                    error = future.exception()
                    if error is None:
                        yield future.result()
                    elif isinstance(error, GateError):
                        raise error
                    else:
                        lost.append(task)
        finally:
            for future in pending:
                future.cancel()

    def _recovered(self, task: T) -> R:
        found = self._tried(task)
        if not isinstance(found, _Failed):
            return found
        trials = [self._tried(single) for single in task.alone()]
        reasons = {i: trial.reason for i, trial in enumerate(trials) if isinstance(trial, _Failed)}
        every = {i: reasons.get(i, found.reason) for i in range(len(trials))}
        for left_out, unread in ((reasons, False), (reasons, True), (every, False)):
            if left_out and not isinstance(again := self._tried(task.without(left_out, unread=unread)), _Failed):
                return again
        nothing = self._tried(task.without(every, unread=True))
        if isinstance(nothing, _Failed):
            raise RuntimeError(f"a partition fails without any of its records: {nothing.reason}")
        return nothing

    def _tried(self, task: T) -> R | _Failed:
        """The result of a task in a process of its own."""
        with _executor(1) as pool:
            future = pool.submit(self._work, task)
            error = future.exception()
            if error is None:
                return future.result()
            if isinstance(error, GateError):
                raise error
            return _Failed(DIED if isinstance(error, BrokenProcessPool) else f"{type(error).__name__}: {error}")


class _Failed:
    def __init__(self, reason: str) -> None:
        self.reason = reason


def _executor(workers: int) -> ProcessPoolExecutor:
    # "spawn": the same on every system, and no thread or open database of the parent is copied
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            connection.wait([sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()
