"""The folders of compiled code, which we load again: of this user alone."""

import os
import stat
from pathlib import Path

from analyzer.errors import UserError, describe_read_error
from analyzer.system.files import check_writable


def private_cache(kind: str) -> Path:
    """The folder for compiled games or policies, below XDG_CACHE_HOME or ~/.cache.

    Whoever can write there can make us run anything, so a folder of somebody else is refused, and
    nobody else may write to ours.
    """
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    found = Path(home) / "analyzer" / kind
    try:
        found = found.expanduser().absolute()
        found.mkdir(parents=True, exist_ok=True, mode=0o700)
        for folder in (found.parent, found):
            _make_private(folder, kind)
        check_writable(found)
    except UserError:
        raise
    except (OSError, RuntimeError, ValueError) as error:  # a RuntimeError: nobody's home is known
        raise UserError(
            f"Compiled {kind} cannot be kept in {found}: {describe_read_error(error)}; set "
            "XDG_CACHE_HOME to a folder that can be written."
        ) from None
    return found


def _make_private(folder: Path, kind: str) -> None:
    about = folder.lstat()
    if stat.S_ISLNK(about.st_mode):
        raise UserError(f"Compiled {kind} are not kept in {folder}: it is a link.")
    if not hasattr(os, "getuid"):  # Windows: the folders of a user are the user's alone
        return
    if about.st_uid != os.getuid():
        raise UserError(f"Compiled {kind} are not kept in {folder}: it belongs to another user.")
    if stat.S_IMODE(about.st_mode) & 0o077:
        folder.chmod(0o700)
