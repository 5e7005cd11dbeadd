"""What a reference given as one string tells, before anything is compared with it: a title, or a journal and nothing else."""

from __future__ import annotations

import re
from functools import lru_cache

from gate.comparison.matching import containers
from gate.comparison.matching.description import LINK, WorkDescription
from gate.normalise.names import parse as parse_name
from gate.normalise.text import tokens

#: So many long words beside each other, that name no periodical, are a title.
_TITLE_WORDS = 3
_LONG_WORD = 4
_HYPHENATED = re.compile(r"-\s*\n\s*")
_STOPS = re.compile(r"""[.,;:?!()\[\]"“”]|\d+|\s[-–—]\s""")
_PERIODICAL = frozenset(
    ("journal", "transactions", "proceedings", "j", "int", "annu", "ann", "proc", "trans", "ieee", "siam", "acta", "zeitschrift")
) | {"revue", "revista"}
_NO_WORDS = re.compile(r"\b(?:vol|no|pp?|et al)\b\.?|\w*\d\w*", re.IGNORECASE)


@lru_cache(maxsize=4096)
def tells_title(text: str) -> bool:
    """Whether a reference as a string seems to tell a title: four words together, three of them long, that name no periodical.

    Many fields cite without titles (``A. Smith, J. Chem. Soc. 25 (1999) 100``). That no source finds such a string by its words
    proves nothing.
    """
    joined = " ".join(_HYPHENATED.sub("", text).split())
    for part in _STOPS.split(joined):
        words = [word.strip("'’-").lower() for word in part.split()]
        long = sum(len(word) >= _LONG_WORD and word.replace("-", "").isalpha() for word in words)
        if len(words) > _TITLE_WORDS and long >= _TITLE_WORDS and not _PERIODICAL & set(words):
            return True
    return False


def tells_only_container(text: str, held: WorkDescription) -> bool:
    """Whether the words of a string are the container of ``held``, in full or abbreviated, and at most names of its creators."""
    if not held.containers:
        return False
    left = tokens(_NO_WORDS.sub(" ", LINK.sub(" ", text)))
    names = [parse_name(s.value, s.part("family"), s.part("given")) for s in held.creators]
    known = {word for name in names for word in (*name.family, *name.given)}
    initials = {word[0] for name in names for word in name.given}
    while left and (left[0] in known or left[0] in initials):
        left = left[1:]
    words = " ".join(left)
    return bool(words) and any(containers.compare(words, s.value, s.forms).same is True for s in held.containers)
