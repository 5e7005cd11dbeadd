"""Bad input and large input: each a clear message that names file and record, and nothing lost for the others."""

import json
import os
import time
from pathlib import Path

import pytest

from gate.errors import InputError, UsageError
from gate.model import Record, Unreadable
from gate.records import read, read_bytes
from gate.settings import Settings


def outcomes(data: bytes, settings: Settings | None = None, name: str = "f.json") -> list[str]:
    """Each record by its title, each fault by its reason."""
    return [
        r.reason if isinstance(r, Unreadable) else r.statements[0].value
        for r in read_bytes(data, name, "json", settings=settings or Settings())
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ["the file is empty"]),
        (b" \n\t", ["the file is empty"]),
        (b"\xef\xbb\xbf", ["the file is empty"]),
        (b"[]", ["holds no record"]),
        (b"\x00\x01\x02junk", ["binary data, not JSON"]),
        (b"hello", ["not a JSON object or list"]),
        (b"null", ["not a JSON object or list"]),
        (b'{"title": "a"', ["the JSON object does not end (truncated?)"]),
        (b'{"title": "a', ["the JSON object does not end (truncated?)"]),
        (b'{"title": tru}', ["not JSON: Expecting value, column 11"]),
        (b"[1, null]", ["a number, not a JSON object", "nothing, not a JSON object"]),
        (b'{"title": "a"} x', ["a", "something else follows the JSON"]),
        (b'[{"title": "a"}, {"title": "b"', ["a", "the record does not end (truncated?)"]),
        (b'[{"title": "a"}, ', ["a", "the JSON list does not end (truncated?)"]),
        (b'[{"title": "a"}, {"title"}, {"title": "c"}]', ["a", "not JSON: Expecting ':' delimiter, column 9", "c"]),
        (b'[{"title": "a"}, 5, {"title": "c"}]', ["a", "a number, not a JSON object", "c"]),
        (b'{"title": "a"}{"title": "b"}', ["a", "b"]),
        (b'{\n"title": "a"\n}\n{\n"title": "b"\n}\n', ["a", "b"]),
        (b'{"records": [{"title": "a"}, {"title": "b"}]}', ["a", "b"]),
        (b'{"items": [{"title": "a"}, 5]}', ["a", "a number, not a JSON object"]),
    ],
)
def test_layouts_and_damage(data: bytes, expected: list[str]) -> None:
    assert outcomes(data) == expected


def test_a_bad_line_of_json_lines_costs_only_itself() -> None:
    lines = [b'{"title": "a"}', b"", b'{"title": "b"', b'{"title": "c"} x', b"oops", b'{"title": "d"}']
    found = list(read_bytes(b"\n".join(lines), "f.jsonl", settings=Settings()))
    assert [(type(r).__name__, r.position) for r in found] == [
        ("Record", 1),
        ("Unreadable", 2),
        ("Unreadable", 3),
        ("Unreadable", 4),
        ("Record", 5),
    ]
    faults = [r for r in found if isinstance(r, Unreadable)]
    assert [(f.file, f.offset, f.reason) for f in faults] == [
        ("f.jsonl", 16, "line 3 does not end (truncated?)"),
        ("f.jsonl", 30, "line 4 goes on after its JSON object"),
        ("f.jsonl", 47, "line 5 is not a JSON object"),
    ]


@pytest.mark.parametrize("first", [b'{"title": "a', b'{"title": ', b"{]", b'{"title" "a"}', b"junk {"])
def test_a_bad_first_line_of_json_lines_costs_only_itself(first: bytes) -> None:
    *faults, second, third = outcomes(first + b'\n{"title": "b"}\n{"title": "c"}\n')
    assert (second, third) == ("b", "c")
    assert len(faults) == 1
    assert "line 1" in faults[0]


def test_offsets_count_from_the_start_of_the_file() -> None:
    (fault,) = read_bytes(b'\xef\xbb\xbf[{"a": }]', "f.json", "json", settings=Settings())
    assert isinstance(fault, Unreadable)
    assert fault.offset == len(b'\xef\xbb\xbf[{"a": ')


@pytest.mark.parametrize(
    "data", [b"[" * 300_000, b'{"a":' * 300_000, b"[" * 300_000 + b"]" * 300_000, b'{"a":[' * 200 + b"]}" * 200]
)
def test_deep_nesting_is_refused_before_it_is_parsed(data: bytes) -> None:
    started = time.process_time()
    (reason,) = outcomes(data)
    assert "nested" in reason
    assert "100" in reason
    assert time.process_time() - started < 2


def test_the_depth_limit_is_a_setting() -> None:
    data = b'{"title": "a", "x": ' + b"[" * 150 + b"]" * 150 + b"}"
    assert outcomes(data) == ["nested 151 levels deep, limit 100; raise max_depth"]
    assert outcomes(data, Settings(max_depth=151)) == ["a"]


