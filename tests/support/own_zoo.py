"""A game that uses every form of the language that is translated."""

from analyzer.design import (
    Card,
    Game,
    Pile,
    Seat,
    grid,
    move,
    number,
    numbers,
    per_game,
    per_seat,
    pile,
    piles,
    rule,
    seats,
    suited,
    table,
    weight,
)

CARDS = suited("abcd", "123456")
CHIPS = table("""
    name   count  worth  colour
    Red    3      5      0
    Blue   blues  -2     1
""")
RED, BLUE = CHIPS
PAY = (0, 5, 3, 8, 1, 2)
GOOD = (1, 3)
LIMIT = 4
SHARE = 0.25


def bonus(card: Card, factor: int) -> int:
    return card.rank * factor + PAY[card.rank] + PAY[-1]


def best_of(pile: Pile) -> int:
    return max((card.rank for card in pile), default=0)


def many(cards: list[Card]) -> int:
    return len(cards)


class Zoo(Game, players=(2, 4), contest=True):
    """Everything that somebody might write."""

    mode = rule(("plain", "wild", "odd"), "Which?")
    seen = rule(("owner", "all", "nobody"), "Who sees the chips?")
    blues = rule(4, 0, 9, "Blue chips.")
    double = rule(False, "Is everything double?")

    deck = pile(CARDS, seen_by="nobody")
    hand = piles(CARDS, seen_by="owner")
    laid = pile(CARDS, seen_by="all")
    bag = pile(CHIPS, seen_by="nobody")
    chips = piles(CHIPS, seen_by="seen")
    purse = seats(seen_by="owner")
    points = seats()
    memory = grid(3, 4)
    row = numbers(5)
    made = number()

    games = per_game("moves")
    a = per_seat("a")
    b = per_seat("b")
    c = per_seat("c")
    d = per_seat("d")

    taste = weight(0.5, 0.0, 2.0, "Taste.")

    def deal(self) -> None:
        self.deck.fill()
        self.deck.shuffle("deal", 0)
        self.bag.fill()
        self.bag.shuffle("chips", 0)
        for seat in self.seats:
            self.deck.deal(self.hand[seat], 5)
            self.bag.deal(self.chips[seat])
            self.purse[seat] = seat + 3
        self.row.fill(-1)
        self.memory.fill(2)
        self.memory[1].fill(3)

    def moves(self) -> None:
        mine = self.hand[self.seat]
        for card in list(mine):
            self.may(self.play, card)
        for other in self.others(self.seat):
            for k in range(1, 3):
                if mine and self.hand[other]:
                    self.may(self.trade, other, k)
        if not mine:
            self.may(self.rest)

    @move("rest")
    def rest(self) -> None:
        self.points[self.seat] -= 1
        if self.deck:
            self.deck.deal(self.hand[self.seat])
        else:
            self.laid.move_all(self.deck)
            self.deck.shuffle("again", self.made)
        self.next()

    @move("trade with {other}: {k}", k=range(4))
    def trade(self, other: Seat, k: int) -> None:
        me = self.seat
        if k == 1:
            self.hand[me].swap(self.hand[other])
        else:
            self.hand[other].show(me)
            self.hand[me].show(other, self.hand[me][0])
        self.chips[me].swap(self.chips[other])
        self.next()

    @move("play {card}", card=CARDS)
    def play(self, card: Card) -> None:
        me = self.seat
        hand = self.hand[me]
        hand.move(card, self.laid)
        self.a[me] += bonus(card, 2) + best_of(hand) + best_of(self.laid)
        x, y = self.made, me
        x, y = y, x
        first, last = (x, y) if x < y else (y, x)
        self.b[me] += x * 3 - y + first - last
        high = [one for one in hand if one.rank > 2]
        low = [one for one in hand if one not in high]
        self.c[me] += len(high) * 10 + many(low) + high.count(card)
        if hand and 0 <= card.rank < LIMIT and card.suit in GOOD:
            self.d[me] += min(hand, key=lambda one: one.rank).suit + max(one.suit for one in hand)
        for place, one in enumerate(hand):
            self.memory[place % 3][one.suit] += place + 1
        self.a[me] += sum(self.memory[i][j] for i in range(3) for j in range(4) if i != j)
        if self.mode == "wild" or (self.mode in ("odd", "plain") and self.double):
            self.b[me] += 100
        total = sum(SHARE * one.rank for one in self.laid)
        self.b[me] += int(total * 2) + any(one.rank == 5 for one in hand)
        self.b[me] += all(one.suit != 0 for one in hand)
        n = 0
        while n < 100:
            n += 1
            if n % 7 == 6:
                break
            if n % 2:
                continue
            self.c[me] += n**2
        pairs = sum(1 for one in hand for two in hand if one < two and one.rank == two.rank)
        self.d[me] += pairs + abs(me - 3) + (5 if pairs else -1) + hand.count(card) - 7 // -2
        self.d[me] += (-7 % 3) + (7 % -3) + (~n & 6 | 1) ^ 2 + (n << 2) + (-n >> 1)
        for k in (2, 3, me + 5):
            self.d[me] += k
        for k in range(9, 2, -3):
            self.d[me] += k
        for k in GOOD:
            self.row[k] = max(self.row[k], k * 2, -3) + min(k, me)
        for one in CARDS:
            if one in hand or one == CARDS["a1"]:
                self.d[me] += 1
        z = hand[-1].rank if hand else -1
        self.b[me] += z + self.laid[0].suit + self.roll(6, "die", self.made)
        self.b[me] += self.roll(6, "die", self.made, 2)
        self.points[me] += max(card.rank, 2) * (card.suit == 1) + (card.suit or 4) + (me and 2)
        for one in high or hand:
            self.a[me] += one.suit
        for one in list(hand):
            if one.rank == 0:
                hand.move(one, self.laid)
        self.c[me] += max(self.points) + sum(self.points) + len(self.points) + (3 in self.row)
        self.c[me] += self.laid.top.rank + len(CARDS) + len(GOOD) + len(self.memory)
        for chip in self.chips[me]:
            self.points[me] += chip.worth if chip == RED else chip.colour
        if self.purse[me] and not self.double:
            self.purse[me] -= 1
            self.purse[self.after(me)] += 1
        assert self.made < 10_000, "too long"
        loser = -1
        for seat in self.seats:
            if seat in range(1, 3) and 0 < seat != me:
                loser = seat
        self.row[4] = loser if loser >= 0 else -(me + 1)
        self.next()

    def next(self) -> None:
        self.made += 1
        self.games += 1
        if self.made % 5 == 0:
            self.stage += 1
        self.seat = self.after(self.seat)
        if self.made == 60 or not any(self.hand[seat] for seat in self.seats):
            self.end()
        elif self.made > 60:
            self.give_up()

    def score(self, seat: int) -> int:
        return self.points[seat] + len(self.chips[seat])

    def wins(self, seat: int) -> bool:
        return all(self.score(seat) >= self.score(other) for other in self.others(seat))

    def fits(self, me: int) -> bool:
        for other in self.others(me):
            if self.purse[other] > 9 or len(self.hand[other]) > 20:
                return False
        return not (self.hand[me] and False)

    def alike(self, me: int, card: Card) -> int:
        return sum(1 for one in self.hand[me] if one.suit == card.suit)

    def worth_play(self, me: int, card: Card) -> float:
        value: float = 0
        for one in self.hand[me]:
            if one.suit == card.suit:
                value += 0.5
        seen = sum(len(self.hand[other].seen(me)) for other in self.others(me))
        if card in self.hand[me].seen(me):
            value += self.taste / (1 + seen)
        return value * SHARE + card.rank / 3 + self.alike(me, card) * 0.1 - abs(-value)

    def worth_trade(self, me: int, other: Seat, k: int) -> float:
        return -1 - other * 0.1 if k == 1 else float(self.purse[me] > 4) - 0.5
