"""Horrible Mountain: how a game begins and ends, the order of the Draw Pile, states as dicts of
numbers, and redealing what a seat cannot see."""
cimport cython
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz, places_of, word_of
from analyzer._core.contract cimport find_script, head_t, refuse_unless, script_t, table_t
from analyzer._core.fields cimport (
    need_lists, need_number, need_numbers, need_once, need_sets, need_sets_by_seat,
)
from analyzer._core.games.horrible_mountain.cards cimport gain, put_cube
from analyzer._core.games.horrible_mountain.state cimport (
    ADVENTURER_COLOURS, ALL_CARDS, COUNT_CARDS, COUNT_CUBES, COUNT_CUBE_POINTS, COUNT_DEALT,
    COUNT_EVIL_MASTER, COUNT_HAND, COUNT_HAND_POINTS, COUNT_POINTS_DEALT, DECIDED_CUBES,
    DECIDED_HAND, DECIDED_NOBODY, DECIDED_POINTS, END_STALLED, END_TURN_CAP, EVIL_COLOURS, NONE,
    NO_POINTS, N_CARDS, N_COLOURS, N_PLAYERS, N_SLOTS, PHASE_LIMIT, PHASE_ORDER, PHASE_OVER,
    PHASE_PLACE_FIRST, PHASE_PLACE_SECOND, PHASE_TAKE, PURPOSE_LOOSE, PURPOSE_ROLES,
    PURPOSE_TABLE, SPECIAL, TAKE_TABLE, TALLY_DECIDED, WHITE, MountainRules, MountainState, bit,
    cube_points_of, hand_index, rank_mask, rules_of,
)
from analyzer._core.rng cimport rng_below, rng_deal, rng_next, rng_stream, rng_t


cdef int or_none(uint8_t value):
    return -1 if value == NONE else value


cdef uint8_t or_255(int value):
    return NONE if value < 0 else <uint8_t>value


cdef dict describe_state(const table_t* table, const MountainState* s):
    cdef const MountainRules* r = rules_of(table)
    cdef int at[N_PLAYERS]
    cdef int seat
    for seat in range(N_PLAYERS):
        at[seat] = hand_index(r, s.hand[seat])
    seats = range(N_PLAYERS)
    return {
        "seat": s.head.seat, "phase": s.phase, "evil_master": s.evil_master,
        "hands": [places_of(s.hand[i]) for i in seats],
        "table": [or_none(s.card[i]) for i in range(N_SLOTS)],
        "cubes": [or_none(s.cube[i]) for i in range(N_SLOTS)],
        "control": [places_of(s.control[i]) for i in seats],
        "cube_pile": places_of(s.cube_pile),
        "draw": [s.draw[s.n_draw - 1 - i] for i in range(s.n_draw)],
        "discard": [s.discard[i] for i in range(s.n_discard)],
        "used": places_of(s.used), "action": s.action, "slot": s.slot, "aside": or_none(s.aside),
        "known": [places_of(s.known[i]) for i in seats],
        "dealt": [places_of(s.dealt[i]) for i in seats],
        "suspects": places_of(s.suspects), "taken": or_none(s.taken), "buried": s.buried,
        "ordered": s.ordered,
        "runs": s.runs, "turn_no": s.turn_no, "winner": s.winner, "end_reason": s.end_reason,
        # what follows from all that:
        "lines": [r.hands.line[at[i]] for i in seats],
        "hand_points": [r.hands.points[at[i]] for i in seats],
        "cube_points": [cube_points_of(s, s.control[i]) for i in seats],
    }


cdef int need_part(dict raw, str name, int most) except -1:
    """Some cards of the Discard Pile."""
    if type(raw[name]) is not int or not 0 <= raw[name] <= most:
        raise ValueError(
            f"special.{name} must be a whole number from 0 to {most}, not {raw[name]!r}")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_raw(const table_t* table, dict raw) except -1:
    """Refuse what would lead outside the arrays; whether it makes sense is for others to say."""
    need_numbers(raw, ("seat", "evil_master"), 0, N_PLAYERS - 1)
    need_numbers(raw, ("phase",), 0, PHASE_OVER)
    need_numbers(raw, ("slot",), 0, N_SLOTS - 1)
    need_numbers(raw, ("aside", "taken"), -1, N_CARDS - 1)
    need_sets_by_seat(raw, ("hands", "known", "dealt"), N_PLAYERS, N_CARDS)
    need_sets_by_seat(raw, ("control",), N_PLAYERS, N_COLOURS)
    need_sets(raw, ("draw", "discard", "suspects"), N_CARDS)
    need_sets(raw, ("cube_pile",), N_COLOURS)
    need_sets(raw, ("used",), N_PLAYERS)
    need_lists(raw, ("table",), N_SLOTS, -1, N_CARDS - 1)
    need_lists(raw, ("cubes",), N_SLOTS, -1, N_COLOURS - 1)
    need_part(raw, "buried", len(raw["discard"]))
    to_order = len(raw["discard"]) - 2 if raw["phase"] == PHASE_ORDER else 0
    need_part(raw, "ordered", max(0, to_order))
    need_numbers(raw, ("action",), 0, SPECIAL)
    need_numbers(raw, ("winner",), -1, N_PLAYERS - 1)
    need_numbers(raw, ("end_reason",), 0, END_TURN_CAP)
    return check_cubes(raw) | check_cards(table, raw)


