"""Titles: what must unite, what must separate, and what the level and detail say."""

from __future__ import annotations

import pytest

from gate.comparison.matching import titles
from gate.comparison.matching.titles import compare

UNITED = [
    ("The Origin of Species", "the origin of species", titles.SAME_NORMALISED),
    ("Origin of species", "The origin of species", titles.SMALL_WORDS),
    ("On the origin of species", "The origin of species", titles.SMALL_WORDS),
    ("Nai\u0308ve Bayes", "Naïve Bayes", titles.SAME_STRING),
    ("Naive Bayes", "Naïve Bayes", titles.SAME_NORMALISED),
    ("{\\'E}tudes {DNA}", "Études DNA", titles.SAME_STRING),
    ("Water, H<sub>2</sub>O &amp; ice", "Water, H2O and ice", titles.SAME_NORMALISED),
    (
        "The <mml:math><mml:mi>α</mml:mi></mml:math>-helix",
        "The alpha helix",
        titles.SAME_NORMALISED,
    ),
    ("Leak testing CD-ROM [computer file] /", "Leak testing CD-ROM", titles.SAME_STRING),
    ("Data base systems", "Database systems", titles.SAME_WORDS),
    ("Schema-Variable extraction", "Schema variable extraction", titles.SAME_NORMALISED),
    ("The colour of behaviour: analysing fibres", "The color of behavior: analyzing fibers", titles.SAME_WORDS),
    ("Catalogue of haematology", "Catalog of hematology", titles.SAME_WORDS),
    ("Science & nature", "Science and nature", titles.SAME_NORMALISED),
    (
        "Wasch- u. Geschirrspülmaschine: Test u. Vergleich",
        "Wasch- und Geschirrspülmaschine: Test und Vergleich",
        titles.SAME_NORMALISED,
    ),
    ("A history of Rome, Part II", "A history of Rome, part 2", titles.SAME_WORDS),
    ("World War I", "World War 1", titles.SAME_WORDS),
    ("Three essays", "3 essays", titles.SAME_WORDS),
    ("Second thoughts on logic", "2nd thoughts on logic", titles.SAME_WORDS),
    ("Der Zauberberg", "Zauberberg", titles.SAME_WORDS),
    ("Conjugate energy-based models", "Conjugate energy-based modles", titles.TYPOS),
    ("Aspects of the theory of syntax", "Aspects of teh thoery of syntax", titles.TYPOS),
    ("Optirnal transport", "Optimal transport", None),  # rn for m: two slips of eight letters are too many
    ("Generative models", "Generative model", titles.PLURAL),
    ("Deep learning", "Deep learning: a survey", titles.NO_SUBTITLE),
    ("Frankenstein", "Frankenstein; or, The modern Prometheus", titles.NO_SUBTITLE),
    ("BERT", "BERT: pre-training of deep bidirectional transformers", titles.NO_SUBTITLE),
    (
        "Pre-training of deep bidirectional transformers",
        "BERT: pre-training of deep bidirectional transformers",
        titles.NO_SUBTITLE,
    ),
    ("A short history of Ireland", "A short history of Ireland, 1500-2000", titles.NO_SUBTITLE),
    ("What is life?", "What is life? The physical aspect of the living cell", titles.NO_SUBTITLE),
    ("A very long title that is cut in the mid...", "A very long title that is cut in the middle of a word", titles.CUT_SHORT),
    ("Война и мир = War and peace", "War and peace", titles.OTHER_FORM),
    ("Преступление и наказание", "Prestuplenie i nakazanie", titles.TRANSLITERATED),
    ("Proc. of the Royal Society", "Proceedings of the Royal Society", titles.SAME_WORDS),
    ("GPT-4 technical report", "GPT4 technical report", titles.SAME_WORDS),
    ("深度学习", "深度学习", titles.SAME_STRING),
]

