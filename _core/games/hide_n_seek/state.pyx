"""Hide N Seek: states as dicts of numbers, which of them can be, and back."""
cimport cython
from libc.stdint cimport int32_t, int8_t, uint64_t, uint8_t

from analyzer._core.bits cimport places_of
from analyzer._core.contract cimport refuse_unless, table_t
from analyzer._core.fields cimport (
    need_list, need_lists, need_number, need_numbers, need_once, need_sets,
)
from analyzer._core.games.hide_n_seek.cards cimport take_in_hand
from analyzer._core.games.hide_n_seek.moves cimport stand


cdef list won_cards(const SeekState* s):
    return places_of(s.won[0]) + [64 + <int>i for i in places_of(s.won[1])]


cdef dict describe_state(const table_t* table, const SeekState* s):
    cdef const SeekRules* r = rules_of(table)
    seats, maps, places, faces = (
        range(table.n_seats), range(N_MAPS), range(r.row_size), range(r.faces))
    return {
        "seat": s.head.seat, "stage": s.head.stage, "phase": s.phase, "round": s.round,
        "first": s.first, "in_turn": s.in_turn, "hide": [s.hides[i] for i in seats],
        "pawns": [[s.pawn[m][i] for i in seats] for m in maps],
        "piles": [s.pile[m] for m in maps],
        "fixed": [int(s.hider[m] == NONE and s.pile[m] != NONE) for m in maps],
        "row": [s.row[i] for i in places],
        "hands": [[s.hand[i][k] for k in range(s.n_hand[i])] for i in seats],
        "deck": [s.deck[(s.top + i) % MOST_CARDS] for i in range(s.n_deck)], "unseen": s.unseen,
        "dice": [[[s.dice[i][p][f] for f in faces] for p in places] for i in seats],
        "rolled": [s.rolled[f] for f in faces],
        "turns_had": [s.turns_had[i] for i in seats], "rolls_made": s.rolls,
        "all_rolls": s.all_rolls, "last_roll": [s.last_roll[f] for f in faces],
        "laid_out": places_of(s.laid_out),
        "actions": s.actions, "card": s.card, "symbol": s.symbol, "won": won_cards(s),
        "thrown": s.thrown, "group": s.group,
        "winner": s.winner, "end_reason": s.end_reason,
    }


# --- what can be --------------------------------------------------------------------------------

# Sentences name things by their kind and number, as in <map 2>; the Python side has their words.

