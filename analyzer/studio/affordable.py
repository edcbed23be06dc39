"""How many worlds fit into the time that a person waits: decided before they are played, by a trial
of a few, so that stopping does not depend on what was found."""

import time
from typing import TYPE_CHECKING

from analyzer.playout.continuations import Part, play_part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer._core.contract import Policy
    from analyzer._core.runner import Stepper

TRIAL = 4
LEAST = 20


def affordable_worlds(
    stepper: "Stepper", seated: "Sequence[Policy]", most: int, seconds: float, least: int = LEAST
) -> int:
    """Worlds for each legal move of a position, at most `most`."""
    started = time.perf_counter()
    play_part(stepper, seated, Part(stepper.seat, 0, TRIAL))
    each = (time.perf_counter() - started) / TRIAL * max(1, len(stepper.moves()))
    return max(least, min(most, int(seconds / max(each, 1e-9)) // 10 * 10))
