"""Expressions of a rule in C: numbers, names, comparisons, and what can be gone through."""

import ast
import math
from typing import TYPE_CHECKING

from analyzer.design.calls import Calls
from analyzer.design.cards import Card, Cards
from analyzer.design.kinds import FLOAT, INT, NOTHING, SEATS, VIEWER, Kind, Value, card, joined
from analyzer.design.source import Method, RefusedError, is_self
from analyzer.errors import did_you_mean

if TYPE_CHECKING:
    from analyzer.design.translate import Unit

NOT_YET = {
    ast.Dict: "a dict cannot be translated: use numbers(n), indexed by the card or the seat",
    ast.Set: "a set cannot be translated: `x in (a, b)` can",
    ast.DictComp: "a dict cannot be translated: use numbers(n), indexed by the card or the seat",
    ast.SetComp: "a set cannot be translated: a list can",
    ast.JoinedStr: "words belong into the sentence of @move; rules use numbers",
    ast.Lambda: "lambda can be translated only as max(..., key=lambda card: ...) and min",
    ast.NamedExpr: "`:=` cannot be translated: use a line of its own",
    ast.Slice: "slices cannot be translated: use a loop over range",
    ast.Starred: "`*` cannot be translated",
    ast.GeneratorExp: "a generator can be translated inside sum, any, all, max, min and list",
    ast.Tuple: "a tuple can be translated in `x in (a, b)`, in a loop and in a, b = ...",
    ast.List: "a written list can be translated in `x in [a, b]` and in a loop; it cannot grow",
}
_OVERFLOW = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_HELPED = {
    ast.FloorDiv: "own_floor",
    ast.Mod: "own_mod",
    ast.LShift: "own_left",
    ast.RShift: "own_right",
}
_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_BITS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
_COMPARED = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


