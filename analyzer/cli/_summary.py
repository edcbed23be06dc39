"""From the outcome of a run to the plain data that every format prints."""

from dataclasses import fields
from typing import TYPE_CHECKING

from analyzer.balance import counters, length, seats
from analyzer.report.summary import Summary
from analyzer.report.warnings import warnings

if TYPE_CHECKING:
    from analyzer.cli._options import Table
    from analyzer.simulate import Outcome


def summarize(table: "Table", outcome: "Outcome", tolerance: float) -> Summary:
    """Ask every question of the balance room and gather the answers."""
    from analyzer import provenance

    asked, totals = outcome.experiment, outcome.totals
    standings = seats.standings(totals)
    names = tuple(map(str, table.policies))
    command = table.command("simulate", *_counted(asked.n, asked.first))
    return Summary(
        game=table.game,
        version=table.face.version,
        players=table.players,
        policies=names,
        rules={field.name: getattr(table.rules, field.name) for field in fields(table.rules)},
        changed=table.changed,
        seed=table.seed,
        first=asked.first,
        asked=asked.n,
        n=totals.n,
        tolerance=tolerance,
        standings=standings,
        roles=seats.by_role(standings, totals.unfinished),
        fairness=seats.fairness(standings, tolerance),
        length=length.length(totals),
        lengths=length.lengths(totals),
        endings=length.endings(totals),
        end_reasons=totals.end_reasons,
        unfinished=totals.unfinished,
        seat_counters=counters.by_seat(totals),
        game_counters=counters.by_game(totals),
        data=table.face.provenance(table.rules),
        notes=tuple(table.face.notes(table.rules)),
        warnings=(
            *table.face.warnings(table.rules),
            *warnings(table.game, names, totals),
        ),
        command=command,
        replay=table.command("replay", "--game", asked.first + totals.n // 2),
        provenance=provenance.record(asked, command),
        seconds=outcome.seconds,
        core_seconds=outcome.core_seconds,
        threads=outcome.threads,
    )


def _counted(n: int, first: int) -> list[object]:
    return ["-n", n, *(["--first", first] if first else [])]
