"""Is what the rules do not tell apart chosen alike? For the conformance kit.

A policy is asked in a state and in the same state with seats, maps or suits permuted. A choice for
which it used no coin must be the permuted one. Where a coin decides, for instance between equal
moves, permuted moves must come as often. That is counted over all such states: half of the choices
say which moves come more often in the first state, and the other half whether they really do.
"""

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer._core.contract import Policy
    from analyzer._core.runner import Coin, Stepper
    from analyzer.games import Symmetry

CHOICES = 4  # choices in each half, in each of the two states
ALARM = 1e-9  # the chance that an honest policy is accused


@dataclass
class SymmetryCheck:
    """One policy, one kind of equal things."""

    seated: "Policy"
    coins: "tuple[Coin, Coin]"  # of the two states; never those of the playout
    pairs: int = 0  # choices that were compared, one of each state,
    excess: int = 0  # ... and how many more of them were suspects in the first state

    def compare(self, stepper: "Stepper", symmetry: "Symmetry") -> tuple[int, int] | None:
        """Two choices that differ without a coin: what it chooses, and what it should."""
        other = stepper.copy()
        other.restore(symmetry.raw)
        mine, tossed = self._choice(stepper)
        theirs, tossed_too = self._choice(other)
        if tossed or tossed_too:
            self._count(stepper, other, symmetry)
            return None
        return None if symmetry.move(mine) == theirs else (theirs, symmetry.move(mine))

    @property
    def has_favourites(self) -> bool:
        """Pairs differ by -1 to 1, by 0 on average. Hoeffding 1963: an excess of t has at most the
        chance exp(-t * t / 2n)."""
        return self.excess > math.sqrt(2 * self.pairs * -math.log(ALARM))

    def _choice(self, stepper: "Stepper") -> tuple[int, bool]:
        """The policy's choice, and whether it used a coin for it."""
        coin, unused = stepper.coin(0), stepper.coin(0)
        chosen = stepper.moves()[stepper.choose(self.seated, coin)]
        return chosen, coin.below(2**31) != unused.below(2**31)

    def _count(self, stepper: "Stepper", other: "Stepper", symmetry: "Symmetry") -> None:
        mine, theirs = self._count_choices(stepper, other, symmetry)
        suspects = [move for move in mine if mine[move] > theirs[move]]
        if not suspects:
            return
        mine, theirs = self._count_choices(stepper, other, symmetry)
        self.excess += sum(mine[move] - theirs[move] for move in suspects)
        self.pairs += CHOICES

    def _count_choices(
        self, stepper: "Stepper", other: "Stepper", symmetry: "Symmetry"
    ) -> tuple[Counter[int], Counter[int]]:
        """Some choices in each state, all as they are called in the second one."""
        moves, permuted = list(map(symmetry.move, stepper.moves())), other.moves()
        coin, its_coin = self.coins
        mine = Counter(moves[stepper.choose(self.seated, coin)] for _ in range(CHOICES))
        theirs = Counter(permuted[other.choose(self.seated, its_coin)] for _ in range(CHOICES))
        return mine, theirs
