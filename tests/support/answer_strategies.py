"""Random answers and charts, with texts that try to break a format."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from analyzer import stats
from analyzer.answer.blocks import (
    Answer,
    Axis,
    Column,
    Command,
    Figure,
    Finding,
    Paragraph,
    Table,
    Value,
)
from support import fake_answers

EVIL = '<x-evil onload="1">'
NASTY = (
    EVIL, "</script><script>x</script>", r"$\frac{1}{0}$", "$", "[red]x[/red]", "\x1b[31mred",
    "a|b", "`tick`", "```", "\"'", "]]>", "&amp;", "<!--", "日本語の長い名前", "\u202elive",
    "a\n\nb",
    "", "   ", "# head", "1. list", "_a_ *b*", "very " * 30, "x" * 90, "∞ ≤ ½ é", "\ud800", "\x00",
    "{}", "%s", "url(#x)", "#1f5fa8", "../a/b/mine.py:Cautious:keep=3",
)  # fmt: skip
TONES = ("", "within", "outside", "across", "muted", "strong")

texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=30))
shares = st.floats(0, 1, allow_subnormal=False)
numbers = st.one_of(
    st.floats(-1e6, 1e6, allow_subnormal=False), st.sampled_from((0.0, 1e-12, 1e12, -1e12))
)
names = st.from_regex(r"[a-z]{1,8}", fullmatch=True)


@st.composite
def values(draw: st.DrawFn) -> Value:
    value = draw(st.one_of(st.none(), numbers, st.integers(-9, 9), st.text(max_size=5)))
    ends = draw(st.one_of(st.none(), st.tuples(numbers, numbers).map(sorted)))
    low, high = ends or (None, None)
    return Value(draw(texts), value, low, high, draw(st.sampled_from(TONES)))


@st.composite
def axes(draw: st.DrawFn) -> Axis:
    marks = draw(st.lists(st.tuples(numbers, texts), max_size=3))
    return Axis(draw(numbers), draw(st.floats(0, 1e6)), draw(st.floats(0, 1e5)), tuple(marks))


@st.composite
def columns(draw: st.DrawFn, name: str) -> Column:
    kind = draw(st.sampled_from(("label", "text", "number", "bar", "range")))
    axis = draw(st.one_of(st.none(), axes())) if kind == "range" else None
    wrap = kind == "text" and draw(st.booleans())
    return Column(name, draw(texts), kind, draw(texts), axis, wrap, draw(st.integers(0, 2)))


@st.composite
def tables(draw: st.DrawFn, name: str = "table") -> Table:
    heads = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    found = tuple(draw(columns(head)) for head in heads)
    rows = draw(st.lists(st.tuples(*(values() for _ in found)), max_size=4))
    return Table(name, found, tuple(rows), draw(texts), draw(texts))


@st.composite
def paragraphs(draw: st.DrawFn) -> Paragraph:
    voice = draw(st.sampled_from(("answer", "plain", "note", "warning")))
    text = draw(texts)
    strong = text[: draw(st.integers(0, 8))]
    return Paragraph(text, voice, strong, draw(st.sampled_from(TONES)))


@st.composite
def commands(draw: st.DrawFn) -> Command:
    return Command(draw(texts), tuple(draw(st.lists(texts, min_size=1, max_size=4))))


def replace_words(value: Any, text: str, kept: tuple[str, ...] = ("tone", "unit")) -> Any:
    """A chart's data with every word replaced."""
    if isinstance(value, str):
        return text
    if isinstance(value, dict):
        return {k: v if k in kept else replace_words(v, text, kept) for k, v in value.items()}
    if isinstance(value, list):
        return [replace_words(item, text, kept) for item in value]
    return value


@st.composite
def figures(draw: st.DrawFn, name: str = "figure") -> Figure:
    """One of the samples with other words."""
    figure = draw(st.sampled_from(fake_answers.FIGURES))()
    text = draw(texts)
    return Figure(name, figure.kind, draw(texts), draw(texts), draw(texts),
                  replace_words(figure.data, text), draw(texts))  # fmt: skip


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    low, high = sorted(draw(st.tuples(numbers, numbers)))
    claim = draw(st.one_of(st.none(), claims(stats.Interval(low, low, high))))
    return Finding(draw(names), draw(texts), low, low, high, 9, draw(texts), "share", claim)


@st.composite
def claims(draw: st.DrawFn, found: stats.Interval) -> stats.Claim:
    """A verdict about one interval, or one made of two."""
    family = stats.Family(draw(texts), draw(st.integers(1, 9)))
    made = stats.within({draw(texts): found}, draw(st.floats(0, 1e5)), family, 9)
    made = made.planned(draw(st.integers(1, 10**9)), draw(st.integers(1, 10**9)))
    return stats.verdict_changes(made, made) if draw(st.booleans()) else made


@st.composite
def answers(draw: st.DrawFn, drawn: bool = True) -> Answer:
    kinds = [paragraphs(), commands(), tables(name=draw(names))]
    blocks = draw(st.lists(st.one_of(kinds), max_size=5))
    blocks = [
        replace(block, name=f"t{place}") if isinstance(block, Table) else block
        for place, block in enumerate(blocks)
    ]
    if drawn:
        blocks.append(draw(figures()))
    return Answer(
        kind=draw(names), title=draw(texts), heading=tuple(draw(st.lists(texts, max_size=5))),
        findings=tuple(draw(st.lists(findings(), max_size=2))), blocks=tuple(blocks),
        results=(draw(st.dictionaries(st.sampled_from(("game", "players")), numbers)),),
        command=draw(texts), provenance={"seed": 1, "command": draw(texts)},
        notes=tuple(draw(st.lists(texts, max_size=2, unique=True))),
        changed=draw(texts), seconds=draw(st.one_of(st.just(0.0), st.floats(0.01, 1e5))),
        games=draw(st.integers(0, 10**10)),
        interrupted=draw(st.booleans()),
    )  # fmt: skip


@st.composite
def rows(draw: st.DrawFn, most: int = 9) -> list[dict[str, Any]]:
    """Rows of a chart, all kinds of numbers."""
    found = []
    for _ in range(draw(st.integers(0, most))):
        low, value, high = sorted(draw(st.tuples(shares, shares, shares)))
        tone = draw(st.sampled_from(("", "within", "outside", "across", "muted")))
        row = {"label": draw(texts), "value": value, "low": low, "high": high,
               "text": draw(texts), "interval": draw(texts), "tone": tone}  # fmt: skip
        lost = draw(st.sampled_from((None, "value", "low", "high")))
        found.append({**row, lost: None} if lost else row)
    return found
