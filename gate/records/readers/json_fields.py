"""The names that fields go by in JSON records, and what each is read as. Keys are compared as :func:`json_values.plain` has them.

A field is read by the handler of that name in :mod:`gate.records.readers.json_record`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gate.model import Kind
from gate.records.readers.json_values import SCHEMES


@dataclass(frozen=True, slots=True)
class Field:
    """``property`` as read by ``handler``; ``detail`` is a role, a scheme, or the name of a loose piece.

    A ``weak`` field is read only where no other field gives the property: ``name`` of a work that has no ``title``.
    """

    property: str
    handler: str
    detail: str = ""
    weak: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Fields by the plain names of their keys."""

    fields: Mapping[str, Field]


def _fields(property_name: str, handler: str, keys: str, detail: str = "", *, weak: bool = False) -> dict[str, Field]:
    return dict.fromkeys(keys.split(), Field(property_name, handler, detail, weak))


_ROLES = {
    "aut": "author authors writtenby writer writers by autor authorlist",
    "edt": "editor editors editedby eds",
    "trl": "translator translators translatedby",
    "ill": "illustrator illustrators illustratedby",
    "cmp": "composer composers",
    "com": "compiler compilers",
    "nrt": "narrator narrators",
    "prf": "performer performers",
    "pht": "photographer photographers",
    "drt": "director directors",
    "pro": "producer producers",
    "cnd": "conductor conductors",
    "ctg": "cartographer cartographers",
    "art": "artist artists",
    "ivr": "interviewer interviewers",
    "ive": "interviewee interviewees",
    "aus": "screenwriter screenwriters scriptwriter scriptwriters",
    "adp": "adapter adapters",
    "lyr": "lyricist lyricists librettist librettists",
    "dgs": "supervisor supervisors advisor advisors thesisadvisor thesissupervisor",
}

_IDENTIFIERS = {
    **{key: Field("identifiers", "identifier", scheme) for key, scheme in SCHEMES.items()},
    **_fields("identifiers", "identifiers", "identifiers identifier ids externalids externalidentifiers sameas"),
    **_fields("identifiers", "address", "url uri link links iri urls webpage"),
}

WORK = {
    **_IDENTIFIERS,
    **{key: Field(s, "identifier", s) for key, s in SCHEMES.items() if s in ("doi", "pmid", "arxiv", "isbn", "issn")},
    **_fields("title", "text", "title maintitle titleproper articletitle worktitle"),
    **_fields("title", "text", "name headline label preflabel", weak=True),
    **_fields("title", "loose", "subtitle othertitleinformation titleremainder", "subtitle"),
    **_fields(
        "title",
        "loose",
        "shorttitle titleshort alternativetitle alternativetitles alternatetitle alttitle alttitles "
        "alternative varianttitle paralleltitle translatedtitle originaltitle othertitles titlevariants",
        "title form",
    ),
    **_fields("creators", "creators", "creators creator contributors contributor names responsibility agents people"),
    **{key: Field("creators", "creators", role) for role, keys in _ROLES.items() for key in keys.split()},
    **_fields(
        "date",
        "date",
        "date year dates published publicationdate publicationyear pubyear pubdate issued dateissued "
        "datepublished publishedon publisheddate dateofpublication issueddate yearofpublication releasedate",
    ),
    **_fields(
        "type", "text", "type worktype documenttype resourcetype genre materialtype publicationtype itemtype doctype format"
    ),
    **_fields(
        "container",
        "container",
        "container containertitle journal journaltitle journalname booktitle publishedin partof "
        "ispartof hostitem host proceedings proceedingstitle conferencename venue periodical magazine newspaper serial "
        "publicationtitle publicationname sourcetitle hosttitle",
    ),
    **_fields(
        "container",
        "loose",
        "journalabbreviation journalabbrev containertitleshort shortcontainertitle isoabbreviation "
        "journaltitleabbreviation abbreviatedjournal abbreviatedtitle containershorttitle",
        "container form",
    ),
    **_fields("container", "host_title", "volumetitle"),
    **_fields("publisher", "thing", "publisher publishers publishername imprint"),
    **_fields("volume", "number", "volume vol volumenumber volumeno"),
    **_fields("issue", "number", "issue issuenumber number no num issueno"),
    **_fields("pages", "number", "pages page pagerange pagination pp pagenumbers articlepages"),
    **_fields("pages", "loose", "firstpage startpage pagestart startingpage spage pagefirst", "first page"),
    **_fields("pages", "loose", "lastpage endpage pageend endingpage epage pagelast", "last page"),
    **_fields("edition", "number", "edition editionnumber bookedition editionstatement"),
    **_fields("language", "text", "language languages lang languagecode inlanguage"),
    **_fields(
        "concepts",
        "thing",
        "concepts concept subjects subject topics topic descriptors subjectheadings subjectheading "
        "headings subjectterms indexterms about",
    ),
    **_fields("classification", "headings", "classification classifications classnumber classnumbers classmark"),
    **_fields("classification", "headings", "ddc dewey deweynumber deweydecimal deweydecimalclass", "ddc"),
    **_fields("classification", "headings", "lcc lcclassification lcclassifications", "lcc"),
    **_fields("classification", "headings", "nlmclass nlmclassification nlmcallnumber", "nlm"),
    **_fields("classification", "headings", "udc", "udc"),
    **_fields("classification", "headings", "rvk", "rvk"),
    **_fields("concepts", "headings", "lcsh", "lcsh"),
    **_fields("concepts", "headings", "meshterms meshheadings", "mesh"),
    **_fields("concepts", "keywords", "keywords keyword tags tag authorkeywords"),
    **_fields(
        "research_areas",
        "thing",
        "researchareas researcharea fieldsofstudy fieldofstudy disciplines discipline "
        "subjectareas areas researchfields field fields",
    ),
    **_fields(
        "times_cited",
        "count",
        "timescited citationcount citationscount citedby citedbycount numcitations "
        "numberofcitations isreferencedbycount cited timescitedcount",
    ),
    **_fields("abstract", "text", "abstract abstracts summary description"),
    **_fields(
        "citations",
        "citations",
        "citations citation references reference bibliography citedworks citedreferences workscited "
        "referencelist literaturecited cites referencedworks",
    ),
}

