"""Words that tell where an English noun phrase ends, and words by which a language is known.

Closed classes (articles, pronouns, prepositions, conjunctions, auxiliaries) are listed whole; of verbs, adjectives and adverbs
those that are common in abstracts, notes and biographies.
"""

from __future__ import annotations

from gate.normalise.tables import read_words

_CLOSED = read_words(
    """
a an the this that these those some any each every either neither no none both all half such same other another others own i me
my mine we us our ours you your yours he him his she her hers it its they them their theirs who whom whose which what himself
herself itself themselves oneself myself ourselves one ones someone something anyone anything nothing everyone everything about
above across after against along alongside amid among amongst around as at before behind below beneath beside besides between
beyond by concerning considering despite down during except excluding following for from given in including inside into like
minus near of off on onto opposite out outside over owing past per plus regarding round since than through throughout till to
toward towards under underneath unlike until unto up upon versus via vs with within without whereby wherein and or but nor so
yet if then else because although though while whereas when where why how whether once unless lest even am is are was were be
been being have has had having do does did doing done can could may might must shall should will would ought not never ever also
too very much more most less least many few several enough only just still already again there here now two three four five six
seven eight nine ten first second third fourth last next former latter et al etc eg ie viz cf ca resp ibid op cit
"""
)
_ADVERBS = read_words(
    """
however moreover furthermore therefore thus hence nevertheless nonetheless meanwhile otherwise instead rather quite almost
always often sometimes seldom perhaps maybe indeed together apart away back forth ahead soon later early well far further
especially today respectively thereby therein herein thereafter overall elsewhere twice afterwards afterward forward upward
"""
)
#: adjectives that say nothing of the matter
_ADJECTIVES = read_words(
    """
new novel various different certain particular specific general common main major minor important significant key relevant
recent current present previous prior possible potential likely able available similar due better best worse worst good great
greater greatest large larger largest small smaller smallest high higher highest low lower lowest long longer short shorter wide
wider broad broader strong stronger weak weaker increased increasing decreased decreasing reduced improved existing proposed
associated related based compared followed known unknown unclear clear additional numerous multiple single whole entire total
full main further subsequent consistent robust efficient effective useful useless necessary sufficient rare crucial critical
essential substantial considerable remarkable notable promising interesting challenging difficult easy simple complex better
"""
)
_VERBS = read_words(
    """
accept account achieve acquire act add address adopt affect agree aim allow analyse analyze appear apply argue arise ask assess
assign assume attempt attract avoid base become begin believe belong bring build calculate call carry cause change characterise
characterize choose cite claim classify collect combine come compare compose compute conclude conduct confer confirm consider
consist constitute contain continue contribute convert correspond cover create deal decide decrease define demonstrate depend
derive describe detect determine develop differ discover discuss display divide draw drive earn elicit elucidate emerge employ
enable encounter encourage enhance ensure enter establish estimate evaluate examine exceed exhibit exist expand expect explain
explore express extend facilitate fail fall find fit follow form formulate found gain generate get give go graduate grow happen
help highlight hold hypothesise hypothesize identify illustrate implement imply improve incorporate increase indicate induce
inform inherit intend introduce investigate involve join keep know lack lead learn leave let lie live locate look lose maintain
make marry measure meet mention move need note obtain observe occur offer open outline overcome perform permit play possess
predict prefer prepare present prevent proceed produce promote propose prove provide publish pursue put raise reach receive
recognise recognize recommend record reduce refer reflect regard reject relate remain remove represent require resolve result
retain retire return reveal review rise run say see seek seem select send serve set settle show spend stand start state stay
stimulate strive submit succeed suffer suggest summarise summarize support suppose take teach tell tend think treat try turn
understand undergo undertake use utilise utilize vary verify view want win work write
"""
)
_IRREGULAR = read_words(
    """
became begun began brought built came chose chosen drawn drew driven drove fell fallen found gave given went gone got gotten
grew grown held kept knew known laid led left lost made meant met proven ran risen rose said saw seen sent shown spent stood
sung taken taught thought told took understood underwent undergone wrote written born died wed won studied studying
"""
)
#: forms that are as often nouns as verbs: they stand in phrases
_NOUNS_TOO = read_words(
    """
account act address aim attempt base call cause change claim cover deal display divide drive estimate fall fit form found help
increase decrease lack lead look measure move need note offer play present produce record result return review rise run set
stand start state support turn use view want win work accounts acts addresses aims attempts bases calls causes changes claims
covers deals displays drives estimates falls fits forms increases decreases leads measures moves needs notes offers plays
records results returns reviews rises runs sets stands starts states supports turns views works learning building meeting
meaning setting finding findings understanding teaching writing thinking marketing accounting open express contract
"""
)
#: nouns of every abstract: they name no concept when they stand alone
GENERIC = read_words(
    """
study studies paper papers article articles work works research approach approaches method methods methodology methodologies
analysis analyses result results conclusion conclusions background objective objectives aim aims purpose purposes introduction
discussion finding findings data case cases number numbers level levels type types kind kinds form forms part parts set sets
group groups example examples way ways use uses role roles effect effects factor factors value values rate rates problem
problems question questions issue issues order fact facts basis aspect aspects point points term terms time times period periods
year years month months week weeks day days author authors reader readers book books chapter chapters literature evidence
information process processes system systems model models change changes increase decrease difference differences relationship
relationships measure measures sample samples application applications performance property properties area areas field fields
state states structure structures function functions feature features technique techniques problem task tasks ability presence
absence addition context view views account accounts review reviews project projects condition conditions outcome outcomes
procedure procedures experiment experiments test tests person people attention interest impact importance development series
range variety majority total half percent mean median baseline need needs edition volume text texts note notes topic topics
thing things life death name names member members material materials design january february march april may june july august
september october november december copyright rights reserved abstract keywords setting settings interpretation significance
implications limitations hand list end main
"""
)
#: words in -ed that stand for something by themselves
ENDING_IN_ED = read_words("seed speed breed weed feed hundred watershed bleed creed greed hatred sacred reed deed")
#: words in -ly that are no adverbs
_NOT_ADVERBS = read_words(
    """
family anomaly assembly supply butterfly fly italy sicily july monopoly oligopoly reply ally jelly belly bully lily rally tally
homily melancholy doily gully poly multiply daily elderly early
"""
)


