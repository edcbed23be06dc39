"""Random streams: SFC64 (bit-identical to numpy's), exact bounded draws, keyed by meaning.

Header only, so that every draw is inlined. A stream is derived from (seed, game, purpose,
occasion) and from nothing else: which thread, chunk or earlier draw led here never matters.

The promise, in numpy's words: the stream of (seed, game, purpose, occasion) is
`numpy.random.SFC64` seeded with the three words

    k0,  k1 ^ splitmix64(purpose << 32 | occasion),  splitmix64(game)

where `k0, k1 = numpy.random.SeedSequence(seed).generate_state(2, numpy.uint64)`.
The private coin of the policy in a seat begins anew at every stage of a playout (the next hand, day
or round), so that two playouts that went apart meet the same coins again. There are many of them,
so they are keyed with less: the coin of (seat, stage) is SFC64 without warm-up in the state

    a = h,  b = c1 ^ splitmix64(game),  c = (h ^ h >> 32) * 0xD1342543DE82EF95,  counter = 1

where `h = splitmix64((c0 ^ splitmix64(game)) + 8 * stage + seat)` and c0, c1 are the words of the
coin's own seed (unless told otherwise k0, k1), made like those. h is a fresh word for every seat
and stage. The first two draws are h and 9 * c but for constants, the third one is a mixture: the
multiplier is one of Steele and Vigna's (2021), whose lattices are good, and without the shift the
lowest bits of the first two draws would agree. tests/core/test_rng.py looks at the first four.

Both hold for all releases that share a game's `version`; tests/core/test_rng.py checks them.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__x86_64__) && defined(__GNUC__)
    /* As it stands there: gcc would keep both halves in one pair of registers, and copy them. */
    static inline uint64_t analyzer_mul128(uint64_t a, uint64_t b, uint64_t *low) {
        uint64_t high;
        __asm__("mulq %3" : "=a"(*low), "=d"(high) : "%0"(a), "rm"(b) : "cc");
        return high;
    }
    #elif defined(__SIZEOF_INT128__)
    static inline uint64_t analyzer_mul128(uint64_t a, uint64_t b, uint64_t *low) {
        __uint128_t product = (__uint128_t)a * b;
        *low = (uint64_t)product;
        return (uint64_t)(product >> 64);
    }
    #else
    #include <intrin.h>
    static inline uint64_t analyzer_mul128(uint64_t a, uint64_t b, uint64_t *low) {
        uint64_t high;
        *low = _umul128(a, b, &high);
        return high;
    }
    #endif

    typedef struct { uint64_t a, b, c, counter; } analyzer_rng;

    static inline uint64_t analyzer_next(analyzer_rng *r) {
        uint64_t out = r->a + r->b + r->counter++;
        r->a = r->b ^ (r->b >> 11);
        r->b = r->c + (r->c << 3);
        r->c = ((r->c << 24) | (r->c >> 40)) + out;
        return out;
    }

    static inline uint64_t analyzer_splitmix(uint64_t x) {
        x += 0x9E3779B97F4A7C15u;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
        return x ^ (x >> 31);
    }

    static inline void analyzer_seed(analyzer_rng *r, uint64_t k0, uint64_t k1, uint64_t k2) {
        int i;
        r->a = k0;
        r->b = k1;
        r->c = k2;
        r->counter = 1;
        /* numpy's own warm-up; mixed words need only 4 of them */
        for (i = 0; i < 12; i++) analyzer_next(r);
    }

    typedef struct { uint64_t k0, k1, game; } analyzer_luck;

    static inline void analyzer_stream(analyzer_rng *r, const analyzer_luck *luck, uint32_t purpose,
                                       uint32_t occasion) {
        uint64_t meaning = (uint64_t)purpose << 32 | occasion;
        analyzer_seed(r, luck->k0, luck->k1 ^ analyzer_splitmix(meaning),
                      analyzer_splitmix(luck->game));
    }

    /* Kept out of line, what hardly ever happens costs its callers no registers: a bounded draw
       takes 24 instructions instead of 28. */
    #if defined(__GNUC__)
    #define ANALYZER_RARE __attribute__((noinline, cold, unused))
    #else
    #define ANALYZER_RARE
    #endif

    /* A word whose product with n has the halves `high` and `low`, where low < n, may be one of
       those too many to share out evenly; then another one is drawn. */
    static ANALYZER_RARE uint64_t analyzer_fair_below(analyzer_rng *r, uint64_t n, uint64_t high,
                                                      uint64_t low) {
        uint64_t threshold = (0 - n) % n;
        while (low < threshold) high = analyzer_mul128(analyzer_next(r), n, &low);
        return high;
    }

    /* The bounded draw after k others. In the usual case the words stay in registers: they are kept
       in memory only where one of them must be drawn again. */
    static ANALYZER_RARE uint64_t analyzer_below_slowly(analyzer_rng r, uint64_t n, int32_t k) {
        uint64_t low, high;
        do {
            high = analyzer_mul128(analyzer_next(&r), n, &low);
            if (low < n) high = analyzer_fair_below(&r, n, high, low);
        } while (k--);
        return high;
    }
    static inline uint64_t analyzer_below_after(analyzer_rng r, uint64_t n, int32_t k) {
        const analyzer_rng first = r;
        uint64_t low, high;
        int32_t i;
        for (i = 0; i < k; i++) {
            if (analyzer_next(&r) * n < n) return analyzer_below_slowly(first, n, k);
        }
        high = analyzer_mul128(analyzer_next(&r), n, &low);
        return low < n ? analyzer_below_slowly(first, n, k) : high;
    }

    /* A bounded draw, or 0 without a draw if n is 1: half of all card plays may be forced, and
       processors cannot guess which. Words that were drawn in vain are added to `in_vain`, unless
       it is NULL: without them the counter of a stream tells how many choices were made. */
    static inline uint64_t analyzer_below_if(analyzer_rng *r, uint64_t n, uint64_t *in_vain) {
        analyzer_rng spare, *kept = n > 1 ? r : &spare;
        uint64_t low, high, b = r->b, c = r->c, counter = r->counter;
        uint64_t out = r->a + b + counter;
        kept->counter = counter + 1;
        kept->a = b ^ (b >> 11);
        kept->b = c + (c << 3);
        kept->c = ((c << 24) | (c >> 40)) + out;
        high = analyzer_mul128(out, n, &low);
        if (low < n) {
            high = analyzer_fair_below(kept, n, high, low);
            if (in_vain) *in_vain += kept->counter - counter - 1;
        }
        return high;
    }

    /* The same for seven steps of a shuffle of n cards, of whose word `rest` is left: were they
       unfair, they are undone. */
    static ANALYZER_RARE int analyzer_undo_unfair(uint64_t word, uint64_t rest, uint8_t *cards,
                                                  uint64_t n) {
        uint64_t product = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5) * (n - 6);
        uint64_t j[7];
        int i;
        if (rest >= (0 - product) % product) return 0;
        for (i = 0; i < 7; i++) j[i] = i + analyzer_mul128(word, n - i, &word);
        for (i = 6; i >= 0; i--) {
            uint8_t card = cards[i];
            cards[i] = cards[j[i]];
            cards[j[i]] = card;
        }
        return 1;
    }
    """
    ctypedef struct rng_t "analyzer_rng":       # numpy's SFC64 state, in its order
        uint64_t a
        uint64_t b
        uint64_t c
        uint64_t counter

    ctypedef struct luck_t "analyzer_luck":     # the address of all chance in one playout
        uint64_t k0                             # from the seed
        uint64_t k1
        uint64_t game                           # index of the playout

    uint64_t splitmix64 "analyzer_splitmix"(uint64_t x) noexcept nogil
    void rng_seed "analyzer_seed"(rng_t* r, uint64_t k0, uint64_t k1, uint64_t k2) noexcept nogil
    void rng_stream "analyzer_stream"(rng_t* r, const luck_t* luck, uint32_t purpose,
                                      uint32_t occasion) noexcept nogil
    uint64_t mul128 "analyzer_mul128"(uint64_t a, uint64_t b, uint64_t* low) noexcept nogil
    uint64_t rng_next "analyzer_next"(rng_t* r) noexcept nogil
    uint64_t fair_below "analyzer_fair_below"(rng_t* r, uint64_t n, uint64_t high,
                                              uint64_t low) noexcept nogil
    uint64_t rng_below_after "analyzer_below_after"(rng_t r, uint64_t n, int32_t k) noexcept nogil
    uint64_t rng_below_if "analyzer_below_if"(rng_t* r, uint64_t n,
                                              uint64_t* in_vain) noexcept nogil
    bint undo_unfair "analyzer_undo_unfair"(uint64_t word, uint64_t rest, uint8_t* cards,
                                            uint64_t n) noexcept nogil


