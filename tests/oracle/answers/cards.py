"""How strong cards are a second way: what was dealt, from rows and from opening hands."""

import tomllib
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

import numpy as np

import analyzer
from oracle.answers.formulas import Interval, jackknife_interval
from oracle.answers.ledger import Ledger, Path
from oracle.answers.rows import Rows, play_rows

Statistic = Callable[[np.ndarray], float]


def cards_dealt(rows: Rows) -> np.ndarray:
    """All cards or hands that could have been the card, by game and seat."""
    if rows.cell.game == "hike":
        return np.repeat(rows.game("hands")[:, None], rows.players, axis=1)
    if rows.cell.game == "oh-hell":
        return sum(size * rows.seat(f"hands_{size}") for size in range(1, 11))
    return np.ones((rows.n, rows.players))


def points_dealt(rows: Rows) -> np.ndarray:
    """The points of those hands, once for each card that could have been the card."""
    if rows.cell.game == "oh-hell":
        return sum(size * rows.seat(f"points_{size}") for size in range(1, 11))
    return rows.seat("score")


def points_effect(rows: Rows, card: str) -> Statistic:
    """Points with the card minus points with another one in its place."""
    dealt, points = rows.seat(f"dealt_{card}"), rows.seat(f"points_dealt_{card}")
    places, all_points = cards_dealt(rows), points_dealt(rows)

    def effect(kept: np.ndarray) -> float:
        others = (all_points - points)[kept].sum() / (places - dealt)[kept].sum()
        return float(points[kept].sum() / dealt[kept].sum() - others)

    return effect


def wins_effect(dealt: np.ndarray, places: np.ndarray, wins: np.ndarray) -> Statistic:
    """The slope of winning on how much more of the card was dealt than chance would give."""

    def effect(kept: np.ndarray) -> float:
        usual = places[kept] * (dealt[kept].sum() / places[kept].sum())
        more = dealt[kept] - usual
        return float((more * wins[kept]).sum() / (more**2).sum())

    return effect


def card_effect(dealt: np.ndarray, places: np.ndarray, wins: np.ndarray) -> Statistic:
    """Wins for each such card dealt minus wins for each other one."""

    def effect(kept: np.ndarray) -> float:
        with_it, others = dealt[kept], (places - dealt)[kept]
        won = wins[kept]
        return float((with_it * won).sum() / with_it.sum() - (others * won).sum() / others.sum())

    return effect


def counted_effect(counted: np.ndarray, wins: np.ndarray) -> Statistic:
    """Wins of those who played it at all minus wins of those who did not."""

    def effect(kept: np.ndarray) -> float:
        with_it = counted[kept] > 0
        return float(wins[kept][with_it].mean() - wins[kept][~with_it].mean())

    return effect


def slope(counted: np.ndarray, wins: np.ndarray) -> Statistic:
    """What one more is worth."""

    def effect(kept: np.ndarray) -> float:
        more = counted[kept] - counted[kept].mean()
        return float((more * wins[kept]).sum() / (more**2).sum())

    return effect


def check_card(ledger: Ledger, path: Path, name: str, mine: Interval) -> None:
    told = ledger.at((*path, name))
    if told["low"] is None:  # too few games for an interval
        ledger.same((*path, name, "estimate"), mine.estimate)
        return
    ledger.interval((*path, name), mine)


def check_cards(ledger: Ledger, n: int) -> None:
    """How strong is each card or piece: dealt against not dealt, and what would counting say?"""
    answer = ledger.answer
    rows = play_rows(answer["game"], answer["players"], n)
    ledger.same(("games_each",), n)
    size = answer["strongest"]["family"]["size"]
    for place, card in enumerate(answer["cards"]):
        path, name = ("cards", place), card["name"]
        dealt = rows.seat(f"dealt_{name}")
        ledger.same((*path, "dealt"), int(dealt.sum()))
        ledger.numbers.append(float(dealt.sum()))
        points = jackknife_interval(points_effect(rows, name), n, 0.05 / size)
        check_card(ledger, path, "points", points)
        wins = wins_effect(dealt, cards_dealt(rows), rows.wins())
        check_card(ledger, path, "wins", jackknife_interval(wins, n, 0.05 / size))
        ledger.finding(name, points, int(dealt.sum()))
        if card["counted"]:
            check_counted(ledger, path, rows, size, int(dealt.sum()), counted_effect)
    check_strongest(ledger, "points")


