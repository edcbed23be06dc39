"""Eight at Court: a game of hidden hands. The deck and the hands are piles, so that nobody keeps
books on who knows what. A game of our own, in the family of the small deduction games."""

from analyzer.design import (
    Card,
    Game,
    Seat,
    grid,
    move,
    number,
    per_game,
    per_seat,
    pile,
    piles,
    rule,
    seats,
    table,
    weight,
)

CARDS = table("""
    name        count   value
    Page        pages   1
    Jester      2       2
    Knight      2       3
    Chaplain    2       4
    Marshal     2       5
    Duke        1       6
    Countess    1       7
    Queen       1       8
""")
PAGE, JESTER, KNIGHT, CHAPLAIN, MARSHAL, DUKE, COUNTESS, QUEEN = CARDS


class Court(Game, players=(2, 4), contest=True, main_rule="tokens"):
    """Hold the highest card at the end of a round, or send everybody else from the court."""

    tokens = rule(4, 1, 20, "Tokens that win the game.")
    pages = rule(5, 1, 12, "Pages in the deck.")
    open_cards = rule(3, 0, 3, "Cards set aside openly with two players.")
    tie = rule(("sum", "both", "nobody"), "Who wins if two have the highest card?")
    max_rounds = rule(500, 1, 10_000, "Rounds after which the game is given up.")

    deck = pile(CARDS, seen_by="nobody")
    aside = pile(CARDS, seen_by="nobody", most=1)
    hand = piles(CARDS, seen_by="owner", most=2)
    out = pile(CARDS, seen_by="all")  # laid down, or set aside openly
    spent = seats()  # the sum of what somebody laid down
    safe = seats()
    cannot = grid(8, 8)  # [whose][card]: everybody knows that it is not this
    equal = seats()  # 1 + the seat that is known to hold the same
    won = seats()
    starter = number()

    rounds = per_game("rounds", unit="rounds")
    by_page = per_game("players sent away by a Page")
    by_knight = per_game("players sent away by a Knight")
    sent_away = per_seat("times sent away")
    hits = per_seat("right guesses")

    knight_taste = weight(0.5, 0.0, 2.0, "How much it likes a Knight of unknown outcome.")

    def deal(self) -> None:
        self.deck.fill()
        self.deck.shuffle("deal", self.rounds)
        self.deck.deal(self.aside)
        if self.players == 2:
            self.deck.deal(self.out, self.open_cards)
        for seat in self.seats:
            self.deck.deal(self.hand[seat])
            self.safe[seat] = self.spent[seat] = 0
            self.forget(seat)
        self.seat = self.starter
        self.deck.deal(self.hand[self.seat])

    def forget(self, seat: int) -> None:
        """What was reasoned about a card that is no longer there."""
        for who in self.seats:
            if self.equal[who] == seat + 1:
                self.equal[who] = 0
        self.equal[seat] = 0
        self.cannot[seat].fill(0)

    # --- moves

    def moves(self) -> None:
        hand = self.hand[self.seat]
        if COUNTESS in hand and (MARSHAL in hand or DUKE in hand):
            self.may(self.alone, COUNTESS)
            return
        self.offer(hand[0])
        if hand[1] != hand[0]:
            self.offer(hand[1])

    def offer(self, card: Card) -> None:
        idle = True
        if card not in (CHAPLAIN, COUNTESS, QUEEN):
            spared = self.seat if card != MARSHAL else -1
            for target in self.seats:
                if self.hand[target] and not self.safe[target] and target != spared:
                    self.offer_at(target, card)
                    idle = False
        if idle:
            self.may(self.alone, card)

    def offer_at(self, target: int, card: Card) -> None:
        if card != PAGE:
            self.may(self.use, card, target)
            return
        for guess in CARDS:
            if guess != PAGE:
                self.may(self.guess, target, guess)

    @move("{card}")
    def alone(self, card: Card) -> None:
        me = self.seat
        self.put_down(card)
        if card == CHAPLAIN:
            self.safe[me] = 1
        elif card == QUEEN:
            self.send_away(me)
        self.next()

    @move("Page at {target}: {guess}")
    def guess(self, target: Seat, guess: Card) -> None:
        me = self.seat
        self.put_down(PAGE)
        if guess in self.hand[target]:
            self.hits[me] += 1
            self.by_page += 1
            self.send_away(target)
        else:
            self.cannot[target][guess] = 1
        self.next()

    @move("{card} at {target}")
    def use(self, card: Card, target: Seat) -> None:
        me = self.seat
        self.put_down(card)
        if card == JESTER:
            self.hand[target].show(me)
        elif card == KNIGHT:
            self.fight(me, target)
        elif card == MARSHAL:
            self.renew(target)
        elif card == DUKE:
            self.forget(me)
            self.forget(target)
            self.hand[me].swap(self.hand[target])
        self.next()

    def fight(self, me: int, target: int) -> None:
        mine, his = self.hand[me], self.hand[target]
        his.show(me)
        mine.show(target)
        if mine[0] == his[0]:
            self.equal[me] = target + 1
            self.equal[target] = me + 1
            return
        self.by_knight += 1
        loser, winner = (me, target) if mine[0] < his[0] else (target, me)
        for low in range(self.hand[loser][0] + 1):
            self.cannot[winner][low] = 1
        self.send_away(loser)

    def renew(self, target: int) -> None:
        his = self.hand[target]
        if QUEEN in his:
            self.send_away(target)
            return
        self.spent[target] += his[0].value
        his.deal(self.out)
        self.forget(target)
        if self.deck:
            self.deck.deal(his)
        else:
            self.aside.deal(his)

    def put_down(self, card: Card) -> None:
        me = self.seat
        if card == self.hand[me][0]:
            self.forget(me)  # the card of which something was known is gone
        self.hand[me].move(card, self.out)
        self.spent[me] += card.value
        if card in (MARSHAL, DUKE):
            self.cannot[me][COUNTESS] = 1

    def send_away(self, seat: int) -> None:
        self.spent[seat] += self.hand[seat][0].value
        self.hand[seat].move_all(self.out)
        self.sent_away[seat] += 1
        self.forget(seat)

    # --- rounds

    def next(self) -> None:
        if sum(len(self.hand[seat]) for seat in self.seats) < 2 or not self.deck:
            self.end_round()
            return
        me = self.after(self.seat)
        while not self.hand[me]:
            me = self.after(me)
        self.seat = me
        self.safe[me] = 0
        self.deck.deal(self.hand[me])

    def end_round(self) -> None:
        best = max(card for seat in self.seats for card in self.hand[seat])
        holders = [seat for seat in self.seats if best in self.hand[seat]]
        most = max(self.spent[seat] for seat in holders)
        first = -1
        for seat in holders:
            if len(holders) > 1 and self.tie == "nobody":
                continue
            if len(holders) > 1 and self.tie == "sum" and self.spent[seat] < most:
                continue
            self.won[seat] += 1
            if first < 0:
                first = seat
        self.rounds += 1
        self.stage += 1
        if first >= 0:
            self.starter = first
        if max(self.won[seat] for seat in self.seats) >= self.tokens:
            self.end()
        elif self.rounds >= self.max_rounds:
            self.give_up()
        else:
            self.deal()

    def score(self, seat: int) -> int:
        return self.won[seat]

    def wins(self, seat: int) -> bool:
        return self.won[seat] >= self.tokens

    def fits(self, me: int) -> bool:
        """More is known than the places say; of two cards, it is about the one held before."""
        for other in self.seats:
            if self.hand[other]:
                card = self.hand[other][0]
                if other != me and self.cannot[other][card]:
                    return False
                if self.equal[other] and card != self.hand[self.equal[other] - 1][0]:
                    return False
        return True

    # --- how the expert judges a move

    def kept(self, me: int, card: int) -> Card:
        """What it holds afterwards."""
        return self.hand[me][1] if self.hand[me][0] == card else self.hand[me][0]

    def left(self, me: int, card: int) -> int:
        """Copies of a card that it does not see."""
        many = self.pages if card == PAGE else 2 if card <= MARSHAL else 1
        return many - self.hand[me].count(card) - self.out.count(card)

    def known(self, me: int, target: int) -> int:
        """The card of another, if it has seen it; else -1."""
        for card in self.hand[target].seen(me):
            return card
        return -1

    def possible(self, me: int, target: int) -> int:
        """Cards that another could hold, as far as it knows; at least 1."""
        cannot = self.cannot[target]
        return max(1, sum(self.left(me, card) for card in CARDS if not cannot[card]))

    def worth_alone(self, me: int, card: Card) -> float:
        value = self.kept(me, card).value * 0.02
        if card == QUEEN:
            return value - 10.0
        return value - 0.1 if card == COUNTESS else value + 0.2 if card == CHAPLAIN else value

    def worth_guess(self, me: int, target: Seat, guess: Card) -> float:
        value = self.kept(me, PAGE).value * 0.02
        known = self.known(me, target)
        if known >= 0:
            return value + (known == guess)
        mine = 0 if self.cannot[target][guess] else self.left(me, guess)
        return value + mine / self.possible(me, target)

    def worth_use(self, me: int, card: Card, target: Seat) -> float:
        mine = self.kept(me, card)
        value = mine.value * 0.02
        known = self.known(me, target)
        if card == KNIGHT:
            if known >= 0:
                return value + (1.0 if mine > known else -2.0 if mine < known else 0.0)
            cannot = self.cannot[target]
            below = sum(self.left(me, low) for low in CARDS if low < mine and not cannot[low])
            return value + (2.0 * below / self.possible(me, target) - 1.0) * self.knight_taste
        if card == MARSHAL:
            if target == me:
                return value - (5.0 if mine == QUEEN else 0.3 if mine.value > 4 else 0.0)
            return value + (0.15 if known < 0 else 1.0 if known == QUEEN else 0.05 * (known + 1))
        return value - 0.2 if card == DUKE else value + 0.1
