"""One JSON object to statements, by a table of fields. The order of keys makes no difference: fields are read in table order."""

from __future__ import annotations

from functools import lru_cache

from gate.model import Kind, Statement
from gate.properties import PROPERTIES
from gate.records.readers.json_fields import FIELDS, RECORD_KEYS, Field, Table
from gate.records.readers.json_handlers import HANDLERS, Handler, read_text
from gate.records.readers.json_identifiers import claim_own_id, mentioned
from gate.records.readers.json_parse import child
from gate.records.readers.json_values import EMPTY, Collector, Text, as_number, by_name, plain, worth_keeping
from gate.records.shown import work_line

_RANK = {name: n for n, name in enumerate(PROPERTIES)}
#: what is said of a citation, not of the work cited
_ABOUT_CITATION = RECORD_KEYS | {"doiassertedby", "issntype", "isbntype"}
_RAW = ("raw", "unstructured", "text", "citation", "reference", "fullcitation", "string", "formatted")

#: handlers that take a string as it stands
_AS_IT_STANDS = frozenset({"text", "thing", "number", "date"})
_ONE_IN_A_STRING = frozenset({"doi", "pmid"})


def read_fields(
    into: Collector, value: dict[str, object], table: Table, path: str = "", *, skip: frozenset[str] = RECORD_KEYS
) -> None:
    """Read every field of ``value`` that ``table`` knows, in table order; keep the others as ignored."""
    keys = tuple(value)
    plan = _plan(table, keys, skip) if worth_keeping(keys) else _plan.__wrapped__(table, keys, skip)
    for key, place, field, rivals in plan:
        item = value[key]
        if not item and (item is None or isinstance(item, (str, list, dict))):
            continue
        if path:
            place = child(path, key)
        if field is None:
            into.ignore(place)
        elif rivals and any(value[rival] not in EMPTY for rival in rivals):
            into.ignore(place, f"the {field.property} stands in another field")
        elif isinstance(item, str) and (field.handler in _AS_IT_STANDS or field.property in _ONE_IN_A_STRING):
            text = item.strip()
            if text:
                into.statements.append(Statement(field.property, text, place))
        else:
            _HANDLERS[field.handler](into, item, place, field)


@lru_cache(maxsize=512)
def _plan(table: Table, keys: tuple[str, ...], skip: frozenset[str]) -> list[tuple[str, str, Field | None, tuple[str, ...]]]:
    """In which order the keys of an object are read, and as what; for weak fields the keys that say the same better.

    Records of one file mostly have the same keys, so plans are remembered.
    """
    found = [(key, child("", key), table.fields.get(plain(key))) for key in keys if plain(key) not in skip]
    strong: dict[str, tuple[str, ...]] = {}
    for key, _, field in found:
        if field is not None and not field.weak and field.handler != "loose":
            strong[field.property] = (*strong.get(field.property, ()), key)
    known = [(key, place, f, strong.get(f.property, ()) if f.weak else ()) for key, place, f in found if f is not None]
    known.sort(key=lambda k: (_RANK.get(k[2].property, 99), k[2].weak, k[0]))
    unknown = sorted((key, place) for key, place, field in found if field is None)
    return [*known, *((key, place, None, ()) for key, place in unknown)]


def finish(into: Collector) -> None:
    """Put loose pieces where they belong (subtitle to title, abbreviations to their container), and statements in table order."""
    if into.loose:
        _place(into, into.loose)
        into.loose = {}
    ranks = [_RANK.get(s.property, 99) for s in into.statements]
    if ranks != sorted(ranks):
        into.statements.sort(key=lambda s: _RANK.get(s.property, 99))


def _place(into: Collector, loose: dict[str, list[Text]]) -> None:
    for text in loose.get("subtitle", [])[:1]:
        _add_subtitle(into, text)
    for name in ("title", "container"):
        forms = loose.get(f"{name} form", [])
        if forms and not into.attach(name, [t.value for t in forms]):
            into.statements.append(Statement(name, forms[0].value, forms[0].path, lang=forms[0].lang))
            into.attach(name, [t.value for t in forms[1:]])
    first, last = loose.get("first page", []), loose.get("last page", [])
    if (first or last) and not any(s.property == "pages" for s in into.statements):
        ends = dict.fromkeys(t.value for t in (*first[:1], *last[:1]))
        into.statements.append(Statement("pages", "-".join(ends), (first or last)[0].path))
    _add_name(into, loose)


