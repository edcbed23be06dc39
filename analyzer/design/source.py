"""The text of a game: the syntax tree of each method, and what must not stand in any.

Both ways of playing a game begin here: the trees are watched and run by Python (interpret.py), or
translated to C (translate.py).
"""

import ast
import builtins
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any
from zlib import crc32

from analyzer.design.layout import NEEDED, OPTIONAL, Layout
from analyzer.errors import UserError, did_you_mean

FIRST_PURPOSE = 16  # FIRST_GAME_PURPOSE of _core/contract.pxd
# Functions through which something else than the state could decide.
ELSEWHERE = {
    *("open", "input", "exec", "eval", "__import__", "id", "hash", "globals", "locals", "next"),
    *("iter", "setattr", "getattr", "delattr", "vars", "dir", "object"),
}
# Functions of Python that a rule may use: their names stand for nothing else that is called.
PLAIN = {name for name in vars(builtins) if name.islower() and not name.startswith("_")}
# Methods that change a list, a dict or a set.
GROWING = {
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "discard"),
    *("update", "setdefault", "popitem"),
}
OUTSIDE = "what changes belongs to the state: declare it with number(), numbers(n) or a pile"
ALLOWED_MODULES = {"math"}
STATEMENTS = {
    ast.Import: "a rule cannot import: put it above the class",
    ast.ImportFrom: "a rule cannot import: put it above the class",
    ast.Global: OUTSIDE,
    ast.Nonlocal: OUTSIDE,
    ast.Yield: "a rule offers moves by self.may(...), it does not yield",
    ast.YieldFrom: "a rule offers moves by self.may(...), it does not yield",
    ast.Await: "a rule does not wait",
    ast.AsyncFunctionDef: "a rule does not wait",
}
# Methods that change nothing: they are asked, whoever is to move.
READING = ("moves", "score", "wins", "fits", "may_hold")
CHANGES = {"deal", "move", "move_all", "swap", "show", "shuffle", "fill"}  # of piles and rows


class RefusedError(Exception):
    """What cannot be, with its line."""

    def __init__(self, node: ast.AST | int, sentence: str, file: str = "") -> None:
        super().__init__(sentence)
        self.line = node if isinstance(node, int) else getattr(node, "lineno", 0)
        self.sentence, self.file = sentence, file


@dataclass(frozen=True)
class Method:
    """A method of the game, or a function that it uses."""

    name: str
    tree: ast.FunctionDef
    function: FunctionType
    own: bool  # of the class: its first argument is the game

    @property
    def file(self) -> str:
        return self.function.__code__.co_filename

    def value(self, name: str) -> Any:
        """What a name of the file stands for; KeyError if it is not there."""
        return self.function.__globals__[name]


@dataclass(frozen=True)
class Text:
    """All methods of a game and the functions that they use."""

    layout: Layout
    methods: dict[str, Method]
    functions: dict[str, Method]
    purposes: dict[str, int]

    def every(self) -> Iterator[Method]:
        yield from self.methods.values()
        yield from self.functions.values()

    @property
    def scores_hands(self) -> bool:
        """Does the score count cards in hands that not everybody sees?"""
        hands = {place.name for place in self.layout.hands}
        seen: set[str] = set()
        todo = ["score"]
        while todo:
            name = todo.pop()
            if name in seen or name not in self.methods:
                continue
            seen.add(name)
            todo += [
                node.attr
                for node in ast.walk(self.methods[name].tree)
                if isinstance(node, ast.Attribute) and is_self(node.value)
            ]
            if hands & set(todo):
                return True
        return False


def read(layout: Layout) -> Text:
    """The trees of a game; what cannot stand in a rule is refused with its file and line."""
    methods = {
        name: Method(name, _tree(function), function, own=True)
        for name, function in layout.methods.items()
    }
    functions: dict[str, Method] = {}
    todo = list(methods.values())
    while todo:
        for name, function in _functions_of(todo.pop()):
            known = functions.get(name)
            if known is None:
                functions[name] = Method(name, _tree(function), function, own=False)
                todo.append(functions[name])
    text = Text(layout, methods, functions, {})
    for method in text.every():
        try:
            _Checker(text, method).check()
        except RefusedError as no:
            file = Path(method.file).name
            end = "" if no.sentence.endswith("?") else "."
            raise UserError(
                f"{file}, line {no.line}, in {method.name}: {no.sentence}{end}"
            ) from None
    _check_readers(text)
    _check_names(text)
    return text


def _tree(function: FunctionType) -> ast.FunctionDef:
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    for node in ast.walk(_parsed(file)):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first == line:
                return node
    raise UserError(f"The text of {function.__qualname__} cannot be read; put it into a file.")


_trees: dict[tuple[str, int], ast.Module] = {}


