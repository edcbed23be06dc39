"""Better is shown to be better: one player among others of another kind, each seat equally often.

`scripts/ladder` makes reports/ladder.md.
"""

from math import sqrt

from analyzer import games
from analyzer._core.reductions import WIN
from analyzer.policies import registry
from support.playouts import cell, totals

STEPS = (("greedy", "random"), ("expert", "greedy"), ("expert", "random"))
COMMON = {"random", "greedy", "expert", "noise", "search"}
N = 42_000  # games behind each number: as many for each seat, whatever the number of seats
# ... with a player that thinks ahead: what each game plays in a minute or two.
N_SEARCHED = {
    "hide-n-seek": 84,
    "hike": 8_400,
    "hike-sled": 84,
    "horrible-mountain": 420,
    "oh-hell": 4_200,
}


def share_of_one(
    game: str, one: str, others: str, players: int, n: int, seed: int = 17
) -> tuple[float, float]:
    """Share of n games that `one` wins, and its standard error. No two seats meet the same luck, so
    that the games are independent."""
    rules = games.load(game).resolve_rules(players, {})
    wins = squares = 0
    each = n // players
    for seat in range(players):
        seats = tuple(one if place == seat else others for place in range(players))
        found = totals(cell(game, players, seats, rules, seed), each, seat * each)
        sums = found.seats.at("win840", seat)
        wins, squares = wins + sums.total, squares + sums.squares
    n = players * each
    share = wins / WIN / n
    return share, sqrt((squares / WIN**2 / n - share**2) / n)


def lines(game: str) -> list[str]:
    """A table of a game, in Markdown."""
    own = {policy.name for policy in registry.named_policies(game)} - COMMON
    steps = [*STEPS, *((name, "expert") for name in sorted(own))]
    heads = ["players", "fair", *(f"{one} among {others}" for one, others in steps)]
    rows = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    low, high = games.load(game).players
    for players in range(low, high + 1):
        cells = [str(players), f"{100 / players:.1f}"]
        for one, others in steps:
            cells.append(format_share(*share_of_one(game, one, others, players, N)))
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def format_share(share: float, error: float) -> str:
    return f"{100 * share:.1f} ± {max(196 * error, 0.1):.1f}"


def search_lines() -> list[str]:
    """One that thinks ahead among experts, at the usual table of each game."""
    rows = ["| game | players | games | fair | search among expert |", "|---" * 5 + "|"]
    for game, n in N_SEARCHED.items():
        players = games.load(game).usual_players
        found = format_share(*share_of_one(game, "search", "expert", players, n))
        rows.append(f"| {game} | {players} | {n:,} | {100 / players:.1f} | {found} |")
    return rows


def main() -> None:
    print("# Who plays better?\n")
    print(
        "Made by the functions behind `scripts/ladder`. A table is made again when its players\n"
        "have changed, so the tables may be of several runs.\n"
    )
    print(
        f"One player among others of another kind, {N:,} games for each number, each seat and\n"
        "role as often as the others: the share of games that the one wins, in per cent, with its\n"
        "95 % interval. Players of equal strength would win the fair share."
    )
    print("\n## A player that thinks ahead\n", *search_lines(), sep="\n")
    for game in games.names():
        print(f"\n## {game}\n", *lines(game), sep="\n")


if __name__ == "__main__":
    main()
