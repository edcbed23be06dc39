# cython: boundscheck=True
"""Hike! (sleds): states as dicts of numbers, and back.

Huskies are their numbers, cards of the deck the codes of state.pxd, spots and seats count from
0, sets are lists. `may` says of every husky in a hand where each seat must reckon with it.

A described state must be possible: every number in its range, no husky in two places, no more cards
than the box holds, and everything there that the decision under way is going to use.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from analyzer._core.bits cimport places_of, word_of
from analyzer._core.contract cimport MAX_SEATS, refuse_unless, table_t
from analyzer._core.fields cimport (
    need_list, need_lists, need_number, need_numbers, need_once, need_sets, need_sets_by_seat,
)
from analyzer._core.games.hike_sled.hidden cimport byte_of, set_byte

LETTERS = "ABCDEFGH"            # of spots


# --- which described states can be ---------------------------------------------------------------

cdef int refuse_if(bint wrong, str sentence) except -1:
    if wrong:
        raise ValueError(sentence)
    return 0


cdef int most_huskies(const SledRules* r):
    return r.n_huskies + r.youngsters


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
    need_numbers(raw, ("loose_card", "loose_removed"), 0, NO_LOOSE)
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


cdef int check_plain_cards(const table_t* table, dict raw) except -1:
    """Equipment and care: no more than there are, and known to be there at most what is there."""
    cdef const SledRules* r = rules_of(table)
    cdef int n = table.n_seats, singles, doubles, i
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
    i = (raw["centre_care"] + sum(raw["single"]) + raw["gone_single"]
         + raw["deck"].count(CARD_CARE) + raw["care_pile"].count(SINGLE))
    refuse_if(i > singles, f"care is there {i} times instead of {singles}")
    i = sum(raw["double"]) + raw["gone_double"] + raw["care_pile"].count(DOUBLE)
    refuse_if(i > doubles, f"double care is there {i} times instead of {doubles}")
    need_lists(raw, ("open_card",), n, 0, DOUBLE)
    for i in range(n):
        check_hand(raw, i)
    return 0


cdef int check_hand(dict raw, int seat) except -1:
    """HS-54, HS-A11: an open or substitute card is the only care; and what others know is true."""
    who, kind, floor = f"seat {seat + 1}", raw["open_card"][seat], raw["floor"][seat]
    cdef int single = raw["single"][seat], double_ = raw["double"][seat]
    cdef int cared = single - raw["open_single"][seat]
    cdef int plain = raw["equipment"][seat] - raw["open_equipment"][seat], bare = raw["bare"][seat]
    refuse_if(kind and (single, double_) != (kind == SINGLE, kind == DOUBLE),
              f"{who} does not hold its open care card as the only one")
    refuse_if(seat in raw["substitute"] and single + double_ != 1,
              f"{who} does not hold a substitute as the only care card")
    refuse_if(cared < 0 or plain < 0, f"{who} is known to hold cards that it does not")
    refuse_if(bare > cared + plain or raw["declared"][seat] and bare != cared + plain,
              f"knowledge.no_huskies of {who} must be {cared + plain}, not {bare}")
    refuse_if(floor > len(raw["huskies"][seat]),
              f"knowledge.least_huskies of {who} is more than it holds")
    refuse_if(cared and seat in raw["no_care"] or not cared and seat in raw["some_care"],
              f"knowledge of the care of {who} is wrong")
    refuse_if(seat in raw["no_care"] + raw["some_care"] and seat not in raw["racing"],
              f"knowledge of the care of {who} is for racers")
    return 0


cdef int check_known(const table_t* table, dict raw) except -1:
    if type(raw["may"]) is not dict:
        raise ValueError(f"may of a state must be a dict, got {raw['may']!r}")
    for husky, places in raw["may"].items():
        need_number("may", husky, 0, most_huskies(rules_of(table)) - 1)
        need_lists({"may": places}, ("may",), table.n_seats, 0, 255)
        for byte in places:
            if byte > HANDS and byte != ANYWHERE and (
                    popcount(byte & HANDS) < 2
                    or byte < RECEIVED and popcount(byte & HANDS) > 2):
                raise ValueError(f"may of a state has too few or too many hands: {byte!r}")
    return 0


# --- decisions ----------------------------------------------------------------------------------

cdef int check_loose(const table_t* table, dict raw) except -1:
    """HS-63 to HS-68: the card that asks, and that all can answer. The reader names <loose 0>."""
    cdef int phase = raw["phase"], seat = raw["seat"], card = raw["loose_card"], i
    cdef list part = raw["taking_part"], pending = raw["pending"]
    asking = {PHASE_SWAP_WITH: LOOSE_SWAP, PHASE_RUN_AWAY: LOOSE_RUNAWAYS, PHASE_LOSE: LOOSE_SLED}
    refuse_if(not rules_of(table).loose, "there are no loose cards without the rule loose=true")
    refuse_if(card != asking.get(phase, LOOSE_SWAP if card == LOOSE_SWAP else LOOSE_CRAZY),
              f"<loose {card}> does not ask for '<phase {phase}>'")
    if phase == PHASE_SWAP_WITH or phase == PHASE_RUN_AWAY:
        refuse_if(seat != raw["player"], "the player whose turn it is decides this")
        refuse_if(part or pending, "loose.taking_part and loose.pending must be empty for "
                                   f"'<phase {phase}>'")
        refuse_if(phase == PHASE_SWAP_WITH and sum([day == 0 for day in raw["declared"]]) < 2,
                  "there is nobody to swap with")
        refuse_if(phase == PHASE_RUN_AWAY and not 1 <= raw["runaways"] <= len(raw["centre"]),
                  "loose.runaways must be 1 or 2, and not more than huskies in the centre")
        return 0
    refuse_if(seat not in pending, f"loose.pending must name seat {seat + 1}, which decides")
    refuse_if(not set(pending) <= set(part),
              "loose.pending names seats that are not in loose.taking_part")
    refuse_if(card == LOOSE_SWAP and (raw["player"] == raw["partner"]
                                      or set(part) != {raw["player"], raw["partner"]}),
              "loose.taking_part must be the player and loose.partner")
    for i in part:
        refuse_if(raw["declared"][i], f"seat {i + 1} has declared and takes no part")
        refuse_if(phase != PHASE_RECEIVE and max(raw["sleds"][i]) < 0
                  and not (phase == PHASE_GIVE and raw["huskies"][i]),
                  f"seat {i + 1} has no husky to pick")
        if phase != PHASE_RECEIVE and i not in pending:
            check_pick(raw, i)
    return 0


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


cdef int check_race(const table_t* table, dict raw) except -1:
    cdef const SledRules* r = rules_of(table)
    cdef int n = table.n_seats, phase = raw["phase"], seat = raw["seat"], last, i
    last = len(raw["track"])
    need_lists(raw, ("field",), n, 0, last)
    need_number("moved", raw["moved"], 0, MOST_FIELDS - 1)
    need_number("turn_field", raw["turn_field"], 0, last)
    need_lists(raw, ("reached",), n, 0, n)
    need_number("turn_open", raw["turn_open"], 0, DOUBLE)
    need_lists(raw, ("left",), N_TERRAINS, 0, 254)
    need_sets(raw, ("turn_resting",), r.spots)
    need_sets_by_seat(raw, ("upgraded", "tired", "resting"), n, r.spots)
    need_sets(raw, ("day_order",), n)
    refuse_if(sorted(raw["day_order"]) != raw["racing"]     # a race that is over may have lost one
              and not (phase == PHASE_OVER and raw["day_order"]),
              "order must name every racer once")
    need_number("at", raw["at"], 0, len(raw["racing"]))
    there = [0 < last == raw["field"][i] for i in range(n)]
    refuse_if([place > 0 for place in raw["reached"]] != there
              or sorted(raw["reached"])[n - sum(there):] != list(range(1, sum(there) + 1)),
              "arrived must number the racers on the last field from 1 on")
    if PHASE_RACE <= phase < PHASE_OVER:
        refuse_if(seat not in raw["racing"], f"seat {seat + 1} is no racer")
        refuse_unless(raw["at"] < len(raw["racing"]) and raw["day_order"][raw["at"]] == seat,
                      "a turn of a seat whose turn it is not")
        refuse_unless(last > 0, "a race without a track")
    return 0


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


# --- what cannot come about in play -------------------------------------------------------------

cdef uint64_t fits(const SledRules* r, list sled, int husky):
    """HS-19 to HS-21: the free spots that a husky fits, as bits; with -1, those whose husky does
    not fit."""
    cdef uint8_t lying[NO_SPOT + 1]
    cdef uint64_t found = 0
    cdef int spot
    memset(lying, 0, sizeof(lying))
    for spot in range(r.spots):
        lying[spot] = <uint8_t>(<int>sled[spot] + 1)
    for spot in range(r.spots):
        if husky >= 0 and not lying[spot] and fitting(r, lying, spot) & one(husky):
            found |= <uint64_t>1 << spot
        if husky < 0 and lying[spot] and not fitting(r, lying, spot) & one(lying[spot] - 1):
            found |= <uint64_t>1 << spot
    return found


cdef int check_sled(const SledRules* r, dict raw, int seat) except -1:
    """Edges match; equipment lies under huskies with one point; cubes on huskies that can run."""
    who, sled = f"seat {seat + 1}", raw["sleds"][seat]
    wrong = places_of(fits(r, sled, -1))
    if wrong:
        beside = [spot for spot in wrong[1:] if spot in (wrong[0] + 1, wrong[0] + r.columns)]
        raise ValueError(f"in the sled of {who} the edges of {LETTERS[wrong[0]]} and "
                         f"{LETTERS[beside[0]]} do not match (HS-20)")
    points = [r.points[<int>husky + 1][N_TERRAINS] for husky in sled]
    for spot in raw["upgraded"][seat]:
        if points[spot] != 1 or not raw["declared"][seat]:
            raise ValueError(f"{who} cannot have upgraded {LETTERS[spot]} (HS-27)")
    for key in ("tired", "resting"):
        refuse_if(raw[key][seat] and seat not in raw["racing"],
                  f"{key} is for racers, and {who} is none")
    for spot in raw["tired"][seat]:
        if not points[spot] or spot in raw["resting"][seat]:
            raise ValueError(f"{LETTERS[spot]} of {who} cannot be tired")
    return 0


cdef int check_ready(dict raw, int seat) except -1:
    """HS-24, HS-26, HS-31, HS-35: who has declared, and who is out."""
    who, racing = f"seat {seat + 1}", raw["racing"]
    if raw["declared"][seat]:
        refuse_if(-1 in raw["sleds"][seat], f"{who} has declared, but has a free spot")
        refuse_if(raw["huskies"][seat], f"{who} has declared, but holds a husky")
        refuse_if(racing and seat not in racing, f"{who} has declared, but is no racer")
    elif raw["taken"][seat]:
        raise ValueError(f"{who} has taken care cards without having declared")
    elif raw["double"][seat]:
        raise ValueError(f"{who} holds double care without having declared")
    cards = raw["huskies"][seat] or raw["equipment"][seat] or raw["single"][seat]
    if racing and seat not in racing and cards:
        raise ValueError(f"{who} is out of the race, but holds cards")
    return 0


cdef int check_racing(const SledRules* r, dict raw) except -1:
    """HS-42, HS-46, HS-47: somebody is on the way, and there is something to decide."""
    cdef int phase = raw["phase"], seat = raw["seat"]
    if raw["centre"] or raw["centre_equipment"] or raw["centre_care"]:
        raise ValueError("the centre is empty in the race")
    refuse_if(raw["face_up"] != r.landscapes, "all landscapes are face up in the race")
    for other, field in enumerate(raw["field"]):
        if field and other not in raw["racing"]:
            raise ValueError(f"seat {other + 1} is no racer, but is on the track")
    if phase == PHASE_OVER:
        return 0
    refuse_if(seat != raw["player"], "in the race the player whose turn it is decides")
    field, sled = raw["field"][seat], raw["sleds"][seat]
    on_track, moving = field < len(raw["track"]), phase in (PHASE_EQUIPMENT_FIELD, PHASE_GO_ON)
    if phase != PHASE_REST and not on_track:
        raise ValueError(f"seat {seat + 1} is on the last field and moves no more")
    if moving and raw["left"][raw["track"][field] & TERRAIN] == 0:
        raise ValueError("use.left has no point for the next field")
    if phase == PHASE_EQUIPMENT_FIELD and not raw["track"][field] & NEEDS_EQUIPMENT:
        raise ValueError("the next field needs no equipment")
    if phase == PHASE_GO_ON and raw["moved"] == 0:
        raise ValueError("use.moved must be at least 1 to ask whether to go on")
    awake = len(sled) - len(raw["resting"][seat])
    if (phase == PHASE_REST) != (raw["to_rest"] > 0) or raw["to_rest"] > awake:
        what = "'rest'" if phase == PHASE_REST else "what is decided"
        raise ValueError(f"to_rest does not fit {what} with {awake} huskies awake")
    refuse_if(moving and raw["using"] not in raw["tired"][seat], "use.husky must be a tired husky")
    return 0


cdef int check_preparing(const SledRules* r, dict raw) except -1:
    """Somebody must be able to decide what is said to be decided."""
    cdef int phase = raw["phase"], seat = raw["seat"], husky
    who, sled, full = f"seat {seat + 1}", raw["sleds"][seat], -1 not in raw["sleds"][seat]
    if bool(raw["declared"][seat]) != (phase == PHASE_UPGRADE):
        what = "has not declared" if phase == PHASE_UPGRADE else "has declared and decides nothing"
        raise ValueError(f"{who} {what} in Preparations")
    if phase in (PHASE_DECLARE, PHASE_EARLY_DECLARE) and not full:
        raise ValueError(f"{who} cannot declare with a free spot")
    if phase == PHASE_EARLY_DECLARE and r.declare_needs_action:
        raise ValueError("nobody declares early unless declare_needs_action=false")
    if phase == PHASE_MENTOR and not (raw["mentors"][seat] and raw["deck"]):
        raise ValueError(f"{who} has no mentor to use, or the deck is empty")
    hand = raw["huskies"][seat]
    if phase == PHASE_PUT_IN and not any([fits(r, sled, husky) for husky in hand]):
        raise ValueError(f"{who} has no husky to put in")
    if phase == PHASE_SPOT and not fits(r, sled, raw["card"]):
        raise ValueError("placing names a husky that fits nowhere")
    young = [husky for husky in raw["centre"] + hand if husky >= r.n_huskies]
    if phase == PHASE_BONUS and (not young or full):
        raise ValueError(f"{who} has no youngster to place, or no free spot")
    if phase == PHASE_RECEIVE:
        for other in raw["pending"]:
            if not fits(r, raw["sleds"][other], raw["received"][other]):
                raise ValueError(f"what seat {other + 1} has received fits nowhere in the sled of "
                                 f"seat {other + 1}")
    refuse_if(raw["player"] != seat and not raw["pending"], "the player whose turn it is decides")
    return 0


cdef int check_possible(const table_t* table, dict raw) except -1:
    cdef const SledRules* r = rules_of(table)
    cdef int seat
    for seat in range(table.n_seats):
        check_sled(r, raw, seat)
        check_ready(raw, seat)
    if raw["racing"]:
        return check_racing(r, raw)
    return 0 if raw["phase"] == PHASE_OVER else check_preparing(r, raw)


cdef int check_raw(const table_t* table, dict raw) except -1:
    cdef int phase
    check_numbers(table, raw)
    check_huskies(table, raw)
    check_possible(table, raw)
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


# --- describing and restoring --------------------------------------------------------------------

cdef list by_seat(const uint8_t* values, int n):
    return [values[i] for i in range(n)]


cdef list sets_by_seat(const uint8_t* values, int n):
    return [places_of(values[i]) for i in range(n)]


cdef dict places_in_doubt(const SledState* s, int n):
    """For every husky in a hand or in the centre: the byte of each seat. Of youngsters that are
    alike the one comes first of which most was known."""
    cdef dict known = {}
    cdef uint64_t huskies = s.centre
    cdef int seat, husky
    for seat in range(n):
        huskies |= s.hand[seat]
    for husky in places_of(huskies):
        known[husky] = [byte_of(s.may[husky], o) for o in range(n)]
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
        "bonus_used": s.bonus_used, "upgrade_from": s.upgrade_from, "runaways": s.runaways,
        "loose_card": s.loose_card, "partner": s.partner, "pending": places_of(s.pending),
        "taking_part": places_of(s.taking_part), "pick_card": by_seat(s.pick_card, n),
        "pick_spot": by_seat(s.pick_spot, n), "received": by_seat(s.received, n),
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

cdef int put_by_seat(uint8_t* values, list given) except -1:
    cdef int i
    for i in range(len(given)):
        values[i] = given[i]
    return 0


cdef int put_sets(uint8_t* values, list given) except -1:
    return put_by_seat(values, [word_of(places) for places in given])


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
    s.no_care, s.some_care = <uint8_t>word_of(raw["no_care"]), <uint8_t>word_of(raw["some_care"])
    return 0


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
    s.winners, s.end_reason = <uint8_t>word_of(raw["winners"]), raw["end_reason"]
    return 0


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
