"""Bits of a number as sets of seats, cards, cubes or moves. Header only."""
from libc.stdint cimport uint8_t, uint64_t


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define ANALYZER_LITTLE(size, word) __builtin_bswap##size(word)
    #else
    #define ANALYZER_LITTLE(size, word) (word)
    #endif
    static inline uint64_t analyzer_eight(const uint8_t *bytes) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        return ANALYZER_LITTLE(64, word);
    }
    /* Two parts: put together in memory, they would have to wait for each other. */
    static inline uint64_t analyzer_six(const uint8_t *bytes) {
        uint32_t low;
        uint16_t high;
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + 4, 2);
        return ANALYZER_LITTLE(32, low) | (uint64_t)ANALYZER_LITTLE(16, high) << 32;
    }
    /* The library's own: for a known length gcc writes `rep stos`, which is slow to start. */
    static inline void analyzer_clear(void *start, size_t n) {
    #if defined(__GNUC__)
        __asm__("" : "+r"(n));
    #endif
        memset(start, 0, n);
    }
    """
    int ctz "__builtin_ctzll"(uint64_t) noexcept nogil      # the lowest bit; not of 0
    int clz "__builtin_clzll"(uint64_t) noexcept nogil      # zeros above the highest; not of 0
    # so many bytes as a word, of which the first is the lowest
    uint64_t eight_bytes "analyzer_eight"(const uint8_t* start) noexcept nogil
    uint64_t six_bytes "analyzer_six"(const uint8_t* start) noexcept nogil
    void clear "analyzer_clear"(void* start, size_t n) noexcept nogil


cdef inline int popcount(uint64_t word) noexcept nogil:
    """How many bits are set; compilers call a function if not every processor can count."""
    word -= word >> 1 & <uint64_t>0x5555555555555555
    word = (word & <uint64_t>0x3333333333333333) + (word >> 2 & <uint64_t>0x3333333333333333)
    word = word + (word >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>(word * <uint64_t>0x0101010101010101 >> 56)


cdef inline list places_of(uint64_t word):
    """The places of its bits."""
    cdef list places = []
    while word:
        places.append(ctz(word))
        word &= word - 1
    return places


cdef inline uint64_t word_of(object places) except? 0:
    """The word with bits in these places; the places come from outside."""
    cdef uint64_t word = 0
    for place in places:
        if not 0 <= place < 64:
            raise ValueError(f"a place must be a whole number from 0 to 63, got {place!r}")
        word |= <uint64_t>1 << <int>place
    return word


# The k-th bit of a word in one step: BMI2's pdep, on x86-64 alone. Written out, so that one build
# runs everywhere and takes the way that the processor it meets is good at.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    static inline uint64_t analyzer_pdep(uint64_t source, uint64_t mask) {
        uint64_t out;
        __asm__("pdepq %2, %1, %0" : "=r"(out) : "r"(source), "r"(mask));
        return out;
    }
    static inline uint64_t analyzer_popcnt(uint64_t word) {
        uint64_t out;
        __asm__("popcntq %1, %0" : "=r"(out) : "r"(word) : "cc");
        return out;
    }
    /* AMD's processors before Zen 3 know pdep, but take it apart bit by bit. */
    static inline int analyzer_good_at_bits(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")
            && !__builtin_cpu_is("bdver4") && !__builtin_cpu_is("znver1")
            && !__builtin_cpu_is("znver2");
    }
    #else
    static inline uint64_t analyzer_pdep(uint64_t source, uint64_t mask) { return source & mask; }
    static inline uint64_t analyzer_popcnt(uint64_t word) { return word; }
    static inline int analyzer_good_at_bits(void) { return 0; }
    #endif
    """
    bint good_at_bits "analyzer_good_at_bits"() noexcept nogil
    # only where it is: the n-th bit of `mask` where bit n of `source` is set; how many bits are set
    uint64_t pdep "analyzer_pdep"(uint64_t source, uint64_t mask) noexcept nogil
    uint64_t popcnt "analyzer_popcnt"(uint64_t word) noexcept nogil
