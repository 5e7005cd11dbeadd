"""Packed input: what is in it is read within limits, and nothing that an archive says of itself is believed."""

import gzip
import io
import time
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Record, Unreadable
from gate.records import archives, read, read_bytes
from gate.settings import Settings
from tests.records.building import marcxml

JSON = b'{"title": "A"}'
MARC = marcxml([("001", "m1"), ("245", "00", "$aB")])


def packed(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()


def found(data: bytes, name: str = "a.zip", settings: Settings | None = None) -> list[tuple[str, str]]:
    """File, and title or reason, of all that is in it."""
    return [
        (r.file, r.reason if isinstance(r, Unreadable) else r.statements[0].value)
        for r in read_bytes(data, name, settings=settings or Settings())
    ]


def test_the_files_of_a_zip_archive_go_by_both_names() -> None:
    data = packed(("a.json", JSON), ("sub/b.xml", MARC), ("c.ris", b"TY  - BOOK\nTI  - C\nER  - \n"))
    assert found(data) == [("a.zip/a.json", "A"), ("a.zip/sub/b.xml", "B"), ("a.zip/c.ris", "C")]
    first = next(read_bytes(data, "a.zip", settings=Settings()))
    assert isinstance(first, Record)
    assert (first.position, first.format, first.raw) == (1, "json", JSON)


def test_a_gzip_file_is_what_it_packs() -> None:
    assert found(gzip.compress(MARC), "batch.xml.gz") == [("batch.xml.gz", "B")]
    assert found(gzip.compress(b"broken"), "f.json.gz") == [("f.json.gz", "not a JSON object or list")]
    assert found(gzip.compress(JSON + b"\n") + gzip.compress(b'{"title": "B"}\n'), "f.gz") == [("f.gz", "A"), ("f.gz", "B")]
    assert found(gzip.compress(b""), "f.gz") == [("f.gz", "the file is empty")]


def test_packed_files_are_read_wherever_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b.zip").write_bytes(packed(("x.json", JSON)))
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(JSON))
    names = [Path(r.file).relative_to(tmp_path).as_posix() for r in read(tmp_path, settings=Settings())]
    assert names == ["a.json.gz", "b.zip/x.json"]
    with (tmp_path / "b.zip").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert [r.file for r in read("-", settings=Settings())] == ["<stdin>/x.json"]


def test_a_named_format_holds_for_every_file() -> None:
    (record,) = read_bytes(packed(("x.txt", MARC)), "a.zip", "marcxml", settings=Settings())
    assert isinstance(record, Record)
    assert record.format == "marcxml"


def test_hidden_files_and_folders_are_left_out() -> None:
    data = packed(("sub/", b""), (".hidden.json", JSON), ("__MACOSX/._a.json", b"junk"), (".git/x.json", JSON), ("a.json", JSON))
    assert found(data) == [("a.zip/a.json", "A")]
    assert found(packed((".x", b""))) == [("a.zip", "the archive holds no file")]
    assert found(packed()) == [("a.zip", "the archive holds no file")]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd.json", "a.zip/etc/passwd.json"),
        ("/etc/x.json", "a.zip/etc/x.json"),
        ("..\\..\\x.json", "a.zip/x.json"),
        ("a\x1b[31m.json", "a.zip/a\\x1b[31m.json"),
        ("ä.json", "a.zip/ä.json"),
    ],
)
def test_a_name_is_a_label_and_no_place(name: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert found(packed((name, JSON))) == [(shown, "A")]
    assert list(tmp_path.iterdir()) == []


def test_all_files_together_have_a_limit() -> None:
    data = packed(("a.json", JSON), ("b.json", JSON), ("c.json", JSON))
    limit = len(JSON) * 2
    small = Settings(max_file_bytes=max(limit, len(data)))
    assert len(found(data, settings=small)) == 3
    large = packed(("a.json", JSON), ("b.json", b" " * 5_000 + JSON), ("c.json", JSON))
    assert found(large, settings=Settings(max_file_bytes=4_000)) == [
        ("a.zip/a.json", "A"),
        ("a.zip", "unpacks to more than 4,000 bytes; not read from b.json on; raise max_file_bytes"),
    ]
    assert found(gzip.compress(b" " * 5_000 + JSON), "f.gz", Settings(max_file_bytes=4_000)) == [
        ("f.gz", "unpacks to more than 4,000 bytes; raise max_file_bytes")
    ]


def test_a_bomb_is_stopped_at_the_limit() -> None:
    started = time.process_time()
    bomb = gzip.compress(b"\0" * 300_000_000, 1)
    assert len(bomb) < 2_000_000
    assert found(bomb, "f.gz") == [("f.gz", "unpacks to more than 100,000,000 bytes; raise max_file_bytes")]
    lying = bytearray(packed(("a.json", b" " * 1_000_000)))
    at = lying.rfind(b"PK\x01\x02")
    lying[at + 24 : at + 28] = (10).to_bytes(4, "little")  # its size, as the archive says it
    (fault,) = found(bytes(lying), settings=Settings(max_file_bytes=5_000))
    assert "more than 5,000 bytes" in fault[1] or "damaged" in fault[1] or "empty" in fault[1]
    assert time.process_time() - started < 10


def test_the_number_of_files_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_MEMBERS", 2)
    data = packed(*((f"{n}.json", JSON) for n in range(5)))
    assert found(data) == [
        ("a.zip/0.json", "A"),
        ("a.zip/1.json", "A"),
        ("a.zip", "holds more than 2 files; the rest was not read"),
    ]
    monkeypatch.setattr(archives, "_MAX_DIRECTORY", 100)
    assert found(data) == [("a.zip", "the list of files in the zip archive is longer than 100 bytes")]


def test_the_number_of_records_counts_over_all_files() -> None:
    data = packed(("a.jsonl", (JSON + b"\n") * 3), ("b.jsonl", (JSON + b"\n") * 3))
    kept = found(data, settings=Settings(max_records=4))
    assert [title for _, title in kept[:4]] == ["A"] * 4
    assert kept[4:] == [("a.zip", "more than 4 records; the rest was not read; raise max_records")]


@pytest.mark.parametrize(
    "inner", [gzip.compress(JSON), packed(("a.json", JSON)), b"BZh9" + b"\0" * 20], ids=["gzip", "zip", "bzip2"]
)
def test_an_archive_within_an_archive_is_not_opened(inner: bytes) -> None:
    reason = "an archive within an archive is not opened"
    assert found(packed(("in", inner), ("b.json", JSON))) == [("a.zip/in", reason), ("a.zip/b.json", "A")]
    assert found(gzip.compress(inner), "f.gz") == [("f.gz", reason)]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"BZh91AY&SY", "bzip2"),
        (b"\xfd7zXZ\x00\x00", "xz"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"Rar!\x1a\x07\x00", "RAR"),
        (b"\x28\xb5\x2f\xfd", "Zstandard"),
        (b"x" * 257 + b"ustar" + b"\0" * 200, "tar"),
    ],
)
def test_other_archives_are_named(data: bytes, kind: str) -> None:
    assert found(data, "f") == [("f", f"a {kind} archive is not read; pack as .gz or .zip")]


