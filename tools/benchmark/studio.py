"""The studio: how long a turned rule takes to its first numbers, and how many pictures follow.

Its bars, on two quiet cores: 250 ms, and 8 a second. Each game shows its best round.
"""

import time

from analyzer import games
from analyzer.games.parameters import parameters
from analyzer.request.setting import build_setting
from analyzer.studio.engine import Engine
from analyzer.studio.table import LiveTable

SECONDS = 3.0  # of pictures in a round


def side_by_side(rounds: int = 3) -> None:
    """A line for each game: its first slider turned by one step."""
    print("\nstudio              first numbers    pictures a second")
    for name in games.built_in_names():
        found = [one_round(name) for _ in range(rounds)]
        first, pictures = min(one[0] for one in found), max(one[1] for one in found)
        print(f"{name:<18}{1000 * first:11.0f} ms{pictures:18.1f}")


def one_round(name: str) -> tuple[float, float]:
    """Seconds to the first numbers, and pictures a second after them."""
    face = games.load(name)
    base = build_setting(name, face.usual_players)
    kind: type = face.rules_type
    slider = next(one for one in parameters(kind) if one.limits)
    printed, (low, high) = getattr(base.rules, slider.name), slider.limits or (0, 0)
    value = printed - 1 if printed > low else min(high, printed + 1)
    engine = Engine()
    started = time.perf_counter()
    engine.start_table(LiveTable(base, base.with_rules({slider.name: value})))
    number, first, pictures = 0, 0.0, 0
    while not first or time.perf_counter() - started - first < SECONDS:
        seen = engine.wait(number, SECONDS)
        if seen is None:
            break
        number, told = seen
        if told.get("table", {}).get("n"):
            first = first or time.perf_counter() - started
            pictures += 1
    engine.stop()
    return first, pictures / SECONDS
