"""Writes random rules and random games in files, for the comparison of both modes."""

import random

from support.own_games import HEAD

NUMBERS = (
    *(f"(# {sign} #)" for sign in ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>")),
    *("(-#)", "(~#)", "abs(#)", "(# ** 2)", "(# if ? else #)", "(# or #)", "(# and #)"),
    *("max(#, #, 3)", "int(# / #)", "sum(# for z in self.pile if ?)", "self.helped(#)"),
    "min((z.rank + # for z in self.hand[self.seat]), default=#)",
    "sum(z * # for z in range(4))",
    *("helper(#, #)", "self.roll(#, 'die', #)", "max(self.pile, key=lambda z: z.rank * #)"),
    "len([z for z in self.pile if ?])",
)
PLAIN = (
    *("n", "x", "y", "self.left", "self.stones", "self.seat", "self.players", "True"),
    *("0", "1", "2", "3", "7", "-1", "-5", "100", "1", "2", "0", "n + 3", "self.seat"),
    *("len(self.pile)", "len(self.hand[self.seat])", "self.taken[self.seat]", "x % 5"),
    *("self.memory[n][x % 3]", "TABLE[x % 4]", "TABLE[-1]", "self.players", "y % 7"),
    *("2147483647", "self.taken[n]", "TABLE[x]", "self.pile.top.rank", "self.hand[n][0]"),
)
TESTS = (
    *(f"(# {sign} #)" for sign in ("<", "<=", "==", "!=", ">", ">=")),
    *("(# < # <= #)", "(not #)", "(# in (#, #))", "(# in self.pile)"),
    *("(# not in self.hand[self.seat])", "(# in range(#, #))", "(# in self.taken)"),
    *("any(# for z in self.hand[self.seat])", "all(# > z for z in self.seats)"),
    *("self.mode == 'b'", "bool(self.pile)"),
)
LINES = (
    *("x = #", "y = #", "x, y = #, x", "x += #", "x -= #", "x *= #", "x //= #", "x %= #"),
    *("x = # % 9", "self.left = #", "self.taken[# % 2] += #", "self.taken[self.seat] = # % 99"),
    *("self.memory[n][# % 3] = #", "self.pile.shuffle('mix', #)", "self.hand[# % 2].show(1)"),
    "if self.pile:\n    self.pile.deal(self.hand[# % 2])",
    "for z in list(self.hand[self.seat]):\n    self.hand[self.seat].move(z, self.pile)",
    *("self.taken[#] -= 1", "self.hand[self.seat].move(#, self.pile)", "assert ?", "x <<= #"),
)
BLOCKS = (
    "if ?:\n>\nelse:\n>",
    "for k in range(# % 5):\n>",
    "for card in self.pile:\n    x = card.rank + #\n    if ?:\n        break\n",
    "y = 0\nwhile x > # and y < 9:\n    y += 1\n>",
    "for who in self.others(self.seat):\n    y += self.taken[who] + #\n>",
)


class Writer:
    """Writes random lines of rules: # is a number, ? a test, > one or two lines."""

    def __init__(self, seed: object) -> None:
        self.luck = random.Random(str(seed))

    def filled(self, form: str, depth: int) -> str:
        made = ""
        for sign in form:
            if sign == "#":
                plain = depth > 2 or self.luck.random() < 0.4
                forms = PLAIN if plain else NUMBERS
                made += self.filled(self.luck.choice(forms), depth + 1)
            elif sign == "?":
                made += self.filled(self.luck.choice(TESTS), depth + 1)
            else:
                made += sign
        return made

    def without_chance(self, form: str) -> str:
        """A number or a test where nothing may be rolled."""
        made = self.filled(form, 0)
        while "roll" in made:
            made = self.filled(form, 0)
        return made

    def lines(self, n: int, pad: str) -> str:
        return "".join(self.line(pad) for _ in range(n))

    def line(self, pad: str) -> str:
        deep = len(pad) > 16
        form = self.luck.choice(LINES if deep or self.luck.random() < 0.6 else BLOCKS)
        made = ""
        for line in self.filled(form, 0).splitlines():
            if line == ">":
                made += self.lines(self.luck.randint(1, 2), pad + "    ")
            else:
                made += f"{pad}{line}\n"
        return made


GAME = (
    HEAD
    + """
CARDS = suited("ab", "1234")
TABLE = (4, -7, 2_000_000_000, 1)
def helper(a, b):
    return a - b * 2
class Any(Game, players=(2, 3), contest={contest}, most_moves=50):
    stones = rule(5, 1, 50, "Stones.")
    mode = rule(("a", "b"), "Mode.")
    who = rule(("all", "owner", "nobody"), "Who sees it?")
    pile = pile(CARDS, seen_by="{seen}")
    hand = piles(CARDS, seen_by="{hand}")
    left = number()
    taken = seats()
    purse = seats(seen_by="{purse}")
    memory = grid(3, 3)
    def deal(self):
        self.pile.fill()
        self.pile.shuffle("deal", 0)
        for seat in self.seats:
            self.pile.deal(self.hand[seat], 2)
        self.left = self.stones
        self.purse.fill(3)
    def helped(self, a):
        if a > 3:
            return a - self.left
        return a
    def moves(self):
        x = y = 1
        n = 2
        for k in range(3):
            if k == 0 or {offered}:
                self.may(self.take, k)
    @move("take {n}", n=range(3))
    def take(self, n):
        x = self.left
        y = 1
{body}
        self.seat = self.after(self.seat)
{end}
    def score(self, seat):
        x = y = n = seat
        return {score}
{more}
    def worth_take(self, me, n):
        x = n
        y = me
        return {worth}
"""
)
WINS = """    def wins(self, seat):
        x = y = n = seat
        return {test}
"""
FITS = """    def fits(self, seat):
        x = y = n = seat
        return {test} or self.purse[seat] < 9
"""
END = "        if ?:\n            self.stage += 1\n        if ? and ?:\n            self.end()"


def random_method(seed: int) -> str:
    """A game with one random move and one random worth; all else is plain."""
    writer = Writer(seed)
    return _filled(writer, contest=False, offered="True", score="self.taken[seat]")


def random_game(seed: int) -> str:
    """A game of which nearly everything is random."""
    writer = Writer(f"game {seed}")
    luck = writer.luck
    more = ""
    for form in (WINS, FITS):
        if luck.random() < 0.5:
            more += form.replace("{test}", writer.without_chance("?"))
    return _filled(
        writer,
        contest=luck.random() < 0.5,
        seen=luck.choice(("all", "nobody")),
        hand=luck.choice(("owner", "all", "nobody", "who")),
        purse=luck.choice(("owner", "all", "who")),
        offered=writer.without_chance("?"),
        end=writer.filled(END, 0) if luck.random() < 0.7 else "",
        score=writer.without_chance("#"),
        more=more.rstrip(),
    )


def _filled(writer: "Writer", **given: object) -> str:
    usual = {"seen": "all", "hand": "owner", "purse": "all", "end": "", "more": ""}
    parts = {**usual, **given, "worth": writer.without_chance("#")}
    parts["body"] = writer.lines(4, "        ").rstrip()
    text = GAME
    for name, part in parts.items():
        text = text.replace("{" + name + "}", str(part))
    return text
