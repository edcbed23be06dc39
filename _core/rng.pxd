"""Random streams: SFC64 (bit-identical to numpy's), exact bounded draws, keyed by meaning.

Header only, so that every draw is inlined. A stream is derived from (seed, game, purpose,
occasion) and from nothing else: which thread, chunk or earlier draw led here never matters.

The promise, in numpy's words: the stream of (seed, game, purpose, occasion) is
`numpy.random.SFC64` seeded with the three words

    k0,  k1 ^ splitmix64(purpose << 32 | occasion),  splitmix64(game)

where `k0, k1 = numpy.random.SeedSequence(seed).generate_state(2, numpy.uint64)`.
It holds for all releases that share a game's `version`; tests/test_rng.py checks it.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__SIZEOF_INT128__)
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
    """
    uint64_t mul128 "analyzer_mul128"(uint64_t a, uint64_t b, uint64_t* low) noexcept nogil


ctypedef struct rng_t:      # numpy's SFC64 state, in its order
    uint64_t a
    uint64_t b
    uint64_t c
    uint64_t counter


ctypedef struct luck_t:     # the address of all chance in one playout
    uint64_t k0             # from the seed
    uint64_t k1
    uint64_t game           # index of the playout


cdef inline uint64_t rng_next(rng_t* r) noexcept nogil:
    cdef uint64_t out = r.a + r.b + r.counter
    r.counter += 1
    r.a = r.b ^ (r.b >> 11)
    r.b = r.c + (r.c << 3)
    r.c = ((r.c << 24) | (r.c >> 40)) + out
    return out


cdef inline uint64_t splitmix64(uint64_t x) noexcept nogil:
    x += <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline void rng_seed(rng_t* r, uint64_t k0, uint64_t k1, uint64_t k2) noexcept nogil:
    cdef int i
    r.a = k0
    r.b = k1
    r.c = k2
    r.counter = 1
    for i in range(12):     # numpy's own warm-up; mixed words need only 4 of them
        rng_next(r)


cdef inline void rng_stream(rng_t* r, const luck_t* luck, uint32_t purpose,
                            uint32_t occasion) noexcept nogil:
    cdef uint64_t meaning = (<uint64_t>purpose << 32) | occasion
    rng_seed(r, luck.k0, luck.k1 ^ splitmix64(meaning), splitmix64(luck.game))


cdef inline uint32_t rng_below(rng_t* r, uint32_t n) noexcept nogil:
    """Exactly uniform on 0..n-1 (Lemire 2019); n must not be 0."""
    cdef uint64_t low
    cdef uint64_t high = mul128(rng_next(r), n, &low)
    cdef uint64_t threshold
    if low < n:
        threshold = (0 - <uint64_t>n) % n
        while low < threshold:
            high = mul128(rng_next(r), n, &low)
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


cdef inline void rng_deal(rng_t* r, uint8_t* cards, int32_t k, int32_t n) noexcept nogil:
    """A random k of the n cards, in random order, come to the places 0..k-1 (n at most 255).

    Seven exact bounded draws from one 64-bit word (Brackett-Rozinsky and Lemire 2024): 255^7 < 2^56,
    so that a word is rejected less than once in 256.
    """
    cdef uint64_t word, product
    cdef int32_t first[7]
    cdef int32_t i = 0, d
    cdef uint8_t card
    while i + 7 <= k:
        while True:
            word = rng_next(r)
            for d in range(7):
                first[d] = <int32_t>mul128(word, <uint64_t>(n - i - d), &word)
            if word >> 56:      # more than any product of seven
                break
            product = 1
            for d in range(7):
                product *= <uint64_t>(n - i - d)
            if word >= (0 - product) % product:
                break
        for d in range(7):
            card = cards[i + d]
            cards[i + d] = cards[i + d + first[d]]
            cards[i + d + first[d]] = card
        i += 7
    while i < k:
        rng_pick_next(r, cards, i, n)
        i += 1