class Expressions(Calls):
    """Values, each with its statements in order."""

    def __init__(self, unit: "Unit", method: Method, looking: bool) -> None:
        self.unit, self.layout, self.method, self.looking = unit, unit.layout, method, looking
        self.kinds: dict[str, Kind] = {}
        self.doubtful: set[str] = set()  # variables that may be read before they are set
        names = (one for one in ast.walk(method.tree) if isinstance(one, ast.Name))
        self.set_here = {one.id for one in names if isinstance(one.ctx, ast.Store)}
        self.only_small: set[str] = set()  # variables that were only set to written numbers
        self.set_inside: set[str] = set()  # variables that the body of a loop sets
        self.start()

    def start(self) -> None:
        self.lines: list[str] = []
        self.depth, self.count = 1, 0
        self.buffers: list[tuple[str, int]] = []
        self.scopes: list[dict[str, Value]] = []  # variables of generators
        self.sure: set[str] = set()

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def number(self) -> int:
        self.count += 1
        return self.count

    def fresh(self, kind: Kind, text: str = "0") -> Value:
        """A variable of its own."""
        name = f"t{self.number()}"
        self.put(f"{kind.c} {name} = {text};")
        return Value(name, kind)

    def in_variable(self, value: Value) -> Value:
        """The value as it is now, whatever changes later."""
        if value.small or (value.c[0] == "t" and value.c[1:].isdigit()):
            return value
        made = self.fresh(value.kind, value.c)
        return Value(made.c, value.kind)

    # --- values

    def value(self, node: ast.expr, void: bool = False) -> Value:
        made = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if made is None:
            why = NOT_YET.get(type(node), f"`{ast.unparse(node)}` cannot be translated")
            raise RefusedError(node, why)
        found: Value = made(node)
        if found.kind == NOTHING and not void:
            raise RefusedError(node, f"`{ast.unparse(node)}` gives nothing back")
        return found

    def whole_value(self, node: ast.expr) -> Value:
        found = self.value(node)
        if not found.kind.is_whole:
            raise RefusedError(node, f"`{ast.unparse(node)}` must be a whole number here")
        return found

    def truth(self, node: ast.expr) -> str:
        """The text of a test."""
        if isinstance(node, ast.BoolOp):
            return self._tests(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"(!{self.truth(node.operand)})"
        return self.true(self.value(node), node)

    def true(self, found: Value, node: ast.AST) -> str:
        if found.kind.is_number:
            return f"({found.c} != 0)"
        if found.kind.name == "pile":
            return f"({self.pile(found)}[0] != 0)"
        if found.kind.name == "list":
            return f"({found.c}[0] != 0)"
        raise RefusedError(node, "this is neither true nor false")

    def _tests(self, node: ast.BoolOp) -> str:
        """`and` and `or` between tests; what need not be looked at is not."""
        sign = "" if isinstance(node.op, ast.And) else "!"
        out = self.fresh(INT, self.truth(node.values[0]))
        for one in node.values[1:]:
            self.put(f"if ({sign}{out.c}) {{")
            self.depth += 1
            self.put(f"{out.c} = {self.truth(one)};")
            self.depth -= 1
            self.put("}")
        return f"({out.c} != 0)"

    def of_constant(self, node: ast.Constant) -> Value:
        value = node.value
        if isinstance(value, bool):
            return Value(str(int(value)), INT, small=True)
        if isinstance(value, int):
            if abs(value) >= 2**31:
                raise RefusedError(node, "a whole number has 32 bits")
            return Value(str(value), INT, small=True)
        if isinstance(value, float):
            return Value(_double(value), FLOAT)
        if value is None:
            raise RefusedError(node, "None is no number: use -1 for nobody or nothing")
        raise RefusedError(
            node, "words stand only in comparisons with a rule and as names of chance"
        )

    def of_name(self, node: ast.Name) -> Value:
        name = node.id
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        if name in self.kinds:
            if name not in self.sure:
                self.doubtful.add(name)
                self.put(f"TRY(!b_{name}, {node.lineno});")
            return Value(f"v_{name}", self.kinds[name])
        return self.constant(node, self.global_value(node))

    def global_value(self, node: ast.Name) -> object:
        try:
            found: object = self.method.value(node.id)
        except KeyError:
            if node.id in self.set_here:
                raise RefusedError(
                    node, f"{node.id} is set only further down: give it a value before the loop"
                ) from None
            known = [*self.kinds, *self.method.function.__globals__]
            hint = did_you_mean(node.id, [one for one in known if not one.startswith("_")])
            raise RefusedError(node, f"{node.id} is not known here{hint.rstrip('.')}") from None
        return found

    def constant(self, node: ast.AST, found: object) -> Value:
        """A constant of the file."""
        if isinstance(found, Card):
            for k, table in enumerate(self.layout.tables):
                if found < len(table) and table.kinds[found] is found:
                    return Value(str(int(found)), card(k))
            return Value(str(int(found)), INT)
        if isinstance(found, bool | int) and -(2**31) <= found < 2**31:
            return Value(_whole(found), INT, small=True)
        if isinstance(found, float):
            return Value(_double(found), FLOAT)
        if isinstance(found, dict | list | set):
            what = type(found).__name__
            raise RefusedError(node, f"a {what} cannot be translated: make it a tuple of numbers")
        raise RefusedError(node, f"`{ast.unparse(node)}` cannot be translated")

    def of_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(self.truth(node), INT)
        operand = getattr(node.operand, "value", None)
        if isinstance(node.op, ast.USub) and isinstance(operand, int) and operand == 2**31:
            return Value("INT32_MIN", INT, small=True)
        found = self.value(node.operand)
        if not found.kind.is_number:
            raise RefusedError(node, "this is no number")
        if isinstance(node.op, ast.USub):
            if found.small and isinstance(node.operand, ast.Constant):
                return Value(f"(-{found.c})", INT, small=True)
            if found.kind == FLOAT:
                return self.fresh(FLOAT, f"-{found.c}")
            out = self.fresh(INT)
            self.put(f"TRY(__builtin_sub_overflow(0, {found.c}, &{out.c}), {node.lineno});")
            return out
        if isinstance(node.op, ast.Invert):
            if found.kind == FLOAT:
                raise RefusedError(node, "~ is for whole numbers")
            return self.fresh(INT, f"~{found.c}")
        return Value(found.c, FLOAT if found.kind == FLOAT else INT, found.small)

    def of_binop(self, node: ast.BinOp) -> Value:
        left = self.value(node.left)
        if not isinstance(node.right, ast.Constant):
            left = self.in_variable(left)
        return self.arithmetic(node, node.op, left, self.value(node.right))

    def arithmetic(self, node: ast.expr | ast.stmt, op: ast.operator, a: Value, b: Value) -> Value:
        if not (a.kind.is_number and b.kind.is_number):
            raise RefusedError(node, "piles and lists cannot be added: go through one by one")
        line = node.lineno
        if isinstance(op, ast.Div):
            self.put(f"TRY({b.c} == 0, {line});")
            return self.fresh(FLOAT, f"(double){a.c} / (double){b.c}")
        if FLOAT in (a.kind, b.kind):
            sign = _SIGNS.get(type(op))
            if sign is None:
                raise RefusedError(node, "this is for whole numbers only: say int(...)")
            return self.fresh(FLOAT, f"(double){a.c} {sign} (double){b.c}")
        if type(op) in _BITS:
            return self.fresh(INT, f"{a.c} {_BITS[type(op)]} {b.c}")
        out = self.fresh(INT)
        if type(op) in _OVERFLOW:
            name = f"__builtin_{_OVERFLOW[type(op)]}_overflow"
            self.put(f"TRY({name}({a.c}, {b.c}, &{out.c}), {line});")
        elif type(op) in _HELPED:
            self.put(f"TRY({_HELPED[type(op)]}({a.c}, {b.c}, &{out.c}), {line});")
        elif isinstance(op, ast.Pow) and b.small and not b.c.startswith(("-", "(-")):
            self.put(f"TRY(own_power({a.c}, {b.c}, &{out.c}), {line});")
        else:
            raise RefusedError(node, "** has a written exponent, 0 or more")
        return out

    # --- and, or, if

    def of_boolop(self, node: ast.BoolOp) -> Value:
        """The first value that decides, as Python gives it."""
        is_or = isinstance(node.op, ast.Or)
        mark, count, buffers = len(self.lines), self.count, len(self.buffers)
        first = self.value(node.values[0])
        kind = first.kind
        for one in node.values[1:]:  # only to learn the kind of the result
            kind = self.common(kind, first, self.value(one), node)
        del self.lines[mark:], self.buffers[buffers:]
        self.count = count
        out = self.room_for(kind)
        self._decide(node.values, is_or, out, node)
        return out

    def _decide(self, values: list[ast.expr], is_or: bool, out: Value, node: ast.AST) -> None:
        found = self.value(values[0])
        self.copy(out, found, node)
        if len(values) == 1:
            return
        test = self.true(found, node)
        self.put(f"if ({'!' if is_or else ''}{test}) {{")
        self.depth += 1
        self._decide(values[1:], is_or, out, node)
        self.depth -= 1
        self.put("}")

    def of_ifexp(self, node: ast.IfExp) -> Value:
        test = self.truth(node.test)
        sides: list[tuple[list[str], Value]] = []
        for side in (node.body, node.orelse):
            mark = len(self.lines)
            self.depth += 1
            found = self.value(side)
            self.depth -= 1
            sides.append((self.lines[mark:], found))
            del self.lines[mark:]
        (_, a), (_, b) = sides
        out = self.room_for(self.common(a.kind, a, b, node))
        for word, (lines, found) in zip((f"if ({test}) {{", "} else {"), sides, strict=True):
            self.put(word)
            self.lines += lines
            self.depth += 1
            self.copy(out, found, node)
            self.depth -= 1
        self.put("}")
        return out

    def common(self, kind: Kind, a: Value, b: Value, node: ast.AST) -> Kind:
        """The kind of what may be either."""
        if (kind == FLOAT and b.small) or (b.kind == FLOAT and a.small):
            return FLOAT
        if {kind.name, b.kind.name} == {"pile", "list"}:
            kind, other = self._as_list(kind), self._as_list(b.kind)
            return joined(kind, other) or kind
        found = joined(kind, b.kind)
        if found is None and kind.is_number and b.kind.is_number:
            raise RefusedError(node, "one side is a whole number and the other is not: say float()")
        if found is None:
            raise RefusedError(node, "its sides are not of one kind: use if and else")
        return found

    def _as_list(self, kind: Kind) -> Kind:
        if kind.name == "list":
            return kind
        place = self.layout.places[kind.of]
        return Kind("list", place.family, place.room)

    def room_for(self, kind: Kind) -> Value:
        if kind.name == "list":
            return Value(self.buffer(kind.length), kind)
        return self.fresh(kind)

    def buffer(self, n: int) -> str:
        name = f"l{self.number()}"
        self.buffers.append((name, n))
        return name

    def copy(self, out: Value, found: Value, node: ast.AST) -> None:
        if out.kind.name == "list":
            made = self.listed(found, node)
            self.put(f"memmove({out.c}, {made}, 4 * ({made}[0] + 1));")
        else:
            self.put(f"{out.c} = {found.c};")

    # --- comparisons

    def of_compare(self, node: ast.Compare) -> Value:
        out = self.fresh(INT)
        left: ast.expr = node.left
        known: Value | None = None
        opened = 0
        for op, right in zip(node.ops, node.comparators, strict=True):
            if opened:
                self.put(f"if ({out.c}) {{")
                self.depth += 1
            text, known = self._compared(op, left, known, right, node)
            self.put(f"{out.c} = {text};")
            left = right
            opened += 1
        for _ in range(opened - 1):
            self.depth -= 1
            self.put("}")
        return out

    def _compared(
        self, op: ast.cmpop, left: ast.expr, known: Value | None, right: ast.expr, node: ast.AST
    ) -> tuple[str, Value | None]:
        if isinstance(op, ast.In | ast.NotIn):
            sign = "" if isinstance(op, ast.In) else "!"
            return f"{sign}({self.contains(left, known, right, node)})", None
        sign = _COMPARED.get(type(op), "")
        if not sign:
            raise RefusedError(node, "`is` compares objects: use ==")
        for word, other in ((left, right), (right, left)):
            if isinstance(word, ast.Constant) and isinstance(word.value, str):
                if not isinstance(op, ast.Eq | ast.NotEq):
                    raise RefusedError(node, "words have no order here: compare them by == and !=")
                return f"{self.rule_code(other)} {sign} {self.word(word, other)}", None
        a = known or self.value(left)
        a = a if isinstance(right, ast.Constant) else self.in_variable(a)
        b = self.in_variable(self.value(right))
        if not (a.kind.is_number and b.kind.is_number):
            raise RefusedError(node, "piles cannot be compared: compare their len, or their cards")
        return f"({a.c} {sign} {b.c})", b

    def rule_code(self, node: ast.expr) -> str:
        name = node.attr if isinstance(node, ast.Attribute) and is_self(node.value) else ""
        if name not in self.layout.rules or self.layout.rules[name].words is None:
            raise RefusedError(
                node, 'a word is compared with a rule; a card by its name is CARDS["name"]'
            )
        return f"R[{list(self.layout.rules).index(name)}]"

    def word(self, node: ast.Constant, rule: ast.expr) -> int:
        """The code of a word of a rule; a word that it does not have is never equal."""
        words = self.layout.rules[rule.attr].words or ()  # type: ignore[attr-defined]
        if node.value not in words:
            raise RefusedError(node, f"the rule is {' or '.join(words)}, never {node.value!r}")
        return words.index(node.value)

    def contains(self, left: ast.expr, known: Value | None, right: ast.expr, node: ast.AST) -> str:
        if isinstance(right, ast.Tuple | ast.List) and right.elts:
            if all(isinstance(e, ast.Constant) and isinstance(e.value, str) for e in right.elts):
                codes = [self.word(e, left) for e in right.elts]  # type: ignore[arg-type]
                text = self.rule_code(left)
                return " || ".join(f"{text} == {code}" for code in codes)
            a = self.in_variable(known or self.value(left))
            parts = [self.in_variable(self.value(one)) for one in right.elts]
            if not all(one.kind.is_number for one in (a, *parts)):
                raise RefusedError(node, "`in` compares numbers and cards")
            return " || ".join(f"{a.c} == {one.c}" for one in parts)
        a = self.in_variable(known or self.value(left))
        if not a.kind.is_whole:
            raise RefusedError(node, "`in` looks for a whole number or a card")
        if isinstance(right, ast.Name) and not self.is_local(right.id):
            found = self.global_value(right)
            if isinstance(found, tuple) and all(isinstance(one, int) for one in found):
                return " || ".join(f"{a.c} == {int(one)}" for one in found) or "0"
        if _is_call(right, "range") and len(right.args) < 3:  # type: ignore[attr-defined]
            ends = [self.in_variable(self.whole_value(one)).c for one in right.args]  # type: ignore[attr-defined]
            low, high = ends if len(ends) == 2 else ("0", ends[0])
            return f"{low} <= {a.c} && {a.c} < {high}"
        where = self.value(right)
        if where.kind == SEATS:
            return f"(uint32_t){a.c} < (uint32_t)players"
        if where.kind.name == "pile":
            self.look_at_all(where, right.lineno)
            return f"own_find({self.pile(where)}, {a.c}) > 0"
        if where.kind.name == "list":
            return f"own_in({where.c}, {a.c})"
        if where.kind.name == "row":
            out = self.fresh(INT)
            one = self.row_loop(f"i{self.number()}", where, right.lineno, counted=False)
            self.put(f"{out.c} |= {one.c} == {a.c};")
            self.close(1)
            return out.c
        raise RefusedError(node, f"`in` cannot look into {ast.unparse(right)}")

    def is_local(self, name: str) -> bool:
        return name in self.kinds or any(name in scope for scope in self.scopes)

    # --- fields and places

    def of_attribute(self, node: ast.Attribute) -> Value:
        if is_self(node.value):
            return self.of_self(node)
        if isinstance(node.value, ast.Name) and not self.is_local(node.value.id):
            found = self.global_value(node.value)
            if isinstance(found, Cards):
                raise RefusedError(node, f"`{ast.unparse(node)}` cannot be translated")
        owner = self.value(node.value)
        if node.attr == "top" and owner.kind.name == "pile":
            pile = self.pile(owner)
            self.put(f"TRY({pile}[0] == 0, {node.lineno});")
            return self.card_at(owner, f"{pile}[0]", node.lineno)
        if owner.kind.name != "card":
            raise RefusedError(node, f"{ast.unparse(node.value)} has no {node.attr}")
        columns = self.layout.tables[owner.kind.of].columns
        if node.attr not in columns:
            hint = did_you_mean(node.attr, columns).rstrip(".")
            raise RefusedError(node, f"the cards have no column {node.attr}{hint}")
        return Value(f"{self.unit.array(columns[node.attr])}[{owner.c}]", INT)

    def of_self(self, node: ast.Attribute) -> Value:
        name, layout = node.attr, self.layout
        if name in ("seat", "stage"):
            return Value(f"s[{int(name == 'stage')}]", INT)
        if name == "players":
            return Value("players", INT)
        if name == "seats":
            return Value("", SEATS)
        if name in layout.rules:
            if layout.rules[name].words is not None:
                raise RefusedError(node, f"{name} is a word: compare it with one")
            return Value(f"R[{list(layout.rules).index(name)}]", INT)
        if name in layout.weights:
            return Value(f"c->W[{list(layout.weights).index(name)}]", FLOAT)
        if name in layout.piles:
            place = self.unit.places[name]
            return Value("0", Kind("piles" if layout.piles[name].by_seat else "pile", place))
        if name in self.unit.starts:
            shape = dict(layout.fields)[name]
            at = str(self.unit.starts[name])
            if shape == ():
                return Value(f"s[{at}]", INT)
            if len(shape) == 2:
                return Value(at, Kind("grid", -1, shape[0], shape[1]))
            by_seat = name in layout.seat_counters or layout.numbers[name].by_seat
            hidden = self.unit.places.get(name, -1)
            return Value(at, Kind("row", hidden, 0 if by_seat else shape[0]))
        raise RefusedError(node, f"self.{name} cannot be translated")

    def place_of(self, node: ast.Subscript) -> str:
        """Where in the state a number of a row stands."""
        row = self.value(node.value)
        if row.kind.name != "row":
            raise RefusedError(node, f"{ast.unparse(node)} cannot be set")
        return self.in_row(row, self.in_variable(self.whole_value(node.slice)), node.lineno)

    def in_row(self, row: Value, index: Value, line: int) -> str:
        n = row.kind.length or "players"
        least = row.kind.length or 1
        kind = index.kind
        if not (
            (index.small and index.c.isdigit() and int(index.c) < least)
            or (kind.name == "card" and len(self.layout.tables[kind.of]) <= least)
            or (kind == VIEWER and row.kind.length in (0, 8))
        ):
            self.put(f"TRY((uint32_t){index.c} >= (uint32_t){n}, {line});")
        if self.looking and row.kind.of >= 0:
            self.put(f"TRY(!({self.saw(row.kind.of, index.c)} >> c->viewer & 1), {line});")
        return f"{row.c} + {index.c}"

    def of_subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.slice, ast.Slice):
            raise RefusedError(node, NOT_YET[ast.Slice])
        if isinstance(node.value, ast.Name) and not self.is_local(node.value.id):
            return self.of_global_place(node, self.global_value(node.value))
        owner = self.value(node.value)
        index = self.in_variable(self.whole_value(node.slice))
        kind, line = owner.kind, node.lineno
        if kind.name == "row":
            return self.fresh(INT, f"s[{self.in_row(owner, index, line)}]")
        if kind.name == "grid":
            self.put(f"TRY((uint32_t){index.c} >= {kind.length}u, {line});")
            return Value(f"({owner.c} + {index.c} * {kind.width})", Kind("row", -1, kind.width))
        if kind.name == "piles":
            if index.kind == VIEWER:
                return Value(index.c, Kind("pile", kind.of, 0, 1))
            self.put(f"TRY((uint32_t){index.c} >= (uint32_t)players, {line});")
            return Value(index.c, Kind("pile", kind.of))
        if kind.name in ("pile", "list"):
            text = self.pile(owner) if kind.name == "pile" else owner.c
            at = self.fresh(INT, f"{index.c} < 0 ? {index.c} + {text}[0] : {index.c}")
            self.put(f"TRY((uint32_t){at.c} >= (uint32_t){text}[0], {line});")
            if kind.name == "list":
                of = INT if kind.of < 0 else card(kind.of)
                return self.fresh(of, f"{text}[{at.c} + 1]")
            return self.card_at(owner, f"{at.c} + 1", line)
        raise RefusedError(node, f"{ast.unparse(node.value)} has no places")

    def of_global_place(self, node: ast.Subscript, found: object) -> Value:
        if isinstance(found, Cards) and any(found is one for one in self.layout.tables):
            kind = card(next(k for k, one in enumerate(self.layout.tables) if one is found))
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                if node.slice.value not in found.names:
                    hint = did_you_mean(node.slice.value, found.names).rstrip(".")
                    raise RefusedError(node, f"there is no card {node.slice.value!r}{hint}")
                return Value(str(found.names.index(node.slice.value)), kind)
            return Value(self._bounded(node, len(found)).c, kind)
        if isinstance(found, tuple) and found:
            if all(isinstance(one, int) and -(2**31) <= one < 2**31 for one in found):
                array = self.unit.array(tuple(map(int, found)))
                return self.fresh(INT, f"{array}[{self._bounded(node, len(found)).c}]")
            raise RefusedError(node, f"{ast.unparse(node.value)} must hold whole numbers only")
        return self.constant(node.value, found)

    def _bounded(self, node: ast.Subscript, n: int) -> Value:
        index = self.in_variable(self.whole_value(node.slice))
        at = self.fresh(INT, f"{index.c} < 0 ? {index.c} + {n} : {index.c}")
        self.put(f"TRY((uint32_t){at.c} >= {n}u, {node.lineno});")
        return at


def _whole(value: int) -> str:
    return "INT32_MIN" if value == -(2**31) else f"({int(value)})"


def _double(value: float) -> str:
    if math.isnan(value):
        return '__builtin_nan("")'
    sign = "-" if value < 0 else ""
    return f"({value.hex()})" if math.isfinite(value) else f"({sign}__builtin_inf())"


def _is_call(node: ast.expr, name: str) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == name
        and not node.keywords
    )
