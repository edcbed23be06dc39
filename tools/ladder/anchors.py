"""Decisions that can be valued exactly, and what players lose there against the best move.

oh-hell: the bid on a hand of one card, and the last but one trick. Every deal of the unseen cards
that fits what was played is played to its end, and each counts the same. Nobody else has a choice
after the bid, or if all others have played to the trick; if they have not, they are experts.

hike-sled: a racer alone on the track. Nothing is hidden and nothing is left to chance, so that
every race day can be played in all ways, and the fewest days to the finish are known.

hike and horrible-mountain: see endings.py.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from math import sqrt
from typing import Any

from ladder import endings
from ladder.choosing import PLAYERS, SEED, Raw, choose, seat_policy

from analyzer import new_state
from analyzer.games.hike_sled.words import PHASES
from analyzer.games.oh_hell.words import CODES
from analyzer.playout.state import State
from support.hike_sled import race

OVER = PHASES.index("over")
MOST_DEALS = 1_000


# --- oh-hell --------------------------------------------------------------------------------------


def one_card_bids(index: int) -> State:
    """Three players, and nobody has bid."""
    deck = random.Random(index).sample(list(CODES), 4)
    position = {"hands": [[card] for card in deck[:3]], "turned": deck[3], "bids": [""] * 3}
    return new_state("oh-hell", position=position, seed=index)


def last_but_one_tricks(index: int) -> State:
    """The first hand of three experts, up to the moment in which one has two cards, either of which
    it may play, and the others have one each."""
    for attempt in range(1_000):
        state = new_state("oh-hell", players=3, seed=SEED + attempt, index=index)
        stepper, expert = state._stepper, seat_policy(state, "expert")
        while sorted(map(len, stepper.describe()["hands"])) != [1, 1, 2]:
            stepper.apply(choose(stepper, expert))
        if len(stepper.moves()) == 2:
            break
    return state


def last_two_tricks(index: int) -> State:
    """Five experts have played eight tricks; a seat with two cards may play either, after as many
    others as it may be. Few deals fit."""
    for attempt in range(1_000):
        state = new_state("oh-hell", players=5, seed=SEED + attempt, index=index)
        stepper, expert = state._stepper, seat_policy(state, "expert")
        while not _is_the_turn_of(index % 5, stepper.describe()["hands"]):
            stepper.apply(choose(stepper, expert))
        fitting = islice(deals(stepper.describe()), MOST_DEALS + 1)
        if len(stepper.moves()) == 2 and sum(1 for _ in fitting) <= MOST_DEALS:
            break
    return state


def _is_the_turn_of(place: int, hands: list[list[int]]) -> bool:
    return sorted(map(len, hands)) == [1] * place + [2] * (5 - place)


def lacking(raw: Raw) -> list[set[int]]:
    """For each seat the suits of which it has shown that it has none."""
    none: list[set[int]] = [set() for _ in raw["hands"]]
    for leader, cards in raw["laid"]:
        for place, card in enumerate(cards):
            if card >> 4 != cards[0] >> 4:
                none[(leader + place) % len(none)].add(cards[0] >> 4)
    return none


def deals(raw: Raw) -> Iterator[list[list[int]]]:
    """All hands of the others that fit what was played."""
    seat, none = raw["seat"], lacking(raw)
    seen = {raw["turned"], *raw["hands"][seat]}
    seen |= {card for _, cards in raw["laid"] for card in cards}
    unseen = [16 * suit + rank for suit in range(4) for rank in range(13)]

    def dealt(to: int, cards: list[int]) -> Iterator[list[list[int]]]:
        if to == len(none):
            yield []
            return
        own = raw["hands"][to]
        fitting = [card for card in cards if card >> 4 not in none[to]]
        for hand in [own] if to == seat else map(list, combinations(fitting, len(own))):
            for others in dealt(to + 1, [card for card in cards if card not in hand]):
                yield [hand, *others]

    return dealt(0, [card for card in unseen if card not in seen])


def margins(state: State) -> dict[int, float]:
    """For each move the points of the hand, less the mean of the others', on average over all
    deals. Whoever has a choice after it is an expert."""
    stepper = state._stepper
    raw, expert = stepper.describe(), seat_policy(state, "expert")
    seat, hand, n = raw["seat"], raw["hand_no"], 0
    total = dict.fromkeys(stepper.moves(), 0.0)
    world = stepper.copy()
    for hands in deals(raw):
        n += 1
        for move in total:
            world.restore(raw | {"hands": hands})
            world.apply(move)
            while (after := world.describe())["hand_no"] == hand and after["phase"] != 2:
                moves = world.moves()
                world.apply(moves[0] if len(moves) == 1 else choose(world, expert))
            points = after["last"]["points"]
            total[move] += points[seat] - (sum(points) - points[seat]) / (len(points) - 1)
    return {move: found / n for move, found in total.items()}


# --- hike-sled ------------------------------------------------------------------------------------


def lone_racers(index: int) -> State:
    """Five or six huskies and three youngsters or two, on a track of 24 fields."""
    rng = random.Random(index)
    kinds = ["S", "I", "P", "SS", "SI", "SP", "SSI", "SSS", "IIP", "II"]
    sled = [*rng.sample(kinds, 5), rng.choice([rng.choice(["SS", "SI"]), "-"]), "-", "-"]
    rng.shuffle(sled)
    track = " ".join(rng.choices("SIP", (6, 3, 1), k=24))
    cards = rng.choice(["", "care", "double", "care double"])
    sled_words = " ".join(sled[:4]) + " / " + " ".join(sled[4:])
    return race(sled_words, track, cards, {"single_racer": "runs"})


def dusks(stepper: Any) -> Iterable[Any]:
    """Every way in which the day can end."""
    day, seen, todo, found = stepper.describe()["race_day"], set(), [stepper.copy()], {}
    while todo:
        here = todo.pop()
        for move in here.moves():
            after = here.copy()
            after.apply(move)
            raw = after.describe()
            key = (raw["field"][0], *(raw[name][0] for name in ("single", "double", "equipment")))
            key += (tuple(raw["resting"][0]),)
            if raw["phase"] == OVER or raw["race_day"] > day:
                found[key] = after
                continue
            key += (tuple(raw["tired"][0]), raw["phase"], raw["using"], tuple(raw["left"]))
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return found.values()


def has_finished(stepper: Any) -> bool:
    raw = stepper.describe()
    return bool(raw["phase"] == OVER and raw["field"][0] == len(raw["track"]))


def fewest_days(stepper: Any) -> int | None:
    """None: the sled cannot finish. Whoever is as far with no more cards than another one cannot be
    faster."""
    dawns, day = [stepper], 0
    while dawns:
        day += 1
        found = [after for dawn in dawns for after in dusks(dawn)]
        if any(map(has_finished, found)):
            return day
        dawns = _undominated([one for one in found if one.describe()["phase"] != OVER])
    return None


def _undominated(steppers: list[Any]) -> list[Any]:
    kept: dict[tuple[int, ...], Any] = {}
    for one in steppers:
        raw = one.describe()
        kept[raw["field"][0], raw["single"][0], raw["double"][0]] = one
    return [
        one
        for key, one in kept.items()
        if not any(other != key and all(map(int.__ge__, other, key)) for other in kept)
    ]


def days_of(state: State, name: str) -> int | None:
    stepper, policy = state._stepper.copy(), seat_policy(state, name)
    while stepper.moves():
        stepper.apply(choose(stepper, policy))
    return stepper.describe()["race_day"] if has_finished(stepper) else None


def days_lost(n: int) -> list[float]:
    """Race days that the expert needs more than the fewest. Search has nothing to do here: whatever
    it plays, it wins."""
    lost = []
    for index in range(n):
        state = lone_racers(index)
        fewest = fewest_days(state._stepper)
        if fewest is not None:
            taken = days_of(state, "expert")
            lost.append(float(taken - fewest) if taken else 99.0)
    return lost


# --- the table ------------------------------------------------------------------------------------

Values = Callable[[State], dict[int, float]]


def regret(
    make: Callable[[int], State], n: int, values_of: Values = margins
) -> dict[str, list[float]]:
    """What each player loses in each of n positions."""
    lost: dict[str, list[float]] = {name: [] for name in PLAYERS}
    for index in range(n):
        state = make(index)
        values = values_of(state)
        for name in PLAYERS:
            move = choose(state._stepper, seat_policy(state, name))
            lost[name].append(max(values.values()) - values[move])
    return lost


def format_loss(lost: list[float]) -> str:
    mean = sum(lost) / len(lost)
    spread = sum((one - mean) ** 2 for one in lost) / len(lost)
    return f"{mean:.3f} ± {1.96 * sqrt(spread / len(lost)):.3f}"


KINDS: tuple[tuple[str, Callable[[int], State], int, Values], ...] = (
    ("oh-hell: bid on one card, points", one_card_bids, 100, margins),
    ("oh-hell: last but one trick, points", last_but_one_tricks, 400, margins),
    ("oh-hell: last two tricks among experts, points", last_two_tricks, 200, margins),
    ("hike: two known hands, points", endings.last_hands, 400, endings.hand_values),
    ("horrible-mountain: last card, wins", endings.last_cards, 200, endings.win_values),
)


def lines(racers: int = 200) -> list[str]:
    """What is lost in each kind of decision, in Markdown."""
    rows = ["| decision | positions | lost by expert | by search |", "|---" * 4 + "|"]
    for words, make, n, values_of in KINDS:
        lost = regret(make, n, values_of)
        found = " | ".join(format_loss(lost[name]) for name in PLAYERS)
        rows.append(f"| {words} | {n} | {found} |")
    days = days_lost(racers)
    rows.append(f"| hike-sled: a race alone, days | {len(days)} | {format_loss(days)} | |")
    return rows
