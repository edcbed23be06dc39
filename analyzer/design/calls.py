"""Calls in a rule, in C: functions, methods of the game, and what can be done with piles."""

import ast

from analyzer.design.cards import Cards
from analyzer.design.kinds import FLOAT, INT, NOTHING, SEATS, Kind, Value
from analyzer.design.loops import SEAT_CALLS, Loops, check_arguments
from analyzer.design.source import Method, RefusedError, is_self
from analyzer.errors import did_you_mean

OVER_EACH = ("sum", "any", "all", "max", "min", "list")
PILE_CHANGES = ("deal", "move", "move_all", "swap", "show", "shuffle", "fill")
# Methods of a pile: the fewest and the most values that are given to them.
PILE_CALLS = {
    "deal": (1, 2),
    "move": (2, 2),
    "move_all": (1, 1),
    "swap": (1, 1),
    "show": (1, 2),
    "shuffle": (2, 2),
    "fill": (0, 0),
    "count": (1, 1),
    "seen": (1, 1),
}
ROW_CALLS = {"fill": (1, 1), "count": (1, 1)}
NOT_OF_PILES = ("append", "pop", "remove", "insert", "sort", "clear", "extend", "draw", "add")


class Calls(Loops):
    """What is called."""

    def of_listcomp(self, node: ast.ListComp) -> Value:
        return self.gathered("list", node, node)

    def of_call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Name):
            return self.of_function(node, node.func.id)
        if not isinstance(node.func, ast.Attribute):
            raise RefusedError(node, f"`{ast.unparse(node)}` cannot be translated")
        if is_self(node.func.value):
            return self.of_game(node, node.func.attr)
        owner = self.value(node.func.value)
        if owner.kind.name == "pile":
            return self.of_pile(node, node.func.attr, owner)
        if node.func.attr == "fill" and owner.kind.name in ("row", "grid"):
            check_arguments(node, "fill", ROW_CALLS)
            return self.fill_numbers(node, owner)
        if owner.kind.name == "list" and node.func.attr == "count":
            check_arguments(node, "count", ROW_CALLS)
            one = self.in_variable(self.whole_value(node.args[0]))
            out, i = self.fresh(INT), f"i{self.number()}"
            self.put(
                f"for (int32_t {i} = 1; {i} <= {owner.c}[0]; {i}++) "
                f"{out.c} += {owner.c}[{i}] == {one.c};"
            )
            counted: Value = out
            return counted
        raise RefusedError(node, f"`{ast.unparse(node)}` cannot be translated")

    def of_function(self, node: ast.Call, name: str) -> Value:
        if name in OVER_EACH and len(node.args) == 1:
            return self.gathered(name, node, node.args[0])
        if name in self.unit.text.functions:
            return self.invoke(self.unit.text.functions[name], node)
        if node.keywords:
            raise RefusedError(node, "arguments are given in their order")
        if name in ("max", "min") and len(node.args) > 1:
            return self.of_best(node, name)
        made = getattr(self, f"of_{name}_call", None)
        if made is None or len(node.args) != 1:
            raise RefusedError(node, _REFUSED_CALLS.get(name, f"{name}(...) cannot be translated"))
        found: Value = made(node, node.args[0])
        return found

    def of_best(self, node: ast.Call, name: str) -> Value:
        parts = [self.in_variable(self.value(one)) for one in node.args]
        kind = parts[0].kind
        for one in parts[1:]:
            kind = self.common(kind, parts[0], one, node)  # type: ignore[attr-defined]
        if not kind.is_number:
            raise RefusedError(node, f"{name} compares numbers")
        out = self.fresh(kind, parts[0].c)
        sign = ">" if name == "max" else "<"
        for one in parts[1:]:
            self.put(f"if ({one.c} {sign} {out.c}) {out.c} = {one.c};")
        best: Value = out
        return best

    def of_len_call(self, node: ast.Call, given: ast.expr) -> Value:
        if isinstance(given, ast.Name) and not self.is_local(given.id):
            found = self.global_value(given)
            if isinstance(found, Cards | tuple):
                return Value(str(len(found)), INT, small=True)
        found = self.value(given)
        kind = found.kind
        if kind.name == "pile":
            return Value(f"{self.pile(found)}[0]", INT)
        if kind.name == "list":
            return Value(f"{found.c}[0]", INT)
        if kind == SEATS or kind.name == "piles" or (kind.name == "row" and not kind.length):
            return Value("players", INT)
        if kind.name in ("row", "grid"):
            return Value(str(kind.length), INT, small=True)
        raise RefusedError(node, "len is for piles, lists and rows of numbers")

    def of_abs_call(self, node: ast.Call, given: ast.expr) -> Value:
        found = self.in_variable(self.value(given))
        if found.kind == FLOAT:
            made: Value = self.fresh(FLOAT, f"__builtin_fabs({found.c})")
            return made
        self.put(f"TRY({found.c} == INT32_MIN, {node.lineno});")
        whole: Value = self.fresh(INT, f"{found.c} < 0 ? -{found.c} : {found.c}")
        return whole

    def of_int_call(self, node: ast.Call, given: ast.expr) -> Value:
        found = self.value(given)
        if found.kind != FLOAT:
            if not found.kind.is_number:
                raise RefusedError(node, "int(...) is made of a number")
            return Value(found.c, INT)
        out: Value = self.fresh(INT)
        self.put(f"TRY(own_int({found.c}, &{out.c}), {node.lineno});")
        return out

    def of_float_call(self, node: ast.Call, given: ast.expr) -> Value:
        found = self.value(given)
        if not found.kind.is_number:
            raise RefusedError(node, "float(...) is made of a number")
        made: Value = self.fresh(FLOAT, f"(double){found.c}")
        return made

    def of_bool_call(self, _: ast.Call, given: ast.expr) -> Value:
        made: Value = self.fresh(INT, self.truth(given))
        return made

    def invoke(self, method: Method, node: ast.Call) -> Value:
        """A method of the game, or a function of its file."""
        if node.keywords:
            raise RefusedError(node, "arguments are given in their order")
        wanted = len(method.tree.args.args) - method.own
        if len(node.args) != wanted:
            values = "value" if wanted == 1 else "values"
            raise RefusedError(node, f"{method.name} takes {wanted} {values}; got {len(node.args)}")
        given = [self.kept_value(self.value(one)) for one in node.args]
        for one in given:
            if one.kind == NOTHING or one.kind.name in ("seats", "grid", "piles"):
                raise RefusedError(node, "a number, a card, a pile or a list can be given")
        return self.call(method, given, node)

    def call(self, method: Method, given: list[Value], node: ast.Call) -> Value:
        """The call of a function in C."""
        kinds = tuple(INT if one.kind == INT else one.kind for one in given)
        name, kind = self.unit.function(method, kinds, self.looking, node)
        text = f"{name}(c{''.join(f', {one.c}' for one in given)})"
        if kind == NOTHING:
            self.put(f"{text};")
            self.put("CALLED;")
            return Value("0", NOTHING)
        out: Value = self.fresh(kind, text)
        self.put("CALLED;")
        return out

    def kept_value(self, found: Value) -> Value:
        if found.kind.name in ("list", "row"):
            return found
        kept: Value = self.in_variable(found)
        return kept

    def of_game(self, node: ast.Call, name: str) -> Value:
        made = getattr(self, f"game_{name}", None)
        if made is not None:
            if node.keywords:
                raise RefusedError(node, "arguments are given in their order")
            if name in SEAT_CALLS:
                check_arguments(node, name, SEAT_CALLS)
            found: Value = made(node)
            return found
        if name in self.unit.text.methods:
            return self.invoke(self.unit.text.methods[name], node)
        hint = did_you_mean(name, self.unit.text.methods).rstrip(".")
        raise RefusedError(node, f"there is no method {name}{hint}")

    def game_may(self, node: ast.Call) -> Value:
        what = node.args[0] if node.args else None
        name = what.attr if isinstance(what, ast.Attribute) and is_self(what.value) else ""
        form = next((one for one in self.layout.moves if one.name == name), None)
        if form is None or len(node.args) - 1 != len(form.sizes):
            raise RefusedError(node, "self.may takes a move and what is given to it")
        code = str(form.base)
        parts = [self.in_variable(self.whole_value(one)) for one in node.args[1:]]
        for k, (one, size) in enumerate(zip(parts, form.sizes, strict=True)):
            table = form.cards[k]
            if table is None or one.kind.name != "card" or not self.is_table(one.kind, table):
                self.put(f"TRY((uint32_t){one.c} >= {size}u, {node.lineno});")
            scale = 1
            for later in form.sizes[k + 1 :]:
                scale *= later
            code += f" + {one.c} * {scale}"
        self.put(f"TRY(c->n >= c->room, {node.lineno});")
        self.put(f"c->moves[c->n++] = {code};")
        return Value("0", NOTHING)

    def is_table(self, kind: Kind, table: Cards) -> bool:
        """Is it a card of this table? Then its number is one of its rows."""
        return self.layout.tables[kind.of] is table

    def game_after(self, node: ast.Call) -> Value:
        seat = self.seat(node, 0)
        made: Value = self.fresh(INT, f"{seat} + 1 == players ? 0 : {seat} + 1")
        return made

    def game_others(self, node: ast.Call) -> Value:
        me, out, i = self.seat(node, 0), self.buffer(8), f"i{self.number()}"
        self.put(f"{out}[0] = 0;")
        self.put(f"for (int32_t {i} = 0; {i} < players; {i}++)")
        self.put(f"    if ({i} != {me}) {out}[++{out}[0]] = {i};")
        return Value(out, Kind("list", -1, 8))

    def game_end(self, _: ast.Call) -> Value:
        self.put("s[OVER] = 1;")
        return Value("0", NOTHING)

    def game_give_up(self, _: ast.Call) -> Value:
        self.put("s[OVER] = 2;")
        return Value("0", NOTHING)

    def game_roll(self, node: ast.Call) -> Value:
        line = node.lineno
        sides = self.in_variable(self.whole_value(node.args[0])).c
        occasion = self.in_variable(self.whole_value(node.args[2])).c
        k = self.in_variable(self.whole_value(node.args[3])).c if len(node.args) > 3 else "0"
        if self.looking:
            self.put(f"FAIL({line});")
        self.put(f"TRY({sides} < 1 || {k} < 0 || {k} > 1000000, {line});")
        purpose = self.unit.text.purposes[node.args[1].value]  # type: ignore[attr-defined]
        made: Value = self.fresh(
            INT, f"own_roll(s, {sides}, {purpose}u, (uint32_t){occasion}, {k})"
        )
        return made

    def fill_numbers(self, node: ast.Call, owner: Value) -> Value:
        what = self.in_variable(self.whole_value(node.args[0])).c
        kind, i = owner.kind, f"i{self.number()}"
        n = kind.length * kind.width if kind.name == "grid" else kind.length or "players"
        self.put(f"for (int32_t {i} = 0; {i} < {n}; {i}++) s[{owner.c} + {i}] = {what};")
        return Value("0", NOTHING)

    def of_pile(self, node: ast.Call, name: str, owner: Value) -> Value:
        if name in NOT_OF_PILES:
            raise RefusedError(
                node,
                f"a pile has no {name}: cards only move, by deal(to, n), move(card, to), "
                "move_all(to) and swap(other)",
            )
        if node.keywords:
            raise RefusedError(node, "arguments are given in their order")
        if name in PILE_CALLS:
            check_arguments(node, name, PILE_CALLS)
        if name == "count":
            one = self.in_variable(self.whole_value(node.args[0])).c
            self.look_at_all(owner, node.lineno)
            text = f"own_count({self.pile(owner)}, {one})"
            kept = self.unit.memory.counts(owner.kind.of) if self.looking else None
            if kept is not None:
                kinds = len(self.layout.tables[self.layout.places[owner.kind.of].family])
                memory = f"&c->memory->counted_{kept}, c->memory->counts_{kept}[{owner.c}]"
                text = f"own_counted({self.pile(owner)}, {owner.c}, {memory}, {kinds}, {one})"
            counted: Value = self.fresh(INT, text)
            return counted
        if name == "seen":
            return self.seen(owner, node)
        if name not in PILE_CHANGES:
            raise RefusedError(node, f"a pile has no {name}")
        getattr(self, f"pile_{name}")(node, owner)
        return Value("0", NOTHING)

    def target(self, node: ast.Call, place: int, owner: Value) -> Value:
        found = self.value(node.args[place])
        if found.kind.name != "pile":
            raise RefusedError(node, "cards go to a pile")
        mine, other = (self.layout.places[one.kind.of].family for one in (owner, found))
        if mine != other:
            raise RefusedError(node, "the two piles hold different cards")
        return Value(found.c, found.kind)

    def room(self, found: Value) -> int:
        return self.layout.places[found.kind.of].room

    def pile_deal(self, node: ast.Call, owner: Value) -> None:
        to = self.target(node, 0, owner)
        n = self.in_variable(self.whole_value(node.args[1])).c if len(node.args) > 1 else "1"
        saw = self.saw(owner.kind.of, owner.c)
        self.put(
            f"TRY(own_deal({self.pile(owner)}, {saw}, {self.pile(to)}, {self.room(to)}, {n}), "
            f"{node.lineno});"
        )

    def pile_move(self, node: ast.Call, owner: Value) -> None:
        what = self.in_variable(self.whole_value(node.args[0])).c
        to = self.target(node, 1, owner)
        saw, see = self.saw(owner.kind.of, owner.c), self.saw(to.kind.of, to.c)
        self.put(
            f"TRY(own_move({self.pile(owner)}, {saw}, {what}, {self.pile(to)}, {see}, "
            f"{self.room(to)}, c->everyone, s, CLOCK, PLACES, N_PLACES), {node.lineno});"
        )

    def pile_move_all(self, node: ast.Call, owner: Value) -> None:
        to = self.target(node, 0, owner)
        saw = self.saw(owner.kind.of, owner.c)
        self.put(
            f"TRY(own_move_all({self.pile(owner)}, {saw}, {self.pile(to)}, {self.room(to)}), "
            f"{node.lineno});"
        )

    def pile_swap(self, node: ast.Call, owner: Value) -> None:
        to = self.target(node, 0, owner)
        saw, other = self.saw(owner.kind.of, owner.c), self.saw(to.kind.of, to.c)
        self.put(
            f"TRY(own_swap({self.pile(owner)}, {saw}, {self.room(owner)}, {self.pile(to)}, "
            f"{other}, {self.room(to)}), {node.lineno});"
        )

    def pile_show(self, node: ast.Call, owner: Value) -> None:
        seat = self.seat(node, 0)
        if len(node.args) > 1:
            what = self.in_variable(self.whole_value(node.args[1])).c
            text = f"own_show_card({self.pile(owner)}, {seat}, {what})"
            self.put(f"TRY({text}, {node.lineno});")
        else:
            self.put(f"own_show({self.pile(owner)}, {seat});")

    def pile_shuffle(self, node: ast.Call, owner: Value) -> None:
        occasion = self.in_variable(self.whole_value(node.args[1])).c
        purpose = self.unit.text.purposes[node.args[0].value]  # type: ignore[attr-defined]
        self.put(
            f"core.shuffle(c->table, s, {owner.kind.of}, {owner.c}, {purpose}u, "
            f"(uint32_t){occasion});"
        )

    def pile_fill(self, node: ast.Call, owner: Value) -> None:
        self.put(f"TRY(core.fill(c->table, s, {owner.kind.of}, {owner.c}), {node.lineno});")


_REFUSED_CALLS = {
    "sorted": "sorted(...) cannot be translated: max(..., key=lambda card: ...) finds the best one",
    "zip": "zip(...) cannot be translated: use a loop over range",
    "print": "print works interpreted only: take it out",
    "round": "round(...) cannot be translated: int(x + 0.5) rounds what is not negative",
    "reversed": "reversed(...) cannot be translated: use range(n - 1, -1, -1)",
}
