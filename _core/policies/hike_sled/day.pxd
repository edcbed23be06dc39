"""The race day of hike-sled's expert: the search and its plan."""
from libc.stdint cimport int32_t, uint8_t


from analyzer._core.games.hike_sled.state cimport SledRules, SledState

cdef enum:
    MOST_STEPS = 32             # of a plan; a longer day is planned again on the way

cdef enum:                      # kinds of steps
    STEP_STOP
    STEP_USE
    STEP_CARE
    STEP_DOUBLE_CARE

cdef enum:                      # what is done at an equipment field
    MEETS_NONE
    MEETS_PAY
    MEETS_ENTER
    MEETS_REFUSE


ctypedef struct where_t:        # where a racer stands within a day
    uint8_t field
    uint8_t tired               # spots
    uint8_t resting
    uint8_t single
    uint8_t double_
    uint8_t equipment


ctypedef struct step_t:
    where_t before
    uint8_t kind
    uint8_t what                # a spot (with its custom terrain), or a column
    uint8_t meets[2]            # what is done at the first and second equipment field of this use
    uint8_t victims             # spots that come to rest


ctypedef struct plan_t:         # the scratch of a turn
    int32_t race_day            # of the plan: who is last one day may be first on the next
    int32_t n
    int32_t value
    step_t steps[MOST_STEPS]
    uint8_t after_steps


cdef void plan_day(const SledRules* r, const SledState* s, int32_t seat, int32_t n_seats,
                   const where_t* start, int32_t open_card, plan_t* plan) noexcept nogil
