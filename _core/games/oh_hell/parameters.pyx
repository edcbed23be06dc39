"""Oh Hell: the rules of a table as one struct, with the look-ups that make a card cheap."""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from analyzer._core.contract cimport MAX_SEATS, refuse_unless
from analyzer._core.games.oh_hell.state cimport (
    MOST_BID, MOST_CARDS, MOVE_BID, N_CARDS, N_RANKS, ONE_SUIT_SIZE, SUIT_SHIFT, OhHellRules,
    card_bit,
)


cdef void derive_schedule(OhHellRules* r, int32_t players):
    """OH-3, OH-4: M cards by the number of players, down to 1 and up again; see `schedule`."""
    cdef int32_t most = 10 if players <= 5 else 8 if players == 6 else 7
    cdef int32_t hand
    r.n_hands = most if r.rule.schedule == 2 else 2 * most - 1
    for hand in range(r.n_hands):
        if r.rule.schedule == 1:
            r.cards[hand] = <uint8_t>(hand + 1 if hand < most else 2 * most - 1 - hand)
        else:
            r.cards[hand] = <uint8_t>(most - hand if hand < most else hand + 2 - most)
    r.tie_cards = 1 if r.rule.tie_hand_size else r.cards[r.n_hands - 1]      # OH-34, OH-A7


@cython.boundscheck(True)     # of lists that others have made
cdef int derive_bids(OhHellRules* r) except -1:
    """OH-12, OH-A2: zero up to the cards, or to what fingers can show."""
    cdef int32_t bid, cards
    for bid in range(MOST_BID + 1):
        r.bids[bid] = MOVE_BID + bid
    for cards in range(MOST_CARDS + 1):
        r.most_bid[cards] = (cards, 5, 10)[r.rule.bid_max]
    return 0


cdef void derive_points(OhHellRules* r):
    """OH-25 to OH-28: what a bid is worth. OH-26: a made zero has its own value (OH-A4)."""
    cdef int32_t bid, tricks
    for bid in range(MOST_BID + 1):
        for tricks in range(MOST_CARDS + 1):
            if bid == 0 and (tricks == 0 or r.rule.zero_bid_pays_always):    # OH-A3
                r.points[bid][tricks] = r.rule.zero_made
            elif bid == tricks:
                r.points[bid][tricks] = r.rule.made_bonus + r.rule.points_per_trick_made * bid
            else:
                r.points[bid][tricks] = -(
                    r.rule.miss_base + r.rule.miss_per_trick * abs(tricks - bid))


cdef void derive_cards(OhHellRules* r):
    """OH-2."""
    cdef int32_t card, n
    for n in range(N_CARDS):
        card = (n // N_RANKS << SUIT_SHIFT) + n % N_RANKS
        r.deck[n] = <uint8_t>card
        r.bit[card] = card_bit(card)
    for card in range(1, ONE_SUIT_SIZE):
        r.size[card] = r.size[card & (card - 1)] + 1


cdef void derive_ways(OhHellRules* r):
    """How many ordered hands can be drawn from what the hands before have left."""
    cdef int32_t cards, i, left, j
    for cards in range(1, MOST_CARDS + 1):
        left = N_CARDS
        for i in range(MAX_SEATS):
            r.ways[cards][i] = 1
            if left <= cards:
                continue
            for j in range(cards):
                r.ways[cards][i] *= <uint64_t>(left - j)
            left -= cards


def packed_rules(int players, dict rules):
    """`rules`: the parameters by name, a choice as its index."""
    cdef OhHellRules r
    memset(&r, 0, sizeof(r))
    r.rule = rules
    refuse_unless(0 <= r.rule.bid_max <= 2, "bid_max")
    derive_schedule(&r, players)
    derive_bids(&r)
    derive_points(&r)
    derive_cards(&r)
    derive_ways(&r)
    return (<const char*>&r)[:sizeof(r)]
