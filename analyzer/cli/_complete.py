"""Completion of command lines in bash, zsh and fish: commands, options, games, rules, policies.

typer answers: it reads the words, finds the parameter, and asks it for values (_candidates.py).
What it cannot do is here: its scripts for zsh and fish call a program by its name alone, so they
complete nothing for scripts/analyze; it does not put words together that bash breaks at `=` and
`:`; and all shells would set a space behind `target=`.
"""

import io
import os
import re
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from typer import completion

from analyzer.errors import UserError
from analyzer.system import files, input_files
from analyzer.system.invocation import NAME

if TYPE_CHECKING:
    from typer.core import TyperGroup

VARIABLE = "_ANALYZE_COMPLETE"  # how typer's protocol names it for a program called analyze
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
    found=(${(f)"$(_ANALYZE_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args \\
        _TYPER_COMPLETE_ARGS="${words[1,CURRENT]}" ${~words[1]} 2>/dev/null)"})
    found=("${(@)${(@)found//:/\\:}/$'\\t'/:}") # what is offered, and its help
    if (( ${#found} )); then
        local -a begun=(${(M)found:#*=}) whole=(${found:#*=})
        (( ${#begun} )) && _describe analyze begun -S ''
        (( ${#whole} )) && _describe analyze whole
    else
        _files
    fi
}
compdef _analyze_complete analyze
"""
_FISH = """\
# Completion of analyze for fish; also of scripts/analyze, whatever its path.
function _analyze_complete
    set -l words (commandline -opc)
    set -l command (string replace -r '^~' $HOME -- $words[1])
    set -l found (_ANALYZE_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args \\
        _TYPER_COMPLETE_ARGS=(commandline -cp | string collect) $command 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c analyze -f -a '(_analyze_complete)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
_FILES = {  # where a shell looks for it, and the line of its own file that is needed, if any
    "bash": (".bash_completions/analyze.sh", ".bashrc", "source ~/.bash_completions/analyze.sh"),
    "zsh": (
        ".zfunc/_analyze",
        ".zshrc",
        "fpath+=~/.zfunc; autoload -Uz compinit; compinit; source ~/.zfunc/_analyze",
    ),
    # Not in completions/, which fish reads only for a program that is found by its name alone.
    "fish": (".config/fish/conf.d/analyze.fish", "", ""),
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
    """Print what could stand where the cursor is, as the shell that asks reads it."""
    asked = os.environ[VARIABLE]
    cut = _join_broken_words() if asked == "complete_bash" else 0
    completion.completion_init()  # type: ignore[attr-defined] # imported there, not exported
    os.environ["COLUMNS"] = "10000"  # typer would break a sentence of help into lines, each a value
    answer = io.StringIO()
    with suppress(UserError), redirect_stdout(answer):  # no such command
        completion.shell_complete(group, {}, NAME, VARIABLE, asked)
    told = [line for line in answer.getvalue().splitlines() if line.strip()]
    option = "" if asked == "complete_bash" else _option_with_value()
    sys.stdout.writelines(f"{option}{line[cut:]}\n" for line in told)
    return 0


def _option_with_value() -> str:
    """`--rule=` of a last word `--rule=target`: typer leaves out what zsh and fish replace."""
    found = re.search(r"(?:^|\s)(--[^=\s]+=)\S*$", os.environ.get("_TYPER_COMPLETE_ARGS", ""))
    return found[1] if found else ""


def _join_broken_words() -> int:
    """Leave in COMP_WORDS the words as the program will see them. How much of a completed word
    stands before the cursor in words that bash holds for others?"""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    with suppress(ValueError):
        words = words[: int(os.environ.get("COMP_CWORD", "")) + 1]
    found: list[str] = []
    cut = 0
    for place, word in enumerate(words):
        starts, ends = word[:1] in (*BREAKS,), words[place - 1][-1:] in (*BREAKS,)
        if place > 1 and (starts or ends):
            cut = len(found[-1]) + (len(word) if starts else 0)
            found[-1] += word
        else:
            found.append(word)
            cut = 0
    os.environ["COMP_WORDS"] = "\n".join(found)
    os.environ["COMP_CWORD"] = str(len(found) - 1)
    name = re.match(r"--?[^=]*=", found[-1])  # --rule=target: typer answers without the option
    return cut - (name.end() if name else 0)
