"""The page to read: what a game is, what a policy is.

A game is a rules struct, a state struct and the functions of `game_t`; every game has the same
names. A state is one fixed-size struct without pointers that begins with a `head_t`, so a copy is
an assignment. Whatever never changes during a playout is on the `table_t`.

A policy is one function. It may read of the state only what its seat can see, and `head.luck` is
not among that; the conformance kit redeals everything else, changes the luck, and demands the same
choice. A policy that looks ahead finds the game's own functions in `view.table.game`: it copies
the state, lets `determinize` replace what its seat cannot know, and plays on with `play_out`.
"""
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from analyzer._core.fields cimport Fields
from analyzer._core.rng cimport coins_t, luck_t, rng_below, rng_next, rng_t


cdef enum:
    MAX_SEATS = 8
    MAX_MOVES = 1024        # room for the longest list of legal moves of any game
    MAX_PARAMETERS = 32     # numbers that change how a policy plays
    WHOLE_WIN = 840         # a win in units that every number of sharers up to 8 divides
    NO_SEAT = -1
    NO_MOVE = -1            # in place of a move: there are no more
    STOPPED = -2            # what a policy that takes its time answers when it is told to stop
    GAME_FAILED = -3        # in place of a choice: the rules of the game itself have failed

# Purposes of random streams. A game numbers its own from FIRST_GAME_PURPOSE on; the occasion says
# which deal, roll or seat is meant.
cdef enum:
    PURPOSE_REDEAL = 2      # occasion: free. Redealing what a seat cannot see
    FIRST_GAME_PURPOSE = 16

ctypedef int32_t move_t     # a game's own code of a move; names are the Python half's business


ctypedef struct head_t:     # every state begins with this
    int32_t seat            # who decides now; meaningless once the playout is over
    int32_t stage           # rises at every scoring event: the end of a hand, day, round, run-out
    int32_t unscripted      # 1: nothing that was written down beforehand is to come (determinize)
    luck_t luck             # where chance comes from; no policy may read it


ctypedef struct script_t:   # chance that was written down beforehand
    uint32_t purpose
    uint32_t occasion
    int32_t length
    const uint8_t* values   # in the game's own codes


ctypedef struct game_t      # below


ctypedef struct table_t:    # what does not change during a playout
    const game_t* game      # the functions below, for policies that look ahead
    int32_t n_seats
    const void* rules       # the game's own struct
    int32_t n_scripts
    const script_t* scripts


ctypedef struct result_t:   # what a finished playout amounts to
    int32_t score[MAX_SEATS]
    int32_t win[MAX_SEATS]              # in units of WHOLE_WIN; all 0 if nobody wins
    int32_t role[MAX_SEATS]             # index of the role a seat played; 0 without roles
    int32_t standing[MAX_SEATS]         # of equal scores the higher ranks first; 0: they share
    int32_t end_reason                  # index into the game's END_REASONS
    int32_t capped                      # 1: stopped by a cap, unfinished
    const int32_t* game_counters        # inside the state
    const int32_t* seat_counters        # inside the state: [counter * MAX_SEATS + seat]
    int32_t failed                      # not 0: the rules failed, see `Game.raise_failure`


ctypedef struct worlds_t    # below


ctypedef struct view_t:     # what a policy is given
    const table_t* table
    const void* state       # of which the policy may read what `seat` can see
    int32_t seat
    # `scratch_size` bytes of the policy's own, zero at the start of a turn, and whenever somebody
    # steps or looks ahead from the middle of it: they save work, but change no choice and no toss
    void* scratch
    void* states            # room for `scratch_states` states of the game, never cleared
    worlds_t* worlds        # for a policy that has others play on; else NULL


# Returns an index into `moves`; anything else stops the run. `params` are the policy's own.
ctypedef int32_t (*choose_t)(const view_t* view, const move_t* moves, int32_t n_moves,
                             const void* params, rng_t* rng) noexcept nogil


ctypedef struct seat_t      # below
ctypedef struct turns_t     # below

