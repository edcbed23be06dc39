"""A player that thinks ahead in any game: determinised search that uses only the contract.

Every move is tried in worlds that the seat cannot tell from the true one: what it cannot see is
redealt, and all chance to come is different. The `rollout` policy plays on at every seat. If a
stage is a contest of its own, it plays to the end of the stage, and the value is the margin over
the mean of the others. Otherwise it plays to the end of the playout, and the value is the win. All
moves are tried in the same worlds, so they are compared pair by pair. To replace the move that the
rollout policy itself would make (the own move), another move must be better by `guard` standard
errors of the paired differences, and by more if there are many moves.

The budget is `worlds` rollouts for every move. After each of the `rounds` the worse half of the
moves is dropped (successive halving: Karnin, Koren, Somekh 2013). A move that is surely worse than
the own move is dropped before. The moves that are left are tried in more worlds. The search ends
when the choice is sure.

What others chose openly tells something about what they hold. If a game can tell what a seat chose
first in a stage (its bid), several `deals` are tried for that seat, and the world keeps the one in
which the rollout policy would choose nearest to that. The first world is any deal: its rollouts
tell how many deals the later worlds may try.

World w of a decision is drawn from one word of the seat's coin and from w. So the worlds of 32 are
the first of 128, and a choice depends only on what the seat sees and on its coin.
"""
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    MAX_MOVES, NO_MOVE, STOPPED, Policy, determinize, game_t, head_t, move_t, native, result_t,
    seat_t, table_t, turns_t, view_t, worlds_t,
)
from analyzer._core.rng cimport coins_of, rng_below, rng_next, rng_seed, rng_t, splitmix64

cdef enum:
    OWN_WORD = -1           # in place of a world's number: the rollout policy's own coin
    LOOK_EVERY = 8          # worlds between two looks for moves that are surely worse
    # For one choice that is asked about a deal, this many choices in the rollouts of a world (two
    # rollouts at least). So making worlds costs a sixth of their rollouts or a little more
    CHOICES_A_DEAL = 5

cdef double SURE = 6.25     # the square of 2.5 standard errors


ctypedef struct setting_t:  # in the order of DEFAULTS
    double worlds
    double guard
    double rounds
    double deals


ctypedef struct option_t:   # a move, in the worlds it was tried in
    int64_t total           # of its values
    int64_t gain            # of its values, less those of the rollout policy's own move
    int64_t squares         # of these differences
    int32_t place           # in the list of moves


ctypedef struct trial_t:    # one decision under way
    const view_t* view
    const move_t* moves
    uint64_t word           # of the seat's coin
    int32_t deals           # tried for what a seat holds in a world
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


cdef int32_t surprise(trial_t* trial, const void* world, int32_t seat, rng_t* rng) noexcept nogil:
    """How far the first choice of a seat in this stage is from the choice of the rollout policy, if
    this were the true world. It is counted in places of the list, where near places are alike
    (bids)."""
    cdef const view_t* view = trial.view
    cdef const game_t* game = view.table.game
    cdef worlds_t* worlds = view.worlds
    cdef const seat_t* who = &worlds.seats[seat]
    cdef move_t made = game.first_choice(view.table, world, seat, worlds.state)
    cdef int32_t n, choice, at = 0
    if made == NO_MOVE:
        return 0
    n = game.legal_moves(view.table, worlds.state, worlds.moves)
    if who.scratch_size:
        memset(who.view.scratch, 0, who.scratch_size)
    choice = who.choose(who.view, worlds.moves, n, who.params, rng)
    if not 0 <= choice < n:
        trial.done.bad, trial.done.choice = 1, choice
        return 0
    while at < n and worlds.moves[at] != made:
        at += 1
    return at - choice if at > choice else choice - at


cdef void deal_seat(trial_t* trial, int32_t seat, uint32_t kept, rng_t* rng) noexcept nogil:
    """Keeps, of several deals, the one in which the seat's choice surprises least; the seats of
    `kept` stay as they are."""
    cdef const view_t* view = trial.view
    cdef const game_t* game = view.table.game
    cdef char* root = <char*>view.states
    cdef char* other = root + game.state_size
    cdef int32_t least = surprise(trial, root, seat, rng), found, deal
    for deal in range(1, trial.deals):
        if least == 0:          # also if that policy gave no choice
            return
        if deal == 1:
            memcpy(other, root, game.state_size)
        if not game.redeal_rest(view.table, other, view.seat, kept, rng):
            return
        found = surprise(trial, other, seat, rng)
        if found < least:
            least = found
            memcpy(root, other, game.state_size)


