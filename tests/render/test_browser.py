"""Pages as a person meets them, in Chromium: `scripts/test --browser`.

The browser is the one of the system (ANALYZER_BROWSER names it), driven by Playwright.
"""

import json
import os
import re
from functools import partial

import pytest

from analyzer.render import gallery, html, page, page_html
from support import fake_answers, fake_pages
from support.lanes import rest_full
from support.paths import ROOT

pytestmark = pytest.mark.browser

MADE = sorted(path.name for path in (ROOT / "reports").glob("*.html"))  # the gallery
PAGES = {
    "answer": lambda: html.render_page(fake_answers.compare()),
    "report": lambda: page_html.render_page(fake_pages.page()),
    "gallery": lambda: gallery.render_gallery(
        [fake_pages.page()], {"a.html": fake_answers.compare()}
    ),
    "notebook": lambda: (
        f"<!doctype html><title>n</title>{html.render_fragment(fake_answers.compare())}"
    ),
}
PAGES |= {name: partial((ROOT / "reports" / name).read_text, "utf-8") for name in MADE}
# The first page of the gallery every day, the others with --full.
EVERY = rest_full(PAGES, first=5)
REPORTS = [name for name in MADE if "-ask-" not in name and name != "index.html"]
WITH_JSON = [name for name in REPORTS if (ROOT / "reports" / name).with_suffix(".json").exists()]
FOCUSABLE = "a[href], button, input, summary, svg[tabindex], [tabindex='0']"


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright  # the extra `browser` brings it

    with sync_playwright() as driver:
        started = driver.chromium.launch(
            executable_path=os.environ["ANALYZER_BROWSER"],
            args=["--no-sandbox", "--disable-gpu"],
        )
        yield started
        started.close()


@pytest.fixture
def visit(browser, tmp_path):
    """Opens a page from the disk; fails if it asks for anything else, or complains."""
    contexts, seen, complaints = [], [], []

    def opened(name="report", width=1280, height=800, **more):
        path = tmp_path / f"{name}.html"
        path.write_text(PAGES[name](), "utf-8")
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        tab = context.new_page()
        tab.on("request", lambda request: seen.append(request.url))
        tab.on("console", lambda said: complaints.append(said.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(path.as_uri())
        tab.evaluate("document.fonts.ready")
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert {url for url in seen if not url.startswith("data:")} == {
        url for url in seen if url.startswith("file:") and url.endswith(".html")
    }


@pytest.mark.parametrize("name", EVERY)
def test_a_page_asks_for_nothing_and_complains_of_nothing(visit, name):
    tab = visit(name)
    assert tab.locator("svg.chart").count() > 0
    assert tab.evaluate("performance.getEntriesByType('resource').filter("
                        "entry => !entry.name.startsWith('data:')).length") == 0  # fmt: skip


@pytest.mark.parametrize("name", EVERY)
def test_ids_are_unique(visit, name):
    ids = visit(name).evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids)) > 0


def test_the_font_is_the_one_we_ship(visit):
    assert visit().evaluate("document.fonts.check('600 14px \"Analyzer Inter\"')")


def test_the_first_screen_answers(visit):
    tab = visit()
    for part in ("h1", ".lead", ".tile >> nth=3", "section svg.chart >> nth=0"):
        box = tab.locator(part).first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + (box["height"] if "svg" not in part else 60) <= 800
    tab.locator(".tile a").nth(2).click()
    assert tab.url.endswith("#s-skill")


def column(tab, number):
    return tab.locator(f"#s-cards tbody td:nth-child({number})").all_inner_texts()