SEPARATED = [
    ("Deep learning", "Deep learning for crop yield prediction", titles.DIFFERS),
    ("Harry Potter 2", "Harry Potter 4", titles.NUMBERS),
    ("A history of Rome, Part II", "A history of Rome, Part III", titles.NUMBERS),
    ("A history of Rome", "A history of Rome. Part 2", titles.NUMBERS),
    ("World War I", "World War II", titles.NUMBERS),
    ("The election of 2016", "The election of 2020", titles.NUMBERS),
    ("3D Gaussian splatting", "4D Gaussian splatting", titles.NUMBERS),
    ("Attention is all you need", "Attention is not all you need", titles.NEAR_MISS),
    (
        "Bias-adversarial augmentation towards model debiasing",
        "Bias-adversarial augmentation for model debiasing",
        titles.NEAR_MISS,
    ),
    ("Learning to summarize with human feedback", "Learning to summarize from human feedback", titles.NEAR_MISS),
    ("Robust dynamic radiance fields", "Resilient dynamic radiance fields", titles.NEAR_MISS),
    ("Supervised learning of graphs and trees", "Unsupervised learning of graphs and trees", titles.NEAR_MISS),
    ("Symmetric kernels in graph learning", "Asymmetric kernels in graph learning", titles.NEAR_MISS),
    ("Stable matching", "Unstable matching", titles.DIFFERS),
    ("Learned models", "Learner models", titles.DIFFERS),
    ("Causal inference", "Casual inference", titles.DIFFERS),
    ("Crime and punishment", "Punishment and crime", titles.NEAR_MISS),
    ("Introduction", "Introduction to algorithms", titles.DIFFERS),
    ("Hamlet", "Macbeth", titles.DIFFERS),
    ("C primer", "C++ primer", titles.DIFFERS),
    ("C++ primer", "C# primer", titles.DIFFERS),
    ("Trees: a study of oaks", "Trees: pines and how they grow", titles.OTHER_SUBTITLE),
    ("Correction to: Attention is all you need", "Attention is all you need", titles.NOTICE),
    ("Attention is all you need (Erratum)", "Attention is all you need", titles.NOTICE),
    ("Review of Orientalism", "Orientalism", titles.NOTICE),
    ("Reply to \u201cOn denoting\u201d", "On denoting", titles.NOTICE),
    ("深度学习", "深度学习在农业中的应用", titles.DIFFERS),
    ("深度学习", "强化学习", titles.DIFFERS),
]


@pytest.mark.parametrize(("given", "held", "level"), UNITED)
def test_united(given: str, held: str, level: str | None) -> None:
    for found in (compare(given, held), compare(held, given)):
        assert (found.same is True) == (level is not None)
        assert level is None or found.level == level


@pytest.mark.parametrize(("given", "held", "level"), SEPARATED)
def test_separated(given: str, held: str, level: str) -> None:
    for found in (compare(given, held), compare(held, given)):
        assert found.same is False
        assert found.level == level
        assert found.detail


@pytest.mark.parametrize(
    ("given", "held"),
    [
        ("", "Hamlet"),
        ("Hamlet", ""),
        ("——", "......"),
        ("", ""),
        ("?", "!"),
        ("Война и мир", "War and peace"),
        ("論語", "Analects"),
    ],
)
def test_not_comparable(given: str, held: str) -> None:
    assert compare(given, held).same is None


def test_the_distinguishing_words_are_named_as_they_stand() -> None:
    found = compare("Conditional generative modelling of Trees", "Conditional discriminative modelling of Trees")
    assert found.detail == "only given: generative; only held: discriminative"
    assert compare("Optimal transprot", "Optimal transport").detail == "transprot / transport"
    assert compare("Deep learning", "Deep learning: a survey").detail == "only held: a survey"


def test_forms() -> None:
    found = compare("War and peace", "Война и мир", ["War and peace", "Krieg und Frieden"])
    assert (found.same, found.level) == (True, titles.OTHER_FORM)
    assert compare("War and peas", "Война и мир", ["War and peace"]).same is None


def test_slips_are_rationed() -> None:
    held = "Optimal transport of measures in spaces of bounded curvature"
    assert compare("Optmal trnsport of measures in spaces of bounded curvature", held).same
    found = compare("Optmal trnsport of measurs in spaces of bounded curvature", held)
    assert (found.same, found.level) == (False, titles.NEAR_MISS)
