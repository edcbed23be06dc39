"""The auction of examples/auction.py as a plain Python loop, the way a designer might write it for
one afternoon: no declared state, no chance by meaning, no redeal."""

import random

Table = list[list[int]]


def play(players: int, luck: random.Random, expert: bool) -> list[int]:
    """One game; the scores."""
    chips, taken = [11] * players, [[] for _ in range(players)]
    paid, coals, joined = [0] * players, [0] * players, [0] * players
    deck = list(range(3, 36))
    luck.shuffle(deck)
    deck = deck[9:]
    seat, pot, coal = 0, 0, deck.pop()
    while True:
        mine = taken[seat]
        takes = not chips[seat] or (
            wants(coal, pot, chips[seat], taken, seat, luck) if expert else luck.random() < 0.5
        )
        if not takes:
            chips[seat] -= 1
            pot += 1
            paid[seat] += 1
            seat = (seat + 1) % players
            continue
        coals[seat] += 1
        if coal - 1 in mine or coal + 1 in mine:
            joined[seat] += 1
        chips[seat] += pot
        pot = 0
        mine.append(coal)
        if not deck:
            return [chips[who] - cost(taken[who]) for who in range(players)]
        coal = deck.pop()


def wants(coal: int, pot: int, chips: int, taken: Table, seat: int, luck: random.Random) -> bool:
    """The judgement of the expert in the example."""
    mine = taken[seat]
    burden = 0 if coal - 1 in mine else -1 if coal + 1 in mine else coal
    take = pot * (1 + 1.5 / (1 + chips)) - burden * 0.5
    wanted = any(
        coal - 1 in taken[who] or coal + 1 in taken[who] for who in range(len(taken)) if who != seat
    )
    pay = -1.0 if wanted else 0.0
    return take > pay or (take == pay and luck.random() < 0.5)


def cost(coals: list[int]) -> int:
    """What coals count against their owner: the lowest of each run."""
    return sum(coal for coal in coals if coal - 1 not in coals)
