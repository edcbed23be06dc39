"""Lines of rules that both modes must take alike, each in a method of its own.

They stand in the two texts beside this file, parted by blank lines. MOVES stand in a move that is
given n, 0 to 2; JUDGED stand in worth, which is given me and n. Many of them are orders of
evaluation, limits of 32 bits, and names that change while they are used.
"""

from pathlib import Path

from support.own_games import HEAD

START = """
import math
LOW, HIGH, NONE = -math.inf, math.inf, math.nan
TABLE = (4, -7, 2_000_000_000, 1)
FEW = (3, 4, 5)
CARDS = suited("ab", "1234")
def helper(a, b):
    return a - b * 2
def deep(a):
    for k in range(5):
        for j in range(5):
            if k * j == a:
                return k * 10 + j
            if j > 3:
                break
    return -1
class Lines(Game, players=(2, 3), most_moves=1000):
    stones = rule(5, 1, 50, "Stones.")
    mode = rule(("a", "b"), "Mode.")
    flag = rule(True, "Flag.")
    asked = rule(0, 0, 9999, "Which line.")
    bits = rule(7, 1, 7, "What n may be.")
    pile = pile(CARDS, seen_by="all")
    deck = {pile}(CARDS, seen_by="nobody")
    hand = piles(CARDS, seen_by="owner")
    left = number()
    taken = seats()
    purse = seats(seen_by="owner")
    memory = grid(3, 3)
    row = numbers(4)
    counted = per_seat("counted")
    w = weight(0.25, 0.0, 3.0, "w")
    def deal(self):
        self.pile.fill()
        self.pile.shuffle("deal", 0)
        self.pile.deal(self.deck, 2 + 2 * self.players)
        self.deck.shuffle("hide", 0)
        for seat in self.seats:
            self.deck.deal(self.hand[seat], 2)
        self.left = self.stones
        self.purse.fill(3)
        self.row.fill(2)
        self.row[1] = 7
        self.memory[1].fill(5)
        self.memory[2][1] = 9
    def bump(self):
        self.left += 1
        return self.left
    def helped(self, a):
        if a > 3:
            return a - self.left
        return a
    def quotient(self, a):
        return 10 // a
    def pair(self, a, b):
        return a * 3 - b * b
    def cut(self, xs):
        xs = [x for x in xs if x > 3]
        return len(xs)
    def longer(self, xs):
        xs = [k for k in FEW]
        return len(xs)
    def theirs(self, p):
        p = self.hand[1]
        return len(p) + p[0].rank
    def score(self, seat):
        return self.taken[seat]
    def moves(self):
        for n in range(3):
            if not self.bits >> n & 1:
                continue
"""


def _lines(name: str) -> list[str]:
    text = Path(__file__).with_name(f"own_lines_{name}.txt").read_text("utf-8")
    return [part.strip("\n") for part in text.strip("\n").split("\n\n")]


FIRST_MOVE = 1000  # of the numbers of lines that are asked
MOVES, JUDGED = _lines("moves"), _lines("judged")


def _put(head: str, line: str) -> str:
    return "\n".join([f"    {head}", *(f"        {part}" for part in line.split("\n"))]) + "\n"


def game() -> str:
    """All of them in one game: move m7 is the line 7 of MOVES, worth_j7 the line 7 of JUDGED."""
    text = HEAD + "PILE = pile\n" + START.replace("{pile}", "PILE")
    offered = {
        **{f"j{k}": k for k in range(len(JUDGED))},
        **{f"m{k}": FIRST_MOVE + k for k in range(len(MOVES))},
    }
    for name, k in offered.items():
        text += f"            if self.asked == {k}:\n                self.may(self.{name}, n)\n"
    for k, line in enumerate(JUDGED):
        text += f'    @move("j{k} {{n}}", n=range(3))\n' + _put(f"def j{k}(self, n):", "pass")
        text += _put(f"def worth_j{k}(self, me, n):", line)
    for k, line in enumerate(MOVES):
        text += f'    @move("m{k} {{n}}", n=range(3))\n' + _put(f"def m{k}(self, n):", line)
    return text
