"""A player that thinks ahead in any game: determinised search that uses only the contract.

Every move is tried in worlds that the seat cannot tell from the true one: what it cannot see is
redealt, and all chance to come is different. The `rollout` policy plays on at every seat. If a
stage is a contest of its own, it plays to the end of the stage, and the value is the margin over
the mean of the others; in the last stage it is the win. Otherwise it plays to the end of the
playout, and the value is the win. All
moves are tried in the same worlds, so they are compared pair by pair. To replace the move that the
rollout policy itself would make (the own move), another move must be better by `guard` standard
errors of the paired differences, and by more if the worlds are few.

The budget is `worlds` rollouts for every move. Less than half of it goes to all moves: after each
of the `rounds` the worse half of them is dropped (successive halving: Karnin, Koren, Somekh 2013),
and before that a move that is surely worse than the own one. Then only the own move and the best
other one are tried, until the choice is clear or the other one is no longer ahead. Most decisions
end there at once, and what they leave goes to those that are close: up to three times the budget.

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
    MAX_MOVES, STOPPED, Policy, game_t, head_t, move_t, native, result_t, seat_t, table_t, turns_t,
    view_t, worlds_t,
)
from analyzer._core.rng cimport coins_of, rng_below, rng_next, rng_seed, rng_t, splitmix64
from analyzer._core.worlds cimport DEALS, affordable, deal_world, fit_t

cdef enum:
    OWN_WORD = -1           # in place of a world's number: the rollout policy's own coin
    LOTS_WORD = -2          # ... and the lots of the moves
    FIRST = 7               # sixteenths of the budget: so many go to all moves,
    WHOLE = 48              # ... and so many at most are used where it is close
    LOOK_EVERY = 8          # worlds between two looks for moves that are surely worse
    WINS_FIRST = 100        # a 840th of a win, in parts of a point

cdef double SURE = 6.25     # the square of 2.5 standard errors: enough to drop a move,
cdef double CLEAR = 12.25   # ... and of 3.5: enough to prefer one, at whichever of many looks
cdef double ALIKE = 3.0     # differences that are all alike are taken to spread a little, by trial:
#                             four equal wins of four prove nothing, five or more do


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
    int32_t lot             # of equal moves the one with the lower lot stays


ctypedef struct trial_t:    # one decision under way
    const view_t* view
    const move_t* moves
    uint64_t word           # of the seat's coin
    fit_t fit               # what makes the worlds
    int32_t last            # 1: the stage under way is the last, so wins are compared
    int32_t not_over        # of the rollouts so far
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
    """All moves, the own one first, the others in an order by lot."""
    cdef rng_t coin
    cdef int32_t i, k, place
    memset(trial.option, 0, <size_t>n_moves * sizeof(option_t))
    for i in range(n_moves):
        trial.option[i].place = trial.option[i].lot = i
    trial.option[0].place, trial.option[own].place = own, 0
    world_stream(&coin, trial.word, LOTS_WORD)
    for i in range(1, n_moves - 1):
        k = i + <int32_t>rng_below(&coin, <uint32_t>(n_moves - i))
        place = trial.option[i].place
        trial.option[i].place = trial.option[k].place
        trial.option[k].place = place
    trial.n_left = n_moves


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
    if not deal_world(&trial.fit, &rng):
        return False
    if trial.fit.bad:
        trial.done.bad, trial.done.choice = 1, trial.fit.choice
    c0 = rng_next(&rng)
    c1 = rng_next(&rng)
    trial.done.coins = coins_of(c0, c1, 0)
    if game.ask_hidden != NULL:
        game.ask_hidden(view.table, root, view.seat)
    return True


cdef int64_t margin(const table_t* table, const void* state, int32_t seat) noexcept nogil:
    """(n - 1) times the margin over the others."""
    cdef result_t result
    cdef int64_t others = 0
    cdef int32_t i, n = table.n_seats
    table.game.points(table, state, result.score)
    for i in range(n):
        others += result.score[i]
    return <int64_t>n * result.score[seat] - others


cdef int64_t value(const trial_t* trial) noexcept nogil:
    """In whole numbers: the margin at the end of the stage; the win in 840ths; or in the last stage
    the win, and of equal wins the margin."""
    cdef const view_t* view = trial.view
    cdef const void* state = view.worlds.state
    cdef result_t result
    if view.table.game.stage_is_contest and not trial.last:
        return margin(view.table, state, view.seat)
    view.table.game.scores(view.table, state, &result)
    if not trial.last:
        return result.win[view.seat]
    return WINS_FIRST * result.win[view.seat] + margin(view.table, state, view.seat)


cdef int64_t play(trial_t* trial, move_t move) noexcept nogil:
    """What a move is worth in this world; 0 if the rollout policy gives no choice."""
    cdef const view_t* view = trial.view
    cdef const game_t* game = view.table.game
    cdef worlds_t* worlds = view.worlds
    memcpy(worlds.state, view.states, game.state_size)
    game.apply(view.table, worlds.state, move)
    # a move that ends the stage itself has nothing left to play for
    if trial.done.until_stage == 0 or (<head_t*>worlds.state).stage < trial.done.until_stage:
        game.play_out(view.table, worlds.state, worlds.seats, worlds.moves, &trial.done)
        if trial.done.bad:
            return 0
    trial.not_over += game.legal_moves(view.table, worlds.state, worlds.moves) > 0
    return value(trial)


cdef void turn_to_wins(trial_t* trial) noexcept nogil:
    """After the first world of a stage: if the playout was over with it whatever was played, this
    is the last stage, or as good as that. Then the points count for nothing but the win, so all
    worlds are played to the end; the first one is forgotten."""
    cdef int32_t i
    if trial.done.until_stage == 0 or trial.not_over:
        return
    trial.last, trial.done.until_stage, trial.n_worlds = 1, 0, 0
    for i in range(trial.n_left):
        trial.option[i].total = trial.option[i].gain = trial.option[i].squares = 0


cdef inline void enter(option_t* option, int64_t found, int64_t own) noexcept nogil:
    """What a move was worth in one more world, and the own move there."""
    option.total += found
    option.gain += found - own
    option.squares += (found - own) * (found - own)


cdef void try_all(trial_t* trial) noexcept nogil:
    """Tries every move that is left in this world."""
    cdef int64_t found, own = 0
    cdef int32_t i
    for i in range(trial.n_left):
        found = play(trial, trial.moves[trial.option[i].place])
        if trial.done.bad:
            return
        if i == 0:
            own = found
        enter(&trial.option[i], found, own)
    trial.n_worlds += 1


cdef void drop_worse_half(trial_t* trial) noexcept nogil:
    """Of equal moves the lot decides which one stays. The own move always stays."""
    cdef int32_t keep = max(2, (trial.n_left + 1) // 2), i, j
    cdef option_t moved
    for i in range(2, trial.n_left):
        moved = trial.option[i]
        j = i
        while j > 1 and (trial.option[j - 1].total < moved.total
                         or (trial.option[j - 1].total == moved.total
                             and trial.option[j - 1].lot > moved.lot)):
            trial.option[j] = trial.option[j - 1]
            j -= 1
        trial.option[j] = moved
    trial.n_left = min(trial.n_left, keep)


cdef double student(double square, int32_t n) noexcept nogil:
    """The square of a hurdle for n differences that is passed by luck as rarely as `square` would
    be if their spread were known: Student's law in place of the normal one (Wallace 1959). The
    series is summed here because another machine may round an exponential differently."""
    cdef double freedom = n - 1, wide = (8 * freedom + 3) / (8 * freedom + 1)
    cdef double x = square * wide * wide / freedom, term = 1.0, total = 0.0
    cdef int32_t k
    for k in range(1, 200):
        term *= x / k
        total += term
        if term < total * 1e-17:
            break
    return freedom * total


cdef bint is_apart(const option_t* option, int32_t n, double square) noexcept nogil:
    """Is a move better or worse than the own one by more standard errors than the root of `square`?
    Squares are compared, because another machine may round a root differently."""
    cdef double gain = <double>option.gain, squares = <double>option.squares
    cdef double spread = n * squares - gain * gain                     # n (n - 1) times a variance
    if square == 0.0:
        return True
    if n < 2:
        return False
    return gain * gain * (n - 1) > student(square, n) * max(spread, ALIKE * squares)


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
        trial.n_left == 2 and is_apart(&trial.option[1], trial.n_worlds, CLEAR))


cdef int32_t decided(const trial_t* trial, int32_t own, double square) noexcept nogil:
    cdef const view_t* view = trial.view
    cdef int32_t best = best_of(trial, square)
    cdef size_t scratch_size = view.worlds.seats[view.seat].scratch_size
    if best != own and scratch_size:        # what the other had in mind no longer fits
        memset(view.scratch, 0, scratch_size)
    return best


ctypedef struct budget_t:   # in rollouts
    int64_t first           # among all moves
    int64_t whole           # ... and then between the own move and the best other one
    int64_t used
    int32_t rounds
    int32_t round
    int32_t world


cdef budget_t budget_for(const setting_t* setting, int32_t n_moves) noexcept nogil:
    cdef int64_t all_moves = <int64_t>setting.worlds * n_moves
    return budget_t(first=all_moves * FIRST // 16, whole=all_moves * WHOLE // 16, used=0,
                    rounds=<int32_t>setting.rounds, round=1, world=0)


cdef bint is_left(const trial_t* trial, budget_t* budget) noexcept nogil:
    """Is there enough for one more world? Then it is spent."""
    if budget.used + trial.n_left > budget.whole:
        return False
    budget.used += trial.n_left
    return True


cdef bint drop_moves(trial_t* trial, budget_t* budget) noexcept nogil:
    """After a world: drop what is surely worse, and the worse half after each round. True: nothing
    is left to find out."""
    cdef bint look = (budget.world + 1) % LOOK_EVERY == 0
    budget.world += 1
    if look and trial.n_worlds > LOOK_EVERY:
        drop_surely_worse(trial)
        if is_decided(trial):
            return True
    while budget.round <= budget.rounds and (
            budget.used * budget.rounds >= budget.first * budget.round):
        drop_worse_half(trial)
        budget.round += 1
    if budget.round > budget.rounds:
        while trial.n_left > 2:
            drop_worse_half(trial)
        return trial.n_left == 1 or (look and trial.option[1].gain <= 0)
    return False


cdef bint try_worlds(trial_t* trial, const setting_t* setting) noexcept nogil:
    """Tries what the budget allows. False: stopped, or the rollout policy gave no choice."""
    cdef const volatile int* stop = trial.view.worlds.stop
    cdef budget_t budget = budget_for(setting, trial.n_left)
    while is_left(trial, &budget):
        if stop != NULL and stop[0]:
            trial.done.choice = STOPPED
            return False
        if make_world(trial, budget.world) and not trial.done.bad:
            try_all(trial)
        if trial.done.bad:
            return False
        if budget.world == 0:
            trial.fit.deals = affordable(
                trial.view.table, trial.done.decisions, <int32_t>setting.deals)
            turn_to_wins(trial)
        if drop_moves(trial, &budget):
            return True
    return True


def choose_by_values(const int64_t[:, ::1] values, double worlds, double guard, double rounds,
                     uint64_t word=0):
    """The move that is chosen if move m is worth values[w, m] in world w, and move 0 is the own
    one. For tests."""
    cdef trial_t trial
    cdef setting_t setting = setting_t(worlds=worlds, guard=guard, rounds=rounds, deals=1)
    cdef int32_t n_moves = <int32_t>values.shape[1], i
    cdef budget_t budget = budget_for(&setting, n_moves)
    trial.n_worlds, trial.word = 0, word
    consider(&trial, n_moves, 0)
    while is_left(&trial, &budget):
        for i in range(trial.n_left):
            enter(&trial.option[i], values[budget.world, trial.option[i].place],
                  values[budget.world, 0])
        trial.n_worlds += 1
        if drop_moves(&trial, &budget):
            break
    return best_of(&trial, guard * guard)


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
    trial.done.use_fast_path = 1
    if game.stage_is_contest:
        trial.done.until_stage = (<const head_t*>view.state).stage + 1
    memset(&trial.fit, 0, sizeof(fit_t))
    trial.fit.table, trial.fit.seat, trial.fit.deals = view.table, view.seat, 1
    trial.fit.seats, trial.fit.moves = view.worlds.seats, view.worlds.moves
    trial.fit.root, trial.fit.other = view.states, <char*>view.states + game.state_size
    trial.last = trial.not_over = 0
    consider(&trial, n_moves, own)
    if not try_worlds(&trial, setting):
        return STOPPED if trial.done.choice == STOPPED else -1
    return decided(&trial, own, setting.guard * setting.guard)


cdef class Search(Policy):
    cdef int bind(self, Policy inner) except -1:
        """We also use the rollout policy's scratch: it is asked in the true state first."""
        self.rollout = inner
        self.scratch_size = inner.scratch_size
        self.scratch_states = 2         # a world's root, and another deal of it
        return 0


DEFAULTS = {
    "worlds": (32, 1, 1_000_000, "Worlds in which a move is tried, on average.", True),
    "guard": (1.85, 0.0, 100.0, "Standard errors by which another move must be better; more if "
              "there are few worlds."),
    "rounds": (4, 1, 20, "Parts of the trials of all moves; after each the worse half is dropped.",
               True),
    "deals": (DEALS, 1, 1_000, "Hands to try for a seat in each world, to fit its first choice in "
              "the stage; only some games use this, and fewer where rollouts are short.", True),
}
SEARCH = native(
    "search", "Tries every move in many worlds that fit what it sees, and takes the best.",
    search, DEFAULTS, 0, 0, Search,
    {"rollout": ("expert", "Who plays on in the worlds, at every seat.")})
