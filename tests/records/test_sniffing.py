from collections import Counter
from pathlib import Path

import pytest

from gate.errors import UsageError
from gate.model import Record, Unreadable
from gate.records import read, read_bytes
from gate.records.readers import FORMATS, HEAD, by_media_type, reader, sniff
from gate.settings import Settings
from tests.shared import shared

CSL = b'[{"id": "a", "type": "article-journal", "title": "t", "issued": {"date-parts": [[1991]]}}]'


BIBFRAME = b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:bf="http://id.loc.gov/ontologies/bibframe/"><bf:Work/>'


@pytest.mark.parametrize(
    ("data", "file", "expected"),
    [
        (b'{"title": "t"}', "f.json", "json"),
        (b'{"title": "t"}', "f", "json"),
        (b'  [\n {"title": "t"}]', "f.txt", "json"),
        (b'{"title": "t"}\n{"title": "u"}', "f.jsonl", "json"),
        ('{"title": "t"}'.encode("utf-16"), "f.json", "json"),
        ('[{"title": "t"}]'.encode("utf-16-le"), "f", "json"),
        (b"[]", "f.json", "json"),
        (CSL, "f.json", "csl"),
        (CSL, "f", "csl"),
        (CSL.decode().encode("utf-16"), "f", "csl"),
        (b'{"type": "book", "author": [{"family": "Doe"}]}', "f.json", "csl"),
        (b'{"status": "ok", "message-type": "work-list", "message": {"items": []}}', "f.json", "csl"),
        (b"references:\n- id: a\n  type: book\n", "f.yaml", "cslyaml"),
        (b'{"leader": "00755cam  22002414a 4500", "fields": [{"001": "x"}]}', "f.json", "marcjson"),
        (b'<record xmlns="http://www.loc.gov/MARC21/slim"><leader>x</leader></record>', "f.xml", "marcxml"),
        (b"00755cam  22002414a 4500001001300000\x1e", "f.mrc", "marc"),
        (b"@article{a, title={t}}", "f.bib", "bibtex"),
        (b"@article{a, title={t}}", "f", "bibtex"),
        (
            b'<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
            "f.xml",
            "dc",
        ),
        (b"000000001 24510 L $$aTitle\n", "f.txt", "aleph"),
        (BIBFRAME, "f.rdf", "bibframe"),
        (b"@prefix bf: <http://id.loc.gov/ontologies/bibframe/> .\n<x> a bf:Work .", "f.ttl", "bibframe"),
        (b"<http://x/1> a <http://www.w3.org/2004/02/skos/core#Concept> .", "f", "skos"),
        (b"<http://x/1> <http://x/2> <http://x/3> .", "f.nt", "skos"),
        (b"broken", "f.json", "json"),
        (b"broken", "f.bib", "bibtex"),
    ],
)
def test_the_format_is_told_from_content_and_ending(data: bytes, file: str, expected: str) -> None:
    found = sniff(data, file)
    assert found is not None
    assert found.name == expected


@pytest.mark.parametrize(
    ("data", "file"), [(b"\x89PNG\r\n\x1a\n", "f.png"), (b"Hello.", "f.txt"), (b"Hello.", "f"), (b"<html></html>", "f.xml")]
)
def test_what_is_in_no_known_format_is_named_not_guessed(data: bytes, file: str) -> None:
    assert sniff(data, file) is None
    (fault,) = read_bytes(data, file, settings=Settings())
    assert isinstance(fault, Unreadable)
    assert fault.file == file
    assert "no known format" in fault.reason
    assert "--from" in fault.reason


def test_a_named_format_overrides_sniffing() -> None:
    (as_json,) = read_bytes(CSL, "f.json", "json", settings=Settings())
    (as_csl,) = read_bytes(CSL, "f.json", "csl", settings=Settings())
    assert isinstance(as_json, Record)
    assert isinstance(as_csl, Record)
    assert (as_json.format, as_csl.format) == ("json", "csl")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_in_the_registry_keeps_to_the_protocol(name: str) -> None:
    found = reader(name)
    assert found.name == name
    assert all(s.startswith(".") and s == s.lower() for s in found.suffixes)
    assert all("/" in m for m in found.media_types)
    assert found.sniff(b"") == 0
    assert 0 <= found.sniff(b"{") <= 100
    for item in found.read(b"\x00\xff junk", "f", Settings()):
        assert isinstance(item, Unreadable)


def test_an_unknown_name_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="known: auto, json, csl, cslyaml"):
        reader("docx")


@pytest.mark.parametrize(
    ("media_type", "expected"),
    [
        ("application/json; charset=utf-8", "json"),
        ("application/vnd.citationstyles.csl+json", "csl"),
        ("application/marc", "marc"),
        ("text/html", "auto"),
    ],
)
def test_media_types_name_formats(media_type: str, expected: str) -> None:
    assert by_media_type(media_type) == expected


def test_every_recorded_file_ends_in_records_or_named_faults() -> None:
    files = [p for p in sorted(shared("records").rglob("*")) if p.is_file()]
    counts: Counter[str] = Counter()
    for path in files:
        found = list(read(path, settings=Settings()))
        assert found, path
        for item in found:
            repr(item).encode("utf-8")
            assert item.file == str(path)
            counts[type(item).__name__] += 1
    assert counts["Record"] > 1000


@pytest.mark.parametrize(("folder", "expected"), [("csl", "csl"), ("bibtex", "bibtex")])
def test_recorded_files_are_taken_for_what_they_are(folder: str, expected: str) -> None:
    formats = Counter(
        item.format for path in files_of(folder) for item in read(path, settings=Settings()) if isinstance(item, Record)
    )
    assert formats[expected] > 0.8 * sum(formats.values())


def files_of(folder: str) -> list[Path]:
    return sorted(p for p in shared("records", folder).iterdir() if "testcases" not in p.name)


BEGINNINGS = (b"", b"{", b"[", b"<", b"%", b"@", b"T", b"0", b"-", b"\xff\xfe{\0")


def test_leaving_readers_out_by_the_first_sign_changes_no_answer() -> None:
    """A reader that is not asked would not have been sure: over all recorded files, and over short beginnings.

    Left out are the test cases of Zotero, which hold records of one format inside JSON.
    """
    files = [p for p in sorted(shared("records").rglob("*")) if p.is_file() and "testcases" not in p.name]
    heads = [path.read_bytes()[:HEAD] for path in files]
    for head in (*BEGINNINGS, *heads):
        sure = [(r.sniff(head), r.name) for r in map(reader, FORMATS)]
        best = max(sure, key=lambda s: s[0])
        found = sniff(head, "f")
        assert (found.name if found is not None else "") == (best[1] if best[0] else ""), head[:80]
