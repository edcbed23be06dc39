"""Charts as files and as drawings inside a page: PNG, SVG, PDF.

An SVG keeps its text as text and includes its font. Inside a page, the colours become CSS
variables, and the page itself prints the texts around the drawing. Equal figures give equal bytes.
"""

import base64
import io
import re
import xml.etree.ElementTree as ElementTree
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.render import charts
from analyzer.render.charts import _style
from analyzer.render.text import strip_controls

if TYPE_CHECKING:
    from analyzer.answer.blocks import Figure

FORMATS = ("png", "svg", "pdf")
_NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
_COMMAND = {"pdf": "Subject", "png": "Description"}  # where it is written
_WEIGHTS = {"regular": _style.NORMAL, "semibold": _style.STRONG}
_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_GROUPS = (f"{{{_SVG}}}g", f"{{{_SVG}}}defs")
_FAMILIES = f"'{_style.BACK_UP}'".encode()
_FAMILY = f"'{_style.FAMILY}','{_style.BACK_UP}',sans-serif"
_OWN_FAMILY = re.compile(r"font-family: [^;]*;? ?")
_NO_TURN = re.compile(r"rotate\(-?0 [-\d. ]+\)")
_FINE = re.compile(r"-?\d+\.\d+")
_UNSEEN = "fill: none"
_OURS = re.compile(r"mark-|cursor$")
_LOOK = "*{stroke-linejoin:round;stroke-linecap:butt}"  # matplotlib's own two wishes
_TOKENS = {colour: token for token, colour in _style.LIGHT.items()}


def render_image(
    figure: "Figure", file_format: str, theme: str = "light", command: str = ""
) -> bytes:
    """The chart with its title and caption, as the bytes of a png, svg or pdf file."""
    raw = _raw(figure, file_format, theme, False, False, command)
    if file_format != "svg":
        return raw
    root = _tidy(raw, "")
    made = f" Made by: {command}" if command else ""
    told = " ".join([figure.alt or figure.subtitle, *figure.notes])
    root.insert(0, _words("desc", f"{told}{made}"))
    root.insert(0, _words("title", figure.title))
    style = ElementTree.Element(f"{{{_SVG}}}style")
    style.text = _fonts_of("".join(root.itertext())) + _LOOK
    root.insert(2, style)
    _add_tips(root, charts.mark_tips(figure), "")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + _written(root) + b"\n"


def render_inline(figure: "Figure", prefix: str, narrow: bool = False) -> str:
    """The bare drawing for a page: ids with a prefix, colours as CSS variables."""
    root = _tidy(_raw(figure, "svg", "light", True, narrow, ""), prefix)
    _slim(root)
    _add_tips(root, charts.mark_tips(figure), prefix)
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    root.set("class", "chart narrow" if narrow else "chart")
    root.set("role", "img")
    root.set("aria-label", strip_controls(figure.alt or figure.title))
    return _written(root).decode()


def _slim(root: ElementTree.Element) -> None:
    """Says once what matplotlib says of every word, and nothing that changes nothing: a third."""
    root.set("font-family", _FAMILY)
    for node in root.iter():
        for name in ("d", "x", "y"):
            if name in node.attrib:
                node.set(name, _FINE.sub(_coarse, node.attrib[name]))
        if not node.get("id"):  # a mark keeps the patch that is pointed at
            for child in list(node):
                if child.tag == f"{{{_SVG}}}path" and child.get("style") == _UNSEEN:
                    node.remove(child)
        if _NO_TURN.fullmatch(node.get("transform", "")):
            del node.attrib["transform"]
        if "style" in node.attrib:
            style = _with_variables(_OWN_FAMILY.sub("", node.get("style", "")))
            node.set("style", style.replace(": ", ":").replace("; ", ";"))
    _unwrap(root)


def _coarse(found: re.Match[str]) -> str:
    """A tenth of a point is enough for a screen."""
    return f"{float(found[0]):.1f}".removesuffix(".0")


def _unwrap(parent: ElementTree.Element) -> None:
    """Groups that say nothing make room for what they hold."""
    for child in list(parent):
        _unwrap(child)
        if child.tag == _GROUPS[0] and not child.attrib:
            place = list(parent).index(child)
            parent.remove(child)
            for grandchild in reversed(list(child)):
                parent.insert(place, grandchild)


@cache
def font_faces() -> str:
    """The fonts as CSS with the data in it; nothing if they are missing."""
    found = {weight: _style.FONTS / f"{name}.woff2" for name, weight in _WEIGHTS.items()}
    return "".join(
        _face(weight, "woff2", path.read_bytes()) for weight, path in found.items() if path.exists()
    )


