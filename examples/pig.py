"""Pig, a folk game with one die: a whole game in one file.

analyze simulate ./pig.py -p 2 -n 1e5
"""

from analyzer.design import Game, move, number, per_game, per_seat, rule, seats, weight


class Pig(Game, players=(2, 4), main_rule="target", main_steps=(-50, -25, 0, 25, 50)):
    """Roll a die as often as you dare: a 1 loses the turn, holding banks it."""

    target = rule(100, 2, 10_000, "Points that win the game.")
    sides = rule(6, 2, 100, "Sides of the die.")
    may_pass = rule(False, "May a player hold before the first roll?")
    max_turns = rule(10_000, 1, 20_000, "Turns after which the game is given up.")

    points = seats()
    total = number()  # of this turn
    rolls = number()  # in this turn

    rounds = per_game("turns of all players", unit="rounds")
    rolled = per_seat("rolls")
    busts = per_seat("turns ended by a 1")
    holds = per_seat("turns ended by holding")

    enough = weight(20.0, 1.0, 10_000.0, "The total of a turn at which it holds.")

    def deal(self) -> None:
        self.seat = 0

    def moves(self) -> None:
        self.may(self.roll_on)
        if self.rolls or self.may_pass:
            self.may(self.hold)

    @move("roll")
    def roll_on(self) -> None:
        me = self.seat
        face = 1 + self.roll(self.sides, "roll", self.rounds, self.rolls)
        self.rolled[me] += 1
        if face > 1:
            self.rolls += 1
            self.total += face
        else:
            self.busts[me] += 1
            self.next_turn()

    @move("hold")
    def hold(self) -> None:
        me = self.seat
        self.points[me] += self.total
        self.holds[me] += 1
        self.next_turn()
        if self.points[me] >= self.target:
            self.end()

    def next_turn(self) -> None:
        self.total = self.rolls = 0
        self.rounds += 1
        self.stage += 1
        self.seat = self.after(self.seat)
        if self.rounds >= self.max_turns:
            self.give_up()

    def score(self, seat: int) -> int:
        return self.points[seat]

    def wins(self, seat: int) -> bool:
        return self.points[seat] >= self.target

    def worth_roll_on(self, me: int) -> float:
        return 0.5

    def worth_hold(self, me: int) -> float:
        return self.total >= self.enough or self.points[me] + self.total >= self.target
