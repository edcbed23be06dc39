"""Policies that peek, each with one way to learn the secret, and policies that prefer a seat or a suit
by its number: to see that the kit catches them."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport head_t, move_t, native, view_t
from analyzer._core.games.hide_n_seek cimport SeekState
from analyzer._core.games.hike cimport HikeState
from analyzer._core.games.hike_sled cimport SledState
from analyzer._core.games.horrible_mountain cimport MountainState
from analyzer._core.games.oh_hell cimport OhHellState
from analyzer._core.rng cimport rng_below, rng_t


cdef int32_t by_word(uint64_t word, int32_t n_moves) noexcept nogil:
    word = (word ^ word >> 29) * <uint64_t>0xBF58476D1CE4E5B9
    return <int32_t>((word >> 40) % <uint64_t>n_moves)


cdef int32_t read_luck(const view_t* view, const move_t* moves, int32_t n_moves,
                       const void* params, rng_t* rng) noexcept nogil:
    return by_word((<const head_t*>view.state).luck.k0, n_moves)


cdef int32_t read_index(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept nogil:
    return by_word((<const head_t*>view.state).luck.game, n_moves)


cdef int32_t hike_stock(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>view.state
    return by_word(s.deck[s.next_card], n_moves)


cdef int32_t hike_future(const view_t* view, const move_t* moves, int32_t n_moves,
                         const void* params, rng_t* rng) noexcept nogil:
    return by_word((<const HikeState*>view.state).stock_rng.a, n_moves)


cdef int32_t hike_dealt(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept nogil:
    """The first card that was dealt lies in seat 1, or did."""
    if view.seat == 0:
        return 0
    return by_word((<const HikeState*>view.state).deck[0], n_moves)


cdef int32_t hike_copies(const view_t* view, const move_t* moves, int32_t n_moves,
                         const void* params, rng_t* rng) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>view.state
    cdef int32_t seat, suit
    cdef uint64_t word = 0
    for seat in range(view.table.n_seats):
        for suit in range(7):
            if seat != view.seat and s.active >> seat & 1:
                word = word * 31 + s.copies[seat][suit]
    return by_word(word, n_moves)


cdef int32_t oh_hell_hands(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>view.state
    return by_word(s.hand[s.next[view.seat]], n_moves)


cdef int32_t oh_hell_turned(const view_t* view, const move_t* moves, int32_t n_moves,
                            const void* params, rng_t* rng) noexcept nogil:
    return by_word((<const OhHellState*>view.state).turned, n_moves)


cdef int32_t oh_hell_bids(const view_t* view, const move_t* moves, int32_t n_moves,
                          const void* params, rng_t* rng) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>view.state
    cdef int32_t seat
    cdef uint64_t word = 0
    for seat in range(view.table.n_seats):
        word = word * 16 + <uint64_t>(s.bid[seat] + 1)
    return by_word(word, n_moves)


cdef int32_t mountain_pile(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const MountainState* s = <const MountainState*>view.state
    return by_word(s.draw[s.n_draw - 1] if s.n_draw else 0, n_moves)


cdef int32_t mountain_drawn(const view_t* view, const move_t* moves, int32_t n_moves,
                            const void* params, rng_t* rng) noexcept nogil:
    """What was drawn last still lies above the pile in memory."""
    cdef const MountainState* s = <const MountainState*>view.state
    return by_word(s.draw[s.n_draw], n_moves)


cdef int32_t oh_hell_trump(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """How far cards are turned says the same."""
    cdef const OhHellState* s = <const OhHellState*>view.state
    return by_word(s.trick.turn * 8 + s.trump, n_moves)


cdef int32_t oh_hell_last(const view_t* view, const move_t* moves, int32_t n_moves,
                          const void* params, rng_t* rng) noexcept nogil:
    """A card that was never shown, of the hand before."""
    return by_word((<const OhHellState*>view.state).last_turned, n_moves)


cdef int32_t oh_hell_dealt(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """Counted for the answers, not for the players."""
    cdef const OhHellState* s = <const OhHellState*>view.state
    return by_word(s.dealt_trumps[s.next[view.seat]] * 16 + s.dealt_aces[s.next[view.seat]],
                   n_moves)


cdef int32_t mountain_hand(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    return by_word((<const MountainState*>view.state).hand[1 - view.seat], n_moves)


cdef int32_t sled_deck(const view_t* view, const move_t* moves, int32_t n_moves,
                       const void* params, rng_t* rng) noexcept nogil:
    cdef const SledState* s = <const SledState*>view.state
    return by_word(s.deck[s.deck_at] if s.deck_at < s.deck_n else 0, n_moves)


cdef int32_t sled_hands(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept nogil:
    cdef const SledState* s = <const SledState*>view.state
    return by_word(s.hand[(view.seat + 1) % view.table.n_seats], n_moves)


cdef int32_t sled_equipment(const view_t* view, const move_t* moves, int32_t n_moves,
                            const void* params, rng_t* rng) noexcept nogil:
    cdef const SledState* s = <const SledState*>view.state
    return by_word(s.equipment[(view.seat + 1) % view.table.n_seats], n_moves)


cdef int32_t sled_landscapes(const view_t* view, const move_t* moves, int32_t n_moves,
                             const void* params, rng_t* rng) noexcept nogil:
    cdef const SledState* s = <const SledState*>view.state
    return by_word(s.order[s.face_up], n_moves)


cdef int32_t sled_care(const view_t* view, const move_t* moves, int32_t n_moves,
                       const void* params, rng_t* rng) noexcept nogil:
    """Before the race there is no pile: then any move, so that there is a race."""
    cdef const SledState* s = <const SledState*>view.state
    if s.care_at == s.care_n:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    return by_word(s.care_pile[s.care_at], n_moves)


cdef int32_t sled_loose(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept nogil:
    return by_word((<const SledState*>view.state).loose_removed, n_moves)


cdef int32_t seek_deck(const view_t* view, const move_t* moves, int32_t n_moves,
                       const void* params, rng_t* rng) noexcept nogil:
    cdef const SeekState* s = <const SeekState*>view.state
    return by_word(s.deck[s.top], n_moves)


cdef int32_t seek_hands(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept nogil:
    """As long as nobody has won a card, any move."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef int32_t other = (view.seat + 1) % view.table.n_seats
    if s.n_hand[other] == 0:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    return by_word(s.hand[other][0], n_moves)


