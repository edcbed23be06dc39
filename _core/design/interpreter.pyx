"""Python methods as the rules of a game: each function of the contract calls one."""
from libc.stdint cimport int32_t, int64_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.design.own cimport (
    FAILED, NO_MOVES, NO_SUCH_SEAT, OVER, STAGE_FELL, TOO_LONG, TURNS, OwnGame, among, everyone,
    fail, fail_with, own_of, own_rules, rules_of,
)
from analyzer._core.design.watch cimport begin, checked_int32
from analyzer._core.design.window cimport Move, Window
from analyzer._core.rng cimport rng_t

from analyzer._core.design.watch import RuleError

cdef extern from "pythread.h":
    unsigned long PyThread_get_thread_ident() noexcept nogil


cdef class Interpreter:
    """The class of a game's windows, and what they need."""
    cdef readonly object kind           # a subclass of Window
    cdef readonly tuple moves           # by order of their codes
    cdef readonly object deal, list, score, wins, fits, may_hold
    cdef readonly tuple held            # the cards that it is asked about
    cdef readonly tuple weights
    cdef readonly dict words            # of rules that are choices
    cdef readonly object make           # fills in a new window
    cdef readonly dict purposes
    cdef dict windows
    cdef Window last
    cdef dict known                     # code -> (Move, values)
    cdef public bint draws_once         # is it an error to draw a chance twice?

    def __init__(self, kind, moves, weights, words, make, purposes, held=()):
        self.kind, self.moves, self.weights, self.words = kind, tuple(moves), weights, words
        self.make, self.purposes = make, purposes
        self.deal, self.list, self.score = kind.deal, kind.moves, kind.score
        self.wins, self.fits = getattr(kind, "wins", None), getattr(kind, "fits", None)
        self.may_hold, self.held = getattr(kind, "may_hold", None), held
        self.windows, self.known = {}, {}

    cdef tuple move_of(self, int code):
        cdef Move move
        found = self.known.get(code)
        if found is None:
            for move in self.moves:
                if move.base <= code:
                    last = move
            found = self.known[code] = last, last.values(code)
        return <tuple>found

    def says(self, int code):
        """The move and what is given to it."""
        return self.move_of(code)


cdef Interpreter interpreter(const table_t* table):
    cdef OwnGame game = <OwnGame>own_of(table).game
    return <Interpreter>game.maker


cdef Window window(const table_t* table, const void* state, bint reading):
    cdef Interpreter maker = interpreter(table)
    cdef int64_t serial = (<const own_rules*>table.rules).serial
    cdef unsigned long thread = PyThread_get_thread_ident()
    cdef Window w = maker.last
    if w is None or w.serial != serial or w.thread != thread:
        w = maker.windows.get((serial, thread))
        if w is None:
            w = new_window(maker, table, serial, thread)
        maker.last = w
    w.base, w.table, w.rules, w.own = <int32_t*>state, table, rules_of(table), own_of(table)
    w.viewer, w.holding, w.reading, w.list = -1, False, reading, NULL
    begin()
    return w


cdef Window new_window(Interpreter maker, const table_t* table, int64_t serial,
                       unsigned long thread):
    cdef Window w = maker.kind.__new__(maker.kind)
    cdef OwnGame game = <OwnGame>own_of(table).game
    if len(maker.windows) >= 64:        # of tables that are long gone
        maker.windows.clear()
    maker.windows[serial, thread] = w
    w.serial, w.thread, w.players, w.purposes = serial, thread, table.n_seats, maker.purposes
    w.seats = range(table.n_seats)
    w.everyone = everyone(table)
    for k, name in enumerate(game.rule_names):
        words = maker.words.get(name)
        value = rules_of(table)[<int>k]
        setattr(w, name, value if words is None else words[value])
    maker.make(w)
    return w


cdef inline void failed(const table_t* table, const void* state, object error) noexcept:
    fail_with(table, state, 1, error)


# --- the functions of the game --------------------------------------------------------------------

cdef void deal(const table_t* table, void* state) noexcept with gil:
    cdef Window w
    try:
        w = window(table, state, False)
        w.drawn = set() if interpreter(table).draws_once else None
        interpreter(table).deal(w)
    except BaseException as error:
        failed(table, state, error)


