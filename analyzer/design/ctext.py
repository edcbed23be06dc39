"""The text around a translated game: what it shares with our core, and how it is called.

The structs repeat the beginning of those in _core/contract.pxd; when a game is loaded, their sizes
are compared (`own_sizes`).
"""

HEAD = """\
#include <stdint.h>
#include <stddef.h>
#include <string.h>
%(rng)s
%(piles)s
typedef struct { int32_t seat, stage, unscripted; analyzer_luck luck; } head_t;
typedef struct { const void *game; int32_t n_seats; const void *rules; } table_t;
typedef struct {
    const void *choose, *fast_path;
    const double *weights;
    analyzer_rng rng;
    const void *view;
    size_t scratch_size;
} seat_t;

typedef struct {
    void (*fail)(const table_t *, const void *, int32_t);
    int (*fill)(const table_t *, void *, int32_t, int32_t);
    void (*shuffle)(const table_t *, void *, int32_t, int32_t, uint32_t, uint32_t);
} core_t;
static core_t core;

/* What the expert has worked out for this decision, in which nothing changes: first what is known
   of it, then the values. */
typedef struct {
%(known)s
    int64_t values;
%(memory)s
} memory_t;

/* Its numbers have 64 bits, those of a state 32: so a compiler knows that a state does not overlap
   it, and need not read it again after every change of a state. */
typedef struct {
    const table_t *table;
    memory_t *memory;
    int32_t *s;
    const int32_t *R;
    int32_t *moves;
    const double *W;
    int64_t n, room, viewer, players, everyone, failed, steps;
} call_t;

enum { OVER = 10, FAILED = 11, TURNS = 12, CLOCK = 13 };
enum { MOST_STEPS = 1000000, NO_MOVES = -1, NO_SUCH_SEAT = -2, TOO_LONG = -3, STAGE_FELL = -5 };
#define WHOLLY static inline __attribute__((always_inline))
#define RARE(test) __builtin_expect(!!(test), 0)
#define FAIL(line) do { c->failed = line; return 0; } while (0)
#define TRY(test, line) do { if (RARE(test)) FAIL(line); } while (0)
#define CALLED do { if (RARE(c->failed)) return 0; } while (0)
#define STEPS(n, line) do { c->steps -= (n); TRY(c->steps < 0, line); } while (0)

static inline int32_t own_roll(const int32_t *s, int32_t sides, uint32_t purpose, uint32_t occasion,
                               int32_t k) {
    analyzer_rng rng;
    analyzer_stream(&rng, &((const head_t *)s)->luck, purpose, occasion);
    return (int32_t)analyzer_below_after(rng, (uint64_t)sides, k);
}
static inline int own_floor(int32_t a, int32_t b, int32_t *out) {
    if (b == 0 || (a == INT32_MIN && b == -1)) return 1;
    *out = a / b - (a %% b != 0 && (a < 0) != (b < 0));
    return 0;
}
static inline int own_mod(int32_t a, int32_t b, int32_t *out) {
    if (b == 0) return 1;
    if (b == -1) { *out = 0; return 0; }
    *out = a %% b;
    if (*out && (*out < 0) != (b < 0)) *out += b;
    return 0;
}
static inline int own_power(int32_t a, int32_t n, int32_t *out) {
    int64_t made = 1;
    int32_t i;
    if (a >= -1 && a <= 1) {
        *out = n == 0 || (a == -1 && n %% 2 == 0) ? 1 : a;
        return 0;
    }
    for (i = 0; i < n; i++) {
        made *= a;
        if (made != (int32_t)made) return 1;
    }
    *out = (int32_t)made;
    return 0;
}
static inline int own_left(int32_t a, int32_t n, int32_t *out) {
    int64_t made;
    if (n < 0) return 1;
    if (a == 0) { *out = 0; return 0; }
    if (n > 31) return 1;
    made = (int64_t)a * ((int64_t)1 << n);
    *out = (int32_t)made;
    return made != (int32_t)made;
}
static inline int own_right(int32_t a, int32_t n, int32_t *out) {
    if (n < 0) return 1;
    *out = a >> (n > 31 ? 31 : n);
    return 0;
}
static inline int own_int(double a, int32_t *out) {
    if (!(a > -2147483649.0 && a < 2147483648.0)) return 1;
    *out = (int32_t)a;
    return 0;
}
static inline int own_in(const int32_t *list, int32_t value) {
    int32_t i;
    for (i = 1; i <= list[0]; i++) if (list[i] == value) return 1;
    return 0;
}
/* How many of a kind lie in the pile of this owner; all kinds are counted at the first question. */
static inline int32_t own_counted(const int32_t *pile, int32_t owner, int64_t *known,
                                  int32_t *counts, int32_t kinds, int32_t kind) {
    int32_t i;
    if (!(*known >> owner & 1)) {
        for (i = 0; i < kinds; i++) counts[i] = 0;
        for (i = 1; i <= pile[0]; i++) counts[pile[i] & OWN_KIND]++;
        *known |= (int64_t)1 << owner;
    }
    return (uint32_t)kind < (uint32_t)kinds ? counts[kind] : 0;
}
/* May the seat that judges look at this card, at all of them? */
#define SEEN(card) (((saw) | (card) >> OWN_KNOWN) >> c->viewer & 1)
static inline int own_hidden(const call_t *c, const int32_t *pile, int32_t saw) {
    int32_t i;
    if (saw >> c->viewer & 1) return 0;
    for (i = 1; i <= pile[0]; i++) if (!(pile[i] >> OWN_KNOWN >> c->viewer & 1)) return 1;
    return 0;
}
"""