def _face(weight: int, kind: str, font: bytes) -> str:
    data = base64.b64encode(font).decode()
    return (
        f"@font-face{{font-family:'{_style.FAMILY}';font-weight:{weight};"
        f"src:url(data:font/{kind};base64,{data}) format('{kind}')}}"
    )


def _fonts_of(text: str) -> str:
    """The fonts with the letters of one picture only: a tenth of the whole."""
    found = {weight: _style.FONTS / f"{name}.ttf" for name, weight in _WEIGHTS.items()}
    letters = "".join(sorted(set(text)))
    return "".join(
        _face(weight, "woff", _cut(path, letters))
        for weight, path in found.items()
        if path.exists()
    )


@lru_cache(maxsize=64)
def _cut(path: Path, letters: str) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(path, recalcTimestamp=False)
    maker = subset.Subsetter(subset.Options(layout_features=["kern"], hinting=False))
    maker.populate(text=letters)
    maker.subset(font)
    font.flavor = "woff"
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()


def _raw(
    figure: "Figure", file_format: str, theme: str, bare: bool, narrow: bool, command: str
) -> bytes:
    metadata: dict[str, str | None] = dict(_NO_DATE[file_format])
    if command and file_format != "svg":
        metadata[_COMMAND[file_format]] = strip_controls(command)
    sheet = charts.draw(figure, theme, bare, narrow)
    with _style.chart_style():
        target = io.BytesIO()
        sheet.savefig(target, format=file_format, dpi=200, metadata=metadata,
                      facecolor=sheet.get_facecolor())  # fmt: skip
    return target.getvalue()


def _tidy(raw: bytes, prefix: str) -> ElementTree.Element:
    """Without matplotlib's metadata, style and ids that nobody needs; the others get a prefix."""
    root = ElementTree.fromstring(raw.replace(_FAMILIES, _FAMILIES + b", sans-serif"))
    for parent in root.iter():
        for child in list(parent):
            if child.tag.endswith("}metadata") or child.tag.endswith("}style"):
                parent.remove(child)
    _drop_empty(root)
    used = set(re.findall(r"#([\w-]+)", " ".join(_references(root))))
    for node in root.iter():
        name = node.attrib.pop("id", None)
        if name and (name in used or _OURS.match(name)):
            node.set("id", prefix + name)
        for key, value in list(node.attrib.items()):
            if key == _HREF:
                del node.attrib[key]
                node.set("href", f"#{prefix}{value[1:]}")
            elif "url(#" in value:
                node.set(key, value.replace("url(#", f"url(#{prefix}"))
    return root


def _drop_empty(parent: ElementTree.Element) -> None:
    """Without groups that hold nothing, blanks between elements, and digits nobody can see."""
    for child in list(parent):
        _drop_empty(child)
        child.tail = None
        if child.tag in _GROUPS and not len(child):
            parent.remove(child)
    if parent.text and not parent.text.strip():
        parent.text = None
    for name in ("d", "transform", "x", "y", "width", "height"):
        if name in parent.attrib:
            short = re.sub(r"-?\d+\.\d{3,}", lambda m: f"{float(m[0]):.2f}", parent.attrib[name])
            parent.set(name, " ".join(short.split()))


def _references(root: ElementTree.Element) -> list[str]:
    return [
        value
        for node in root.iter()
        for key, value in node.attrib.items()
        if key == _HREF or "url(#" in value
    ]


def _with_variables(style: str) -> str:
    """Each colour of the light theme as the variable of its token."""
    return re.sub(
        r"#[0-9a-f]{6}",
        lambda found: f"var(--{_TOKENS[found[0]]})" if found[0] in _TOKENS else found[0],
        style,
    )


def _add_tips(root: ElementTree.Element, tips: dict[str, str], prefix: str) -> None:
    """What a mark says when it is pointed at: a title for viewers, an attribute for our script."""
    for node in root.iter(f"{{{_SVG}}}g"):
        tip = tips.get((node.get("id") or "").removeprefix(prefix))
        if tip:
            node.set("data-tip", strip_controls(tip))
            node.insert(0, _words("title", tip))


def _words(tag: str, text: str) -> ElementTree.Element:
    node = ElementTree.Element(f"{{{_SVG}}}{tag}")
    node.text = strip_controls(text)
    return node


def _written(root: ElementTree.Element) -> bytes:
    ElementTree.register_namespace("", _SVG)
    told: bytes = ElementTree.tostring(root, encoding="utf-8")
    return told
