"""Files of records, some true and some false, and a gate that knows which without asking anybody."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from gate.hook.running import Runner
from gate.model import Decision, Record, Report, ReviewReason, Unreadable, Verdict
from gate.settings import Settings
from tests.report.samples import ACCEPT, FINDINGS, REVIEW, UNCHECKED, accepted, report, reviewed

TITLES = {"good": ACCEPT, "bad": REVIEW, "lost": UNCHECKED}


class Judge(Runner):
    """A runner whose verdict is the first word of the title."""

    def check(self, records: Iterable[Record | Unreadable]) -> Report:
        given = list(records)
        made = []
        for record in given:
            if isinstance(record, Record):
                title = record.first("title")
                word = title.value.split()[0] if title else ""
                if word == "good":
                    made.append(accepted(record))
                elif word == "lost":
                    made.append(reviewed(record, (), UNCHECKED))
                else:
                    made.append(reviewed(record, FINDINGS, REVIEW))
        return replace(report(*made), unreadable=tuple(u for u in given if isinstance(u, Unreadable)))


def judge(url: str) -> Judge:
    return Judge(Settings(queue_url=url))


def lines(*titles: str) -> bytes:
    return b"".join(json.dumps({"id": f"r{n}", "title": title}).encode() + b"\n" for n, title in enumerate(titles, 1))


def listed(*titles: str) -> bytes:
    return json.dumps([{"id": f"r{n}", "title": title} for n, title in enumerate(titles, 1)], indent=1).encode()


DOUBTFUL = Verdict(Decision.REVIEW, (ReviewReason("coverage.min", "too little is covered"),))
