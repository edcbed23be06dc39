"""Hike! (sleds): which described states can be.

Every number in its range, no husky in two places, no more cards than the box holds, and everything
there that the decision under way is going to use.
"""
cimport cython

from analyzer._core.contract cimport refuse_unless, table_t
from analyzer._core.games.hike_sled cimport (
    ANYWHERE, CARD_CARE, CARD_EQUIPMENT, CARD_LOOSE, DOUBLE, DOUBLES_APART, END_NOBODY_READY,
    LOOSE_CRAZY, LOOSE_RUNAWAYS, LOOSE_SLED, LOOSE_SWAP, MOST_CARE, MOST_DECK, MOST_FIELDS,
    MOST_HUSKIES, NEEDS_EQUIPMENT, NO_LOOSE, NO_SPOT, N_LOOSE, N_TERRAINS, PHASE_EQUIPMENT_FIELD,
    PHASE_GIVE, PHASE_GO_ON, PHASE_LOSE, PHASE_OVER, PHASE_RACE, PHASE_RECEIVE, PHASE_REST,
    PHASE_RUN_AWAY, PHASE_SPOT, PHASE_SWAP_WITH, PILE_SINGLES, PILE_SIZE, SINGLE, SINGLES_APART,
    TERRAIN, SledRules, rules_of,
)
from analyzer._core.raw cimport (
    need_list, need_lists, need_number, need_numbers, need_once, need_sets, need_sets_by_seat,
)


cdef int most_huskies(const SledRules* r):
    return r.n_huskies + r.youngsters


@cython.boundscheck(True)     # of lists that others have made
cdef int check_numbers(const table_t* table, dict raw) except -1:
    cdef const SledRules* r = rules_of(table)
    cdef int n = table.n_seats, huskies = most_huskies(r), days
    need_numbers(raw, ("seat", "player", "partner", "first_player"), 0, n - 1)
    need_number("phase", raw["phase"], 0, PHASE_OVER)
    need_numbers(raw, ("day", "race_day"), 0, 2**20)
    need_number("turn", raw["turn"], 0, n)
    need_lists(raw, ("declared",), n, 0, raw["day"])
    need_number("face_up", raw["face_up"], 0, r.landscapes)
    need_numbers(raw, ("asked", "from_centre", "bonus_used"), 0, 1)
    need_number("owed", raw["owed"], 0, MOST_DECK)
    need_number("card", raw["card"], 0, huskies - 1)
    need_number("loose_card", raw["loose_card"], 0, NO_LOOSE)
    need_number("loose_removed", raw["loose_removed"], 0, NO_LOOSE)
    need_number("runaways", raw["runaways"], 0, 2)
    need_numbers(raw, ("upgrade_from", "to_rest"), 0, r.spots)
    need_number("using", raw["using"], 0, r.spots - 1)
    need_number("end_reason", raw["end_reason"], 0, END_NOBODY_READY)
    need_numbers(raw, ("shuffles", "substitutes"), 0, 2**16 - 2)
    need_lists(raw, ("pick_card", "received"), n, 0, huskies - 1)
    need_lists(raw, ("pick_spot",), n, 0, NO_SPOT)
    need_sets(raw, ("pending", "taking_part", "racing", "winners", "substitute", "no_care",
                    "some_care"), n)
    need_sets(raw, ("loose_met",), N_LOOSE)
    days = min([day for day in raw["declared"] if day], default=0)
    need_number("first_declaration", raw["first_declaration"], days, days)
    return 0


# --- cards --------------------------------------------------------------------------------------

@cython.boundscheck(True)     # of lists that others have made
cdef int check_huskies(const table_t* table, dict raw) except -1:
    """Each in one place at most."""
    cdef const SledRules* r = rules_of(table)
    cdef int n = table.n_seats, huskies = most_huskies(r)
    need_sets(raw, ("centre", "gone"), huskies)
    need_sets_by_seat(raw, ("huskies",), n, huskies)
    need_list("sleds", raw["sleds"], n, n)
    for sled in raw["sleds"]:
        need_lists({"sleds": sled}, ("sleds",), r.spots, -1, huskies - 1)
    need_list("deck", raw["deck"], 0, MOST_DECK)
    for card in raw["deck"]:
        need_number("deck", card, 0, CARD_LOOSE + N_LOOSE - 1)
        refuse_unless(not huskies <= card < MOST_HUSKIES, "a husky that is not in the box")
    need_once("the huskies", raw["centre"] + raw["gone"] + sum(raw["huskies"], [])
              + [husky for sled in raw["sleds"] for husky in sled if husky >= 0]
              + [card for card in raw["deck"] if card < MOST_HUSKIES] + on_their_way(raw))
    need_once("the loose cards", [card for card in raw["deck"] if card >= CARD_LOOSE])
    return 0


