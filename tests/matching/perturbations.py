"""Real citations written differently, which must stay the same work, and real citations made wrong, which must not pass.

Each function takes the fields of a valid entry (``title``, ``author`` joined by " and ", ``year``, ``booktitle`` or ``journal``,
``doi``, ``volume``, ``pages``), another valid entry, and a random generator; it gives the changed fields, or ``None`` where it
does not apply to that entry.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from html import unescape as html_entities
from random import Random

Fields = dict[str, str]
Change = Callable[[Fields, Fields, Random], Fields | None]

#: venues of the set in full, as the proceedings write them
FULL_NAMES = {
    "CVPR": "Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)",
    "ICML": "Proceedings of the 38th International Conference on Machine Learning",
    "NeurIPS": "Advances in Neural Information Processing Systems 34",
    "AAAI": "Proceedings of the AAAI Conference on Artificial Intelligence",
    "ICLR": "International Conference on Learning Representations",
    "Mach. Learn.": "Machine Learning",
    "J. Mach. Learn. Res.": "Journal of Machine Learning Research",
    "Trans. Mach. Learn. Res.": "Transactions on Machine Learning Research",
    "ACL": "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics",
    "ICCV": "2019 IEEE/CVF International Conference on Computer Vision (ICCV)",
    "ECCV": "European Conference on Computer Vision",
}


def _authors(fields: Fields) -> list[str]:
    return html_entities(fields["author"]).split(" and ")


def _with(fields: Fields, **changed: str) -> Fields:
    return {**fields, **changed}


def _split(name: str) -> tuple[str, str]:
    """Given names and family name of a name in direct order, particles with the family name."""
    words = name.split()
    start = len(words) - 1
    for i in range(1, len(words) - 1):
        if words[i].islower():
            start = i
            break
    return " ".join(words[:start]), " ".join(words[start:])


def _initials(given: str, dot: str) -> str:
    return (". " if dot else "").join(
        "-".join(part[0] + dot.strip() for part in word.split("-") if part) for word in given.split()
    )


def _each_author(fields: Fields, change: Callable[[str, str], str]) -> Fields:
    changed = []
    for name in _authors(fields):
        given, family = _split(name)
        changed.append(change(given, family) if given else family)
    return _with(fields, author=" and ".join(changed))


# --- the same work ---------------------------------------------------------------------------------------------------------


def initials(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _each_author(fields, lambda g, f: " ".join(f"{w[0]}." for w in g.split()) + " " + f)


def initials_inverted(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _each_author(fields, lambda g, f: f"{f}, " + " ".join(f"{w[0]}." for w in g.split()))


def vancouver(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _each_author(fields, lambda g, f: f + " " + "".join(w[0].upper() for w in re.split(r"[\s-]+", g) if w)[:3])


def inverted(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _each_author(fields, lambda g, f: f"{f}, {g}")


def particles_behind(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    if not any(_split(name)[1][:1].islower() for name in _authors(fields)):
        return None

    def turn(given: str, family: str) -> str:
        particles = [w for w in family.split()[:-1] if w.islower()]
        rest = " ".join(w for w in family.split() if w not in particles)
        return f"{rest}, {' '.join([given, *particles])}"

    return _each_author(fields, turn)


def family_first(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _each_author(fields, lambda g, f: f"{f} {g}")


def _et_al_at(count: int) -> Change:
    def change(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
        names = _authors(fields)
        return _with(fields, author=" and ".join(names[:count]) + " and others") if len(names) > count else None

    change.__name__ = f"et_al_at_{count}"
    return change


et_al_at_1, et_al_at_3, et_al_at_6 = map(_et_al_at, (1, 3, 6))


def middle_names_dropped(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _each_author(fields, lambda g, f: f"{g.split()[0]} {f}")


def subtitle_dropped(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    head, colon, _ = fields["title"].partition(": ")
    return _with(fields, title=head) if colon else None


def upper_case(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    if "&" in fields["title"] or "\\" in fields["title"]:
        return None
    return _with(fields, title=fields["title"].upper())


def lower_case(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _with(fields, title=fields["title"].lower(), author=fields["author"].lower())


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("ø", "o").replace("Ø", "O").replace("ł", "l").replace("Ł", "L"))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def diacritics_lost(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    changed = _with(fields, author=_plain(fields["author"]), title=_plain(fields["title"]))
    return changed if changed != fields else None


_LATEX = {
    "\u0301": "'",
    "\u0300": "`",
    "\u0302": "^",
    "\u0303": "~",
    "\u0308": '"',
    "\u030c": "v ",
    "\u0327": "c ",
    "\u0306": "u ",
}


def latex(fields: Fields, _other: Fields, _random: Random) -> Fields:
    found = []
    for c in unicodedata.normalize("NFC", fields["author"]):
        parts = unicodedata.normalize("NFD", c)
        accent = _LATEX.get(parts[1]) if len(parts) == 2 else None
        found.append(f"{{\\{accent.strip()}{{{parts[0]}}}}}" if accent else {"ø": "{\\o}", "ł": "{\\l}", "ß": "{\\ss}"}.get(c, c))
    title = re.sub(r"\b([A-Z]\w*[A-Z]\w*)\b", r"{\1}", fields["title"]).replace("&", "\\&").replace("%", "\\%")
    return _with(fields, author="".join(found), title="{" + title + "}")


def html(fields: Fields, _other: Fields, _random: Random) -> Fields:
    words = fields["title"].split()
    words[-1] = f"<i>{words[-1]}</i>"
    return _with(fields, title=" ".join(words).replace("&apos;", "'").replace(" and ", " &amp; ", 1))


def decomposed(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return {name: unicodedata.normalize("NFD", value) for name, value in fields.items()}


def typographic_dashes(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return {name: value.replace("-", "\u2010") if name in ("author", "title") else value for name, value in fields.items()}


def hyphens_as_blanks(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    return _with(fields, title=fields["title"].replace("-", " ")) if "-" in fields["title"] else None


def venue_in_full(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    for name in ("booktitle", "journal"):
        if fields.get(name) in FULL_NAMES:
            return _with(fields, **{name: FULL_NAMES[fields[name]]})
    return None


def year_off_by_one(fields: Fields, _other: Fields, random: Random) -> Fields:
    return _with(fields, year=str(int(fields["year"]) + random.choice((-1, 1))))


def venue_missing(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return {name: value for name, value in fields.items() if name not in ("booktitle", "journal")}


def doi_as_url(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    return _with(fields, doi="https://doi.org/" + fields["doi"] + ".") if fields.get("doi") else None


def doi_upper_case(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    return _with(fields, doi="doi:" + fields["doi"].upper()) if fields.get("doi") else None


def pages_with_dash(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _with(fields, pages="pp. " + fields["pages"].replace("-", "\u2013"))


def first_page(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _with(fields, pages=fields["pages"].split("-")[0])


def _slip(word: str, random: Random) -> str:
    at = random.randrange(1, len(word) - 2)
    match random.choice("eds"):
        case "e":
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case "d":
            return word[:at] + word[at + 1 :]
        case _:
            return word[:at] + random.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :]


def two_typos(fields: Fields, _other: Fields, random: Random) -> Fields | None:
    words = fields["title"].split()
    long = [i for i, w in enumerate(words) if len(w) >= 7 and w.isalpha() and not any(c.isupper() for c in w[1:])]
    if len(long) < 2 or len(words) < 5:
        return None
    for i in random.sample(long, 2):
        words[i] = _slip(words[i], random)
    return _with(fields, title=" ".join(words))


def typo_in_a_name(fields: Fields, _other: Fields, random: Random) -> Fields | None:
    names = _authors(fields)
    long = [i for i, name in enumerate(names) if len(_split(name)[1]) >= 7 and _split(name)[1].isalpha()]
    if not long:
        return None
    i = random.choice(long)
    given, family = _split(names[i])
    names[i] = f"{given} {_slip(family, random)}"
    return _with(fields, author=" and ".join(names))


SAME: dict[str, Change] = {
    change.__name__: change
    for change in (
        *(initials, initials_inverted, vancouver, inverted, particles_behind, family_first, middle_names_dropped),
        *(et_al_at_1, et_al_at_3, et_al_at_6),
        *(
            subtitle_dropped,
            upper_case,
            lower_case,
            diacritics_lost,
            latex,
            html,
            decomposed,
            typographic_dashes,
            hyphens_as_blanks,
        ),
        *(venue_in_full, year_off_by_one, venue_missing, doi_as_url, doi_upper_case, pages_with_dash, first_page),
        *(two_typos, typo_in_a_name),
    )
}


# --- not the same any more -------------------------------------------------------------------------------------------------


def one_author_replaced(fields: Fields, other: Fields, random: Random) -> Fields | None:
    names, others = _authors(fields), _authors(other)
    new = random.choice(others)
    if "others" in (*names, *others) or any(_split(new)[1] == _split(name)[1] for name in names):
        return None
    names[random.randrange(len(names))] = new
    return _with(fields, author=" and ".join(names))


def given_name_replaced(fields: Fields, other: Fields, random: Random) -> Fields | None:
    names = _authors(fields)
    i = random.randrange(len(names))
    (given, family), new = _split(names[i]), _split(random.choice(_authors(other)))[0]
    if not new or not given or new[0] == given[0]:
        return None
    names[i] = f"{new} {family}"
    return _with(fields, author=" and ".join(names))


def authors_of_another_work(fields: Fields, other: Fields, _random: Random) -> Fields:
    return _with(fields, author=other["author"])


def author_added(fields: Fields, other: Fields, random: Random) -> Fields | None:
    names, new = _authors(fields), random.choice(_authors(other))
    if "others" in (*names, new) or any(_split(new)[1] == _split(name)[1] for name in names):
        return None
    names.insert(random.randrange(len(names) + 1), new)
    return _with(fields, author=" and ".join(names))


def authors_left_out(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    names = [name for name in _authors(fields) if name != "others"]
    return (
        _with(fields, author=" and ".join(names[: len(names) // 2]))
        if len(names) > 1 and "others" not in fields["author"]
        else None
    )


def first_author_swapped(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    names = _authors(fields)
    if len(names) < 2:
        return None
    return _with(fields, author=" and ".join([names[-1], *names[1:-1], names[0]]))


def title_of_another_work(fields: Fields, other: Fields, _random: Random) -> Fields:
    return _with(fields, title=other["title"])


def _content(title: str) -> list[int]:
    return [i for i, w in enumerate(title.split()) if len(w) >= 5 and w.isalpha()]


def content_word_exchanged(fields: Fields, other: Fields, random: Random) -> Fields | None:
    words = fields["title"].split()
    mine, theirs = _content(fields["title"]), [other["title"].split()[i] for i in _content(other["title"])]
    new = [w for w in theirs if w.lower() not in fields["title"].lower()]
    if not mine or not new:
        return None
    words[random.choice(mine)] = random.choice(new)
    return _with(fields, title=" ".join(words))


def negation_added(fields: Fields, _other: Fields, random: Random) -> Fields:
    words = fields["title"].split()
    words.insert(random.randrange(1, len(words)) if len(words) > 1 else 0, random.choice(("not", "without", "never")))
    return _with(fields, title=" ".join(words))


def number_added(fields: Fields, _other: Fields, _random: Random) -> Fields:
    return _with(fields, title=fields["title"] + ", Part 2")


def number_changed(fields: Fields, _other: Fields, _random: Random) -> Fields | None:
    match = re.search(r"(?<!\w)[1-9](?!\w)|(?<=\s)[1-9](?=[A-Z]\b)", fields["title"])
    if not match:
        return None
    changed = str(int(match[0]) % 9 + 1)
    return _with(fields, title=fields["title"][: match.start()] + changed + fields["title"][match.end() :])


def year_off(fields: Fields, _other: Fields, random: Random) -> Fields:
    return _with(fields, year=str(int(fields["year"]) + random.choice((-9, -4, -3, 3, 5, 8))))


def journal_of_another_field(fields: Fields, _other: Fields, random: Random) -> Fields | None:
    name = next((n for n in ("booktitle", "journal") if fields.get(n)), None)
    if name is None:
        return None
    others = (
        "Journal of Clinical Oncology",
        "Annals of Mathematics",
        "J. Biol. Chem.",
        "Speculum",
        "The American Historical Review",
    )
    return _with(fields, **{name: random.choice(others)})


def venue_of_another_work(fields: Fields, other: Fields, _random: Random) -> Fields | None:
    name = next((n for n in ("booktitle", "journal") if fields.get(n)), None)
    theirs = other.get("booktitle") or other.get("journal")
    if name is None or not theirs or theirs == fields[name]:
        return None
    return _with(fields, **{name: theirs})


def doi_of_another_work(fields: Fields, other: Fields, _random: Random) -> Fields | None:
    if not fields.get("doi") or not other.get("doi") or fields["doi"] == other["doi"]:
        return None
    if ("10.48550" in fields["doi"]) != ("10.48550" in other["doi"]):
        return None  # preprint and publication: not to be told without asking for the other DOI
    return _with(fields, doi=other["doi"])


def one_doi_digit_changed(fields: Fields, _other: Fields, random: Random) -> Fields | None:
    places = [i for i, c in enumerate(fields.get("doi", "")) if c.isdigit() and i > fields["doi"].index("/")]
    if not places:
        return None
    at = random.choice(places)
    if "arxiv" in fields["doi"].lower() and "v" in fields["doi"][at - 2 : at]:
        return None  # the version of a preprint
    doi = fields["doi"]
    return _with(fields, doi=doi[:at] + str((int(doi[at]) + random.randrange(1, 10)) % 10) + doi[at + 1 :])


def pages_of_another_work(fields: Fields, other: Fields, _random: Random) -> Fields | None:
    return _with(fields, pages=other["pages"]) if other["pages"] != fields["pages"] else None


def volume_of_another_work(fields: Fields, other: Fields, _random: Random) -> Fields | None:
    return _with(fields, volume=other["volume"]) if other["volume"] != fields["volume"] else None


def merged_with_other_authors(fields: Fields, other: Fields, _random: Random) -> Fields:
    return _with(other, title=fields["title"])


def merged_with_other_title(fields: Fields, other: Fields, _random: Random) -> Fields:
    return _with(other, author=fields["author"])


WRONG: dict[str, Change] = {
    change.__name__: change
    for change in (
        *(
            one_author_replaced,
            given_name_replaced,
            authors_of_another_work,
            author_added,
            authors_left_out,
            first_author_swapped,
        ),
        *(title_of_another_work, content_word_exchanged, negation_added, number_added, number_changed, year_off),
        *(journal_of_another_field, venue_of_another_work, doi_of_another_work, one_doi_digit_changed),
        *(pages_of_another_work, volume_of_another_work, merged_with_other_authors, merged_with_other_title),
    )
}


def of_same_author(rows: Sequence[Fields]) -> list[Fields | None]:
    """For each work another one of which a creator is the same and the title is not; ``None`` where there is none."""
    by_author: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        for name in _authors(row):
            by_author.setdefault(name, []).append(i)
    found: list[Fields | None] = []
    for row in rows:
        kin = dict.fromkeys(j for name in _authors(row) for j in by_author[name])
        found.append(next((rows[j] for j in kin if _letters(rows[j]["title"]) != _letters(row["title"])), None))
    return found


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title.lower()))


def add_place(fields: Fields, number: int) -> Fields:
    """The fields with a volume and pages, which the labelled set lacks."""
    first = 11 + number * 17
    return _with(fields, volume=str(1 + number % 60), pages=f"{first}-{first + 12 + number % 9}")
