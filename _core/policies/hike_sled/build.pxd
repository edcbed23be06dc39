"""What can be expected of a sled under construction."""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from analyzer._core.bits cimport popcount
from analyzer._core.contract cimport table_t
from analyzer._core.games.hike_sled.state cimport N_SPOTS, N_TERRAINS, SledRules, SledState

cdef enum:
    DAY = 256                   # a race day
    MANY = 16                   # huskies that fit: more make no difference
    AT_HAND = 3                 # a husky in the centre counts as so many unseen ones
    IN_HAND = 8


ctypedef struct outlook_t:      # what does not change while a decision is weighed
    const SledRules* r
    int32_t need[N_TERRAINS]    # fields to come, in 64ths
    int32_t mean[N_TERRAINS]    # points of a husky nobody has seen, in 64ths
    int32_t equipment_fields    # to come, in 64ths
    uint64_t unseen             # experienced huskies that may still turn up
    uint64_t centre
    uint64_t hand
    bint declared               # somebody has
    int32_t turns_left          # after this one, in 16ths: to the last day, or as others may end it


ctypedef struct sled_t:
    uint8_t spot[N_SPOTS]       # as in a state
    uint8_t free


cdef void look_ahead(const table_t* table, const SledState* s, int32_t seat,
                     outlook_t* look) noexcept nogil
cdef void copy_sled(const SledState* s, int32_t seat, sled_t* sled) noexcept nogil
cdef int32_t days_by_terrain(const outlook_t* look, const int32_t* supply,
                             int32_t* days) noexcept nogil
cdef void supply_of(const SledRules* r, const sled_t* sled, int32_t* supply) noexcept nogil

# The chance that an experienced husky comes to a spot, in 64ths, by `fit_count`. A table, because
# divisions cost time.
cdef int32_t CHANCES[MANY + 1]


cdef inline int32_t fit_count(const outlook_t* look, uint64_t fits) noexcept nogil:
    """Experienced huskies that may come to a spot, of those that fit there; those at hand count
    more."""
    cdef int32_t n = popcount(fits & look.unseen) + AT_HAND * popcount(fits & look.centre)
    if fits & look.hand:
        n += IN_HAND
    return n if n < MANY else MANY
