"""The questions as Python functions that take the same words as the commands.

import analyzer
answer = analyzer.simulate("hike", players=5, n=100_000)
answer.findings, answer.seats, answer.figure()
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import fields
from math import prod
from numbers import Real
from typing import TYPE_CHECKING

from analyzer import asks, games, limits, setting, spec
from analyzer.answer import Answer, Finding
from analyzer.arguments import MOST, count, minutes, several, share, switch, texts, thread_count
from analyzer.balance import measures
from analyzer.checks import shown, whole
from analyzer.errors import RunError, UserError
from analyzer.executors import cluster as clusters
from analyzer.points import values
from analyzer.questions import Question
from analyzer.questions._common import time_words
from analyzer.questions.compare import Arm, Compare
from analyzer.questions.simulate import Simulate
from analyzer.questions.sweep import Sweep
from analyzer.questions.tournament import Tournament
from analyzer.rules import said
from analyzer.run import run_question, workers_for

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from analyzer.plain import Json
    from analyzer.setting import Setting

Policy = str | Sequence[str] | Mapping[int, str] | None


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
            raise UserError(f"This answer has no table {shown(table)}. Known: {known}.")
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
        from analyzer.report import charts

        found = {figure.name: figure for figure in self.answer.figures()}
        if not found:
            raise UserError("This answer has no figure.")
        chosen = next(iter(found)) if name is None else name
        if not isinstance(chosen, str) or chosen not in found:
            known = ", ".join(found)
            raise UserError(f"This answer has no figure {shown(name)}. Known: {known}.")
        if not isinstance(theme, str) or theme not in ("light", "dark"):
            raise UserError(f"theme must be light or dark; got {shown(theme)}.")
        return charts.draw(found[chosen], theme)

    def to_json(self) -> str:
        from analyzer.report import jsonout

        return jsonout.text(self.answer)

    def to_markdown(self) -> str:
        from analyzer.report import markdown

        return markdown.text(self.answer)

    def to_html(self) -> str:
        """A complete page."""
        from analyzer.report import html

        return html.page(self.answer)

    def _repr_html_(self) -> str:
        from analyzer.report import html

        return html.fragment(self.answer)

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


def answered(question: Question, threads: object = None, cluster: str | None = None) -> Answer:
    """Play what a question needs and answer it."""
    if threads is not None and cluster is not None:
        raise UserError("threads and cluster cannot be combined: workers have their own threads.")
    workers, plan = thread_count(threads), question.plan()
    cells = [cell for group in plan.groups for cell in group.cells]
    with clusters.opened(cluster, "cluster") as executor:
        limits.refuse_endless(
            plan, executor.workers if executor else workers_for(cells, workers), "n"
        )
        outcome = run_question(question, threads=workers, executor=executor)
    if outcome.lost:
        raise RunError(outcome.lost)
    if not question.tells(outcome):
        raise KeyboardInterrupt
    return question.answer(outcome)


def simulate(
    game: str,
    players: int | None = None,
    n: int = 100_000,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    coin_seed: int | None = None,
    first: int = 0,
    tolerance: float = 1.0,
    precision: float | None = None,
    until_decided: bool = False,
    minutes_per_decision: float | None = None,
    seconds_per_decision: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Play a game many times: is the table fair, how long is a game?

    `tolerance` and `precision` are in percentage points.
    """
    if switch("until_decided", until_decided) and precision is not None:
        raise UserError("precision and until_decided exclude each other; keep one.")
    table = setting.make(game, players, policy, rules, seed, coin_seed)
    question = Simulate(
        table,
        count("n", n),
        count("first", first, low=0),
        share("tolerance", tolerance),
        None if precision is None else share("precision", precision),
        until_decided,
        minutes(minutes_per_decision, seconds_per_decision),
    )
    return Result(answered(question, threads, cluster))