def _add_subtitle(into: Collector, text: Text) -> None:
    """A subtitle stands behind the title and a colon, as in ISBD; the title alone is a form of it."""
    for n, s in enumerate(into.statements):
        if s.property == "title":
            if not s.value.endswith(text.value):
                full = f"{s.value.rstrip(' :')}: {text.value}"
                into.statements[n] = Statement("title", full, s.path, "", s.lang, (s.value, *s.forms))
            return
    into.statements.append(Statement("title", text.value, text.path, lang=text.lang))


def _add_name(into: Collector, loose: dict[str, list[Text]]) -> None:
    parts = tuple(Statement(p, loose[p][0].value, loose[p][0].path) for p in ("family", "given") if loose.get(p))
    if not parts:
        return
    for n, s in enumerate(into.statements):
        if s.property == "name":
            into.statements[n] = Statement("name", s.value, s.path, s.role, s.lang, s.forms, s.identifiers, parts)
            return
    into.statements.insert(0, Statement("name", ", ".join(p.value for p in parts), parts[0].path, parts=parts))


def _container(into: Collector, value: object, path: str, field: Field) -> None:
    """A title, or an object with the host's title and its volume, issue, ISSN ..., which are the record's own."""
    if not isinstance(value, dict):
        read_text(into, value, path, field)
        return
    inner = Collector()
    read_fields(inner, value, FIELDS[Kind.WORK], path, skip=frozenset({"id", "@id", "type", "@type", "kind"}))
    finish(inner)
    titles = [s for s in inner.statements if s.property == "title"]
    described = tuple(s for s in inner.statements if s.property in ("creators", "date", "publisher"))
    for title in titles[:1]:
        into.statements.append(Statement("container", title.value, title.path, "", title.lang, title.forms, parts=described))
    for statement in inner.statements:
        if statement.property in ("issn", "isbn", "volume", "issue", "pages") or (
            statement.property == "publisher" and not titles
        ):
            into.statements.append(statement)
        elif statement not in titles[:1] and statement not in described:
            into.ignore(statement.path, "says something about the container, not about the work")
    into.ignored += inner.ignored
    into.notes += inner.notes


def _inside(into: Collector, value: object, path: str, _: Field) -> None:
    """An object that gathers word lists or relations."""
    if isinstance(value, dict):
        read_fields(into, value, FIELDS[Kind.CONCEPT], path, skip=frozenset())
    else:
        into.ignore(path)


def _citations(into: Collector, value: object, path: str, _: Field) -> None:
    """Strings or objects; a bare number is how often the work is cited."""
    if as_number(value) is not None:
        into.statements.append(Statement("times_cited", as_number(value) or "", path))
        return
    items = [(path, value)] if not isinstance(value, list) else [(f"{path}[{n}]", item) for n, item in enumerate(value)]
    for place, item in items:
        if isinstance(item, str):
            if item.strip():
                into.statements.append(Statement("citations", item.strip(), place, identifiers=mentioned(item)))
        elif isinstance(item, dict):
            if item:
                read_citation(into, item, place)
        elif item is not None:
            into.unreadable(place, item, "a citation")


def read_citation(into: Collector, value: dict[str, object], path: str, table: Table = FIELDS[Kind.WORK]) -> None:
    """A citation with fields of its own, each with its path.

    A whole reference string among them is the value, and the part ``raw``: it says something even where no field does.
    """
    inner = Collector()
    keys = by_name(value)
    raw_key = next((keys[n] for n in _RAW if n in keys and isinstance(value[keys[n]], str)), None)
    skip = _ABOUT_CITATION | ({plain(raw_key)} if raw_key is not None else set())
    for name in ("citations", "citation", "references", "reference", "bibliography"):
        if name in keys and keys[name] != raw_key:
            inner.ignore(child(path, keys[name]), "what a cited work cites is not read")
            skip |= {name}
    read_fields(inner, value, table, path, skip=skip)
    claim_own_id(inner, value, keys, path)
    finish(inner)
    raw = str(value[raw_key]).strip() if raw_key is not None else ""
    into.ignored += inner.ignored
    into.notes += inner.notes
    if not raw and not inner.statements:
        into.unreadable(path, value, "a citation")
        return
    parts = tuple(inner.statements)
    if raw and raw_key is not None:
        parts += (Statement("raw", raw, child(path, raw_key)),)
    shown = raw or work_line(inner.statements)
    into.statements.append(Statement("citations", shown, path, identifiers=mentioned(raw), parts=parts))


_HANDLERS: dict[str, Handler] = {**HANDLERS, "container": _container, "inside": _inside, "citations": _citations}
