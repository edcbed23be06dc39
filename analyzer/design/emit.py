"""The whole C text of a game."""

import re
from pathlib import Path

import analyzer
from analyzer.design import ctext
from analyzer.design.layout import Layout, MoveForm
from analyzer.design.source import RefusedError, Text
from analyzer.design.translate import Unit, entries


def shared(*names: str) -> str:
    """The C functions of a page that declares them for our own core."""
    page = Path(analyzer.get_include(), "analyzer", "_core", *names)
    found = re.search(
        r'cdef extern from \*:\n    """\n(.*?)\n    """', page.read_text("utf-8"), re.DOTALL
    )
    if found is None:
        raise RuntimeError(f"{page} has no C text")
    return found[1]


def source(text: Text) -> str:
    """The game in C; RefusedError says what has no translation."""
    unit = Unit(text)
    made: dict[str, str] = {}
    for name, kinds, looking, entry in entries(text.layout):
        method = text.methods[name]
        made[name], kind = unit.function(method, kinds, looking, method.tree, entry)
        if name == "score" and not kind.is_whole:
            raise RefusedError(method.tree, "score must give back a whole number")
    head = ctext.HEAD % {
        "rng": shared("rng.pxd"),
        "piles": shared("design", "piles.pxd"),
        "known": "\n".join(f"    {line}" for line in unit.memory.known),
        "memory": "\n".join(f"    {line}" for line in unit.memory.values),
    }
    arrays = [
        f"static const int32_t {name}[] = {{{', '.join(map(_literal, values))}}};"
        for values, name in unit.arrays.items()
    ]
    parts = [head, _places(text.layout), *arrays, *unit.heads, *unit.bodies]
    return "\n".join([*parts, ctext.TAIL % _entries(text.layout, made)])


def _literal(value: int) -> str:
    return "INT32_MIN" if value == -(2**31) else str(value)


def _places(layout: Layout) -> str:
    starts = layout.starts()
    rows = [
        f"    {{{starts[p.name]}, {p.stride}, {p.many}, {p.room}, {p.family}, {p.rule}, "
        f"{{{', '.join(map(str, p.sees))}}}}},"
        for p in layout.places
    ]
    return "\n".join(
        [
            f"enum {{ N_PLACES = {len(rows)} }};",
            "static const own_place PLACES[] = {",
            *(rows or ["    {0}"]),
            "};",
        ]
    )


def _entries(layout: Layout, made: dict[str, str]) -> dict[str, object]:
    wins = f"    made = {made['wins']}(&c, seat);" if "wins" in made else "    (void)seat;"
    fits = f"    made = {made['fits']}(&c, seat);" if "fits" in made else "    (void)seat;"
    held = made.get("may_hold")
    return {
        "may_hold": f"    made = {held}(&c, seat, kind);"
        if held
        else "    (void)seat, (void)kind;",
        "deal": made["deal"],
        "moves": made["moves"],
        "score": made["score"],
        "most": layout.most_turns,
        "wins": wins,
        "fits": fits,
        "apply": _switch(layout, "{f}(&c{given});", {f.name: made[f.name] for f in layout.moves}),
        "worth": _switch(
            layout,
            "made = {f}(&c, seat{given});",
            {f.name: made.get(f"worth_{f.name}", "") for f in layout.moves},
        ),
    }


def _switch(layout: Layout, form: str, functions: dict[str, str]) -> str:
    """By the code of a move: the function, and what is given to it."""
    lines: list[str] = []
    for move in reversed(layout.moves):
        function = functions[move.name]
        call = form.format(f=function, given=_given(move)) if function else ""
        word = "    } else if" if lines else "    if"
        lines.append(f"{word} (code >= {move.base}) {{")
        lines.append(f"        code -= {move.base};\n        {call}")
    return "\n".join([*lines, "    }"])


def _given(move: MoveForm) -> str:
    parts, scale = [], 1
    for k, size in reversed(list(enumerate(move.sizes))):
        parts.append(f"code / {scale}" if k == 0 else f"code / {scale} % {size}")
        scale *= size
    return "".join(f", {part}" for part in reversed(parts))


def refusal(text: Text, no: RefusedError) -> str:
    """Why a game stays interpreted."""
    file = no.file or Path(next(iter(text.methods.values())).file).name
    return f"{file}, line {no.line}: {no}"