# Makes and counts as many turns as it likes, but none beyond the end of a stage, as the turn loop
# would if everybody plays the policy that it belongs to. Where a trace looks at turns, it
# records the scores after each but the one that ends a stage. False: it made none.
ctypedef bint (*fast_path_t)(const table_t* table, void* state, seat_t* seats,
                             turns_t* done) noexcept nogil


ctypedef struct seat_t:     # who sits there
    choose_t choose         # NULL: any legal move, each as likely as the others
    fast_path_t fast_path   # for a table at which all have the same `choose`; NULL: there is none
    const void* params
    rng_t rng               # the private coin; the turn loop restarts it at every stage
    const view_t* view      # filled in once: a turn has nothing to write
    size_t scratch_size


ctypedef struct worlds_t:   # where a policy that looks ahead plays on
    seat_t* seats           # its `rollout` policy in every seat, all of them looking at `state`
    void* state
    move_t* moves           # room for MAX_MOVES
    const volatile int* stop        # not 0: answer STOPPED as soon as possible; NULL: never asked


ctypedef struct trace_buffer_t  # the course of a playout under way, for a trace: see trace.pyx
ctypedef void (*read_buffer_t)(trace_buffer_t* buffer) noexcept nogil

ctypedef struct trace_buffer_t:
    int32_t n_seats
    # An entry holds of a milestone: the scores of all seats; of two, only how far seat 0 is ahead.
    int32_t width
    int32_t* next           # where the next entry goes
    int32_t* end
    read_buffer_t read      # reads all entries where there is no room for the next


ctypedef struct turns_t:    # what is asked of the turn loop, and what became of it
    # set before
    coins_t coins           # where the private coins of the seats come from
    int32_t use_fast_path   # 1: a `fast_path` may be used
    int32_t until_stage     # end where this stage begins; 0 = only where the playout ends
    trace_buffer_t* trace_buffer    # where scores are recorded at every milestone; NULL = no trace
    # what became of it
    int32_t turns
    int32_t decisions       # turns with two legal moves or more
    int32_t over            # 1: the playout is over
    int32_t bad             # 1: a policy gave no legal choice; it was
    int32_t seat
    int32_t choice
    int32_t n_moves
    # the loop's own
    int32_t stage           # for which the coins were keyed
    int32_t turn_number     # when the loop last looked
    int32_t recorded        # `turns` at the last entry


# In a fixed order; returns how many, 0 = the playout is over.
ctypedef int32_t (*legal_moves_t)(const table_t* table, const void* state,
                                  move_t* moves) noexcept nogil
# The only function that changes a state; the move must be one of legal_moves.
ctypedef void (*apply_t)(const table_t* table, void* state, move_t move) noexcept nogil


# Rises with every turn of a game in which scores change turn by turn.
ctypedef int32_t (*turn_number_t)(const void* state) noexcept nogil


ctypedef struct game_t:
    int32_t fewest_seats    # 1 at least
    int32_t most_seats      # MAX_SEATS at most
    size_t state_size
    int32_t n_game_counters
    int32_t n_seat_counters
    # 1: a stage is a contest of its own (a hand, a day) whose points tell who did well in it;
    # 0: only the end of a playout tells, and points on the way may mislead
    int32_t stage_is_contest
    # `state.head.luck` is set before; deals and finds the first seat to decide
    void (*init)(const table_t* table, void* state) noexcept nogil
    legal_moves_t legal_moves
    apply_t apply
    # `turn_loop` below with the game's own functions, and nothing else
    void (*play_out)(const table_t* table, void* state, seat_t* seats, move_t* moves,
                     turns_t* done) noexcept nogil
    # The scores of all seats as they stand, at any moment; and all that a playout amounts to
    void (*points)(const table_t* table, const void* state, int32_t* score) noexcept nogil
    void (*scores)(const table_t* table, const void* state, result_t* result) noexcept nogil
    # What `seat` cannot see is redealt at random, consistent with all it can know, whoever is to
    # move; that seat has a legal move, as it had before. What comes out depends on nothing but what
    # `seat` can see and on `rng`. False: there is no such deal, and the state is as it was.
    bint (*redeal_hidden)(const table_t* table, void* state, int32_t seat,
                          rng_t* rng) noexcept nogil
    # In a world of `seat`, which is to move: choices that others have made and that lie hidden are
    # open again, and asked for after its own. NULL: there are none in this game
    void (*ask_hidden)(const table_t* table, void* state, int32_t seat) noexcept nogil
    # What `seat` chose first in this stage, if that lies open; `again` becomes the state in which
    # it did. NO_MOVE: it has not, or that is hidden. NULL: a state does not hold it
    move_t (*first_choice)(const table_t* table, const void* state, int32_t seat,
                           void* again) noexcept nogil
    # As `redeal_hidden`, but what the seats of `kept` (bits) hold stays as it is. NULL where
    # `first_choice` is
    bint (*redeal_rest)(const table_t* table, void* state, int32_t seat, uint32_t kept,
                        rng_t* rng) noexcept nogil