def test_tables_sort_by_their_numbers(visit):
    tab = visit()
    tab.locator("#s-cards summary").click()
    head = tab.locator("#s-cards th", has_text="points")
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    down = column(tab, 2)
    assert down[0] == "+3.20"
    assert down[-1] == "−2.81"
    head.locator("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(tab, 2) == down[::-1]
    tab.locator("#s-cards th", has_text="card").locator("button").click()
    assert head.get_attribute("aria-sort") == "none"
    assert column(tab, 1) == sorted(column(tab, 1), key=str.lower, reverse=True)


def test_marks_say_what_they_are(visit):
    tab = visit()
    mark = tab.locator("#s-cards svg [data-tip]").first
    mark.scroll_into_view_if_needed()
    mark.hover()
    tip = tab.locator(".tip")
    assert tip.inner_text() == "The Worm: +3.20, ± 0.05"
    box = tip.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280
    tab.mouse.move(2, 2)
    assert tip.inner_text() == ""


def test_marks_can_be_walked_by_keys(visit):
    tab = visit()
    tab.locator("#s-cards svg.chart").first.focus()
    told = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        tab.keyboard.press(key)
        told.append(tab.locator(".tip").inner_text().split(":")[0])
    assert told == ["The Worm", "The Wind", "The Worm", "Litter"]
    tab.keyboard.press("Escape")
    assert tab.locator(".tip").inner_text() == ""


def test_the_slider_shows_what_was_played(visit):
    tab = visit()
    box = tab.locator("#s-target [data-slider]")
    shown = box.locator(".picked > li:visible")
    assert shown.count() == 1
    assert box.locator("output").inner_text() == "target, points 25, as printed"
    assert "5.8 hands" in shown.inner_text()
    slider = box.locator("input")
    slider.focus()
    tab.keyboard.press("Home")
    assert box.locator("output").inner_text() == "target, points 10"
    assert "2.3 hands" in shown.inner_text()
    tab.keyboard.press("ArrowRight")
    assert box.locator("output").inner_text() == "target, points 15"


def test_the_tale_is_scrubbed_by_keys_and_by_clicks(visit):
    tab = visit()
    box = tab.locator("#s-tale [data-slider]")
    shown, out = box.locator(".picked > li:visible"), box.locator("output")
    assert out.inner_text() == "236 of 236"
    box.locator("input").focus()
    tab.keyboard.press("Home")
    assert shown.inner_text() == "Seat 1 plays card 0. seat 1 wins 17 %"
    cursor = box.locator("svg:not(.narrow) [id$=cursor] path")
    begin = cursor.bounding_box()["x"]
    chart = box.locator("svg.chart:not(.narrow)")
    chart.scroll_into_view_if_needed()
    area = chart.bounding_box()
    unit = area["width"] / 518.4
    chart.click(position={"x": unit * (46 + (518.4 - 58) / 2), "y": 60 * unit})
    assert out.inner_text() == "114 of 236"
    moved = cursor.bounding_box()["x"] - begin
    assert moved == pytest.approx(unit * (518.4 - 58) * 114 / 236, abs=2)


def test_without_a_script_nothing_is_lost(visit):
    tab = visit(java_script_enabled=False)
    assert tab.locator("#s-target .picked > li:visible").count() == 11
    assert not tab.locator("#s-target input").is_visible()
    tab.locator("#s-cards summary").click()
    assert tab.locator("#s-cards td").first.is_visible()
    assert tab.locator("#s-cards svg.chart:not(.narrow) title").count() == 8


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (375, "dark")])
@pytest.mark.parametrize("name", EVERY)
def test_no_serious_fault_for_people_who_cannot_see_or_point(visit, name, width, theme):
    from axe_playwright_python.sync_playwright import Axe

    tab = visit(name, width=width, color_scheme=theme)
    tab.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    found = Axe().run(tab).response["violations"]
    serious = [
        (one["id"], one["nodes"][0]["html"][:120])
        for one in found
        if one["impact"] in ("serious", "critical")
        and not (name == "notebook" and one["id"] == "html-has-lang")  # the notebook's own page
    ]
    assert serious == []


@pytest.mark.parametrize("name", rest_full(["report", "gallery", *REPORTS], first=3))
def test_every_chart_has_a_form_for_phones(visit, name):
    tab = visit(name, width=375)
    for chart in tab.locator("svg.chart:visible").all():
        box = chart.bounding_box()
        assert box["x"] + box["width"] <= 375 + 0.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_follows_the_theme(visit, theme):
    tab = visit(color_scheme=theme)
    paper, ink = {"light": ("rgb(255, 255, 255)", "rgb(27, 36, 48)"),
                  "dark": ("rgb(18, 23, 29)", "rgb(232, 237, 242)")}[theme]  # fmt: skip
    assert style(tab, "body", "backgroundColor") == paper
    assert style(tab, "body", "color") == ink
    assert style(tab, "#s-cards svg text:text('The Worm')", "fill") == ink


def style(tab, what, name):
    return tab.locator(what).first.evaluate(f"node => getComputedStyle(node).{name}")


