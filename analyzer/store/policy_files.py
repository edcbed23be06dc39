"""What a kept run names that is code: policies and a watcher in files, and a game in a file.

Whoever made a folder chose these files, and to play with one is to run it. So a run is resumed with
such a file only if the user names it, too.
"""

from collections.abc import Iterator

from analyzer import games
from analyzer.policies import spec
from analyzer.request.request import Request
from analyzer.system import invocation


def policies_in_files(request: Request) -> list[str]:
    """The policies of a request that are made of files, each once and without its seats."""
    named = [spec.without_seats(text) for text in _policies(request)]
    return list(dict.fromkeys(text for text in named if ".py" in text))


def _policies(request: Request) -> Iterator[str]:
    yield from request["policy"] or ()
    yield from request["policies"] or ()
    for variant in request["vs"] or ():
        yield from variant.get("policy", ())
    for clause in request["clause"] or ():
        yield from (clause[word] for word in ("of", "among") if word in clause)


def games_in_files(request: Request) -> list[str]:
    """The game of a request, if it is made of a file."""
    return [request.game] if games.is_file(request.game) else []


def watchers_in_files(request: Request) -> list[str]:
    """The watcher of a request, which is always in a file."""
    return [request["count"]] if request["count"] else []


def resume_command(folder: object, request: Request, *more: str) -> str:
    """The command that continues a run; it names the files with code as the user must."""
    files = [word for text in games_in_files(request) for word in ("--game", text)]
    files += [word for text in policies_in_files(request) for word in ("--policy", text)]
    files += [word for text in watchers_in_files(request) for word in ("--count", text)]
    return invocation.command_line("resume", folder, *files, *more)
