"""A stand-in for a library's catalogue that speaks SRU 1.1, 1.2 and 2.0: it answers CQL from MARC records of the test's own."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from gate.normalise.text import tokens
from tests.authorities.server import Asked, Response, Route

SRW, SRU_2 = "http://www.loc.gov/zing/srw/", "http://docs.oasis-open.org/ns/search-ws/sruResponse"
DIAGNOSTIC = {SRW: "http://www.loc.gov/zing/srw/diagnostic/", SRU_2: "http://docs.oasis-open.org/ns/search-ws/diagnostic"}
MARC_NS = 'xmlns="http://www.loc.gov/MARC21/slim"'
#: the fields behind an index
INDEXES: dict[str, tuple[str, ...]] = {
    "bath.isbn": ("020a", "020z"),
    "bath.issn": ("022a",),
    "bath.lccn": ("010a",),
    "bib.oclc": ("035a",),
    "bath.nationalbibliographynumber": ("015a", "016a"),
    "dc.title": ("245a", "245b", "245n", "245p", "240a"),
    "dc.creator": ("100a", "700a", "110a"),
    "dc.date": ("264c", "260c"),
}
SCHEMAS = {
    "marcxml": "info:srw/schema/1/marcxml-v1.1",
    "mods": "info:srw/schema/1/mods-v3.6",
    "dc": "info:srw/schema/1/dc-v1.1",
}
NUMBERS = frozenset({"bath.isbn", "bath.issn", "bath.lccn", "bib.oclc", "bath.nationalbibliographynumber"})


@dataclass(frozen=True, slots=True)
class Marc:
    """A MARC 21 record: control number, and fields as (tag with indicators, subfields): ``("24510", {"a": "Title"})``."""

    number: str
    fields: Sequence[tuple[str, Mapping[str, str]]]
    leader: str = "00000nam a2200000 i 4500"
    coded: str = "200101s2020    nyu           000 0 eng d"

    def all(self, places: Sequence[str]) -> list[str]:
        """The values of subfields, given as ``245a``."""
        return [value for tag, subs in self.fields for code, value in subs.items() if tag[:3] + code in places]

    def xml(self, namespace: str = MARC_NS) -> str:
        """As MARCXML."""
        fields = [
            f'<datafield tag="{tag[:3]}" ind1="{tag[3:4] or " "}" ind2="{tag[4:5] or " "}">'
            + "".join(f'<subfield code="{code}">{html.escape(value)}</subfield>' for code, value in subs.items())
            + "</datafield>"
            for tag, subs in self.fields
        ]
        head = f"<record {namespace}><leader>{self.leader}</leader>"
        controls = f'<controlfield tag="001">{self.number}</controlfield><controlfield tag="008">{self.coded}</controlfield>'
        return f"{head}{controls}{''.join(fields)}</record>"

    def mods(self) -> str:
        """The same as MODS: title, creator, year and ISBN."""
        names = "".join(f"<name><namePart>{html.escape(one)}</namePart></name>" for one in self.all(("100a",)))
        isbns = "".join(f'<identifier type="isbn">{one}</identifier>' for one in self.all(("020a",)))
        title = html.escape(" ".join(self.all(("245a", "245b"))))
        publishers = "".join(f"<publisher>{html.escape(one.strip(' ,'))}</publisher>" for one in self.all(("264b",)))
        dates = "".join(f"<dateIssued>{one}</dateIssued>" for one in self.all(("264c",)))
        return (
            f'<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>{title}</title></titleInfo>{names}'
            f"<originInfo>{publishers}{dates}</originInfo>{isbns}<genre authority='marcgt'>book</genre>"
            "<typeOfResource>text</typeOfResource>"
            "<language><languageTerm type='code' authority='iso639-2b'>eng</languageTerm></language>"
            f"<recordInfo><recordIdentifier>{self.number}</recordIdentifier></recordInfo></mods>"
        )

    def dc(self) -> str:
        """The same as Dublin Core."""
        parts = [("title", " ".join(self.all(("245a", "245b")))), *(("creator", one) for one in self.all(("100a",)))]
        parts += [("date", one) for one in self.all(("264c",))]
        parts += [*(("publisher", one.strip(" ,")) for one in self.all(("264b",))), ("language", "eng"), ("type", "book")]
        parts += [("identifier", f"URN:ISBN:{one}") for one in self.all(("020a",))]
        inner = "".join(f"<dc:{name}>{html.escape(value)}</dc:{name}>" for name, value in parts)
        return f'<s:dc xmlns:s="info:srw/schema/1/dc-v1.1" xmlns:dc="http://purl.org/dc/elements/1.1/">{inner}</s:dc>'


def book(number: str, title: str, creator: str, year: int, isbn: str = "", **more: str) -> Marc:
    """A book. ``more`` adds subfields: ``f264b="Publisher"``, ``f650a="Eels"``, ``f0102a`` for a second field 010."""
    fields: list[tuple[str, Mapping[str, str]]] = [("020  ", {"a": isbn})] if isbn else []
    fields += [("1001 ", {"a": creator})] if creator else []
    main, colon, rest = title.partition(" : ")
    fields.append(("24510", {"a": main + (" :" if colon else ""), **({"b": rest} if rest else {})}))
    fields.append(("264 1", {"a": "Oslo :", "b": more.pop("publisher", "Harbour Press,"), "c": f"{year}."}))
    for name, value in more.items():
        fields.append((f"{name[1:4]} {'0' if name[1:4] == '650' else ' '}", {name[-1]: value}))
    return Marc(number, fields, coded=f"200101s{year}    no            000 0 eng d")


class SyntaxFaultError(Exception):
    """A query that is no CQL."""


_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|(<=|>=|<>|==|[()=<>])|([^\s()=<>"]+))')


Test: TypeAlias = Callable[[Callable[[str, str], bool]], bool]


def _joined(left: Test, word: str, right: Test) -> Test:
    match word:
        case "and":
            return lambda holds: left(holds) and right(holds)
        case "or":
            return lambda holds: left(holds) or right(holds)
        case _:
            return lambda holds: left(holds) and not right(holds)


@dataclass
class Cql:
    """A reader of CQL: ``index relation term``, ``and``, ``or``, ``not``, brackets. Gives a test of a record."""

    query: str
    used: list[str] = field(default_factory=list)

    def read(self) -> Test:
        """The query as a function that is told whether ``index`` holds ``term``."""
        self.left = self._tokens()
        found = self._boolean()
        if self.left:
            raise SyntaxFaultError(f"not expected: {self.left[0][1]}")
        return found

    def _tokens(self) -> list[tuple[str, str]]:
        found, at = [], 0
        while at < len(self.query.rstrip()):
            match = _TOKEN.match(self.query, at)
            if match is None:
                raise SyntaxFaultError(self.query[at:])
            if match[1] is not None:
                found.append(("string", re.sub(r"\\(.)", r"\1", match[1])))
            else:
                found.append(("mark", match[2]) if match[2] else ("word", match[3]))
            at = match.end()
        return found

    def _boolean(self) -> Test:
        left = self._clause()
        while self.left and self.left[0][0] == "word" and self.left[0][1].lower() in {"and", "or", "not"}:
            left = _joined(left, self.left.pop(0)[1].lower(), self._clause())
        return left

    def _clause(self) -> Test:
        if not self.left:
            raise SyntaxFaultError("the query ends here")
        kind, text = self.left.pop(0)
        if (kind, text) == ("mark", "("):
            inner = self._boolean()
            if not self.left or self.left.pop(0) != ("mark", ")"):
                raise SyntaxFaultError("a bracket is not closed")
            return inner
        if kind == "mark":
            raise SyntaxFaultError(f"not expected: {text}")
        index = "cql.serverchoice"
        if kind == "word" and self.left and (self.left[0][0] == "mark" and self.left[0][1] not in "()"):
            self.left.pop(0)
            if not self.left or self.left[0][0] == "mark":
                raise SyntaxFaultError("no term")
            index, text = text.lower(), self.left.pop(0)[1]
        self.used.append(index)
        return lambda holds: holds(index, text)


def _holds(record: Marc, index: str, term: str) -> bool:
    values = record.all(INDEXES[index])
    if index in NUMBERS:
        wanted = re.sub(r"[^0-9a-z]", "", term.lower())
        return any(re.sub(r"[^0-9a-z]", "", value.lower()).startswith(wanted) for value in values)
    held = {word for value in values for word in tokens(value)}
    return bool(tokens(term)) and held.issuperset(tokens(term))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The manners of the catalogue.

    ``packing``        records are sent as ``xml`` or ``string``, whatever is asked for; empty: as asked for
    ``explains``       there is an explain record; else the answer is a diagnostic
    ``mute``           an index that is not known brings no records, and no word of it
    ``remark``         a diagnostic beside every answer with records
    ``most``           records in one answer, whatever is asked for
    ``refuses``        a diagnostic (number, message) in place of every answer
    """

    packing: str = ""
    explains: bool = True
    mute: bool = False
    remark: str = ""
    most: int = 50
    refuses: tuple[int, str] | None = None
    indexes: Sequence[str] = tuple(INDEXES)
    schemas: Mapping[str, str] = field(default_factory=lambda: SCHEMAS)
    versions: tuple[str, ...] = ("1.1", "1.2", "2.0")


