"""One record of tagged fields being read, and what the formats of this family have in common: names, dates, numbers, pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gate.model import Identifier, Kind, Record, Statement, Unreadable
from gate.records.readers.plain_text import Decoded
from gate.records.readers.reading import Reading
from gate.records.readers.tagged import Block, Value

_ET_AL = re.compile(r"\W*(?:et\.?\s*al|and others|others)\W*", re.IGNORECASE)
_SEVERAL = re.compile(r"[^;]+,[^;]+;[^;]+,")
_TOGETHER = re.compile(r"[\s;,]+(?=97[89][- ]?\d|\d{9}[\dXx]\b|\d{4}-\d{3}[\dXx]\b)")
#: an identifier with its kind behind it: ``23690738[pmid]``, ``10.1000/1 [doi]``
_LABELLED = re.compile(r"(\S+)\s*\[\s*(pmid|pmcid?|doi|arxiv)\s*\]", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")
_DOI_IN_TEXT = re.compile(r"\bdoi:?\s*(10\.\d{4,9}/\S+)", re.IGNORECASE)
ET_AL = Statement("et_al", "true")


@dataclass(slots=True)
class TaggedRecord(Reading):
    """The fields not yet looked at, by tag, and what the others said."""

    fields: dict[str, list[Value]] = field(default_factory=dict)

    @classmethod
    def of(cls, block: Block) -> TaggedRecord:
        """Every field of a block."""
        made = cls()
        for tag, value in block.numbered():
            made.fields.setdefault(tag, []).append(value)
        return made

    def take(self, *tags: str) -> list[Value]:
        """What the fields with these tags say, tag after tag, empty ones left out; they count as read."""
        return [value for tag in tags for value in self.fields.pop(tag, []) if value.text.strip()]

    def first(self, *tags: str) -> Value:
        """The first of them, or an empty value; what the others say is left in place."""
        for tag in tags:
            for n, value in enumerate(self.fields.get(tag, [])):
                if value.text.strip():
                    del self.fields[tag][n]
                    return value
        return Value("", "")

    def last(self, tag: str) -> Value:
        """The last field with this tag; the others before it count as read over."""
        *others, value = self.fields.pop(tag, [Value("", "")])
        for other in others:
            self.ignore(other.path, "stated again")
        return value

    def leave(self, reasons: dict[str, str]) -> None:
        """All that is still there is ignored, for the reason given for its tag."""
        for tag, values in self.fields.items():
            said = [v for v in values if v.text.strip()]
            for value in said:
                path = value.path if len(said) == 1 else re.sub(r"\[\d+\]$", "", said[0].path)
                self.ignore(path, reasons.get(tag, "unknown field"))
        self.fields = {}

    def each(self, prop: str, *tags: str) -> None:
        """A statement for each field with one of these tags."""
        for value in self.take(*tags):
            self.add(prop, value.joined, value.path)

    def once(self, prop: str, *tags: str) -> None:
        """One statement: the first field with one of these tags; the others are forms of it."""
        values = self.take(*tags)
        if values:
            self.add(prop, values[0].joined, values[0].path, *(v.joined for v in values[1:]))

    def keywords(self, *tags: str, by_line: bool = True) -> None:
        """Keywords, one a line (unless lines only wrap) or with semicolons between them."""
        for value in self.take(*tags):
            for line in value.lines if by_line else [value.joined]:
                for word in line.split(";"):
                    self.add("concepts", " ".join(word.split()), value.path)

    def names(self, role: str, *tags: str) -> None:
        """Every name in fields with these tags, in the record's order: one a line, or several with semicolons between them."""
        for value in sorted(self.take(*tags), key=lambda v: v.number):
            self.statements += read_names(value, role)

    def numbers(self, *tags: str) -> None:
        """ISBN and ISSN, which these formats keep in one field; what is neither is noted."""
        from gate.normalise import identifiers

        for value in self.take(*tags):
            for piece in _TOGETHER.split(value.joined):
                number = _BRACKETED.sub("", piece).strip(" ;,")
                scheme = next((s for s in ("isbn", "issn") if identifiers.parse(s, number).form_ok), "")
                if scheme:
                    self.add_identifier(scheme, number, value.path)
                elif any(c.isdigit() for c in number):
                    self.unreadable(value.path, number, "neither an ISBN nor an ISSN")
                elif number and number.upper() not in ("ISBN", "ISSN"):
                    self.ignore(value.path, "neither an ISBN nor an ISSN")

    def labelled(self, *tags: str) -> None:
        """Identifiers with their kind behind them; other text in these fields stays."""
        for tag in tags:
            rest = []
            for value in self.fields.pop(tag, []):
                found = _LABELLED.fullmatch(value.joined)
                if found is None:
                    rest.append(value)
                else:
                    kind = found[2].lower()
                    self.add_identifier("pmcid" if kind.startswith("pmc") else kind, found[1], value.path)
            if rest:
                self.fields[tag] = rest

    def doi_mentioned(self, *tags: str) -> None:
        """A DOI that is labelled as one in a free text, where no field gives one; the text itself stays."""
        for tag in tags:
            for value in self.fields.get(tag, []):
                found = None if self.has("doi") else _DOI_IN_TEXT.search(value.joined)
                if found is not None:
                    self.add_identifier("doi", found[1], value.path)

    def date(self, years: list[Value], days: list[Value]) -> None:
        """The date of publication: the first of ``years``, with month and day where another field gives them for that year.

        A date in the year before or after is another form, as print and online dates are; any other is left aside.
        """
        dated = [(said, v.path) for v in years if (said := date_in(v.joined))]
        if dated:
            year = dated[0][0]
            dated += [
                (said if _YEAR.search(said) else with_year(said, year), v.path) for v in days if (said := date_in(v.joined))
            ]
        else:
            dated = [(said, v.path) for v in days if _YEAR.search(said := date_in(v.joined))]
        if not dated:
            return
        first = dated[0][0]
        same = [pair for pair in dated if pair[0].startswith(first[:4])]
        exact, path = max(same, key=lambda pair: len(pair[0]) if _ISO.fullmatch(pair[0]) else 0)
        near = [(said, where, _near(said, first)) for said, where in dated]
        self.add("date", exact, path, *(said for said, _, is_near in near if is_near))
        for _, where, is_near in near:
            if not is_near:
                self.ignore(where, "a date in another year")

    def finished(
        self, block: Block, decoded: Decoded, format_name: str, file: str, position: int, own: str
    ) -> Record | Unreadable:
        """The record, or why there is none: it says nothing."""
        if not self.statements:
            said = "nothing that the gate reads" if block.fields else f"no field: {block.strays[0][:60]!r}"
            return Unreadable(file, f"the record in line {block.line} holds {said}", position, own, format=format_name)
        for stray in block.strays:
            self.unreadable("", stray, "a line that belongs to no field")
        doi = next((s.value for s in self.statements if s.property == "doi"), "")
        return Record(
            Kind.WORK,
            own or doi or f"#{position}",
            tuple(self.statements),
            format_name,
            file,
            position,
            self.ignored(),
            (*decoded.notes(block.text), *self.notes),
            decoded.raw(block.text),
        )


