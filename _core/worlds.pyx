"""Worlds that a seat cannot tell from the true one, and that fit what the others chose openly.

What others chose openly tells something about what they hold. If a game can tell what a seat chose
first in a stage (its bid), several deals are tried for that seat, and the world keeps the one in
which its policy would choose nearest to that. All that plays on from a position, `search` and the
continuations of questions, makes its worlds here.
"""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport NO_MOVE, determinize, game_t, move_t, seat_t
from analyzer._core.rng cimport rng_t


cdef bint can_fit(const table_t* table) noexcept nogil:
    """Can the game tell what a seat chose first?"""
    return table.game.first_choice != NULL


cdef int32_t affordable(const table_t* table, int32_t decisions, int32_t deals) noexcept nogil:
    """From how many deals each world may be chosen, if a rollout has so many decisions. Every seat
    is asked about each deal, and that must cost little beside the rollouts."""
    return min(deals, 1 + 2 * decisions // (CHOICES_A_DEAL * max(1, table.n_seats - 1)))


cdef int32_t surprise(fit_t* fit, const void* world, int32_t seat, rng_t* rng) noexcept nogil:
    """How far the first choice of a seat in this stage is from the choice of its policy, if this
    were the true world. It is counted in places of the list, where near places are alike (bids).
    For a policy that looks ahead, the one that plays in its worlds is asked."""
    cdef const game_t* game = fit.table.game
    cdef const seat_t* who = &fit.seats[seat]
    cdef move_t made
    cdef int32_t n, choice, at = 0
    while who.view.worlds != NULL:
        who = &who.view.worlds.seats[seat]
    if who.choose == NULL:          # a random player is never surprising
        return 0
    made = game.first_choice(fit.table, world, seat, <void*>who.view.state)
    if made == NO_MOVE:
        return 0
    n = game.legal_moves(fit.table, who.view.state, fit.moves)
    if who.scratch_size:
        memset(who.view.scratch, 0, who.scratch_size)
    choice = who.choose(who.view, fit.moves, n, who.params, rng)
    if not 0 <= choice < n:
        fit.bad, fit.bad_seat, fit.choice, fit.n_moves = 1, seat, choice, n
        return 0
    while at < n and fit.moves[at] != made:
        at += 1
    return at - choice if at > choice else choice - at


cdef void deal_seat(fit_t* fit, int32_t seat, uint32_t kept, rng_t* rng) noexcept nogil:
    """Keeps, of several deals, the one in which the seat's choice surprises least; the seats of
    `kept` stay as they are."""
    cdef const game_t* game = fit.table.game
    cdef int32_t least = surprise(fit, fit.root, seat, rng), found, deal
    for deal in range(1, fit.deals):
        if least == 0:          # also if that policy gave no choice
            return
        if deal == 1:
            memcpy(fit.other, fit.root, game.state_size)
        if not game.redeal_rest(fit.table, fit.other, fit.seat, kept, rng):
            return
        found = surprise(fit, fit.other, seat, rng)
        if found < least:
            least = found
            memcpy(fit.root, fit.other, game.state_size)


cdef bint deal_world(fit_t* fit, rng_t* rng) noexcept nogil:
    """Deals the hidden things of the state in `root`. A player sees only its own hand, so hands are
    searched seat by seat, beginning at the left. False: there is no such world."""
    cdef uint32_t kept = 0
    cdef int32_t seat = fit.seat, _i
    if not determinize(fit.table, fit.root, fit.seat, rng):
        return False
    for _i in range(fit.table.n_seats - 1 if fit.deals > 1 and can_fit(fit.table) else 0):
        seat = seat + 1 if seat + 1 < fit.table.n_seats else 0
        if not fit.bad:
            deal_seat(fit, seat, kept, rng)
            kept |= <uint32_t>1 << seat
    return True