cdef inline int32_t seat_to_move(const void* state) noexcept nogil:
    return (<const head_t*>state).seat


cdef inline bint determinize(const table_t* table, void* state, int32_t seat,
                             rng_t* rng) noexcept nogil:
    """One of the worlds that `seat` cannot tell from the true one: what it cannot see is redealt,
    and all chance to come is different. False: there is no such world, and nothing changes."""
    cdef head_t* head = <head_t*>state
    if not table.game.redeal_hidden(table, state, seat, rng):
        return False
    head.luck.k0 = rng_next(rng)
    head.luck.k1 = rng_next(rng)
    head.luck.game = rng_next(rng)      # the true one would be a trace of the true luck
    head.unscripted = 1
    return True


# The loop's business where a stage is over, or a turn that a trace looks at: keys the coins,
# records the scores. True: the loop ends here.
cdef bint milestone(const table_t* table, const void* state, seat_t* seats,
                    turns_t* done) noexcept nogil
cdef void begin_loop(const table_t* table, const void* state, seat_t* seats,
                     turns_t* done) noexcept nogil
cdef void end_loop(const table_t* table, const void* state, turns_t* done) noexcept nogil


cdef inline int32_t* new_entry(trace_buffer_t* buffer, int32_t width) noexcept nogil:
    """Where one more milestone is recorded."""
    if buffer.next == buffer.end:
        buffer.read(buffer)
    buffer.next += width
    return buffer.next - width


cdef inline bint to_be_noticed(turn_number_t turn_number, const void* state, int32_t stage,
                               turns_t* done) noexcept nogil:
    """Is a stage over since `stage`, or a turn that a trace looks at?"""
    if (<const head_t*>state).stage == stage and (
            turn_number == NULL or done.trace_buffer == NULL
            or turn_number(state) == done.turn_number):
        return False
    if turn_number != NULL:
        done.turn_number = turn_number(state)
    return True


cdef inline fast_path_t fast_path_of(fast_path_t at_random, const table_t* table,
                                     const seat_t* seats) noexcept nogil:
    """That of the policy which sits everywhere; NULL: there is none."""
    cdef choose_t choose = seats[0].choose
    cdef int32_t seat
    for seat in range(1, table.n_seats):
        if seats[seat].choose != choose:
            return NULL
    return at_random if choose == NULL else seats[0].fast_path


