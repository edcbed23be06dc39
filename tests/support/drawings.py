"""Equal charts are drawn once, for tests that read what many pages say and not how it is drawn."""

from collections.abc import Callable
from functools import wraps

from analyzer.answer.blocks import Figure


def draw_once(draw: Callable[..., bytes]) -> Callable[..., bytes]:
    """Equal figures give equal files: tests/render/test_charts.py shows it, and the key is all that
    a figure holds. So a figure that differs in anything is drawn anew."""
    drawn: dict[str, bytes] = {}

    @wraps(draw)
    def found(figure: Figure, *how: object) -> bytes:
        key = repr((figure, how))
        if key not in drawn:
            drawn[key] = draw(figure, *how)
        return drawn[key]

    return found
