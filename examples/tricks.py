"""Say Your Tricks: bid, follow suit, trumps; exact bids score. A small game of an old family."""

from analyzer.design import (
    Card,
    Game,
    grid,
    move,
    number,
    per_game,
    per_seat,
    pile,
    piles,
    rule,
    seats,
    suited,
    weight,
)

CARDS = suited("♣♦♥♠", "6789TJQKA")
NONE = -1


class Tricks(Game, players=(3, 5), contest=True, main_rule="bonus", main_steps=(-10, -5, 0, 5, 10)):
    """Everybody says how many tricks they will take; who is right gets a bonus. Follow suit if you
    can; the suit of the card turned up is trumps."""

    rounds = rule(4, 1, 20, "Rounds of a game.")
    hand_size = rule(6, 1, 7, "Cards in a hand.")
    bonus = rule(10, 0, 50, "Points for an exact bid, beside one for every trick.")
    trumps = rule(True, "Is the suit of the card turned up trumps?")
    trump_must = rule(False, "Must a player who cannot follow play a trump?")

    deck = pile(CARDS, seen_by="nobody")
    turned = pile(CARDS, seen_by="all", most=1)
    hand = piles(CARDS, seen_by="owner", most=7)
    trick = pile(CARDS, seen_by="all", most=5)
    played = pile(CARDS, seen_by="all")
    bids = seats()
    won = seats()
    points = seats()
    void = grid(8, 4)  # [seat][suit]: has shown that it has none
    leader = number()
    bidding = number()  # players who still bid

    deals = per_game("deals", unit="deals")
    exact = per_seat("exact bids")
    trumped = per_seat("tricks taken by a trump")

    trust = weight(0.7, 0.0, 2.0, "Tricks that it expects of a high card.")

    def deal(self) -> None:
        self.deck.fill()
        self.deck.shuffle("deal", self.deals)
        for seat in self.seats:
            self.deck.deal(self.hand[seat], self.hand_size)
            self.won[seat] = 0
        self.deck.deal(self.turned)
        self.void.fill(0)
        self.bidding = self.players
        self.seat = self.leader = self.deals % self.players

    def trump(self) -> int:
        return self.turned[0].suit if self.trumps else NONE

    def moves(self) -> None:
        if self.bidding:
            for tricks in range(self.hand_size + 1):
                self.may(self.bid, tricks)
            return
        hand = self.hand[self.seat]
        legal = [card for card in hand if self.trick and card.suit == self.trick[0].suit]
        if not legal and self.trick and self.trump_must:
            legal = [card for card in hand if card.suit == self.trump()]
        for card in legal or hand:
            self.may(self.play, card)

    @move("bid {tricks}", tricks=range(8))
    def bid(self, tricks: int) -> None:
        self.bids[self.seat] = tricks
        self.bidding -= 1
        self.seat = self.after(self.seat)

    def strength(self, card: Card) -> int:
        """What decides the trick: a trump before the suit that was led before the rest."""
        if card.suit == self.trump():
            return 200 + card.rank
        return 100 + card.rank if card.suit == self.trick[0].suit else 0

    @move("play {card}")
    def play(self, card: Card) -> None:
        me = self.seat
        self.hand[me].move(card, self.trick)
        led = self.trick[0].suit
        if card.suit != led:
            self.void[me][led] = 1
            if self.trump_must and self.trumps and card.suit != self.trump():
                self.void[me][self.trump()] = 1
        self.seat = self.after(me)
        if len(self.trick) == self.players:
            self.end_trick(led)

    def end_trick(self, led: int) -> None:
        best = max(self.trick, key=lambda card: self.strength(card))
        winner = self.leader
        for place, card in enumerate(self.trick):
            if card == best:
                winner = (self.leader + place) % self.players
        self.won[winner] += 1
        self.trumped[winner] += best.suit == self.trump() and best.suit != led
        self.trick.move_all(self.played)
        self.seat = self.leader = winner
        if not self.hand[winner]:
            self.end_hand()

    def end_hand(self) -> None:
        for seat in self.seats:
            if self.won[seat] == self.bids[seat]:
                self.points[seat] += self.bonus
                self.exact[seat] += 1
            self.points[seat] += self.won[seat]
        self.deals += 1
        self.stage += 1
        if self.deals == self.rounds:
            self.end()
        else:
            self.deal()

    def score(self, seat: int) -> int:
        return self.points[seat]

    def may_hold(self, seat: int, card: Card) -> bool:
        return not self.void[seat][card.suit]

    # --- the expert

    def worth_bid(self, me: int, tricks: int) -> float:
        expected = 0.0
        for card in self.hand[me]:
            if card.rank > 6 or card.suit == self.trump():
                expected += self.trust
        return -abs(expected - tricks)

    def worth_play(self, me: int, card: Card) -> float:
        want = self.bids[me] > self.won[me]
        if not self.trick:
            return card.rank if want else -card.rank
        mine = self.strength(card)
        takes = all(self.strength(other) < mine for other in self.trick)
        if want:
            return 20 - mine / 100 if takes else -card.rank
        return -20 + card.rank / 10 if takes else mine / 10 + card.rank
