"""Policies of Hide N Seek: `random` and `greedy`; `expert` is in expert.pyx."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.hide_n_seek.moves cimport landing, list_pawns
from analyzer._core.games.hide_n_seek.state cimport (
    BACK, BACK2, DISCARD, END_TURN, LAY, MOST_STEPS, NONE, N_OWN, PHASE_ARROW, PHASE_LIMIT,
    PHASE_MENU, PHASE_PAWN, PHASE_START_ARROW, PHASE_STEPS, PHASE_THROW, PHASE_TIDY, PLAY, ROLL,
    STEP_BIAS, TAKE_OFF, TIDY, TRUNK, SeekRules, SeekState, first_of, free_run, kind_of, own_map,
    rules_of, second_of, third_of,
)
from analyzer._core.policies.hide_n_seek.evaluation cimport is_before
from analyzer._core.policies.hide_n_seek.expert import EXPERT
from analyzer._core.rng cimport rng_below, rng_t
from analyzer._core.ties cimport takes_over


cdef extern from *:
    """
    #define SEEK_EACH_KIND UINT64_C(0x0101010101010101)
    """
    uint64_t EACH_KIND "SEEK_EACH_KIND"         # 1 in every byte

cdef enum:
    MOST_LISTED = 16            # pawns that a symbol may move


ctypedef struct menu_t:         # of every kind of moves, a byte each
    uint64_t n                  # how many they are
    uint64_t at                 # where they begin in a list, in which they come in their order


cdef inline void sort_kinds(const move_t* moves, int32_t n_moves, menu_t* menu) noexcept nogil:
    """Up to DISCARD: there are no others in these lists, and less than 256 in all."""
    cdef int32_t i
    menu.n = 0
    for i in range(n_moves):
        menu.n += <uint64_t>1 << 8 * kind_of(moves[i])
    menu.at = menu.n * EACH_KIND << 8


cdef inline int32_t n_of(const menu_t* menu, int32_t kind) noexcept nogil:
    return menu.n >> 8 * kind & 255


cdef inline int32_t at_of(const menu_t* menu, int32_t kind) noexcept nogil:
    return menu.at >> 8 * kind & 255


cdef inline int32_t any_of(const menu_t* menu, int32_t kind, rng_t* rng) noexcept nogil:
    return at_of(menu, kind) + <int32_t>rng_below(rng, <uint32_t>n_of(menu, kind))


# --- random -------------------------------------------------------------------------------------

cdef bint is_stuck(const view_t* view) noexcept nogil:
    """HN-A12: with overflow = "block" a full hand wins nothing, so that a card must go."""
    cdef const SeekRules* r = rules_of(view.table)
    return r.overflow and (<const SeekState*>view.state).n_hand[view.seat] >= r.hand_limit


cdef int32_t choose_random(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """By kinds: with one list of all details, a game would hardly ever end."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef menu_t menu
    cdef int32_t lay
    if s.phase != PHASE_MENU and s.phase != PHASE_TIDY:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    sort_kinds(moves, n_moves, &menu)
    if s.phase == PHASE_TIDY:
        if n_of(&menu, TAKE_OFF) and not is_stuck(view):
            return any_of(&menu, TAKE_OFF, rng)
        return any_of(&menu, DISCARD, rng)
    if n_of(&menu, LAY):
        lay = <int32_t>rng_below(rng, <uint32_t>(n_of(&menu, LAY) + 1))
        if lay < n_of(&menu, LAY):
            return at_of(&menu, LAY) + lay
    if s.actions == 0:
        return at_of(&menu, END_TURN)
    if n_of(&menu, PLAY) and (not n_of(&menu, ROLL) or rng_below(rng, 2)):
        return any_of(&menu, PLAY, rng)
    if n_of(&menu, ROLL) and not (is_stuck(view) and not n_of(&menu, PLAY)):
        return at_of(&menu, ROLL)
    return at_of(&menu, TIDY)


# --- greedy -------------------------------------------------------------------------------------

cdef int32_t missing_on(const SeekRules* r, const SeekState* s, int32_t seat,
                        int32_t place) noexcept nogil:
    """Dice that a card of the row still lacks."""
    cdef int32_t face, n = r.card[s.row[place]].n_need
    for face in range(r.faces):
        n -= s.dice[seat][place][face]
    return n


