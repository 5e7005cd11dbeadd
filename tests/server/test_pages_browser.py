"""The pages as a curator has them: with keys, without JavaScript, narrow, dark, and with a hostile record in them."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from gate.model import Record
from gate.queue import open_queue
from gate.records import read_bytes
from gate.settings import Settings
from tests.queue.runs import run
from tests.report.samples import UNCHECKED, reviewed
from tests.server.browser import FLAGS, axe, chromium, serving
from tests.server.conftest import EXAMPLES, TRUE

BAD = "<script>document.title='hacked'</script>\"'><img src=x onerror=\"document.title='hacked'\">=1+1\u202eright to left"
#: every page, and what else it can look like: items of every kind, empty, refused, not there
EVERY = [
    "/queue?state=all",
    "/queue?search=nothing-like-it",
    "/queue/1",
    "/queue/2",
    "/queue/3",
    "/queue/4",
    "/queue/1/correct",
    "/queue/spreadsheet",
    "/batches",
    "/batch?id=outage",
    "/sources",
    "/help",
    "/signin",
    "/nowhere",
    "/queue/99",
    "/queue?state=burnt",
]
#: rules of axe that can tell another thing of a narrow or a dark page than of the same page wide and light
_OF_SCHEME = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]
_UNFOLDED = ["/queue?state=all", "/queue/1"]  # axe takes its time for a thousand values
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 380, "height": 800}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("browser")
    url = f"sqlite:///{folder}/queue.db"
    (true,) = (r for r in read_bytes(TRUE, "true.json", settings=Settings()) if isinstance(r, Record))
    with serving(url) as address:
        hostile = {"kind": "work", "id": BAD, "title": f"{BAD} {'A' * 1_000_000}", "creators": [BAD], "citations": [BAD]}
        crowd = {"kind": "concept", "heading": "Existence", "related": [f"Invented {i}" for i in range(300)]}
        bodies = [(EXAMPLES / f"{name}.json").read_bytes() for name in ("philosopher-wrong-death", "concepts-recentred")]
        for body in (*bodies, json.dumps(hostile).encode(), json.dumps(crowd).encode()):
            request = urllib.request.Request(f"{address}/v1/check", body, {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=60).close()
        with open_queue(Settings(queue_url=url)) as queue:
            queue.take_in(run(reviewed(true, (), UNCHECKED)), batch="outage")
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
    made.set_default_timeout(30_000)
    yield made
    context.close()


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A page without JavaScript."""
    context = browser.new_context(java_script_enabled=False)
    made = context.new_page()
    made.set_default_timeout(30_000)
    yield made
    context.close()


def test_filter_read_decide_with_keys_and_undo(page: Page, base: str) -> None:
    page.goto(f"{base}/queue")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.get_by_role("link", name="agent", exact=True).click()
    page.wait_for_url("**kind=agent*")
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
    page.keyboard.press("u")
    page.wait_for_url("**/queue/1?*")
    assert "undone" in page.locator(".history li").first.inner_text()
    page.keyboard.press("a")
    assert page.get_by_label("Accept").is_checked()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.wait_for_url("**/queue/1/correct*")
    page.keyboard.press("?")
    page.wait_for_url("**/help#keys")


