"""Charts: every kind drawn, words kept on the sheet, colours that everybody can tell apart."""

import io
import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.text import Text
from PIL import Image

from analyzer.answer.blocks import Figure
from analyzer.render import charts, pictures
from analyzer.render.charts import _frame, _style
from support import fake_answers
from support.answer_strategies import NASTY, figures, replace_words, rows, shares
from support.lanes import each_then_all, rest_full
from support.paths import TESTS
from support.settings import examples

SAMPLES = {make.__name__: make() for make in fake_answers.FIGURES}
SVG = "{http://www.w3.org/2000/svg}"


def figure(kind, **data):
    return Figure("f", kind, "Title", "Subtitle", "Caption.", data)


def words_of(sheet):
    """Every text of a sheet with its box in points; none that shows nothing."""
    with _style.chart_style():
        canvas = sheet.canvas.get_renderer()
        for text in sheet.findobj(Text):
            if text.get_text().strip() and text.get_visible():
                box = text.get_window_extent(canvas)
                yield text.get_text(), tuple(72 / sheet.dpi * end for end in box.extents)


def test_every_kind_has_a_sample():
    assert {sample.kind for sample in SAMPLES.values()} == set(charts.kinds())


def test_an_unknown_kind_is_our_mistake():
    with pytest.raises(ValueError, match="there is no chart 'pie'; known: forest"):
        charts.draw(figure("pie"))


def test_words_of_neighbouring_swings_stand_apart():
    tale = SAMPLES["tale_figure"]
    swings = [
        {"move": move, "chance": 0.8, "text": text} for move, text in ((196, "+29"), (211, "+12"))
    ]
    sheet = charts.draw(replace(tale, data={**tale.data, "swings": swings}))
    found = {text: (left, right) for text, (left, _, right, _) in words_of(sheet)}
    assert found["+29"][1] < found["1"][0] < found["2"][0] < found["+12"][0]


def test_the_median_is_named_above_higher_neighbours():
    length = SAMPLES["length_figure"]
    bars = [[at, 100 if at == 20 else 200] for at in range(60)]
    data = {
        **length.data,
        "bars": bars,
        "median": 20,
        "low": 3,
        "high": 56,
        "median_text": "median 20",
    }
    found = dict(words_of(charts.draw(replace(length, data=data))))
    sheet = charts.draw(replace(length, data=data))
    top = max(patch.get_window_extent().y1 for patch in sheet.axes[0].patches)
    assert found["median 20"][1] >= top * 72 / sheet.dpi - 1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SAMPLES)
def test_words_stand_on_the_sheet_and_apart(name, theme):
    for narrow in (False, True):
        sheet = charts.draw(SAMPLES[name], theme, narrow=narrow)
        wide, tall = (72 * inches for inches in sheet.get_size_inches())
        found = list(words_of(sheet))
        for text, (left, low, right, high) in found:
            inside = left >= 0 and low >= 0 and right <= wide and high <= tall
            assert inside, f"{text!r} hangs over the edge"
        for (one, a), (other, b) in itertools.combinations(found, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{one!r} touches {other!r}"


@pytest.mark.parametrize("name", SAMPLES)
def test_title_subtitle_and_caption_are_written_and_left_to_a_page(name):
    sample = SAMPLES[name]
    written = " ".join(text for text, _ in words_of(charts.draw(sample)))
    bare = " ".join(text for text, _ in words_of(charts.draw(sample, bare=True)))
    for words in (sample.title, sample.subtitle, charts.caption(sample)):
        assert words in written
        assert words not in bare
    assert charts.caption(sample).startswith(sample.caption)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_mark_with_words_is_in_the_drawing_and_the_other_way_round(name):
    drawing = ElementTree.fromstring(pictures.render_inline(SAMPLES[name], "x-"))
    ids = [node.get("id") for node in drawing.iter() if "id" in node.attrib]
    marks = {found for found in ids if found.startswith("x-mark-")}
    assert marks == {f"x-{name}" for name in charts.mark_tips(SAMPLES[name])}
    assert len(ids) == len(set(ids))
    assert all(found.startswith("x-") for found in ids)
    told = {node.get("data-tip") for node in drawing.iter(f"{SVG}g")} - {None}
    assert told == set(charts.mark_tips(SAMPLES[name]).values())


@pytest.mark.parametrize(("name", "kind"), each_then_all(SAMPLES, pictures.FORMATS))
def test_equal_figures_give_equal_files(name, kind):
    first, second = (
        pictures.render_image(getattr(fake_answers, name)(), kind, command="analyze games")
        for _ in "12"
    )
    assert first == second
    assert first.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])


