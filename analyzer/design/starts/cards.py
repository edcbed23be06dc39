"""A game of cards with hidden hands: change it until it is yours.

Play it:    analyze simulate ./{file} -p 3 -n 1e5
Check it:   analyze check ./{file}
Look:       analyze replay ./{file} -p 3 --game 7
"""

from analyzer.design import Card, Game, move, per_seat, pile, piles, rule, seats, table, weight

# A row for each card: its name, how many there are (a number or a rule), and columns of numbers.
CARDS = table("""
    name     count  value
    Pebble   stones 1
    Shell    5      3
    Pearl    3      6
    Storm    2      -4
""")
PEBBLE, SHELL, PEARL, STORM = CARDS


class Start(Game, players=(2, 4), main_rule="stones", main_steps=(-4, -2, 0, 2, 4)):
    """Draw a card in secret, or throw your worst one away. The most valuable hand wins."""

    stones = rule(8, 0, 20, "Pebbles in the deck.")
    # What a rulebook may leave open is a rule with words; the first one is the usual reading.
    storm = rule(("counts", "nothing"), "Does a Storm count at the end?")

    # Who sees a pile decides what players know, and what is dealt anew when they think ahead.
    deck = pile(CARDS, seen_by="nobody")
    hand = piles(CARDS, seen_by="owner")
    thrown = pile(CARDS, seen_by="all")
    throws = seats()

    drawn = per_seat("cards drawn")
    storms = per_seat("Storms thrown away")

    caution = weight(2.0, -4.0, 6.0, "A card worth less than this is thrown away.")

    def deal(self) -> None:
        self.deck.fill()
        self.deck.shuffle("deal", 0)  # chance has a name and a number, and is drawn once
        for seat in self.seats:
            self.deck.deal(self.hand[seat], 2)

    def moves(self) -> None:
        self.may(self.draw)
        if self.throws[self.seat] < 3:
            for card in CARDS:
                if card in self.hand[self.seat]:
                    self.may(self.throw, card)

    @move("draw")
    def draw(self) -> None:
        me = self.seat
        self.deck.deal(self.hand[me])
        self.drawn[me] += 1
        self.next_turn()

    @move("throw {card} away")
    def throw(self, card: Card) -> None:
        me = self.seat
        self.hand[me].move(card, self.thrown)
        self.throws[me] += 1
        self.storms[me] += card == STORM
        self.next_turn()

    def next_turn(self) -> None:
        self.stage += 1
        self.seat = self.after(self.seat)
        if not self.deck:
            self.end()

    def score(self, seat: int) -> int:
        counts = self.storm == "counts"
        return sum(card.value for card in self.hand[seat] if counts or card != STORM)

    # The expert takes the move of the highest worth. It may look only at what its seat knows.

    def worth_draw(self, me: int) -> float:
        return 0.0

    def worth_throw(self, me: int, card: Card) -> float:
        return self.caution - card.value - 2.0