def test_all_of_it_without_javascript(plain: Page, base: str, tmp_path: Path) -> None:
    plain.goto(f"{base}/queue?kind=agent")
    plain.locator("a.open").click()
    plain.get_by_label("Accept").check()
    plain.get_by_role("button", name="Decide, to the list").click()
    assert "needs a reason" in plain.get_by_role("alert").inner_text()
    assert plain.get_by_label("Accept").is_checked()
    plain.get_by_label("Reason").select_option("source-wrong")
    plain.get_by_role("button", name="Decide, to the list").click()
    assert "accepted" in plain.locator(".banner").inner_text()
    plain.locator("button", has_text="Undo").first.click()

    plain.get_by_role("link", name="Correct the record here").click()
    plain.get_by_label("take the source's: 1883-03-14").check()
    plain.get_by_role("button", name="Check these values").click()
    assert plain.get_by_role("status").locator(".verdict").all_inner_texts() == ["! review", "✓ accept"]
    assert "1893-03-14" in plain.locator(".changes").inner_text()
    plain.get_by_role("button", name="Keep it").click()
    plain.goto(f"{base}/queue/1")
    assert "values-mended" in plain.locator(".verdictbox").inner_text()
    assert "1883-03-14" in plain.locator(".changes").inner_text()
    plain.locator("button", has_text="Undo").first.click()
    assert plain.locator("#decide").count() == 1

    plain.goto(f"{base}/queue?kind=agent")
    plain.get_by_role("link", name="Decide in a spreadsheet").click()
    with plain.expect_download() as saving:
        plain.get_by_role("link", name="Save the items as a workbook").click()
    file = tmp_path / "queue.xlsx"
    saving.value.save_as(file)
    book = openpyxl.load_workbook(file)
    sheet = book["items"]
    names = [cell.value for cell in sheet[1]]
    for name, value in (("decision", "reject"), ("reason", "invented"), ("note", "in the spreadsheet")):
        sheet.cell(2, names.index(name) + 1).value = value
    book.save(file)
    plain.get_by_label("Workbook or CSV").set_input_files(file)
    plain.get_by_role("button", name="Show what it would change").click()
    assert "1 decision can be carried out" in plain.get_by_role("status").inner_text()
    plain.get_by_role("button", name="Carry out 1 decision").click()
    assert "1 item decided" in plain.get_by_role("status").inner_text()
    plain.goto(f"{base}/queue/1")
    assert "in the spreadsheet" in plain.locator(".history li").first.inner_text()
    plain.locator("button", has_text="Undo").first.click()

    plain.goto(f"{base}/queue?batch=outage")
    assert "1 of these could not be checked" in plain.locator(".banner").inner_text()
    plain.get_by_role("button", name="Check it again").click()
    assert "Checked again: 1 accepted" in plain.get_by_role("status").inner_text()


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
    first.locator("button", has_text="Undo").first.click()
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
    page.goto(page.url.replace("?", "/correct?"))
    assert page.locator("img").count() == 0
    assert told == []


def test_three_hundred_nodes_are_drawn_with_what_matters_labelled(page: Page, base: str) -> None:
    page.goto(f"{base}/queue?search=existence&sort=newest")
    page.locator("a.open").first.click()
    drawing = page.locator(".graph svg").first
    drawing.locator("g.node").first.wait_for(timeout=10_000)
    assert drawing.locator("g.node").count() == 301
    boxes = drawing.evaluate(
        "s => [...s.querySelectorAll('g.node text')].map(t => { const b = t.getBBox(); return [b.x, b.y, b.height] })"
    )
    assert 40 <= len(boxes) <= 50
    tops = sorted((round(x > 480), y, y + height) for x, y, height in boxes)
    assert all(a[0] != b[0] or a[2] <= b[1] + 3 for a, b in pairwise(tops)), "labels cover each other"


def test_pages_fit_and_axe_finds_nothing_serious(browser: Browser, base: str) -> None:
    source = axe()
    context = browser.new_context(bypass_csp=True)  # for axe itself
    page = context.new_page()
    page.set_default_timeout(60_000)
    found = []
    for path in EVERY:
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        page.goto(f"{base}{path}")
        page.evaluate(source)
        if path in _UNFOLDED:
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        found += [f"{path} wide, light: {one}" for one in _grave(page)]
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size(NARROW)  # type: ignore[arg-type]
        found += [f"{path} narrow, dark: {one}" for one in _grave(page, _OF_SCHEME)]
    context.close()
    assert found == []


def _grave(page: Page, rules: list[str] | None = None) -> list[str]:
    """What is serious on the page as it is now: it does not fit its window, or axe says so (of all its rules, or of some)."""
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    options = {
        "resultTypes": ["violations"],
        "preload": False,
        **({"runOnly": {"type": "rule", "values": rules}} if rules else {}),
    }
    violations = page.evaluate("options => axe.run(options).then(r => r.violations)", options)
    grave = [v for v in violations if v["impact"] in ("serious", "critical")]
    return [f"{over} px too wide"] * (over > 0) + [f"{v['id']} {v['nodes'][0]['html'][:200]}" for v in grave]
