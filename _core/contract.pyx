"""The Python side of the contract: tables, games and policies as objects."""
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free


cdef class Table:
    def __cinit__(self, Game game, int players, dict rules, scripts=()):
        """`scripts`: (purpose, occasion, values) for chance that is written down."""
        cdef bytes values
        cdef int i
        self.game = game
        self._rules = game.pack_rules(players, rules)
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

    def __dealloc__(self):
        free(self._scripts)

    @property
    def players(self):
        return self.c.n_seats


cdef class Game:
    @property
    def n_game_counters(self):
        return self.c.n_game_counters

    @property
    def n_seat_counters(self):
        return self.c.n_seat_counters

    @property
    def state_size(self):
        return self.c.state_size

    cdef bytes pack_rules(self, int players, dict rules):
        raise TypeError(f"{type(self).__name__} does not say how to pack its rules")

    cdef dict describe(self, const table_t* table, const void* state):
        raise TypeError(f"{type(self).__name__} does not say how to describe a state")

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        raise TypeError(f"{type(self).__name__} does not say how to restore a state")


cdef class Policy:
    def with_values(self, dict values):
        """The same policy with other values of its parameters."""
        cdef Policy other = type(self).__new__(type(self))
        cdef int i
        other.choose = self.choose
        other.name, other.sentence, other.defaults = self.name, self.sentence, self.defaults
        other.scratch_size = self.scratch_size
        for i, key in enumerate(self.defaults):
            other._values[i] = values.get(key, self.defaults[key][0])
        other.params = <const void*>other._values
        return other


cdef Policy native(str name, str sentence, choose_t choose, dict defaults=None,
                   int scratch_size=0):
    """A row of a policy table."""
    cdef Policy policy = Policy.__new__(Policy)
    policy.name, policy.sentence, policy.choose = name, sentence, choose
    policy.defaults = defaults or {}
    policy.scratch_size = scratch_size
    if len(policy.defaults) > 16:
        raise ValueError(f"{name} has more than 16 parameters")
    return policy.with_values({})
