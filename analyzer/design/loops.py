"""Loops and generators of a rule in C, and how piles are looked at."""

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.design.cards import Cards
from analyzer.design.kinds import FLOAT, INT, SEATS, VIEWER, Kind, Value, card, joined
from analyzer.design.source import Method, RefusedError, is_self

if TYPE_CHECKING:
    from analyzer.design.layout import Layout
    from analyzer.design.translate import Unit

MOST_LIST = 4096  # what a list can hold
# Methods of a game: the fewest and the most values that are given to them.
SEAT_CALLS = {"after": (1, 1), "others": (1, 1), "end": (0, 0), "give_up": (0, 0), "roll": (3, 4)}


class Loops:
    """What goes through something."""

    unit: "Unit"
    layout: "Layout"
    method: Method
    looking: bool
    lines: list[str]
    depth: int
    kinds: dict[str, Kind]
    scopes: list[dict[str, Value]]
    sure: set[str]
    set_inside: set[str]
    count: int
    buffers: list[tuple[str, int]]

    if TYPE_CHECKING:
        # What its subclasses have.
        def value(self, node: ast.expr, void: bool = False) -> Value: ...
        def whole_value(self, node: ast.expr) -> Value: ...
        def truth(self, node: ast.expr) -> str: ...
        def true(self, found: Value, node: ast.AST) -> str: ...
        def fresh(self, kind: Kind, text: str = "0") -> Value: ...
        def in_variable(self, value: Value) -> Value: ...
        def put(self, line: str) -> None: ...
        def number(self) -> int: ...
        def buffer(self, n: int) -> str: ...
        def is_local(self, name: str) -> bool: ...
        def global_value(self, node: ast.Name) -> object: ...
        def arithmetic(
            self, node: ast.expr | ast.stmt, op: ast.operator, a: Value, b: Value
        ) -> Value: ...
        def set_local(self, name: str, found: Value, node: ast.AST) -> None: ...
        def shared(self, what: str, node: ast.Call) -> Value | None: ...

    # --- piles

    def pile(self, found: Value) -> str:
        """Where a pile begins."""
        place = self.layout.places[found.kind.of]
        at = self.unit.starts[place.name]
        return f"(s + {at})" if place.many == 1 else f"(s + {at} + {found.c} * {place.stride})"

    def saw(self, place: int, owner: str) -> str:
        """The seats that see a place, as bits."""
        found = self.layout.places[place]
        if found.rule >= 0:
            return f"own_sees(PLACES + {place}, R, {owner})"
        return {0: "0", 1: f"(1 << {owner})", 2: "0xFF"}[found.sees[0]]

    def is_open(self, kind: Kind) -> bool:
        """Does the viewer see all of this pile, whatever lies there?"""
        found = self.layout.places[kind.of]
        return found.rule < 0 and (found.sees == (2,) or (found.sees == (1,) and kind.width == 1))

    def look_at_all(self, found: Value, line: int) -> None:
        if self.looking and not self.is_open(found.kind):
            saw = self.saw(found.kind.of, found.c)
            self.put(f"TRY(own_hidden(c, {self.pile(found)}, {saw}), {line});")

    def card_at(self, found: Value, place: str, line: int) -> Value:
        """The kind of a card of a pile, by its place from 1."""
        of = self.layout.places[found.kind.of].family
        one = self.fresh(INT, f"{self.pile(found)}[{place}]")
        if self.looking and not self.is_open(found.kind):
            saw = self.saw(found.kind.of, found.c)
            self.put(f"TRY(!(({saw} | {one.c} >> OWN_KNOWN) >> c->viewer & 1), {line});")
        return Value(f"({one.c} & OWN_KIND)", card(of))

    def listed(self, found: Value, node: ast.AST) -> str:
        """A pile or a list, as a list."""
        if found.kind.name == "list":
            return found.c
        if found.kind.name != "pile":
            raise RefusedError(node, "this is no pile and no list")
        room = self.layout.places[found.kind.of].room
        self.look_at_all(found, getattr(node, "lineno", 0))
        out: str = self.buffer(room)
        i, pile = f"i{self.number()}", self.pile(found)
        self.put(f"{out}[0] = {pile}[0];")
        self.put(
            f"for (int32_t {i} = 1; {i} <= {pile}[0]; {i}++) {out}[{i}] = {pile}[{i}] & OWN_KIND;"
        )
        return out

    def seen(self, found: Value, node: ast.Call) -> Value:
        """The cards that a seat knows, as a list."""
        seat = self.seat(node, 0)
        place = self.layout.places[found.kind.of]
        out, i, pile = self.buffer(place.room), f"i{self.number()}", self.pile(found)
        saw = self.saw(found.kind.of, found.c)
        self.put(f"{out}[0] = 0;")
        self.put(f"for (int32_t {i} = 1; {i} <= {pile}[0]; {i}++)")
        self.put(f"    if (({saw} | {pile}[{i}] >> OWN_KNOWN) >> {seat} & 1)")
        self.put(f"        {out}[++{out}[0]] = {pile}[{i}] & OWN_KIND;")
        return Value(out, Kind("list", place.family, place.room))

    def seat(self, node: ast.Call, place: int) -> str:
        """An argument that must be a seat."""
        found = self.in_variable(self.whole_value(node.args[place]))
        if found.kind != VIEWER:
            self.put(f"TRY((uint32_t){found.c} >= (uint32_t)players, {node.lineno});")
        text: str = found.c
        return text

    # --- loops

    def loop(self, target: ast.expr, over: ast.expr, scope: dict[str, Value] | None = None) -> int:
        """Begins a loop; what is put next is its body. Returns how many braces close it."""
        count: ast.expr | None = None
        if called_name(over) == "enumerate" and isinstance(target, ast.Tuple):
            if len(over.args) != 1 or len(target.elts) != 2:  # type: ignore[attr-defined]
                raise RefusedError(over, "enumerate is written: for place, card in enumerate(pile)")
            count, target = target.elts
            over = over.args[0]  # type: ignore[attr-defined]
        if not isinstance(target, ast.Name):
            raise RefusedError(target, "a loop has one variable, or two with enumerate")
        i = f"i{self.number()}"
        item = self.begin_loop(i, over)
        if count is not None:
            if not isinstance(count, ast.Name):
                raise RefusedError(count, "a loop has plain variables")
            self.bind(count, Value(f"{i}_n", INT), scope)
        self.bind(target, item, scope)
        return 1

    def bind(self, target: ast.Name, found: Value, scope: dict[str, Value] | None) -> None:
        if scope is None:
            self.set_local(target.id, found, target)
        else:
            scope[target.id] = self.in_variable(found)

    def close(self, ends: int) -> None:
        for _ in range(ends):
            self.depth -= 1
            self.put("}")

    def open_loop(self, i: str, start: str, test: str, step: str = "1") -> None:
        """A counted loop; i_n counts its turns from 0."""
        self.put(f"for (int32_t {i} = {start}, {i}_n = 0; {test}; {i} += {step}, {i}_n++) {{")
        self.depth += 1
        self.put(f"(void){i}_n;")

    def begin_loop(self, i: str, over: ast.expr) -> Value:
        line = over.lineno
        if called_name(over) == "range":
            return self.range_loop(i, over)  # type: ignore[arg-type]
        if called_name(over) == "list" and len(over.args) == 1:  # type: ignore[attr-defined]
            made = Value(*self._as_list_value(over.args[0]))  # type: ignore[attr-defined]
            self.put(f"STEPS({made.c}[0], {line});")
            return self.list_loop(i, made, line)
        if isinstance(over, ast.Tuple | ast.List) and over.elts:
            parts = [self.in_variable(self.whole_value(one)) for one in over.elts]
            return self.written_loop(i, parts)
        if isinstance(over, ast.Name) and not self.is_local(over.id):
            found = self.global_value(over)
            if isinstance(found, Cards):
                return self.table_loop(i, found, over)
            if isinstance(found, tuple) and found and all(map(_is_whole, found)):
                array = self.unit.array(tuple(map(int, found)))
                self.put(f"STEPS({len(found)}, {line});")
                self.open_loop(i, "0", f"{i} < {len(found)}")
                return Value(f"{array}[{i}]", INT)
        if method_name(over) == "others" and is_self(over.func.value):  # type: ignore[attr-defined]
            check_arguments(over, "others", SEAT_CALLS)  # type: ignore[arg-type]
            me = self.seat(over, 0)  # type: ignore[arg-type]
            self.put(f"STEPS(players - 1, {line});")
            self.put(f"for (int32_t {i} = 0, {i}_n = -1; {i} < players; {i}++) {{")
            self.depth += 1
            self.put(f"if ({i} == {me}) continue;")
            self.put(f"{i}_n++;")
            return Value(i, INT)
        found = self.value(over)
        if found.kind == SEATS:
            self.open_loop(i, "0", f"{i} < players")
            return Value(i, INT)
        if found.kind.name == "list":
            return self.list_loop(i, found, line)
        if found.kind.name == "row":
            return self.row_loop(i, found, line)
        if found.kind.name == "pile":
            return self.pile_loop(i, found, line)
        raise RefusedError(
            over,
            "a loop goes through a pile, a list, self.seats, self.others(me), range(...), numbers "
            "or a table of cards",
        )

    def _as_list_value(self, over: ast.expr) -> tuple[str, Kind]:
        found = self.value(over)
        if found.kind.name == "list":
            return found.c, found.kind
        if found.kind.name != "pile":
            raise RefusedError(over, "list(...) is made of a pile")
        place = self.layout.places[found.kind.of]
        return self.listed(found, over), Kind("list", place.family, place.room)

    def range_loop(self, i: str, over: ast.Call) -> Value:
        check_arguments(over, "range", {"range": (1, 3)})
        given = [self.in_variable(self.whole_value(one)).c for one in over.args]
        step = 1
        if len(given) == 3:
            try:
                step = int(ast.literal_eval(over.args[2]))
            except ValueError:
                step = 0
            if step == 0:
                raise RefusedError(over, "the step of a range is a written number, not 0")
        low, high = ("0", given[0]) if len(given) == 1 else given[:2]
        size = f"(int64_t){high} - {low}" if step > 0 else f"(int64_t){low} - {high}"
        n = f"n{self.number()}"
        self.put(f"int64_t {n} = ({size} + {abs(step) - 1}) / {abs(step)};")
        self.put(f"STEPS({n} > 0 ? {n} : 0, {over.lineno});")
        self.put(f"for (int64_t {i}_n = 0; {i}_n < {n}; {i}_n++) {{")
        self.depth += 1
        self.put(f"const int32_t {i} = (int32_t)({low} + {i}_n * ({step}));")
        return Value(i, INT)

    def written_loop(self, i: str, parts: list[Value]) -> Value:
        kind = parts[0].kind
        for one in parts[1:]:
            kind = joined(kind, one.kind) or INT
        name = f"w{self.number()}"
        listed = ", ".join(one.c for one in parts)
        self.put(f"const int32_t {name}[] = {{{listed}}};")
        self.open_loop(i, "0", f"{i} < {len(parts)}")
        return Value(f"{name}[{i}]", kind)

    def table_loop(self, i: str, found: Cards, node: ast.AST) -> Value:
        for k, table in enumerate(self.layout.tables):
            if table is found:
                there = self.unit.array(tuple(map(int, found)))
                n = sum(count != 0 for count in table.counts)
                self.put(f"STEPS({len(table)}, {getattr(node, 'lineno', 0)});")
                self.open_loop(i, "0", f"{i} < {n}")
                return Value(f"{there}[{i}]", card(k))
        raise RefusedError(node, "no pile of the game has these cards")

    def list_loop(self, i: str, found: Value, line: int) -> Value:
        if found.c.removeprefix("v_") in self.set_inside:  # the loop goes through the old list
            kept = self.buffer(found.kind.length)
            self.put(f"memcpy({kept}, {found.c}, 4 * ({found.c}[0] + 1));")
            found = Value(kept, found.kind)
        self.put(f"STEPS({found.c}[0], {line});")
        self.open_loop(i, "1", f"{i} <= {found.c}[0]")
        return Value(f"{found.c}[{i}]", INT if found.kind.of < 0 else card(found.kind.of))

    def row_loop(self, i: str, found: Value, line: int, counted: bool = True) -> Value:
        found = Value(self.in_variable(Value(found.c, INT)).c, found.kind)
        n = found.kind.length or "players"
        if counted:
            self.put(f"STEPS({n}, {line});")
        self.open_loop(i, "0", f"{i} < {n}")
        if self.looking and found.kind.of >= 0:
            self.put(f"TRY(!({self.saw(found.kind.of, i)} >> c->viewer & 1), {line});")
        return Value(f"s[{found.c} + {i}]", INT)

    def pile_loop(self, i: str, found: Value, line: int) -> Value:
        if found.c != "0":
            found = Value(self.in_variable(Value(found.c, INT)).c, found.kind)
        pile, n = self.pile(found), f"n{self.number()}"
        self.put(f"const int32_t {n} = {pile}[0];")
        self.put(f"STEPS({n}, {line});")
        self.put(f"for (int32_t {i} = 1, {i}_n = 0; ; {i}++, {i}_n++) {{")
        self.depth += 1
        self.put(f"TRY({pile}[0] != {n}, {line});")
        self.put(f"if ({i} > {n}) break;")
        return self.card_at(found, i, line)

    # --- generators

    def gathered(self, what: str, node: ast.Call | ast.ListComp, given: ast.expr) -> Value:
        """sum, any, all, max, min and lists over what a generator gives, one by one."""
        if what != "list" and isinstance(node, ast.Call):
            shared = self.shared(what, node)
            if shared is not None:
                return shared
        made = given if isinstance(given, ast.GeneratorExp | ast.ListComp) else each(given)
        key, default = None, None
        for word in getattr(node, "keywords", []):
            if word.arg == "key" and isinstance(word.value, ast.Lambda) and what in ("max", "min"):
                key = word.value
            elif word.arg == "default" and what in ("max", "min"):
                default = word.value
            else:
                raise RefusedError(node, f"{what} takes key=lambda card: ..., and default=")
        kind, key_kind, longest = self._tried(made, key, what)
        out = self._gathering_place(what, kind, longest, node)
        some = self.fresh(INT)
        top = self.fresh(key_kind) if key is not None else out
        end = f"g{self.number()}"
        scope: dict[str, Value] = {}
        self.scopes.append(scope)
        depth = self.depth
        for generator in made.generators:
            self.loop(generator.target, generator.iter, scope)
            for test in generator.ifs:
                self.put(f"if (!{self.truth(test)}) continue;")
        self._gather(what, made.elt, key, out, some, top, end, node)
        while self.depth > depth:
            self.close(1)
        self.scopes.pop()
        if what in ("any", "all"):
            self.put(f"{end}:;")
        if what in ("max", "min"):
            return self._if_none(some, default, out, node)
        return out

    def _gathering_place(self, what: str, kind: Kind, n: int, node: ast.AST) -> Value:
        if what == "list":
            if n > MOST_LIST:
                raise RefusedError(node, f"this list could become longer than {MOST_LIST}")
            out = Value(self.buffer(n), Kind("list", kind.of if kind.name == "card" else -1, n))
            self.put(f"{out.c}[0] = 0;")
            return out
        of = INT if what in ("any", "all") else kind
        found: Value = self.fresh(of, "1" if what == "all" else "0")
        return found

    def _tried(
        self, made: ast.GeneratorExp | ast.ListComp, key: ast.Lambda | None, what: str
    ) -> tuple[Kind, Kind, int]:
        """The kind of what a generator gives, and of its key, and how long a list of it can become:
        found by a trial."""
        mark, count, depth, buffers = len(self.lines), self.count, self.depth, len(self.buffers)
        longest = 1
        scope: dict[str, Value] = {}
        self.scopes.append(scope)
        for generator in made.generators:
            longest *= self._longest(generator.iter, made) if what == "list" else 1
            self.loop(generator.target, generator.iter, scope)
            for test in generator.ifs:
                self.truth(test)
        found, key_kind = (INT, INT)
        if what not in ("any", "all"):
            one = self.value(made.elt)
            found = one.kind
            if key is not None:
                scope[key.args.args[0].arg] = one
                key_kind = self.value(key.body).kind
        self.scopes.pop()
        del self.lines[mark:], self.buffers[buffers:]
        self.count, self.depth = count, depth
        if not found.is_number or not key_kind.is_number or (what == "list" and found == FLOAT):
            raise RefusedError(made, f"{what}(...) goes over whole numbers and cards")
        if what == "sum" and found.is_whole:
            found = INT
        return found, key_kind, longest

    def _gather(
        self,
        what: str,
        elt: ast.expr,
        key: ast.Lambda | None,
        out: Value,
        some: Value,
        top: Value,
        end: str,
        node: ast.expr,
    ) -> None:
        if what in ("any", "all"):
            sign, now = ("", "1") if what == "any" else ("!", "0")
            self.put(f"if ({sign}{self.truth(elt)}) {{ {out.c} = {now}; goto {end}; }}")
            return
        one = self.in_variable(self.value(elt))
        if what == "sum":
            made = self.arithmetic(node, ast.Add(), out, one)
            self.put(f"{out.c} = {made.c};")
        elif what == "list":
            self.put(f"{out.c}[++{out.c}[0]] = {one.c};")
        else:
            measured = one
            if key is not None:
                self.scopes.append({key.args.args[0].arg: one})
                measured = self.in_variable(self.value(key.body))
                self.scopes.pop()
            sign = ">" if what == "max" else "<"
            also = f" {top.c} = {measured.c};" if key is not None else ""
            self.put(
                f"if (!{some.c} || {measured.c} {sign} {top.c}) "
                f"{{ {some.c} = 1; {out.c} = {one.c};{also} }}"
            )

    def _if_none(
        self, some: Value, default: ast.expr | None, out: Value, node: ast.Call | ast.ListComp
    ) -> Value:
        if default is None:
            self.put(f"TRY(!{some.c}, {node.lineno});")
            return out
        found = self.value(default)
        if found.kind == FLOAT and out.kind != FLOAT:
            raise RefusedError(node, "the default is a float, and the rest are whole numbers")
        self.put(f"if (!{some.c}) {out.c} = {found.c};")
        return Value(out.c, FLOAT if out.kind == FLOAT else joined(out.kind, found.kind) or INT)

    def _longest(self, over: ast.expr, node: ast.AST) -> int:
        """How often a loop can turn."""
        if called_name(over) in ("enumerate", "list") and over.args:  # type: ignore[attr-defined]
            return self._longest(over.args[0], node)  # type: ignore[attr-defined]
        if called_name(over) == "range":
            ends = [getattr(one, "value", None) for one in over.args]  # type: ignore[attr-defined]
            if 1 <= len(ends) <= 3 and all(isinstance(end, int) for end in ends):
                return max(1, len(range(*ends)))  # type: ignore[arg-type]
            raise RefusedError(node, "a list over a range needs written numbers")
        if isinstance(over, ast.Tuple | ast.List):
            return len(over.elts)
        if method_name(over) == "others":
            return 8
        if isinstance(over, ast.Name) and not self.is_local(over.id):
            found = self.global_value(over)
            return len(found) if isinstance(found, Cards | tuple) else 1
        mark, count, buffers = len(self.lines), self.count, len(self.buffers)
        kind: Kind = self.value(over).kind
        del self.lines[mark:], self.buffers[buffers:]
        self.count = count
        if kind.name == "pile":
            return max(1, self.layout.places[kind.of].room)
        return 8 if kind == SEATS else max(1, kind.length or 8)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and -(2**31) <= value < 2**31


def called_name(node: ast.expr) -> str:
    """The name of the function that is called; "" if it is none."""
    plain = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords
    return node.func.id if plain else ""  # type: ignore[attr-defined]


def check_arguments(node: ast.Call, name: str, known: Mapping[str, tuple[int, int]]) -> None:
    """As many arguments as there may be: Python would refuse others when it comes to them."""
    low, high = known[name]
    if not low <= len(node.args) <= high:
        many = f"{low}" if low == high else f"{low} to {high}"
        values = "value" if high == 1 else "values"
        raise RefusedError(node, f"{name} takes {many} {values}; got {len(node.args)}")


def method_name(node: ast.expr) -> str:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return node.func.attr if called else ""  # type: ignore[attr-defined]


def each(given: ast.expr) -> ast.GeneratorExp:
    """(x for x in given)"""
    name = ast.Name("_each", ast.Store())
    loaded = ast.Name("_each", ast.Load())
    made = ast.GeneratorExp(loaded, [ast.comprehension(name, given, [], 0)])
    for node in (name, loaded, made):
        ast.copy_location(node, given)
    return made
