"""A player that thinks ahead, in any game: determinised search through the contract alone.

Every move is tried in worlds that the seat cannot tell from the true one: what it cannot see is
redealt, and all luck to come is another. The `rollout` policy plays on at every seat, to the end of
the stage where a stage is a contest of its own (valued by the margin over the mean of the others),
else to the end of the playout (valued by the win). All moves meet the same worlds, so they are
compared pair by pair. Between `rounds` the worse half of the moves is dropped (successive halving:
Karnin, Koren, Somekh 2013). Another move than the rollout policy's own must be better by `guard`
standard errors of the paired differences.

World w of a decision is drawn from one word of the seat's coin and from w: the worlds of 32 are the
first of 128, and a choice depends on nothing but what the seat sees and on its coin.
"""
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    MAX_MOVES, STOPPED, Policy, determinize, game_t, head_t, move_t, native, result_t,
    seat_t, table_t, turns_t, view_t, worlds_t,
)
from analyzer._core.rng cimport coins_of, rng_below, rng_next, rng_seed, rng_t, splitmix64

cdef enum:
    OWN_WORD = -1           # in place of a world's number: the rollout policy's own coin


ctypedef struct setting_t:  # in the order of DEFAULTS
    double worlds
    double guard
    double rounds


ctypedef struct option_t:   # a move, in the worlds it was tried in
    int64_t total           # of its values
    int64_t gain            # of its values, less those of the rollout policy's own move
    int64_t squares         # of these differences
    int32_t place           # in the list of moves


ctypedef struct trial_t:    # one decision under way
    const view_t* view
    const move_t* moves
    uint64_t word           # of the seat's coin
    turns_t done
    int32_t n_worlds        # tried so far
    int32_t n_left          # moves still considered; the first is the rollout policy's own
    option_t option[MAX_MOVES]


cdef inline void world_stream(rng_t* rng, uint64_t word, int64_t world) noexcept nogil:
    rng_seed(rng, word, splitmix64(<uint64_t>world), splitmix64(word))


cdef int32_t own_choice(const view_t* view, const move_t* moves, int32_t n_moves,
                        uint64_t word) noexcept nogil:
    """What the rollout policy would do; it sees what the seat sees, and has a coin of its own."""
    cdef const seat_t* who = &view.worlds.seats[view.seat]
    cdef view_t seen = who.view[0]
    cdef rng_t coin
    world_stream(&coin, word, OWN_WORD)
    if who.choose == NULL:
        return <int32_t>rng_below(&coin, <uint32_t>n_moves)
    seen.state, seen.scratch = view.state, view.scratch
    return who.choose(&seen, moves, n_moves, who.params, &coin)


cdef void consider(trial_t* trial, int32_t n_moves, int32_t own) noexcept nogil:
    """All moves, the own one first."""
    cdef int32_t i
    memset(trial.option, 0, <size_t>n_moves * sizeof(option_t))
    for i in range(n_moves):
        trial.option[i].place = i
    trial.option[0].place, trial.option[own].place = own, 0
    trial.n_left = n_moves


cdef bint make_world(trial_t* trial, int32_t world) noexcept nogil:
    """The root of a world, from which every move is tried. False: there is none.

    It is made of the world before, which the seat cannot tell from the true state either; unless
    choices that lie hidden were opened there."""
    cdef const view_t* view = trial.view
    cdef const game_t* game = view.table.game
    cdef void* root = view.states
    cdef rng_t rng
    cdef uint64_t c0, c1
    if world == 0 or game.ask_hidden != NULL:
        memcpy(root, view.state, game.state_size)
    world_stream(&rng, trial.word, world)
    if not determinize(view.table, root, view.seat, &rng):
        return False
    c0 = rng_next(&rng)
    c1 = rng_next(&rng)
    trial.done.coins = coins_of(c0, c1, 0)
    if game.ask_hidden != NULL:
        game.ask_hidden(view.table, root, view.seat)
    return True


cdef int64_t value(const table_t* table, const void* state, int32_t seat) noexcept nogil:
    """In whole numbers: what is won in 840ths, or (n - 1) times the margin over the others."""
    cdef result_t result
    cdef int64_t others = 0
    cdef int32_t i, n = table.n_seats
    table.game.scores(table, state, &result)
    if not table.game.stage_is_contest:
        return result.win[seat]
    for i in range(n):
        others += result.score[i]
    return <int64_t>n * result.score[seat] - others


