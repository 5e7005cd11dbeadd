"""Types of works in the words of CSL 1.0.2, whatever vocabulary they are given in."""

from __future__ import annotations

from functools import lru_cache

from gate.normalise.tables import read_table, read_words

#: CSL 1.0.2, appendix III
CSL_TYPES = read_words(
    """
article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset document entry
entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation manuscript map motion_picture
musical_score pamphlet paper-conference patent performance periodical personal_communication post post-weblog regulation report
review review-book software song speech standard thesis treaty webpage
"""
)
#: words of BibTeX, RIS, Crossref, DataCite, COAR, DRIVER, MODS, Zotero and schema.org
_OTHERS = read_table(
    """
journalarticle=article-journal; researcharticle=article-journal; scholarlyarticle=article-journal; jour=article-journal;
magazinearticle=article-magazine; mgzn=article-magazine; newspaperarticle=article-newspaper; news=article-newspaper;
inbook=chapter; incollection=chapter; booksection=chapter; bookchapter=chapter; bookpart=chapter; chap=chapter; booksect=chapter;
inproceedings=paper-conference; conference=paper-conference; conferencepaper=paper-conference; cpaper=paper-conference;
proceedingsarticle=paper-conference; conferenceobject=paper-conference; conf=paper-conference; conferenceproceedings=book;
proceedings=book; monograph=book; mvbook=book; ebook=book; edbook=book; editedbook=book; referencebook=book; booklet=pamphlet;
phdthesis=thesis; mastersthesis=thesis; dissertation=thesis; doctoralthesis=thesis; masterthesis=thesis; bachelorthesis=thesis;
thes=thesis; techreport=report; technicalreport=report; rprt=report; workingpaper=report; preprint=article; postedcontent=article;
unpublished=manuscript; unpb=manuscript; journal=periodical; jfull=periodical; magazine=periodical; blogpost=post-weblog;
webpage=webpage; website=webpage; elec=webpage; online=webpage; computerprogram=software; computerprogramm=software;
softwaresourcecode=software; data=dataset; film=motion_picture; videorecording=motion_picture; movie=motion_picture;
notatedmusic=musical_score; musicalscore=musical_score; audiorecording=song; sound=song; statute=legislation; stat=legislation;
case=legal_case; encyclopediaarticle=entry-encyclopedia; ency=entry-encyclopedia; dictionaryentry=entry-dictionary; pat=patent;
lecture=speech; presentation=speech; artwork=graphic; image=graphic; stillimage=graphic; cartographic=map;
letter=personal_communication
"""
)


@lru_cache(maxsize=4096)
def csl_type(value: str) -> str:
    """The CSL type that ``value`` means; empty where it means none."""
    lower = value.strip().lower()
    if lower in CSL_TYPES:
        return lower
    last = lower.rstrip("/").rsplit("/", 1)[-1].rsplit("#", 1)[-1].rsplit(":", 1)[-1]
    bare = "".join(c for c in last if c.isalnum())
    own = next((t for t in (last, last.replace(" ", "-"), last.replace(" ", "_")) if t in CSL_TYPES), "")
    return own or _OTHERS.get(bare, "")
