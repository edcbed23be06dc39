"""The plug-in for pytest: a contract is a file of tests, and each of its clauses is a test.

Whoever installs analyzer has it. A file named balance.toml, or NAME.contract.toml, is collected
wherever pytest looks; the setting `contracts` of pytest names other files. All clauses of a
contract come from one run; if nothing has changed since it was played, no game is. A clause that is
only a warning gives a warning. Code that a contract names is loaded only if the command line of
pytest names it as well.
"""

import warnings
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analyzer.answer.blocks import Answer
    from analyzer.request.request import Request
    from analyzer.system.json_types import Json

NAMES = ("balance.toml", "*.contract.toml")


class ContractWarning(UserWarning):
    """A clause with the level warn does not hold."""


class ClauseFailed(Exception):  # noqa: N818 - it is what a test says, and no error
    """A clause is broken or open."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("analyzer", "contracts of analyzer")
    group.addoption(
        "--contract-game", metavar="GAME", help="the game file that a contract names, if trusted"
    )
    group.addoption(
        "--contract-policy",
        action="append",
        default=[],
        metavar="POLICY",
        help="a policy file that a contract names, if trusted",
    )
    parser.addini("contracts", "names of files that are contracts", "args", list(NAMES))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ContractTests | None":
    names: list[str] = parent.config.getini("contracts")
    if file_path.suffix == ".toml" and any(fnmatch(file_path.name, name) for name in names):
        made: ContractTests = ContractTests.from_parent(parent, path=file_path)
        return made
    return None


class ContractTests(pytest.File):
    """A contract: its run is shared by the tests of its clauses."""

    _answer: "Answer | None" = None

    def request_of(self) -> "Request":
        from analyzer.request.contract_file import read_contract

        config = self.config
        game: str | None = config.getoption("contract_game")
        policies: list[str] = config.getoption("contract_policy")
        text = self.path.read_text("utf-8", errors="replace")
        return read_contract(  # files that only other contracts name are for those
            str(self.path),
            game if game and Path(game.partition(":")[0]).name in text else None,
            [one for one in policies if Path(one.partition(".py")[0]).name in text],
        )

    def collect(self) -> "Iterator[ClauseTest]":
        from analyzer.errors import UserError
        from analyzer.questions.clauses import find_kind

        try:
            found = self.request_of()["clause"]
        except UserError as error:
            raise self.CollectError(str(error)) from None
        keys = [str(clause["key"]) for clause in found]
        for place, key in enumerate(keys):
            find_kind(key)
            again = f"[{keys[:place].count(key) + 1}]" if keys.count(key) > 1 else ""
            made: ClauseTest = ClauseTest.from_parent(self, name=f"{key}{again}")
            made.place = place
            yield made

    def clause(self, place: int) -> "Json":
        """What became of a clause; the first that asks plays for all."""
        if self._answer is None:
            self._answer = answer_of(self.request_of())
        found: Json = self._answer.data["clauses"][place]
        passes = self._answer.request["options"].get("open") == "pass"
        sentence = self._answer.findings[place].sentence
        return {**found, "told": sentence, "passes": passes}


def answer_of(request: "Request") -> "Answer":
    """The answer that is kept, if nothing has changed since; else it is played, and kept."""
    from analyzer.api.asking import play_and_answer
    from analyzer.errors import UserError
    from analyzer.render import json_text
    from analyzer.request.build import build_question
    from analyzer.store.kept_verdicts import read_verdict, verdict_key, write_verdict

    key = verdict_key(request, build_question(request).plan())
    if (text := read_verdict(key)) is not None:
        try:
            return json_text.from_json_text(text)
        except UserError:
            pass  # somebody has changed it
    answer = play_and_answer(request)
    write_verdict(key, json_text.to_json_text(answer))
    return answer


class ClauseTest(pytest.Item):
    """One clause."""

    place = 0

    def runtest(self) -> None:
        from analyzer.errors import RunError

        assert isinstance(self.parent, ContractTests)
        try:
            found = self.parent.clause(self.place)
        except RunError as error:
            raise ClauseFailed(str(error)) from None
        if found["verdict"] == "HOLDS" or (found["verdict"] == "OPEN" and found["passes"]):
            return
        if found["level"] == "warn":
            warnings.warn(ContractWarning(found["told"]), stacklevel=1)
            return
        raise ClauseFailed(found["told"])

    def repr_failure(  # type: ignore[override]
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest passes it
    ) -> object:
        if isinstance(excinfo.value, ClauseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)  # a bug, or an interrupt: with its traceback

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.path.name}: {self.name}"
