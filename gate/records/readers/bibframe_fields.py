"""Which property of BIBFRAME means what (BIBFRAME 2 ontology; usage of the Library of Congress, Marva and Sinopia)."""

from __future__ import annotations

import re
from dataclasses import replace

from gate.model import Kind, Statement
from gate.records.readers.bibframe_names import add_creators, end_of, marc_key
from gate.records.readers.marc_coded import NO_DATE, balanced, first_date, merged
from gate.records.readers.marc_fields import NOT_STATED, heading_text
from gate.records.readers.marc_record import tidy, without_stop
from gate.records.readers.rdf_nodes import RdfNode
from gate.records.readers.reading import Reading

#: classes of identifiers, by the scheme they are of
_SCHEMES = {
    "Isbn": "isbn",
    "Issn": "issn",
    "IssnL": "issn",
    "Lccn": "lccn",
    "Doi": "doi",
    "OclcNumber": "oclc",
    "Ean": "ean",
    "Ismn": "ismn",
    "Isrc": "isrc",
    "Hdl": "handle",
    "Upc": "upc",
}
#: classes of works as CSL types; text goes by the issuance
_TYPES = {
    "Cartography": "map",
    "MusicAudio": "song",
    "NonMusicAudio": "broadcast",
    "NotatedMusic": "musical_score",
    "StillImage": "graphic",
    "MovingImage": "motion_picture",
    "Dataset": "dataset",
    "Object": "object",
    "Dissertation": "thesis",
}
#: how the kinds of provision rank as that of the publication
_PROVISION = {"bf:Publication": 0, "bf:Distribution": 2, "bf:Production": 3, "bf:Manufacture": 4}
_SCHEMES_OF_SUBJECTS = {"subjects": "lcsh", "childrensSubjects": "lcshac", "genreForms": "lcgft", "names": "naf"}
_CLASSES = {f"bf:Classification{name.title()}": name for name in ("ddc", "lcc", "nal", "nlm", "udc")}
_VOID = re.compile(r"cancinv|incorrect|cancel|invalid", re.IGNORECASE)
_VARIANTS = frozenset(f"bf:{kind}Title" for kind in ("Variant", "Parallel", "Abbreviated", "Key", "Collective"))
_HOSTS = ("partof", "partOf", "constituentunit")
_IGNORED = {
    "bf:adminMetadata": "administrative metadata",
    "bf:hasItem": "holdings",
    "bf:note": "note",
    "bf:relation": "a related work",
    "bf:responsibilityStatement": "statement of responsibility",
    "bf:publicationStatement": "the publication in words",
    "bf:provisionActivityStatement": "the publication in words",
    "bf:seriesStatement": "series statement",
    "bf:tableOfContents": "contents",
    "bf:extent": "physical description",
    "bf:dimensions": "physical description",
    "bf:media": "content, media or carrier type",
    "bf:carrier": "content, media or carrier type",
    "bf:content": "content, media or carrier type",
}
_READ_TERMS = (
    "rdf:type rdfs:label bf:title bf:contribution bf:provisionActivity bf:copyrightDate bf:identifiedBy bf:subject "
    "bf:genreForm bf:language bf:originDate bf:summary bf:editionStatement bf:issuance bf:instanceOf bf:hasInstance bf:partOf "
    "bf:dissertation bf:classification"
)
_READ = frozenset(_READ_TERMS.split())


def read_instance(instance: RdfNode | None, work: RdfNode | None) -> Reading:
    """What an instance and its work say: title first, the creators, the rest. Either may be missing."""
    reading = Reading(Kind.WORK)
    nodes = [node for node in (instance, work) if node is not None]
    spoken: set[str] = set()
    _titles(nodes, reading)
    for node in sorted(nodes, key=lambda n: n is not work):  # those of the work first
        add_creators(node, reading)
    for node in nodes:
        _publishers(node, reading)
        for text in _by_language(node.all("bf:editionStatement")):
            reading.statements.append(replace(text, property="edition"))
        for identifier in node.all("bf:identifiedBy"):
            _identifier(identifier, reading)
        for subject in node.all("bf:subject", "bf:genreForm"):
            _concept(subject, reading)
        _class_numbers(node, reading)
        for language in node.all("bf:language"):
            _language(language, reading, spoken)
        for summary in node.all("bf:summary"):
            reading.add("abstract", summary.text, end_of(summary))
        _host(node, reading)
    _dates(instance, work, reading)
    _type(nodes, reading)
    for node in nodes:
        for term, count in node.terms.items():
            if term not in _READ:
                reason = "local field" if term.startswith("lclocal:") else _IGNORED.get(term, "not read")
                for _ in range(count):
                    reading.ignore(f"{node.path}/{term}", reason)
    return reading