_YEAR = re.compile(r"\d{4}")
_ISO = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
_TURNED = re.compile(r"(0[1-9]|1[0-2]) (\d{4})")
_SLASHED = re.compile(r"(\d{4})(?:/(\d{0,2}))?(?:/(\d{0,2}))?(?:/(.*))?")


def date_in(text: str) -> str:
    """A date as EDTF where it is written ``YYYY/MM/DD/other`` (RIS) or in words that mean a month or a day; else as it stands.

    Empty where nothing is said (``///``), and where the other information says that it is not the publication.
    """
    from gate.normalise import dates

    stripped = text.strip()
    if turned := _TURNED.fullmatch(stripped):
        return f"{turned[2]}-{turned[1]}"
    match = _SLASHED.fullmatch(stripped)
    if match:
        year, month, day, other = (part or "" for part in match.groups())
        if other.strip().lower() in ("received", "accepted", "revised", "submitted") or not year.strip("0"):
            return ""
        if other.strip() and not month:
            return with_year(other.strip(), year)
        parts = [year]
        if month.strip("0") and int(month) <= 12:
            parts.append(f"{int(month):02}")
            if day.strip("0") and int(day) <= 31:
                parts.append(f"{int(day):02}")
        return "-".join(parts)
    if not stripped.strip("/- "):
        return ""
    span = dates.parse(stripped) if re.search(r"\d{4}", stripped) and not _ISO.fullmatch(stripped) else None
    if span is not None and span.precision in ("day", "month") and not span.approximate:
        return "-".join(
            (f"{span.earliest[0]:04}", *(f"{n:02}" for n in span.earliest[1 : 2 if span.precision == "month" else 3]))
        )
    return stripped


def _near(date: str, other: str) -> bool:
    years = [int(match[0]) for text in (date, other) if (match := _YEAR.match(text))]
    return len(years) < 2 or abs(years[0] - years[1]) <= 1


def with_year(text: str, year: str) -> str:
    """A month or a day without its year (``JUN 14``), with the year: ISO 8601 where it can be read, else the year behind it."""
    match = re.match(r"\d{4}", year)
    if match is None or not text:
        return text
    return date_in(f"{text} {match[0]}")


def read_names(value: Value, role: str, forms: tuple[str, ...] = ()) -> list[Statement]:
    """The names in a field: one a line, or several with semicolons between them."""
    pieces = [piece for line in value.lines for piece in (line.split(";") if _SEVERAL.match(line) else [line])]
    found = [read_name(piece, place_of(value, n, len(pieces)), role, forms) for n, piece in enumerate(pieces, 1)]
    return [name for name in found if name is not None]


def place_of(value: Value, number: int, count: int) -> str:
    """The path of one of ``count`` things in a field: ``AU[2]``, unless the field is one of several and so has its number."""
    return f"{value.path}[{number}]" if count > 1 and not value.path.endswith("]") else value.path


def read_name(
    text: str, path: str, role: str, forms: tuple[str, ...] = (), identifiers: tuple[Identifier, ...] = ()
) -> Statement | None:
    """One name: ``Family, Given, Jr.``; a comma at the end says that it is a body's (EndNote). None where there is none."""
    from gate.normalise import names

    name = " ".join(text.split()).strip(" ;")
    if not name.strip(" ,."):
        return None
    if _ET_AL.fullmatch(name):
        return Statement("creators", "et al.", path, role, parts=(ET_AL,))
    family, comma, rest = (piece.strip() for piece in name.partition(","))
    if not comma or not rest or not family or names.is_corporate(name):
        return Statement("creators", name.rstrip(", "), path, role, forms=forms, identifiers=identifiers)
    given, _, suffix = (piece.strip() for piece in rest.partition(","))
    parts = [Statement(p, v, path) for p, v in (("family", family), ("given", given), ("suffix", suffix)) if v]
    shown = ", ".join(part.value for part in parts)
    return Statement("creators", shown, path, role, forms=forms, identifiers=identifiers, parts=tuple(parts))
