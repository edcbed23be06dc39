"""The questions as Python functions that take the same words as the commands.

import analyzer
answer = analyzer.simulate("hike", players=5, n=100_000)
answer.findings, answer.seats, answer.figure()
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.answer.blocks import Answer, Finding
from analyzer.errors import RunError, UserError
from analyzer.request import limits
from analyzer.request.build import answer_request, build_question
from analyzer.request.exclusions import refuse_combinations
from analyzer.request.options import options_of
from analyzer.request.request import Request
from analyzer.simulation.executors import cluster as clusters
from analyzer.simulation.run import run_question, workers_for
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from analyzer.system.json_types import Json

Policy = str | Sequence[str] | Mapping[int, str] | None
Count = int | float | str  # 100_000, 1e6 or "250k"
Number = float | str


class Result:
    """An answer with frames and pictures; a notebook shows it as a page."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    @property
    def title(self) -> str:
        return self.answer.title

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.answer.findings

    @property
    def data(self) -> "Json":
        """The JSON object's own fields, as `analyze fields` lists them."""
        return dict(self.answer.data)

    @property
    def notes(self) -> tuple[str, ...]:
        """Tables that it rests on and that nobody printed, in sentences."""
        return self.answer.notes

    def frame(self, table: str) -> "pl.DataFrame":
        """A table of the answer as a polars frame."""
        import polars as pl

        found = {block.name: block for block in self.answer.tables()}
        if not isinstance(table, str) or table not in found:
            known = ", ".join(found) or "none"
            raise UserError(f"This answer has no table {short_repr(table)}. Known: {known}.")
        return pl.DataFrame(found[table].records(), infer_schema_length=None)

    @property
    def seats(self) -> "pl.DataFrame":
        """One row per seat: win share, score, rank and counters, each with its interval."""
        return self._records("seats")

    @property
    def games(self) -> "pl.DataFrame":
        """One row per number of the game: its mean and interval."""
        import polars as pl

        counters = self.answer.data.get("counters")
        if not isinstance(counters, Mapping):
            raise self._no_frame("games")
        return pl.DataFrame([{"measure": name, **found} for name, found in counters.items()])

    @property
    def cells(self) -> "pl.DataFrame":
        """One row per cell (sweep), arm (compare) or match (tournament); else the first table."""
        for name in ("cells", "differences", "matches", "seats"):
            if isinstance(self.answer.data.get(name), list):
                return self._records(name)
        tables = self.answer.tables()
        if not tables:
            raise self._no_frame("cells")
        return self.frame(tables[0].name)

    def _records(self, name: str) -> "pl.DataFrame":
        import polars as pl

        if not isinstance(self.answer.data.get(name), list):
            raise self._no_frame(name)
        rows = [dict(_flat(row)) for row in self.answer.data[name]]
        return pl.DataFrame(rows, infer_schema_length=None)

    def _no_frame(self, name: str) -> UserError:
        known = ", ".join(f"frame({block.name!r})" for block in self.answer.tables())
        return UserError(
            f"This answer has no frame {name!r}. Known: {known}."
            if known
            else f"This answer has no frame {name!r}, and no table at all."
        )

    def figure(self, name: str | None = None, theme: str = "light") -> "Figure":
        """A chart of the answer as a matplotlib figure, in the theme light or dark."""
        from analyzer.render import charts

        found = {figure.name: figure for figure in self.answer.figures()}
        if not found:
            raise UserError("This answer has no figure.")
        chosen = next(iter(found)) if name is None else name
        if not isinstance(chosen, str) or chosen not in found:
            known = ", ".join(found)
            raise UserError(f"This answer has no figure {short_repr(name)}. Known: {known}.")
        if not isinstance(theme, str) or theme not in ("light", "dark"):
            raise UserError(f"theme must be light or dark; got {short_repr(theme)}.")
        return charts.draw(found[chosen], theme)

    def to_json(self) -> str:
        from analyzer.render import json_text

        return json_text.to_json_text(self.answer)

    def to_markdown(self) -> str:
        from analyzer.render import markdown

        return markdown.render_answer(self.answer)

    def to_html(self) -> str:
        """A complete page."""
        from analyzer.render import html

        return html.render_page(self.answer)

    def _repr_html_(self) -> str:
        from analyzer.render import html

        return html.render_fragment(self.answer)

    def __repr__(self) -> str:
        said = [block.text for block in self.answer.paragraphs("answer")]
        return "\n".join(said or [self.answer.title])


