"""What the expert of a translated game remembers while it looks at one decision.

Nothing changes meanwhile, so a number that follows from the same arguments is worked out once for
all moves: most of the work of an expert is to find the same numbers again. The limit on the turns
of loops is that of the text: what is remembered takes as many turns as if it were not.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.design.kinds import VIEWER, Kind
from analyzer.design.layout import Layout

if TYPE_CHECKING:
    from analyzer.design.translate import Function

MANY_NUMBERS, MOST_REMEMBERED = 16, 1024  # of an argument that is no card; of all together


@dataclass(frozen=True)
class Again:
    """A function that remembers what another one has given."""

    name: str
    head: str
    text: str


class Memory:
    """The fields of memory_t: what is known already, and the values."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.known: list[str] = []
        self.values: list[str] = []

    def counts(self, place: int) -> str | None:
        """The name of the counts of every kind in a place; None: there are too many kinds."""
        one = self.layout.places[place]
        kinds = len(self.layout.tables[one.family])
        if one.many * kinds > MOST_REMEMBERED:
            return None
        name = f"{one.name}_{place}"
        known = f"int64_t counted_{name};"
        if known not in self.known:
            self.known.append(known)
            self.values.append(f"int32_t counts_{name}[{one.many}][{kinds}];")
        return name

    def remembered(self, made: "Function") -> Again | None:
        """The same function with a memory; None if its arguments are too many."""
        asked = {name: kind for name, kind in made.given.items() if kind != VIEWER}
        sizes = [self._size(kind) for kind in asked.values()]
        n = 1
        for size in sizes:
            n *= size
        if not all(kind.is_whole for kind in asked.values()) or n > MOST_REMEMBERED:
            return None
        name = f"r_{made.name}"
        self.known.append(f"uint64_t has_{name}[{(n + 63) // 64}];")
        self.values.append(f"{made.returns.c} {name}[{n}];")
        if made.has_turns:
            self.values.append(f"int32_t took_{name}[{n}];")
        head = made.signature.replace(made.name, name, 1)
        return Again(name, head, f"{head} {_body(made, name, list(asked), sizes)}")

    def _size(self, kind: Kind) -> int:
        return len(self.layout.tables[kind.of]) if kind.name == "card" else MANY_NUMBERS


def _body(made: "Function", name: str, asked: Sequence[str], sizes: Sequence[int]) -> str:
    called = f"{made.name}(c{''.join(f', a_{one}' for one in made.arguments)})"
    tests, place = [], "0"
    for one, size in zip(asked, sizes, strict=True):
        tests.append(f"(uint32_t)a_{one} < {size}u")
        place = f"({place}) * {size} + a_{one}"
    keep = again = ""
    if made.has_turns:
        keep = f"            c->memory->took_{name}[k] = (int32_t)(before - c->steps);\n"
        again = f" else STEPS(c->memory->took_{name}[k], {made.method.tree.lineno});"
    return (
        f"{{\n"
        f"    if ({' && '.join(tests) or '1'}) {{\n"
        f"        const int32_t k = {place};\n"
        f"        const uint64_t bit = (uint64_t)1 << (k & 63);\n"
        f"        if (!(c->memory->has_{name}[k >> 6] & bit)) {{\n"
        f"            const int64_t before = c->steps;\n"
        f"            c->memory->{name}[k] = {called};\n"
        f"            if (c->failed) return 0;\n"
        f"{keep}"
        f"            c->memory->has_{name}[k >> 6] |= bit;\n"
        f"        }}{again}\n"
        f"        return c->memory->{name}[k];\n"
        f"    }}\n"
        f"    return {called};\n}}"
    )


def free_names(node: ast.AST) -> set[str]:
    """The names that an expression takes from outside."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Lambda):
        return free_names(node.body) - {one.arg for one in node.args.args}
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        first = node.generators[0].iter
        own = {name for one in node.generators for name in free_names(one.target)}
        rest = [one for one in ast.iter_child_nodes(node) if one is not node.generators[0]]
        rest += [node.generators[0].target, *node.generators[0].ifs]
        return free_names(first) | (set().union(*map(free_names, rest)) - own)
    return set().union(*map(free_names, ast.iter_child_nodes(node)))