def sru_routes(*records: Marc, manners: Catalogue | None = None) -> dict[str, Route]:
    """The catalogue, at the root address."""
    own = manners or Catalogue()

    def root(asked: Asked) -> Response:
        params = {name: values[0] for name, values in asked.query.items()}
        namespace = SRU_2 if params.get("version", "1.1").startswith("2") else SRW
        if params.get("operation") == "explain" or "query" not in params:
            return _xml(_explain(own, namespace)) if own.explains else _xml(_failed(namespace, 4, "Unsupported operation"))
        return _xml(_search(records, own, namespace, params))

    return {"/": root}


def _xml(body: str) -> Response:
    return Response(f'<?xml version="1.0" encoding="UTF-8"?>\n{body}', content_type="application/xml")


def _explain(own: Catalogue, namespace: str) -> str:
    indexes = "".join(
        f'<index><title>{one}</title><map><name set="{one.split(".")[0]}">{one.split(".")[1]}</name></map></index>'
        for one in own.indexes
    )
    schemas = "".join(f'<schema name="{name}" identifier="{uri}"/>' for name, uri in own.schemas.items())
    return (
        f'<zs:explainResponse xmlns:zs="{namespace}"><zs:version>{own.versions[0]}</zs:version><zs:record><zs:recordData>'
        f'<explain xmlns="http://explain.z3950.org/dtd/2.0/"><serverInfo protocol="SRU" version="{own.versions[0]}"/>'
        f"<databaseInfo><title>Catalogue of the test</title></databaseInfo><indexInfo>{indexes}</indexInfo>"
        f'<schemaInfo>{schemas}</schemaInfo><configInfo><setting type="maximumRecords">{own.most}</setting></configInfo>'
        f"</explain></zs:recordData></zs:record></zs:explainResponse>"
    )


