"""Hot Coals: take the coal, or pay a chip to pass it on. A game of our own, in an old family."""

from analyzer.design import Game, move, number, numbered, per_seat, pile, piles, rule, seats, weight

COALS = numbered(3, 35)


class HotCoals(Game, players=(3, 7), main_rule="removed", main_steps=(-9, -4, 0, 4, 9)):
    """Pay a chip to pass the coal on, or take it with all chips on it. Coals count against you, but
    only the lowest of a run; each chip counts for you."""

    chips_each = rule(11, 1, 55, "Chips of a player at the start.")
    removed = rule(9, 0, 30, "Coals that nobody sees, taken out before the game.")
    chips_seen = rule(("owner", "all"), "Who sees how many chips a player has?")

    deck = pile(COALS, seen_by="nobody")
    out = pile(COALS, seen_by="nobody")
    offer = pile(COALS, seen_by="all", most=1)
    taken = piles(COALS, seen_by="all")
    chips = seats(seen_by="chips_seen")
    pot = number()

    paid = per_seat("chips paid")
    coals = per_seat("coals taken")
    joined = per_seat("coals taken that joined a run")

    price = weight(0.5, 0.0, 2.0, "The share of a coal's cost that it wants to see in chips.")
    poor = weight(1.5, 0.0, 9.0, "How much a chip is worth to somebody who has few.")

    def deal(self) -> None:
        self.deck.fill()
        self.deck.shuffle("deal", 0)
        self.deck.deal(self.out, self.removed)
        self.deck.deal(self.offer)
        self.chips.fill(self.chips_each)

    def moves(self) -> None:
        self.may(self.take)
        if self.chips[self.seat]:
            self.may(self.pay)

    @move("take the coal")
    def take(self) -> None:
        me = self.seat
        coal = self.offer.top
        self.coals[me] += 1
        if coal - 1 in self.taken[me] or coal + 1 in self.taken[me]:
            self.joined[me] += 1
        self.chips[me] += self.pot
        self.pot = 0
        self.offer.deal(self.taken[me])
        self.stage += 1
        if self.deck:
            self.deck.deal(self.offer)  # and the same player goes on
        else:
            self.end()

    @move("pay a chip")
    def pay(self) -> None:
        me = self.seat
        self.chips[me] -= 1
        self.pot += 1
        self.paid[me] += 1
        self.seat = self.after(me)

    def cost(self, seat: int) -> int:
        mine = self.taken[seat]
        return sum(coal.value for coal in mine if coal - 1 not in mine)

    def score(self, seat: int) -> int:
        return self.chips[seat] - self.cost(seat)

    # --- the expert: what taking costs, against what it would want for it

    def worth_take(self, me: int) -> float:
        coal = self.offer.top
        mine = self.taken[me]
        if coal - 1 in mine:
            burden = 0
        elif coal + 1 in mine:
            burden = -1  # the run now begins one lower
        else:
            burden = coal.value
        return self.pot * (1 + self.poor / (1 + self.chips[me])) - burden * self.price

    def worth_pay(self, me: int) -> float:
        coal = self.offer.top
        wanted = any(
            coal - 1 in self.taken[other] or coal + 1 in self.taken[other]
            for other in self.others(me)
        )
        return -1.0 if wanted else 0.0
