"""What each value of a rule of Escape From Horrible Mountain 2 means."""

from analyzer.games.rule_words import RuleWords

_HANDS = {
    "straight_flush": "a straight flush", "four_of_a_kind": "four of a kind",
    "full_house": "a full house", "straight": "a straight", "three_of_a_kind": "three of a kind",
    "two_pair": "two pair", "one_pair": "one pair", "nothing": "nothing",
}  # fmt: skip


def _points(what: str) -> dict[str, str]:
    return {"1": f"1 point for {what}", "*": f"{{}} points for {what}"}


RULE_WORDS: RuleWords = {
    "hand_limit": {"*": "hands of up to {} cards"},
    "run_outs": {"1": "the game ends at the first run-out", "*": "the game ends at run-out {}"},
    "variant": {"false": "no special actions", "true": "one special action for each"},
    "first_placer": {"adventurer": "the adventurer places cubes first",
                     "evil_master": "the Evil Master places cubes first"},
    **{key: _points(name) for key, name in _HANDS.items()},
    **{f"cube_{rank}": _points(f"a cube on a {rank}") for rank in range(2, 7)},
    "overflow_timing": {"before_replacement": "discard, then replace the table card",
                        "after_replacement": "replace the table card, then discard"},
    "overflow_in_reshuffle": {"false": "the sixth card is not reshuffled",
                              "true": "the sixth card is reshuffled, too"},
    "tiebreak_hand": {"full_poker": "equal points: the poker hand decides",
                      "category": "equal points: the line decides"},
    "tiebreak_short": {"longer_wins": "else the longer hand is better",
                       "tie": "else neither hand is better"},
    "max_turns": {"*": "the game is given up after {} turns"},
    "on_cap": {"stalled": "a game given up is unfinished",
               "score": "a game given up is scored"},
    "two_card_order": {"choice": "the player orders two discards",
                       "random": "chance orders two discards"},
    "see_first_card": {"true": "first card seen before the cubes",
                       "false": "first card not seen before the cubes"},
    "roles": {"fixed": "seat 1 is the Evil Master", "random": "roles are drawn"},
    "special_overflow": {"on_top": "sixth card on the re-ordered pile",
                         "in_reorder": "sixth card into the re-ordered pile"},
    "run_out": {"last_card_taken": "run out with the last card taken",
                "needed_while_empty": "run out when a card is missing"},
}  # fmt: skip