@cython.boundscheck(True)     # of lists that others have made
cdef int check_cards(const table_t* table, dict raw) except -1:
    """Every card once, and no empty place but the one that waits for its replacement (HM-A1)."""
    lying = [card for card in (*raw["table"], raw["aside"]) if card >= 0]
    lying += [*raw["hands"][0], *raw["hands"][1], *raw["draw"], *raw["discard"]]
    refuse_unless(sorted(lying) == list(range(N_CARDS)), "a card in two places, or in none")
    holes = [slot for slot in range(N_SLOTS) if raw["table"][slot] < 0]
    due = (raw["phase"] == PHASE_LIMIT and raw["action"] == TAKE_TABLE
           and rules_of(table).rule.overflow_timing == 0)
    if len(holes) != due:
        raise ValueError(f"{len(holes)} slots of the table are empty instead of {int(due)}")
    refuse_unless(not holes or holes == [raw["slot"]], "a hole in the table")
    check_hands(table, raw)
    return check_piles(table, raw)


@cython.boundscheck(True)     # of lists that others have made
cdef int check_hands(const table_t* table, dict raw) except -1:
    """HM-26: a hand over the limit is one that is about to discard."""
    for seat, (hand, known) in enumerate(zip(raw["hands"], raw["known"], strict=True)):
        over = raw["phase"] == PHASE_LIMIT and seat == raw["seat"]
        most = rules_of(table).rule.hand_limit + over
        if len(hand) > most or over and len(hand) < most:
            what = "exactly" if over else "at most"
            raise ValueError(f"seat {seat + 1} must hold {what} {most} cards, not {len(hand)}")
        if not set(known) <= set(hand):
            raise ValueError(f"known of seat {seat + 1} names cards that it does not hold")
        if raw["phase"] in (PHASE_PLACE_FIRST, PHASE_PLACE_SECOND) and len(hand) != 1:
            raise ValueError("cubes are placed with one card in each hand")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_piles(const table_t* table, dict raw) except -1:
    cdef const MountainRules* r = rules_of(table)
    over = raw["phase"] == PHASE_OVER
    if not raw["draw"] and r.rule.run_out == 0 and not over:
        raise ValueError("the Draw Pile is empty, and would have been reshuffled")
    if raw["phase"] in (PHASE_TAKE, PHASE_ORDER) and not raw["discard"]:
        what = "take" if raw["phase"] == PHASE_TAKE else "put on top"
        raise ValueError(f"there is nothing in the discard to {what}")
    need_number("run_outs", raw["runs"], 0, r.rule.run_outs)
    need_number("turns", raw["turn_no"], 0, r.rule.max_turns)
    if not over and raw["turn_no"] == r.rule.max_turns:
        raise ValueError(f"the game would have been over after {raw['turn_no']} turns")
    if (raw["taken"] >= 0) != bool(raw["suspects"]) or (
            raw["taken"] >= 0 and raw["taken"] not in raw["suspects"]):
        raise ValueError("special.suspects must name special.taken and the cards it may be instead")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_cubes(dict raw) except -1:
    """HM-31: one cube of each colour on the table, its twin with a player or in the Cube Pile.
    Which slots have theirs depends on what is being decided."""
    owned = [*raw["control"][0], *raw["control"][1], *raw["cube_pile"]]
    if sorted(owned) != list(range(N_COLOURS)):
        raise ValueError("each colour must be once in control or in the cube_pile")
    need_once("cubes", [cube for cube in raw["cubes"] if cube >= 0])
    bare = [slot for slot in range(N_SLOTS) if raw["cubes"][slot] < 0]
    if raw["phase"] == PHASE_PLACE_SECOND:
        if bare not in ([0, 4], [1, 3]):
            raise ValueError("the second placing finds cubes on 4 and on either 2 and 6 or 3 and 5")
    elif bare != ([0, 1, 3, 4] if raw["phase"] == PHASE_PLACE_FIRST else []):
        raise ValueError("every slot must have its cube, but for those that are still to be placed")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_state(const table_t* table, MountainState* s, dict raw) except -1:
    """The inverse of describe_state, but for what follows from the rest."""
    cdef int32_t i
    check_raw(table, raw)
    for i in range(N_PLAYERS):
        s.hand[i] = word_of(raw["hands"][i])
        s.size[i] = <uint8_t>len(raw["hands"][i])
        s.control[i] = <uint8_t>word_of(raw["control"][i])
        s.known[i], s.dealt[i] = word_of(raw["known"][i]), word_of(raw["dealt"][i])
    for i in range(N_COLOURS):
        s.place[i], s.worth[i] = NONE, NO_POINTS
    for i in range(N_SLOTS):
        s.card[i], s.cube[i] = or_255(raw["table"][i]), or_255(raw["cubes"][i])
        if s.cube[i] != NONE:
            s.place[s.cube[i]] = <uint8_t>i
        if s.card[i] != NONE:
            s.table |= bit(s.card[i])
        if s.cube[i] != NONE and s.card[i] != NONE:
            s.worth[s.cube[i]] = rules_of(table).worth[s.card[i]]
    s.n_draw, s.n_discard = <uint8_t>len(raw["draw"]), <uint8_t>len(raw["discard"])
    for i, card in enumerate(reversed(raw["draw"])):
        s.draw[i] = card
    for i, card in enumerate(raw["discard"]):
        s.discard[i] = card
    s.head.seat, s.phase, s.evil_master = raw["seat"], raw["phase"], raw["evil_master"]
    s.cube_pile, s.used = <uint8_t>word_of(raw["cube_pile"]), <uint8_t>word_of(raw["used"])
    s.action, s.slot, s.aside = raw["action"], raw["slot"], or_255(raw["aside"])
    s.suspects, s.taken = word_of(raw["suspects"]), or_255(raw["taken"])
    s.buried, s.ordered = raw["buried"], raw["ordered"]
    s.runs, s.turn_no = raw["runs"], raw["turn_no"]
    s.head.stage = s.runs
    s.winner, s.end_reason = raw["winner"], raw["end_reason"]
    s.seat_counters[COUNT_EVIL_MASTER][s.evil_master] = 1
    return 0


