"""The pages as a curator has them: with keys, without JavaScript, narrow, dark, and with a hostile record in them."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.browser import FLAGS, axe, chromium, serving
from tests.server.conftest import EXAMPLES

BAD = "<script>document.title='hacked'</script>\"'><img src=x onerror=\"document.title='hacked'\">=1+1\u202eright to left"
EVERY = ["/queue", "/queue/1", "/queue?search=nothing-like-it", "/batches", "/sources", "/help", "/signin", "/nowhere"]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("browser")
    with serving(f"sqlite:///{folder}/queue.db") as address:
        hostile = {"kind": "work", "id": BAD, "title": f"{BAD} {'A' * 1_000_000}", "creators": [BAD], "citations": [BAD]}
        crowd = {"kind": "concept", "heading": "Existence", "related": [f"Invented {i}" for i in range(300)]}
        bodies = [(EXAMPLES / f"{name}.json").read_bytes() for name in ("philosopher-wrong-death", "concepts-recentred")]
        for body in (*bodies, json.dumps(hostile).encode(), json.dumps(crowd).encode()):
            request = urllib.request.Request(f"{address}/v1/check", body, {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=60).close()
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    made = context.new_page()
    made.set_default_timeout(15_000)
    yield made
    context.close()


def test_filter_read_decide_with_keys_and_undo(page: Page, base: str) -> None:
    page.goto(f"{base}/queue")
    page.get_by_role("link", name="agent", exact=True).click()
    assert page.locator(".row").count() == 1
    page.keyboard.press("j")
    page.keyboard.press("o")
    page.wait_for_url("**/queue/*kind=agent*")
    assert page.locator("h1").inner_text().strip() == "Karl Marx"
    assert "contradicted" in page.locator("tr.bad").first.inner_text()
    page.keyboard.press("r")
    assert page.locator("#reason").evaluate("e => e === document.activeElement")
    page.locator("#reason").select_option("wrong-values")
    page.keyboard.press("Enter")
    page.wait_for_url("**done=*")
    assert "rejected" in page.locator(".banner").inner_text()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/queue/1?*")
    assert "undone" in page.locator(".history li").first.inner_text()
    assert page.locator("#decide").is_visible()


def test_the_same_without_javascript(browser: Browser, base: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(f"{base}/queue?kind=agent")
    page.locator("a.open").click()
    page.get_by_label("Accept").check()
    page.get_by_role("button", name="Decide, to the list").click()
    assert "needs a reason" in page.get_by_role("alert").inner_text()
    page.get_by_label("Reason").select_option("source-wrong")
    page.get_by_role("button", name="Decide, to the list").click()
    assert "accepted" in page.locator(".banner").inner_text()
    page.get_by_role("button", name="Undo").click()
    assert page.locator("#decide").count() == 1
    context.close()


def test_two_curators_and_the_second_is_told(browser: Browser, base: str) -> None:
    context = browser.new_context()
    first, second = context.new_page(), context.new_page()
    for one in (first, second):
        one.goto(f"{base}/queue/1")
        one.get_by_label("Reject").check()
        one.get_by_label("Reason").select_option("invented")
    first.get_by_role("button", name="Decide, to the list").click()
    first.wait_for_url("**done=1*")
    second.get_by_role("button", name="Decide, to the list").click()
    assert "rejected already" in second.get_by_role("alert").inner_text()
    first.get_by_role("button", name="Undo").click()
    first.wait_for_url("**/queue/1?*")
    context.close()


def test_a_hostile_record_is_only_text(page: Page, base: str) -> None:
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.goto(f"{base}/queue?search=script")
    assert "hacked" not in page.title()
    page.locator("a.open").click()
    page.wait_for_selector("h1")
    assert "hacked" not in page.title().split("·")[1]
    assert page.locator("img").count() == 0
    assert "<U+202E>" in page.locator("h1").inner_text()
    assert told == []


@pytest.mark.parametrize("width", [390, 1360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_axe_finds_nothing_serious(browser: Browser, base: str, width: int, scheme: str) -> None:
    source = axe_source()
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        bypass_csp=True,  # for axe itself
    )
    page = context.new_page()
    for path in EVERY:
        page.goto(f"{base}{path}")
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, path
        if source:
            page.evaluate(source)
            found = page.evaluate("axe.run({resultTypes: ['violations']})")
            grave = [
                (v["id"], v["nodes"][0]["html"][:200]) for v in found["violations"] if v["impact"] in ("serious", "critical")
            ]
            assert grave == [], path
    context.close()


_AXE: list[str | None] = []


def axe_source() -> str | None:
    if not _AXE:
        _AXE.append(axe())
    return _AXE[0]


def test_three_hundred_nodes_are_drawn_with_what_matters_labelled(page: Page, base: str) -> None:
    page.goto(f"{base}/queue?search=existence&sort=newest")
    page.locator("a.open").first.click()
    drawing = page.locator(".graph svg").first
    assert drawing.locator("g.node").count() == 301
    assert 40 <= drawing.locator("g.node text").count() <= 50
    boxes = [t.bounding_box() for t in drawing.locator("g.node text").all()]
    tops = sorted((round(b["x"] > 600), b["y"], b["y"] + b["height"]) for b in boxes if b)
    assert all(a[0] != b[0] or a[2] <= b[1] + 3 for a, b in pairwise(tops)), "labels cover each other"