cdef list on_their_way(dict raw):
    """Huskies that were given and are not yet placed (HS-65)."""
    return [raw["received"][i] for i in raw["pending"]] if raw["phase"] == PHASE_RECEIVE else []


@cython.boundscheck(True)     # of lists that others have made
cdef int check_plain_cards(const table_t* table, dict raw) except -1:
    """Equipment and care: no more than there are, and known to be there at most what is there."""
    cdef const SledRules* r = rules_of(table)
    cdef int n = table.n_seats, singles, doubles, i, hidden
    cdef bint racing = len(raw["track"]) > 0
    need_number("centre_equipment", raw["centre_equipment"], 0, r.equipment)
    need_numbers(raw, ("centre_care", "gone_single", "gone_double"), 0, MOST_CARE)
    need_numbers(raw, ("turn_equipment", "turn_single", "turn_double"), 0, 2**7)
    need_lists(raw, ("equipment", "open_equipment"), n, 0, r.equipment)
    need_lists(raw, ("single", "open_single", "double"), n, 0, MOST_CARE)
    need_lists(raw, ("taken",), n, 0, PILE_SIZE)
    need_lists(raw, ("mentors",), n, 0, r.mentors)
    need_lists(raw, ("bare", "floor"), n, 0, MOST_DECK)
    need_list("care_pile", raw["care_pile"], 0, MOST_CARE)
    for kind in raw["care_pile"]:
        need_number("care_pile", kind, SINGLE, DOUBLE)
    need_number("all equipment", raw["centre_equipment"] + sum(raw["equipment"])
                + raw["deck"].count(CARD_EQUIPMENT), 0, r.equipment)
    singles, doubles = r.deck_care + len(raw["substitute"]), len(raw["substitute"])
    singles += SINGLES_APART if racing else sum([min(k, PILE_SINGLES) for k in raw["taken"]])
    doubles += DOUBLES_APART if racing else sum([max(k - PILE_SINGLES, 0) for k in raw["taken"]])
    need_number("all single care", raw["centre_care"] + sum(raw["single"]) + raw["gone_single"]
                + raw["deck"].count(CARD_CARE) + raw["care_pile"].count(SINGLE), 0, singles)
    need_number("all double care", sum(raw["double"]) + raw["gone_double"]
                + raw["care_pile"].count(DOUBLE), 0, doubles)
    for i in range(n):
        need_number("open_equipment", raw["open_equipment"][i], 0, raw["equipment"][i])
        need_number("open_single", raw["open_single"][i], 0, raw["single"][i])
        hidden = (raw["equipment"][i] - raw["open_equipment"][i]
                  + raw["single"][i] - raw["open_single"][i])
        need_number("bare", raw["bare"][i], 0, hidden)
        need_number("floor", raw["floor"][i], 0, len(raw["huskies"][i]))
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_known(const table_t* table, dict raw) except -1:
    if type(raw["may"]) is not dict:
        raise ValueError(f"may of a state must be a dict, got {raw['may']!r}")
    for husky, places in raw["may"].items():
        need_number("may", husky, 0, most_huskies(rules_of(table)) - 1)
        need_lists({"may": places}, ("may",), table.n_seats, 0, ANYWHERE)
    return 0


# --- decisions ----------------------------------------------------------------------------------