@cython.boundscheck(True)     # of lists that others have made
cdef int check_turn(const table_t* table, dict raw) except -1:
    cdef const SeekRules* r = rules_of(table)
    cdef int n = table.n_seats, limit = 2**31 - 2
    need_numbers(raw, ("seat", "first"), 0, n - 1)
    need_numbers(raw, ("in_turn", "winner"), NONE, n - 1)
    need_number("phase", raw["phase"], 0, PHASE_OVER)
    need_numbers(raw, ("round", "all_rolls"), 0, limit)
    need_lists(raw, ("turns_had",), n, 0, limit)
    need_numbers(raw, ("actions", "rolls_made"), 0, r.actions_per_turn)
    need_number("end_reason", raw["end_reason"], 0, END_ROUND_CAP)
    need_number("thrown", raw["thrown"], 0, r.dice_per_player)
    need_number("group", raw["group"], 0, r.faces)
    if (raw["phase"] == PHASE_LAY and r.late_placing != LATE_ROLL_ONLY
            or raw["phase"] == PHASE_THROW and not r.roll_subset
            or raw["phase"] == PHASE_START_ARROW and not r.trunk_at_start):
        raise ValueError(f'there is nothing to decide in "<phase {raw["phase"]}>"')
    before = raw["phase"] == PHASE_START_ARROW
    refuse_unless((raw["in_turn"] == NONE) == before,
                  "a turn before the first one, or no turn after it,")
    refuse_unless(before or raw["in_turn"] == raw["seat"],
                  "a decision of a seat that is not in turn")
    if before != (raw["round"] == 0) or not before and raw["turns_had"][raw["seat"]] == 0:
        raise ValueError("a round is under way in every turn, and none before the first turn")
    if before and (any(raw["turns_had"]) or raw["actions"]):
        raise ValueError("nobody has had a turn before the first one")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_play(const SeekRules* r, dict raw) except -1:
    """The card being played has the symbol, and the symbol asks for what is decided."""
    cdef int phase = raw["phase"], symbol
    cdef const card_t* card
    need_number("card", raw["card"], NONE, r.n_cards - 1)
    need_number("symbol", raw["symbol"], 0, BACK2)
    symbol = raw["symbol"]
    if raw["card"] != NONE:
        card = &r.card[<int>raw["card"]]
        if symbol != card.symbol[0] and symbol != card.symbol[1]:
            raise ValueError(f"<card {raw['card']}> has no symbol <symbol {symbol}>")
        if phase == PHASE_START_ARROW:
            raise ValueError("nothing is played before the first turn")
    steps = 1 <= symbol <= MOST_STEPS
    if (phase == PHASE_STEPS and not steps or phase == PHASE_ARROW and symbol != TRUNK
            or phase == PHASE_PAWN and (symbol <= MOST_STEPS or symbol == TRUNK)):
        raise ValueError(f"<symbol {symbol}> does not ask for <phase {phase}>")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_maps(const table_t* table, dict raw) except -1:
    """No two pawns on a spot (HN-28), the hider's own in the goal (HN-3), piles where they may lie
    (HN-46)."""
    cdef const SeekRules* r = rules_of(table)
    cdef int where, pile, goal
    need_lists(raw, ("hide",), table.n_seats, 0, N_MAPS - 1)
    if len(set(raw["hide"])) < table.n_seats:
        raise ValueError("two seats hide on the same map")
    need_list("pawns", raw["pawns"], N_MAPS, N_MAPS)
    need_lists(raw, ("piles",), N_MAPS, NONE, 31)
    for where in range(N_MAPS):
        pawns, pile, goal = raw["pawns"][where], raw["piles"][where], r.map[where].goal
        need_lists({"pawns": pawns}, ("pawns",), table.n_seats, 0, goal)
        hidden = where in raw["hide"]
        if hidden and pawns[raw["hide"].index(where)] != goal:
            raise ValueError(f"seat {raw['hide'].index(where) + 1} hides on <map {where}>, with a "
                             "pawn in the goal there")
        for spot in pawns:
            if 0 < spot < goal and pawns.count(spot) > 1:
                raise ValueError(f"{pawns.count(spot)} pawns stand on spot {spot} of <map {where}>")
        if pile != NONE and not r.map[where].piles >> pile & 1:
            raise ValueError(f"no pile can lie on arrow {pile} of <map {where}>")
        if pile != NONE and not hidden and not r.fixed_trunks:
            raise ValueError(f"nobody hides on <map {where}>, and no pile is fixed there")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_cards(const table_t* table, dict raw) except -1:
    """Every card exactly once; those won in this turn are in the hand of who is in turn."""
    cdef const SeekRules* r = rules_of(table)
    need_lists(raw, ("row",), r.row_size, NONE, r.n_cards - 1)
    need_list("hands", raw["hands"], table.n_seats, table.n_seats)
    need_list("deck", raw["deck"], 0, r.n_cards)
    need_number("unseen", raw["unseen"], 0, len(raw["deck"]))
    check_hands(table, raw)
    cards = [card for card in raw["row"] if card != NONE] + raw["deck"] + sum(raw["hands"], [])
    for card in cards:
        need_number("a card", card, 0, r.n_cards - 1)
    need_once("the cards", cards)
    refuse_unless(len(cards) == r.n_cards, "a state in which a card is nowhere")
    need_sets(raw, ("won",), r.n_cards)
    need_sets(raw, ("laid_out",), r.row_size)
    for card in raw["won"]:
        if raw["in_turn"] == NONE or card not in raw["hands"][raw["in_turn"]]:
            raise ValueError(f"<card {card}> was won in this turn, but is not in that hand")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_hands(const table_t* table, dict raw) except -1:
    """HN-23, HN-24, HN-A12: no hand over its limit, but for one card in PHASE_LIMIT."""
    cdef const SeekRules* r = rules_of(table)
    cdef int seat, over, n
    for seat in range(table.n_seats):
        over = raw["phase"] == PHASE_LIMIT and raw["in_turn"] == seat
        need_list("hands", raw["hands"][seat], 0, r.n_cards)
        n = len(raw["hands"][seat])
        if n > r.hand_limit + over or over and n < r.hand_limit + over:
            what = "exactly" if over else "at most"
            raise ValueError(
                f"seat {seat + 1} must hold {what} {r.hand_limit + over} cards, not {n}")
    limit = raw["phase"] == PHASE_LIMIT
    if limit and r.overflow:
        raise ValueError("no hand is over its limit with overflow = block")
    empty, waits = raw["row"].count(NONE), limit and r.overflow_before_refill
    if empty > waits and raw["deck"]:
        raise ValueError("a place of the row is empty, although the deck holds cards")
    if waits and not empty:
        raise ValueError("the place of the card that was won must still be empty")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_dice(const table_t* table, dict raw) except -1:
    """HN-13, HN-18: no more dice than there are, on no card more than it asks for."""
    cdef const SeekRules* r = rules_of(table)
    cdef int seat, place, face, card, n
    need_lists(raw, ("rolled", "last_roll"), r.faces, 0, r.dice_per_player)
    if raw["in_turn"] == NONE and any(raw["rolled"]):
        raise ValueError("nobody has rolled before the first turn")
    need_list("dice", raw["dice"], table.n_seats, table.n_seats)
    for seat in range(table.n_seats):
        need_list("dice", raw["dice"][seat], r.row_size, r.row_size)
        n = sum(raw["rolled"]) if seat == raw["in_turn"] else 0
        if raw["phase"] == PHASE_THROW:
            n += raw["thrown"] * (seat == raw["in_turn"])
        for place in range(r.row_size):
            dice, card = raw["dice"][seat][place], raw["row"][place]
            need_lists({"dice": dice}, ("dice",), r.faces, 0, r.dice_per_player)
            n += sum(dice)
            if card == NONE and sum(dice):
                raise ValueError("dice lie on an empty place")
            for face in range(r.faces if card != NONE else 0):
                if dice[face] > r.card[card].need[face]:
                    raise ValueError(f"<card {card}> does not ask for {dice[face]} dice that show "
                                     f"{face + 1}")
            if card != NONE and sum(dice) >= r.card[card].n_need:
                raise ValueError(
                    f"all dice that <card {card}> asks for lie on it, so that it is won")
        if n > r.dice_per_player:
            raise ValueError(f"seat {seat + 1} has more than {r.dice_per_player} dice")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_end(const table_t* table, dict raw) except -1:
    """HN-8, HN-A31: who has found everybody has won."""
    cdef const SeekRules* r = rules_of(table)
    cdef int seat, where
    capped, over = raw["end_reason"] == END_ROUND_CAP, raw["phase"] == PHASE_OVER
    if over != (raw["winner"] != NONE or capped):
        raise ValueError("a game is over when somebody has won or the round cap is met")
    if raw["winner"] != NONE and capped:
        raise ValueError("nobody wins at the round cap")
    for seat in range(table.n_seats):
        found = all([raw["pawns"][where][seat] == r.map[where].goal for where in range(N_MAPS)
                     if r.finish_empty_maps or where in raw["hide"]])
        if seat == raw["winner"] and not found:
            raise ValueError(f"seat {seat + 1} has not found everybody")
        if found and not over and (r.win_any_turn or seat == raw["in_turn"]):
            raise ValueError(f"seat {seat + 1} has found everybody, and the game goes on")
    return 0


