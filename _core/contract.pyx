"""The Python side of the contract (tables, games and policies as objects), and what the turn loop
does now and then."""
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from analyzer._core.rng cimport coins_t, rng_coin


# --- what the turn loop does now and then -------------------------------------------------------

cdef inline void key_coins(const table_t* table, const head_t* head, seat_t* seats,
                           turns_t* done) noexcept nogil:
    cdef coins_t coins = done.coins     # a copy: the compiler need not read it again for each seat
    cdef uint32_t stage = <uint32_t>head.stage, seat, n = <uint32_t>table.n_seats
    done.stage = head.stage
    for seat in range(n):
        rng_coin(&seats[seat].rng, &coins, seat, stage)


cdef void record(trace_buffer_t* buffer, const table_t* table, const void* state) noexcept nogil:
    cdef int32_t score[MAX_SEATS]
    if buffer.n_seats == 2:
        table.game.points(table, state, score)
        new_entry(buffer, 1)[0] = score[0] - score[1]
    else:
        table.game.points(table, state, new_entry(buffer, buffer.width))


cdef void begin_loop(const table_t* table, const void* state, seat_t* seats,
                     turns_t* done) noexcept nogil:
    done.turns = done.decisions = done.over = done.bad = 0
    done.recorded = -1
    done.turn_number = 0
    key_coins(table, <const head_t*>state, seats, done)


cdef bint milestone(const table_t* table, const void* state, seat_t* seats,
                    turns_t* done) noexcept nogil:
    cdef const head_t* head = <const head_t*>state
    cdef bint new_stage = head.stage != done.stage
    if new_stage:
        key_coins(table, head, seats, done)
    if done.trace_buffer != NULL:
        record(done.trace_buffer, table, state)
        done.recorded = done.turns
    return new_stage and 0 < done.until_stage <= head.stage


cdef void end_loop(const table_t* table, const void* state, turns_t* done) noexcept nogil:
    """The scores at the end are the last of a trace, unless that moment is already in it."""
    done.over = 1
    if done.trace_buffer != NULL and done.recorded != done.turns:
        record(done.trace_buffer, table, state)
        done.recorded = done.turns


cdef int refuse_unless(bint fine, str what) except -1:
    if not fine:
        raise ValueError(f"{what} cannot be")
    return 0


# --- objects ------------------------------------------------------------------------------------

cdef class Table:
    def __cinit__(self, Game game not None, int players, dict rules not None, scripts=()):
        """`scripts`: (purpose, occasion, values) for chance that is written down."""
        cdef bytes values
        cdef int i
        self.game = game
        if not game.c.fewest_seats <= players <= game.c.most_seats:
            raise ValueError(f"players must be {game.c.fewest_seats} to {game.c.most_seats}; "
                             f"got {players}")
        self._rules = game.pack_rules(players, rules)
        self.c.game = &game.c
        self.c.n_seats = players
        self.c.rules = <const void*><const char*>self._rules
        self._values = [bytes(values) for _, _, values in scripts]
        self.c.n_scripts = len(self._values)
        self._scripts = <script_t*>calloc(max(1, len(self._values)), sizeof(script_t))
        if self._scripts == NULL:
            raise MemoryError
        self.c.scripts = self._scripts
        for i in range(self.c.n_scripts):
            values = self._values[i]
            self._scripts[i].purpose = scripts[i][0]
            self._scripts[i].occasion = scripts[i][1]
            self._scripts[i].length = len(values)
            self._scripts[i].values = <const uint8_t*><const char*>values
            game.check_script(&self.c, self._scripts[i].purpose, values)

    def __dealloc__(self):
        free(self._scripts)

    @property
    def players(self):
        return self.c.n_seats

    @property
    def scripts(self):
        """(purpose, occasion, values) of the chance that is written down."""
        return [(self._scripts[i].purpose, self._scripts[i].occasion, self._values[i])
                for i in range(self.c.n_scripts)]


cdef class Game:
    @property
    def players(self):
        """Fewest and most seats."""
        return self.c.fewest_seats, self.c.most_seats

    @property
    def n_game_counters(self):
        return self.c.n_game_counters

    @property
    def n_seat_counters(self):
        return self.c.n_seat_counters

    @property
    def stage_is_contest(self):
        """Do the points of a stage tell who did well in it?"""
        return bool(self.c.stage_is_contest)

    @property
    def state_size(self):
        return self.c.state_size

    cdef bytes pack_rules(self, int players, dict rules):
        raise TypeError(f"{type(self).__name__} does not say how to pack its rules")

    cdef int check_script(self, const table_t* table, uint32_t purpose, bytes values) except -1:
        return 0

    cdef int raise_failure(self) except -1:
        return 0

    def failure(self):
        """What `raise_failure` would raise, and the moves before it, once; None if none failed."""
        return None

    cdef dict describe(self, const table_t* table, const void* state):
        if self.fields is None:
            raise TypeError(f"{type(self).__name__} does not say how to describe a state")
        return self.fields.describe(table.n_seats, state)

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        if self.fields is None:
            raise TypeError(f"{type(self).__name__} does not say how to restore a state")
        memset(<char*>state + sizeof(head_t), 0, self.c.state_size - sizeof(head_t))
        return self.fields.restore(table.n_seats, state, raw)


cdef class Policy:
    def with_values(self, dict values, Policy inner=None):
        """The same policy with other values of its parameters; `inner` is the policy that one of
        them names."""
        cdef Policy other = type(self).__new__(type(self))
        cdef int i
        other.choose, other.fast_path = self.choose, self.fast_path
        other.name, other.sentence, other.defaults = self.name, self.sentence, self.defaults
        other.policies = self.policies
        other.scratch_size, other.scratch_states = self.scratch_size, self.scratch_states
        for i, key in enumerate(self.defaults):
            other._values[i] = values.get(key, self.defaults[key][0])
        other.params = <const void*>other._values
        if inner is not None:
            other.inner = inner
            other.bind(inner)
        return other

    cdef int bind(self, Policy inner) except -1:
        raise TypeError(f"{self.name} has no parameter that names a policy")


cdef Policy native(str name, str sentence, choose_t choose, dict defaults=None,
                   int scratch_size=0, int scratch_states=0, type kind=Policy, dict policies=None):
    """A row of a policy table. `policies` are the parameters that name one, with what `kind`, a
    subclass, makes of it (`bind`); there is one at most."""
    cdef Policy policy = kind.__new__(kind)
    policy.name, policy.sentence, policy.choose = name, sentence, choose
    policy.defaults, policy.policies = defaults or {}, policies or {}
    policy.scratch_size, policy.scratch_states = scratch_size, scratch_states
    if len(policy.defaults) > MAX_PARAMETERS:
        raise ValueError(f"{name} has more than {MAX_PARAMETERS} parameters")
    return policy.with_values({})


cdef Policy with_fast_path(Policy policy, fast_path_t fast_path):
    """The same, for a row of a policy table: where it sits everywhere, `fast_path` may play."""
    policy.fast_path = fast_path
    return policy