cdef bint play(trial_t* trial, move_t move, int64_t* found) noexcept nogil:
    """A move in the world at hand. False: the rollout policy gave no choice, or was stopped."""
    cdef const view_t* view = trial.view
    cdef const game_t* game = view.table.game
    cdef worlds_t* worlds = view.worlds
    memcpy(worlds.state, view.states, game.state_size)
    game.apply(view.table, worlds.state, move)
    # a move that ends the stage itself has nothing left to play for
    if not game.stage_is_contest or (<head_t*>worlds.state).stage < trial.done.until_stage:
        game.play_out(view.table, worlds.state, worlds.seats, worlds.moves, &trial.done)
        if trial.done.bad:
            return False
    found[0] = value(view.table, worlds.state, view.seat)
    return True


cdef bint try_all(trial_t* trial) noexcept nogil:
    """Every move that is left in the world at hand; False as above."""
    cdef int64_t found = 0, own = 0
    cdef option_t* option
    cdef int32_t i
    for i in range(trial.n_left):
        option = &trial.option[i]
        if not play(trial, trial.moves[option.place], &found):
            return False
        if i == 0:
            own = found
        option.total += found
        option.gain += found - own
        option.squares += (found - own) * (found - own)
    trial.n_worlds += 1
    return True


cdef void drop_worse_half(trial_t* trial) noexcept nogil:
    """Of equal moves the earlier in the list stays; the own one stays anyway."""
    cdef int32_t keep = max(2, (trial.n_left + 1) // 2), i, j
    cdef option_t moved
    for i in range(2, trial.n_left):
        moved = trial.option[i]
        j = i
        while j > 1 and (trial.option[j - 1].total < moved.total
                         or (trial.option[j - 1].total == moved.total
                             and trial.option[j - 1].place > moved.place)):
            trial.option[j] = trial.option[j - 1]
            j -= 1
        trial.option[j] = moved
    trial.n_left = min(trial.n_left, keep)


cdef bint beats_own(const option_t* option, int32_t n, double guard) noexcept nogil:
    """Squares are compared: a root may be rounded otherwise elsewhere."""
    cdef double gain = <double>option.gain
    cdef double spread = n * <double>option.squares - gain * gain      # n (n - 1) times a variance
    if option.gain <= 0 or n < 2:
        return option.gain > 0 and guard == 0.0
    return gain * gain * (n - 1) > guard * guard * max(spread, 0.0)


cdef int32_t best_of(const trial_t* trial, double guard) noexcept nogil:
    cdef int32_t best = 0, i
    for i in range(1, trial.n_left):
        if (trial.option[i].gain > trial.option[best].gain
                and beats_own(&trial.option[i], trial.n_worlds, guard)):
            best = i
    return trial.option[best].place


cdef int32_t decided(const trial_t* trial, int32_t own, double guard) noexcept nogil:
    cdef const view_t* view = trial.view
    cdef int32_t best = best_of(trial, guard)
    cdef size_t scratch_size = view.worlds.seats[view.seat].scratch_size
    if best != own and scratch_size:        # what the other had in mind no longer fits
        memset(view.scratch, 0, scratch_size)
    return best


cdef int32_t search(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                    rng_t* rng) noexcept nogil:
    cdef const setting_t* setting = <const setting_t*>params
    cdef int32_t worlds = <int32_t>setting.worlds, rounds = <int32_t>setting.rounds
    cdef int32_t world = 0, _round, own
    cdef trial_t trial
    trial.view, trial.moves, trial.n_worlds = view, moves, 0
    trial.word = rng_next(rng)
    own = own_choice(view, moves, n_moves, trial.word)
    if not 0 <= own < n_moves:
        return own
    memset(&trial.done, 0, sizeof(turns_t))
    trial.done.short_cut = 1
    if view.table.game.stage_is_contest:
        trial.done.until_stage = (<const head_t*>view.state).stage + 1
    consider(&trial, n_moves, own)
    for _round in range(1, rounds + 1):
        while world < worlds * _round // rounds:
            if view.worlds.stop != NULL and view.worlds.stop[0]:
                return STOPPED
            if make_world(&trial, world) and not try_all(&trial):
                return trial.done.choice if trial.done.choice == STOPPED else -1
            world += 1
        if _round < rounds:
            drop_worse_half(&trial)
    return decided(&trial, own, setting.guard)


cdef class Search(Policy):
    cdef int bind(self, Policy inner) except -1:
        """The rollout policy's scratch is ours, too: it is asked in the true state first."""
        self.rollout = inner
        self.scratch_size = inner.scratch_size
        self.scratch_states = 1
        return 0


DEFAULTS = {
    "worlds": (32, 1, 1_000_000, "Worlds in which moves are tried.", True),
    "guard": (1.0, 0.0, 100.0, "Standard errors by which another move must be better."),
    "rounds": (4, 1, 20, "Parts of the worlds; after each the worse half of the moves is dropped.",
               True),
}
SEARCH = native(
    "search", "Tries every move in worlds it cannot tell from the true one, and takes the best.",
    search, DEFAULTS, 0, 0, Search,
    {"rollout": ("expert", "Who plays on in the worlds, at every seat.")})