def test_a_document_that_only_is_packed_is_no_archive() -> None:
    sheet = packed(("[Content_Types].xml", b"<Types/>"), ("xl/workbook.xml", b"<w/>"))
    assert not archives.is_packed(sheet)
    ((file, reason),) = found(sheet, "table.xlsx")
    assert file == "table.xlsx"
    assert "no workbook that can be opened" in reason


def test_damage_costs_what_it_damages() -> None:
    whole = gzip.compress((JSON + b"\n") * 2000, 0)
    (*kept, fault) = found(whole[: len(whole) // 2], "f.jsonl.gz")
    assert fault == ("f.jsonl.gz", "the gzip data does not end (truncated?)")
    assert len([title for _, title in kept if title == "A"]) > 500
    assert found(gzip.compress(JSON) + b"junk", "f.gz") == [
        ("f.gz", "A"),
        ("f.gz", "something else follows the gzip data: incorrect header check"),
    ]
    assert found(b"\x1f\x8bjunk and more of it", "f.gz")[0][1].startswith("the gzip data is damaged")
    data = packed(("a.json", JSON), ("b.json", JSON), method=zipfile.ZIP_STORED)
    broken = data.replace(JSON, JSON.replace(b"A", b"X"), 1)
    assert found(broken)[-1] == ("a.zip/b.json", "A")
    assert "damaged" in found(broken)[-2][1]
    assert "truncated" in found(data[:-30])[0][1] or "damaged" in found(data[:-30])[0][1]


def test_a_gzip_file_of_many_parts_is_read_in_bounded_time() -> None:
    part = gzip.compress(JSON + b"\n")
    started = time.process_time()
    assert len(found(part * 20_000 + b"\0" * 100, "f.gz")) == 20_000
    kept = found(gzip.compress(b"x") * 100_001, "f.gz")
    assert kept[-1] == ("f.gz", "the gzip data has more than 100,000 parts; the rest was not read")
    assert time.process_time() - started < 20


def test_what_is_encrypted_or_packed_otherwise_is_named() -> None:
    data = bytearray(packed(("a.json", JSON)))
    for start, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.find(start) + offset] |= 1
    assert found(bytes(data)) == [("a.zip/a.json", "the file is encrypted")]
    other = packed(("a.json", JSON), method=zipfile.ZIP_LZMA)
    assert found(other) == [("a.zip/a.json", "the file is packed by a method that is not read (number 14)")]


@given(st.sampled_from([b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08\x00"]), st.binary(max_size=300))
def test_any_bytes_end_in_records_or_named_faults(start: bytes, rest: bytes) -> None:
    assert all(isinstance(r, Record | Unreadable) for r in read_bytes(start + rest, "f", settings=Settings()))


@given(st.integers(0, 400), st.integers(0, 255))
def test_any_damage_to_an_archive_ends_in_records_or_named_faults(at: int, byte: int) -> None:
    data = bytearray(packed(("a.json", JSON), ("b.xml", MARC)))
    data[at % len(data)] = byte
    assert all(isinstance(r, Record | Unreadable) for r in read_bytes(bytes(data), "f", settings=Settings()))
    packed_once = bytearray(zlib.compress(MARC, wbits=31))
    packed_once[at % len(packed_once)] = byte
    assert all(isinstance(r, Record | Unreadable) for r in read_bytes(bytes(packed_once), "f", settings=Settings()))
