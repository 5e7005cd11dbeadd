"""Values out of others' JSON: what is there in the wanted type, and nothing else."""

from __future__ import annotations

from gate.references.values import first, items, join, number, table, tables, text, texts


def test_each_type_and_nothing_else() -> None:
    assert table({"a": 1}) == {"a": 1}
    assert table(None) == table([1]) == table("x") == {}
    assert items([1, 2]) == [1, 2]
    assert items("x") == ["x"]
    assert items(None) == []
    assert tables([{"a": 1}, 3, None]) == [{"a": 1}]
    assert tables({"a": 1}) == [{"a": 1}]
    assert (number(3), number(3.0), number("3"), number(True)) == (3, None, None, None)


def test_texts_are_in_reading_form() -> None:
    assert text("  Deep\n <i>Roots</i> &amp; more ") == "Deep Roots & more"
    assert (text(7), text(True), text(None), text(["x"])) == ("7", "", "", "")
    assert texts(["a", "", "a", None, 5]) == ["a", "5"]
    assert (first(["", "b"]), first(None), first("c")) == ("b", "", "c")
    assert join("a", "", "b", by=", ") == "a, b"
