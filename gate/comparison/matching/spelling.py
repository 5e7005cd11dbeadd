"""When two words are one word written twice: spelling variants, numerals, and slips of the pen.

A slip is a small edit distance that the length of the word justifies and that does not make another word of it: ``stable`` and
``unstable``, ``learned`` and ``learner``, ``2`` and ``4`` are no slips.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rapidfuzz.distance import OSA

from gate.normalise.tables import read_pairs, read_table, read_words
from gate.normalise.text import script

#: spellings that no rule gives (British or older form = form used here)
_SPELLINGS = read_table(
    """
grey=gray; defence=defense; offence=offense; licence=license; practise=practice; aluminium=aluminum; programme=program;
programmes=programs; sulphur=sulfur; artefact=artifact; artefacts=artifacts; ageing=aging; mould=mold; plough=plow;
tyre=tire; cheque=check; sceptical=skeptical; enquiry=inquiry; draught=draft; aeroplane=airplane; kerb=curb;
manoeuvre=maneuver; judgement=judgment; acknowledgement=acknowledgment; storey=story; tonne=ton; gaol=jail;
connexion=connection; foetus=fetus; foetal=fetal; acknowledgements=acknowledgments; skilful=skillful; wilful=willful;
enrol=enroll; fulfil=fulfill; instalment=installment; analogue=analog; catalogue=catalog; dialogue=dialog;
catalogues=catalogs; dialogues=dialogs; analogues=analogs; colour=color
"""
)
_RULES = (
    (re.compile(r"(?<=\w{3})is(?=(?:e|ed|es|er|ers|ing|ation|ations|able)\Z)"), "iz"),
    (re.compile(r"(?<=\w{3})ys(?=(?:e|ed|es|er|ers|ing)\Z)"), "yz"),
    (re.compile(r"(?<=\w{3})our(?=(?:s|ed|ing|al|ally|ful|less|ist|able|hood|ite|ites|ably)?\Z)"), "or"),
    (re.compile(r"(?<=\w{2}[tb])re(?=s?\Z)"), "er"),
    (re.compile(r"(?<=\w{2})ll(?=(?:ing|ings|ed|er|ers|ation)\Z)"), "l"),
    (re.compile(r"ae(?=\w{4})|(?<=\w)oe(?=\w{4})|\Aoe(?=[sd]\w{3})"), "e"),
)

_NUMBERS = read_table(
    """
one=1; two=2; three=3; four=4; five=5; six=6; seven=7; eight=8; nine=9; ten=10; eleven=11; twelve=12; first=1st; second=2nd;
third=3rd; fourth=4th; fifth=5th; sixth=6th; seventh=7th; eighth=8th; ninth=9th; tenth=10th
"""
)
_ROMAN = re.compile(r"(?:x{0,3})(?:ix|iv|v?i{0,3})\Z")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}

_GREEK = {
    chr(point): unicodedata.name(chr(point)).rsplit(" ", 1)[1].replace("LAMDA", "LAMBDA").lower() for point in range(0x3B1, 0x3CA)
}
_GREEK_RUN = re.compile("[α-ω]+")


def roman(word: str) -> int | None:
    """The value of a small Roman numeral (1 to 39) in lower case, or ``None``."""
    if not word or len(word) > 8 or not _ROMAN.match(word):
        return None
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


#: longer words are compared letter by letter only; the longest in dictionaries have 45 letters
LONGEST = 60


@lru_cache(maxsize=32768)
def canonical(word: str) -> str:
    """One spelling for British and American forms, numbers in words, and Roman numerals of two letters and more."""
    if len(word) > LONGEST:
        return word
    if len(word) > 1 and word[0] in "ivx":
        value = roman(word)
        if value is not None:
            return str(value)
    found = _SPELLINGS.get(word) or _NUMBERS.get(word)
    if found:
        return found
    if len(word) > 4 and word.isascii():
        for rule, replacement in _RULES:
            word = rule.sub(replacement, word, count=1)
    return word


def spell_greek(key: str) -> str:
    """Greek letters inside a text of another script, written out: ``α helix`` -> ``alpha helix``, ``tgfβ1`` -> ``tgf beta 1``."""
    if not _GREEK_RUN.search(key) or script(key) == "GREEK":
        return key
    spelt = _GREEK_RUN.sub(lambda run: " " + " ".join(_GREEK.get(c, c) for c in run[0]) + " ", key)
    return " ".join(spelt.split())


#: words one or two slips apart that are both words
_CONFUSABLE = frozenset(
    frozenset((one, two))
    for one, two in read_pairs(
        """
