"""Venues with acronyms: small table of facts, and what kind of thing a container is (conference, series, preprint server)."""

from __future__ import annotations

from functools import lru_cache

from gate.normalise import text as text_rules
from gate.normalise.tables import read_words

#: one venue a line: the name or acronym used here, then other names it goes by
_LINES = """
neurips | nips | neural information processing systems | advances in neural information processing systems
neurips datasets and benchmarks | advances in neural information processing systems track on datasets and benchmarks
icml | international conference on machine learning
iclr | international conference on learning representations
cvpr | computer vision and pattern recognition
iccv | international conference on computer vision
eccv | european conference on computer vision
accv | asian conference on computer vision
wacv | winter conference on applications of computer vision
bmvc | british machine vision conference
3dv | international conference on 3d vision
aaai | national conference on artificial intelligence | association for the advancement of artificial intelligence
ijcai | international joint conference on artificial intelligence
ecai | european conference on artificial intelligence
uai | uncertainty in artificial intelligence
aistats | artificial intelligence and statistics
colt | computational learning theory | annual conference on learning theory | conference on learning theory
alt | algorithmic learning theory
acml | asian conference on machine learning
corl | conference on robot learning
aamas | autonomous agents and multiagent systems | autonomous agents and multi agent systems
acl | annual meeting of the association for computational linguistics | association for computational linguistics
emnlp | empirical methods in natural language processing
naacl | naacl hlt | north american chapter of the association for computational linguistics
naacl | north american chapter of the association for computational linguistics human language technologies
eacl | european chapter of the association for computational linguistics
ijcnlp | international joint conference on natural language processing
coling | international conference on computational linguistics
conll | computational natural language learning
tacl | transactions of the association for computational linguistics
lrec | language resources and evaluation
interspeech | annual conference of the international speech communication association
icassp | international conference on acoustics speech and signal processing
ismir | international society for music information retrieval conference
kdd | sigkdd | knowledge discovery and data mining | knowledge discovery data mining
icdm | international conference on data mining
sdm | siam international conference on data mining
pkdd | ecml pkdd | ecml | machine learning and knowledge discovery in databases
pakdd | pacific asia conference on knowledge discovery and data mining
wsdm | web search and data mining
cikm | information and knowledge management
www | the web conference | world wide web conference | international world wide web conference | webconf
sigir | research and development in information retrieval
ecir | european conference on information retrieval
recsys | recommender systems
icwsm | web and social media | weblogs and social media
jcdl | joint conference on digital libraries
tpdl | theory and practice of digital libraries
iswc | international semantic web conference
eswc | european semantic web conference | extended semantic web conference
sigmod | management of data
vldb | very large data bases | pvldb | proceedings of the vldb endowment
icde | international conference on data engineering
pods | principles of database systems
chi | human factors in computing systems
uist | user interface software and technology
cscw | computer supported cooperative work
iui | intelligent user interfaces
facct | fairness accountability and transparency
aies | ai ethics and society
siggraph | computer graphics and interactive techniques
mm | acm multimedia | international conference on multimedia
icip | international conference on image processing
icpr | international conference on pattern recognition
icra | international conference on robotics and automation
iros | intelligent robots and systems
rss | robotics science and systems
miccai | medical image computing and computer assisted intervention
isbi | international symposium on biomedical imaging
ipmi | information processing in medical imaging
midl | medical imaging with deep learning
chil | health inference and learning | conference on health inference and learning
mlhc | machine learning for healthcare
stoc | theory of computing
focs | foundations of computer science
soda | discrete algorithms
itcs | innovations in theoretical computer science
icalp | international colloquium on automata languages and programming
ccs | computer and communications security
usenix security | usenix security symposium
ndss | network and distributed system security
osdi | operating systems design and implementation
sosp | operating systems principles
nsdi | networked systems design and implementation
atc | usenix annual technical conference
asplos | architectural support for programming languages and operating systems
isca | international symposium on computer architecture
hpca | high performance computer architecture
mlsys | machine learning and systems
pldi | programming language design and implementation
popl | principles of programming languages
oopsla | object oriented programming systems languages and applications
icse | international conference on software engineering
fse | esec fse | foundations of software engineering
ase | automated software engineering
issta | software testing and analysis
dac | design automation conference
sigcomm | acm sigcomm conference
infocom | conference on computer communications
icaps | automated planning and scheduling
gecco | genetic and evolutionary computation conference
l4dc | learning for dynamics and control
log | learning on graphs conference
automl | automated machine learning
colm | conference on language modeling
jmlr | journal of machine learning research
tmlr | transactions on machine learning research
machine learning | machine learning journal | mlj
jair | journal of artificial intelligence research
artificial intelligence | artificial intelligence journal | aij
tpami | pami | transactions on pattern analysis and machine intelligence
ijcv | international journal of computer vision
tip | transactions on image processing
tnnls | transactions on neural networks and learning systems
tkde | transactions on knowledge and data engineering
tmi | transactions on medical imaging
tvcg | transactions on visualization and computer graphics
tog | transactions on graphics
tois | transactions on information systems
tist | transactions on intelligent systems and technology
jacm | journal of the acm | journal of the association for computing machinery
cacm | communications of the acm | communications of the association for computing machinery
jasist | journal of the association for information science and technology
jasis | journal of the american society for information science
pnas | proceedings of the national academy of sciences
pnas | proceedings of the national academy of sciences of the united states of america
pnas | proc natl acad sci usa | proceedings of the national academy of sciences of the usa | proc natl acad sci u s a
jama | journal of the american medical association
nejm | new england journal of medicine | the new england journal of medicine
bmj | british medical journal
jacs | journal of the american chemical society
prl | physical review letters
pre | physical review e
prb | physical review b
apj | astrophysical journal
mnras | monthly notices of the royal astronomical society
jbc | journal of biological chemistry
plos one | public library of science one
embo journal | the embo journal
nature
science
cell
neural computation
neural networks
pattern recognition
"""

