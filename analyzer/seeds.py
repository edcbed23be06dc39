"""From a seed to the two words that the core's streams are keyed by."""


def key(seed: int) -> tuple[int, int]:
    """numpy's SeedSequence spreads the seed; see _core/rng.pxd for the rest of the promise."""
    from numpy.random import SeedSequence

    k0, k1 = SeedSequence(seed).generate_state(2, "uint64")
    return int(k0), int(k1)
