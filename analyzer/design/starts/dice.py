"""A game with a die: change it until it is yours.

Play it:    analyze simulate ./{file} -p 2 -n 1e5
Check it:   analyze check ./{file}
Look:       analyze replay ./{file} -p 2 --game 7
"""

from analyzer.design import Game, move, number, per_game, per_seat, rule, seats, weight


class Start(Game, players=(2, 4), main_rule="target", main_steps=(-20, -10, 0, 10, 20)):
    """Roll as often as you dare: a 1 loses what you have rolled in this turn."""

    target = rule(50, 5, 1000, "Points that win the game.")
    sides = rule(6, 2, 20, "Sides of the die.")
    first = rule(("must roll", "may pass"), "Must a player roll at least once?")

    points = seats()
    total = number()  # of this turn
    rolls = number()  # in this turn

    turns_made = per_game("turns", unit="turns")
    lost = per_seat("turns lost by a 1")

    enough = weight(18.0, 1.0, 100.0, "The total at which it stops.")

    def deal(self) -> None:
        self.seat = 0

    def moves(self) -> None:
        self.may(self.roll_on)
        if self.rolls or self.first == "may pass":
            self.may(self.stop)

    @move("roll")
    def roll_on(self) -> None:
        # The k-th number of this chance: a turn has its own, whatever happened before.
        face = 1 + self.roll(self.sides, "turn", self.turns_made, self.rolls)
        self.rolls += 1
        self.total += face
        if face == 1:
            self.lost[self.seat] += 1
            self.next_turn()

    @move("stop")
    def stop(self) -> None:
        me = self.seat
        self.points[me] += self.total
        self.next_turn()
        if self.points[me] >= self.target:
            self.end()

    def next_turn(self) -> None:
        self.total = self.rolls = 0
        self.turns_made += 1
        self.stage += 1
        self.seat = self.after(self.seat)
        if self.turns_made >= 5000:
            self.give_up()

    def score(self, seat: int) -> int:
        return self.points[seat]

    # The expert takes the move of the highest worth.

    def worth_roll_on(self, me: int) -> float:
        return self.enough

    def worth_stop(self, me: int) -> float:
        return self.total if self.points[me] + self.total < self.target else 1000.0
