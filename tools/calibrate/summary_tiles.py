"""The tiles of a report's first screen: what they quote, as numbers and claims.

A tile quotes one card, rule or step of many, so the truth holds all of them.
"""

from calibrate.observations import Observation

import analyzer
from analyzer import games
from analyzer.answer.blocks import Answer
from analyzer.questions.designer._skill_estimates import SkillResult
from analyzer.questions.designer._variants import VariantsResult
from analyzer.questions.report.summary_tiles import build_tiles
from analyzer.questions.shared.card_strengths import CardsResult
from analyzer.simulation.batch import length_units

SECTIONS = ("length", "skill", "cards", "rules")


def observe_tiles(game: str, n: int, seed: int) -> Observation:
    """What the tiles of a table that is not unfair quote; the tile of `mend` is calibrated with
    `mend`."""
    answers = _answers(game, n, seed)
    everything = _everything(answers)
    found = Observation()
    fair = next((one for one in answers["fair"].findings if one.key == "fair"), None)
    for tile in build_tiles(answers, None, length_units(games.load(game))):
        for family, members in everything.families.items():
            if tile.section == family and (key := _quoted(family, members, tile.big)):
                found.families[family] = {key: members[key]}
                if key in everything.claims:
                    found.claims[key] = everything.claims[key]
    if fair and fair.claim:
        found.claims["fair"] = fair.claim
    return found


def observe_truth(game: str, n: int, seed: int) -> Observation:
    answers = _answers(game, n, seed)
    found = _everything(answers)
    fair = next((one for one in answers["fair"].findings if one.key == "fair"), None)
    if fair and fair.claim:
        found.claims["fair"] = fair.claim
    return found


def _answers(game: str, n: int, seed: int) -> dict[str, Answer]:
    fair = analyzer.simulate(game, n=n, seed=seed, threads=1).answer
    asked = {name: analyzer.ask(game, name, n=n, seed=seed, threads=1).answer for name in SECTIONS}
    return {"fair": fair, **asked}


def _quoted(family: str, members: dict, big: str) -> str | None:
    return "skill" if family == "skill" else big if big in members else None


def _everything(answers: dict[str, Answer]) -> Observation:
    found = Observation()
    found.families["skill"] = {"skill": answers["skill"].result(SkillResult).steps[-1].win_share}
    cards = answers["cards"].result(CardsResult).cards
    found.families["cards"] = {card.label: card.main for card in cards}
    found.claims.update({card.label: card.claim for card in cards})
    rules = answers["rules"].result(VariantsResult).variants
    found.families["rules"] = {one.rule: one.claim.found for one in rules}
    found.claims.update({one.rule: one.claim for one in rules})
    return found