def _diagnostics(namespace: str, code: int, message: str, details: str = "") -> str:
    inner = f"<d:uri>info:srw/diagnostic/1/{code}</d:uri><d:details>{html.escape(details)}</d:details>"
    return (
        f'<zs:diagnostics xmlns:d="{DIAGNOSTIC[namespace]}"><d:diagnostic>{inner}'
        f"<d:message>{message}</d:message></d:diagnostic></zs:diagnostics>"
    )


def _failed(namespace: str, code: int, message: str, details: str = "") -> str:
    return _response(namespace, 0, "", _diagnostics(namespace, code, message, details))


def _response(namespace: str, total: int, records: str, more: str = "") -> str:
    version = "" if namespace == SRU_2 else "<zs:version>1.1</zs:version>"
    held = f"<zs:records>{records}</zs:records>" if records else ""
    return (
        f'<zs:searchRetrieveResponse xmlns:zs="{namespace}">{version}<zs:numberOfRecords>{total}</zs:numberOfRecords>'
        f"{held}{more}</zs:searchRetrieveResponse>"
    )


def _search(records: Sequence[Marc], own: Catalogue, namespace: str, params: Mapping[str, str]) -> str:
    if own.refuses is not None:
        return _failed(namespace, *own.refuses)
    if params.get("version", "1.1") not in own.versions:
        return _failed(namespace, 5, "Unsupported version", own.versions[-1])
    schema = params.get("recordSchema", "marcxml")
    schema = next((name for name, uri in own.schemas.items() if schema in (name, uri)), "")
    if not schema:
        return _failed(namespace, 66, "Unknown schema for retrieval", params["recordSchema"])
    cql = Cql(params["query"])
    try:
        wanted = cql.read()
    except SyntaxFaultError as error:
        return _failed(namespace, 10, "Query syntax error", str(error))
    unknown = [one for one in cql.used if one not in own.indexes]
    if unknown:
        return _response(namespace, 0, "") if own.mute else _failed(namespace, 16, "Unsupported index", unknown[0])
    found = [one for one in records if wanted(partial(_holds, one))]
    start, most = int(params.get("startRecord", 1)), min(int(params.get("maximumRecords", 10)), own.most)
    if start > max(len(found), 1):
        return _failed(namespace, 61, "First record position out of range", str(start))
    packing = own.packing or params.get("recordXMLEscaping" if namespace == SRU_2 else "recordPacking", "xml")
    page = found[start - 1 : start - 1 + most]
    sent = "".join(_record(one, schema, own.schemas[schema], packing, namespace, start + n) for n, one in enumerate(page))
    following = start + len(page)
    more = f"<zs:nextRecordPosition>{following}</zs:nextRecordPosition>" if following <= len(found) else ""
    if own.remark and page:
        more += _diagnostics(namespace, 6, own.remark)
    return _response(namespace, len(found), sent, more)


def _record(one: Marc, schema: str, uri: str, packing: str, namespace: str, position: int) -> str:
    data = {"marcxml": one.xml, "mods": one.mods, "dc": one.dc}[schema]()
    named = "recordXMLEscaping" if namespace == SRU_2 else "recordPacking"
    return (
        f"<zs:record><zs:recordSchema>{uri}</zs:recordSchema><zs:{named}>{packing}</zs:{named}>"
        f"<zs:recordData>{html.escape(data) if packing == 'string' else data}</zs:recordData>"
        f"<zs:recordPosition>{position}</zs:recordPosition></zs:record>"
    )