def _titles(nodes: list[RdfNode], reading: Reading) -> None:
    """The title of the instance, else of the work; every other one, of whatever kind, is a form of it."""
    found: list[tuple[bool, str, str]] = []
    for node in nodes:
        for title in node.all("bf:title"):
            plain = not title.types & _VARIANTS
            found += [(plain, text, path) for text, path in _title_texts(title)]
    found.sort(key=lambda item: not item[0])
    if not found:
        labels = [label for node in nodes for label in node.all("rdfs:label") if label.text]
        found = [(True, without_stop(label.text), label.path) for label in labels[:1]]
    if found:
        (_, value, path), *rest = found
        reading.add("title", value, path, *(text for _, text, _ in rest))


def _title_texts(title: RdfNode) -> list[tuple[str, str]]:
    """A title with its subtitle and parts, in each language that it is given in."""
    mains = [main for main in title.all("bf:mainTitle") if main.text]
    if not mains:
        return [(without_stop(title.text), end_of(title))] if title.text else []
    found = []
    for main in mains:
        value = tidy(main.text)
        for term, mark in (("bf:subtitle", ": "), ("bf:partNumber", ". "), ("bf:partName", ". ")):
            parts = title.all(term)
            same = [part for part in parts if part.lang == main.lang] or (parts if len(mains) == 1 else [])
            for part in same:
                between = ", " if term == "bf:partName" and title.first("bf:partNumber") else mark
                value = (value if term == "bf:subtitle" else value.rstrip(".")) + between + tidy(part.text)
        found.append((without_stop(value), main.path))
    return found


def _provisions(node: RdfNode | None) -> list[tuple[int, RdfNode]]:
    found = [(min((_PROVISION.get(name, 1) for name in p.types - {"bf:ProvisionActivity"}), default=0), p) for p in _of(node)]
    return sorted(found, key=lambda item: item[0])


def _of(node: RdfNode | None) -> list[RdfNode]:
    return node.all("bf:provisionActivity") if node is not None else []


def _publishers(node: RdfNode, reading: Reading) -> None:
    for rank, provision in _provisions(node):
        agents = [a for a in provision.all("bf:agent") if without_stop(a.text)]
        simple = [a for a in provision.all("bflc:simpleAgent") if tidy(a.text)]
        if rank:
            reading.ignore(f"{node.path}/bf:provisionActivity", "production, distribution, manufacture or copyright statement")
            continue
        if len(simple) == len(agents) == 1:  # the same one, as transcribed and as controlled
            value = tidy(simple[0].text.replace("[", "").replace("]", ""))
            if not NOT_STATED.fullmatch(value):
                reading.add("publisher", value, simple[0].path, without_stop(agents[0].text), identifiers=agents[0].identifiers)
            continue
        for agent in agents:
            value = without_stop(agent.text.replace("[", "").replace("]", ""))
            if not NOT_STATED.fullmatch(value):
                reading.add("publisher", value, end_of(agent), identifiers=agent.identifiers)
        for text in _by_language(simple) if not agents else ():
            value = text.value.replace("[", "").replace("]", "")
            if not NOT_STATED.fullmatch(value):
                reading.statements.append(replace(text, property="publisher", value=value))


