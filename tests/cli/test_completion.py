"""Completion of command lines: what is offered where, and the scripts that shells read."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from analyzer import cli, games
from analyzer.cli import _complete
from analyzer.policies import registry
from analyzer.request.options import QUESTIONS, options_of

ANALYZE = [sys.executable, "-P", "-m", "analyzer"]


@pytest.fixture
def offered(capsys, monkeypatch):
    """What is offered after the words of a line."""

    def answer() -> list[str]:
        assert cli.main() == 0
        return capsys.readouterr().out.splitlines()

    def offer(line: str, kind: str = "bash") -> list[str]:
        monkeypatch.setenv(_complete.VARIABLE, f"complete_{kind}")
        monkeypatch.setenv("COLUMNS", "80")  # which the answer changes
        if kind == "fish":
            monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
            monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
            return [one.partition("\t")[0] for one in answer()]
        words = [word for word in re.split(r"([=:]+)|\s", line) if word is not None]
        words = [word for at, word in enumerate(words) if word or at == len(words) - 1]
        monkeypatch.setenv("COMP_WORDS", "\n".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        return answer()

    return offer


@pytest.mark.parametrize("kind", ["bash", "fish"])
def test_commands_games_rules_and_policies_are_offered(kind, offered) -> None:
    def found(line: str) -> list[str]:
        return offered(f"scripts/analyze {line}", kind)

    assert found("si") == ["simulate"]
    assert {"games", "simulate", "merge"} <= {*found("")}
    assert found("--ver") == ["--version"]
    assert found("simulate ") == games.names()
    assert found("replay oh") == ["oh-hell"]
    assert found("simulate hike --po") == ["--policy"]
    assert "target=" in found("simulate hike --rule ")
    assert found("simulate hike --rule solo_t") == ["solo_tail="]
    assert found("simulate --rule target=9 hike --rule solo_t") == ["solo_tail="]
    assert found("simulate hike -p 4 --policy ") == sorted(registry.policy_names("hike"))
    assert found("--interpreted simulate hike --debug --policy gr") == ["greedy"]
    assert found("tournament hike --policies greedy,ra") == ["greedy,random"]
    assert found("tune hike --over ho") == ["hold="]
    assert "wins" in found("compare hike --vs sun=0 --measure ")
    assert found("simulate hike -q --players ") == ["3", "4", "5", "6", "7", "8"]
    assert found("advise hike --by ") == ["win", "margin"]
    assert "seats" in found("ask hike ")
    for nothing in ("fly ", "simulate nosuch --rule ", "simulate hike --seed ", "games "):
        assert found(nothing) == [], nothing


def test_every_option_of_every_question_is_offered(offered) -> None:
    for kind in QUESTIONS:
        flags = {flag for row in options_of(kind).values() for flag in row.flags}
        assert {*offered(f"analyze {kind} hike -")} == {*flags, "-h", "--help"}


def test_kept_runs_are_offered(tmp_path, monkeypatch, offered) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").touch()
    (tmp_path / "else").mkdir()
    assert offered("analyze resume ") == ["a", "b"]
    assert offered("analyze merge a b ") == ["a", "b"]


def test_in_bash_a_word_is_broken_at_its_equal_sign(offered) -> None:
    """bash replaces what follows the sign, so only that is told."""
    assert offered("analyze simulate hike --rule solo_tail=") == ["play_on", "stop"]
    assert offered("analyze simulate hike --rule solo_tail=s") == ["stop"]
    assert offered("analyze simulate hike --rule=solo_t") == ["solo_tail="]
    assert offered("analyze simulate hike --rule=solo_tail=s") == ["stop"]
    assert offered("analyze simulate hike --policy 2=gr") == ["greedy"]
    assert offered("analyze simulate hike --policy 2=expert --policy 1=fam") == ["family"]


def test_elsewhere_it_is_one_word(offered) -> None:
    line = "analyze simulate hike --rule solo_tail="
    assert offered(line, "fish") == ["solo_tail=play_on", "solo_tail=stop"]
    assert offered("analyze simulate hike --policy 2=gr", "fish") == ["2=greedy"]
    assert offered("analyze simulate hike --rule=solo_tail=s", "fish") == ["--rule=solo_tail=stop"]


# --- the shells -----------------------------------------------------------------------------------

_IN_SHELLS = {
    "bash": """
        COMP_WORDS=({program} simulate hike --rule solo); COMP_CWORD=4
        _analyze_complete {program}
        printf '%s\\n' "${{COMPREPLY[@]}}"
        complete -p analyze""",
    "zsh": """
        words=({program} simulate hike --rule solo); CURRENT=5
        _analyze_complete
        print -r -- $functions[_analyze_complete] | grep -o 'describe analyze begun .*'""",
    "fish": """
        complete -C '{program} simulate hike --rule solo'
        complete -c analyze""",
}
_LAST = {
    "bash": "complete -o default -F _analyze_complete analyze",
    "zsh": "describe analyze begun -S ''",
    "fish": "complete --no-files analyze -a '(_analyze_complete)'",
}
_BEFORE = {  # zsh has these only while somebody types
    "zsh": 'compdef() { }\n_describe() { print -rl -- "${(@P)2}" }\n',
}


def test_shells_complete_with_the_script_that_is_shown(tmp_path) -> None:
    """bash is everywhere where our scripts run; other shells are tried if they are installed."""
    program = tmp_path / "analyze"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(ANALYZE)} "$@"\n')
    program.chmod(0o755)
    assert shutil.which("bash")
    for shell in filter(shutil.which, _IN_SHELLS):
        (tmp_path / shell).write_text(_complete.SCRIPTS[shell])
        script = f"{_BEFORE.get(shell, '')}source {tmp_path / shell}\n"
        script += _IN_SHELLS[shell].format(program=program)
        done = subprocess.run([shell, "-c", script], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == ["solo_tail=", _LAST[shell]]


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_finds_what_is_installed_for_a_program_with_a_path(tmp_path, monkeypatch) -> None:
    """It is read at the start: fish looks for a file of completions only by a name in PATH."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(_complete, "find_shell", lambda: "fish")
    assert cli.run(["--install-completion"]) == 0
    program = tmp_path / "analyze"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(ANALYZE)} "$@"\n')
    program.chmod(0o755)
    line = f"complete -C '{program} simulate hike --rule=solo_tail=s'"
    done = subprocess.run(["fish", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["--rule=solo_tail=stop"]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_is_installed_once(name, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(_complete, "find_shell", lambda: name)
    settings = {"bash": ".bashrc", "zsh": ".zshrc"}.get(name)
    if settings:
        (tmp_path / settings).write_text("mine")
    for _ in range(2):
        assert cli.run(["--install-completion"]) == 0
        told = capsys.readouterr().out
    file = re.search(r"is in ~/(\S+);", told)[1]
    assert (tmp_path / file).read_text() == _complete.SCRIPTS[name]
    if settings:
        first, *others = (tmp_path / settings).read_text().splitlines()
        assert first == "mine"
        assert len(others) == 1
    assert cli.run(["--show-completion"]) == 0
    assert capsys.readouterr().out == _complete.SCRIPTS[name]


@pytest.mark.parametrize("name", [".bashrc", ".bash_completions/analyze.sh"])
def test_completion_is_not_written_through_a_link(name, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(_complete, "find_shell", lambda: "bash")
    (tmp_path / "mine").write_text("mine")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).symlink_to(tmp_path / "mine")
    assert cli.run(["--install-completion"]) == 2
    assert "is a link, and we write through none" in capsys.readouterr().err
    assert (tmp_path / "mine").read_text() == "mine"
