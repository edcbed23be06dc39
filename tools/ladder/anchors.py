"""Decisions that can be valued exactly, and what players lose there against the best move.

oh-hell: the bid on a hand of one card, and the last but one trick where everybody else has played
to it. Nobody has a choice after that, so that every deal of the unseen cards that fits what was
played can be played to its end. Each deal counts the same.

hike-sled: a racer alone on the track. Nothing is hidden and nothing is left to chance, so that
every race day can be played in all ways, and the fewest days to the finish are known.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from math import sqrt
from typing import Any

from analyzer import new_state
from analyzer.games.hike_sled.words import PHASES
from analyzer.games.oh_hell.words import CODES
from analyzer.playout.state import State
from analyzer.policies import registry, spec
from support.hike_sled import race

PLAYERS = ("expert", "search")
SEED = 80_001
OVER = PHASES.index("over")
Raw = dict[str, Any]


def seat_policy(state: State, name: str) -> Any:
    stepper = state._stepper
    return registry.make_policy(
        state.position()["game"], spec.parse_policy(name), stepper.table, state.rules
    )


def choose(stepper: Any, policy: Any) -> int:
    move: int = stepper.moves()[stepper.choose(policy, stepper.coin(stepper.seat))]
    return move


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


def lacking(raw: Raw) -> list[set[int]]:
    """For each seat the suits of which it has shown that it has none."""
    none: list[set[int]] = [set() for _ in raw["hands"]]
    for leader, cards in raw["laid"]:
        for place, card in enumerate(cards):
            if card >> 4 != cards[0] >> 4:
                none[(leader + place) % len(none)].add(cards[0] >> 4)
    return none


def deals(raw: Raw) -> Iterator[list[list[int]]]:
    """All hands of one card for the others that fit what was played."""
    seat, none = raw["seat"], lacking(raw)
    seen = {raw["turned"], *raw["hands"][seat]}
    seen |= {card for _, cards in raw["laid"] for card in cards}
    unseen = [16 * suit + rank for suit in range(4) for rank in range(13)]
    others = [other for other in range(len(none)) if other != seat]
    for cards in permutations([card for card in unseen if card not in seen], len(others)):
        if all(card >> 4 not in none[o] for o, card in zip(others, cards, strict=True)):
            hands = list(raw["hands"])
            for other, card in zip(others, cards, strict=True):
                hands[other] = [card]
            yield hands


def margins(state: State) -> dict[int, float]:
    """For each move the points of the hand, less the mean of the others', on average over all
    deals."""
    stepper = state._stepper
    raw = stepper.describe()
    seat, hand, n = raw["seat"], raw["hand_no"], 0
    total = dict.fromkeys(stepper.moves(), 0.0)
    world = stepper.copy()
    for hands in deals(raw):
        n += 1
        for move in total:
            world.restore(raw | {"hands": hands})
            world.apply(move)
            while (after := world.describe())["hand_no"] == hand and after["phase"] != 2:
                world.apply(world.moves()[0])
            points = after["last"]["points"]
            total[move] += points[seat] - (sum(points) - points[seat]) / (len(points) - 1)
    return {move: found / n for move, found in total.items()}


def regret(make: Callable[[int], State], n: int) -> dict[str, list[float]]:
    """Points lost by each player in each of n positions."""
    lost: dict[str, list[float]] = {name: [] for name in PLAYERS}
    for index in range(n):
        state = make(index)
        values = margins(state)
        for name in PLAYERS:
            move = choose(state._stepper, seat_policy(state, name))
            lost[name].append(max(values.values()) - values[move])
    return lost


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


def format_loss(lost: list[float]) -> str:
    mean = sum(lost) / len(lost)
    spread = sum((one - mean) ** 2 for one in lost) / len(lost)
    return f"{mean:.3f} ± {1.96 * sqrt(spread / len(lost)):.3f}"


def lines(bids: int = 100, tricks: int = 400, racers: int = 200) -> list[str]:
    """What is lost in each kind of decision, in Markdown."""
    rows = ["| decision | positions | lost by expert | by search |", "|---" * 4 + "|"]
    for words, make, n in (
        ("oh-hell: bid on one card, points", one_card_bids, bids),
        ("oh-hell: last but one trick, points", last_but_one_tricks, tricks),
    ):
        lost = regret(make, n)
        found = " | ".join(format_loss(lost[name]) for name in PLAYERS)
        rows.append(f"| {words} | {n} | {found} |")
    days = days_lost(racers)
    rows.append(f"| hike-sled: a race alone, days | {len(days)} | {format_loss(days)} | |")
    return rows
