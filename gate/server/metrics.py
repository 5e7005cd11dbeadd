"""What the server counts, in the form that Prometheus reads. With several processes all of them are added up."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the client's own variable: a folder that the processes of one server share


class Metrics:
    """Counters and histograms of one server process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        on = self._registry
        self.requests = Counter(
            "gate_http_requests", "Requests by route, method and status.", ("route", "method", "status"), registry=on
        )
        self.seconds = Histogram(
            "gate_http_request_seconds",
            "Time to the answer, seconds.",
            ("route",),
            buckets=(0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60),
            registry=on,
        )
        self.records = Counter("gate_records", "Records checked, by what became of them.", ("verdict",), registry=on)
        self.refused = Counter("gate_refused_busy", "Checks refused because too many were waiting.", registry=on)
        self.callbacks = Counter("gate_callbacks", "Callbacks sent, by outcome.", ("outcome",), registry=on)
        self.waiting = Gauge("gate_checks_waiting", "Checks that run or wait.", multiprocess_mode="livesum", registry=on)
        self.pending = Gauge("gate_queue_pending", "Items that wait for a curator.", multiprocess_mode="mostrecent", registry=on)

    def text(self) -> bytes:
        """Everything, as Prometheus text."""
        if not os.environ.get(SHARED):
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
