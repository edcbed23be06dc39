"""A game translated to C: the same text, the same meaning, a hundred times the speed.

Every expression becomes statements in the order in which Python evaluates, each result in a
variable of its own, and every operation that can fail returns at once. So both ways of playing
fail at the same place, if they fail. A method is translated once for every kind of arguments, and
once more for the expert (`looking`), which may not see everything.

What has no translation is refused in a sentence with its line; the game then stays interpreted.
"""

import ast
from pathlib import Path

from analyzer.design.expressions import Expressions
from analyzer.design.kinds import FLOAT, INT, NOTHING, VIEWER, Kind, Value, card, joined
from analyzer.design.layout import Layout
from analyzer.design.memory import Memory, free_names
from analyzer.design.source import Method, RefusedError, Text, is_self

SHORT = 40  # lines of C
NOT_YET = {
    ast.Try: "a rule has nothing to catch: an error ends the run with its line",
    ast.With: "`with` cannot be translated",
    ast.Match: "`match` cannot be translated: use if and elif",
    ast.FunctionDef: "a function inside a rule cannot be translated: make it a method",
    ast.ClassDef: "a class inside a rule cannot be translated",
    ast.Delete: "`del` cannot be translated: cards are moved, numbers set to 0",
    ast.Raise: 'an error is raised by assert CONDITION, "sentence"',
}


class Unit:
    """A whole game under translation."""

    def __init__(self, text: Text) -> None:
        self.text, self.layout = text, text.layout
        self.starts = self.layout.starts()
        self.places = {place.name: k for k, place in enumerate(self.layout.places)}
        self.arrays: dict[tuple[int, ...], str] = {}
        self.made: dict[tuple[object, ...], tuple[str, Kind]] = {}
        self.bodies: list[str] = []
        self.heads: list[str] = []
        self.under_way: list[tuple[object, ...]] = []
        self.memory = Memory(self.layout)

    def array(self, values: tuple[int, ...]) -> str:
        """A constant array."""
        return self.arrays.setdefault(values, f"A{len(self.arrays)}")

    def function(
        self, method: Method, kinds: tuple[Kind, ...], looking: bool, node: ast.AST, entry: str = ""
    ) -> tuple[str, Kind]:
        """The C function of a method for these arguments, and what it gives back."""
        key = (method.own, method.name, kinds, looking, entry)
        if key in self.made:
            return self.made[key]
        if key in self.under_way:
            raise RefusedError(node, f"{method.name} calls itself, which cannot be translated")
        self.under_way.append(key)
        name = f"m{len(self.made) + len(self.under_way)}_{method.name}"
        made = Function(self, method, name, kinds, looking, entry)
        try:
            text = made.translated()
        except RefusedError as no:
            no.file = no.file or Path(method.file).name
            raise
        self.under_way.pop()
        self.made[key] = name, made.returns
        self.heads.append(made.signature + ";")
        self.bodies.append(text)
        if looking and not entry and method.own and made.returns.is_number:
            again = self.memory.remembered(made)
            if again is not None:
                self.heads.append(again.head + ";")
                self.bodies.append(again.text)
                self.made[key] = again.name, made.returns
        return self.made[key]


