"""A policy with numbers to tune, for tests in which nothing is played."""


class Planted:
    """Takes the first move, whatever its numbers are."""

    def __init__(
        self,
        hole: float = 40,
        pile: float = 34,
        card: float = 4,
        jump: float = 3,
        over: float = 5,
    ) -> None:
        self.numbers = (hole, pile, card, jump, over)

    def choose(self, view: object, moves: list[str], rng: object) -> str:  # noqa: ARG002
        return moves[0]
