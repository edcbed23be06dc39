"""Small nets of whole numbers, for experts that have learnt from games.

What a player sees is a list of rows of a table. Their sum, cut off below at 0 and above at FULL, is
what the net makes of it; an answer weighs that. Sums of whole numbers are the same everywhere, and
with the processor's short vectors a row costs two instructions. Header only but for the reader of
tables.
"""
from libc.stdint cimport int16_t, int32_t

cdef enum:
    WIDTH = 16                  # numbers in a row
    ONE = 48                    # what stands for 1 in rows
    FULL = 4 * ONE


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    typedef struct { __m128i low, high; } analyzer_sum;

    static inline __m128i analyzer_half(const int16_t *row) {
        return _mm_loadu_si128((const __m128i *)row);
    }
    static inline analyzer_sum analyzer_row(const int16_t *row) {
        analyzer_sum s = {analyzer_half(row), analyzer_half(row + 8)};
        return s;
    }
    static inline analyzer_sum analyzer_more(analyzer_sum s, const int16_t *row) {
        s.low = _mm_add_epi16(s.low, analyzer_half(row));
        s.high = _mm_add_epi16(s.high, analyzer_half(row + 8));
        return s;
    }
    static inline analyzer_sum analyzer_less(analyzer_sum s, const int16_t *row) {
        s.low = _mm_sub_epi16(s.low, analyzer_half(row));
        s.high = _mm_sub_epi16(s.high, analyzer_half(row + 8));
        return s;
    }
    static inline analyzer_sum analyzer_cut_off(analyzer_sum s, int16_t full) {
        __m128i least = _mm_setzero_si128(), most = _mm_set1_epi16(full);
        s.low = _mm_min_epi16(_mm_max_epi16(s.low, least), most);
        s.high = _mm_min_epi16(_mm_max_epi16(s.high, least), most);
        return s;
    }
    static inline int32_t analyzer_answer(analyzer_sum s, const int16_t *weights) {
        __m128i t = _mm_add_epi32(_mm_madd_epi16(s.low, analyzer_half(weights)),
                                  _mm_madd_epi16(s.high, analyzer_half(weights + 8)));
        t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0x4E));
        t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0xB1));
        return _mm_cvtsi128_si32(t);
    }
    #else
    typedef struct { int16_t v[16]; } analyzer_sum;

    static inline analyzer_sum analyzer_row(const int16_t *row) {
        analyzer_sum s;
        int i;
        for (i = 0; i < 16; i++) s.v[i] = row[i];
        return s;
    }
    static inline analyzer_sum analyzer_more(analyzer_sum s, const int16_t *row) {
        int i;
        for (i = 0; i < 16; i++) s.v[i] += row[i];
        return s;
    }
    static inline analyzer_sum analyzer_less(analyzer_sum s, const int16_t *row) {
        int i;
        for (i = 0; i < 16; i++) s.v[i] -= row[i];
        return s;
    }
    static inline analyzer_sum analyzer_cut_off(analyzer_sum s, int16_t full) {
        int i;
        for (i = 0; i < 16; i++) s.v[i] = s.v[i] < 0 ? 0 : s.v[i] > full ? full : s.v[i];
        return s;
    }
    static inline int32_t analyzer_answer(analyzer_sum s, const int16_t *weights) {
        int32_t total = 0;
        int i;
        for (i = 0; i < 16; i++) total += s.v[i] * weights[i];
        return total;
    }
    #endif
    """
    ctypedef struct sum_t "analyzer_sum":
        pass

    sum_t row_sum "analyzer_row"(const int16_t* row) noexcept nogil
    sum_t with_row "analyzer_more"(sum_t s, const int16_t* row) noexcept nogil
    sum_t without_row "analyzer_less"(sum_t s, const int16_t* row) noexcept nogil
    sum_t cut_off "analyzer_cut_off"(sum_t s, int16_t full) noexcept nogil
    int32_t answer "analyzer_answer"(sum_t s, const int16_t* weights) noexcept nogil


cdef inline const int16_t* row_of(const int16_t* table, int32_t row) noexcept nogil:
    return table + row * WIDTH


# Fills a table of `rows` rows with signed bytes. The last row is added to sums of rows times
# weights, and so is multiplied by ONE.
cdef int fill_table(bytes numbers, int16_t* out, int rows) except -1
# Fills a table from the file `name` beside `module`, a path. The file holds the signed bytes, and
# another SHA-256 than `expected` is a WeightsError.
cdef int read_weights(str module, str name, str expected, int16_t* out, int rows) except -1
