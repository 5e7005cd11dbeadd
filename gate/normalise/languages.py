"""Language codes and names. ISO 639-1, 639-2/B, 639-2/T, 639-3 and 639-5 codes and English names are equal by language."""

from __future__ import annotations

from functools import lru_cache

from gate.normalise import text as text_rules
from gate.normalise.tables import read_table

#: what :func:`code` gives for "undetermined", "multiple", "no linguistic content", "uncoded": the field says nothing
SILENT = ""

_SILENT_CODES = frozenset({"und", "mul", "zxx", "mis", "undetermined", "multiple languages", "no linguistic content", "|||"})

#: names in use that the standard writes otherwise, and names of languages in the language itself
_NAMES = read_table(
    """
greek=ell; modern greek=ell; ancient greek=grc; farsi=fas; mandarin=cmn; flemish=nld; old english=ang; anglo saxon=ang; middle
english=enm; old norse=non; gaelic=gla; kurdish=kur; brazilian portuguese=por; american english=eng; british english=eng;
simplified chinese=zho; traditional chinese=zho; bokmal=nob; nynorsk=nno; punjabi=pan; burmese=mya; swahili=swa; malay=msa;
serbo croatian=hbs; slovene=slv; sinhalese=sin; uyghur=uig; kirghiz=kir; deutsch=deu; francais=fra; espanol=spa;
castellano=spa; italiano=ita; portugues=por; nederlands=nld; svenska=swe; dansk=dan; norsk=nor; suomi=fin; islenska=isl;
polski=pol; cestina=ces; slovencina=slk; slovenscina=slv; hrvatski=hrv; magyar=hun; romana=ron; turkce=tur; eesti=est;
latviesu=lav; lietuviu=lit; catala=cat; euskara=eus; galego=glg; русскии=rus; русский=rus; українська=ukr; българский=bul;
български=bul; српски=srp; ελληνικα=ell; 日本語=jpn; 中文=zho; 한국어=kor; العربية=ara; עברית=heb; فارسی=fas
"""
)

#: codes taken out of use that catalogues still hold (MARC code list, discontinued codes; ISO 639-1 withdrawn)
_OLD = read_table(
    """
scr=hrv; scc=srp; iw=heb; in=ind; ji=yid; jw=jav; mo=ron; mol=ron; sh=hbs; esp=epo; eth=gez; far=fao; fri=fry; gag=glg;
gua=grn; int=ina; iri=gle; lan=oci; lap=smi; mla=mlg; max=glv; gae=gla; sao=smo; sho=sna; snh=sin; sso=sot; swz=ssw; tag=tgl;
taj=tgk; tar=tat; tru=chk; tsw=tsn; cam=khm; ajm=aze
"""
)


@lru_cache(maxsize=4096)
def code(text: str) -> str | None:
    """The code of a language: ISO 639-3, or 639-2/5 for a group that 639-3 leaves out.

    ``de``, ``ger``, ``deu``, ``German``, ``de-AT`` and ``Deutsch`` give ``deu``. :data:`SILENT` for und, mul, zxx and mis;
    ``None`` when it is no language code or name.
    """
    plain = text.strip().lower()
    if plain in _SILENT_CODES or (text and not plain):
        return SILENT
    if plain.startswith(("http://", "https://")):  # id.loc.gov/vocabulary/iso639-2/ger, lexvo.org/id/iso639-3/deu
        plain = plain.rstrip("/").rsplit("/", 1)[-1]
    subtag = plain.replace("_", "-").split("-", 1)[0]  # BCP 47: the primary language subtag
    if subtag.isascii() and subtag.isalpha() and len(subtag) in (2, 3):
        if subtag in _SILENT_CODES:
            return SILENT
        found = _OLD.get(subtag) or _look_up(subtag)
        if found:
            return found
        if "qaa" <= subtag <= "qtz":  # ISO 639-2: reserved for local use
            return subtag
    name = text_rules.key(text)
    if name in _SILENT_CODES:
        return SILENT
    return _NAMES.get(name) or _look_up(" ".join(text.split()).title()) or _look_up(" ".join(text.split()))


@lru_cache(maxsize=4096)
def bibliographic(text: str) -> str:
    """The bibliographic code of ISO 639-2 that MARC writes (``ger``, ``fre``) for a code or name; empty where there is none."""
    import iso639

    found = code(text)
    if not found:
        return SILENT
    if "qaa" <= found <= "qtz":
        return found
    language = iso639.Lang(found)
    return str(language.pt2b or language.pt5)


def _look_up(wanted: str) -> str | None:
    import iso639
    from iso639.exceptions import DeprecatedLanguageValue, InvalidLanguageValue

    if not wanted:
        return None
    try:
        found = iso639.Lang(wanted)
    except (InvalidLanguageValue, DeprecatedLanguageValue):
        return None
    return found.pt3 or found.pt2b or found.pt5 or None
