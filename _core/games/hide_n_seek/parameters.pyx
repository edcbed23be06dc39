"""Hide N Seek: rules and tables packed for the core."""
cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t
from libc.string cimport memset

from analyzer._core.bits cimport places_of, word_of
from analyzer._core.contract cimport refuse_unless
from analyzer._core.games.hide_n_seek.state cimport (
    LATE_NO_REFILL, LATE_TURN, MOST_CARDS, MOST_DICE, MOST_FACES, MOST_HAND, MOST_PLACES,
    MOST_SPOTS, MOST_STEPS, N_MAPS, NONE, N_SYMBOLS, SeekRules, card_t,
)


@cython.boundscheck(True)     # of lists that others have made
cdef void set_maps(SeekRules* r, list maps) except *:
    """HN-31, HN-46."""
    cdef int32_t i, at
    for i in range(N_MAPS):
        r.map[i].spots = maps[i]["spots"]
        refuse_unless(1 <= r.map[i].spots <= MOST_SPOTS, "spots of a map")
        r.map[i].goal = r.map[i].spots + 1
        r.map[i].holes = <uint32_t>word_of(maps[i]["hole_arrows"])
        r.map[i].piles = <uint32_t>word_of(maps[i]["trunk_arrows"])
        for at in range(r.map[i].goal):
            r.map[i].holes_ahead[at] = <int8_t>len(places_of(r.map[i].holes >> at))


cdef bint are_alike(const card_t* a, const card_t* b) noexcept nogil:
    """The same need, and the same symbols in any order."""
    cdef int32_t face
    for face in range(MOST_FACES):
        if a.need[face] != b.need[face]:
            return False
    return (a.symbol[0] == b.symbol[0] and a.symbol[1] == b.symbol[1]) or (
        a.symbol[0] == b.symbol[1] and a.symbol[1] == b.symbol[0])


@cython.boundscheck(True)     # of lists that others have made
cdef void set_cards(SeekRules* r, list cards) except *:
    cdef int32_t i, j, face
    refuse_unless(r.row_size < len(cards) <= MOST_CARDS, "row_size with so many cards")
    r.n_cards = <int32_t>len(cards)
    r.fewest_steps = MOST_STEPS
    for i in range(r.n_cards):
        refuse_unless(1 <= len(cards[i]["need"]) <= r.dice_per_player, "what a card needs")
        for face in cards[i]["need"]:
            refuse_unless(1 <= face <= r.faces, "what a card needs")
            r.card[i].need[face - 1] += 1
        for face in cards[i]["symbols"]:
            refuse_unless(1 <= face < N_SYMBOLS, "a symbol of a card")
        r.card[i].n_need = <uint8_t>len(cards[i]["need"])
        face = min(cards[i]["need"])
        r.card[i].face = <int8_t>(face - 1 if face == max(cards[i]["need"]) else NONE)
        r.card[i].symbol[0], r.card[i].symbol[1] = cards[i]["symbols"]
        r.fewest_steps = min(r.fewest_steps, r.card[i].symbol[0], r.card[i].symbol[1])
        r.card[i].twin = <uint8_t>i
        for j in range(i):
            if are_alike(&r.card[i], &r.card[j]):
                r.card[i].twin = r.card[j].twin
                r.card[i].has_twin = r.card[j].has_twin = 1


cdef int check_numbers(const SeekRules* r) except -1:
    """Those for which a state has room."""
    refuse_unless(1 <= r.dice_per_player <= MOST_DICE, "dice_per_player")
    refuse_unless(1 <= r.hand_limit < MOST_HAND, "hand_limit")
    refuse_unless(1 <= r.row_size <= MOST_PLACES, "row_size")
    refuse_unless(1 <= r.actions_per_turn <= 100, "actions_per_turn")
    refuse_unless(LATE_TURN <= r.late_placing <= LATE_NO_REFILL, "late_placing")
    refuse_unless(NONE <= r.fixed_trunk_arrow <= MOST_SPOTS, "fixed_trunk_arrow")
    refuse_unless(2 <= r.faces <= MOST_FACES, "dice_faces")
    return 0


@cython.boundscheck(True)     # of lists that others have made
def packed_rules(dict rules):
    """`rules`: the parameters by name (a choice as its index), "dice_faces", "map_table" and
    "card_table": dicts as in the TOML file, symbols by number."""
    cdef SeekRules r
    memset(&r, 0, sizeof(r))
    r.dice_per_player = rules["dice_per_player"]
    r.hand_limit = rules["hand_limit"]
    r.row_size = rules["row_size"]
    r.actions_per_turn = rules["actions_per_turn"]
    r.first_player = rules["first_player"]
    r.hide_map = rules["hide_map"]
    r.may_pass = rules["may_pass"]
    r.roll_subset = rules["roll_subset"]
    r.late_placing = rules["late_placing"]
    r.overflow = rules["overflow"]
    r.overflow_before_refill = rules["overflow_before_refill"]
    r.null_play = rules["null_play"]
    r.move_back = rules["move_back"]
    r.move_stop_early = rules["move_stop_early"]
    r.exact_goal = rules["exact_goal"]
    r.goal_safe = rules["goal_safe"]
    r.jump_into_goal = rules["jump_into_goal"]
    r.obstacle_any_pawn = rules["obstacle_any_pawn"]
    r.back_over_start = rules["back_over_start"]
    r.back2_chain = rules["back2_chain"]
    r.fixed_trunks = rules["fixed_trunks"]
    r.fixed_trunk_arrow = rules["fixed_trunk_arrow"]
    r.win_any_turn = rules["win_any_turn"]
    r.finish_empty_maps = rules["finish_empty_maps"]
    r.play_won_same_turn = rules["play_won_same_turn"]
    r.hands = rules["hands"]
    r.trunk_at_start = rules["trunk_at_start"]
    r.max_rounds = rules["max_rounds"]
    r.faces = rules["dice_faces"]
    r.plain_moves = not (r.move_back or r.move_stop_early or r.exact_goal)
    check_numbers(&r)
    set_maps(&r, rules["map_table"])
    set_cards(&r, rules["card_table"])
    return (<const char*>&r)[:sizeof(r)]