class Function(Expressions):
    """One method under translation."""

    def __init__(
        self,
        unit: Unit,
        method: Method,
        name: str,
        kinds: tuple[Kind, ...],
        looking: bool,
        entry: str,
    ) -> None:
        super().__init__(unit, method, looking)
        self.name, self.entry = name, entry
        arguments = method.tree.args.args[1:] if method.own else method.tree.args.args
        self.arguments = [one.arg for one in arguments]
        if method.tree.args.defaults:
            raise RefusedError(method.tree, "an argument with a default cannot be translated")
        self.given = dict(zip(self.arguments, kinds, strict=True))
        self.found: Kind | None = None

    @property
    def returns(self) -> Kind:
        return self.found or NOTHING

    @property
    def signature(self) -> str:
        given = "".join(f", {self.given[name].c} a_{name}" for name in self.arguments)
        kind = "double" if self.returns == FLOAT else "int32_t"
        return f"{self.linkage} {kind} {self.name}(call_t *c{given})"

    @property
    def has_turns(self) -> bool:
        """Does it count turns of loops, or call what may?"""
        return any("STEPS(" in line or "CALLED" in line for line in self.lines)

    @property
    def linkage(self) -> str:
        """A short function without loops is part of whatever calls it."""
        loops = any(line.lstrip().startswith("for (") for line in self.lines)
        return "static" if loops or len(self.lines) > SHORT else "WHOLLY"

    def translated(self) -> str:
        """The text; again until the kinds of all variables are known."""
        body = self.method.tree.body
        self.kinds = dict(self.given)
        for _ in range(8):
            before = dict(self.kinds), self.found, set(self.doubtful)
            self.start()
            self.sure = set(self.arguments)
            if self.entry == "worth":
                self.found = FLOAT
            self.block(body)
            if before == (self.kinds, self.found, self.doubtful):
                break
        else:
            raise RefusedError(self.method.tree, "the kinds of its variables cannot be found")
        if self.found is not None and not _returns(body):
            raise RefusedError(
                self.method.tree, f"{self.method.name} must say at its end what it gives back"
            )
        return "\n".join(
            [self.signature + " {", *self.declared(), *self.lines, "    return 0;", "}"]
        )

    def shared(self, what: str, node: ast.Call) -> Value | None:
        """What the expert asks of some of its arguments alone is asked once for all moves that
        agree in them: a function of its own, which is remembered."""
        names = sorted(free_names(node) & set(self.kinds))
        others = set(self.arguments[1:]) - set(names)
        plain = set(names) <= set(self.arguments) - self.set_here
        if self.entry != "worth" or self.scopes or not plain or not others:
            return None
        given = [Value(f"v_{name}", self.given[name]) for name in names]
        arguments = [ast.arg(one) for one in ("self", *names)]
        tree = ast.FunctionDef(
            f"{self.method.name}_{what}_{node.lineno}_{node.col_offset}",
            ast.arguments([], arguments, None, [], [], None, []),
            [ast.copy_location(ast.Return(node), node)],
            [],
        )
        method = Method(tree.name, ast.copy_location(tree, node), self.method.function, own=True)
        return self.call(method, given, node)

    def declared(self) -> list[str]:
        found = [
            "    int32_t *const s = c->s;",
            "    const int32_t *const R = c->R;",
            "    const int32_t players = (int32_t)c->players;",
            "    (void)s; (void)R; (void)players;",
        ]
        for name, kind in self.kinds.items():
            start = f"a_{name}" if name in self.arguments else "0"
            if kind.name == "list" and name not in self.arguments:
                found.append(f"    int32_t v_{name}[{kind.length + 1}] = {{0}};")
            elif kind.name == "list" and name in self.set_here:  # not the list of who calls
                found.append(f"    int32_t v_{name}[{kind.length + 1}];")
                found.append(f"    memcpy(v_{name}, {start}, 4 * ({start}[0] + 1));")
            else:
                found.append(f"    {kind.c} v_{name} = {start};")
        found += [f"    int32_t b_{name} = 0;" for name in sorted(self.doubtful)]
        return [*found, *(f"    int32_t {name}[{n + 1}];" for name, n in self.buffers)]

    # --- statements

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        made = getattr(self, f"do_{type(node).__name__.lower()}", None)
        if made is None:
            why = NOT_YET.get(type(node), f"`{ast.unparse(node)}` cannot be translated")
            raise RefusedError(node, why)
        made(node)

    def do_pass(self, _: ast.Pass) -> None:
        pass

    def do_break(self, _: ast.Break) -> None:
        self.put("break;")

    def do_continue(self, _: ast.Continue) -> None:
        self.put("continue;")

    def do_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value, void=True)

    def do_assert(self, node: ast.Assert) -> None:
        self.put(f"TRY(!{self.truth(node.test)}, {node.lineno});")

    def do_return(self, node: ast.Return) -> None:
        if node.value is None or (
            isinstance(node.value, ast.Constant) and node.value.value is None
        ):
            if self.found is not None:
                raise RefusedError(node, "it gives back a number elsewhere: say which one here")
            self.put("return 0;")
            return
        if isinstance(node.value, ast.IfExp):  # each side is given back as what it is
            sides = (ast.Return(one) for one in (node.value.body, node.value.orelse))
            then, other = (ast.copy_location(one, node) for one in sides)
            self.do_if(ast.copy_location(ast.If(node.value.test, [then], [other]), node))
            return
        found = self.value(node.value)
        if not found.kind.is_number:
            raise RefusedError(node, "a method gives back a number, a card or true or false")
        if self.entry in ("truth", "worth") or found.kind == FLOAT:
            wanted = FLOAT if found.kind == FLOAT or self.entry == "worth" else INT
        else:
            wanted = found.kind
        if self.found == FLOAT and wanted.is_whole and found.small:
            wanted = FLOAT
        join = joined(self.found, wanted)
        if join is None:
            raise RefusedError(node, "it gives back once a whole number, once a float: say float()")
        self.found = join
        text = f"{found.c} != 0" if self.entry == "truth" else found.c
        self.put(f"return {text};")

    def do_if(self, node: ast.If) -> None:
        test = self.truth(node.test)
        before = set(self.sure)
        self.put(f"if ({test}) {{")
        self.inside(node.body)
        after_then = None if _leaves(node.body) else set(self.sure)
        self.sure = set(before)
        if node.orelse:
            self.put("} else {")
            self.inside(node.orelse)
        after_else = None if _leaves(node.orelse) else set(self.sure)
        self.put("}")
        known = [one for one in (after_then, after_else) if one is not None]
        self.sure = set.intersection(*known) if known else before

    def inside(self, body: list[ast.stmt]) -> None:
        self.depth += 1
        self.block(body)
        self.depth -= 1

    def do_while(self, node: ast.While) -> None:
        if node.orelse:
            raise RefusedError(node, "while ... else cannot be translated")
        before = set(self.sure)
        self.put("for (;;) {")
        self.depth += 1
        self.put(f"if (!{self.truth(node.test)}) break;")
        self.put(f"STEPS(1, {node.lineno});")
        self.block(node.body)
        self.depth -= 1
        self.put("}")
        self.sure = before

    def do_for(self, node: ast.For) -> None:
        if node.orelse:
            raise RefusedError(node, "for ... else cannot be translated")
        before = set(self.sure)
        inside = (one for part in node.body for one in ast.walk(part))
        self.set_inside = {
            one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        ends = self.loop(node.target, node.iter)
        self.set_inside = set()
        self.block(node.body)
        self.close(ends)
        self.sure = before

    def do_assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple):
            self.unpack(node, target)
            return
        found = self.value(node.value)
        for target in node.targets:
            self.store(target, found, node)

    def unpack(self, node: ast.Assign, target: ast.Tuple) -> None:
        values = self.several(node.value, node)
        if len(values) != len(target.elts):
            raise RefusedError(node, "a, b = ... needs as many values on the right, written out")
        kept = [self.in_variable(value) for value in values]
        for one, value in zip(target.elts, kept, strict=True):
            self.store(one, value, node)

    def several(self, node: ast.expr, whole: ast.AST) -> list[Value]:
        """The values of a written tuple, or of one of two."""
        if isinstance(node, ast.Tuple):
            return [self.in_variable(self.value(one)) for one in node.elts]
        if isinstance(node, ast.IfExp):
            test = self.truth(node.test)
            outs: list[Value] | None = None
            lines: list[list[str]] = []
            both = []
            for side in (node.body, node.orelse):
                mark = len(self.lines)
                self.depth += 1
                both.append(self.several(side, whole))
                self.depth -= 1
                lines.append(self.lines[mark:])
                del self.lines[mark:]
            if len(both[0]) == len(both[1]):
                kinds = [joined(a.kind, b.kind) for a, b in zip(*both, strict=True)]
                if all(kind is not None for kind in kinds):
                    outs = [self.fresh(kind) for kind in kinds if kind is not None]
            if outs is not None:
                for k, word in enumerate((f"if ({test}) {{", "} else {")):
                    self.put(word)
                    self.lines += lines[k]
                    for out, one in zip(outs, both[k], strict=True):
                        self.put(f"    {out.c} = {one.c};")
                self.put("}")
                return outs
        raise RefusedError(whole, "a, b = ... needs as many values on the right, written out")

    def do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node.target, self.value(node.value), node)

    def do_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            at = self.place_of(node.target)
            old = self.fresh(INT, f"s[{at}]")
        else:
            at = ""
            loaded = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node)
            for inner in ast.walk(loaded):
                ast.copy_location(inner, node)
            old = self.in_variable(self.value(loaded))
        made = self.arithmetic(node, node.op, old, self.value(node.value))
        if at:
            self.put(f"s[{at}] = {self.int_text(made, node)};")
        else:
            self.store(node.target, made, node)

    def store(self, target: ast.expr, found: Value, node: ast.AST) -> None:
        if isinstance(target, ast.Name):
            self.set_local(target.id, found, node)
        elif isinstance(target, ast.Attribute) and is_self(target.value):
            at = {"seat": 0, "stage": 1}.get(target.attr, self.unit.starts.get(target.attr))
            self.put(f"s[{at}] = {self.int_text(found, node)};")
        elif isinstance(target, ast.Subscript):
            text = self.int_text(found, node)
            kept = self.fresh(INT, text)
            self.put(f"s[{self.place_of(target)}] = {kept.c};")
        else:
            raise RefusedError(node, f"{ast.unparse(target)} cannot be set")

    def int_text(self, found: Value, node: ast.AST) -> str:
        if not found.kind.is_whole:
            raise RefusedError(node, "a field is a whole number: say int(...)")
        return found.c

    def set_local(self, name: str, found: Value, node: ast.AST) -> None:
        kind = found.kind
        if kind == NOTHING or kind.name in ("grid", "seats", "piles"):
            raise RefusedError(node, f"{name} cannot stand for this")
        known = self.kinds.get(name)
        if kind.is_whole and found.small and known == FLOAT:
            kind = FLOAT
        if known is not None and known.is_whole and kind == FLOAT and name in self.only_small:
            known = None
        join = joined(known, kind)
        if join is None:
            raise RefusedError(node, f"{name} is once one thing and once another: use two names")
        if kind.is_whole and not found.small:
            self.only_small.discard(name)
        elif known is None and found.small and found.kind.is_whole:
            self.only_small.add(name)
        self.kinds[name] = join
        self.sure.add(name)
        if kind.name == "list":
            self.put(f"memmove(v_{name}, {found.c}, 4 * ({found.c}[0] + 1));")
        else:
            self.put(f"v_{name} = {found.c};")
        if name in self.doubtful:
            self.put(f"b_{name} = 1;")


