"""Every option is said once: flag, default and range stand in analyzer/request/ only."""

import ast
import inspect

import analyzer
from analyzer.request.options import OPTIONS, QUESTIONS, options_of
from analyzer.request.request import Request
from support.paths import ROOT

PACKAGE = ROOT / "analyzer"
HOME = PACKAGE / "request"
# Words that are put into a sentence or a command that is printed.
CODE = {"--count", "--game", "--policy"}
SPOKEN = {"cli/_stored.py": CODE, "store/policy_files.py": CODE,
          "cli/_run.py": {"--cluster"}, "cli/merge.py": {"--out"}, "render/files.py": {"--plot"},
          "render/page_files.py": {"--out"}, "studio/answers.py": {"--position"},
          "cli/rules.py": {"--clauses", "--open"},
          "cli/new.py": {"-n", "-p"}, "simulation/executors/deaths.py": {
              "--players", "--policy", "--rule", "--seed", "--coin-seed", "--first", "-n",
              "--threads"}}  # fmt: skip


def test_a_flag_stands_in_the_table_only():
    flags = {flag for option in OPTIONS for flag in option.flags}
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        name = str(path.relative_to(PACKAGE))
        if path.is_relative_to(HOME):
            continue
        texts = {
            node.value
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        wrong += [f"{name}: {flag}" for flag in texts & flags - SPOKEN.get(name, set())]
    assert wrong == []


def test_only_the_adapter_makes_parameters_of_the_command_line():
    makers = [
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("Option", "Argument")
        and ast.unparse(node.value) == "typer"
    ]
    assert set(makers) == {"cli/_parameters.py"}


def test_python_functions_say_no_default_of_their_own():
    for kind in QUESTIONS:
        for name, parameter in inspect.signature(getattr(analyzer, kind)).parameters.items():
            assert name in options_of(kind)
            assert parameter.default in (None, False, (), inspect.Parameter.empty), (kind, name)


def test_defaults_are_values_that_the_option_takes():
    for option in OPTIONS:
        if option.default is not None:
            assert option.kind.read(option.default, option.keyword) == option.default


def test_a_keyword_has_one_flag_wherever_it_is_taken():
    for option in OPTIONS:
        assert {other.flags for other in OPTIONS if other.keyword == option.keyword} == {
            option.flags
        }


def test_an_option_is_known_to_a_request_or_changes_no_result():
    request = Request("simulate", "hike")
    assert set(request.options) <= {
        name for name, row in options_of("simulate").items() if row.changes_result
    }
