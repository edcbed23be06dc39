"""What hike-sled's expert sees of a sled under construction, as rows of the table of its net."""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from analyzer._core.contract cimport MAX_SEATS, table_t
from analyzer._core.games.hike_sled.state cimport (
    N_SPOTS, N_TERRAINS, YOUNGSTER, SledRules, SledState, bit,
)
from analyzer._core.nn.network cimport sum_t
from analyzer._core.policies.hike_sled.build cimport outlook_t, sled_t

cdef enum:                      # how finely things are told apart
    N_FREE = N_SPOTS + 1        # free spots
    N_FEW = 4                   # ... 0, 1, 2, more
    N_TABLES = 5                # 2 to 6 seats
    N_POINTS = 18               # of a terrain
    N_DAYS = 40                 # quarters of a race day
    N_TOTALS = 56
    N_FITS = 17                 # huskies that fit a spot
    N_TIMES = 14                # turns left once somebody has declared, else spots others must fill
    N_SMALL = 3                 # 0, 1, more
    N_EQUIPMENT = 6
    N_ONES = 7                  # huskies with one point
    N_CARE = 5
    N_STATES = 13               # of another sled: free spots, or cards taken since it was declared
    N_STRENGTHS = 14            # ... its points, by twos
    N_LEADS = 29                # ... quarters of a day that this one is faster
    N_DATES = 16
    N_FACES = 10                # landscapes that are face up
    N_CENTRE = 7                # huskies in the centre that fit
    N_BEST = 4                  # points of the best husky that fits
    N_KINDS = 64                # of huskies, by their points in each terrain

cdef enum:                      # rows of the table
    ROW_POINTS
    ROW_DAYS = ROW_POINTS + N_TERRAINS * N_POINTS * N_FREE
    ROW_TOTAL = ROW_DAYS + N_TERRAINS * N_DAYS
    ROW_TIME = ROW_TOTAL + N_TOTALS * N_FEW
    ROW_FITS = ROW_TIME + N_FREE * N_TIMES
    ROW_HAND = ROW_FITS + N_FITS * N_FEW
    ROW_YOUNG = ROW_HAND + N_FEW * N_FREE
    ROW_YOUNG_IN = ROW_YOUNG + N_SMALL * N_SMALL * N_FREE
    ROW_EQUIPMENT = ROW_YOUNG_IN + N_FREE * N_FREE
    ROW_FIELDS = ROW_EQUIPMENT + 2 * N_EQUIPMENT * N_ONES
    ROW_CARE = ROW_FIELDS + N_SMALL * N_EQUIPMENT
    ROW_LEAD = ROW_CARE + N_CARE
    ROW_MIXED = ROW_LEAD + 2 * N_FEW * N_LEADS
    ROW_CENTRE = ROW_MIXED + N_FREE
    ROW_BEST = ROW_CENTRE + N_CENTRE * N_FREE
    ROW_KIND = ROW_BEST + N_BEST * N_BEST * N_FREE
    ROW_MENTORS = ROW_KIND + N_KINDS
    ROW_TABLE = ROW_MENTORS + N_SMALL * N_FREE
    ROW_RIVAL = ROW_TABLE + N_TABLES * N_FREE
    ROW_DATE = ROW_RIVAL + N_STATES * N_STRENGTHS
    ROW_FACES = ROW_DATE + N_DATES * N_TABLES
    ALL_ROWS = ROW_FACES + N_FACES * 2

cdef enum:
    COMMON_ROWS = MAX_SEATS + 1     # at most
    CARD_ROWS = 6
    SLED_ROWS = 2 * N_TERRAINS + N_SPOTS + MAX_SEATS + 7


ctypedef struct prospects_t:    # what is known, or would be after a move
    outlook_t look              # the cards in the centre and in hand, with youngsters
    const SledState* s
    int32_t table               # number of seats, as a place
    int32_t equipment           # in hand
    int32_t care
    int32_t mentors
    int32_t time                # how much is left, as a place
    uint64_t strong[3]          # huskies at hand with 2 points, and with 3; the first is not used
    int32_t n_rivals
    int32_t pace[MAX_SEATS]     # of other sleds: race days that they are going to need
    int32_t n_common            # rows that are the same whatever is done,
    int32_t common[COMMON_ROWS]
    # the expert's business: what its net makes of these rows, and of the cards with so many free
    # spots; and where a youngster would go, NO_SPOT: anywhere
    sum_t base
    sum_t with_cards
    int32_t free
    int32_t young_at


cdef void look_around(const table_t* table, const SledState* s, int32_t seat,
                      prospects_t* p) noexcept nogil
# What a move does to the cards: a husky is placed (a youngster as any of them), or one comes to the
# hand.
cdef void use_husky(prospects_t* p, int32_t husky, bint from_centre) noexcept nogil
cdef void take_to_hand(prospects_t* p, int32_t what) noexcept nogil
cdef bint may_add_youngster(const prospects_t* p, const sled_t* sled) noexcept nogil
# Rows of the cards at hand, by the number of free spots, and of a sled; how many they are.
cdef int32_t read_cards(const prospects_t* p, int32_t free, int32_t* rows) noexcept nogil
cdef int32_t read_sled(const prospects_t* p, const sled_t* sled, int32_t* rows) noexcept nogil


cdef inline int32_t any_of(const SledRules* r, int32_t name) noexcept nogil:
    """The husky that a move names; any youngster is as good as another."""
    return r.n_huskies if name == YOUNGSTER else name


cdef inline void put(sled_t* sled, int32_t husky, int32_t spot) noexcept nogil:
    sled.spot[spot] = <uint8_t>(husky + 1)
    sled.free &= <uint8_t>~bit(spot)


cdef inline void lift(sled_t* sled, int32_t spot) noexcept nogil:
    sled.spot[spot] = 0
    sled.free |= bit(spot)
