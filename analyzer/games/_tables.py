"""Tables of cards and maps in the user's own files."""

from collections.abc import Callable
from pathlib import Path

from analyzer.errors import UserError


def text_of(name: str, wrong: Callable[[str], UserError]) -> str:
    """The text of a file, read again each time, because its owner may be working on it.

    `wrong` makes the sentence about what is wrong with the file.
    """
    try:
        path = Path(name).expanduser()
        if not (path.is_file() or path.is_dir() or not path.exists()):
            raise wrong("cannot be read: it is no file but a device or a pipe")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise wrong("is not TOML: it is no text in UTF-8") from None
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}") from None
    except (RuntimeError, ValueError):  # ~nobody/x.toml; a name with a zero byte in it
        raise wrong("cannot be read: no file can be called so") from None
