"""Hike! (sleds): states as dicts of numbers, and back.

Huskies are their numbers, cards of the deck the codes of hike_sled.pxd, spots and seats count from
0, sets are lists. `may` says of every husky in a hand where each seat must reckon with it.
"""
cimport cython
from libc.stdint cimport uint8_t

from analyzer._core.bits cimport places_of, word_of
from analyzer._core.contract cimport MAX_SEATS, table_t
from analyzer._core.games.hike_sled cimport (
    ANYWHERE, COUNT_DECLARED_DAY, MOST_DECK, MOST_HUSKIES, PHASE_OVER, TALLY_FIRST_DECLARATION,
    TALLY_PREP_DAYS, TALLY_RACERS, TALLY_RACE_DAYS, SledRules, SledState, all_spots, for_all,
    popcount, rules_of,
)
from analyzer._core.games.hike_sled_checks cimport check_raw
from analyzer._core.games.hike_sled_known cimport byte_of, set_byte


cdef list by_seat(const uint8_t* values, int n):
    return [values[i] for i in range(n)]


cdef list sets_by_seat(const uint8_t* values, int n):
    return [places_of(values[i]) for i in range(n)]


cdef dict places_in_doubt(const SledState* s, int n):
    """For every husky in a hand: the byte of each seat, 0 where it is the owner."""
    cdef dict known = {}
    cdef int seat, husky
    for seat in range(n):
        for husky in places_of(s.hand[seat]):
            known[husky] = [0 if o == seat else byte_of(s.may[husky], o) for o in range(n)]
    return known


cdef dict describe_table(const table_t* table, const SledState* s):
    """What lies on the table, and hands."""
    cdef const SledRules* r = rules_of(table)
    cdef int n = table.n_seats
    return {
        "centre": places_of(s.centre), "gone": places_of(s.gone),
        "centre_equipment": s.centre_equipment, "centre_care": s.centre_care,
        "huskies": [places_of(s.hand[i]) for i in range(n)],
        "equipment": by_seat(s.equipment, n), "single": by_seat(s.single, n),
        "double": by_seat(s.double_, n), "mentors": by_seat(s.mentors, n),
        "taken": by_seat(s.taken, n),
        "sleds": [[s.sled[i][k] - 1 for k in range(r.spots)] for i in range(n)],
        "upgraded": sets_by_seat(s.upgraded, n), "tired": sets_by_seat(s.tired, n),
        "resting": sets_by_seat(s.resting, n),
        "declared": [s.seat_counters[COUNT_DECLARED_DAY][i] for i in range(n)],
        "racing": places_of(s.racing),
        "deck": [s.deck[i] for i in range(s.deck_at, s.deck_n)],
        "loose_met": places_of(s.loose_met), "loose_removed": s.loose_removed,
        "landscapes": [s.order[i] for i in range(r.n_landscapes)], "face_up": s.face_up,
        "may": places_in_doubt(s, n),
        "open_equipment": by_seat(s.open_equipment, n), "open_single": by_seat(s.open_single, n),
        "bare": by_seat(s.bare, n), "floor": by_seat(s.floor, n),
        "no_care": places_of(s.no_care), "some_care": places_of(s.some_care),
    }


cdef dict describe_preparations(const table_t* table, const SledState* s):
    cdef int n = table.n_seats
    return {
        "day": s.day, "turn": s.turn, "player": s.player,
        "first_declaration": s.game_counters[TALLY_FIRST_DECLARATION],
        "owed": s.owed, "asked": s.asked, "card": s.card, "from_centre": s.from_centre,
        "bonus_used": s.bonus_used, "upgrade_from": s.upgrade_from,
        "loose_card": s.loose_card, "partner": s.partner, "pending": places_of(s.pending),
        "taking_part": places_of(s.taking_part), "pick_card": by_seat(s.pick_card, n),
        "pick_spot": by_seat(s.pick_spot, n), "received": by_seat(s.received, n),
        "runaways": s.runaways,
    }


cdef dict describe_race(const table_t* table, const SledState* s):
    cdef int n = table.n_seats
    return {
        "track": [s.track[i] for i in range(s.last)], "field": by_seat(s.field, n),
        "first_player": s.first_player, "race_day": s.race_day,
        "day_order": [s.day_order[i] for i in range(s.n_racers)], "at": s.at,
        "reached": by_seat(s.reached, n), "open_card": by_seat(s.open_card, n),
        "substitute": places_of(s.substitute),
        "care_pile": [s.care_pile[i] for i in range(s.care_at, s.care_n)],
        "gone_single": s.gone_single, "gone_double": s.gone_double, "shuffles": s.shuffles,
        "substitutes": s.substitutes, "left": by_seat(s.left, 3), "moved": s.moved,
        "using": s.using, "turn_field": s.turn_field, "turn_resting": places_of(s.turn_resting),
        "turn_equipment": s.turn_equipment, "turn_single": s.turn_single,
        "turn_double": s.turn_double, "turn_open": s.turn_open,
        "to_rest": s.to_rest, "winners": places_of(s.winners), "end_reason": s.end_reason,
    }


cdef dict describe_state(const table_t* table, const SledState* s):
    return {
        "seat": s.head.seat, "phase": s.phase, **describe_table(table, s),
        **describe_preparations(table, s), **describe_race(table, s),
    }


# --- and back -----------------------------------------------------------------------------------