def _by_language(nodes: list[RdfNode]) -> list[Statement]:
    """Texts as statements without a property; where one has no language, those with one are the same in another script."""
    texts = [node for node in nodes if tidy(node.text)]
    plain = [node for node in texts if not node.lang]
    if len(plain) != 1:
        return [Statement("", tidy(node.text), node.path, lang=node.lang) for node in texts]
    return [Statement("", tidy(plain[0].text), plain[0].path, forms=tuple(tidy(node.text) for node in texts if node.lang))]


def _dates(instance: RdfNode | None, work: RdfNode | None, reading: Reading) -> None:
    """The date of publication, as transcribed and as coded; else the copyright date; of a work alone its origin."""
    stated = coded = None
    for _, provision in _provisions(instance) + _provisions(work):
        stated = stated or _date(provision.first("bflc:simpleDate"))
        coded = coded or _date(provision.first("bf:date"))
        if stated or coded:
            break
    if not (stated or coded):
        coded = next((d for node in (instance, work) if node for c in node.all("bf:copyrightDate") if (d := _date(c))), None)
    origin = work.first("bf:originDate") if work is not None else None
    if not (stated or coded) and instance is None:
        coded = _date(origin)
    elif origin is not None:
        reading.ignore(origin.path, "the date of the work, not of the publication")
    reading.statements += merged(stated, coded)


def _date(node: RdfNode | None) -> Statement | None:
    value = balanced(without_stop(node.text)) if node is not None else ""
    if node is None or not any(c.isdigit() for c in value) or NO_DATE.fullmatch(value):
        return None
    return first_date(value, end_of(node))


def _identifier(node: RdfNode, reading: Reading) -> None:
    value = next((v.text for v in node.all("rdf:value", "rdfs:label") if v.text), node.text)
    path = f"{node.path}/rdf:value" if node.first("rdf:value") else node.path
    scheme = next((_SCHEMES[name] for name in (t.removeprefix("bf:") for t in node.types) if name in _SCHEMES), "")
    if not scheme and (source := node.first("bf:source")) is not None:
        named = (source.text or source.iri.rpartition("/")[2]).lower()
        scheme = named if named in ("doi", "arxiv", "pmid", "handle", "wikidata") else ""
    status = [text for s in node.all("bf:status") for text in (s.iri, s.text)]
    base = re.sub(r"\[\d+\]$", "", node.path)
    if any(_VOID.search(text) for text in status):
        reading.ignore(base, "a cancelled or wrong number")
    elif scheme and value:
        reading.add_identifier(scheme, value, path)
    elif node.iri and not value:
        reading.add_address(node.iri, node.path)
    else:
        reading.ignore(base, "a local number" if "bf:Local" in node.types else "an identifier of a kind that is not read")


def _concept(node: RdfNode, reading: Reading) -> None:
    """A heading: its label, else its components after two hyphens each, else the MARC heading that it was made from."""
    base = re.sub(r"\[\d+\]$", "", node.path)
    if "/vocabulary/" in node.iri:
        reading.ignore(base, "a term by its code")
        return
    label, path = without_stop(node.text), end_of(node)
    if not label:
        components = [without_stop(part.text) for part in node.all("mads:componentList")]
        label, path = "--".join(part for part in components if part), f"{node.path}/mads:componentList"
    if not label and (key := node.first("bflc:marcKey")) is not None and (field := marc_key(key.verbatim)) is not None:
        label, path = heading_text(field), key.path
    if not label:
        reading.ignore(base, "subject access without a heading")
        return
    named = _vocabulary(node)
    parts = (Statement("vocabulary", named),) if named else ()
    reading.statements.append(Statement("concepts", label, path, identifiers=node.identifiers, parts=parts))


def _vocabulary(node: RdfNode) -> str:
    """The vocabulary of a heading, by its code in the list of subject sources."""
    for scheme in node.all("mads:isMemberOfMADSScheme"):
        if name := _SCHEMES_OF_SUBJECTS.get(scheme.iri.rstrip("/").rpartition("/authorities/")[2]):
            return name
    for source in node.all("bf:source"):
        code = source.first("bf:code")
        last = source.iri.rstrip("/").rpartition("/")[2]
        told = code.text if code is not None else last if "Schemes/" in source.iri else _SCHEMES_OF_SUBJECTS.get(last, "")
        if told:
            return told.lower()
    return ""


