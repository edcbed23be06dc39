"""A game of tricks: change it until it is yours.

Play it:    analyze simulate ./{file} -p 4 -n 1e5
Check it:   analyze check ./{file}
Look:       analyze replay ./{file} -p 4 --game 7
"""

from analyzer.design import (
    Card,
    Game,
    grid,
    move,
    number,
    per_game,
    pile,
    piles,
    rule,
    seats,
    suited,
    weight,
)

CARDS = suited("♣♦♥♠", "789TJQKA")


class Start(Game, players=(3, 4), contest=True, main_rule="rounds", main_steps=(-2, -1, 0, 1, 2)):
    """Follow suit if you can; the highest card of the suit led takes the trick."""

    rounds = rule(4, 1, 12, "Rounds of a game.")
    size = rule(6, 2, 8, "Cards in a hand.")
    last = rule(("one", "two"), "What is the last trick worth?")

    deck = pile(CARDS, seen_by="nobody")
    hand = piles(CARDS, seen_by="owner", most=8)
    trick = pile(CARDS, seen_by="all", most=4)
    played = pile(CARDS, seen_by="all")
    points = seats()
    void = grid(8, 4)  # [seat][suit]: everybody has seen that it has none
    leader = number()

    deals = per_game("deals", unit="deals")

    boldness = weight(1.0, -2.0, 2.0, "How much it likes to take a trick.")

    def deal(self) -> None:
        self.deck.fill()
        self.deck.shuffle("deal", self.deals)
        for seat in self.seats:
            self.deck.deal(self.hand[seat], self.size)
        self.void.fill(0)
        self.seat = self.leader = self.deals % self.players

    def moves(self) -> None:
        hand = self.hand[self.seat]
        legal = [card for card in hand if self.trick and card.suit == self.trick[0].suit]
        for card in legal or hand:
            self.may(self.play, card)

    @move("play {card}")
    def play(self, card: Card) -> None:
        me = self.seat
        self.hand[me].move(card, self.trick)
        if card.suit != self.trick[0].suit:
            self.void[me][self.trick[0].suit] = 1
        self.seat = self.after(me)
        if len(self.trick) == self.players:
            self.end_trick()

    def strength(self, card: Card) -> int:
        return card.rank + 1 if card.suit == self.trick[0].suit else 0

    def end_trick(self) -> None:
        best = max(self.trick, key=lambda card: self.strength(card))
        winner = self.leader
        for place, card in enumerate(self.trick):
            if card == best:
                winner = (self.leader + place) % self.players
        self.trick.move_all(self.played)
        self.seat = self.leader = winner
        over = not self.hand[winner]
        self.points[winner] += 2 if over and self.last == "two" else 1
        if over:
            self.deals += 1
            self.stage += 1
            if self.deals == self.rounds:
                self.end()
            else:
                self.deal()

    def score(self, seat: int) -> int:
        return self.points[seat]

    def may_hold(self, seat: int, card: Card) -> bool:
        """What players can reason: nobody holds a suit that it has not followed."""
        return not self.void[seat][card.suit]

    def worth_play(self, me: int, card: Card) -> float:
        if not self.trick:
            return self.boldness * card.rank
        takes = all(self.strength(other) < self.strength(card) for other in self.trick)
        return self.boldness * (10 - card.rank) if takes else -card.rank