@cython.boundscheck(True)     # of lists that others have made
cdef int put_by_seat(uint8_t* values, list given) except -1:
    cdef int i
    for i in range(len(given)):
        values[i] = given[i]
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int put_sets(uint8_t* values, list given) except -1:
    return put_by_seat(values, [word_of(places) for places in given])


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_table(const table_t* table, SledState* s, dict raw) except -1:
    cdef const SledRules* r = rules_of(table)
    cdef int seat, spot, husky, observer
    s.centre, s.gone = word_of(raw["centre"]), word_of(raw["gone"])
    s.centre_equipment, s.centre_care = raw["centre_equipment"], raw["centre_care"]
    for husky in range(MOST_HUSKIES):
        s.may[husky] = for_all(ANYWHERE)
    for husky, known in raw["may"].items():
        for observer in range(table.n_seats):
            set_byte(s, husky, observer, known[observer])
    for seat in range(table.n_seats):
        s.hand[seat] = word_of(raw["huskies"][seat])
        s.free[seat] = all_spots(r)
        for spot in range(r.spots):
            s.sled[seat][spot] = raw["sleds"][seat][spot] + 1
            if s.sled[seat][spot]:
                s.free[seat] &= <uint8_t>~(1 << spot)
        if raw["declared"][seat]:
            s.declared |= <uint8_t>(1 << seat)
        s.seat_counters[COUNT_DECLARED_DAY][seat] = raw["declared"][seat]
    put_by_seat(s.equipment, raw["equipment"])
    put_by_seat(s.single, raw["single"])
    put_by_seat(s.double_, raw["double"])
    put_by_seat(s.mentors, raw["mentors"])
    put_by_seat(s.taken, raw["taken"])
    put_sets(s.upgraded, raw["upgraded"])
    put_sets(s.tired, raw["tired"])
    put_sets(s.resting, raw["resting"])
    s.racing = <uint8_t>word_of(raw["racing"])
    s.deck_n = MOST_DECK                    # so that there is room for cards that come back
    s.deck_at = <uint8_t>(s.deck_n - len(raw["deck"]))
    put_by_seat(&s.deck[s.deck_at], raw["deck"])
    s.loose_met, s.loose_removed = <uint8_t>word_of(raw["loose_met"]), raw["loose_removed"]
    put_by_seat(s.order, raw["landscapes"])
    s.face_up = raw["face_up"]
    put_by_seat(s.open_equipment, raw["open_equipment"])
    put_by_seat(s.open_single, raw["open_single"])
    put_by_seat(s.bare, raw["bare"])
    put_by_seat(s.floor, raw["floor"])
    s.no_care = <uint8_t>word_of(raw["no_care"])
    s.some_care = <uint8_t>word_of(raw["some_care"])
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_preparations(SledState* s, dict raw) except -1:
    s.day, s.turn, s.player = raw["day"], raw["turn"], raw["player"]
    s.game_counters[TALLY_PREP_DAYS] = s.day
    s.game_counters[TALLY_FIRST_DECLARATION] = raw["first_declaration"]
    s.owed, s.asked, s.card, s.from_centre = (
        raw["owed"], raw["asked"], raw["card"], raw["from_centre"])
    s.bonus_used, s.upgrade_from = raw["bonus_used"], raw["upgrade_from"]
    s.loose_card, s.partner = raw["loose_card"], raw["partner"]
    s.pending = <uint8_t>word_of(raw["pending"])
    s.taking_part = <uint8_t>word_of(raw["taking_part"])
    put_by_seat(s.pick_card, raw["pick_card"])
    put_by_seat(s.pick_spot, raw["pick_spot"])
    put_by_seat(s.received, raw["received"])
    s.runaways = raw["runaways"]
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_race(SledState* s, dict raw) except -1:
    cdef int seat
    put_by_seat(s.track, raw["track"])
    s.last = <uint8_t>len(raw["track"])
    put_by_seat(s.field, raw["field"])
    s.first_player, s.race_day = raw["first_player"], raw["race_day"]
    put_by_seat(s.day_order, raw["day_order"])
    s.n_racers = <uint8_t>popcount(s.racing)
    s.game_counters[TALLY_RACERS] = s.n_racers
    s.game_counters[TALLY_RACE_DAYS] = s.race_day
    s.at = raw["at"]
    put_by_seat(s.reached, raw["reached"])
    for seat in range(MAX_SEATS):
        s.n_reached += s.reached[seat] != 0
    put_by_seat(s.open_card, raw["open_card"])
    s.substitute = <uint8_t>word_of(raw["substitute"])
    put_by_seat(s.care_pile, raw["care_pile"])
    s.care_n = <uint8_t>len(raw["care_pile"])
    s.gone_single, s.gone_double = raw["gone_single"], raw["gone_double"]
    s.shuffles, s.substitutes = raw["shuffles"], raw["substitutes"]
    put_by_seat(s.left, raw["left"])
    s.moved, s.to_rest, s.using = raw["moved"], raw["to_rest"], raw["using"]
    s.turn_field, s.turn_resting = raw["turn_field"], <uint8_t>word_of(raw["turn_resting"])
    s.turn_equipment, s.turn_single = raw["turn_equipment"], raw["turn_single"]
    s.turn_double, s.turn_open = raw["turn_double"], raw["turn_open"]
    s.winners = <uint8_t>word_of(raw["winners"])
    s.end_reason = raw["end_reason"]
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_state(const table_t* table, SledState* s, dict raw) except -1:
    """The inverse of describe_state; everything but the head is zero before."""
    check_raw(table, raw)
    s.head.seat = raw["seat"]
    s.phase = raw["phase"]
    restore_table(table, s, raw)
    restore_preparations(s, raw)
    restore_race(s, raw)
    s.head.stage = s.day + s.race_day       # days that have ended, in both phases
    if s.phase != PHASE_OVER:
        s.head.stage -= 1
    return 0