AGENT = {
    **_IDENTIFIERS,
    **_fields(
        "name",
        "thing",
        "name names fullname preferredname authorizedname personname displayname heading preflabel "
        "aliases alias altnames altlabel altlabels alternativenames alternatename othernames variantnames alsoknownas pseudonym "
        "pseudonyms birthname nativename",
    ),
    **_fields("name", "thing", "label title", weak=True),
    **_fields("name", "loose", "family familyname lastname surname", "family"),
    **_fields("name", "loose", "given givenname firstname forename forenames", "given"),
    **_fields("birth", "event", "birth born birthdate dateofbirth birthyear yearofbirth dob"),
    **_fields("death", "event", "death died deathdate dateofdeath deathyear yearofdeath dod"),
    **_fields("birth", "life", "dates life lifespan lifedates years yearsoflife"),
    **_fields("birth_place", "places", "places place locations"),
    **_fields("birth_place", "thing", "birthplace placeofbirth bornin birthlocation"),
    **_fields("death_place", "thing", "deathplace placeofdeath diedin deathlocation"),
    **_fields(
        "citizenship", "thing", "citizenship citizenships nationality nationalities country countryofcitizenship countries"
    ),
    **_fields("influenced_by", "thing", "influencedby influences influence influencers influencedbyagents"),
    **_fields(
        "field_of_work",
        "thing",
        "fieldofwork fieldsofwork field fields fieldofactivity researchareas researchfields "
        "knowsabout specialty specialties disciplines discipline maininterests interests areasofwork areaofexpertise",
    ),
    **_fields("occupations", "thing", "occupations occupation professions profession jobtitle jobtitles hasoccupation"),
    **_fields("biography", "text", "biography bio description abstract summary biographicalnote biographicalnotes"),
}

#: variables of CSL-JSON (1.0.2) and what Crossref's works add to them; all that a variable says of other things is left aside
CSL = {
    **{key: Field("identifiers", "identifier", scheme) for key, scheme in SCHEMES.items() if scheme in ("pmcid", "oclc", "lccn")},
    **{key: Field(s, "identifier", s) for key, s in SCHEMES.items() if s in ("doi", "pmid", "arxiv", "isbn", "issn")},
    **_fields("identifiers", "address", "url"),
    **_fields("title", "one", "title"),
    **_fields("title", "loose", "subtitle", "subtitle"),
    **_fields("title", "loose", "titleshort shorttitle originaltitle", "title form"),
    **{
        variable: Field("creators", "creators", role)
        for role, variables in {
            "aut": "author",
            "edt": "editor editortranslator",
            "trl": "translator",
            "pbd": "editorialdirector",
            "ant": "originalauthor",
            "ill": "illustrator",
            "cmp": "composer",
            "com": "compiler",
            "ctb": "contributor guest chair",
            "cur": "curator",
            "cre": "seriescreator",
            "drt": "director",
            "pro": "producer executiveproducer",
            "hst": "host",
            "ive": "interviewee",
            "ivr": "interviewer",
            "nrt": "narrator",
            "orm": "organizer",
            "prf": "performer",
            "rcp": "recipient",
            "aus": "scriptwriter",
        }.items()
        for variable in variables.split()
    },
    **_fields("date", "date", "issued year"),
    **_fields("date", "other_date", "published publishedprint publishedonline", weak=True),
    **_fields("type", "text", "type"),
    **_fields("container", "one", "containertitle"),
    **_fields("container", "loose", "containertitleshort journalabbreviation shortcontainertitle", "container form"),
    **_fields("publisher", "thing", "publisher"),
    **_fields("volume", "number", "volume"),
    **_fields("issue", "number", "issue"),
    **_fields("pages", "number", "page"),
    **_fields("edition", "number", "edition"),
    **_fields("language", "text", "language"),
    **_fields("concepts", "keywords", "keyword"),
    **_fields("concepts", "thing", "subject categories keywords"),
    **_fields("times_cited", "count", "isreferencedbycount"),
    **_fields("abstract", "text", "abstract"),
    **_fields("citations", "citations", "reference references citations"),
    **_fields("identifiers", "note", "note"),
}

