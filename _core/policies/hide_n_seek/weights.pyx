"""Hide N Seek: what `expert` goes by. Each weight is a parameter of it.

Most of them were found in play, by `scripts/train hide-n-seek --write` with its own seed: one
player with tried weights among experts, at every seat, with two, three and four players. No game of
that seed is among those by which the expert is compared with others. `trunk`, `goal`, `crossing`,
`at_once` and `very_near` are set by hand: other values hardly matter.
"""

# name: (default, least, most, sentence, whole?); in twelfths of a step unless it says otherwise
WEIGHTS = {
    "hole": (49, 0, 200, "What a hole ahead of a pawn costs, in twelfths of a step.", True),
    "pile": (64, 0, 200, "What a pile of tree trunks ahead of a pawn costs.", True),
    "card": (17, 0, 100, "What any card is worth to it.", True),
    "other": (2, 0, 16, "16ths of the lesser symbol of a card that count.", True),
    "jump": (16, 0, 100, "FWD that saves nothing now, for each opponent to jump over.", True),
    "over": (30, 0, 100, "OVERTRUNK that is not needed now.", True),
    "trunk": (4, 0, 100, "TRUNK if its pile is placed already.", True),
    "first_trunk": (19, 0, 100, "TRUNK if its pile is not placed yet.", True),
    "back": (6, 0, 200, "BACK, shared among the opponents.", True),
    "back2": (59, 0, 200, "BACK2, shared among the opponents.", True),
    "goal": (6, 0, 100, "A pawn in its goal, beyond the way it has made.", True),
    "crossing": (4, 0, 100, "A pawn directly before what the hand can cross.", True),
    "exposed": (10, 0, 100, "A pawn that two steps back would put before a hole again.", True),
    "eager": (15, -100, 100, "What a play may lose and still come before a roll.", True),
    "left": (3, 0, 48, "48ths of a card's worth that dice lying on it count for.", True),
    "at_once": (48, 0, 400, "Quarters of its own gain that a loss is worth to it, of an opponent "
                "within two steps of winning.", True),
    "very_near": (24, 0, 400, "... of an opponent within four steps.", True),
    "near": (14, 0, 100, "... of an opponent within eight steps.", True),
    "far": (4, 0, 100, "... of any other opponent.", True),
    "later": (2, 0, 16, "16ths of its worth that a card completed next turn has now.", True),
}