cdef int check_raw(const table_t* table, dict raw) except -1:
    check_turn(table, raw)
    check_play(rules_of(table), raw)
    check_maps(table, raw)
    check_cards(table, raw)
    check_dice(table, raw)
    return check_end(table, raw)


# --- and back -----------------------------------------------------------------------------------

@cython.boundscheck(True)     # of lists that others have made
cdef int restore_hands(SeekState* s, int32_t seat, list cards) except -1:
    cdef int32_t card
    for card in cards:
        take_in_hand(s, seat, card)
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_dice(const table_t* table, SeekState* s, int32_t seat, list places) except -1:
    cdef int32_t place, face
    for place in range(rules_of(table).row_size):
        for face in range(rules_of(table).faces):
            s.dice[seat][place][face] = places[place][face]
            s.on_cards[seat] += s.dice[seat][place][face]
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_maps(const table_t* table, SeekState* s, dict raw) except -1:
    cdef const SeekRules* r = rules_of(table)
    cdef int32_t where, seat
    for where in range(N_MAPS):
        s.pile[where] = raw["piles"][where]
        s.hider[where] = NONE
    for seat in range(table.n_seats):
        s.hides[seat] = raw["hide"][seat]
        s.hider[s.hides[seat]] = <int8_t>seat
    for where in range(N_MAPS):
        for seat in range(table.n_seats):
            if s.hides[seat] == where:
                s.pawn[where][seat] = <int8_t>r.map[where].goal
                continue
            stand(r, s, where, seat, raw["pawns"][where][seat])
            if s.hider[where] != NONE or r.finish_empty_maps:
                s.wanted[seat] |= <uint8_t>bit(where)
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_state(const table_t* table, SeekState* s, dict raw) except -1:
    """The inverse of describe_state, but for `effects`."""
    cdef const SeekRules* r = rules_of(table)
    cdef int32_t seat, i
    check_raw(table, raw)
    restore_maps(table, s, raw)
    for seat in range(table.n_seats):
        restore_hands(s, seat, raw["hands"][seat])
        restore_dice(table, s, seat, raw["dice"][seat])
        s.turns_had[seat] = raw["turns_had"][seat]
    for i in range(r.row_size):
        s.row[i] = raw["row"][i]
    s.n_deck = <uint8_t>len(raw["deck"])
    for i in range(s.n_deck):
        s.deck[i] = raw["deck"][i]
    for i in range(r.faces):
        s.rolled[i], s.last_roll[i] = raw["rolled"][i], raw["last_roll"][i]
        s.n_rolled += s.rolled[i]
    for i in raw["won"]:
        s.won[i >> 6] |= <uint64_t>1 << (i & 63)
    for i in raw["laid_out"]:
        s.laid_out |= <uint8_t>bit(i)
    s.head.seat = raw["seat"]
    s.head.stage = max(0, raw["round"] - 1 + (raw["end_reason"] == END_ROUND_CAP))
    s.phase, s.round, s.first, s.in_turn = raw["phase"], raw["round"], raw["first"], raw["in_turn"]
    s.unseen, s.rolls, s.all_rolls = raw["unseen"], raw["rolls_made"], raw["all_rolls"]
    s.actions, s.card, s.symbol = raw["actions"], raw["card"], raw["symbol"]
    s.thrown, s.group = raw["thrown"], raw["group"]
    s.winner, s.end_reason = raw["winner"], raw["end_reason"]
    return 0