def _flat(row: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    """Intervals and mappings become columns of their own: score, score_low, score_high."""
    found: list[tuple[str, object]] = []
    for name, value in row.items():
        if isinstance(value, Mapping) and set(value) == {"estimate", "low", "high"}:
            key = f"{prefix}{name}"
            found += [(key, value["estimate"])]
            found += [(f"{key}_low", value["low"]), (f"{key}_high", value["high"])]
        elif isinstance(value, Mapping):
            found += _flat(value, "" if name in ("counters", "values", "measures") else f"{name}_")
        elif not isinstance(value, list):
            found.append((f"{prefix}{name}", value))
    return found


def ask_request(kind: str, words: Mapping[str, object]) -> Result:
    """Ask what the arguments of a function say; None stands for an option that is not given."""
    rows = options_of(kind)
    given = {name: value for name, value in words.items() if value is not None}
    how = {
        name: rows[name].read(given.pop(name))
        for name in ("threads", "cluster", "game_file")
        if name in given
    }
    refuse_combinations(kind, how)
    if isinstance(game := given.get("game"), type):  # a game of the designer's own, as its class
        given["game"] = games.load(game).name
    request = _request_of(kind, given.pop("game", None), given, how.get("game_file"))
    threads, cluster = how.get("threads"), how.get("cluster")
    return Result(
        play_and_answer(
            request,
            threads if isinstance(threads, int) else None,
            cluster if isinstance(cluster, str) else None,
        )
    )


def _request_of(kind: str, game: object, given: Mapping[str, object], game_file: object) -> Request:
    """What is asked; a contract may be in a file."""
    if kind != "contract" or not isinstance(game, str):
        return Request(kind, game, dict(given))  # type: ignore[arg-type]  # checked
    from analyzer.request.contract_file import contract_request

    said = {name: value for name, value in given.items() if value is not False}
    return contract_request(game, said, game_file if isinstance(game_file, str) else None)


def play_and_answer(
    request: Request, threads: int | None = None, cluster: str | None = None
) -> Answer:
    """Play what a request needs and answer it."""
    question = build_question(request)
    plan = question.plan()
    cells = [cell for group in plan.groups for cell in group.cells]
    with clusters.open_cluster(cluster, "cluster") as executor:
        limits.refuse_endless(plan, executor.workers if executor else workers_for(cells, threads))
        outcome = run_question(question, threads=threads, executor=executor)
    if outcome.lost:
        raise RunError(outcome.lost)
    if not question.has_result(outcome):
        raise KeyboardInterrupt
    return answer_request(request, question, outcome)


def simulate(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    count: str | None = None,
    seed: int | None = None,
    coin_seed: int | None = None,
    first: Count | None = None,
    tolerance: Number | None = None,
    precision: Number | None = None,
    until_decided: bool = False,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Play a game many times: is the table fair, how long is a game?

    `tolerance` and `precision` are in percentage points.
    """
    return ask_request("simulate", locals())


def compare(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    vs: str | Mapping[str, object] | Sequence[str | Mapping[str, object]],
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    count: str | None = None,
    seed: int | None = None,
    coin_seed: int | None = None,
    first: Count | None = None,
    measure: str | Sequence[str] = (),
    open_ended: bool = False,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Compare variants on the same luck: what does a change do?

    `vs` is one variant or several: rules by name, and `policy` or `players` if those change.
    With `open_ended` the intervals hold however often one looks.
    """
    return ask_request("compare", locals())


def sweep(
    game: str,
    players: int | str | Sequence[int] | None = None,
    n: Count | None = None,
    *,
    rule: Mapping[str, object] | None = None,
    policy: Policy = None,
    count: str | None = None,
    seed: int | None = None,
    first: Count | None = None,
    tolerance: Number | None = None,
    measure: str | Sequence[str] = (),
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Play a grid of rule values on the same luck: `rule={"target": "20..50:5"}`.

    A rule with one value is the same in every cell.
    """
    return ask_request("sweep", locals())


def tournament(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policies: Sequence[str] | str,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    coin_seed: int | None = None,
    first: Count | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Seat policies against each other, rotated over the seats on the same luck."""
    return ask_request("tournament", locals())


def ask(
    game: str,
    question: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    seconds: Number | None = None,
    precision: Number | None = None,
    tolerance: Number | None = None,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Ask a designer's question about a game, such as "seats" or "skill".

    Without `n` it plays for about ten seconds (`mend`: up to a minute), or for about `seconds`, and
    without `players` as many people as usually play. Of `mend`, `n` is the most games of the rules
    as they are and of each change that is confirmed. With `precision` (percentage points) it plays
    as many games as a win share needs.
    """
    return ask_request("ask", locals())


def plan(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    difference: Number | None = None,
    tolerance: Number | None = None,
    vs: str | Mapping[str, object] | Sequence[str | Mapping[str, object]] | None = None,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """How many games, and how many seconds, does a question about this table need?

    It plays a pilot of `n` games. `difference` is the change of a win share that is to be seen, and
    `tolerance` the departure from the fair share that counts as fair, both in percentage points.
    `vs` names changes to measure how much the same luck helps; without it, single steps of rules.
    """
    return ask_request("plan", locals())


def tune(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    over: Mapping[str, object] | Sequence[str] | str,
    policy: str | None = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    seconds: Number | None = None,
    tolerance: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Look for a better setting of a policy's parameters: `over={"keep": "0..6"}`.

    One player with other values sits among players of the policy as it is. `n` is the number of
    games in all; without it, as many as two cores play in about a minute, or in `seconds`.
    """
    return ask_request("tune", locals())


def contract(
    game: str,
    players: int | str | Sequence[int] | None = None,
    n: Count | None = None,
    *,
    clause: Mapping[str, object] | Sequence[str | Mapping[str, object]] | str | None = None,
    open: str | None = None,  # noqa: A002 - the word of the contract
    plan: bool = False,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    game_file: str | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Does what must hold still hold? `data["verdict"]` is HOLDS, BROKEN or OPEN.

    `game` is a contract in a file, such as "balance.toml", or a game with clauses:
    `clause={"seats.within": 1.0, "length.hands": [3, 8]}`. `n` is the most games of each table. A
    contract in a file loads a game file or a policy file only if `game_file` or `policy` names it.
    """
    return ask_request("contract", locals())