PREPRINTS = {
    "arxiv": "arxiv",
    "corr": "arxiv",
    "computing research repository": "arxiv",
    "arxiv cornell university": "arxiv",
    "arxiv org": "arxiv",
    "biorxiv": "biorxiv",
    "medrxiv": "medrxiv",
    "chemrxiv": "chemrxiv",
    "psyarxiv": "osf",
    "socarxiv": "osf",
    "osf preprints": "osf",
    "osf": "osf",
    "ssrn": "ssrn",
    "ssrn electronic journal": "ssrn",
    "research square": "research square",
    "preprints": "preprints",
    "preprints org": "preprints",
    "techrxiv": "techrxiv",
    "eprint": "eprint",
    "cryptology eprint archive": "eprint",
    "iacr cryptol eprint arch": "eprint",
    "hal": "hal",
    "zenodo": "zenodo",
    "openreview": "openreview",
    "openreview net": "openreview",
    "authorea": "authorea",
    "eartharxiv": "eartharxiv",
    "edarxiv": "edarxiv",
    "f1000research": "f1000research",
    "preprint": "",
}

#: series in which proceedings of many conferences appear, and publishers given as a container: they contradict no venue
_SERIES_NAMES = """
lecture notes in computer science; lecture notes in artificial intelligence; lncs; lnai; lect notes comput sci; proceedings
of machine learning research; pmlr; proc mach learn res; ceur workshop proceedings; ceur; jmlr workshop and conference
proceedings; jmlr proceedings; jmlr w&cp; lipics; leibniz international proceedings in informatics; communications in
computer and information science; ccis; advances in intelligent systems and computing; icps; acm international conference
proceeding series; procedia computer science; frontiers in artificial intelligence and applications; ifip advances in
information and communication technology; smart innovation systems and technologies; ieee access proceedings; lecture notes
in networks and systems; lecture notes in electrical engineering; lecture notes in mathematics; aip conference proceedings;
springer; springer international publishing; springer berlin heidelberg; elsevier; ieee; acm; wiley; curran associates; aaai
press; mit press; association for computing machinery; ieee xplore; acm digital library; openreview; usenix; usenix
association
"""
_SERIES = frozenset(text_rules.key(name) for name in _SERIES_NAMES.split(";"))

#: words that say what kind of thing it is, or when and by whom it was held, not which one it is
NOISE = read_words(
    """
proceedings proceeding proc annual international intl int national conference conf symposium symp meeting workshop workshops ieee
cvf acm usenix isca siam ifip aaai the of on and in for to a an at de la le du des et und fur der die das el los y en i
edition english ed online print electronic website series sig sponsored joint advances biennial triennial
"""
)
#: words that say nothing even of the kind
WEAK = read_words(
    "proceedings proceeding proc annual ieee cvf acm usenix siam online print electronic website biennial triennial"
)
#: words that say that it is an event
EVENTS = read_words("proceedings proceeding proc international intl int conference conf symposium symp meeting workshop advances")
#: the same without the words that tell a journal or a conference from its namesakes
STOP = read_words("the of on and in for to a an at de la le les du des et und fur der die das el los y en i dell della di")


@lru_cache(maxsize=1)
def names() -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
    """Each venue with its names as tuples of words."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for line in _LINES.strip().splitlines():
        first, *others = [part.strip() for part in line.split("|")]
        found.setdefault(first, []).extend(tuple(part.split()) for part in (first, *others))
    return tuple((venue, tuple(dict.fromkeys(forms))) for venue, forms in found.items())


@lru_cache(maxsize=1)
def by_name() -> dict[str, str]:
    """Venue by each of its names."""
    return {" ".join(form): venue for venue, forms in names() for form in forms}


def is_series(key: str) -> bool:
    """Whether a container's key is that of a series of proceedings or of a publisher."""
    return key in _SERIES or any(
        key.startswith(series + " ") for series in ("lecture notes in", "ceur workshop proceedings", "lncs")
    )