# --- what a seat cannot see ---------------------------------------------------------------------

cdef int32_t spread(uint32_t cards, uint8_t* out) noexcept nogil:
    """The cards in order; returns how many."""
    cdef int32_t card, n = 0
    for card in range(N_CARDS):
        if cards >> card & 1:
            out[n] = <uint8_t>card
            n += 1
    return n


cdef int32_t how_many(uint32_t cards) noexcept nogil:
    cdef int32_t n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n


cdef uint32_t pile_of(const uint8_t* cards, int32_t n) noexcept nogil:
    """The cards of a pile, without their order."""
    cdef uint32_t pile = 0
    cdef int32_t i
    for i in range(n):
        pile |= bit(cards[i])
    return pile


cdef void retake(MountainState* s, rng_t* rng) noexcept nogil:
    """HM-44: for the Evil Master any of the suspects may be the card that the special took. The
    others are buried in the Discard Pile; or, if that was shuffled since, they are in the Draw Pile
    or may have been drawn from it, and redeal_hidden mixes them."""
    cdef uint8_t suspects[N_CARDS]
    cdef int32_t n = spread(s.suspects, suspects)
    cdef uint8_t card = suspects[rng_below(rng, <uint32_t>n)]
    cdef uint32_t pile
    if s.buried:
        pile = (pile_of(s.discard, s.buried) | bit(s.taken)) & ~bit(card)
        spread(pile, s.discard)
        s.hand[1 - s.evil_master] &= ~bit(s.taken)
        s.hand[1 - s.evil_master] |= bit(card)
    s.taken = card