def _leaves(body: list[ast.stmt]) -> bool:
    """Does what follows never come after this?"""
    return any(
        isinstance(one, ast.Return | ast.Break | ast.Continue)
        or (isinstance(one, ast.If) and _leaves(one.body) and _leaves(one.orelse))
        for one in body
    )


def _returns(body: list[ast.stmt]) -> bool:
    return any(
        isinstance(one, ast.Return)
        or (isinstance(one, ast.If) and _returns(one.body) and _returns(one.orelse))
        for one in body
    )


def entries(layout: Layout) -> list[tuple[str, tuple[Kind, ...], bool, str]]:
    """The methods that the core calls: name, kinds of arguments, looking, and how."""
    found: list[tuple[str, tuple[Kind, ...], bool, str]] = [
        ("deal", (), False, ""),
        ("moves", (), False, ""),
        ("score", (INT,), False, ""),
    ]
    found += [(name, (INT,), False, "truth") for name in ("wins", "fits") if name in layout.methods]
    if "may_hold" in layout.methods:
        found.append(("may_hold", (INT, card(layout.held)), True, "truth"))
    for form in layout.moves:
        kinds = tuple(
            INT if cards is None else card(layout.tables.index(cards)) for cards in form.cards
        )
        found.append((form.name, kinds, False, ""))
        if f"worth_{form.name}" in layout.methods:
            found.append((f"worth_{form.name}", (VIEWER, *kinds), True, "worth"))
    return found