from=form; casual=causal; trial=trail; angel=angle; martial=marital; untied=united; affect=effect; sacred=scared;
diary=dairy; quiet=quite; desert=dessert; adaption=adoption; adverse=averse; principal=principle; statue=statute;
local=focal; loose=lose; morning=mourning; county=country; prince=price; genus=genius; mental=metal; moral=mortal;
morality=mortality; fiction=friction; infection=inflection; infection=injection; prostate=prostrate; world=word;
worlds=words; course=coarse; nature=mature; sample=simple; modern=modem; exist=exit; ration=ratio;
winter=writer; woman=women; event=even; plant=planet; plants=planets; heart=heat; block=black; right=night; light=night;
light=right; horse=house; south=youth; north=worth; fourth=forth; state=stage; river=liver; rivers=livers; poetry=pottery;
gene=genre; genes=genres; attention=attenuation; relation=reaction; native=active; fetal=fatal; prediction=predication;
estimation=estivation; complement=compliment; council=counsel; stationary=stationery; allusion=illusion; formal=normal;
formal=former; early=yearly; stress=tress; sense=dense; neuron=neutron; spatial=special; partial=spatial;
field=yield; track=tract; text=test; texts=tests; rate=rare; rate=late; word=wood; work=word; works=words; loss=less;
mass=mast; king=ring; wing=ring; land=lend; hand=band; bank=band; back=bank; mark=park; market=marked; tower=power;
lower=power; lower=tower; matrix=matric; phase=phrase; phases=phrases; policy=police; peace=piece; clause=cause;
clauses=causes; clinical=critical; critical=cortical; vertical=cervical; renal=penal; nasal=basal; oral=aural; human=humane;
theory=theorem; muscle=mussel; bovine=ovine; cotton=carton; marine=marina; peasant=pleasant; wealth=health; roman=norman;
roman=woman; labor=harbor; soldier=solder; religion=region; trading=training; teaching=reaching; reading=leading;
reading=trading; writing=waiting; ethnic=ethic; ethnics=ethics; median=medial; mediation=meditation; mediation=medication;
radiation=gradation; vacation=vocation; election=erection; election=selection; natural=neutral; neutral=neural; minor=miner;
minors=miners; major=mayor; sexual=textual; social=facial; facial=racial; racial=radial; spinal=spiral; viral=vital;
verse=terse; verse=nurse; nurse=purse; curse=nurse; course=curse; source=course; sources=courses; resource=recourse;
flow=slow; slow=snow; snow=show; fish=dish; cell=sell; cells=cello; bone=tone; stone=tone; stone=store; forest=forget;
genetic=generic; kinetic=genetic; electric=eclectic; optic=topic; optics=topics; tropical=topical; tropical=typical
"""
    )
)

#: endings and beginnings that make another word of a word
_ENDINGS = read_words(
    """
s es ed d r er ers or ors ing ings ly al ally ic ical ics ive ively ion ions ation ations ative able ible ably ment ments
ness ity ities y ies ist ists ism isms ful less est e a ance ence ant ent an ian ans en ium us um t
"""
)
_BEGINNINGS = read_words(
    """
un in im il ir non a an dis anti de mis sub super pre post re co bi tri di mono multi uni poly hyper hypo inter intra trans
pro counter over under out up semi self micro macro nano meta para auto ex en em be for fore iso neo pseudo ultra
"""
)


#: what is left of two words when a doubled letter of an ending is lost: ``guarante(e)s``, ``individual(l)y``
_LOST_IN_ENDINGS = ({"s", "es"}, {"y", "ly"})


def _another_form(a: str, b: str) -> bool:
    """Whether an ending or a beginning makes another word of a word: ``learned``/``learner``, ``symmetric``/``asymmetric``."""
    shorter, longer = sorted((a, b), key=len)
    if longer.endswith(shorter) and longer[: len(longer) - len(shorter)] in _BEGINNINGS:
        return True
    same = 0
    while same < len(shorter) and a[same] == b[same]:
        same += 1
    if {a[same:], b[same:]} in _LOST_IN_ENDINGS:
        return False
    for stem in range(same, max(2, same - 2), -1):
        left, right = a[stem:], b[stem:]
        if (left in _ENDINGS or not left) and (right in _ENDINGS or not right):
            return True
    return False


@lru_cache(maxsize=32768)
def plural(a: str, b: str) -> bool:
    """Whether two words are singular and plural of each other, by the regular endings of English."""
    if a[:2] != b[:2] or not 0 < abs(len(a) - len(b)) < 3:  # nearly all pairs
        return False
    shorter, longer = sorted((a, b), key=len)
    if len(shorter) < 3 or not shorter.isalpha():
        return False
    return longer in (shorter + "s", shorter + "es") or (shorter.endswith("y") and longer == shorter[:-1] + "ies")


@lru_cache(maxsize=32768)
def slips(a: str, b: str) -> int | None:
    """How many slips turn one word into the other; ``None`` when they are two words.

    A slip is an insertion, deletion, substitution or exchange of neighbours (optimal string alignment). One is allowed from four
    letters on, two from nine; none in a word with a digit or in a script of syllables.
    """
    if a == b:
        return 0
    shorter = min(len(a), len(b))
    if shorter < 4 or max(len(a), len(b)) > LONGEST or not (a.isalpha() and b.isalpha()) or frozenset((a, b)) in _CONFUSABLE:
        return None
    if not a.isascii() and script(a) in ("CJK", "HANGUL"):
        return None
    allowed = 1 if shorter < 9 else 2
    distance = int(OSA.distance(a, b, score_cutoff=allowed))
    if distance > allowed or _another_form(a, b):
        return None
    return distance
