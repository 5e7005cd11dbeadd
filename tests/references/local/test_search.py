"""Search: found through what people and programs do to titles and names; nothing is made up where nothing fits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.model import Entity, Found, Kind, Query, Silent, Statement
from gate.references.local.store import LocalSnapshot
from gate.settings import Settings
from tests.references.snapshots import agent, snapshot, work

DEEP = work("10.1/1", "Deep learning", "LeCun, Yann", "Bengio, Yoshua", "Hinton, Geoffrey", year=2015)
CROPS = work("10.1/2", "Deep learning for crop yield prediction: a review of methods", "Oikonomidis, Alexandros", year=2022)
ATTACK = work("10.1/3", "Membership Inference Attacks Against Machine Learning Models", "Shokri, Reza", year=2017)
CYRILLIC = work("10.1/4", "Война и мир", "Толстой, Лев Николаевич", year=1869)
UMLAUT = work("10.1/5", "Über die Theorie der Wärmestrahlung", "Böhm, Jürgen", year=1911)
RETITLED = work(
    "10.1/6", "On the origin of species: by means of natural selection", "Darwin, Charles", year=1859,
    statements=(Statement("date", "1859-11-24", forms=("1860",)),),
)  # fmt: skip
PLACED = work(
    "10.1/7", "Production of alcohol by yeasts", "Lourdinha, Ana", year=1993,
    statements=(Statement("volume", "075"), Statement("pages", "S368-S372"), Statement("container", "J Ferment Bioeng")),
)  # fmt: skip
UNTITLED = work("10.1/8", "10.1/8", "Crespo, Maria", year=2012, statements=(Statement("pages", "1773"),))
WORKS = [DEEP, CROPS, ATTACK, CYRILLIC, UMLAUT, RETITLED, PLACED, UNTITLED]
PEOPLE = [
    agent("Q9358", "Friedrich Nietzsche", "Friedrich Wilhelm Nietzsche", "Фридрих Ницше"),
    agent("Q6512", "Søren Kierkegaard"),
    agent("Q9312", "Immanuel Kant", "Emmanuel Kant"),
    agent("Q4", "Friedrich Engels"),
]
HEADS = [
    Entity("https://x.org/1", Kind.CONCEPT, "Dextrality", (Statement("heading", "Dextrality"),)),
    Entity("https://x.org/2", Kind.CONCEPT, "Existence", (Statement("heading", "Existence"), Statement("alt_labels", "Being"))),
    Entity("https://x.org/3", Kind.CONCEPT, "Deep learning", (Statement("heading", "Deep learning"),)),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSnapshot]:
    folder = tmp_path_factory.mktemp("search")
    made = LocalSnapshot(snapshot(folder, [*WORKS, *PEOPLE, *HEADS]), Settings(cache_folder=str(folder / "cache")))
    yield made
    made.close()


def first(store: LocalSnapshot, query: Query) -> Entity | None:
    answer = store.search(query, 5)
    if isinstance(answer, Silent):
        return None
    assert isinstance(answer, Found)
    return answer.value[0]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        (Query(Kind.WORK, "Deep learning"), DEEP),
        (Query(Kind.WORK, "Deep lerning", ("LeCun",), 2015), DEEP),
        (Query(Kind.WORK, "Deep learning for crop yield prediction"), CROPS),
        (Query(Kind.WORK, "Deep learning for crop yeild predicton: a reveiw of methods"), CROPS),
        (Query(Kind.WORK, "Deep learning for crop yield pre"), CROPS),
        (Query(Kind.WORK, "DEEP LEARNING FOR CROP-YIELD PREDICTION"), CROPS),
        (Query(Kind.WORK, "membership inference atacks agianst machine lerning modles"), ATTACK),
        (Query(Kind.WORK, "Inference attacks against machine learning models"), ATTACK),
        (Query(Kind.WORK, "<i>Membership</i> Inference Attacks Against Machine Learning Models"), ATTACK),
        (Query(Kind.WORK, "Voina i mir"), CYRILLIC),
        (Query(Kind.WORK, "Uber die Theorie der Warmestrahlung"), UMLAUT),
        (Query(Kind.WORK, "On the origin of species"), RETITLED),
        (Query(Kind.WORK, "", ("Reza Shokri",), 2017), ATTACK),
        (Query(Kind.WORK, "", ("Shokri, R.",), 2018), ATTACK),
        (
            Query(Kind.WORK, raw="[12] R. Shokri, Membership inference attacks against machine learning models, S&P, 2017, 3-18"),
            ATTACK,
        ),
        (Query(Kind.WORK, raw="Lourdinha, J Ferment Bioeng 75 (1993) S368"), PLACED),
        (Query(Kind.WORK, raw="J Ferment Bioeng. 1993;75(3):368-72. https://example.org/2020/12"), PLACED),
        (Query(Kind.WORK, raw="Crespo. ACS Catal. 2012;:1773"), UNTITLED),
        (Query(Kind.AGENT, "Nietzsche, Friedrich"), PEOPLE[0]),
        (Query(Kind.AGENT, "F. Nietzsche"), PEOPLE[0]),
        (Query(Kind.AGENT, "Nietzsche F W"), PEOPLE[0]),
        (Query(Kind.AGENT, "Freidrich Nietsche"), PEOPLE[0]),
        (Query(Kind.AGENT, "Ницше, Фридрих"), PEOPLE[0]),
        (Query(Kind.AGENT, "", ("Soren Kierkegaard",)), PEOPLE[1]),
        (Query(Kind.AGENT, "Kierkegard"), PEOPLE[1]),
        (Query(Kind.AGENT, "Kant, Emmanuel"), PEOPLE[2]),
        (Query(Kind.CONCEPT, "dextrality"), HEADS[0]),
        (Query(Kind.CONCEPT, "Dextralitty"), HEADS[0]),
        (Query(Kind.CONCEPT, "being"), HEADS[1]),
    ],
)  # fmt: skip
def test_found_first(store: LocalSnapshot, query: Query, wanted: Entity) -> None:
    found = first(store, query)
    assert found is not None
    assert found.id == wanted.id


@pytest.mark.parametrize(
    "query",
    [
        Query(Kind.WORK, "A history of ruritanian railways"),
        Query(Kind.WORK, "——"),
        Query(Kind.WORK, ""),
        Query(Kind.WORK, raw="?"),
        Query(Kind.WORK, raw="Anon, J Ferment Bioeng 75 (1993) 369"),
        Query(Kind.WORK, raw="Anon, J Ferment Bioeng 368 (1993) 75"),
        Query(Kind.WORK, raw="Anon. https://example.org/75/368"),
        Query(Kind.AGENT, "Ada Lovelace"),
        Query(Kind.AGENT, ""),
        Query(Kind.CONCEPT, "Sinistrality"),
    ],
)
def test_nothing_is_found_where_nothing_fits(store: LocalSnapshot, query: Query) -> None:
    assert first(store, query) is None


def test_kinds_stay_apart(store: LocalSnapshot) -> None:
    found = first(store, Query(Kind.CONCEPT, "Deep learning"))
    assert found is not None
    assert found.kind is Kind.CONCEPT


def test_limit_and_order(store: LocalSnapshot) -> None:
    answer = store.search(Query(Kind.WORK, "Deep learning"), 1)
    assert isinstance(answer, Found)
    assert [e.id for e in answer.value] == [DEEP.id]
    assert isinstance(store.search(Query(Kind.WORK, "Deep learning"), 0), Silent)
    same = [store.search(Query(Kind.WORK, "Deep learning"), 5) for _ in range(3)]
    assert same[0] == same[1] == same[2]


SOME_WORDS = """
    river forest glacier protein enzyme galaxy language grammar parliament treaty harvest turbine polymer neuron cortex sediment
    basin market inflation tariff pigment fresco cathedral manuscript archive lexicon dialect migration plague
