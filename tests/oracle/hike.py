"""A slow, readable reference ("oracle") of the card game Hike.

Written from the rulebook alone, to be stepped next to the compiled game. Cards are strings,
hands are lists of strings, and there is one short method per rule. Clause ids (HK-7, HK-A4) are
those of analyzer/games/hike/rules.md.

The flow of a game is one generator: it yields `(seat, moves)` whenever a seat has to decide and
is sent the move chosen. All chance comes from a `Chance` object given by the caller.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TypeVar

from oracle.hike_set_up import (
    CAUSES,
    LITTER,
    ORDER,
    SHORT,
    SUIT_OF,
    SUN,
    WIND,
    WIND_AS,
    WORM,
    Chance,
    OracleError,
    SetUp,
)

T = TypeVar("T")
Steps = Generator[tuple[int, list[str]], str, T]


class Game(SetUp):
    """One game of Hike. `seat` decides now, among `moves()`; `play` makes the move."""

    def __init__(self, players: int, rules: Mapping[str, object], chance: Chance) -> None:
        self._set_up(players, rules, chance)
        self._steps = self._game(None)
        self._go_on(None)

    @classmethod
    def from_position(
        cls,
        players: int,
        rules: Mapping[str, object],
        chance: Chance,
        *,
        hands: Sequence[Iterable[str]],
        exposed: str | None = None,
        turn: int = 0,
        direction: int = 1,
        stock: Iterable[str] = (),
        pile: Iterable[str] = (),
        avalanche: bool = False,
        lost: bool = False,
        eliminated: Mapping[int, Iterable[str]] | None = None,
        bugs: Mapping[int, int] | None = None,
        points: Sequence[int] | None = None,
        dealer: int | None = None,
        hand: int = 0,
        taking_part: Iterable[int] | None = None,
        **more: object,
    ) -> Game:
        """A game in the middle of hand number `hand`, `turn` to move.

        A seat with an empty hand is finished unless it is in `eliminated` or `waiting`; `pile`
        is what lies under the exposed card. `more` sets further attributes by name, see
        `_clear_table`: spring, waiting, planted, planted_out, ran_out, last_play, birds,
        worm_player, worm_captor, worm_open, causes; also tied_once.
        """
        game = cls.__new__(cls)
        game._set_up(players, rules, chance)
        game.dealer = game.dealer if dealer is None else dealer
        game.taking_part = game.taking_part if taking_part is None else sorted(taking_part)
        game.scores = game.scores if points is None else list(points)
        game.totals["hands"] = hand
        game._clear_table()
        game.hands = [list(cards) for cards in hands]
        game.stock, game.pile, game.exposed = list(stock), list(pile), exposed
        if exposed is not None:
            game.pile.append(WIND if exposed in WIND_AS else exposed)
        game.direction, game.avalanche, game.lost = direction, avalanche, lost
        for seat, count in (bugs or {}).items():
            game.bugs[seat] = ["Bug"] * count
        for seat, cards in (eliminated or {}).items():
            game.laid[seat], game.status[seat] = list(cards), "eliminated"
            game.causes[seat] = "no follow"
        for name, value in more.items():
            if name not in vars(game):
                raise OracleError(f"unknown part of a position: {name!r}")
            setattr(game, name, value)
        if game.worm_player is not None and game.worm_captor is None:
            game.worm_open = bool(more.get("worm_open", True))
        for seat in game.taking_part:
            game._check_finished(seat)
        game._steps = game._game(turn)
        game._go_on(None)
        return game

    def moves(self) -> list[str]:
        """The legal moves of the seat to decide, in the fixed order."""
        return list(self._moves)

    def play(self, move: str) -> None:
        """Make a move of the seat to decide."""
        if move not in self._moves:
            raise OracleError(f"illegal move {move!r} of seat {self.seat}; legal: {self._moves}")
        self.totals["turns"] += 1
        if len(self._moves) >= 2:
            self.totals["decisions"] += 1
        self._go_on(move)

    # -- the flow --

    def _go_on(self, move: str | None) -> None:
        """Run the game up to the next decision."""
        try:
            step = next(self._steps) if move is None else self._steps.send(move)
            self.seat, self._moves = step
        except StopIteration:
            self.seat, self._moves = None, []

    def _game(self, turn: int | None) -> Steps[None]:
        """Hands until somebody wins; the first one goes on from `turn` if that is given."""
        while not self.over:
            seat = self._deal() if turn is None else turn
            turn = None
            yield from self._play_hand(seat)
            if self.hand_plays >= self.rule["max_turns"]:
                self._end_game([], "turn cap")
                return
            line = self._score_hand()
            self._after_hand(line)

    def _play_hand(self, seat: int) -> Steps[None]:
        if self.status[seat] != "active":  # only from a set-up position
            seat = self._next(seat, self.direction)
        while not self._hand_over():
            seat = yield from self._turn(seat)

    def _hand_over(self) -> bool:
        """HK-17, asked whenever the turn passes on. The cap on plays is looked at here too."""
        active = self.status.count("active")
        if active == 1 and self.rule["solo_tail"] == "stop":  # HK-A4
            return True
        return active == 0 or self.hand_plays >= self.rule["max_turns"]

    def _turn(self, seat: int) -> Steps[int]:
        """One turn of an active seat; returns the seat whose turn is next."""
        if self.spring and self.rule["spring_duration"] == "rest_of_hand":  # HK-A9
            yield from self._plant(seat)
            if self.status[seat] != "active":
                return self._next(seat, self.direction)
        moves = self._legal_moves(seat)
        if not moves:
            self._eliminate(seat, self._demand())
            return self._next(seat, self.direction)
        if self.rule["may_decline"]:  # HK-A3
            moves.append("decline")
        move = yield seat, moves  # HK-13
        if move == "decline":
            self._eliminate(seat, "declined")
            return self._next(seat, self.direction)
        return (yield from self._play_card(seat, move))

    def _legal_moves(self, seat: int) -> list[str]:
        suits = ("Lake",) if self.in_drought else self.wanted[self.exposed]  # HK-23, HK-7
        specialties = not self.in_drought and self.exposed != SUN  # HK-9, HK-10
        moves = []
        for card in sorted(set(self.hands[seat]), key=ORDER.__getitem__):
            if card in SUIT_OF:
                if SUIT_OF[card] in suits:
                    moves.append(card)
            elif card == WIND:  # HK-44
                moves += [name for name, suit in WIND_AS.items() if suit in suits]
            elif specialties and card != LITTER:  # HK-11
                moves.append(card)
        return moves

    def _demand(self) -> str:
        """The cause of an elimination for want of a card."""
        if self.in_drought:
            return "drought"
        return "sun" if self.exposed == SUN else "no follow"

    def _eliminate(self, seat: int, cause: str) -> None:
        """HK-14; the exposed card and its demand stay as they are (HK-15)."""
        self.status[seat] = "eliminated"
        self.causes[seat] = cause
        self.counters[seat][CAUSES[cause]] += 1
        self.laid[seat], self.hands[seat] = self.hands[seat], []
        self.waiting.discard(seat)

    def _check_finished(self, seat: int) -> None:
        """HK-16."""
        if self.status[seat] == "active" and not self.hands[seat] and seat not in self.waiting:
            self.status[seat] = "finished"
            if seat not in self.ran_out:
                self.ran_out.append(seat)

    # -- playing a card --

    def _play_card(self, seat: int, move: str) -> Steps[int]:
        """HK-18, in its order; returns the seat whose turn is next."""
        again = False
        suit = self._lay(seat, move)
        if suit is None:
            again = yield from self._specialty(seat, move)
        elif suit == "Bird" and (move not in WIND_AS or self.rule["wind_bird"]):  # HK-A10
            yield from self._bird(seat)
        elif suit == "Peak" and self.avalanche:
            self._peak_draw(seat)
        elif suit == "Trail" and self.lost:
            again = self._reverse()  # HK-34, HK-35
        self._check_finished(seat)
        if move == "Drought":
            yield from self._drought(seat)
            return self._next(seat, self._drought_step())  # HK-24
        if again and self.hands[seat]:  # HK-37, HK-38
            return seat
        return self._next(seat, self.direction)

    def _lay(self, seat: int, move: str) -> str | None:
        """Put the card on the pile; returns its suit, or the one named for The Wind (HK-43)."""
        card = WIND if move in WIND_AS else move
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.exposed = move
        self.hand_plays += 1
        self.last_play[seat] = self.hand_plays
        self.totals["plays"] += 1
        self.counters[seat]["plays"] += 1
        if card in SHORT:
            self.counters[seat][f"played_{SHORT[card]}"] += 1
        return WIND_AS[move] if card == WIND else SUIT_OF.get(card)

    def _specialty(self, seat: int, card: str) -> Steps[bool]:
        """The effect of a specialty; True if its player moves again. The Sun and Drought act
        through what they demand."""
        if card == "Avalanche":
            self._avalanche(seat)
        elif card == "Earthquake":
            self._earthquake(seat)
        elif card == "Lost":
            self.lost = True
            return self._reverse()  # HK-33
        elif card == "Poop":
            self._poop()
        elif card == "Spring":
            yield from self._spring(seat)
        elif card == WORM:
            yield from self._worm(seat)
        return False

    def _avalanche(self, player: int) -> None:
        """HK-19, HK-20; the order of drawing is HK-A19."""
        self.avalanche = True
        others = self._active(self._round(player, self.direction)[:-1])
        if self.rule["avalanche_draw"] == "two":
            draws = [seat for seat in others for _ in range(2)]
        else:
            draws = others + others
        for seat in draws:
            self._draw(seat)

    def _peak_draw(self, seat: int) -> None:
        """HK-21, HK-22, HK-A5."""
        if self.hands[seat] or self.rule["avalanche_last_peak"] == "draw":
            self._draw(seat)

    def _draw(self, seat: int) -> None:
        if not self.stock and self.rule["deck_exhausted"] == "reshuffle":
            self._reshuffle()
        if self.stock:
            self.hands[seat].append(self.stock.pop(0))
            self.waiting.discard(seat)

    def _reshuffle(self) -> None:
        """HK-A12: the pile without the exposed card and without The Worm."""
        under, exposed = self.pile[:-1], self.pile[-1]
        cards = [card for card in under if card != WORM]
        self.pile = [card for card in under if card == WORM] + [exposed]
        self.stock = list(self.chance.reshuffle(list(cards)))
        if sorted(self.stock) != sorted(cards):
            raise OracleError("the reshuffled stock is not what lay in the pile")

    def _drought_step(self) -> int:
        """HK-A6: which way the Lakes and the turn after them go."""
        return 1 if self.rule["drought_next"] == "left" else self.direction

    def _drought(self, player: int) -> Steps[None]:
        """HK-23 to HK-27: one turn for each active seat in which only a Lake will do."""
        order = self._round(player, self._drought_step())
        if self.rule["drought_order"] == "player_first":
            order = [player, *order[:-1]]
        self.in_drought = True
        for seat in order:
            if self._hand_over():
                break
            if self.status[seat] == "active":
                yield from self._turn(seat)
        self.in_drought = False

    def _earthquake(self, player: int) -> None:
        """HK-28 to HK-31, HK-A17."""
        step = 1 if self.rule["earthquake_dir"] == "clockwise" else self.direction
        seats = self._active(self._round(player, step))
        if not self.hands[player]:  # HK-29: it was the last card
            seats.remove(player)
        if not seats:
            return
        pool = [card for seat in seats for card in self.hands[seat]]
        if self.rule["earthquake_deal"] == "even":
            sizes = dict.fromkeys(seats, 0)
            for place in range(len(pool)):
                sizes[seats[place % len(seats)]] += 1
        else:
            sizes = {seat: len(self.hands[seat]) for seat in seats}
        new = self.chance.earthquake(dict(sizes))
        if {seat: len(cards) for seat, cards in new.items()} != sizes:
            raise OracleError(f"Earthquake should deal {sizes}, not {new}")
        if sorted(card for cards in new.values() for card in cards) != sorted(pool):
            raise OracleError("Earthquake dealt other cards than it took")
        for seat in seats:
            self.hands[seat] = list(new[seat])
            if new[seat]:
                self.waiting.discard(seat)
        # Only with seats that Poop emptied (HK-A7) can a seat have put cards in and get none.
        for seat in [player, *self._round(player, self.direction)[:-1]]:
            self._check_finished(seat)

    def _reverse(self) -> bool:
        """HK-33, HK-36; True if exactly 2 are active, so that the player goes again (HK-37)."""
        self.direction = -self.direction
        return self.status.count("active") == 2

    def _poop(self) -> None:
        """HK-39 to HK-41, HK-A7."""
        for seat in self._active(range(self.players)):
            bugs = [card for card in self.hands[seat] if SUIT_OF.get(card) == "Bug"]
            if not bugs:
                continue
            self.bugs[seat] += bugs
            self.hands[seat] = [card for card in self.hands[seat] if card not in bugs]
            if not self.hands[seat] and self.rule["poop_empty"] == "active_until_turn":
                self.waiting.add(seat)
            self._check_finished(seat)

    # -- Spring --

    def _spring(self, player: int) -> Steps[None]:
        """HK-42, HK-A9: the player of Spring first, then on in the direction."""
        self.spring = True
        for seat in [player, *self._round(player, self.direction)[:-1]]:
            asked = self.status[seat] == "eliminated" and self.rule["spring_scope"] == "all"
            if asked or self.status[seat] == "active":
                yield from self._plant(seat)
                self._check_finished(seat)

    def _plant(self, seat: int) -> Steps[None]:
        """One seat plants from its hand, or from its face-up cards if it is eliminated."""
        cards = self.laid[seat] if self.status[seat] == "eliminated" else self.hands[seat]
        trees = sorted((c for c in cards if SUIT_OF.get(c) == "Tree"), key=ORDER.__getitem__)
        wind = WIND in cards and self.rule["wind_plants"]  # HK-A10
        if not trees and not wind:
            return
        numbers = [f"{k} Tree{'s' if k > 1 else ''}" for k in range(1, len(trees) + 1)]
        choices: dict[str, list[str]] = {"plant nothing": []}
        choices |= {f"plant {number}": trees[:k] for k, number in enumerate(numbers, 1)}
        if wind:
            choices["plant The Wind"] = [WIND]
            for k, number in enumerate(numbers, 1):
                choices[f"plant {number} and The Wind"] = [*trees[:k], WIND]
        move = yield seat, list(choices)
        if move == "plant nothing":
            return
        for card in choices[move]:
            cards.remove(card)
            self.planted[seat].append(card)
            self.counters[seat]["trees"] += 1
        if not cards:
            self.planted_out.add(seat)
            self.ran_out.append(seat)
            self._check_finished(seat)

    # -- The Worm --

    def _bird(self, seat: int) -> Steps[None]:
        """A Bird that was not laid on one's own Worm: HK-47, HK-A11."""
        self.birds += 1
        if not self.worm_open:
            return
        self.worm_open = False
        way = self.rule["worm_capture"]
        if way == "policy":
            move = yield seat, ["capture The Worm", "leave The Worm"]
            captured = move == "capture The Worm"
        elif way == "auto":
            captured = True
        else:
            captured = not self.chance.forget(float(way.removeprefix("forget:")))
        if captured:
            self._capture(seat)

    def _worm(self, seat: int) -> Steps[None]:
        """HK-46: the player of The Worm may lay a Bird on it at once."""
        self.worm_player = seat
        self.worm_open = True
        birds = {card for card in self.hands[seat] if SUIT_OF.get(card) == "Bird"}
        moves = sorted(birds, key=ORDER.__getitem__)
        if WIND in self.hands[seat] and self.rule["wind_bird"]:
            moves.append("The Wind as Bird")
        if not moves:
            return
        if self.rule["worm_bird"] == "may":
            moves.append("no Bird")
        move = yield seat, moves
        if move != "no Bird":
            self._lay(seat, move)
            self.birds += 1
            self.worm_open = False
            self._capture(seat)

    def _capture(self, seat: int) -> None:
        """HK-47, HK-50."""
        self.worm_captor = seat
        if WORM in self.pile:  # always, but for set-up positions
            self.pile.remove(WORM)

    # -- scoring --

    def _score_hand(self) -> list[int]:
        """HK-54 to HK-62; returns the winners, first in line for the remainder first."""
        leftovers = [
            len(self.laid[seat]) + len(self.bugs[seat]) + len(self.hands[seat])
            for seat in range(self.players)
        ]  # cards still in hand: only with solo_tail = "stop" (HK-A4)
        fewest = min(leftovers[seat] for seat in self.taking_part)
        line = self._line([s for s in self.taking_part if leftovers[s] == fewest], fewest)
        pot = self._share_pot(sum(leftovers), line)
        points = [0] * self.players
        for seat in self.taking_part:
            bonus = self._bonus(seat, leftovers[seat])
            worm = self._worm_points(seat)
            trees = len(self.planted[seat]) * self.rule["tree_points"]
            points[seat] = pot.get(seat, 0) + bonus + trees + worm  # HK-61
            self.scores[seat] += points[seat]
            tally = {"leftovers": leftovers[seat], "empty_hands": int(leftovers[seat] == 0)}
            tally |= {"bonus": bonus, "pot": pot.get(seat, 0), "worm": worm}
            tally |= {"hands_won": int(seat in line)}
            held = [card for card in self.laid[seat] + self.hands[seat] if card in SHORT]
            tally |= {f"held_{SHORT[card]}": 1 for card in held}
            for card in self.dealt[seat]:
                tally |= {f"dealt_{SHORT[card]}": 1, f"points_dealt_{SHORT[card]}": points[seat]}
            for name, value in tally.items():
                self.counters[seat][name] += value
        self.last_hand = {"leftovers": leftovers, "points": points, "causes": list(self.causes)}
        return line

    def _line(self, winners: list[int], fewest: int) -> list[int]:
        """The winners of the hand in the order in which they would get the remainder."""
        if fewest == 0:  # HK-59
            return sorted(winners, key=self.ran_out.index)
        played = [seat for seat in winners if seat in self.last_play]  # HK-58
        played.sort(key=self.last_play.__getitem__, reverse=True)
        idle = [s for s in self._round(self.dealer, 1) if s in winners and s not in played]
        return played + idle  # HK-A18

    def _share_pot(self, pot: int, line: list[int]) -> dict[int, int]:
        """HK-56 to HK-59, HK-A15."""
        share, extra = divmod(pot, len(line))
        shares = dict.fromkeys(line, share)
        if self.rule["extra_points"] == "one":
            shares[line[0]] += extra
        else:
            for seat in line[:extra]:
                shares[seat] += 1
        return shares

    def _bonus(self, seat: int, leftovers: int) -> int:
        """HK-60, HK-A8."""
        if leftovers > 0 or (seat in self.planted_out and not self.rule["spring_empty_bonus"]):
            return 0
        return self.rule["bonus"]

    def _worm_points(self, seat: int) -> int:
        """HK-48, HK-49."""
        owner = self.worm_player if self.worm_captor is None else self.worm_captor
        return self.birds if seat == owner else 0

    # -- the end of a hand and of the game --

    def _after_hand(self, line: list[int]) -> None:
        """HK-63, HK-64, HK-A13, HK-A14, HK-A16."""
        self.totals["hands"] += 1
        self.totals["tie_hands"] += self.tied_once
        best = max(self.scores[seat] for seat in self.taking_part)
        if best >= self.rule["target"]:
            leaders = [seat for seat in self.taking_part if self.scores[seat] == best]
            if self.rule["over_target"] == "seat":
                reached = [s for s in self.taking_part if self.scores[s] >= self.rule["target"]]
                leaders = reached[:1]
            if len(leaders) == 1:
                self._end_game(leaders, "target")
                return
            self.tied_once = True
            if self.rule["tie_play"] == "tied":
                self.taking_part = leaders
        if self.totals["hands"] >= self.rule["max_hands"]:
            self._end_game([], "hand cap")
            return
        if self.rule["dealer"] == "winner":
            self.dealer = line[0]
        elif self.rule["dealer"] == "left":
            self.dealer = next(s for s in self._round(self.dealer, 1) if s in self.taking_part)

    def _end_game(self, winners: list[int], reason: str) -> None:
        self.over = True
        self.winners = winners
        self.totals["end_reason"] = reason