def _parsed(file: str) -> ast.Module:
    linecache.checkcache(file)
    text = "".join(linecache.getlines(file))
    key = file, hash(text)
    if key not in _trees:
        if len(_trees) > 64:
            _trees.clear()
        _trees[key] = ast.parse(text)
    return _trees[key]


def _functions_of(method: Method) -> Iterator[tuple[str, FunctionType]]:
    """The functions of the user's own files that a method names."""
    for node in ast.walk(method.tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found = method.function.__globals__.get(node.id)
            if isinstance(found, FunctionType) and _is_own(found, method):
                yield node.id, found


def _is_own(found: FunctionType, method: Method) -> bool:
    """In the game's file, or in one beside it."""
    return Path(found.__code__.co_filename).parent == Path(method.file).parent


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


class _Checker:
    """What must not stand in a rule, however it is played."""

    def __init__(self, text: Text, method: Method) -> None:
        self.text, self.layout, self.method = text, text.layout, method
        self.local = {node.arg for node in ast.walk(method.tree) if isinstance(node, ast.arg)} | {
            node.id
            for node in ast.walk(method.tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def check(self) -> None:
        arguments = self.method.tree.args
        if self.method.own and (not arguments.args or arguments.args[0].arg != "self"):
            raise RefusedError(self.method.tree, "the first argument of a method is called self")
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            raise RefusedError(self.method.tree, "a rule has plain arguments only")
        for node in ast.walk(self.method.tree):
            if type(node) in STATEMENTS:
                raise RefusedError(node, STATEMENTS[type(node)])
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self.name(node)
            elif isinstance(node, ast.Attribute):
                self.attribute(node)
            elif isinstance(node, ast.Call):
                self.call(node)
            elif isinstance(node, ast.Compare):
                self.words(node)
            elif isinstance(node, ast.For | ast.comprehension):
                self.order(node.iter)
            if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(
                node.ctx, ast.Load
            ):
                self.outside(node)

    def words(self, node: ast.Compare) -> None:
        """A word that a rule never is: the test would be false for ever."""
        sides = [node.left, *node.comparators]
        for rule in sides:
            if not (self.method.own and isinstance(rule, ast.Attribute) and is_self(rule.value)):
                continue
            known = self.layout.rules.get(rule.attr)
            if known is None or known.words is None:
                continue
            for side in sides:
                listed = side.elts if isinstance(side, ast.Tuple | ast.List) else [side]
                for one in listed:
                    word = one.value if isinstance(one, ast.Constant) else None
                    if isinstance(word, str) and word not in known.words:
                        raise RefusedError(
                            one,
                            f"{rule.attr} is {' or '.join(known.words)}, never {word!r}"
                            f"{did_you_mean(word, known.words).rstrip('.')}",
                        )

    def outside(self, node: ast.expr) -> None:
        """A constant of the file does not change: it would pass from one game to the next."""
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name) and node.id not in self.local:
            raise RefusedError(node, OUTSIDE)

    def order(self, node: ast.expr) -> None:
        """A loop goes through things in the same order every time."""
        found = None
        if isinstance(node, ast.Name) and node.id not in self.local:
            found = self.method.function.__globals__.get(node.id)
        made = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("set", "frozenset")
        if made or isinstance(node, ast.Set | ast.SetComp) or isinstance(found, set | frozenset):
            raise RefusedError(node, "a set has no order to go through: use a tuple, or sorted()")

    def name(self, node: ast.Name) -> None:
        if node.id in self.local:
            return
        found = self.method.function.__globals__.get(node.id)
        if node.id in PLAIN and found is not None:
            raise RefusedError(node, f"{node.id} means something already: choose another name")
        if node.id in ELSEWHERE and found is None:
            raise RefusedError(node, _elsewhere(node.id))
        if isinstance(found, ModuleType) and found.__name__ not in ALLOWED_MODULES:
            raise RefusedError(node, _elsewhere(node.id))
        home = str(getattr(found, "__module__", None) or "").partition(".")[0]
        if isinstance(found, BuiltinFunctionType) and home not in {"builtins", "math", ""}:
            raise RefusedError(node, _elsewhere(node.id))
        if home in {"random", "secrets", "time", "datetime", "os", "numpy", "uuid", "sys"}:
            raise RefusedError(node, _elsewhere(node.id))

    def attribute(self, node: ast.Attribute) -> None:
        if node.attr.startswith("__"):
            raise RefusedError(node, f"{node.attr} has no place in a rule")
        if not (is_self(node.value) and self.method.own):
            return
        known = {
            *("seat", "stage", "players", "seats", "may", "end", "give_up", "after", "others"),
            *("roll", *self.layout.rules, *self.layout.weights, *self.layout.methods),
            *(name for name, _ in self.layout.fields),
        }
        if node.attr not in known:
            hint = did_you_mean(node.attr, known).rstrip(".")
            raise RefusedError(node, f"self.{node.attr} is not declared{hint}")
        if isinstance(node.ctx, ast.Store | ast.Del):
            self.store(node)

    def store(self, node: ast.Attribute) -> None:
        name = node.attr
        if name in self.layout.rules:
            raise RefusedError(node, f"{name} is a rule: it does not change during a game")
        if name in self.layout.weights:
            raise RefusedError(node, f"{name} is a weight: it does not change during a game")
        if name in self.layout.piles:
            raise RefusedError(
                node,
                "cards are moved, not assigned: pile.deal(to), pile.move(card, to), a.swap(b)",
            )
        shapes = dict(self.layout.fields)
        if name not in shapes and name not in ("seat", "stage"):
            raise RefusedError(node, f"self.{name} cannot be set")
        if shapes.get(name, ()) != ():
            raise RefusedError(
                node, f"{name} has many numbers: {name}[...] = ... or {name}.fill(0)"
            )

    def call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in PLAIN & self.local:
            name = node.func.id
            raise RefusedError(node, f"{name} is something else here: give that another name")
        if not isinstance(node.func, ast.Attribute):
            return
        if node.func.attr in GROWING:
            self.outside(node.func)
        if node.func.attr == "shuffle":
            self.chance(node, 0)
        elif node.func.attr == "roll" and is_self(node.func.value):
            self.chance(node, 1)

    def chance(self, node: ast.Call, place: int) -> None:
        """The name of a chance is a written word, so that all names are known."""
        if len(node.args) <= place + 1 or node.keywords:
            form = 'shuffle("name", occasion)' if place == 0 else 'roll(sides, "name", occasion)'
            raise RefusedError(node, f"chance has a name and an occasion: {form}")
        word = node.args[place]
        if not isinstance(word, ast.Constant) or not isinstance(word.value, str):
            raise RefusedError(node, "the name of a chance is a written word")
        code = FIRST_PURPOSE + (crc32(word.value.encode()) & 0xFFFFFF)
        for other, taken in self.text.purposes.items():
            if taken == code and other != word.value:
                raise RefusedError(node, f"call this chance otherwise: {other} has the same number")
        self.text.purposes[word.value] = code


def _elsewhere(name: str) -> str:
    return (
        f'{name} has no place in a rule: chance is self.roll(sides, "name", occasion) and '
        'pile.shuffle("name", occasion), and there are no clocks and files'
    )


# --- methods that only read -----------------------------------------------------------------------


def reached(text: Text, names: tuple[str, ...]) -> dict[str, str]:
    """Every method that is called from some, however deep: name -> from which."""
    found = {name: name for name in names if name in text.methods}
    todo = list(found)
    while todo:
        name = todo.pop()
        for node in ast.walk(text.methods[name].tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                called = node.func.attr
                if is_self(node.func.value) and called in text.methods and called not in found:
                    found[called] = found[name]
                    todo.append(called)
    return found


def judges(text: Text) -> tuple[str, ...]:
    """The methods of the expert."""
    return tuple(name for name in text.methods if name.startswith("worth_"))


def _check_readers(text: Text) -> None:
    for name, whence in reached(text, (*READING, *judges(text))).items():
        method = text.methods[name]
        for node in ast.walk(method.tree):
            what = _change(node)
            if what:
                file = Path(method.file).name
                raise UserError(
                    f"{file}, line {getattr(node, 'lineno', 0)}, in {name}: {what} cannot change "
                    f"in {whence}, which only looks; deal and moves change a game."
                )


def _check_names(text: Text) -> None:
    """A method that nothing calls, and whose name is nearly one that the tool calls, is a slip."""
    moves = tuple(form.name for form in text.layout.moves)
    used = reached(text, (*NEEDED, *OPTIONAL, *moves, *judges(text)))
    missing = [name for name in OPTIONAL if name not in text.methods]
    for name in text.methods.keys() - used.keys():
        for meant in get_close_matches(name, missing, n=1, cutoff=0.8):
            raise UserError(
                f"{Path(text.methods[name].file).name}, line {text.methods[name].tree.lineno}: "
                f"nothing calls {name}; did you mean {meant}? If not, give it another name."
            )


def _change(node: ast.AST) -> str | None:
    """What a statement or call changes of the state, as far as the text shows."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if is_self(node.func.value) and node.func.attr in ("end", "give_up"):
            return "the game"
        if node.func.attr in CHANGES and field_of(node.func.value):
            return field_of(node.func.value)
    return next((name for target in targets if (name := field_of(target))), None)


def field_of(node: ast.AST) -> str | None:
    """The field of the state that an expression begins with."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) and is_self(node.value) else None