def test_nesting_beyond_what_the_machine_bears_is_named() -> None:
    deep = 50_000
    data = b'{"title": ' + b'{"name": ' * deep + b'"a"' + b"}" * deep + b"}"
    (reason,) = outcomes(data, Settings(max_depth=deep * 2))
    assert "nested too deeply" in reason


def test_a_deep_record_costs_only_itself() -> None:
    deep = b'{"x": ' + b"[" * 150 + b"]" * 150 + b"}"
    assert outcomes(b'[{"title": "a"}, ' + deep + b', {"title": "b"}]') == [
        "a",
        "nested 151 levels deep, limit 100; raise max_depth",
        "b",
    ]


def test_a_large_file_is_refused_unread_until_a_setting_allows_it(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(200_000_000)  # sparse: takes no room
    started = time.process_time()
    (fault,) = read(path, settings=Settings())
    assert fault == Unreadable(str(path), "file has 200,000,000 bytes, limit 100,000,000; raise max_file_bytes")
    assert time.process_time() - started < 0.5


def test_the_size_limit_holds_for_bytes_too() -> None:
    assert outcomes(b'{"title": "a"}', Settings(max_file_bytes=13)) == ["file has 14 bytes, limit 13; raise max_file_bytes"]
    assert outcomes(b'{"title": "a"}', Settings(max_file_bytes=14)) == ["a"]


def test_the_number_of_records_has_a_limit_that_is_named() -> None:
    data = b'{"title": "a"}\n' * 4
    assert outcomes(data, Settings(max_records=3)) == [
        "a",
        "a",
        "a",
        "more than 3 records; the rest was not read; raise max_records",
    ]
    assert outcomes(data, Settings(max_records=4)) == ["a"] * 4


def test_ten_thousand_citations_are_read_in_bounded_time() -> None:
    def seconds(count: int) -> float:
        citations = [
            {"title": f"Title {n}", "authors": ["A. Bee", "C. Dee"], "year": 1990, "doi": f"10.1000/{n}"} for n in range(count)
        ]
        data = json.dumps({"title": "t", "citations": citations}, indent=1).encode()
        started = time.process_time()
        (record,) = read_bytes(data, "f.json", settings=Settings())
        assert isinstance(record, Record)
        assert len(record.all("citations")) == count
        return time.process_time() - started

    seconds(100)
    small, large = seconds(1_000), seconds(10_000)
    assert large < 5
    assert large < 40 * small + 0.5  # grows with the number, not with its square


def test_ten_thousand_keys_doubled_are_read_in_bounded_time() -> None:
    data = ("{" + ",".join(f'"k{n}": 1, "k{n}": 2' for n in range(10_000)) + "}").encode()
    started = time.process_time()
    (record,) = read_bytes(data, "f.json", settings=Settings())
    assert isinstance(record, Record)
    assert len(record.notes) == 10_000
    assert time.process_time() - started < 5


def test_a_missing_file_is_an_input_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.json: No such file"):
        read(tmp_path / "nothing.json", settings=Settings())
    with pytest.raises(InputError, match=r"null byte|NUL"):
        read("a\0b", settings=Settings())


def test_an_unknown_format_is_a_usage_error_that_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unknown format 'xls'; known: auto, json, csl, cslyaml, marc"):
        read((b"{}", "f"), format="xls", settings=Settings())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "secret.json"
    path.write_bytes(b"{}")
    path.chmod(0)
    with pytest.raises(InputError, match=r"secret\.json: Permission denied"):
        read(path, settings=Settings())


def test_a_folder_is_walked_in_sorted_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b.json", "a/z.jsonl", "a/.hidden.json", ".git/config.json", "c"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"title": name}))
    (tmp_path / "d.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    found = [
        (Path(r.file).name, r.reason if isinstance(r, Unreadable) else r.statements[0].value)
        for r in read(tmp_path, settings=Settings())
    ]
    assert found[0] == ("b.json", "b.json")
    assert found[1] == ("c", "c")
    assert found[2][0] == "d.png"
    assert "no known format" in found[2][1]
    assert found[3] == ("gone.json", "No such file or directory")
    assert found[4] == ("z.jsonl", "a/z.jsonl")
    assert len(found) == 5


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    assert list(read(tmp_path, settings=Settings())) == [Unreadable(str(tmp_path), "the folder holds no file")]


def test_a_file_name_that_is_no_text_can_be_printed(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/\xff.json"
    try:
        with open(raw, "wb") as file:
            file.write(b'{"title": "a"}')
    except OSError:
        pytest.skip("the file system takes no such name")
    (record,) = read(tmp_path, settings=Settings())
    record.file.encode("utf-8")
    assert record.file.endswith(r"\xff.json")


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    path.write_bytes(b'{"title": "a"}')
    with path.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        (record,) = read("-", settings=Settings())
    assert isinstance(record, Record)
    assert record.file == "<stdin>"