@pytest.mark.parametrize("kind", pictures.FORMATS)
def test_a_file_holds_the_command_and_no_date(kind):
    told = pictures.render_image(SAMPLES["seats_figure"], kind, command="analyze games --seed 7")
    if kind == "png":
        assert Image.open(io.BytesIO(told)).text == {"Description": "analyze games --seed 7"}
    else:
        assert b"analyze games --seed 7" in told
    assert not re.search(rb"20\d\d-\d\d-\d\d|CreationDate", told)


def test_text_of_an_svg_stays_text():
    told = pictures.render_image(SAMPLES["seats_figure"], "svg").decode()
    for words in ("seat 3", "20.9 %", "fair 20 %", SAMPLES["seats_figure"].subtitle):
        assert f">{words}</text>" in told
    assert "@font-face" in told
    told = re.sub(r"base64,[^)]*", "", told)
    assert "http" not in told.replace("http://www.w3.org/2000/svg", "")


def test_a_page_shows_no_colour_that_no_theme_knows():
    for sample in SAMPLES.values():
        drawing = pictures.render_inline(sample, "x-")
        assert not re.search(r"#[0-9a-f]{6}", re.sub(r"href=\S+|url\(\S+", "", drawing))
        assert set(re.findall(r"var\(--(\w+)\)", drawing)) <= set(_style.LIGHT)


def test_dark_pictures_are_dark():
    for theme, paper in (("light", (255, 255, 255)), ("dark", (0x12, 0x17, 0x1D))):
        raw = pictures.render_image(SAMPLES["seats_figure"], "png", theme)
        assert Image.open(io.BytesIO(raw)).convert("RGB").getpixel((3, 3)) == paper


# --- whatever comes in -------------------------------------------------------------------------


def parse_svg(sample, narrow=False):
    """The drawing as XML with unique ids, on whose sheet every word stands."""
    drawing = ElementTree.fromstring(pictures.render_inline(sample, "x-", narrow))
    ids = [node.get("id") for node in drawing.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    sheet = charts.draw(sample, narrow=narrow)
    wide = 72 * sheet.get_size_inches()[0]
    assert all(left >= -0.5 and right <= wide + 0.5 for _, (left, _, right, _) in words_of(sheet))
    return drawing


@pytest.mark.parametrize("words", rest_full(NASTY, first=9), ids=range(len(NASTY)))
def test_words_are_taken_as_they_are(words):
    first = NASTY.index(words) % 3  # a third of the charts each: every chart meets ten of them
    for sample in list(SAMPLES.values())[first::3]:
        odd = Figure(
            "f", sample.kind, words, words, words, replace_words(dict(sample.data), words), words
        )
        drawing = parse_svg(odd)
        tags = {node.tag.removeprefix(SVG) for node in drawing.iter()}
        assert tags <= {"svg", "g", "path", "defs", "use", "text", "tspan", "clipPath", "rect",
                        "title"}  # fmt: skip


def test_a_dollar_is_a_dollar():
    row = {"label": r"$\frac{1}{2}$", "value": 0.5, "low": 0.4, "high": 0.6, "text": "a_b^2"}
    told = pictures.render_image(
        figure("seats", rows=[row], fair=0.5, tolerance=0.01), "svg"
    ).decode()
    assert r">$\frac{1}{2}$</text>" in told
    assert ">a_b^2</text>" in told


@pytest.mark.full
@examples(20)
@given(rows(), st.one_of(st.none(), shares), st.sampled_from((0.0, 0.01, 0.5)), st.booleans())
def test_any_rows_can_be_drawn(found, fair, tolerance, narrow):
    data = {"rows": found, "fair": fair, "fair_text": "fair", "tolerance": tolerance}
    parse_svg(figure("seats", **data), narrow)
    parse_svg(figure("tournament", **data))
    line = None if fair is None else {"value": fair, "text": "fair", "tolerance": tolerance}
    parse_svg(
        figure("forest", rows=found, zero=0.25, zero_text="as printed", fair=line, unit="share")
    )
    parse_svg(figure("tables", panels=[{"label": "3 players", "rows": found}], tolerance=tolerance))


@pytest.mark.full
@examples(25)
@given(st.dictionaries(st.integers(0, 2000), st.integers(0, 10**6), max_size=30), st.data())
def test_any_lengths_can_be_drawn(counts, data):
    ends = sorted(data.draw(st.tuples(*[st.integers(0, 2000)] * 3)))
    low, median, high = ends
    bars = [[value, counts[value]] for value in sorted(counts)]
    parse_svg(figure("length", bars=bars, low=low, median=median, high=high, median_text="median",
                  range_text="90 %", tail_text="4 in 100 are longer", axis="hands"))  # fmt: skip


@pytest.mark.full
@examples(15)
@given(st.data(), st.booleans())
def test_any_sweep_and_grid_can_be_drawn(data, worded):
    found = data.draw(rows(6).filter(bool))
    values = [f"v{place}" if worded else 5 * place for place in range(len(found))]
    gaps = [row if row["value"] is not None else None for row in found]
    panel = {"title": "How fair?", "series": [{"label": "seat 1", "points": gaps}], "unit": "share"}
    printed = data.draw(st.one_of(st.none(), st.integers(0, len(found) - 1)))
    parse_svg(figure("sweep", axis="rule", values=values, printed=printed, panels=[panel, panel]))
    side = {"label": "rule", "values": values, "printed": printed}
    cells = [gaps] * len(found)
    parse_svg(figure("grid", x=side, y=side, cells=cells, centre=0.5))


@examples(12)
@given(st.lists(shares, max_size=20))
def test_any_tale_can_be_drawn(chances):
    points = [[move, chance] for move, chance in enumerate(chances)]
    swings = [{"move": move, "chance": chance, "text": "+9", "words": "a swing"}
              for move, chance in points[:3]]  # fmt: skip
    bands = [{"from": 0, "to": len(points), "label": "hand 1"}]
    parse_svg(figure("tale", points=points, bands=bands, fair=0.2, swings=swings, axis="moves"))


@pytest.mark.full
@examples(10)
@given(figures())
def test_any_figure_can_be_saved(found):
    for kind in pictures.FORMATS:
        assert pictures.render_image(found, kind, "dark", command=found.title)


# --- colours -----------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear RGB.
VISION = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
TO_XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
WHITE = np.array([0.9505, 1.0, 1.089])


def to_linear(colour):
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def to_lab(colour, vision):
    xyz = TO_XYZ @ np.clip(np.array(VISION[vision]) @ to_linear(colour), 0, 1) / WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one, other):
    light, dark = sorted(float(np.array(TO_XYZ[1]) @ to_linear(c)) for c in (one, other))[::-1]
    return (light + 0.05) / (dark + 0.05)