CONCEPT = {
    **_IDENTIFIERS,
    **_fields("heading", "thing", "heading preflabel preferredlabel preferredterm headword authorizedheading mainheading"),
    **_fields("heading", "thing", "term label name title concept", weak=True),
    **_fields(
        "alt_labels",
        "thing",
        "altlabels altlabel alternativelabels alternativelabel hiddenlabel hiddenlabels synonyms synonym "
        "usedfor uf variants variantlabels aliases entryterms nonpreferredterms alternativeterms seefrom",
    ),
    **_fields("nouns", "thing", "nouns noun n"),
    **_fields("verbs", "thing", "verbs verb v"),
    **_fields("adjectives", "thing", "adjectives adjective adj"),
    **_fields("adverbs", "thing", "adverbs adverb adv"),
    **_fields("broader", "thing", "broader broaderterms broaderterm bt broaderconcepts parent parents broadertransitive"),
    **_fields("narrower", "thing", "narrower narrowerterms narrowerterm nt narrowerconcepts children narrowertransitive"),
    **_fields("related", "thing", "related relatedterms relatedterm rt relatedconcepts"),
    **_fields("cross_references", "thing", "crossreferences crossreference crossrefs crossref xrefs xref seealso see"),
    **_fields("scope_note", "text", "scopenote scopenotes definition definitions note notes description"),
    **_fields("", "inside", "words terms wordlists lists partsofspeech pos entries semanticrelations relations labels"),
}

FIELDS = {Kind.WORK: Table(WORK), Kind.AGENT: Table(AGENT), Kind.CONCEPT: Table(CONCEPT)}

#: keys that say which record this is, which kind, or what the file is: read first, by the reader itself
RECORD_KEYS = frozenset({"id", "@id", "recordid", "key", "citationkey", "kind", "@type", "recordtype", "@context", "$schema"})
ID_KEYS = ("id", "@id", "recordid", "key", "citationkey")
KIND_KEYS = ("kind", "recordtype", "entitytype", "@type", "type")


def _weighed(weights: dict[int, str]) -> dict[str, int]:
    return {key: weight for weight, keys in weights.items() for key in keys.split()}


_KIND_WORDS = {
    Kind.WORK: "work works creativework bibliographicrecord bibliographicresource publication",
    Kind.AGENT: "agent person human people organization organisation corporatebody corporation group family personalname"
    " corporatename philosopher",
    Kind.CONCEPT: "concept subject topic heading subjectheading thesaurusentry thesaurus term descriptor skosconcept",
}
#: words in a ``kind`` or ``type`` field that say which kind of record it is
KIND_WORDS = {word: kind for kind, words in _KIND_WORDS.items() for word in words.split()}

_WEIGHTS = {
    Kind.WORK: _weighed(
        {
            3: "title maintitle authors author creators creator doi isbn issn pmid arxiv",
            2: "container journal booktitle containertitle publisher volume issue pages edition year issued citations references"
            " bibliography abstract timescited researchareas keywords",
        }
    ),
    Kind.AGENT: _weighed(
        {
            4: "birth death born died birthdate deathdate dateofbirth dateofdeath birthyear deathyear influencedby influences"
            " citizenship nationality birthplace deathplace placeofbirth placeofdeath",
            3: "occupation occupations profession fieldofwork fieldsofwork biography dates places lifespan",
            1: "names name fullname familyname givenname preferredname",
        }
    ),
    Kind.CONCEPT: _weighed(
        {
            4: "heading preflabel headword preferredterm preferredlabel nouns noun verbs verb adjectives adjective adverbs"
            " adverb",
            3: "broader narrower altlabel altlabels synonyms scopenote crossreferences crossreference usedfor",
            2: "related term definition label seealso",
        }
    ),
}

#: keys that tell the kind of a record that does not name it: for which kinds they speak, and how loudly
TELLING: dict[str, tuple[tuple[Kind, int], ...]] = {
    key: tuple((kind, weights[key]) for kind, weights in _WEIGHTS.items() if key in weights)
    for key in dict.fromkeys(key for weights in _WEIGHTS.values() for key in weights)
}