def compare(
    game: str,
    players: int | None = None,
    n: int = 100_000,
    *,
    vs: Mapping[str, object] | Sequence[Mapping[str, object]],
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    coin_seed: int | None = None,
    first: int = 0,
    measure: Sequence[str] = (),
    minutes_per_decision: float | None = None,
    seconds_per_decision: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Compare variants on the same luck: what does a change do?

    `vs` is one variant or several: rules by name, and `policy` or `players` if those change.
    """
    base = setting.make(game, players, policy, rules, seed, coin_seed)
    variants = [vs] if isinstance(vs, Mapping) else several("vs", vs, "variants")
    arms = [arm_of(base, variant) for variant in variants]
    names = texts("measure", measure)
    time = minutes(minutes_per_decision, seconds_per_decision)
    start = count("first", first, low=0)
    question = compare_question(base, arms, count("n", n), start, names, time)
    return Result(answered(question, threads, cluster))


def arm_of(base: "Setting", variant: object) -> Arm:
    """A variant of a table; what it does not change stays as in the reference."""
    if not isinstance(variant, Mapping) or not variant:
        raise UserError(f"An arm must be a mapping of what differs; got {shown(variant)}.")
    words = dict(variant)
    table = base
    if "players" in words:
        table = table.with_players(words.pop("players"))
    if "policy" in words:
        others = setting.policy_words(words.pop("policy"))
        table = table.with_policies(spec.reseated(table.policy_words, others, table.players))
    table = table.with_rules(words)
    name = ", ".join(f"{key}={_named(value)}" for key, value in variant.items())
    pairs = [pair for key, value in variant.items() for pair in _pairs(key, value)]
    return Arm(name, table, shlex.join(pairs))


def _named(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return said(value)


def _pairs(key: str, value: object) -> list[str]:
    """name=value, as --vs takes it; policies by seat are several."""
    if key == "policy":
        return [f"policy={text}" for text in setting.policy_words(value)]
    return [f"{key}={said(value)}"]


def compare_question(
    base: "Setting",
    arms: Sequence[Arm],
    n: int,
    first: int,
    measure: Sequence[str],
    minutes: float | None = None,
) -> Compare:
    """The question of `compare`; the reference is named after what the arms change."""
    reference = Arm(_reference_name(base, arms), base)
    words: list[object] = ["-n", n, *(["--first", first] if first else [])]
    for arm in arms:
        words += ["--vs", arm.vs]
    for text in measure:
        words += ["--measure", text]
    words += time_words(minutes)
    return Compare(
        arms=(reference, *arms),
        n=n,
        first=first,
        measures=tuple(measures.named(base.game, base.players, measure)),
        minutes=minutes,
        command=base.command("compare", *words),
    )


def _reference_name(base: "Setting", arms: Sequence[Arm]) -> str:
    """What the arms change, as it is here: target=35, players=5, policy=expert."""
    changed: dict[str, None] = {}
    for arm in arms:
        rules = base.rules
        if arm.setting.players != base.players:  # defaults may depend on it
            changed["players"] = None
            rules = base.with_players(arm.setting.players).rules
        if _at_table(arm.setting) != _at_table(base):
            changed["policy"] = None
        for field in (entry.name for entry in fields(base.rules)):
            if getattr(arm.setting.rules, field) != getattr(rules, field):
                changed[field] = None
    if len(changed) != 1:
        return "reference"
    (name,) = changed
    if name == "players":
        return f"players={base.players}"
    if name == "policy":
        return f"policy={' '.join(base.policy_words) or spec.DEFAULT_POLICY}"
    return f"{name}={said(getattr(base.rules, name))}"


def _at_table(table: "Setting") -> object:
    """Who sits where; one policy at every seat is the same at tables of all sizes."""
    return table.policies[0] if len(set(table.policies)) == 1 else table.policies


def sweep(
    game: str,
    players: int | str | Sequence[int] | None = None,
    n: int = 20_000,
    *,
    rule: Mapping[str, str | Sequence[object]] | None = None,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    first: int = 0,
    tolerance: float = 1.0,
    measure: Sequence[str] = (),
    minutes_per_decision: float | None = None,
    seconds_per_decision: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Play a grid of rule values on the same luck: `rule={"target": "20..50:5"}`.

    A rule with one value is the same in every cell, as in `rules`.
    """
    if rule is not None and not isinstance(rule, Mapping):
        raise UserError(
            f"rule of a sweep must be a dict such as {{'target': '20..50:5'}}; got {shown(rule)}."
        )
    dims = {name: _values(name, found) for name, found in (rule or {}).items()}
    varied = {name: found for name, found in dims.items() if len(found) > 1}
    fixed = {name: found[0] for name, found in dims.items() if len(found) == 1}
    sizes = _sizes(players)
    if not varied and len(sizes) < 2:
        raise UserError(
            "sweep needs something to vary: a rule such as rule={'target': '20..50:5'}, or "
            "players='3..8'."
        )
    base = setting.make(game, sizes[0] if sizes else None, policy, rules, seed)
    both = sorted(map(shown, dims.keys() & base.given.keys()))
    if both:
        raise UserError(f"Rule {both[0]} stands in rule and in rules; keep one.")
    cells = prod(map(len, varied.values())) * max(1, len(sizes))
    workers = workers_for([base.cell], thread_count(threads))
    limits.refuse_many(cells, base.cell, count("n", n), workers)
    question = sweep_question(
        base.with_rules(fixed),
        varied,
        sizes,
        count("n", n),
        count("first", first, low=0),
        share("tolerance", tolerance),
        texts("measure", measure),
        minutes(minutes_per_decision, seconds_per_decision),
    )
    return Result(answered(question, threads, cluster))


def sweep_question(
    base: "Setting",
    dims: Mapping[str, Sequence[object]],
    sizes: Sequence[int],
    n: int,
    first: int,
    tolerance: float,
    measure: Sequence[str],
    minutes: float | None = None,
) -> Sweep:
    """The question of `sweep`; players are a dimension if several numbers are given."""
    dimensions = [(name, tuple(found)) for name, found in dims.items()]
    if len(sizes) > 1 or not dimensions:
        dimensions.append(("players", tuple(sizes or [base.players])))
    words: list[object] = ["-n", n, *(["--first", first] if first else [])]
    for name, found in dims.items():
        words += ["--rule", f"{name}={','.join(map(said, found))}"]
    for text in measure:
        words += ["--measure", text]
    words += ["--tolerance", f"{100 * tolerance:g}"] if tolerance != 0.01 else []
    words += time_words(minutes)
    command = base.command("sweep", *words)
    if len(sizes) > 1:
        command = command.replace(
            f"--players {base.players}", f"--players {','.join(map(str, sizes))}", 1
        )
    return Sweep(
        base=base,
        dimensions=tuple(dimensions),
        n=n,
        first=first,
        tolerance=tolerance,
        measures=tuple(measures.named(base.game, min([*sizes, base.players]), measure)),
        minutes=minutes,
        command=command,
    )


def _values(name: object, found: object) -> list[object]:
    if isinstance(found, str):
        return values(found, f"rule {name}")
    if isinstance(found, Real):
        return [found]
    if isinstance(found, Sequence) and not isinstance(found, bytes) and 1 <= len(found) <= MOST:
        return list(found)
    raise UserError(
        f"rule {shown(name)} of a sweep must be values such as '20..50:5', {MOST} at most; "
        f"got {shown(found)}."
    )


def _sizes(players: object) -> list[int]:
    """Numbers of players; whether the game can have them is asked where a table is made."""
    if players is None:
        return []
    found: Sequence[object]
    if isinstance(players, str):
        found = values(players, "players")
    elif isinstance(players, Sequence) and len(players) <= setting.MANY_SEATS:
        found = players
    else:
        found = [players]
    sizes = [size for one in found if (size := whole(one, 0, setting.MANY_SEATS)) is not None]
    if len(sizes) < len(found) or not sizes:
        raise UserError(
            f"players of a sweep must be numbers such as '3..8' or [3, 4]; got {shown(players)}."
        )
    return sizes


def tournament(
    game: str,
    players: int | None = None,
    n: int = 10_000,
    *,
    policies: Sequence[str] | str,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    coin_seed: int | None = None,
    first: int = 0,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Seat policies against each other, rotated over the seats on the same luck."""
    if isinstance(policies, str):
        names = spec.policy_names(policies, "policies")
    else:
        names = texts("policies", policies)
    base = setting.make(game, players, None, rules, seed, coin_seed)
    question = tournament_question(base, names, count("n", n), count("first", first, low=0))
    return Result(answered(question, threads, cluster))


def tournament_question(base: "Setting", policies: Sequence[str], n: int, first: int) -> Tournament:
    """The question of `tournament`, every policy checked."""
    names = tuple(str(spec.policy(text)) for text in policies)
    for name in names:
        base.with_policies([name])
    words = ["--policies", ",".join(names), "-n", n, *(["--first", first] if first else [])]
    return Tournament(base, names, n, first, base.command("tournament", *words))


def ask(
    game: str,
    question: str,
    players: int | None = None,
    n: int | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    precision: float | None = None,
    tolerance: float = 1.0,
    minutes_per_decision: float | None = None,
    seconds_per_decision: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Ask a designer's question about a game, such as "seats" or "skill".

    Without `n` it plays for about ten seconds, and without `players` as many people as usually
    play. With `precision` (percentage points) it plays as many games as a win share needs.
    """
    face = games.load(game)
    asks.find(face.name, question)
    if n is not None and precision is not None:
        raise UserError("n and precision exclude each other; keep one.")
    asked = asks.Asked(
        n=None if n is None else count("n", n, low=asks.FEWEST),
        precision=None if precision is None else share("precision", precision),
        players_given=players is not None or face.players[0] == face.players[1],
        tolerance=share("tolerance", tolerance),
        minutes=minutes(minutes_per_decision, seconds_per_decision),
    )
    size = face.usual_players if players is None else players
    table = setting.make(game, size, policy, rules, seed)
    return Result(answered(asks.make(table, question, asked), threads, cluster))
