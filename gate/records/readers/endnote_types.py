"""EndNote's reference types by name, as its Refer and XML exports have them."""

#: type (lower case) -> CSL type
TYPES = {
    **dict.fromkeys(("journal article", "journal", "electronic article", "in press"), "article-journal"),
    **dict.fromkeys(("book", "edited book", "electronic book", "classical work", "catalog", "ancient text"), "book"),
    **dict.fromkeys(("book section", "electronic book section"), "chapter"),
    **dict.fromkeys(("conference paper", "conference", "conference proceedings"), "paper-conference"),
    **dict.fromkeys(("report", "government document"), "report"),
    **dict.fromkeys(("dataset", "online database", "aggregated database"), "dataset"),
    **dict.fromkeys(("unpublished work", "manuscript"), "manuscript"),
    **dict.fromkeys(("artwork", "figure", "chart or table"), "graphic"),
    **dict.fromkeys(("web page", "electronic source"), "webpage"),
    **dict.fromkeys(("film or broadcast", "audiovisual material"), "motion_picture"),
    "magazine article": "article-magazine",
    "newspaper article": "article-newspaper",
    "blog": "post-weblog",
    "case": "legal_case",
    "computer program": "software",
    "dictionary": "entry-dictionary",
    "encyclopedia": "entry-encyclopedia",
    "hearing": "hearing",
    "map": "map",
    "music": "musical_score",
    "pamphlet": "pamphlet",
    "patent": "patent",
    "personal communication": "personal_communication",
    "standard": "standard",
    "statute": "legislation",
    "thesis": "thesis",
}
#: types that have no pages and no issue: what stands there is their extent or a number of another kind
WHOLE = frozenset({"book", "thesis", "report", "map", "software", "motion_picture", "graphic", "pamphlet"})
IN_A_BOOK = frozenset({"chapter", "paper-conference", "entry-encyclopedia", "entry-dictionary"})
#: types whose secondary title is a series or a department
NO_CONTAINER = frozenset({"book", "thesis", "report", "map", "software"})
#: what the first name of a type does, where it is no author
AUTHORS = {"map": "ctg", "software": "prg", "patent": "inv"}