cdef bint deal_world(trial_t* trial, rng_t* rng) noexcept nogil:
    """Deals the hidden things of a world. A player sees only its own hand, so hands are searched
    seat by seat. False: there is no such world."""
    cdef const view_t* view = trial.view
    cdef uint32_t kept = 0
    cdef int32_t seat
    if not determinize(view.table, view.states, view.seat, rng):
        return False
    for seat in range(view.table.n_seats if trial.deals > 1 else 0):
        if seat != view.seat and not trial.done.bad:
            deal_seat(trial, seat, kept, rng)
            kept |= <uint32_t>1 << seat
    return True


cdef bint make_world(trial_t* trial, int32_t world) noexcept nogil:
    """The root of a world, from which every move is tried. False: there is none.

    It is made from the world before, which the seat cannot tell from the true state either, except
    if hidden choices were taken back there.
    """
    cdef const view_t* view = trial.view
    cdef const game_t* game = view.table.game
    cdef void* root = view.states
    cdef rng_t rng
    cdef uint64_t c0, c1
    if world == 0 or game.ask_hidden != NULL:
        memcpy(root, view.state, game.state_size)
    world_stream(&rng, trial.word, world)
    if not deal_world(trial, &rng):
        return False
    c0 = rng_next(&rng)
    c1 = rng_next(&rng)
    trial.done.coins = coins_of(c0, c1, 0)
    if game.ask_hidden != NULL:
        game.ask_hidden(view.table, root, view.seat)
    return True


cdef int64_t value(const table_t* table, const void* state, int32_t seat) noexcept nogil:
    """In whole numbers: the win in 840ths, or (n - 1) times the margin over the others."""
    cdef result_t result
    cdef int64_t others = 0
    cdef int32_t i, n = table.n_seats
    if not table.game.stage_is_contest:
        table.game.scores(table, state, &result)
        return result.win[seat]
    table.game.points(table, state, result.score)
    for i in range(n):
        others += result.score[i]
    return <int64_t>n * result.score[seat] - others


cdef int64_t play(trial_t* trial, move_t move) noexcept nogil:
    """What a move is worth in this world; 0 if the rollout policy gives no choice."""
    cdef const view_t* view = trial.view
    cdef const game_t* game = view.table.game
    cdef worlds_t* worlds = view.worlds
    memcpy(worlds.state, view.states, game.state_size)
    game.apply(view.table, worlds.state, move)
    # a move that ends the stage itself has nothing left to play for
    if not game.stage_is_contest or (<head_t*>worlds.state).stage < trial.done.until_stage:
        game.play_out(view.table, worlds.state, worlds.seats, worlds.moves, &trial.done)
        if trial.done.bad:
            return 0
    return value(view.table, worlds.state, view.seat)


cdef void try_all(trial_t* trial) noexcept nogil:
    """Tries every move that is left in this world."""
    cdef int64_t found, own = 0
    cdef option_t* option
    cdef int32_t i
    for i in range(trial.n_left):
        option = &trial.option[i]
        found = play(trial, trial.moves[option.place])
        if trial.done.bad:
            return
        if i == 0:
            own = found
        option.total += found
        option.gain += found - own
        option.squares += (found - own) * (found - own)
    trial.n_worlds += 1


cdef void drop_worse_half(trial_t* trial) noexcept nogil:
    """Of equal moves, the one that is earlier in the list stays. The own move always stays."""
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


cdef bint is_apart(const option_t* option, int32_t n, double square) noexcept nogil:
    """Is a move better or worse than the own one by more standard errors than the root of `square`?
    Squares are compared, because another machine may round a root differently."""
    cdef double gain = <double>option.gain
    cdef double spread = n * <double>option.squares - gain * gain      # n (n - 1) times a variance
    if n < 2:
        return square == 0.0
    return gain * gain * (n - 1) > square * max(spread, 0.0)


cdef double hurdle(double guard, int32_t n_moves) noexcept nogil:
    """The square of the hurdle for another move. It counts once for every time that the list of
    moves can be halved, because the best of many is often better by luck alone."""
    cdef double square = 0
    while n_moves > 1:
        square += guard * guard
        n_moves >>= 1
    return square


cdef void drop_surely_worse(trial_t* trial) noexcept nogil:
    """Drops moves that are almost certainly no better than the own one."""
    cdef int32_t i, kept = 1
    for i in range(1, trial.n_left):
        if trial.option[i].gain >= 0 or not is_apart(&trial.option[i], trial.n_worlds, SURE):
            trial.option[kept] = trial.option[i]
            kept += 1
    trial.n_left = kept