cdef inline void turn_loop(legal_moves_t legal_moves, apply_t apply, fast_path_t fast_path,
                           turn_number_t turn_number, const table_t* table, void* state,
                           seat_t* seats, move_t* moves, turns_t* done) noexcept nogil:
    """The only turn loop: to the end of the playout, or to `until_stage`. One legal move is made
    without asking.

    It is compiled into every game, where the compiler knows the functions. `fast_path` may be NULL.
    It is the one of `random`, for games in which a random move is found much faster than by
    listing all of them: of n > 1 legal moves the one at place rng_below(n) of the list, by the coin
    of the seat to move.
    `turn_number` is NULL too, unless scores change turn by turn: then a trace looks whenever that
    number has changed, not at stages alone.
    """
    cdef const head_t* head = <const head_t*>state
    cdef int32_t n, choice, stage
    cdef seat_t* who
    cdef seat_t* last = NULL            # whose scratch may stay: nobody else has moved since
    fast_path = fast_path_of(fast_path, table, seats) if done.use_fast_path else NULL
    begin_loop(table, state, seats, done)
    while True:
        stage = head.stage
        if fast_path != NULL and fast_path(table, state, seats, done):
            if (to_be_noticed(turn_number, state, stage, done)
                    and milestone(table, state, seats, done)):
                return
            continue
        n = legal_moves(table, state, moves)
        if n == 0:
            end_loop(table, state, done)
            return
        done.turns += 1
        choice = 0
        who = NULL
        if n > 1:
            done.decisions += 1
            who = &seats[seat_to_move(state)]
            if who.choose == NULL:
                choice = <int32_t>rng_below(&who.rng, <uint32_t>n)
            else:
                if who.scratch_size and who != last:
                    memset(who.view.scratch, 0, who.scratch_size)
                choice = who.choose(who.view, moves, n, who.params, &who.rng)
                if <uint32_t>choice >= <uint32_t>n:
                    done.bad, done.seat, done.choice, done.n_moves = 1, who.view.seat, choice, n
                    return
        last = who
        # Compared with what it was just before: where a move is inlined, the compiler sees that
        # most of them cannot end a stage, and looks at none of them.
        stage = head.stage
        apply(table, state, moves[choice])
        if (to_be_noticed(turn_number, state, stage, done)
                and milestone(table, state, seats, done)):
            return


cdef inline const script_t* find_script(const table_t* table, const head_t* head,
                                        uint32_t purpose, uint32_t occasion) noexcept nogil:
    """What was written down for this chance, or NULL."""
    cdef int32_t i
    if head.unscripted:
        return NULL
    for i in range(table.n_scripts):
        if table.scripts[i].purpose == purpose and table.scripts[i].occasion == occasion:
            return &table.scripts[i]
    return NULL


cdef int refuse_unless(bint fine, str what) except -1     # ValueError: `what` cannot be


cdef class Table:
    """The rules of one experiment, packed for the core, and chance written down beforehand."""
    cdef table_t c
    cdef readonly Game game
    cdef object _rules                  # bytes behind c.rules
    cdef list _values                   # bytes behind the scripts
    cdef script_t* _scripts


cdef class Game:
    """A compiled game: the functions above, and what Python needs to look at a state."""
    cdef game_t c
    cdef readonly Fields fields         # the plain numbers of a state; None: there are none
    cdef bytes pack_rules(self, int players, dict rules)
    # refuses with a ValueError what was written down and cannot fall; the default takes anything
    cdef int check_script(self, const table_t* table, uint32_t purpose, bytes values) except -1
    # raises what has failed in the rules since it was last asked; the default knows of nothing
    cdef int raise_failure(self) except -1
    # a state as a dict of numbers, and back, checked; the defaults know the fields
    cdef dict describe(self, const table_t* table, const void* state)
    cdef int restore(self, const table_t* table, void* state, dict raw) except -1


cdef class Policy:
    """A policy that can be seated: its function and the values of its parameters."""
    cdef choose_t choose
    cdef fast_path_t fast_path
    cdef const void* params
    cdef readonly int scratch_size      # bytes
    cdef readonly int scratch_states    # states to look ahead with
    cdef readonly str name
    cdef readonly str sentence          # one sentence for people
    cdef readonly dict defaults         # parameter -> (default, least, most, sentence[, whole?])
    cdef readonly dict policies         # a parameter that names a policy -> (default, sentence)
    cdef readonly Policy rollout        # who plays in the worlds of a view; None: it has none
    cdef readonly Policy inner          # the policy that a parameter names, once it is known
    cdef double _values[MAX_PARAMETERS]  # behind `params` of a compiled policy

    cdef int bind(self, Policy inner) except -1     # a parameter names this policy


cdef Policy native(str name, str sentence, choose_t choose, dict defaults=*, int scratch_size=*,
                   int scratch_states=*, type kind=*, dict policies=*)
cdef Policy with_fast_path(Policy policy, fast_path_t fast_path)
