"""Completion of command lines in bash, zsh and fish: commands, options, games, rules, policies.

The shell calls the program on the line, `analyze` or a script of a checkout, with the words so far
in the environment, and gets one candidate per line. The script for the shell names no path, so it
works for every way to call us.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError

if TYPE_CHECKING:
    from typer.core import TyperGroup

VARIABLE = "_ANALYZE_COMPLETE"
BREAKS = "=:"  # where bash breaks words that the program does not

_BASH = """\
# Completion of analyze for bash; also of scripts/analyze, whatever its path.
_analyze_complete() {
    local IFS=$'\\n' command=${1/#\\~/$HOME}
    COMPREPLY=($(_ANALYZE_COMPLETE=complete_bash COMP_WORDS="${COMP_WORDS[*]}" \\
        COMP_CWORD=$COMP_CWORD "$command" 2>/dev/null))
    [[ ${COMPREPLY-} == *= ]] && compopt -o nospace
    return 0
}
complete -o default -F _analyze_complete analyze
"""
_ZSH = """\
#compdef analyze
# Completion of analyze for zsh; also of scripts/analyze, whatever its path.
_analyze_complete() {
    local -a found
    found=(${(f)"$(_ANALYZE_COMPLETE=complete_zsh COMP_WORDS="${(F)words}" \\
        COMP_CWORD=$((CURRENT - 1)) ${~words[1]} 2>/dev/null)"})
    if (( ${#found} )); then
        compadd -S '' -- ${(M)found:#*=}
        compadd -- ${found:#*=}
    else
        _files
    fi
}
compdef _analyze_complete analyze
"""
_FISH = """\
# Completion of analyze for fish; also of scripts/analyze, whatever its path.
function _analyze_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l command (string replace -r '^~' $HOME -- $words[1])
    _ANALYZE_COMPLETE=complete_fish COMP_WORDS=(string join \\n -- $words | string collect) \\
        COMP_CWORD=(math (count $words) - 1) $command 2>/dev/null
end
complete -c analyze -a '(_analyze_complete)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
_FILES = {  # where a shell looks for it, and the line of its own file that is needed, if any
    "bash": (".bash_completions/analyze.sh", ".bashrc", "source ~/.bash_completions/analyze.sh"),
    "zsh": (
        ".zfunc/_analyze",
        ".zshrc",
        "fpath+=~/.zfunc; autoload -Uz compinit; compinit; source ~/.zfunc/_analyze",
    ),
    "fish": (".config/fish/completions/analyze.fish", "", ""),
}


# --- setting it up --------------------------------------------------------------------------------


def shell() -> str:
    """The shell that called us, or otherwise the user's login shell."""
    with suppress(OSError):
        name = Path(f"/proc/{os.getppid()}/comm").read_text().strip()
        if name in SCRIPTS:
            return name
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SCRIPTS:
        raise UserError(
            f"Completion is for {', '.join(SCRIPTS)}; the shell here is {name or 'unknown'!r}."
        )
    return name


def install() -> str:
    """Put the script where the shell finds it; a sentence that says what was done."""
    name = shell()
    file, settings, line = _FILES[name]
    try:
        home = Path.home()
        (home / file).parent.mkdir(parents=True, exist_ok=True)
        (home / file).write_text(SCRIPTS[name], "utf-8")
        if settings:
            _add_line(home / settings, line)
    except (OSError, RuntimeError) as error:
        raise UserError(
            f"Completion cannot be installed in the home folder: {error}; print it with "
            "--show-completion and put it where your shell looks."
        ) from None
    return f"Completion for {name} is in ~/{file}; open a new terminal."


def _add_line(path: Path, line: str) -> None:
    old = path.read_text("utf-8") if path.is_file() else ""
    if line not in old.splitlines():
        gap = "" if not old or old.endswith("\n") else "\n"
        path.write_text(f"{old}{gap}{line}\n", "utf-8")


# --- answering ------------------------------------------------------------------------------------


def asked() -> bool:
    """Does a shell call us, and not a user?"""
    return os.environ.get(VARIABLE, "").startswith("complete_")


def answer(group: "TyperGroup") -> int:
    """Print what could stand where the cursor is."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    if len(words) == 1:
        words = words[0].split(" ")  # typed by hand
    with suppress(ValueError):
        words = words[: int(os.environ.get("COMP_CWORD", "")) + 1]
    in_bash = os.environ[VARIABLE] == "complete_bash"
    words, cut = _glued(words) if in_bash else (words, 0)
    *before, current = words[1:] or [""]
    with suppress(UserError):
        for found in sorted(set(_candidates(group, before, current))):
            if found.startswith(current):
                sys.stdout.write(found[cut:] + "\n")
    return 0


def _glued(words: Sequence[str]) -> tuple[list[str], int]:
    """Words as the program will see them, and how much of the last one bash holds for another."""
    found: list[str] = []
    cut = 0
    for place, word in enumerate(words):
        after_break = bool(found) and place > 1 and words[place - 1][-1:] in tuple(BREAKS)
        if (word and word[0] in BREAKS and place > 1) or (after_break and found[-1]):
            cut = len(found[-1]) if word[:1] not in tuple(BREAKS) else len(found[-1]) + len(word)
            found[-1] += word
        else:
            found.append(word)
            cut = 0
    return found, cut


def _candidates(group: "TyperGroup", before: Sequence[str], current: str) -> Iterator[str]:
    if not before:
        yield from group.commands
        yield from (name for param in group.params for name in param.opts)
        return
    command = group.commands.get(before[0])
    if command is None:
        return
    options = {name: param for param in command.params for name in param.opts if name[0] == "-"}
    places = list(_positional(options, before[1:]))
    game = places[0] if places else None
    last = options.get(before[-1])
    if last is not None and not getattr(last, "is_flag", False):
        yield from _values(last.name, game, current)
    elif current.startswith("-"):
        yield from (*options, "--help")
    else:
        names = [param.name for param in command.params if param.param_type_name == "argument"]
        yield from _words(names, places)


def _positional(options: Mapping[str, object], words: Sequence[str]) -> Iterator[str]:
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.startswith("-"):
            param = options.get(word)
            skip = param is not None and not getattr(param, "is_flag", False)
        else:
            yield word


def _words(names: Sequence[str | None], places: Sequence[str]) -> Iterable[str]:
    """What a command takes without an option: a game, a question, the folder of a run."""
    if names[:1] == ["game"] and not places:
        from analyzer import games

        return games.names()
    if names[1:2] == ["question"] and len(places) == 1:
        from analyzer import asks

        return [module.NAME for module in asks.of_game(places[0])]
    if names and names[0] in ("folder", "folders"):
        return [str(path.parent) for path in Path().glob("*/manifest.json")]
    return []


def _values(option: str, game: str | None, current: str) -> Iterable[str]:
    """What the value of an option could be."""
    if game is None:
        return []
    kinds = {
        "rule": _rules,
        "vs": _variants,
        "policy": _policies,
        "policies": _contestants,
        "measure": _measures,
        "players": _players,
    }
    return kinds[option](game, current) if option in kinds else []


def _rules(game: str, current: str) -> list[str]:
    """Names of rules, then their values where they are words."""
    from analyzer import games, rules

    kind: type = games.load(game).rules_type
    known = {rule.name: rule for rule in rules.parameters(kind)}
    name, equals, _ = current.partition("=")
    if not equals:
        return [f"{name}=" for name in known]
    values = known[name].values if name in known else None
    return [f"{name}={rules.said(value)}" for value in values or ()]


def _variants(game: str, current: str) -> list[str]:
    return [*_rules(game, current), "policy=", "players="]


def _policies(game: str, current: str) -> list[str]:
    from analyzer import policies

    seat, equals, _ = current.rpartition("=")
    return [f"{seat}{equals}{policy.name}" for policy in policies.known(game)]


def _contestants(game: str, current: str) -> list[str]:
    from analyzer import policies

    done, comma, _ = current.rpartition(",")
    return [f"{done}{comma}{policy.name}" for policy in policies.known(game)]


def _measures(game: str, _current: str) -> list[str]:
    from analyzer import games

    found = games.load(game)
    return ["wins", "score", "rank", "turns", *found.game_counters, *found.seat_counters]


def _players(game: str, _current: str) -> list[str]:
    from analyzer import games

    low, high = games.load(game).players
    return [str(number) for number in range(low, high + 1)]