cdef int32_t honest(const view_t* view, const move_t* moves, int32_t n_moves,
                    const void* params, rng_t* rng) noexcept nogil:
    return n_moves - 1


# --- favourites -----------------------------------------------------------------------------------

cdef int32_t first_move(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept nogil:
    """The list begins with the lowest suit."""
    return 0


cdef int32_t tossing(const view_t* view, const move_t* moves, int32_t n_moves,
                     const void* params, rng_t* rng) noexcept nogil:
    """The same, with a coin for show."""
    rng_below(rng, <uint32_t>n_moves)
    return 0


cdef int32_t low_seat(const view_t* view, const move_t* moves, int32_t n_moves,
                      const void* params, rng_t* rng) noexcept nogil:
    """Seat 1 plays otherwise than all the others."""
    cdef int32_t chosen = <int32_t>rng_below(rng, <uint32_t>n_moves)
    return chosen if view.seat else n_moves - 1


cdef int32_t any_move(const view_t* view, const move_t* moves, int32_t n_moves,
                      const void* params, rng_t* rng) noexcept nogil:
    return <int32_t>rng_below(rng, <uint32_t>n_moves)


FAVOURITES = [native("first", "", first_move), native("tossing", "", tossing),
              native("low-seat", "", low_seat)]
EVEN = [native("any", "", any_move)]
ANY = [native("luck", "", read_luck), native("index", "", read_index)]
HONEST = native("honest", "", honest)
# (game, rules, cheat); "card": the rules of hike under which cards of a suit differ
CHEATS = [
    ("hike", {}, native("stock", "", hike_stock)),
    ("hike", {}, native("future", "", hike_future)),
    ("hike", {}, native("dealt", "", hike_dealt)),
    ("hike", "card", native("copies", "", hike_copies)),
    ("oh-hell", {}, native("hands", "", oh_hell_hands)),
    ("oh-hell", {"turnup_visible": False}, native("turned", "", oh_hell_turned)),
    ("oh-hell", {"bid_before_turnup": True}, native("turned", "", oh_hell_turned)),
    ("oh-hell", {}, native("bids", "", oh_hell_bids)),
    ("horrible-mountain", {}, native("pile", "", mountain_pile)),
    ("oh-hell", {"bid_before_turnup": True}, native("trump", "", oh_hell_trump)),
    ("oh-hell", {"turnup_visible": False}, native("last", "", oh_hell_last)),
    ("oh-hell", {}, native("dealt", "", oh_hell_dealt)),
    ("horrible-mountain", {}, native("drawn", "", mountain_drawn)),
    ("horrible-mountain", {}, native("hand", "", mountain_hand)),
    ("horrible-mountain", {"variant": True}, native("hand", "", mountain_hand)),
    ("hike-sled", {}, native("deck", "", sled_deck)),
    ("hike-sled", {}, native("hands", "", sled_hands)),
    ("hike-sled", {}, native("equipment", "", sled_equipment)),
    ("hike-sled", {}, native("landscapes", "", sled_landscapes)),
    ("hike-sled", {}, native("care", "", sled_care)),
    ("hike-sled", {"loose": True}, native("loose", "", sled_loose)),
    ("hide-n-seek", {}, native("deck", "", seek_deck)),
    ("hide-n-seek", {"hands": "hidden"}, native("hands", "", seek_hands)),
]
