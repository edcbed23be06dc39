"""The interpreted game: the user's own methods, watched.

Python runs the text as it stands, with three additions. Whole numbers are checked to have 32 bits,
as in C. Turns of loops are counted, so that a loop without end is an error. And `print` goes to
standard error, so that standard output holds only the result.
"""

import ast
import sys
from collections.abc import Callable
from functools import partial
from types import CodeType

from analyzer._core.design import interpreter, watch, window
from analyzer._core.design.own import OwnGame
from analyzer.design.layout import MAX_SEATS, Layout
from analyzer.design.source import Method, Text, is_self

_FIT, _STEP, _THROUGH = "_analyzer_fit", "_analyzer_step", "_analyzer_through"
_TOTAL, _POWER, _SHIFTED = "_analyzer_total", "_analyzer_power", "_analyzer_shifted"
_PLACE, _INDEX = "_analyzer_place", "_analyzer_index"
_HELPERS = {
    _FIT: watch.fit,
    _STEP: watch.step,
    _THROUGH: watch.through,
    _TOTAL: watch.total,
    _POWER: watch.power,
    _SHIFTED: watch.shifted,
    "print": partial(print, file=sys.stderr),
}
# Functions that go through what they are given.
OVER_EACH = ("sum", "any", "all", "max", "min", "list", "tuple", "sorted", "set", "frozenset")
_GROWING = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)


