from __future__ import annotations

from gate.references.local.recent import Recent


def test_what_was_asked_for_last_stays() -> None:
    kept: Recent[int, str] = Recent(2)
    for number in range(2):
        kept.put(number, str(number))
    kept.put(2, "2")
    assert kept.get(0) == "0"  # asked for again, so it counts as new
    kept.put(3, "3")
    assert (kept.get(0), kept.get(1)) == ("0", None)


def test_it_holds_twice_its_size_at_most() -> None:
    kept: Recent[int, int] = Recent(10)
    for number in range(1, 1000):
        kept.put(number, number)
    assert sum(kept.get(number) is not None for number in range(1, 1000)) <= 20
    kept.clear()
    assert kept.get(999) is None