def _forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    plural = verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")
    doubled = {verb + verb[-1] + "ed", verb + verb[-1] + "ing"} if verb[-1] in "bdglmnprt" else set[str]()
    return {verb, plural, verb + "ed", verb + "ing"} | doubled


STOP = (
    _CLOSED | _ADVERBS | _ADJECTIVES | _IRREGULAR | (frozenset[str]().union(*(_forms(v) for v in _VERBS)) - _NOUNS_TOO)
)  # fmt: skip


def breaks(word: str) -> bool:
    """Whether a word, in lower case, ends a noun phrase: a word of :data:`STOP`, or an adverb by its form."""
    return word in STOP or (word.endswith("ly") and len(word) > 4 and word not in _NOT_ADVERBS)


#: the most frequent small words of languages that catalogues hold much of; what stands in two lists is evidence for both
SMALL_WORDS = {
    "English": read_words(
        "the of and to in is that for with as was by are this from which be on at an were or has born he she his her a it its we"
        " have their these can between into than not but also about been both using used"
    ),
    "German": read_words("der die das und ist von den mit des ein eine im zu auf dem für nicht sich als auch wird aus wurde am"),
    "French": read_words("le la les et des du de un une dans est que pour qui par sur avec il elle au aux ce cette sont né née"),
    "Spanish": read_words("el la los las de del y en que un una por con para es se su como al lo fue más nació entre esta"),
    "Italian": read_words("il la le di del della e che in un una per con è sono nel alla dei gli si come da al nacque dalla"),
    "Portuguese": read_words("o a os as de do da dos das e em que um uma para com por não se na no foi ao mais como nasceu são"),
    "Dutch": read_words("de het een en van in is dat op te met voor zijn door werd aan die niet bij als uit naar deze ook"),
}