CONTRAST = """() => {
  const light = c => c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92
    : ((v + .055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
  const rgb = c => (c.match(/[\\d.]+/g) || []).map(Number);
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || node.closest("script,style,title,.tip")) continue;
    const look = getComputedStyle(node), inside = node.closest("svg");
    let ground = node;
    while (ground && (rgb(getComputedStyle(ground).backgroundColor)[3] ?? 1) === 0)
      ground = ground.parentElement;
    const words = rgb(inside ? look.fill : look.color).slice(0, 3);
    const paper = rgb(getComputedStyle(ground || document.body).backgroundColor).slice(0, 3);
    const [a, b] = [light(words), light(paper)].sort((x, y) => y - x);
    found.push([walk.currentNode.textContent.trim(), (a + .05) / (b + .05)]);
  }
  return found;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", rest_full(["answer", "report", "gallery", *REPORTS], first=4))
def test_words_stand_out_from_what_they_stand_on(visit, name, theme):
    found = visit(name, color_scheme=theme).evaluate(CONTRAST)
    on_discs = {"1", "2", "3"}  # numbers of swings stand on their disc, in the colour of the paper
    assert len(found) > 50
    assert [pair for pair in found if pair[1] < 4.5 and pair[0] not in on_discs] == []


def test_paper_is_light_and_shows_everything(visit):
    tab = visit(color_scheme="dark")
    tab.emulate_media(media="print", color_scheme="dark")
    assert style(tab, "body", "backgroundColor") == "rgb(255, 255, 255)"
    assert not tab.locator("#s-target input").is_visible()
    assert not tab.locator("nav").is_visible()
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.locator("#s-cards td").first.is_visible()
    assert tab.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("width", [320, 375])
def test_a_phone_scrolls_one_way_only(visit, name, width):
    tab = visit(name, width=width, height=700)
    assert tab.evaluate("document.scrollingElement.scrollWidth") <= width
    for box in tab.evaluate("""[...document.querySelectorAll('.analyzer :is(h1,h2,h3,p,li,input)')]
                               .map(e => e.getBoundingClientRect().right)"""):
        assert box <= width + 0.5


def test_a_phone_gets_a_chart_it_can_show(visit):
    wide, narrow = "#s-seats svg.chart:not(.narrow)", "#s-seats svg.chart.narrow"
    desk, phone = visit(), visit(width=375)
    assert desk.locator(wide).is_visible()
    assert not desk.locator(narrow).is_visible()
    assert phone.locator(narrow).is_visible()
    assert not phone.locator(wide).is_visible()
    box = phone.locator(narrow).bounding_box()
    assert box["x"] + box["width"] <= 375


def test_keys_reach_everything(visit):
    tab = visit()
    tab.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    wanted = tab.evaluate(f"""[...document.querySelectorAll("{FOCUSABLE}")]
        .filter(e => e.getClientRects().length).map((e, i) => (e.dataset.order = i, i))""")
    reached = set()
    for _ in range(len(wanted) + 5):
        tab.keyboard.press("Tab")
        at = tab.evaluate("document.activeElement.dataset.order")
        if at is not None:
            reached.add(int(at))
    assert reached == set(wanted)


NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


@pytest.mark.parametrize("name", ["report", *WITH_JSON])
def test_every_number_of_the_page_is_in_the_json(visit, name):
    twin = (ROOT / "reports" / name).with_suffix(".json")
    told = twin.read_text("utf-8") if name in WITH_JSON else page.to_json_text(fake_pages.page())
    told = json.dumps(json.loads(told), ensure_ascii=False)  # blanks between its numbers
    known = set(NUMBER.findall(told))
    known |= {f"{int(text):,}" for text in known if text.isdigit()}
    tab = visit(name)
    shown = tab.evaluate("""() => {
      const copy = document.querySelector("main").cloneNode(true);
      const tips = [...copy.querySelectorAll("[data-tip]")].map(node => node.dataset.tip);
      const heads = [...copy.querySelectorAll("[data-name]")].map(node => node.dataset.name);
      copy.querySelectorAll("svg").forEach(node => node.remove());
      const texts = [], walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) texts.push(walk.currentNode.textContent);
      return [...texts, ...tips, ...heads].join("\\n");
    }""")
    found = set(NUMBER.findall(shown))
    assert len(found) > 100
    assert found - known == set()
    assert json.loads(told)["kind"] == "report"