ctypedef struct coins_t:    # the address of all private coins in one playout
    uint64_t seats          # c0 ^ splitmix64(game)
    uint64_t playout        # c1 ^ splitmix64(game)


cdef inline coins_t coins_of(uint64_t c0, uint64_t c1, uint64_t game) noexcept nogil:
    cdef coins_t coins
    cdef uint64_t mixed = splitmix64(game)
    coins.seats = c0 ^ mixed
    coins.playout = c1 ^ mixed
    return coins


cdef inline void rng_coin(rng_t* r, const coins_t* coins, uint32_t seat,
                          uint32_t stage) noexcept nogil:
    """The private coin of a seat at a stage: 25 instructions, where a whole stream takes 140."""
    cdef uint64_t h = splitmix64(coins.seats + 8 * <uint64_t>stage + seat)
    r.a = h
    r.b = coins.playout
    r.c = (h ^ (h >> 32)) * <uint64_t>0xD1342543DE82EF95
    r.counter = 1


cdef inline uint32_t rng_below(rng_t* r, uint32_t n) noexcept nogil:
    """Exactly uniform on 0..n-1 (Lemire 2019); n must not be 0."""
    cdef uint64_t low
    cdef uint64_t high = mul128(rng_next(r), n, &low)
    if low < n:
        high = fair_below(r, n, high, low)
    return <uint32_t>high