cdef void bury_anew(MountainState* s, rng_t* rng) noexcept nogil:
    """HM-44: the order of the cards that the special left is not known to the Evil Master."""
    spread(pile_of(s.discard, s.buried), s.discard)
    rng_deal(rng, s.discard, s.buried, s.buried)


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    """The Draw Pile, and what came from it to the other hand unseen, are dealt anew; what the other
    hand is known to hold stays, and so does all that is or was open (HM-A10, HM-A19)."""
    cdef MountainState* s = <MountainState*>state
    cdef uint8_t pool[N_CARDS]
    cdef int32_t other = 1 - seat, own = 0, n, theirs
    cdef uint32_t fixed = s.known[other], unseen = pile_of(s.draw, s.n_draw) | s.hand[other]
    cdef bint placing = s.phase == PHASE_PLACE_FIRST or s.phase == PHASE_PLACE_SECOND
    if seat == s.evil_master and s.taken != NONE:
        retake(s, rng)
        unseen = pile_of(s.draw, s.n_draw) | s.hand[other]
        fixed |= bit(s.taken)
    if seat == s.evil_master and s.buried:
        bury_anew(s, rng)
    theirs = s.size[other] - how_many(fixed)
    if placing and not rules_of(table).rule.see_first_card:      # HM-A8
        own = s.size[seat]
        unseen |= s.hand[seat]
    n = spread(unseen & ~fixed, pool)
    rng_deal(rng, pool, n, n)
    s.hand[other] = fixed | pile_of(&pool[s.n_draw], theirs)
    if own:
        s.hand[seat] = pile_of(&pool[s.n_draw + theirs], own)
    if not placing:
        s.dealt[other] = s.hand[other]      # as good a guess as any
    memcpy(s.draw, pool, s.n_draw)
    memset(&s.draw[s.n_draw], 0, <size_t>(N_CARDS - s.n_draw))      # what lay there is forgotten
    memset(&s.discard[s.n_discard], 0, <size_t>(N_CARDS - s.n_discard))
    return True


# --- how a game begins ---------------------------------------------------------------------------

cdef void order_by(const script_t* script, uint8_t* cards, int32_t n) noexcept nogil:
    """Bring cards into the order, top first, in which they are written down."""
    cdef uint32_t wanted = 0
    cdef int32_t i
    for i in range(n):
        wanted |= bit(cards[i])
    n = 0
    for i in range(script.length):
        if wanted >> script.values[i] & 1:
            cards[n] = script.values[i]
            n += 1


cdef void shuffle(const table_t* table, MountainState* s, uint32_t purpose,
                  uint32_t occasion) noexcept nogil:
    """The Draw Pile; chance says which card comes first, so that the last place is the first."""
    cdef rng_t rng
    cdef const script_t* script = find_script(table, &s.head, purpose, occasion)
    cdef uint8_t cards[N_CARDS]
    cdef int32_t i, n = s.n_draw
    if script != NULL:
        memcpy(cards, s.draw, <size_t>n)
        order_by(script, cards, n)
        for i in range(n):
            s.draw[i] = cards[n - 1 - i]
    else:
        rng_stream(&rng, &s.head.luck, purpose, occasion)
        rng_deal(&rng, s.draw, n - 1, n)


cdef inline void reveal(MountainState* s, int32_t card) noexcept nogil:
    """In the slot of its rank."""
    s.card[card >> 2] = <uint8_t>card
    s.table |= bit(card)


cdef void build_table(const table_t* table, MountainState* s) noexcept nogil:
    """HM-4: the first card of each rank to be revealed lies in the slot of its rank. HM-5: its suit
    is as likely to be any, and independent of the others."""
    cdef const script_t* script = find_script(table, &s.head, PURPOSE_TABLE, 0)
    cdef rng_t rng
    cdef uint64_t word
    cdef int32_t i, card
    if script == NULL:
        rng_stream(&rng, &s.head.luck, PURPOSE_TABLE, 0)
        word = rng_next(&rng)
        for i in range(N_SLOTS):
            reveal(s, 4 * i + <int32_t>(word >> (2 * i) & 3))
        return
    for i in range(script.length):
        card = script.values[i]
        if s.table & rank_mask(card) == 0:
            reveal(s, card)


