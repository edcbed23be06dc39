"""Runs command lines in this process and tells what each one opened, wrote and connected to.

    python -P watch_files.py < lines.json

The lines are lists of words; `open FOLDER` is `analyzer.open`. Printed is a JSON
list, one row a line: exit code, standard error, files read, things written, sockets and processes.
"""

import contextlib
import io
import json
import os
import sys

READ: set[str] = set()
WROTE: set[str] = set()
OTHER: set[str] = set()
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.truncate", "os.link",
           "os.symlink", "os.chmod", "os.utime", "shutil.")  # fmt: skip
REACHES = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork")


def watch(event: str, words: tuple[object, ...]) -> None:
    if event == "open" and isinstance(words[0], str | bytes):
        writes = isinstance(words[2], int) and words[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        (WROTE if writes else READ).add(os.path.realpath(os.fsdecode(words[0])))
    elif event.startswith(CHANGES):
        WROTE.add(f"{event} {words}")
    elif event.startswith(REACHES):
        OTHER.add(f"{event} {words}")


def open_run(folder: str) -> int:
    """What Python opens, as a command would tell it."""
    import analyzer

    try:
        found = analyzer.open(folder)
        print(found, found.seats)
    except analyzer.UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def main() -> None:
    from analyzer import cli

    lines = json.load(sys.stdin)
    sys.addaudithook(watch)
    told = []
    for line in lines:
        for heard in (READ, WROTE, OTHER):
            heard.clear()
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = open_run(*line[1:]) if line[0] == "open" else cli.run(line)
        told.append([code, err.getvalue(), sorted(READ), sorted(WROTE), sorted(OTHER)])
    print(json.dumps(told))


if __name__ == "__main__":
    main()
