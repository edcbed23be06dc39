"""A race on a track: change it until it is yours.

Play it:    analyze simulate ./{file} -p 3 -n 1e5
Check it:   analyze check ./{file}
Look:       analyze replay ./{file} -p 3 --game 7
"""

from analyzer.design import Game, move, numbers, per_game, per_seat, rule, seats, weight

# Where a slide leads, by field; everywhere else a runner stays.
SLIDES = (0, 0, 0, 0, 0, 3, 0, 0, 0, -4, 0, 0, 2, 0, 0, 0, -6, 0, 0, 0)


class Start(Game, players=(2, 4), main_rule="length", main_steps=(-6, -3, 0, 3, 6)):
    """Walk safely, or run and risk a fall. Who reaches the end first wins."""

    length = rule(30, 8, 100, "Fields of the track.")
    fall = rule(2, 0, 6, "Fields that a fall costs.")
    bump = rule(("no", "back"), "Is a runner sent back whose field is taken?")

    at = seats()
    used = numbers(20)  # how often each slide was used

    turns_made = per_game("turns", unit="turns")
    falls = per_seat("falls")

    hurry = weight(0.5, 0.0, 3.0, "How much it runs when it is behind.")

    def deal(self) -> None:
        self.at.fill(0)

    def moves(self) -> None:
        self.may(self.go, 1)
        self.may(self.go, 2)

    @move("go with dice: {dice}", dice=range(3))
    def go(self, dice: int) -> None:
        me = self.seat
        steps = 0
        for k in range(dice):
            steps += 1 + self.roll(6, "die", self.turns_made, k)
        if dice == 2 and steps > 8:
            self.falls[me] += 1
            steps = -self.fall
        self.walk(me, steps)
        self.turns_made += 1
        self.stage += 1
        self.seat = self.after(me)
        if self.at[me] >= self.length:
            self.end()
        elif self.turns_made >= 1000:
            self.give_up()

    def walk(self, me: int, steps: int) -> None:
        field = max(0, self.at[me] + steps)
        if field < len(SLIDES) and SLIDES[field]:
            self.used[field] += 1
            field += SLIDES[field]
        for other in self.others(me):
            if self.bump == "back" and field > 0 and self.at[other] == field:
                self.at[other] = max(0, field - 3)
        self.at[me] = field

    def score(self, seat: int) -> int:
        return min(self.at[seat], self.length)

    def worth_go(self, me: int, dice: int) -> float:
        ahead = max(self.at[other] for other in self.others(me)) - self.at[me]
        return 3.5 if dice == 1 else 3.0 + self.hurry * (ahead > 0)