"""
NOUNS = SOME_WORDS.split()
VERBS = ["growth", "decline", "structure", "dynamics", "classification", "measurement", "synthesis", "conservation"]
PLACES = ["Bavaria", "Anatolia", "Patagonia", "Lapland", "Sicily", "Galicia", "Punjab", "Tasmania", "Labrador", "Silesia"]


def generated(count: int, seed: int) -> list[Entity]:
    rng = random.Random(seed)
    made = []
    for n in range(count):
        one, two, three = rng.sample(NOUNS, 3)
        title = (
            f"{rng.choice(VERBS).title()} and {rng.choice(VERBS)} of {one} {two} in {rng.choice(PLACES)}: the {three} question"
        )
        name = f"{''.join(rng.choices('abcdefghiklmnoprstu', k=7)).title()}, {rng.choice('ABCDEFG')}."
        made.append(work(f"10.5000/{n}", title, name, year=rng.randint(1950, 2020)))
    return made


def spoiled(title: str, rng: random.Random) -> str:
    words = title.split()
    for _ in range(2):
        at = rng.randrange(len(words))
        word = words[at]
        if len(word) > 3:
            cut = rng.randrange(1, len(word) - 1)
            words[at] = (
                word[:cut] + word[cut + 1 :] if rng.random() < 0.5 else word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
            )
    text = " ".join(words)
    return text.partition(":")[0] if rng.random() < 0.5 else text[: max(30, int(len(text) * 0.8))]


def test_recall_under_typos_and_truncation(tmp_path: Path) -> None:
    works = generated(3_000, seed=5)
    titles = {w.label.partition(":")[0]: w for w in works}
    unique = [w for w in works if titles[w.label.partition(":")[0]] is w]
    store = LocalSnapshot(snapshot(tmp_path, works), Settings(cache_folder=str(tmp_path / "cache")))
    rng = random.Random(7)
    asked = rng.sample(unique, 150)
    hits = 0
    for wanted in asked:
        creator = wanted.first("creators")
        assert creator is not None
        found = first(store, Query(Kind.WORK, spoiled(wanted.label, rng), (creator.value,)))
        hits += found is not None and found.id == wanted.id
    store.close()
    assert hits >= 0.97 * len(asked)
