"""Hike! (sleds): the rules of a table as one struct, with the look-ups that make placing cheap."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t
from libc.string cimport memset

from analyzer._core.contract cimport refuse_unless
from analyzer._core.games.hike_sled.state cimport (
    BOTTOM, DOUBLES_APART, LEFT, MOST_CARE, MOST_DECK, MOST_FIELDS, MOST_HUSKIES, MOST_LANDSCAPES,
    MOST_SPOTS, NEEDS_EQUIPMENT, NO_SPOT, N_LOOSE, N_SPOTS, N_TERRAINS, RIGHT, SINGLES_APART,
    TERRAIN, TOP, SledRules, bit, one,
)


cdef void read_parameters(SledRules* r, dict rules):
    r.landscapes = rules["landscapes"]
    r.rotated = rules["rotated"]
    r.columns = rules["columns"]
    r.dealt = rules["dealt"]
    r.centre = rules["centre"]
    r.mentors = rules["mentors"]
    r.early_reveal = rules["early_reveal"]
    r.late_reveal = rules["late_reveal"]
    r.last_days = rules["last_days"]
    r.catchup_gap = rules["catchup_gap"]
    r.rest = rules["rest"]
    r.youngsters = rules["youngsters"]
    r.equipment = rules["equipment"]
    r.deck_care = rules["deck_care"]
    r.hand_limit = rules["hand_limit"]
    r.max_prep_days = rules["max_prep_days"]
    r.max_race_days = rules["max_race_days"]
    r.race_tie_order = rules["race_tie_order"]
    r.partial_spend = rules["partial_spend"]
    r.voluntary_stop = rules["voluntary_stop"]
    r.custom_resting = rules["custom_resting"]
    r.custom_chain = rules["custom_chain"]
    r.custom_own = rules["custom_own"]
    r.youngster_ready = rules["youngster_ready"]
    r.penalty_blocks_care = rules["penalty_blocks_care"]
    r.forced_care = rules["forced_care"]
    r.care_proxy = rules["care_proxy"]
    r.final_tie = rules["final_tie"]
    r.single_racer = rules["single_racer"]
    r.deadlock = rules["deadlock"]
    r.bonus_then_declare = rules["bonus_then_declare"]
    r.declare_needs_action = rules["declare_needs_action"]
    r.mentor_timing = rules["mentor_timing"]
    r.tiebreak_time = rules["tiebreak_time"]
    r.loose_insert = rules["loose_insert"]
    r.loose_pick = rules["loose_pick"]
    r.loose_place = rules["loose_place"]
    r.prep_first = rules["prep_first"]
    r.catchup_order = rules["catchup_order"]
    r.forced_care_blocks_stop = rules["forced_care_blocks_stop"]
    r.loose = rules["loose"]


@cython.boundscheck(True)     # of lists that others have made
cdef void derive_huskies(SledRules* r, list huskies):
    """A husky: its points by terrain, then its edges (top, right, bottom, left) as colours from 1.
    A youngster has neither, and every edge fits it (HS-21)."""
    cdef int32_t husky, i
    r.n_huskies = <int32_t>len(huskies)
    r.experienced = one(r.n_huskies) - 1
    for husky in range(r.n_huskies):
        for i in range(N_TERRAINS):
            r.points[husky + 1][i] = huskies[husky][i]
            r.all_points[i] += r.points[husky + 1][i]
            r.points[husky + 1][N_TERRAINS] += r.points[husky + 1][i]
            r.terrains[husky + 1] |= bit(i) if r.points[husky + 1][i] else 0
    for husky in range(r.n_huskies, r.n_huskies + r.youngsters):
        r.young |= one(husky)
    for i in range(4):
        derive_side(r, huskies, i)


@cython.boundscheck(True)     # of lists that others have made
cdef void derive_side(SledRules* r, list huskies, int32_t side):
    """HS-20, HS-21: who fits where a husky lies on this side of the spot, by the colour of its edge
    on the other side; anybody beside a youngster or an empty spot."""
    cdef uint64_t with_edge[256]
    cdef int32_t husky, opposite = (side + 2) % 4
    memset(with_edge, 0, sizeof(with_edge))
    for husky in range(r.n_huskies):
        with_edge[<uint8_t>huskies[husky][N_TERRAINS + side]] |= one(husky)
    for husky in range(MOST_HUSKIES + 1):
        r.beside_of[side][husky] = r.experienced | r.young
    for husky in range(r.n_huskies):
        r.beside_of[side][husky + 1] = r.young | (
            with_edge[<uint8_t>huskies[husky][N_TERRAINS + opposite]])


@cython.boundscheck(True)     # of lists that others have made
cdef void derive_fields(SledRules* r, list landscapes):
    """Fields of the landscapes, start and finish last, one after the other."""
    cdef int32_t n = 0, card, field
    r.n_landscapes = <int32_t>len(landscapes) - 2
    for card in range(r.n_landscapes + 2):
        r.first_field[card] = <uint8_t>n
        for field in landscapes[card]:
            r.fields[n] = <uint8_t>field
            r.n_fields[card][field & TERRAIN] += 1
            r.n_fields[card][N_TERRAINS] += field & NEEDS_EQUIPMENT != 0
            n += 1
    r.first_field[r.n_landscapes + 2] = <uint8_t>n


cdef void derive_sled(SledRules* r):
    """HS-6: two rows; the spots row by row."""
    cdef int32_t spot, side, columns = r.columns
    r.spots = 2 * columns
    for spot in range(N_SPOTS):
        for side in range(4):
            r.beside[spot][side] = NO_SPOT
    for spot in range(r.spots):
        if spot >= columns:
            r.beside[spot][TOP] = <uint8_t>(spot - columns)
        else:
            r.beside[spot][BOTTOM] = <uint8_t>(spot + columns)
        if spot % columns:
            r.beside[spot][LEFT] = <uint8_t>(spot - 1)
        if (spot + 1) % columns:
            r.beside[spot][RIGHT] = <uint8_t>(spot + 1)
        for side in range(4):
            if r.beside[spot][side] < MOST_SPOTS:
                r.around[spot] |= bit(r.beside[spot][side])


cdef int check_counts(const SledRules* r, int players, list huskies, list fields) except -1:
    """Those for which a state has room."""
    cdef int64_t deck = len(huskies), n_fields = 0
    refuse_unless(1 <= r.columns <= MOST_SPOTS // 2, "columns")
    refuse_unless(0 <= r.youngsters <= MOST_HUSKIES - deck, "youngsters")
    refuse_unless(0 <= r.equipment <= MOST_DECK, "equipment")
    refuse_unless(0 <= r.deck_care <= MOST_CARE - SINGLES_APART - DOUBLES_APART, "deck_care")
    deck += r.youngsters + r.equipment + r.deck_care
    refuse_unless(deck + N_LOOSE <= MOST_DECK, "so many cards")
    refuse_unless(0 <= r.dealt < MOST_DECK and 0 <= r.centre < MOST_DECK
                  and players * r.dealt + r.centre < deck, "dealt or centre")
    refuse_unless(1 <= r.landscapes <= len(fields) - 2 <= MOST_LANDSCAPES, "landscapes")
    refuse_unless(0 <= r.rotated <= r.landscapes, "rotated")
    for number in (r.mentors, r.early_reveal, r.late_reveal, r.rest):
        refuse_unless(0 <= number < MOST_DECK, "mentors, early_reveal, late_reveal or rest")
    for card in fields:
        n_fields += len(card)
    refuse_unless(n_fields < MOST_FIELDS, "so many fields")
    return 0


@cython.boundscheck(True)     # of lists that others have made
def packed_rules(int players, dict rules):
    """`rules`: the parameters by name (a choice as its index), "huskies" and "fields"."""
    cdef SledRules r
    memset(&r, 0, sizeof(r))
    read_parameters(&r, rules)
    check_counts(&r, players, rules["huskies"], rules["fields"])
    derive_huskies(&r, rules["huskies"])
    derive_fields(&r, rules["fields"])
    derive_sled(&r)
    r.n_deck = r.n_huskies + r.youngsters + r.equipment + r.deck_care
    return (<const char*>&r)[:sizeof(r)]