def _class_numbers(thing: RdfNode, reading: Reading) -> None:
    for node in thing.all("bf:classification"):
        _class_number(node, reading)


def _class_number(node: RdfNode, reading: Reading) -> None:
    """A class number without its item number; its scheme by its class, else by the code of its source."""
    base = re.sub(r"\[\d+\]$", "", node.path)
    portion = next(
        (part for part in node.all("bf:classificationPortion", "rdfs:label") if any(map(str.isalnum, part.text))), None
    )
    if portion is None:
        reading.ignore(base, "classification without a class number")
    elif node.first("bf:table") is not None:
        reading.ignore(base, "a number of an auxiliary table")
    elif any(_VOID.search(text) for status in node.all("bf:status") for text in (status.iri, status.text)):
        reading.ignore(base, "a cancelled or wrong number")
    else:
        scheme = next((_CLASSES[name] for name in sorted(node.types) if name in _CLASSES), "") or _class_scheme(node)
        parts = (Statement("scheme", scheme),) if scheme else ()
        reading.statements.append(Statement("classification", tidy(portion.text), portion.path, parts=parts))


def _class_scheme(node: RdfNode) -> str:
    for source in node.all("bf:source"):
        code = source.first("bf:code")
        last = source.iri.rstrip("/").rpartition("/classSchemes/")[2]
        if told := code.text if code is not None else last:
            return told.lower()
    return ""


def _language(node: RdfNode, reading: Reading, spoken: set[str]) -> None:
    from gate.normalise import languages

    part = node.first("bf:part")
    if part is not None and part.text.lower() not in ("", "text"):
        reading.ignore(re.sub(r"\[\d+\]$", "", node.path), "the language of a part")
        return
    told = [node.iri.rpartition("/languages/")[2], *(value.text for value in node.all("bf:code", "rdf:value")), node.text]
    told += [value.iri.rpartition("/")[2] for value in node.all("rdf:value", "bf:identifiedBy")]
    value = next((text for text in told if text), "")
    if value and languages.code(value) != languages.SILENT and value not in spoken:
        spoken.add(value)
        reading.add("language", value, node.path)


def _host(node: RdfNode, reading: Reading) -> None:
    """What the work stands in: ``bf:partOf``, or a relation that says so."""
    hosts = node.all("bf:partOf")
    for relation in node.all("bf:relation"):
        names = [kind.iri.rpartition("/")[2] for kind in relation.all("bf:relationship")]
        if any(name in _HOSTS for name in names):
            hosts += relation.all("bf:associatedResource")
    for host in hosts:
        titles = [found for title in host.all("bf:title") for found in _title_texts(title)]
        value, path = titles[0] if titles else (without_stop(host.text), end_of(host))
        if value and not reading.has("container"):
            reading.add("container", value, path)
        inner = [host, *host.all("bf:hasInstance")]
        for identifier in (i for thing in inner for i in thing.all("bf:identifiedBy")):
            if identifier.types & {"bf:Issn", "bf:IssnL"}:
                _identifier(identifier, reading)


def _type(nodes: list[RdfNode], reading: Reading) -> None:
    """The type in the words of CSL."""
    classes = {name.removeprefix("bf:"): f"{node.path}/rdf:type" for node in nodes for name in node.types}
    issuance = {issued.iri.rpartition("/")[2] or issued.text for node in nodes for issued in node.all("bf:issuance")}
    path = nodes[-1].path
    if thesis := next((node.path for node in nodes if node.first("bf:dissertation")), ""):
        reading.add("type", "thesis", f"{thesis}/bf:dissertation")
    elif kind := next((name for name in _TYPES if name in classes), ""):
        reading.add("type", _TYPES[kind], classes[kind])
    elif "Serial" in classes or "serl" in issuance:
        reading.add("type", "periodical", classes.get("Serial", f"{path}/bf:issuance"))
    elif "Text" in classes and ("Monograph" in classes or issuance & {"mono", "mulm"}):
        reading.add("type", "book", classes["Text"])