cdef int32_t by_missing(const view_t* view, const move_t* moves, const menu_t* menu, int32_t kind,
                        int32_t sign) noexcept nogil:
    """The lay on the card nearest to done (sign 1), or the die on the one furthest from it (-1)."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef int32_t i, value, best = 1000, choice = 0
    for i in range(at_of(menu, kind), at_of(menu, kind) + n_of(menu, kind)):
        value = sign * missing_on(rules_of(view.table), s, view.seat, second_of(moves[i]))
        if value < best or (value == best and is_before(moves[i], moves[choice])):
            best, choice = value, i
    return choice


cdef int32_t advance_by(const view_t* view, int32_t symbol) noexcept nogil:
    """How far own pawns get with a symbol."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef move_t targets[MOST_LISTED]
    cdef int32_t i, n, where, best = 0
    if symbol <= MOST_STEPS:
        for i in range(N_OWN):
            where = own_map(s, view.seat, i)
            best += free_run(r, s, where, s.pawn[where][view.seat])
        return min(best, symbol)
    if symbol == TRUNK or symbol == BACK or symbol == BACK2:
        return 0
    n = list_pawns(r, s, view.table.n_seats, view.seat, symbol, targets)
    for i in range(n):
        if second_of(targets[i]) == view.seat:
            where = first_of(targets[i])
            best = max(best, landing(s, where, s.pawn[where][view.seat])
                       - s.pawn[where][view.seat])
    return best


cdef int32_t longest_play(const view_t* view, const move_t* moves,
                          const menu_t* menu) noexcept nogil:
    cdef int32_t i, value, best = 0, choice = NONE
    for i in range(at_of(menu, PLAY), at_of(menu, PLAY) + n_of(menu, PLAY)):
        value = advance_by(view, second_of(moves[i]))
        if value > best:
            best, choice = value, i
    return choice


cdef int32_t furthest(const view_t* view, const move_t* moves, int32_t n_moves,
                      rng_t* rng) noexcept nogil:
    """The steps, or the own pawn, that bring the foremost pawns furthest on."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef int32_t steps[N_OWN]
    cdef int32_t i, k, where, value, best = -1, choice = 0, equal = 0
    for i in range(n_moves):
        value = 0
        if s.phase == PHASE_STEPS:
            steps[0], steps[1], steps[2] = (
                first_of(moves[i]), second_of(moves[i]), third_of(moves[i]))
            for k in range(N_OWN):
                where = own_map(s, view.seat, k)
                value += (s.pawn[where][view.seat] + steps[k] - STEP_BIAS) ** 2
        elif second_of(moves[i]) == view.seat:
            value = 1 + s.pawn[first_of(moves[i])][view.seat]
        if takes_over(value > best, value == best, &equal, rng):
            best, choice = value, i
    return choice


cdef int32_t least_use(const view_t* view, const move_t* moves, int32_t n_moves) noexcept nogil:
    """The card that moves own pawns least."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef int32_t i, k, value, best = 1000, choice = 0
    for i in range(n_moves):
        if kind_of(moves[i]) != DISCARD:
            continue
        value = 0
        for k in range(2):
            value = max(value, advance_by(view, r.card[first_of(moves[i])].symbol[k]))
        if value < best:
            best, choice = value, i
    return choice


cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const SeekState* s = <const SeekState*>view.state
    cdef menu_t menu
    cdef int32_t play
    if s.phase == PHASE_STEPS or s.phase == PHASE_PAWN:
        return furthest(view, moves, n_moves, rng)
    if s.phase == PHASE_LIMIT:
        return least_use(view, moves, n_moves)
    if s.phase == PHASE_ARROW or s.phase == PHASE_START_ARROW or s.phase == PHASE_THROW:
        return n_moves - 1
    sort_kinds(moves, n_moves, &menu)
    if s.phase == PHASE_TIDY:
        if n_of(&menu, TAKE_OFF) and not is_stuck(view):
            return by_missing(view, moves, &menu, TAKE_OFF, -1)
        return least_use(view, moves, n_moves)
    if n_of(&menu, LAY):
        return by_missing(view, moves, &menu, LAY, 1)
    play = longest_play(view, moves, &menu)
    if play != NONE:
        return play
    if n_of(&menu, ROLL) and not is_stuck(view):
        return at_of(&menu, ROLL)
    return at_of(&menu, TIDY) if s.actions else n_moves - 1


POLICIES = (
    native("random",
           "Lays dice while it can, one possible die in k + 1 left aside, then rolls or plays with "
           "equal chance, any card and target alike; takes dice off only when it must, and never "
           "ends a turn early: any move alike would hardly ever end a game.", choose_random),
    native("greedy",
           "Lays dice on the card nearest to done, plays whatever moves own pawns furthest, the "
           "foremost first, and rolls otherwise; never hinders anybody.", choose_greedy),
    EXPERT,
)
