"""Progress of long work."""

from __future__ import annotations

import io

from gate.cli.progress import WIDTH, ProgressLine


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def lines(stream: io.StringIO) -> list[str]:
    return [line.rstrip() for line in stream.getvalue().split("\r") if line.strip()]


def test_long_work_shows_count_total_and_rate() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, clock) as progress:
        for done in range(1, 41):
            clock.now += 0.1
            progress.step(done, 1000, "records compared")
    assert lines(stream)[0].startswith("7 of 1,000 records compared, 10 a second")
    assert lines(stream)[-1].endswith(" of 1,000 records compared, 10 a second")
    assert len(lines(stream)) < 20  # not a line a record
    assert stream.getvalue().endswith(f"\r{' ' * WIDTH}\r")


def test_the_rate_is_that_of_the_work_at_hand() -> None:
    clock, stream = Clock(), Terminal()
    progress = ProgressLine(stream, clock)
    progress.indexing("entities indexed", 1, None)
    clock.now += 10
    progress.indexing("entities indexed", 5_000, None)
    progress.step(0, 10, "records compared")
    clock.now += 2
    progress.step(4, 10, "records compared")
    assert lines(stream) == ["5,000 entities indexed, 500 a second", "4 of 10 records compared, 2 a second"]


def test_a_detail_that_changes_with_every_step_does_not_start_the_line_anew() -> None:
    clock, stream = Clock(), Terminal()
    progress = ProgressLine(stream, clock)
    for done in range(1, 5):
        progress.step(done, 10, "questions", left=True, detail=f"{done * 15} tokens")
        clock.now += 2
    assert lines(stream)[-1] == "4 of 10 questions, 0 a second, 12 s left, 60 tokens"


def test_short_work_and_no_terminal_and_quiet_show_nothing() -> None:
    clock, short, pipe, told = Clock(), Terminal(), io.StringIO(), Terminal()
    with ProgressLine(short, clock) as one, ProgressLine(pipe, clock) as two, ProgressLine(told, clock, quiet=True) as three:
        one.step(1, 2, "records compared")
        for _ in range(2):
            for progress in (two, three):
                progress.step(1, 2, "records compared")
            clock.now += 60
    assert short.getvalue() == pipe.getvalue() == told.getvalue() == ""


def test_a_terminal_that_goes_away_stops_the_line_not_the_work() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, clock) as progress:
        progress.step(0, 9, "records")
        clock.now += 5
        progress.step(1, 9, "records")
        stream.close()
        clock.now += 5
        progress.step(2, 9, "records")
        progress.step(3, 9, "records")
    assert stream.closed
