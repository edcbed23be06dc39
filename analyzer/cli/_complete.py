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
from analyzer.request.options import Option, options_of
from analyzer.system import files, input_files

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


def find_shell() -> str:
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


def install_script() -> str:
    """Put the script where the shell finds it; a sentence that says what was done."""
    name = find_shell()
    file, settings, line = _FILES[name]
    try:
        home = Path.home()
        (home / file).parent.mkdir(parents=True, exist_ok=True)
        _write(home / file, SCRIPTS[name])
        if settings:
            _add_line(home / settings, line)
    except (OSError, RuntimeError) as error:
        raise UserError(
            f"Completion cannot be installed in the home folder: {error}; print it with "
            "--show-completion and put it where your shell looks."
        ) from None
    return f"Completion for {name} is in ~/{file}; open a new terminal."


def _add_line(path: Path, line: str) -> None:
    old = input_files.read_text(path) if path.exists() else ""
    if line not in old.splitlines():
        gap = "" if not old or old.endswith("\n") else "\n"
        _write(path, f"{old}{gap}{line}\n")


def _write(path: Path, text: str) -> None:
    if path.is_symlink():
        raise UserError(
            f"Completion is not installed: {path} is a link, and we write through none; print the "
            "script with --show-completion and put it where your shell looks."
        )
    files.write_atomically(path, lambda part: files.write_new(part, text.encode()))


# --- answering ------------------------------------------------------------------------------------


def is_completion() -> bool:
    """Does a shell call us, and not a user?"""
    return os.environ.get(VARIABLE, "").startswith("complete_")


def print_completions(group: "TyperGroup") -> int:
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
    rows = options_of(before[0])
    options = {flag: row for row in rows.values() for flag in row.flags}
    places = list(_positional(options, before[1:]))
    last = options.get(before[-1])
    if last is not None and not last.is_flag:
        yield from _values(last.completes, places[:1], current)
    elif current.startswith("-"):
        yield from (*options, "--help")
    else:
        arguments = [row.completes for row in rows.values() if not row.flags]
        at = len(places)
        if at < len(arguments) or "runs" in arguments:
            yield from _values(arguments[min(at, len(arguments) - 1)], places[:1], current)


def _positional(options: Mapping[str, Option], words: Sequence[str]) -> Iterator[str]:
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.startswith("-"):
            row = options.get(word)
            skip = row is not None and not row.is_flag
        else:
            yield word


def _values(what: str, places: Sequence[str], current: str) -> Iterable[str]:
    """What a value could be, from what the table of options says of it."""
    if what == "games":
        from analyzer import games

        return games.names()
    if what == "runs":
        return [str(path.parent) for path in Path().glob("*/manifest.json")]
    kinds = {
        "questions": _questions,
        "rules": _rules,
        "variants": _variants,
        "policies": _policies,
        "contestants": _contestants,
        "measures": _measures,
        "players": _players,
        "tuned": _tuned,
    }
    return kinds[what](places[0], current) if places and what in kinds else []


def _questions(game: str, _current: str) -> list[str]:
    from analyzer.questions import designer

    return [one.name for one in designer.offered_questions(game)]


def _rules(game: str, current: str) -> list[str]:
    """Names of rules, then their values where they are words."""
    from analyzer import games
    from analyzer.games import parameters

    kind: type = games.load(game).rules_type
    known = {rule.name: rule for rule in parameters.parameters(kind)}
    name, equals, _ = current.partition("=")
    if not equals:
        return [f"{name}=" for name in known]
    values = known[name].values if name in known else None
    return [f"{name}={parameters.format_value(value)}" for value in values or ()]


def _variants(game: str, current: str) -> list[str]:
    return [*_rules(game, current), "policy=", "players="]


def _policies(game: str, current: str) -> list[str]:
    from analyzer.policies import registry

    seat, equals, _ = current.rpartition("=")
    return [f"{seat}{equals}{name}" for name in registry.policy_names(game)]


def _contestants(game: str, current: str) -> list[str]:
    from analyzer.policies import registry

    done, comma, _ = current.rpartition(",")
    return [f"{done}{comma}{name}" for name in registry.policy_names(game)]


def _measures(game: str, _current: str) -> list[str]:
    from analyzer import games

    found = games.load(game)
    return ["wins", "score", "rank", "turns", *found.game_counters, *found.seat_counters]


def _tuned(game: str, _current: str) -> list[str]:
    """The numbers of whoever plays if nobody is named."""
    from analyzer.policies import registry, spec

    named = registry.usual(game) or (spec.DEFAULT_POLICY,)
    found = registry.number_parameters(game, spec.parse_policy(named[0]))
    return [f"{one.name}=" for one in found]


def _players(game: str, _current: str) -> list[str]:
    from analyzer import games

    low, high = games.load(game).players
    return [str(number) for number in range(low, high + 1)]
