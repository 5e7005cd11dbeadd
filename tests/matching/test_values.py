"""Containers, pages, numbers, dates, identifiers, languages, terms; and the one function that picks among them."""

from __future__ import annotations

import pytest

from gate.comparison.matching import compare, containers, dates, identifiers, languages, numbers, pages, terms
from gate.model import Identifier, Statement
from gate.properties import PROPERTIES, ValueType


@pytest.mark.parametrize(
    ("given", "held"),
    [
        ("NeurIPS", "Advances in Neural Information Processing Systems 34"),
        ("NIPS", "NeurIPS"),
        ("ICML 2021", "Proceedings of the 38th International Conference on Machine Learning"),
        ("CVPR", "2021 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
        ("KDD", "Proceedings of the 25th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining"),
        ("ACL/IJCNLP (1)", "ACL"),
        (
            "NAACL",
            "Proceedings of the 2022 Conference of the North American Chapter of the Association for Computational Linguistics",
        ),
        ("AAAI", "Proceedings of the AAAI Conference on Artificial Intelligence"),
        ("J. Mach. Learn. Res.", "Journal of Machine Learning Research"),
        ("JMLR", "Journal of Machine Learning Research"),
        ("FEMS Microbiol Ecol", "FEMS Microbiology Ecology"),
        ("Int J Antimicrob Agents", "International Journal of Antimicrobial Agents"),
        ("Biochim. Biophys. Acta", "Biochimica et Biophysica Acta"),
        ("J Natl Cancer Inst", "Journal of the National Cancer Institute"),
        ("Angew. Chem. Int. Ed.", "Angewandte Chemie International Edition"),
        ("Proc. Natl. Acad. Sci. U.S.A.", "Proceedings of the National Academy of Sciences"),
        ("Memory and Cognition", "Memory & Cognition"),
        ("The Lancet Oncology", "Lancet Oncol."),
        ("Methods (San Diego, Calif.)", "Methods"),
        ("Journal of Foo Bars", "JFB"),
        ("Journal of Documentaiton", "Journal of Documentation"),
        ("Известия", "Izvestiya"),
        ("arXiv preprint arXiv:1706.03762", "CoRR"),
    ],
)
def test_containers_united(given: str, held: str) -> None:
    assert containers.compare(given, held).same is True
    assert containers.compare(held, given).same is True


@pytest.mark.parametrize(
    ("given", "held"),
    [
        ("ICML", "UAI"),
        ("ICML", "Mach. Learn."),
        ("AAAI", "Proceedings of the Twenty-Ninth International Joint Conference on Artificial Intelligence"),
        ("Conference on Reward Learning and Alignment", "CVPR"),
        ("Workshop on Deep Learning", "ICML"),
        ("Nature", "Nature Communications"),
        ("Cell", "Cell Reports"),
        ("Science", "Nature"),
        ("Journal of Finance", "Journal of Financial Economics"),
        ("Physical Review A", "Physical Review B"),
        ("Trans. Mach. Learn. Res.", "J. Mach. Learn. Res."),
        ("Journal of Clinical Oncology", "ICLR"),
        ("arXiv", "bioRxiv"),
    ],
)
def test_containers_separated(given: str, held: str) -> None:
    for found in (containers.compare(given, held), containers.compare(held, given)):
        assert found.same is False
        assert found.detail


@pytest.mark.parametrize(
    ("given", "held"),
    [
        *(
            ("", "Nature"),
            ("—", "—"),
            ("XYZ", "Journal of Foo"),
            ("arXiv", "NeurIPS"),
            ("Lecture Notes in Computer Science", "ECCV"),
        ),
        *(("NeurIPS Workshop on ML for Health", "NeurIPS"), ("Springer", "Journal of Foo"), ("Вестник", "Nature")),
    ],
)
def test_containers_that_cannot_be_told_apart(given: str, held: str) -> None:
    assert containers.compare(given, held).same is None
    assert containers.compare(held, given).same is None


def test_container_forms() -> None:
    assert containers.compare("PRA", "Physical Review", ["Phys. Rev. A", "PRA"]).level == containers.OTHER_FORM


@pytest.mark.parametrize(
    ("given", "held", "level"),
    [
        *(("12-18", "12-18", pages.SAME), ("12\u201318", "pp. 12-18", pages.SAME), ("12-8", "12-18", pages.SAME)),
        *(
            ("12", "12-18", pages.FIRST),
            ("p. 12", "12-18", pages.FIRST),
            ("e123", "123", pages.SAME),
            ("e123-35", "e123-e135", pages.SAME),
        ),
        *(
            ("12-20", "12-18", pages.FIRST),
            ("14", "12-18", pages.WITHIN),
            ("xi-xx", "XI-XX", pages.SAME),
            ("012", "12", pages.SAME),
        ),
        *(("S12-S18", "S12-8", pages.SAME), ("Article 104321", "104321", pages.SAME), ("1 - 1", "1", pages.SAME)),
        *(("12-18", "13-18", pages.DIFFERS), ("112-118", "12-18", pages.DIFFERS), ("e123", "e124", pages.DIFFERS)),
        *(("", "12", pages.NOT_COMPARABLE), ("—", "12", pages.NOT_COMPARABLE)),
    ],
)
def test_pages(given: str, held: str, level: str) -> None:
    found = pages.compare(given, held)
    assert found.level == level
    assert found.same is {pages.DIFFERS: False, pages.NOT_COMPARABLE: None}.get(level, True)


@pytest.mark.parametrize(
    ("given", "held", "same"),
    [
        *(
            ("12", "12", True),
            ("vol. XII", "12", True),
            ("Bd. 12", "Volume 12", True),
            ("2nd ed.", "2", True),
            ("012", "12", True),
        ),
        *(("3-4", "3", True), ("3/4", "3-4", True), ("Second edition", "2", True), ("XII", "XIII", False), ("12", "21", False)),
        *(("34", "NeurIPS 34", True), ("", "1", None), ("vol.", "1", False), ("Suppl 1", "1", True), ("A", "A", True)),
    ],
)
def test_numbers(given: str, held: str, same: bool | None) -> None:
    assert numbers.compare(given, held).same is same


@pytest.mark.parametrize(
    ("given", "held", "level"),
    [
        ("2010", ["2010"], dates.SAME),
        ("2010", ["2011-03-01", "2010-11-12"], dates.OVERLAP),
        ("2011", ["2010", "2011"], dates.SAME),
        ("2010", ["2011"], dates.WITHIN_A_YEAR),
        ("2008", ["2010", "2011"], dates.DIFFERS),
        ("1843-05", ["1843"], dates.OVERLAP),
        ("1843-05-12", ["1843-05-13"], dates.DIFFERS),
        ("1843-05-12", ["1843-05-13", "1843"], dates.OVERLAP),
        ("198X", ["1985-01-01"], dates.OVERLAP),
        ("[ca. 1850]", ["1853"], dates.WITHIN_A_YEAR),
        ("1860", ["1853"], dates.DIFFERS),
        ("n.d.", ["1853"], dates.NOT_COMPARABLE),
        ("1853", [], dates.NOT_COMPARABLE),
        ("1853", ["forthcoming"], dates.NOT_COMPARABLE),
    ],
)
def test_dates(given: str, held: list[str], level: str) -> None:
    found = dates.compare(given, held)
    assert found.level == level
    assert found.same is {dates.DIFFERS: False, dates.NOT_COMPARABLE: None}.get(level, True)


def test_days_of_publication_are_not_days_of_birth() -> None:
    assert dates.compare("2010-05-01", ["2011-02-03"]).same is False
    assert dates.compare("2010-05-01", ["2011-02-03"], published=True).level == dates.WITHIN_A_YEAR


@pytest.mark.parametrize(
    ("scheme", "given", "held", "same", "level", "detail"),
    [
        (
            "doi",
            "https://doi.org/10.1000/ABC.",
            "10.1000/abc",
            True,
            identifiers.SAME,
            "given as URL; full stop removed; upper case",
        ),
        ("doi", "10.1000/abd", "10.1000/abc", False, identifiers.DIFFERS, "character 11: d / c"),
        ("doi", "10.1000/acb", "10.1000/abc", False, identifiers.DIFFERS, "characters 10 and 11 exchanged"),
        ("isbn", "3-16-148410-X", "978-3-16-148410-0", True, identifiers.SAME, ""),
        ("isbn", "9783161484101", "9783161484100", False, identifiers.CHECK_DIGIT, "character 13: 1 / 0"),
        ("arxiv", "arXiv:1706.03762v5", "1706.03762", True, identifiers.SAME, "version removed"),
        ("identifiers", "10.48550/arXiv.1706.03762", "arXiv:1706.03762", True, identifiers.EQUIVALENT, None),
        ("identifiers", "Q42", "10.1000/abc", None, identifiers.OTHER_SCHEME, None),
        ("doi", "not a doi", "10.1000/abc", None, identifiers.NOT_COMPARABLE, None),
    ],
)
def test_identifiers(scheme: str, given: str, held: str, same: bool | None, level: str, detail: str | None) -> None:
    found = identifiers.compare(scheme, given, held)
    assert (found.same, found.level) == (same, level)
    assert detail is None or found.detail == detail


def test_languages() -> None:
    assert languages.compare("ger", "German").same is True
    assert languages.compare("cmn", "chi").level == languages.MACRO
    assert languages.compare("eng", "ger").same is False
    assert languages.compare("und", "ger").same is None
    assert languages.compare("??", "ger").same is None


def term(text: str, *forms: str, gnd: str = "") -> Statement:
    return Statement("concepts", text, forms=forms, identifiers=(Identifier("gnd", gnd),) if gnd else ())


@pytest.mark.parametrize(
    ("given", "held", "same", "level"),
    [
        ("Cats", "cats.", True, terms.NORMALISED),
        ("Motion pictures -- Japan", "Motion pictures--Japan", True, terms.NORMALISED),
        ("Philosophy--History", "Philosophy", False, terms.DIFFERS),
        ("Mercury", "Mercury (Planet)", True, terms.QUALIFIER),
        ("Mercury (Element)", "Mercury (Planet)", False, terms.DIFFERS),
        ("Cat", "Cats", True, terms.NUMBER),
        ("Chemistry, Organic", "Organic chemistry", True, terms.TURNED),
        ("Colour theory", "Color theory", True, terms.NORMALISED),
        ("Epistemolgy", "Epistemology", True, terms.TYPOS),
        ("Ethics", "Physics", False, terms.DIFFERS),
        ("Logic", "Modal logic", False, terms.DIFFERS),
        ("Königsberg", "Konigsberg", True, terms.NORMALISED),
        ("Москва", "Moscow", None, terms.SCRIPTS),
        ("Москва", "Moskva", True, terms.OTHER_FORM),
        ("—", "Cats", None, terms.NOT_COMPARABLE),
    ],
)
def test_terms(given: str, held: str, same: bool | None, level: str) -> None:
    for found in (terms.compare(term(given), term(held)), terms.compare(term(held), term(given))):
        assert (found.same, found.level) == (same, level)


def test_terms_in_other_forms() -> None:
    assert terms.compare(term("Wien"), term("Vienna", "Wien", "Vienne")).level == terms.OTHER_FORM
    assert terms.compare(term("Vienna", gnd="4066009-6"), term("Wien", gnd="4066009-6")).level == terms.SAME_IDENTIFIER


def test_a_term_by_its_address_alone_is_confirmed_by_an_identifier_or_left_open() -> None:
    def given(scheme: str, value: str) -> Statement:
        return Statement("broader", f"http://id.loc.gov/{value}", identifiers=(Identifier(scheme, value),))

    held = Statement("broader", "Cats", identifiers=(Identifier("lccn", "sh1"), Identifier("iri", "http://x.org/1")))
    assert terms.compare(given("lccn", "sh1"), held).level == terms.SAME_IDENTIFIER
    assert terms.compare(given("lccn", "sh2"), held).same is False
    assert terms.compare(given("iri", "http://x.org/2"), held).same is None  # one thing may have several addresses
    assert terms.compare(given("gnd", "1"), held).level == terms.NOT_COMPARABLE
    assert terms.compare(Statement("concepts", "http://x.org/2"), Statement("concepts", "Cats")).same is None


def test_one_function_for_every_type() -> None:
    def same(name: str, given: str, held: str) -> bool | None:
        return compare(PROPERTIES[name].type, Statement(name, given), Statement(name, held)).same

    assert same("title", "Deep learning", "Deep learning: a survey")
    assert same("container", "JMLR", "J. Mach. Learn. Res.")
    assert same("creators", "S. King", "King, Stephen")
    assert same("date", "c2000", "2000-05")
    assert same("doi", "doi:10.1000/A", "10.1000/a")
    assert same("language", "de", "ger")
    assert same("volume", "XII", "12")
    assert same("pages", "12-8", "12-18")
    assert same("concepts", "cats", "Cats")
    assert same("birth", "1844-10-15", "+1844-10-15T00:00:00Z")
    assert same("birth", "1844-10-15", "1844-11-15") is False
    assert same("abstract", "prose", "prose") is None
    assert {compare(t, Statement("x", ""), Statement("x", "")).same for t in ValueType} == {None}