@cython.boundscheck(True)     # of lists that others have made
cdef int check_loose(const table_t* table, dict raw) except -1:
    """HS-63 to HS-68: the card that asks, and those who have answered."""
    cdef int phase = raw["phase"], seat = raw["seat"], card = raw["loose_card"]
    asking = {PHASE_SWAP_WITH: LOOSE_SWAP, PHASE_RUN_AWAY: LOOSE_RUNAWAYS, PHASE_LOSE: LOOSE_SLED}
    refuse_unless(card == asking.get(phase, LOOSE_SWAP if card == LOOSE_SWAP else LOOSE_CRAZY),
                  "a loose card that asks so")
    refuse_unless(phase != PHASE_RUN_AWAY or 1 <= raw["runaways"] <= len(raw["centre"]),
                  "so many runaways")
    if phase == PHASE_SWAP_WITH or phase == PHASE_RUN_AWAY:
        refuse_unless(seat == raw["player"], "a decision of a seat that does not reveal")
        return 0
    refuse_unless(seat in raw["pending"] and set(raw["pending"]) <= set(raw["taking_part"]),
                  "an answer of a seat that is not asked")
    refuse_unless(not any([raw["declared"][i] for i in raw["taking_part"]]),
                  "a loose card for a seat that has declared")
    if card == LOOSE_SWAP:
        refuse_unless(raw["player"] != raw["partner"]
                      and set(raw["taking_part"]) == {raw["player"], raw["partner"]},
                      "a swap of others than the two")
    for i in set(raw["taking_part"]) - set(raw["pending"]) if phase != PHASE_RECEIVE else ():
        check_pick(raw, i)
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_pick(dict raw, int seat) except -1:
    """What a seat has picked is still where it was."""
    spot = raw["pick_spot"][seat]
    if spot == NO_SPOT and raw["phase"] == PHASE_GIVE:
        refuse_unless(raw["pick_card"][seat] in raw["huskies"][seat], "a pick that is not in hand")
    else:
        refuse_unless(0 <= spot < len(raw["sleds"][seat]), "a pick from that spot")
        husky = raw["sleds"][seat][spot]
        refuse_unless(husky >= 0, "a pick from an empty spot")
        refuse_unless(raw["phase"] == PHASE_LOSE or husky == raw["pick_card"][seat],
                      "a pick that is not in the sled")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_race(const table_t* table, dict raw) except -1:
    cdef const SledRules* r = rules_of(table)
    cdef int n = table.n_seats, phase = raw["phase"], seat = raw["seat"], last, i
    last = len(raw["track"])
    need_lists(raw, ("field",), n, 0, last)
    need_number("moved", raw["moved"], 0, MOST_FIELDS - 1)
    need_number("turn_field", raw["turn_field"], 0, last)
    need_lists(raw, ("reached",), n, 0, n)
    need_number("turn_open", raw["turn_open"], 0, DOUBLE)
    need_lists(raw, ("open_card",), n, 0, DOUBLE)
    need_lists(raw, ("left",), N_TERRAINS, 0, 254)
    need_sets(raw, ("turn_resting",), r.spots)
    need_sets_by_seat(raw, ("upgraded", "tired", "resting"), n, r.spots)
    need_sets(raw, ("day_order",), n)
    refuse_unless(phase == PHASE_OVER or sorted(raw["day_order"]) == sorted(raw["racing"]),
                  "an order of others than the racers")
    need_number("at", raw["at"], 0, len(raw["racing"]))
    for i in range(n):
        refuse_unless(raw["open_card"][i] != SINGLE or raw["single"][i] > 0, "an open card")
        refuse_unless(raw["open_card"][i] != DOUBLE or raw["double"][i] > 0, "an open card")
        refuse_unless((raw["reached"][i] > 0) == (0 < last == raw["field"][i]), "an arrival")
    if PHASE_RACE <= phase < PHASE_OVER:
        refuse_unless(raw["at"] < len(raw["racing"]) and raw["day_order"][raw["at"]] == seat,
                      "a turn of a seat whose turn it is not")
        refuse_unless(last > 0, "a race without a track")
        check_step(table, raw)
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_step(const table_t* table, dict raw) except -1:
    """The decisions in the middle of a movement."""
    cdef const SledRules* r = rules_of(table)
    cdef int phase = raw["phase"], at = raw["field"][raw["seat"]], field
    if phase == PHASE_REST:
        need_number("to_rest", raw["to_rest"], 1, r.spots - len(raw["resting"][raw["seat"]]))
    if phase == PHASE_EQUIPMENT_FIELD or phase == PHASE_GO_ON:
        refuse_unless(at < len(raw["track"]), "a step beyond the finish")
        field = raw["track"][at]
        refuse_unless(raw["left"][field & TERRAIN] > 0, "a step without points")
        refuse_unless(phase != PHASE_EQUIPMENT_FIELD or field & NEEDS_EQUIPMENT,
                      "equipment for a field without need")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_track(const table_t* table, dict raw) except -1:
    """The landscapes as they lie, and the fields of the race."""
    cdef const SledRules* r = rules_of(table)
    need_lists(raw, ("landscapes",), r.n_landscapes, 0, r.n_landscapes - 1)
    need_once("landscapes", raw["landscapes"])
    need_list("track", raw["track"], 0, MOST_FIELDS - 1)
    for field in raw["track"]:
        need_number("track", field, 0, NEEDS_EQUIPMENT + N_TERRAINS - 1)
        refuse_unless(field & TERRAIN < N_TERRAINS, "a field without a terrain")
    refuse_unless(raw["phase"] >= PHASE_RACE or not raw["track"], "a track before the race")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_raw(const table_t* table, dict raw) except -1:
    cdef int phase
    check_numbers(table, raw)
    check_huskies(table, raw)
    check_track(table, raw)
    check_plain_cards(table, raw)
    check_known(table, raw)
    check_race(table, raw)
    phase = raw["phase"]
    if phase < PHASE_RACE:
        refuse_unless(raw["turn"] < table.n_seats, "a turn after the last one of the day")
        refuse_unless(not raw["racing"], "a racer before the race")
    if phase == PHASE_SPOT:
        where = raw["centre"] if raw["from_centre"] else raw["huskies"][raw["seat"]]
        refuse_unless(raw["card"] in where, "a husky on its way that is not there")
    if phase < PHASE_SWAP_WITH:
        refuse_unless(raw["seat"] == raw["player"], "a decision of a seat that is not in turn")
    elif phase < PHASE_RACE:
        check_loose(table, raw)
    return 0
