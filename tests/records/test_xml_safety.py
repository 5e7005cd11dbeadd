"""What XML may not do to us: entities, document types, files, network, depth, size; and what a fault costs."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from gate.model import Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.dc import DublinCore
from gate.records.readers.marc import MarcXml
from gate.records.readers.reader import Reader
from gate.settings import Settings
from tests.records.building import marcxml, read_all

READERS = (MarcXml(), DublinCore())
LAUGHS = (
    "<!DOCTYPE r [<!ENTITY a 'ha ha ha '>"
    + "".join(f"<!ENTITY {chr(98 + n)} '{('&' + chr(97 + n) + ';') * 10}'>" for n in range(12))
    + "]><record><leader>&m;</leader></record>"
)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the reader opened a connection")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("reader", READERS, ids=lambda r: str(r.name))
@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (LAUGHS, "XML with entity declarations is refused"),
        ("<!DOCTYPE r [<!ENTITY x 'y'>]><r>&x;</r>", "XML with entity declarations is refused"),
        ("<!DOCTYPE r [<!ENTITY x SYSTEM 'http://example.org/x'>]><r>&x;</r>", "XML with entity declarations is refused"),
        ("<!DOCTYPE r [<!ENTITY % p SYSTEM 'http://example.org/p'>%p;]><r/>", "XML with entity declarations is refused"),
        ("<!DOCTYPE r SYSTEM 'http://example.org/r.dtd'><r/>", "XML with a document type (DOCTYPE) is refused"),
        ("<!DOCTYPE r><r/>", "XML with a document type (DOCTYPE) is refused"),
        ("<r>&nbsp;</r>", "not well-formed XML: Entity 'nbsp' not defined"),
        ("<r>\n<q:title/></r>", "not well-formed XML: Namespace prefix q on title is not defined"),
        ("", "not well-formed XML"),
        ("no XML at all", "not well-formed XML"),
    ],
)
def test_what_is_refused_is_named(reader: Reader, document: str, reason: str) -> None:
    (found,) = read_all(reader, document.encode())
    assert isinstance(found, Unreadable)
    assert found.reason.startswith(reason)
    assert found.format == reader.name


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "latin-1"])
def test_entities_are_refused_in_every_encoding(encoding: str) -> None:
    name = "utf-16" if encoding.startswith("utf-16") else encoding
    document = f"<?xml version='1.0' encoding='{name}'?><!DOCTYPE r [<!ENTITY x 'y'>]><record>&x;</record>"
    (found,) = read_all(MarcXml(), document.encode(encoding))
    assert isinstance(found, Unreadable)
    assert "refused" in found.reason or "not well-formed" in found.reason


def test_no_file_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the password")
    for inner in ("&x;", f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret.as_uri()}" parse="text"/>'):
        body = f'<datafield tag="245" ind1=" " ind2=" "><subfield code="a">A {inner}</subfield></datafield>'
        head = f"<!DOCTYPE record [<!ENTITY x SYSTEM '{secret.as_uri()}'>]>" if inner == "&x;" else ""
        found = read_all(MarcXml(), f"{head}<record>{body}</record>".encode())
        assert "password" not in repr(found)
        assert b"password" not in b"".join(r.raw for r in found if isinstance(r, Record))


def test_depth_is_limited_by_a_setting() -> None:
    deep = "<record>" + "<a>" * 30 + "</a>" * 30 + "</record>"
    (found,) = read_all(MarcXml(), deep.encode(), max_depth=20)
    assert isinstance(found, Unreadable)
    assert "max_depth" in found.reason
    (bottomless,) = read_all(MarcXml(), ("<a>" * 100_000).encode(), max_depth=100_000)
    assert isinstance(bottomless, Unreadable)
    assert "too deep" in bottomless.reason


def test_a_text_over_the_limit_of_libxml2_is_refused() -> None:
    (found,) = read_all(MarcXml(), b"<record><leader>" + b"x" * 11_000_000 + b"</leader></record>")
    assert isinstance(found, Unreadable)
    assert "too large" in found.reason


def test_a_late_fault_costs_only_what_follows_and_names_the_record() -> None:
    good = marcxml([("001", "first"), ("245", "00", "$aOne")], [("001", "second"), ("245", "00", "$aTwo")])
    broken = good.removesuffix(b"</collection>") + b'\n<record><controlfield tag="001">third</controlfield>\n<datafield></record>'
    *records, fault = read_all(MarcXml(), broken)
    assert [r.id for r in records] == ["first", "second"]
    assert isinstance(fault, Unreadable)
    assert (fault.id, fault.position) == ("third", 3)
    assert "line 3" in fault.reason


def test_text_skips_comments_and_keeps_what_surrounds_them() -> None:
    element = next(xml.elements(b"<a>one <!-- no --><?no no?>two<b> three</b>\n four</a>", Settings(), lambda *_: True))
    assert not isinstance(element, xml.Fault)
    assert xml.text(element) == "one two three four"
    assert xml.content(element) == "one two three\n four"


def test_only_one_record_is_held_at_a_time() -> None:
    many = b"<all>" + b"".join(b"<record><x>%d</x></record>" % n for n in range(2000)) + b"</all>"
    parents = []
    for element in xml.elements(many, Settings(), lambda _, local: local == "record"):
        assert not isinstance(element, xml.Fault)
        parent = element.getparent()
        assert parent is not None
        parents.append(len(parent))
    assert len(parents) == 2000
    assert max(parents) < 2000  # what lies behind is gone, what lies ahead is parsed in blocks


def test_heads_are_read_in_utf16_too() -> None:
    assert xml.as_text("<é>".encode("utf-16")) == "<é>"
    assert xml.as_text("<é>".encode("utf-16-le")) == "<é>"
    assert xml.as_text(b"\xef\xbb\xbf<a>") == "<a>"
    assert xml.as_text(b"\xff\xff\xff")
