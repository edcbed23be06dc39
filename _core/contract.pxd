"""The page to read: what a game is, what a policy is.

A game is a rules struct, a state struct and the functions of `game_t`; every game has the same
names. A state is one fixed-size struct without pointers that begins with a `head_t`, so a copy is
an assignment. Whatever never changes during a playout is on the `table_t`.

A policy is one function. It may read of the state only what its seat can see; the conformance kit
redeals everything else and demands the same choice.
"""
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from analyzer._core.rng cimport luck_t, rng_below, rng_t


cdef enum:
    MAX_SEATS = 8
    MAX_MOVES = 1024        # room for the longest list of legal moves of any game
    WHOLE_WIN = 840         # a win in units that every number of sharers up to 8 divides
    NO_SEAT = -1

# Purposes of random streams. A game numbers its own from FIRST_GAME_PURPOSE on; the occasion says
# which deal, roll or seat is meant.
cdef enum:
    PURPOSE_POLICY = 1      # occasion: the seat. The private coin of its policy
    PURPOSE_REDEAL = 2      # occasion: free. Redealing what a seat cannot see
    FIRST_GAME_PURPOSE = 16

ctypedef int32_t move_t     # a game's own code of a move; names are the Python half's business


ctypedef struct head_t:     # every state begins with this
    int32_t seat            # who decides now; meaningless once the playout is over
    int32_t stage           # rises at every scoring event: the end of a hand, day, round, run-out
    luck_t luck             # where chance comes from


ctypedef struct script_t:   # chance that was written down beforehand
    uint32_t purpose
    uint32_t occasion
    int32_t length
    const uint8_t* values   # in the game's own codes


ctypedef struct table_t:    # what does not change during a playout
    int32_t n_seats
    const void* rules       # the game's own struct
    int32_t n_scripts
    const script_t* scripts


ctypedef struct result_t:   # what a finished playout amounts to
    int32_t score[MAX_SEATS]
    int32_t win[MAX_SEATS]              # in units of WHOLE_WIN; all 0 if nobody wins
    int32_t role[MAX_SEATS]             # index of the role a seat played; 0 without roles
    int32_t end_reason                  # index into the game's END_REASONS
    int32_t capped                      # 1: stopped by a cap, unfinished
    const int32_t* game_counters        # inside the state
    const int32_t* seat_counters        # inside the state: [counter * MAX_SEATS + seat]


ctypedef struct view_t:     # what a policy is given
    const table_t* table
    const void* state       # of which the policy may read what `seat` can see
    int32_t seat
    void* scratch           # `scratch_size` bytes of the policy's own, zero at the start of a turn


# Returns an index into `moves`; anything else stops the run. `params` are the policy's own.
ctypedef int32_t (*choose_t)(const view_t* view, const move_t* moves, int32_t n_moves,
                             const void* params, rng_t* rng) noexcept nogil


ctypedef struct seat_t:     # who sits there
    choose_t choose         # NULL: any legal move, each as likely as the others
    const void* params
    rng_t rng               # the private coin
    const view_t* view      # filled in once: a turn has nothing to write
    size_t scratch_size


ctypedef struct turns_t:    # what became of the turn loop
    int32_t listed          # set before: 1 = no short cut, all moves are listed
    int32_t turns
    int32_t decisions       # turns with two legal moves or more
    int32_t bad             # 1: a policy's choice was no choice, namely
    int32_t seat
    int32_t choice
    int32_t n_moves


# In a fixed order; returns how many, 0 = the playout is over.
ctypedef int32_t (*legal_moves_t)(const table_t* table, const void* state,
                                  move_t* moves) noexcept nogil
# The only function that changes a state; the move must be one of legal_moves.
ctypedef void (*apply_t)(const table_t* table, void* state, move_t move) noexcept nogil
# Makes and counts as many turns as it likes, as the turn loop would if everybody plays `random`:
# of n > 1 legal moves the one at place rng_below(n) of the list, by the coin of the seat to move.
ctypedef void (*rush_t)(const table_t* table, void* state, seat_t* seats,
                        turns_t* done) noexcept nogil


ctypedef struct game_t:
    size_t state_size
    int32_t n_game_counters
    int32_t n_seat_counters
    # `state.head.luck` is set before; deals and finds the first seat to decide
    void (*init)(const table_t* table, void* state) noexcept nogil
    legal_moves_t legal_moves
    apply_t apply
    # `turn_loop` below with the game's own functions, and nothing else
    void (*play_out)(const table_t* table, void* state, seat_t* seats, move_t* moves,
                     turns_t* done) noexcept nogil
    void (*scores)(const table_t* table, const void* state, result_t* result) noexcept nogil
    # what `seat` cannot see is redealt at random, consistent with all it can know
    void (*redeal_hidden)(const table_t* table, void* state, int32_t seat,
                          rng_t* rng) noexcept nogil


cdef inline int32_t seat_to_move(const void* state) noexcept nogil:
    return (<const head_t*>state).seat


cdef inline void turn_loop(legal_moves_t legal_moves, apply_t apply, rush_t rush,
                           const table_t* table, void* state, seat_t* seats, move_t* moves,
                           turns_t* done) noexcept nogil:
    """The only turn loop: to the end of the playout. One legal move is made without asking.

    It is compiled into every game, where the compiler knows the functions. `rush` may be NULL: it
    is for games in which a random move can be had much faster than by listing all of them.
    """
    cdef int32_t n, choice, seat
    cdef bint at_random = rush != NULL and not done.listed
    cdef seat_t* who
    cdef seat_t* last = NULL            # whose scratch may stay: nobody else has moved since
    done.turns = done.decisions = 0
    for seat in range(table.n_seats):
        at_random &= seats[seat].choose == NULL
    while True:
        if at_random:
            rush(table, state, seats, done)
        n = legal_moves(table, state, moves)
        if n == 0:
            break
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
                    break
        last = who
        apply(table, state, moves[choice])


cdef inline const script_t* find_script(const table_t* table, uint32_t purpose,
                                        uint32_t occasion) noexcept nogil:
    """What was written down for this chance, or NULL."""
    cdef int32_t i
    for i in range(table.n_scripts):
        if table.scripts[i].purpose == purpose and table.scripts[i].occasion == occasion:
            return &table.scripts[i]
    return NULL


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
    cdef bytes pack_rules(self, int players, dict rules)
    cdef dict describe(self, const table_t* table, const void* state)
    cdef int restore(self, const table_t* table, void* state, dict raw) except -1


cdef class Policy:
    """A policy that can be seated: its function and the values of its parameters."""
    cdef choose_t choose
    cdef const void* params
    cdef readonly int scratch_size
    cdef readonly str name
    cdef readonly str sentence          # one sentence for people
    cdef readonly dict defaults         # parameter name -> (default, least, most)
    cdef double _values[16]             # behind `params` of a compiled policy


cdef Policy native(str name, str sentence, choose_t choose, dict defaults=*, int scratch_size=*)
