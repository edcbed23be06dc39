"""The first text of a game: one of a few starts, under the name that the user gives it."""

import re
from pathlib import Path

from analyzer.errors import UserError, describe_read_error, did_you_mean

STARTS = ("cards", "dice", "race", "tricks")


def write(name: str, start: str, folder: Path) -> Path:
    """Writes NAME.py; a file that is there is left alone."""
    if start not in STARTS:
        raise UserError(f"There is no start {start!r}{did_you_mean(start, STARTS)}")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        raise UserError(
            f"The name of a game must be a letter, then letters, digits and _; got {name!r}."
        )
    text = (Path(__file__).parent / "starts" / f"{start}.py").read_text(encoding="utf-8")
    title = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    text = text.replace("{file}", f"{name}.py").replace("class Start(", f"class {title}(")
    path = folder / f"{name}.py"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(f"{path} is there already; choose another name.") from None
    except OSError as error:
        raise UserError(f"{path} cannot be written: {describe_read_error(error)}.") from None
    return path
