"""What a rule did that cannot be, as one sentence with its file and line."""

import json
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

from analyzer.errors import LineError, RuleError
from analyzer.system.signals import is_interrupt

# _core/design/declared.pxd
_REASONS = {
    -1: "moves offers no move, and the game has not ended: self.end() ends it",
    -2: "self.seat is not one of the players",
    -3: "the game has not ended after {most:,} moves: end it by self.end() or self.give_up(), or "
    "say most_moves=... in the first line of the class",
    -4: "fits has refused 100,000 worlds in a row",
    -6: "may_hold allows no world",
    -5: "self.stage has become smaller: it only rises, by 1 at the end of each round or turn that "
    "scores",
}


Raw = dict[str, object]
Positions = Callable[[Raw], Mapping[str, object]]  # a state as the core describes it, in words


def sentence(
    file: Path, most_moves: int, positions: Positions, why: int, error: BaseException | None
) -> str:
    """File, line, method, and what happened."""
    if why < 0:
        said = f"{file.name}: {_REASONS[why].format(most=most_moves)}"
        return said + (_where(positions, *error.args) if isinstance(error, LookupError) else "")
    if error is None:
        return f"{file.name}, line {why}: this failed; with --interpreted the reason is told"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).name == file.name
    ]
    where = f"{file.name}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else file.name
    return f"{where}: {_said(error)}"


def _where(positions: Positions, seat: int, raw: Raw) -> str:
    """For whom no world was found, and the position."""
    told = json.dumps(positions(raw), ensure_ascii=False)
    return (
        f" for seat {seat + 1}, so it asks for what is not so or hardly ever so (a card that a "
        f"move shows to others is shown by pile.show(seat, card); which cards a seat may have is "
        f"said by may_hold), in the position {told}"
    )


def _said(error: BaseException) -> str:
    text = str(error).strip().rstrip(".")
    if isinstance(error, ZeroDivisionError):
        return "a division by 0"
    if isinstance(error, RecursionError):
        return "a method calls itself without end"
    if isinstance(error, AssertionError):
        return text or "what is asserted here is not so"
    plain = type(error).__name__ in ("RuleError", "IndexError", "UserError")
    return text if plain and text else f"{type(error).__name__}: {text}".rstrip(": ")


def exception(
    file: Path, most_moves: int, positions: Positions, why: int, error: BaseException | None
) -> BaseException:
    """What ends the run."""
    if error is not None and is_interrupt(error):
        return error
    kind = LineError if error is None and why > 0 else RuleError
    return kind(f"{sentence(file, most_moves, positions, why, error)}.")