cdef void choose_roles(const table_t* table, MountainState* s) noexcept nogil:
    """HM-1, HM-A9; HM-6, HM-7: who has which colours."""
    cdef rng_t rng
    cdef int32_t slot
    if rules_of(table).rule.roles:
        rng_stream(&rng, &s.head.luck, PURPOSE_ROLES, 0)
        s.evil_master = <uint8_t>rng_below(&rng, N_PLAYERS)
    s.seat_counters[COUNT_EVIL_MASTER][s.evil_master] = 1
    s.control[s.evil_master] = EVIL_COLOURS
    s.control[1 - s.evil_master] = ADVENTURER_COLOURS
    s.cube_pile = 1 << WHITE
    for slot in range(N_SLOTS):
        s.cube[slot] = s.place[slot] = NONE
    memset(s.worth, NO_POINTS, sizeof(s.worth))


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef MountainState* s = <MountainState*>state
    cdef uint32_t loose
    memset(<char*>state + sizeof(head_t), 0, sizeof(MountainState) - sizeof(head_t))
    s.winner = -1
    s.aside = s.taken = NONE
    choose_roles(table, s)
    build_table(table, s)
    put_cube(rules_of(table), s, WHITE, 2)      # on the 4
    loose = ALL_CARDS & ~s.table
    while loose:
        s.draw[s.n_draw] = <uint8_t>ctz(loose)
        s.n_draw += 1
        loose &= loose - 1
    shuffle(table, s, PURPOSE_LOOSE, 0)
    s.n_draw -= 2               # HM-8
    gain(s, s.evil_master, s.draw[s.n_draw + 1])
    gain(s, 1 - s.evil_master, s.draw[s.n_draw])
    s.phase = PHASE_PLACE_FIRST
    s.head.seat = s.evil_master ^ (rules_of(table).rule.first_placer == 0)


# --- who wins, and why ---------------------------------------------------------------------------

cdef int32_t compare_hands(const MountainRules* r, const MountainState* s) noexcept nogil:
    """HM-39: above 0 if seat 0 has the better hand. The points are equal or do not matter yet."""
    cdef int32_t a = hand_index(r, s.hand[0]), b = hand_index(r, s.hand[1])
    cdef uint32_t mine = r.hands.groups[a], theirs = r.hands.groups[b]
    cdef int32_t shift = 24
    if r.hands.points[a] != r.hands.points[b]:
        return r.hands.points[a] - r.hands.points[b]
    if r.hands.line[a] != r.hands.line[b]:
        return r.hands.line[b] - r.hands.line[a]
    if r.rule.tiebreak_hand or mine == theirs:       # HM-A3
        return 0
    while mine >> shift == theirs >> shift:
        shift -= 6
    if r.rule.tiebreak_short and (mine >> shift & 63 == 0 or theirs >> shift & 63 == 0):     # HM-A4
        return 0
    return 1 if mine > theirs else -1


cdef void count_dealt(MountainState* s, int32_t seat, int32_t points) noexcept nogil:
    """The deal is the experiment that tells what a rank in the first hand is worth."""
    cdef uint32_t cards = s.dealt[seat]
    cdef int32_t rank
    while cards:
        rank = ctz(cards) >> 2
        cards &= cards - 1
        s.seat_counters[COUNT_DEALT + rank][seat] += 1
        s.seat_counters[COUNT_POINTS_DEALT + rank][seat] += points


cdef int32_t count_up(const MountainRules* r, MountainState* s, int32_t seat) noexcept nogil:
    """HM-33, HM-37: the points of a seat, and what is counted of them."""
    cdef int32_t index = hand_index(r, s.hand[seat])
    cdef int32_t hand = r.hands.points[index], cubes = cube_points_of(s, s.control[seat])
    cdef uint32_t control = s.control[seat]
    s.seat_counters[COUNT_HAND_POINTS][seat] = hand
    s.seat_counters[COUNT_CUBE_POINTS][seat] = cubes
    s.seat_counters[COUNT_CARDS][seat] = s.size[seat]
    s.seat_counters[COUNT_HAND + r.hands.line[index]][seat] = 1
    while control:
        s.seat_counters[COUNT_CUBES][seat] += 1
        control &= control - 1
    count_dealt(s, seat, hand + cubes)
    return hand + cubes


cdef void end_game(const MountainRules* r, MountainState* s, int32_t reason) noexcept nogil:
    cdef int32_t ahead = count_up(r, s, 0) - count_up(r, s, 1)      # HM-38
    cdef int32_t decided = DECIDED_POINTS
    s.phase = PHASE_OVER
    s.end_reason = reason
    if reason == END_STALLED:
        return
    if ahead == 0:
        decided = DECIDED_HAND
        ahead = compare_hands(r, s)
    if ahead == 0:              # HM-40
        decided = DECIDED_CUBES
        ahead = s.seat_counters[COUNT_CUBES][0] - s.seat_counters[COUNT_CUBES][1]
    if ahead == 0:              # HM-41
        decided = DECIDED_NOBODY
    else:
        s.winner = 0 if ahead > 0 else 1
    s.game_counters[TALLY_DECIDED + decided] = 1
