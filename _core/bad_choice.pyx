"""What a batch raises where it cannot go on."""

from analyzer._core.contract cimport GAME_FAILED


class BadChoice(Exception):
    """A policy gave no legal choice: (game, seat, choice, n_moves). Or it was the game that failed:
    `failed` is then the error and the moves made before it."""
    failed = None

    @classmethod
    def of(cls, table, playout, seat, choice, n_moves):
        """With what has failed, which is known only to the thread in which it failed."""
        found = cls(playout, seat, choice, n_moves)
        if choice == GAME_FAILED:
            found.failed = table.game.failure()
        return found