def test_these_formulas_know_published_values():
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # WCAG's own example
    assert to_lab("#ff0000", "normal") == pytest.approx([53.24, 80.09, 67.2], abs=0.1)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", _style.THEMES)
def test_verdicts_are_told_apart_by_every_kind_of_eye(theme, vision):
    colours = [_style.THEMES[theme][token] for token in ("within", "across", "outside")]
    for one, other in itertools.combinations(colours, 2):
        assert np.linalg.norm(to_lab(one, vision) - to_lab(other, vision)) >= 24


@pytest.mark.parametrize("theme", _style.THEMES)
@pytest.mark.parametrize("token", _style.TEXT_TOKENS)
def test_words_stand_out_from_the_paper(theme, token):
    colours = _style.THEMES[theme]
    assert contrast(colours[token], colours["paper"]) >= 4.5


@pytest.mark.parametrize("theme", _style.THEMES)
def test_words_in_coloured_cells_can_be_read(theme):
    """The full colour of a cell is a third of the token over the paper; muted words stand on it."""
    colours = _style.THEMES[theme]
    for token in ("a", "b"):
        cell = mix(colours[token], colours["paper"], 0.34)
        assert contrast(colours["ink"], cell) >= 4.5
        assert contrast(colours["muted"], mix(colours[token], colours["paper"], 0.17)) >= 3.0