class _Watch(ast.NodeTransformer):
    """The additions to the text of one method."""

    def __init__(self, local: set[str]) -> None:
        self.local = local

    def _call(self, name: str, node: ast.expr, *given: ast.expr) -> ast.expr:
        made = ast.Call(ast.Name(name, ast.Load()), list(given or (node,)), [])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow):
            return self._call(_POWER, node, node.left, node.right)
        if isinstance(node.op, ast.LShift):
            return self._call(_SHIFTED, node, node.left, node.right)
        if isinstance(node.op, _GROWING) and not _is_small(node):
            return self._call(_FIT, node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            return self._call(_FIT, node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        self.generic_visit(node)
        if len(node.targets) == 1 and not isinstance(node.targets[0], ast.Name | ast.Tuple):
            node.value = _bare(node.value)  # a field checks what it becomes
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        name, made = node.target, {ast.Pow: _POWER, ast.LShift: _SHIFTED}.get(type(node.op))
        if made is not None:
            return self._grown(node, made)
        if not isinstance(name, ast.Name):
            return node
        checked = ast.Expr(self._call(_FIT, ast.copy_location(ast.Name(name.id, ast.Load()), node)))
        return [node, ast.copy_location(checked, node)]

    def _grown(self, node: ast.AugAssign, made: str) -> list[ast.stmt]:
        """`**=` and `<<=`, which could make a number that fills the memory: each part is looked up
        once, as Python does, and then the result is checked on its way."""
        target, before = node.target, list[ast.stmt]()
        if isinstance(target, ast.Subscript):
            parts = []
            for name, value in ((_PLACE, target.value), (_INDEX, target.slice)):
                before.append(ast.Assign([ast.Name(name, ast.Store())], value))
                parts.append(ast.Name(name, ast.Load()))
            target = ast.Subscript(parts[0], parts[1], ast.Store())
        old = ast.parse(ast.unparse(target), mode="eval").body
        for inner in ast.walk(old):
            ast.copy_location(inner, node)
        after = [*before, ast.Assign([target], self._call(made, old, old, node.value))]
        return [ast.fix_missing_locations(ast.copy_location(one, node)) for one in after]

    def visit_Starred(self, node: ast.Starred) -> ast.Starred:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self._call(_THROUGH, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id not in self.local:
            if node.func.id in OVER_EACH and len(node.args) == 1:
                node.args = [
                    one if isinstance(one, ast.GeneratorExp | ast.ListComp) else self._counted(one)
                    for one in node.args
                ]
            if node.func.id == "sum":
                node.func.id = _TOTAL
            elif node.func.id in ("abs", "int", "round"):
                return self._call(_FIT, node)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        step = ast.Expr(ast.Call(ast.Name(_STEP, ast.Load()), [], []))
        node.body.insert(0, ast.fix_missing_locations(ast.copy_location(step, node)))
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        node.iter = self._counted(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self._counted(node.iter)
        return node

    def _counted(self, node: ast.expr) -> ast.expr:
        """What a loop goes through; what cannot be long is left alone."""
        if isinstance(node, ast.Attribute) and is_self(node.value) and node.attr == "seats":
            return node
        if isinstance(node, ast.Tuple | ast.List):
            return node
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "enumerate":
            node.args = [self._counted(one) for one in node.args]
            return node
        return self._call(_THROUGH, node)


def _is_small(node: ast.BinOp) -> bool:
    """Can it not become great, or is it no whole number?"""
    sides = (node.left, node.right)
    if any(isinstance(one, ast.Constant) and isinstance(one.value, float) for one in sides):
        return True
    return all(
        (isinstance(one, ast.Constant) and isinstance(one.value, int) and abs(one.value) < 2**30)
        or (isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "len")
        for one in sides
    ) and not isinstance(node.op, ast.Mult)


def _bare(node: ast.expr) -> ast.expr:
    """A number without the check that its place makes anyway."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == _FIT:
        return node.args[0]
    return node


def watched(text: Text) -> dict[str, Callable[..., object]]:
    """Every method, watched, by name."""
    spaces: dict[int, dict[str, object]] = {}

    def space_of(method: Method) -> dict[str, object]:
        own = method.function.__globals__
        return spaces.setdefault(id(own), {**own, **_HELPERS})

    made = {}
    for method in text.every():
        local: dict[str, Callable[..., object]] = {}
        exec(_compiled(method), space_of(method), local)
        made[method.own, method.name] = local[method.tree.name]
    for space in spaces.values():
        space.update({name: f for (own, name), f in made.items() if not own and name in space})
    return {name: function for (own, name), function in made.items() if own}


def _compiled(method: Method) -> CodeType:
    tree = ast.parse(ast.unparse(ast.Pass()))  # a fresh module to put the method into
    copy = _copy(method.tree)
    local = {node.id for node in ast.walk(copy) if isinstance(node, ast.Name)} & {
        node.id
        for node in ast.walk(copy)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    copy.decorator_list, copy.returns = [], None
    for argument in copy.args.args:
        argument.annotation = None
    tree.body = [_Watch(local).visit(copy)]
    return compile(ast.fix_missing_locations(tree), method.file, "exec")


def _copy(tree: ast.FunctionDef) -> ast.FunctionDef:
    from copy import deepcopy

    return deepcopy(tree)


def interpret(game: OwnGame, text: Text, draws_once: bool = False) -> None:
    """A game plays by its Python methods from now on; with `draws_once`, a chance that is drawn
    twice in a game is an error."""
    layout, methods = text.layout, watched(text)
    starts = layout.starts()
    names: dict[str, object] = {
        "seat": window.Number("self.seat", 0),
        "stage": window.Number("self.stage", 1),
    }
    for name, shape in layout.fields:
        if shape == ():
            names[name] = window.Number(name, starts[name])
    moves = []
    for form in layout.moves:
        makers = [None if cards is None else cards.kinds for cards in form.cards]
        worth = methods.get(f"worth_{form.name}")
        moves.append(
            window.Move(form.name, methods[form.name], form.base, form.sizes, makers, worth)
        )
    names |= methods
    names |= {move.name: move for move in moves}
    kind = type(layout.name, (window.Window,), names)
    words: dict[str, tuple[str | bool, ...]] = {
        name: rule.words for name, rule in layout.rules.items() if rule.words
    }
    words |= {
        name: (False, True) for name, rule in layout.rules.items() if isinstance(rule.default, bool)
    }
    maker = interpreter.Interpreter(
        kind,
        moves,
        tuple(layout.weights),
        words,
        partial(_furnish, layout, starts),
        text.purposes,
        tuple(layout.tables[layout.held].kinds) if "may_hold" in layout.methods else (),
    )
    maker.draws_once = draws_once
    interpreter.interpret(game, maker)


def _furnish(layout: Layout, starts: dict[str, int], found: window.Window) -> None:
    """Gives a new window its piles and rows."""
    players = found.players
    hidden = {place.name: k for k, place in enumerate(layout.places) if place.family < 0}
    for name, shape in layout.fields:
        if name in layout.piles or shape == ():
            continue
        at = starts[name]
        by_seat = name in layout.seat_counters or layout.numbers[name].by_seat
        if len(shape) == 1:
            n = players if by_seat else shape[0]
            setattr(found, name, window.new_ints(found, name, at, n, hidden.get(name, -1)))
        else:
            rows = [
                window.new_ints(found, f"{name}[{k}]", at + k * shape[1], shape[1], -1)
                for k in range(shape[0])
            ]
            setattr(found, name, window.Row(rows, name, shape[0]))
    for k, place in enumerate(layout.places):
        if place.family < 0:
            continue
        cards, name, at = layout.tables[place.family].kinds, place.name, starts[place.name]
        if place.many == 1:
            setattr(found, name, window.new_pile(found, name, at, k, 0, cards))
            continue
        every = [
            window.new_pile(found, f"{name}[{seat}]", at + seat * place.stride, k, seat, cards)
            for seat in range(MAX_SEATS)
        ]
        setattr(found, name, window.Row(every, name, players))