cdef int32_t best_of(const trial_t* trial, double square) noexcept nogil:
    cdef int32_t best = 0, i
    for i in range(1, trial.n_left):
        if (trial.option[i].gain > trial.option[best].gain
                and is_apart(&trial.option[i], trial.n_worlds, square)):
            best = i
    return trial.option[best].place


cdef bint is_decided(const trial_t* trial) noexcept nogil:
    """Is nothing left to compare?"""
    return trial.n_left == 1 or (
        trial.n_left == 2 and is_apart(&trial.option[1], trial.n_worlds, SURE))


cdef int32_t decided(const trial_t* trial, int32_t own, double square) noexcept nogil:
    cdef const view_t* view = trial.view
    cdef int32_t best = best_of(trial, square)
    cdef size_t scratch_size = view.worlds.seats[view.seat].scratch_size
    if best != own and scratch_size:        # what the other had in mind no longer fits
        memset(view.scratch, 0, scratch_size)
    return best


cdef int32_t affordable(const trial_t* trial, int32_t deals) noexcept nogil:
    """From how many deals each later world may be chosen. Every seat is asked about each deal, and
    that must cost little beside the rollouts. A random player is never surprising."""
    cdef const view_t* view = trial.view
    if view.table.game.first_choice == NULL or view.worlds.seats[0].choose == NULL:
        return 1
    return min(deals, 1 + 2 * trial.done.decisions // (CHOICES_A_DEAL * (view.table.n_seats - 1)))


cdef bint try_worlds(trial_t* trial, const setting_t* setting) noexcept nogil:
    """Tries what the budget allows. False: stopped, or the rollout policy gave no choice."""
    cdef const volatile int* stop = trial.view.worlds.stop
    cdef int64_t budget = <int64_t>setting.worlds * trial.n_left, used = 0
    cdef int32_t rounds = <int32_t>setting.rounds, _round = 1, world = 0
    while used + trial.n_left <= budget:
        if stop != NULL and stop[0]:
            trial.done.choice = STOPPED
            return False
        used += trial.n_left
        if make_world(trial, world) and not trial.done.bad:
            try_all(trial)
        if trial.done.bad:
            return False
        if world == 0:
            trial.deals = affordable(trial, <int32_t>setting.deals)
        world += 1
        if world % LOOK_EVERY == 0 and trial.n_worlds > LOOK_EVERY:
            drop_surely_worse(trial)
            if is_decided(trial):
                return True
        if _round < rounds and used * rounds >= budget * _round:
            drop_worse_half(trial)
            _round += 1
    return True


cdef int32_t search(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                    rng_t* rng) noexcept nogil:
    cdef const setting_t* setting = <const setting_t*>params
    cdef const game_t* game = view.table.game
    cdef trial_t trial
    cdef int32_t own
    trial.view, trial.moves, trial.n_worlds = view, moves, 0
    trial.word = rng_next(rng)
    own = own_choice(view, moves, n_moves, trial.word)
    if not 0 <= own < n_moves:
        return own
    memset(&trial.done, 0, sizeof(turns_t))
    trial.done.short_cut = 1
    if game.stage_is_contest:
        trial.done.until_stage = (<const head_t*>view.state).stage + 1
    trial.deals = 1
    consider(&trial, n_moves, own)
    if not try_worlds(&trial, setting):
        return STOPPED if trial.done.choice == STOPPED else -1
    return decided(&trial, own, hurdle(setting.guard, n_moves))


cdef class Search(Policy):
    cdef int bind(self, Policy inner) except -1:
        """We also use the rollout policy's scratch: it is asked in the true state first."""
        self.rollout = inner
        self.scratch_size = inner.scratch_size
        self.scratch_states = 2         # a world's root, and another deal of it
        return 0


DEFAULTS = {
    "worlds": (32, 1, 1_000_000, "Worlds in which a move is tried, on average over all moves.",
               True),
    "guard": (1.0, 0.0, 100.0, "Standard errors by which another move must be better; more if "
              "there are many moves."),
    "rounds": (4, 1, 20, "Parts of the budget; after each the worse half of the moves is dropped.",
               True),
    "deals": (8, 1, 1_000, "Hands to try for a seat in each world, to fit its first choice in the "
              "stage; only some games use this, and fewer where rollouts are short.", True),
}
SEARCH = native(
    "search", "Tries every move in many worlds that fit what it sees, and takes the best.",
    search, DEFAULTS, 0, 0, Search,
    {"rollout": ("expert", "Who plays on in the worlds, at every seat.")})
