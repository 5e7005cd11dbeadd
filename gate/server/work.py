"""What a server process does beside answering: it makes indexes, checks uploaded batches part by part, and sends callbacks."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from gate.errors import GateError, QueueError
from gate.model import Record, Unreadable
from gate.queue.service_jobs import LEASE, Job
from gate.records import read_bytes
from gate.report.json import to_json
from gate.report.order import count
from gate.server.callback_sending import send
from gate.server.service import Service

PART = 25  # records that are checked together, in the context of each other
_IDLE_S = 1.0
_log = logging.getLogger("gate.server")


class Work:
    """Two threads that live as long as the server process, and one that makes indexes when it starts.

    The port is open meanwhile: the process is alive, though not ready.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=(step,), name=name, daemon=True)
            for name, step in (("batches", self._batch), ("callbacks", self._callback))
        ]

    def start(self) -> None:
        """Begin."""
        threading.Thread(target=self._service.make_indexes, name="indexes", daemon=True).start()
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """There is something to do."""
        self._wake.set()

    def stop(self) -> None:
        """Stop after the part at hand, and give the rest back."""
        self._stop.set()
        self._wake.set()
        for thread in self._threads:
            thread.join(30)
        try:
            self._service.jobs.release()
        except GateError as error:
            _log.warning("a batch could not be given back; another process takes it up later: %s", error)

    def _run(self, step: object) -> None:
        assert callable(step)  # noqa: S101 - one of the two below
        while not self._stop.is_set() and not self._service.indexed.wait(_IDLE_S):
            pass
        while not self._stop.is_set():
            try:
                busy = step()
            except GateError as error:  # the database is gone for a while
                _log.warning("%s", error)
                busy = False
            except Exception:  # noqa: BLE001 - not hidden: it is told; it must not end the thread, and the next round tries again
                _log.exception("a fault of the gate in the background")
                busy = False
            if not busy:
                self._wake.wait(_IDLE_S)
                self._wake.clear()

    def _batch(self) -> bool:
        service = self._service
        claimed = service.jobs.claim(service.now())
        if claimed is None:
            return False
        job, body = claimed
        try:
            with self._alive(job):
                through = self._all(job, body)
        except QueueError:
            raise  # the batch stays claimed, and is gone on with when the database is back
        except GateError as error:
            service.jobs.finish(job.id, str(error))
        except Exception:  # noqa: BLE001 - not hidden: it is told to caller and log; tried again it would hold up all other batches
            _log.exception("a fault of the gate in the batch %s", job.id)
            service.jobs.finish(job.id, "a fault of the gate, not of the records; what it had not reached was not checked")
        else:
            if through:
                service.jobs.finish(job.id)
        return True

    def _all(self, job: Job, body: bytes) -> bool:
        """Check what is left of a batch; gives whether it is through, and not stopped or lost to another process."""
        records = list(read_bytes(body, job.id, job.format, settings=self._service.settings))
        for part in _parts(records, job.done):
            if self._stop.is_set():
                return False
            found = self._part(job, part, len(records))
            if found is None:
                return False
            job = found
        return True

    @contextmanager
    def _alive(self, job: Job) -> Iterator[None]:
        """Keep the claim on a batch while the block runs: sources that are slow can take longer over a part than a lease."""
        ended = threading.Event()

        def renew() -> None:
            while not ended.wait(LEASE.total_seconds() / 4):
                try:
                    self._service.jobs.renew(job.id, self._service.now())
                except QueueError as error:
                    _log.warning("%s", error)

        thread = threading.Thread(target=renew, name="lease", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _part(self, job: Job, part: Sequence[Record | Unreadable], total: int) -> Job | None:
        """Check one part. Its items are in the queue before the part counts as done: cut off between, it is taken in again."""
        service = self._service
        report = service.checker.check(part)
        counts = count(report)
        if counts.review:
            service.queue.take_in(report, batch=job.id, source=f"{job.id}, from {job.caller}")
        service.metrics.records.labels("accept").inc(counts.accepted)
        service.metrics.records.labels("review").inc(counts.review - counts.unchecked)
        service.metrics.records.labels("unchecked").inc(counts.unchecked)
        service.metrics.records.labels("unreadable").inc(counts.unreadable)
        return service.jobs.advance(job, to_json(report), counts, total, service.now())

    def _callback(self) -> bool:
        service = self._service
        if not service.settings.callback_secret:
            return False
        due = service.callbacks.due(service.now())
        if due is None:
            return False
        fault = send(due, service.settings)
        service.metrics.callbacks.labels("failed" if fault else "sent").inc()
        if fault:
            _log.warning("callback for batch %s: %s (try %d)", due.batch, fault, due.attempts + 1)
            service.callbacks.failed(due, fault, service.now())
        else:
            service.callbacks.told(due, service.now())
        return True


def _parts(records: Sequence[Record | Unreadable], done: int) -> Iterator[list[Record | Unreadable]]:
    left = iter(records[done:])
    while part := list(islice(left, PART)):
        yield part