def check_counted(
    ledger: Ledger, path: Path, rows: Rows, size: int, dealt: int, kind: Callable
) -> None:
    card = ledger.at(path)
    effect = kind(rows.seat(card["counted_of"]), rows.wins())
    mine = jackknife_interval(effect, rows.n, 0.05 / size)
    check_card(ledger, path, "counted", mine)
    key = f"counting.{card['name']}"
    if card["counted"]["low"] is None:
        ledger.same((*ledger.place(key), "estimate"), mine.estimate)
        ledger.same((*ledger.place(key), "n"), dealt)
    else:
        ledger.finding(key, mine, dealt)
    wins = Interval(**card["wins"])
    if None not in (wins.low, card["counted"]["low"]):
        gap = Interval(mine.estimate - wins.estimate, mine.low - wins.high, mine.high - wins.low)
        ledger.triples.append(gap)


def check_strongest(ledger: Ledger, measure: str) -> None:
    """The largest number of all, and the smallest, which is told turned round."""
    found = [Interval(**card[measure]) for card in ledger.answer["cards"]]
    most = max(found, key=lambda each: each.estimate)
    least = min(found, key=lambda each: each.estimate)
    if None not in most:
        ledger.interval(("strongest",), most)
    if None not in least:
        ledger.interval(("weakest",), Interval(-least.estimate, -least.high, -least.low))


TERRAINS = {"snow huskies": "S", "ice huskies": "I", "powder huskies": "P"}
PIECES = {"care": "care", "equipment": "equipment", "youngsters": "youngster"}


@lru_cache(maxsize=1)
def printed_points() -> list[str]:
    """What is printed on every husky, such as SSI, from the table of the game."""
    text = (files("analyzer.games.hike_sled") / "tables.toml").read_text("utf-8")
    return [row[0] for row in tomllib.loads(text)["huskies"]]


def is_kind(card: str, kind: str) -> bool:
    """Whether a card of an opening hand is of a kind that the question names."""
    if kind in PIECES:
        return card == PIECES[kind]
    if not card.startswith("H"):
        return False
    points = printed_points()[int(card[1:]) - 1]
    if kind in TERRAINS:
        return TERRAINS[kind] in points
    return kind.split()[2] == str(len(points))


def check_openings(ledger: Ledger, n: int) -> None:
    """Which cards of the opening hand help: huskies by terrain and points, or other cards?"""
    answer = ledger.answer
    rows = play_rows(answer["game"], answer["players"], n)
    states = [
        analyzer.new_state(answer["game"], players=rows.players, seed=1, index=game)
        for game in range(n)
    ]
    hands = [state.position()["hands"] for state in states]
    places = np.array([[len(hand) for hand in game] for game in hands])
    ledger.same(("games_each",), n)
    size = answer["strongest"]["family"]["size"]
    for place, card in enumerate(answer["cards"]):
        path, name = ("cards", place), card["name"]
        dealt = np.array([[sum(is_kind(c, name) for c in hand) for hand in game] for game in hands])
        check_wins_of_piece(ledger, path, dealt, card_effect(dealt, places, rows.wins()), size)
        if card["counted"]:
            check_counted(ledger, path, rows, size, int(dealt.sum()), slope)
    check_strongest(ledger, "wins")


def check_wins_of_piece(
    ledger: Ledger, path: Path, dealt: np.ndarray, effect: Statistic, size: int
) -> None:
    total = int(dealt.sum())
    ledger.same((*path, "dealt"), total)
    ledger.numbers.append(float(total))
    mine = jackknife_interval(effect, len(dealt), 0.05 / size)
    check_card(ledger, path, "wins", mine)
    ledger.triples.append(Interval(-mine.estimate, -mine.high, -mine.low))
    ledger.finding(ledger.at(path)["name"], mine, total)


def check_pieces(ledger: Ledger, n: int) -> None:
    """How strong is each rank of the first hand, and each Control Cube? Ranks here.

    A cube is given before the first turn: that is an experiment, and no count of rows.
    """
    answer = ledger.answer
    rows = play_rows(answer["game"], answer["players"], n)
    ledger.same(("games_each",), n)
    size = answer["strongest"]["family"]["size"]
    ranks = [card["name"] for card in answer["cards"] if not card["counted"]]
    places = sum(rows.seat(f"dealt_{rank}") for rank in ranks)
    for place, card in enumerate(answer["cards"]):
        if not card["counted"]:
            dealt = rows.seat(f"dealt_{card['name']}")
            effect = wins_effect(dealt, places, rows.wins())
            check_wins_of_piece(ledger, ("cards", place), dealt, effect, size)
        else:
            check_counted(ledger, ("cards", place), rows, size, card["dealt"], slope)


SECOND_WAYS = {"cards": check_cards}