TAIL = """
static inline void begin(call_t *c, const table_t *table, const void *state) {
    c->table = table;
    c->s = (int32_t *)state;
    c->R = (const int32_t *)table->rules;
    c->players = table->n_seats;
    c->everyone = (1 << table->n_seats) - 1;
    c->moves = NULL;
    c->failed = c->n = c->room = 0;
    c->viewer = -1;
    c->steps = MOST_STEPS;
}
void own_c_deal(const table_t *table, void *state) {
    call_t c;
    begin(&c, table, state);
    %(deal)s(&c);
    if (c.failed) core.fail(table, state, c.failed);
}
WHOLLY int32_t legal_moves(const table_t *table, const void *state, int32_t *moves) {
    call_t c;
    const int32_t *s = state;
    if (s[OVER] || s[FAILED]) return 0;
    begin(&c, table, state);
    c.moves = moves;
    c.room = 1024;
    %(moves)s(&c);
    if (RARE(c.failed)) { core.fail(table, state, c.failed); return 0; }
    if (RARE(c.n == 0)) core.fail(table, state, NO_MOVES);
    return c.n;
}
int32_t own_c_legal_moves(const table_t *table, const void *state, int32_t *moves) {
    return legal_moves(table, state, moves);
}
WHOLLY void apply(const table_t *table, void *state, int32_t code) {
    call_t c;
    int32_t *s = state;
    const int32_t stage = s[1];
    begin(&c, table, state);
%(apply)s
    if (RARE(c.failed)) { core.fail(table, state, c.failed); return; }
    s[TURNS]++;
    if (RARE((uint32_t)s[0] >= (uint32_t)table->n_seats)) core.fail(table, state, NO_SUCH_SEAT);
    else if (RARE(s[1] < stage)) core.fail(table, state, STAGE_FELL);
    else if (RARE(s[TURNS] >= %(most)d && !s[OVER])) core.fail(table, state, TOO_LONG);
}
void own_c_apply(const table_t *table, void *state, int32_t code) { apply(table, state, code); }
int32_t own_c_score(const table_t *table, const void *state, int32_t seat) {
    call_t c;
    int32_t made;
    begin(&c, table, state);
    made = %(score)s(&c, seat);
    if (c.failed) { core.fail(table, state, c.failed); return 0; }
    return made;
}
int32_t own_c_wins(const table_t *table, const void *state, int32_t seat) {
    call_t c;
    int32_t made = 1;
    begin(&c, table, state);
%(wins)s
    if (c.failed) { core.fail(table, state, c.failed); return 0; }
    return made;
}
int32_t own_c_fits(const table_t *table, const void *state, int32_t seat) {
    call_t c;
    int32_t made = 1;
    begin(&c, table, state);
%(fits)s
    if (c.failed) { core.fail(table, state, c.failed); return 0; }
    return made;
}
int32_t own_c_may_hold(const table_t *table, const void *state, int32_t viewer, int32_t seat,
                       int32_t kind) {
    call_t c;
    memory_t memory;
    int32_t made = 1;
    memset(&memory, 0, offsetof(memory_t, values));
    begin(&c, table, state);
    c.memory = &memory;
    c.viewer = viewer;
%(may_hold)s
    if (c.failed) { core.fail(table, state, c.failed); return 0; }
    return made;
}
static inline int32_t below(analyzer_rng *rng, int32_t n) {
    uint64_t low, high = analyzer_mul128(analyzer_next(rng), (uint64_t)n, &low);
    if (RARE(low < (uint64_t)n)) high = analyzer_fair_below(rng, (uint64_t)n, high, low);
    return (int32_t)high;
}
WHOLLY int32_t best(const table_t *table, const void *state, int32_t seat, const int32_t *moves,
                    int32_t n_moves, const double *weights, analyzer_rng *rng) {
    call_t c;
    memory_t memory;
    int32_t i, n = 0, found = 0, code;
    double top = 0.0, made;
    memset(&memory, 0, offsetof(memory_t, values));
    begin(&c, table, state);
    c.memory = &memory;
    c.viewer = seat;
    c.W = weights;
    for (i = 0; i < n_moves; i++) {
        code = moves[i];
        made = 0.0;
        c.steps = MOST_STEPS;
%(worth)s
        if (RARE(c.failed || made != made)) {
            core.fail(table, state, c.failed ? c.failed : 1);
            return -1;
        }
        if (n == 0 || made > top) {
            top = made;
            found = i;
            n = 1;
        } else if (made == top && below(rng, ++n) == 0) {
            found = i;
        }
    }
    return found;
}
int32_t own_c_best(const table_t *table, const void *state, int32_t seat, const int32_t *moves,
                   int32_t n_moves, const double *weights, analyzer_rng *rng) {
    return best(table, state, seat, moves, n_moves, weights, rng);
}
/* Turns to the end of the stage, as the turn loop would make them where all choose by worth, or all
   at random: here the compiler sees the moves and their worth together. 0: it made none. */
WHOLLY int32_t play_stage(const table_t *table, int32_t *s, seat_t *seats, int32_t *turns,
                          int32_t *decisions, int by_worth) {
    int32_t moves[1024], n, choice, made = 0;
    const int32_t stage = s[1];
    for (;;) {
        n = legal_moves(table, s, moves);
        if (n == 0) return made;
        choice = 0;
        if (n > 1) {
            seat_t *who = &seats[s[0]];
            choice = by_worth ? best(table, s, s[0], moves, n, who->weights, &who->rng)
                              : below(&who->rng, n);
            if (RARE(choice < 0)) return made;
            ++*decisions;
        }
        ++*turns;
        apply(table, s, moves[choice]);
        made = 1;
        if (s[1] != stage) return 1;
    }
}
int32_t own_c_by_worth(const table_t *table, void *state, seat_t *seats, int32_t *turns,
                       int32_t *decisions) {
    return play_stage(table, state, seats, turns, decisions, 1);
}
int32_t own_c_at_random(const table_t *table, void *state, seat_t *seats, int32_t *turns,
                        int32_t *decisions) {
    return play_stage(table, state, seats, turns, decisions, 0);
}
void own_c_use(const core_t *given) { core = *given; }
void own_c_sizes(int64_t *out) {
    out[0] = sizeof(head_t);
    out[1] = offsetof(table_t, n_seats);
    out[2] = offsetof(table_t, rules);
    out[3] = sizeof(seat_t);
    out[4] = offsetof(seat_t, rng);
}
"""