cdef inline double rng_unit(rng_t* r) noexcept nogil:
    """Uniform on [0, 1), 53 bits, as numpy's `random`."""
    return <double>(rng_next(r) >> 11) * (1.0 / 9007199254740992.0)


cdef inline void rng_pick_next(rng_t* r, uint8_t* cards, int32_t i, int32_t n) noexcept nogil:
    """One step of a Fisher-Yates shuffle: a random card of i..n-1 comes to place i."""
    cdef int32_t j = i + <int32_t>rng_below(r, <uint32_t>(n - i))
    cdef uint8_t card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


cdef inline uint64_t rng_seven(uint64_t word, uint8_t* cards, uint64_t n) noexcept nogil:
    """Seven steps of a shuffle of n cards, from one word; returns what is left of it."""
    cdef uint64_t j
    cdef int32_t _i
    cdef uint8_t card
    for _i in range(7):
        j = mul128(word, n, &word)
        card = cards[0]
        cards[0] = cards[j]
        cards[j] = card
        cards += 1
        n -= 1
    return word


cdef inline void rng_deal(rng_t* r, uint8_t* cards, int32_t k, int32_t n) noexcept nogil:
    """A random k of the n cards, in random order, come to the places 0..k-1 (n at most 255).

    Seven exact bounded draws from one 64-bit word (Brackett-Rozinsky and Lemire 2024): 255^7 is
    below 2^56, so a word is rejected less than once in 256. Whether it is comes out last.
    """
    cdef rng_t own = r[0]       # which writing cards cannot change, as the compiler sees
    cdef uint64_t word, rest, left = <uint64_t>n
    cdef int32_t i
    while k >= 7:
        word = rng_next(&own)
        rest = rng_seven(word, cards, left)
        if rest >> 56 == 0 and undo_unfair(word, rest, cards, left):
            continue
        cards += 7
        left -= 7
        k -= 7
    r[0] = own
    for i in range(k):
        rng_pick_next(r, cards, i, <int32_t>left)
