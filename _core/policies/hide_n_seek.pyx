"""Policies of Hide N Seek: `random` and `greedy`; `expert` is in hide_n_seek_expert.pyx."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.hide_n_seek cimport (
    DISCARD, END_TURN, LAY, PHASE_MENU, PHASE_TIDY, PLAY, ROLL, TAKE_OFF, TIDY, SeekRules,
    SeekState, kind_of, rules_of,
)
from analyzer._core.rng cimport rng_below, rng_t


ctypedef struct menu_t:         # where the kinds of moves begin in a list, and how many they are
    int32_t at[DISCARD + 1]
    int32_t n[DISCARD + 1]


cdef void sort_kinds(const move_t* moves, int32_t n_moves, menu_t* menu) noexcept nogil:
    cdef int32_t i, kind
    for i in range(DISCARD + 1):
        menu.n[i] = 0
    for i in range(n_moves):
        kind = kind_of(moves[i])
        if menu.n[kind] == 0:
            menu.at[kind] = i
        menu.n[kind] += 1


cdef inline int32_t any_of(const menu_t* menu, int32_t kind, rng_t* rng) noexcept nogil:
    return menu.at[kind] + <int32_t>rng_below(rng, <uint32_t>menu.n[kind])


# --- random -------------------------------------------------------------------------------------

cdef bint is_stuck(const view_t* view) noexcept nogil:
    """HN-A12: with overflow = "block" a full hand wins nothing, so that a card must go."""
    cdef const SeekRules* r = rules_of(view.table)
    return r.overflow and (<const SeekState*>view.state).n_hand[view.seat] >= r.hand_limit


cdef int32_t choose_random(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """By kinds: of one list of all details a game would hardly ever come to an end."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef menu_t menu
    cdef int32_t lay
    if s.phase != PHASE_MENU and s.phase != PHASE_TIDY:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    sort_kinds(moves, n_moves, &menu)
    if s.phase == PHASE_TIDY:
        if menu.n[TAKE_OFF] and not is_stuck(view):
            return any_of(&menu, TAKE_OFF, rng)
        return any_of(&menu, DISCARD, rng)
    if menu.n[LAY]:
        lay = <int32_t>rng_below(rng, <uint32_t>(menu.n[LAY] + 1))
        if lay < menu.n[LAY]:
            return menu.at[LAY] + lay
    if s.actions == 0:
        return menu.at[END_TURN]
    if menu.n[PLAY] and (not menu.n[ROLL] or rng_below(rng, 2)):
        return any_of(&menu, PLAY, rng)
    if menu.n[ROLL] and not (is_stuck(view) and not menu.n[PLAY]):
        return menu.at[ROLL]
    return menu.at[TIDY]


POLICIES = (
    native("random",
           "Lays dice while it can, one possible die in k + 1 left aside, then rolls or plays with "
           "equal chance, any card and target alike; takes dice off only when it must, and never "
           "ends a turn early: any move alike would hardly ever end a game.", choose_random),
)
