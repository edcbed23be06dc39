"""How strong the players of today are: `scripts/ladder` makes reports/ladder.md.

scripts/ladder --challenger hide-n-seek       # against the players of an earlier revision
scripts/ladder --challenger oh-hell --games 400 --worlds 128
scripts/ladder --anchors                      # what is lost where it can be known exactly
"""

import argparse

from ladder import anchors, challenge, frozen

from analyzer import games
from support import ladder


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/ladder", description=__doc__.split("\n")[0])
    parser.add_argument("--challenger", metavar="GAME", choices=games.names())
    parser.add_argument("--games", type=int, help="of the challenger, all seats together")
    parser.add_argument("--worlds", type=int, help="in which the challenger tries its moves")
    parser.add_argument("--deals", type=int, default=4_000, help="of experts, each at every seat")
    parser.add_argument("--anchors", action="store_true", help="only those")
    asked = parser.parse_args()
    if asked.challenger is None:
        if not asked.anchors:
            ladder.main()
            print("\n## Decisions that can be valued exactly\n")
        print(*anchors.lines(), sep="\n")
        return
    frozen.install()
    print(*challenge.against_the_past(asked.challenger, asked.deals), sep="\n")
    print()
    print(*challenge.challenged(asked.challenger, asked.games, asked.worlds), sep="\n")


main()
