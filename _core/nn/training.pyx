"""What an expert learns from: moves in games, what was seen of each, and what became of it."""
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from analyzer._core.contract cimport (
    MAX_MOVES, Policy, Table, choose_t, game_t, head_t, move_t, seat_to_move, table_t, view_t,
)
from analyzer._core.nn.network cimport WIDTH, fill_table
from analyzer._core.rng cimport rng_below, rng_seed, rng_t, rng_unit


ctypedef struct examples_t:     # how games are played, and where moves are written down
    uint16_t* rows              # MOST_ROWS a piece; those not needed are NO_ROW
    uint8_t* net
    uint8_t* seat
    float* told                 # MOST_TOLD a piece
    int32_t room
    double lot                  # the chance of a move drawn by lot
    choose_t choose             # who plays at all seats,
    const void* params          # ... with what parameters
    size_t scratch_size
    int32_t begun               # where the stage under way began, or the last move drawn by lot
    int32_t n
    int32_t bad                 # 1: the player gave no choice

NO_ROW = 65535


cdef inline int32_t draw_near(rng_t* rng, int32_t choice, int32_t reach,
                              int32_t n) noexcept nogil:
    """Any of n moves, at most `reach` places away."""
    cdef int32_t low = max(0, choice - reach), high = min(n - 1, choice + reach)
    return low + <int32_t>rng_below(rng, <uint32_t>(high - low + 1))


cdef void note_example(const training_task_t* task, const view_t* view, move_t move,
                       examples_t* examples) noexcept nogil:
    cdef uint16_t* rows = examples.rows + examples.n * MOST_ROWS
    cdef int32_t net = 0
    if examples.n == examples.room:
        return
    memset(rows, 255, MOST_ROWS * sizeof(uint16_t))
    if task.see(view, move, &net, rows):
        examples.net[examples.n], examples.seat[examples.n] = <uint8_t>net, <uint8_t>view.seat
        examples.n += 1


cdef void tell_all(const training_task_t* task, const table_t* table, const void* state,
                   examples_t* examples) noexcept nogil:
    """What became of the moves since `begun`."""
    while examples.begun < examples.n:
        task.tell(table, state, examples.seat[examples.begun],
                  examples.told + examples.begun * MOST_TOLD)
        examples.begun += 1


cdef bint play_game(const training_task_t* task, view_t* view, void* state, move_t* moves,
                    rng_t* rng, examples_t* examples) noexcept nogil:
    """One playout with the same player at all seats. Now and then a random move is made. What was
    noted before it in its stage is forgotten, because its result was not the player's doing. False:
    there is no room left."""
    cdef const table_t* table = view.table
    cdef const game_t* game = table.game
    cdef int32_t stage = 0, n, choice, net, last = -1
    cdef uint16_t rows[MOST_ROWS]
    game.init(table, state)
    while True:
        n = game.legal_moves(table, state, moves)
        if task.by_stage and (<head_t*>state).stage != stage:
            tell_all(task, table, state, examples)
            stage = (<head_t*>state).stage
        if n == 0:
            tell_all(task, table, state, examples)
            return examples.n < examples.room
        choice = 0
        if n > 1:
            view.seat = seat_to_move(state)
            if examples.scratch_size and view.seat != last:
                memset(view.scratch, 0, examples.scratch_size)
            last = view.seat
            choice = examples.choose(view, moves, n, examples.params, rng)
            if not 0 <= choice < n:
                examples.bad = 1
                return False
            if rng_unit(rng) < examples.lot and task.see(view, moves[choice], &net, rows):
                choice = draw_near(rng, choice, task.reach[net], n)
                examples.n = examples.begun
                if examples.scratch_size:
                    memset(view.scratch, 0, examples.scratch_size)
            note_example(task, view, moves[choice], examples)
        game.apply(table, state, moves[choice])


cdef class TrainingTask:
    """What the expert of one game learns from. All threads share an expert's tables,
    so nothing else may be played while `teach` changes them."""

    @property
    def shapes(self):
        """For each net: the rows of what is seen, and those after them."""
        return [(self.c.n_rows[i], self.c.end_rows[i]) for i in range(self.c.n_nets)]

    def teach(self, int net, bytes numbers not None):
        """Gives a net of the expert another table: a signed byte for each number."""
        if not 0 <= net < self.c.n_nets:
            raise ValueError(f"net must be 0 to {self.c.n_nets - 1}; got {net}")
        fill_table(numbers, self.c.tables[net], self.c.n_rows[net] + self.c.end_rows[net])

    def examples(self, Table table not None, Policy player not None, tuple key, uint64_t first,
                 int n_games, double lot, uint16_t[:, ::1] rows, uint8_t[::1] net,
                 uint8_t[::1] seat, float[:, ::1] told):
        """Plays games from index `first` on until there is no room for more; returns the number of
        examples and of games. `lot` is the chance of a random move."""
        cdef uint64_t k0, k1
        cdef head_t* head
        cdef void* state
        cdef move_t moves[MAX_MOVES]
        cdef examples_t examples
        cdef view_t view
        cdef rng_t rng
        cdef int32_t games = 0
        cdef bint goes_on = True
        if rows.shape[1] != MOST_ROWS or told.shape[1] != MOST_TOLD or not (
                rows.shape[0] == net.shape[0] == seat.shape[0] == told.shape[0] > 0):
            raise ValueError("the arrays of examples must have equal lengths and their widths")
        if player.scratch_states or player.rollout is not None:
            raise ValueError(f"the player must need no worlds of its own; got {player.name}")
        if player.choose == NULL or player.policies:
            raise ValueError(f"the player must choose by itself; got {player.name}")
        if self.c.see == NULL:
            raise ValueError("a training task must be that of a game")
        k0, k1 = key
        examples.rows, examples.net, examples.seat = &rows[0, 0], &net[0], &seat[0]
        examples.told, examples.room = &told[0, 0], <int32_t>rows.shape[0]
        examples.lot, examples.choose, examples.params = lot, player.choose, player.params
        examples.n = examples.begun = examples.bad = 0
        examples.scratch_size = <size_t>player.scratch_size
        memset(&view, 0, sizeof(view))
        state = calloc(1, table.c.game.state_size + examples.scratch_size)
        if state == NULL:
            raise MemoryError
        view.scratch = <char*>state + table.c.game.state_size
        view.table, view.state, head = &table.c, state, <head_t*>state
        rng_seed(&rng, k0, ~k1, first)
        with nogil:
            while goes_on and games < n_games:
                head.luck.k0, head.luck.k1, head.luck.game = k0, k1, first + <uint64_t>games
                head.stage = head.unscripted = 0
                goes_on = play_game(&self.c, &view, state, moves, &rng, &examples)
                games += 1
        free(state)
        if examples.bad:
            raise ValueError(f"{player.name} chose no move")
        return examples.begun, games


def widths():
    """Rows and told numbers of an example, and numbers in a row of a table."""
    return MOST_ROWS, MOST_TOLD, WIDTH