cdef int32_t legal_moves(const table_t* table, const void* state,
                         move_t* moves) noexcept with gil:
    cdef const int32_t* numbers = <const int32_t*>state
    cdef Window w
    if numbers[OVER] or numbers[FAILED]:
        return 0
    try:
        w = window(table, state, True)
        w.list, w.n = moves, 0
        interpreter(table).list(w)
        if w.n == 0:
            fail(table, state, NO_MOVES)
        return w.n
    except BaseException as error:
        failed(table, state, error)
        return 0


cdef void apply(const table_t* table, void* state, move_t code) noexcept with gil:
    cdef int32_t* numbers = <int32_t*>state
    cdef int32_t stage = numbers[1]
    cdef tuple found
    try:
        found = interpreter(table).move_of(code)
        (<Move>found[0]).function(window(table, state, False), *<tuple>found[1])
        numbers[TURNS] += 1
        if not 0 <= numbers[0] < table.n_seats:
            fail(table, state, NO_SUCH_SEAT)
        elif numbers[1] < stage:
            fail(table, state, STAGE_FELL)
        elif numbers[TURNS] >= own_of(table).most_turns and not numbers[OVER]:
            fail(table, state, TOO_LONG)
    except BaseException as error:
        failed(table, state, error)


cdef int32_t score(const table_t* table, const void* state, int32_t seat) noexcept with gil:
    try:
        return checked_int32(interpreter(table).score(window(table, state, True), seat), "a score")
    except BaseException as error:
        failed(table, state, error)
        return 0


cdef int32_t wins(const table_t* table, const void* state, int32_t seat) noexcept with gil:
    try:
        return 1 if interpreter(table).wins(window(table, state, True), seat) else 0
    except BaseException as error:
        failed(table, state, error)
        return 0


cdef int32_t fits(const table_t* table, const void* state, int32_t seat) noexcept with gil:
    try:
        return 1 if interpreter(table).fits(window(table, state, True), seat) else 0
    except BaseException as error:
        failed(table, state, error)
        return 0


cdef int32_t may_hold(const table_t* table, const void* state, int32_t viewer, int32_t seat,
                      int32_t kind) noexcept with gil:
    cdef Interpreter maker = interpreter(table)
    cdef Window w
    try:
        w = window(table, state, True)
        w.viewer, w.holding = viewer, True
        return 1 if maker.may_hold(w, seat, maker.held[kind]) else 0
    except BaseException as error:
        failed(table, state, error)
        return 0


cdef int32_t best(const table_t* table, const void* state, int32_t seat, const move_t* moves,
                  int32_t n_moves, const double* weights, rng_t* rng) noexcept with gil:
    cdef Interpreter maker = interpreter(table)
    cdef Window w
    cdef int32_t i, n = 0, found = 0
    cdef double top = 0.0, value
    cdef tuple what
    cdef Move move
    try:
        w = window(table, state, True)
        for i in range(<int32_t>len(maker.weights)):
            setattr(w, maker.weights[i], weights[i])
        w.viewer = seat
        for i in range(n_moves):
            what = maker.move_of(moves[i])
            move = <Move>what[0]
            begin()
            given = 0.0 if move.worth is None else move.worth(w, seat, *<tuple>what[1])
            if not isinstance(given, (int, float)) or given != given:
                raise RuleError(f"worth_{move.name} must give back a number; got {given!r}")
            value = given
            if n == 0 or value > top:
                top, found, n = value, i, 1
            elif value == top:
                n += 1
                if among(rng, n):
                    found = i
        return found
    except BaseException as error:
        failed(table, state, error)
        return -1


def interpret(OwnGame game not None, Interpreter maker not None):
    """Python methods become the rules of a game."""
    game.maker, game.mode = maker, "interpreted"
    game.own.deal, game.own.score, game.own.wins = deal, score, wins
    game.own.fits = fits
    if maker.fits is None:
        game.own.fits = NULL
    game.own.may_hold = may_hold
    if maker.may_hold is None:
        game.own.may_hold = NULL
    if maker.wins is None:
        game.own.wins = NULL    # the best score wins
    game.own.best = best
    game.own.by_worth = game.own.at_random = NULL
    game.use(legal_moves, apply)
