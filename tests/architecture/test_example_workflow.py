"""The example of a workflow for a hosted CI: its commands can be typed, and its steps are whole."""

import re
import shlex

import pytest

from analyzer import cli
from support.paths import ROOT

EXAMPLES = ROOT / "examples"
WORKFLOW = EXAMPLES / "balance-workflow.yml"


def test_it_is_yaml_with_the_steps_of_a_build() -> None:
    yaml = pytest.importorskip("yaml")
    found = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    (job,) = found["jobs"].values()
    assert all({"uses", "run"} & set(step) for step in job["steps"])
    assert found["permissions"] == {"contents": "read"}


def test_its_command_asks_the_contract_beside_it(tmp_path, monkeypatch, capsys) -> None:
    (line,) = re.findall(r"^ +(analyze .*?) >> ", WORKFLOW.read_text("utf-8"), re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("balance.toml", "pig.py"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text("utf-8"), "utf-8")
    assert cli.run([*shlex.split(line)[1:], "-n", "4000", "--open", "pass"]) == 0
    assert capsys.readouterr().out.startswith("# The contract ")
    assert (tmp_path / "clauses.png").is_file()
