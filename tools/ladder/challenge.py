"""Players of today against those of an earlier revision, on the same deals from every seat."""

from paired import format_gain, gains

from analyzer import games

SEED = 90_001  # of games by which nothing was ever fitted
# Worlds of the challenger, and its games: what each game plays in some minutes.
CHALLENGES = {
    "hide-n-seek": (32, 400),
    "hike": (128, 2_000),
    "hike-sled": (32, 400),
    "horrible-mountain": (32, 1_000),
    "oh-hell": (128, 1_000),
}


def against_the_past(game: str, deals: int) -> list[str]:
    """One expert of today among earlier ones."""
    rows = [
        f"One expert among experts of an earlier revision, {deals:,} deals, each from every seat:",
        "what it wins more than its fair share, in percentage points.",
        "",
        "| game | players | fair | gain |",
        "|---" * 4 + "|",
    ]
    low, high = games.load(game).players
    for players in range(low, high + 1):
        found = format_gain(gains(game, "expert", "frozen-expert", players, deals, SEED))
        rows.append(f"| {game} | {players} | {100 / players:.1f} | {found} |")
    return rows


def challenged(game: str, n: int | None, worlds: int | None) -> list[str]:
    """The earlier search, with the earlier expert as its rollout policy, among experts of today."""
    players = games.load(game).usual_players
    worlds, n = worlds or CHALLENGES[game][0], n or CHALLENGES[game][1]
    one = f"frozen-search:rollout=frozen-expert,worlds={worlds}"
    found = gains(game, one, "expert", players, max(2, n // players), SEED) + 1 / players
    return [
        "An earlier search, with the earlier expert as its rollout policy, among experts of today:",
        "the share of games that it wins, in per cent.",
        "",
        "| game | players | games | worlds | fair | share |",
        "|---" * 6 + "|",
        f"| {game} | {players} | {players * len(found):,} | {worlds} | {100 / players:.1f} "
        f"| {format_gain(found).removeprefix('+')} |",
    ]
