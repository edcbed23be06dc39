"""From a seed to the two words that the core's streams are keyed by."""

from analyzer.errors import UserError
from analyzer.system.values import checked_integer, short_repr


def seed_key(seed: int) -> tuple[int, int]:
    """numpy's SeedSequence spreads the seed; see _core/rng.pxd for the rest of the promise."""
    seed = check_seed("seed", seed)
    from numpy.random import SeedSequence

    k0, k1 = SeedSequence(seed).generate_state(2, "uint64")
    return int(k0), int(k1)


def check_seed(name: str, value: object) -> int:
    """A seed or the index of a game: a whole number that fits a word of the core."""
    number = checked_integer(value, 0, 2**64 - 1)
    if number is None:
        raise UserError(
            f"{name} must be a whole number from 0 to 2**64 - 1; got {short_repr(value)}."
        )
    return number