def mix(colour, paper, part):
    pairs = [(int(colour[i : i + 2], 16), int(paper[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(part * a + (1 - part) * b):02x}" for a, b in pairs)


def test_both_themes_have_the_same_tokens_and_no_two_alike():
    assert list(_style.LIGHT) == list(_style.DARK)
    assert len(set(_style.LIGHT.values())) == len(_style.LIGHT)


# --- fonts and settings ------------------------------------------------------------------------


def test_digits_are_equally_wide():
    for weight in (_style.NORMAL, _style.STRONG):
        widths = {_style.text_width(digit * 20, 10, weight) for digit in "0123456789"}
        assert max(widths) - min(widths) < 0.2


def test_without_our_font_the_one_of_matplotlib_stands_in():
    program = (
        "from pathlib import Path\n"
        "from analyzer.render.charts import _style\n"
        "_style.FONTS = Path('nowhere')\n"
        "from support import fake_answers\n"
        "from analyzer.render import pictures\n"
        "told = pictures.render_image(fake_answers.seats_figure(), 'svg').decode()\n"
        "print('Inter' in told, 'DejaVu' in told)\n"
    )
    assert run(program) == "False True"


@pytest.mark.parametrize("backend", rest_full(["nonsense", "tkagg", "module://no_such_module"]))
def test_the_backend_of_the_environment_does_not_matter(backend):
    program = (
        "from support import fake_answers\n"
        "from analyzer.render import pictures\n"
        "print(len(pictures.render_image(fake_answers.seats_figure(), 'png')) > 9000)\n"
    )
    assert run(program, MPLBACKEND=backend) == "True"


@pytest.mark.full
def test_settings_of_the_user_change_nothing(tmp_path):
    (tmp_path / "matplotlibrc").write_text(
        "svg.fonttype: path\nfont.size: 30\naxes.facecolor: red\nlines.linewidth: 9\n"
        "text.usetex: True\nsavefig.bbox: tight\nfigure.dpi: 31\nsavefig.transparent: True\n"
    )
    program = (
        "import hashlib\nfrom support import fake_answers\n"
        "from analyzer.render import pictures\n"
        "for kind in pictures.FORMATS:\n"
        "    told = pictures.render_image(fake_answers.tale_figure(), kind)\n"
        "    print(hashlib.sha256(told).hexdigest())\n"
    )
    plain = run(program, MATPLOTLIBRC="")
    assert run(program, MATPLOTLIBRC=str(tmp_path / "matplotlibrc")) == plain


def test_drawing_leaves_no_trace_in_the_settings():
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    pictures.render_image(SAMPLES["seats_figure"], "svg")
    assert dict(mpl.rcParams) == before


def test_pyplot_is_never_loaded():
    program = (
        "import sys\nfrom support import fake_answers\n"
        "from analyzer.render import html, pictures\n"
        "html.render_page(fake_answers.simulate()); "
        "pictures.render_image(fake_answers.grid_figure(), 'pdf')\n"
        "print('matplotlib.pyplot' in sys.modules)\n"
    )
    assert run(program) == "False"


def run(program, **environment):
    tests = str(TESTS)
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", "-c", f"import sys; sys.path.insert(0, {tests!r})\n"
         + program],
        capture_output=True, text=True, check=False, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_long_names_are_shortened_in_the_middle():
    name = "./policies/of/a/very/long/way/to/the/file/of/mine.py:Cautious:keep=3"
    row = {"label": name, "value": 0.5, "low": 0.4, "high": 0.6}
    sheet = charts.draw(figure("seats", rows=[row], fair=0.5, tolerance=0.01))
    (label,) = [text for text, _ in words_of(sheet) if "…" in text]
    assert name.startswith(label.split("…")[0])
    assert name.endswith(label.split("…")[1])
    assert _frame.WIDE * 0.2 < _style.text_width(label, _style.LABEL) <= _frame.WIDE * 0.42


def test_signs_of_numbers_are_set_as_minus_and_names_stay_as_typed():
    row = {"label": "bonus=-1", "value": -0.02, "low": -0.03, "high": -0.01, "text": "-2 pp",
           "interval": "-3 to -1"}  # fmt: skip
    told = [text for text, _ in words_of(charts.draw(figure("forest", rows=[row], unit="share")))]
    assert {"bonus=-1", "−2 pp", "−3 to −1"} <= set(told)
    title = "With bonus=-1 seat 4 wins -1.2 pp (-2.1 to -0.7)"
    told = words_of(charts.draw(replace(figure("forest", rows=[row]), title=title)))
    assert "With bonus=-1 seat 4 wins −1.2 pp (−2.1 to −0.7)" in [text for text, _ in told]


def test_what_does_not_stand_is_drawn_grey():
    row = {"label": "x", "value": 0.02, "low": 0.01, "high": 0.03, "text": "+2 pp"}
    for tone, words in (("", "Blue: more."), ("muted", "Grey ring: no difference is shown.")):
        assert words in charts.caption(figure("forest", rows=[{**row, "tone": tone}]))
