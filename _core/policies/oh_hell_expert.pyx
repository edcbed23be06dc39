"""oh-hell's expert.

Every card in hand is given a chance to take a trick; a bid, or a card to play, is the one with the
best mean score if the cards take their tricks independently. In the trick on the table the chance
follows from what the later seats may hold and whether they still need tricks (chance_now). For
other tricks it is a logistic model (find_chances), one for bids and one for play, when it is known
what others need. Both were fitted to a million cards in games of this policy with 3 to 7 players,
the second also among `greedy` ones, again and again until the policy no longer got better.
"""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, move_t, view_t
from analyzer._core.curves cimport curve_t, falling, read_off, rising
from analyzer._core.games.oh_hell cimport (
    ALL_CARDS, MOST_CARDS, MOVE_BID, N_SUITS, ONE_SUIT, ONE_SUIT_SIZE, PHASE_BID, SUIT_SHIFT,
    OhHellRules, OhHellState, bids_hidden, card_bit, rules_of, tricks_done,
)
from analyzer._core.games.oh_hell_hidden cimport possible_suits, turned_known
from analyzer._core.policies.oh_hell cimport NO_TRUMP, rank_of, trump_of, would_win
from analyzer._core.rng cimport rng_t

cdef enum:
    RECALL                      # places of the parameters
    BOLDNESS

# Read off, as exp would be a quarter of all work, and not the same everywhere.
cdef const curve_t* FALL = falling()
cdef const curve_t* RISE = rising()

# Means this close are equal: the first of them is taken. They are sums of points, some in another
# order than others, and the last bit must not decide.
cdef double SAME = 1e-9


# How many bits a word of one suit has: faster than what C offers where no processor is presumed.
cdef uint8_t BITS[ONE_SUIT_SIZE]

for _cards in range(1, ONE_SUIT_SIZE):
    BITS[<int>_cards] = BITS[<int>_cards >> 1] + (_cards & 1)

cdef inline uint64_t of_suit(uint64_t cards, int32_t suit) noexcept nogil:
    return cards >> (suit << SUIT_SHIFT) & ONE_SUIT

cdef inline int32_t count_suit(uint64_t cards, int32_t suit) noexcept nogil:
    return BITS[of_suit(cards, suit)]

cdef inline int32_t count(uint64_t cards) noexcept nogil:
    return (count_suit(cards, 0) + count_suit(cards, 1) + count_suit(cards, 2)
            + count_suit(cards, 3))

cdef inline int32_t count_above(uint64_t cards, int32_t card) noexcept nogil:
    """The higher cards of its suit."""
    return BITS[of_suit(cards, card >> SUIT_SHIFT) >> (rank_of(card) + 1)]


ctypedef struct weights_t:      # of the logit that a card takes a trick some time
    double base
    double above                # for each better card of its suit in other hands, about
    double above_above          # ... squared
    double above_per_left       # ... over the tricks left
    double others               # for each other seat
    double per_left             # for 1 over the tricks left
    double mine_per_left        # for own trumps over the tricks left
    double trumping             # for each other seat that may trump it, about
    double trumps_per_left      # for each other seat with a trump, over the tricks left
    double ahead                # for each better card of its suit in the own hand
    double leads_per_left       # for leading the next trick, over the tricks left
    double sated                # for needing no more tricks
    double hunger               # for tricks needed over tricks left
    double hunger_hunger        # ... squared
    double hunger_above         # ... times better cards in other hands
    double contest              # for tricks that others need over tricks left, minus their share
    double contest_above        # ... times better cards in other hands

cdef weights_t BID_TRUMP = weights_t(
    base=1.73, above=-1.16, above_above=0.11, above_per_left=-2.30, others=0.08, per_left=-2.50,
    mine_per_left=2.64, trumping=0, trumps_per_left=0, ahead=0, leads_per_left=0.44, sated=-0.33,
    hunger=0.46, hunger_hunger=-0.42, hunger_above=-0.14, contest=-1.8, contest_above=0)
cdef weights_t BID_SIDE = weights_t(
    base=-0.13, above=-1.13, above_above=0.08, above_per_left=0, others=0.16, per_left=-2.49,
    mine_per_left=0.62, trumping=-1.74, trumps_per_left=0.65, ahead=0.13, leads_per_left=2.11,
    sated=-0.14, hunger=3.70, hunger_hunger=-2.43, hunger_above=-0.51, contest=-1.2,
    contest_above=-0.3)
cdef weights_t TRUMP = weights_t(
    base=1.64, above=-1.04, above_above=0.11, above_per_left=-2.66, others=0.04, per_left=-2.19,
    mine_per_left=2.79, trumping=0, trumps_per_left=0, ahead=0, leads_per_left=0.42, sated=-0.53,
    hunger=-0.23, hunger_hunger=0.15, hunger_above=-0.16, contest=-1.74, contest_above=0.14)
cdef weights_t SIDE = weights_t(
    base=0.33, above=-1.14, above_above=0.07, above_per_left=0, others=0.09, per_left=-2.66,
    mine_per_left=0.45, trumping=-1.79, trumps_per_left=0.38, ahead=0.15, leads_per_left=2.14,
    sated=-0.31, hunger=2.33, hunger_hunger=-1.46, hunger_above=-0.57, contest=-1.38,
    contest_above=-0.19)

# How often a better card is laid by a seat that needs tricks, and a trump by one that needs none;
# and how much more often than by chance the latter must follow with a better card. Found by trying.
cdef double EAGER = 0.6
cdef double UNWILLING = 0.1
cdef double FORCED = 2.0

cdef double USUAL = 0.9         # what all bids together are of the tricks there are


ctypedef struct rival_t:        # a seat that plays later in the trick
    uint64_t may                # what it may hold
    double total                # how many cards that is
    bint wants                  # does it still need tricks?


ctypedef struct sight_t:        # what the seat knows when it decides
    const OhHellRules* r
    const OhHellState* s
    uint64_t hand
    uint64_t unseen             # cards that may be in another hand
    uint64_t allowed[MAX_SEATS]     # what each seat may still hold
    double n_unseen
    double in_play              # chance that an unseen card is in another hand
    double per_seat             # cards each other seat holds, about
    int32_t seat
    int32_t trump               # NO_TRUMP while it is not known
    int32_t others              # seats besides this one
    const weights_t* side       # the model
    const weights_t* trumps
    int32_t n                   # cards in hand, and of each
    int32_t card[MOST_CARDS]
    int32_t is_trump[MOST_CARDS]
    double logit[MOST_CARDS]    # what does not depend on the tricks needed
    double above[MOST_CARDS]    # better ones of its suit in other hands, about


cdef void look(const view_t* view, bint recall, sight_t* k) noexcept nogil:
    cdef const OhHellRules* r = rules_of(view.table)
    cdef const OhHellState* s = <const OhHellState*>view.state
    cdef int32_t n = <int32_t>s.trick.n_played, held, on_table, i
    k.r, k.s, k.seat, k.hand = r, s, view.seat, s.hand[view.seat]
    k.trump = trump_of(r, s)
    k.others = s.n_playing - 1
    on_table = n - tricks_done(s) * s.n_playing
    k.unseen = ALL_CARDS & ~k.hand
    if turned_known(r, s):
        k.unseen &= ~card_bit(s.turned)
    if recall:
        k.unseen &= ~possible_suits(s, k.allowed)
    else:                       # OH-A14: only the trick on the table is seen
        for i in range(n - on_table, n):
            k.unseen &= ~card_bit(s.played[i])
        for i in range(MAX_SEATS):
            k.allowed[i] = ALL_CARDS
    held = k.others * <int32_t>s.held - on_table
    k.n_unseen = count(k.unseen)
    k.in_play = held / k.n_unseen
    k.per_seat = <double>held / k.others


cdef inline double none_of(double share, double cards) noexcept nogil:
    """Chance that none of some cards is of a kind that is `share` of all."""
    return read_off(FALL, share * cards * (1 + 0.5 * share))


cdef void weigh(sight_t* k, double left) noexcept nogil:
    """The part of each logit that does not depend on the tricks needed."""
    cdef double share[N_SUITS + 1]
    cdef double mine = 0, per_left = 1 / left, with_trumps, lacking, above
    cdef uint64_t rest = k.hand
    cdef const weights_t* w
    cdef int32_t card, suit, ahead
    for suit in range(N_SUITS):
        share[suit] = count_suit(k.unseen, suit) / k.n_unseen
    share[NO_TRUMP] = 0
    if k.trump != NO_TRUMP:
        mine = count_suit(k.hand, k.trump)
    with_trumps = k.others * (1 - none_of(share[k.trump], k.per_seat))
    k.n = 0
    while rest:
        card = ctz(rest)
        rest &= rest - 1
        suit = card >> SUIT_SHIFT
        w = k.trumps if suit == k.trump else k.side
        ahead = count_above(k.hand, card)
        lacking = none_of(share[suit], max(0.0, k.per_seat - ahead))
        above = k.in_play * count_above(k.unseen, card)
        k.card[k.n] = card
        k.is_trump[k.n] = suit == k.trump
        k.above[k.n] = above
        k.logit[k.n] = (
            w.base + above * (w.above + w.above_above * above + w.above_per_left * per_left)
            + w.others * k.others + w.ahead * ahead + w.trumping * lacking * with_trumps
            + (w.per_left + w.mine_per_left * mine + w.trumps_per_left * with_trumps) * per_left)
        k.n += 1


# --- what others need ---------------------------------------------------------------------------

cdef double contest_of_bids(const sight_t* k) noexcept nogil:
    """While bids are made: those that are seen, each minus what is usual."""
    cdef const OhHellState* s = k.s
    cdef double contest = 0
    cdef int32_t seat = k.seat, _i
    if bids_hidden(k.r, s):
        return 0
    for _i in range(k.others):
        seat = s.next[seat]
        if s.bid[seat] >= 0:
            contest += s.bid[seat] / <double>s.cards - USUAL / s.n_playing
    return min(1.0, contest)


cdef int32_t needs_of_others(const sight_t* k) noexcept nogil:
    """Tricks that the other seats still need."""
    cdef const OhHellState* s = k.s
    cdef int32_t needs = 0, seat = k.seat, _i
    for _i in range(k.others):
        seat = s.next[seat]
        needs += max(0, s.bid[seat] - s.tricks[seat])
    return needs


cdef inline double contest_of(const sight_t* k, double needs, double left) noexcept nogil:
    """Once all bids are public."""
    return min(1.0, needs / left - k.others / <double>k.s.n_playing)


ctypedef struct line_t:         # what the logits of some cards have in common
    double base
    double per_above


cdef void find_chances(const sight_t* k, double left, double need, double leads, double contest,
                       double shift, double* chances) noexcept nogil:
    """Of each card, that it takes one of the tricks left."""
    cdef double hunger = min(1.0, max(0.0, need / left)), sated = need <= 0
    cdef line_t lines[2]
    cdef const weights_t* w
    cdef int32_t i
    for i in range(2):
        w = k.trumps if i else k.side
        lines[i].base = (
            shift + w.sated * sated + w.leads_per_left * leads / left + w.contest * contest
            + hunger * (w.hunger + w.hunger_hunger * hunger))
        lines[i].per_above = w.hunger_above * hunger + w.contest_above * contest
    for i in range(k.n):
        chances[i] = read_off(
            RISE,
            k.logit[i] + lines[k.is_trump[i]].base + lines[k.is_trump[i]].per_above * k.above[i])


# --- the trick on the table ---------------------------------------------------------------------

cdef int32_t find_rivals(const sight_t* k, rival_t* rivals) noexcept nogil:
    """Those who play later in the trick, and may hold something."""
    cdef const OhHellState* s = k.s
    cdef int32_t later = <int32_t>(s.trick_end - s.trick.n_played) - 1, other = k.seat, n = 0
    while later > 0:
        other = s.next[other]
        rivals[n].may = k.unseen & k.allowed[other]
        rivals[n].total = count(rivals[n].may)
        rivals[n].wants = s.tricks[other] < s.bid[other]
        n += rivals[n].may != 0
        later -= 1
    return n


cdef double beaten_by(const sight_t* k, const rival_t* rival, int32_t card,
                      int32_t led) noexcept nogil:
    """Chance that a rival puts a better card on one that is winning."""
    cdef double size = <double>k.s.held, per_card = 1 / rival.total
    cdef double follow = count_suit(rival.may, led), lacks = none_of(follow * per_card, size)
    cdef double better = 0, trumps = 0
    cdef int32_t suit = card >> SUIT_SHIFT
    if suit == led:
        better = count_above(rival.may, card)
    if better > 0:
        better = (1 - none_of(better * per_card, size)) * (
            EAGER if rival.wants else min(1.0, FORCED * better / follow))
    if led != k.trump and k.trump != NO_TRUMP:
        trumps = count_above(rival.may, card) if suit == k.trump else count_suit(rival.may, k.trump)
        trumps = (1 - none_of(trumps * per_card, size)) * (EAGER if rival.wants else UNWILLING)
    return (1 - lacks) * better + lacks * trumps


cdef double chance_now(const sight_t* k, const rival_t* rivals, int32_t n_rivals,
                       int32_t card) noexcept nogil:
    """That a card takes the trick it is laid to."""
    cdef const OhHellState* s = k.s
    cdef int32_t led = card >> SUIT_SHIFT, i
    cdef double chance = 1
    if not would_win(k.r, s, card):
        return 0
    if s.trick.follow:
        led = ctz(s.trick.follow) >> SUIT_SHIFT
    for i in range(n_rivals):
        chance *= 1 - beaten_by(k, &rivals[i], card, led)
    return chance


# --- how many tricks ----------------------------------------------------------------------------

cdef void find_odds(const double* chances, int32_t n, double* odds) noexcept nogil:
    """Of 0 to n tricks, if n cards take tricks independently of each other."""
    cdef double chance, one_less, before
    cdef int32_t i, t
    odds[0] = 1
    for i in range(n):
        chance, one_less = chances[i], 0
        for t in range(i + 1):
            before = odds[t]
            odds[t] = before + (one_less - before) * chance
            one_less = before
        odds[i + 1] = one_less * chance


cdef inline double mean_points(const double* odds, int32_t n, const int32_t* points) noexcept nogil:
    """`points` is by tricks taken."""
    cdef double mean = 0
    cdef int32_t t
    for t in range(n + 1):
        mean += odds[t] * points[t]
    return mean


cdef double mean_without(const double* odds, int32_t n, double chance,
                         const int32_t* points) noexcept nogil:
    """The same if one of the n cards, with its chance, is not there: it is divided out of the odds,
    from the end at which no error can grow."""
    cdef double lost = 1 - chance, mean = 0, rest = 0, per, ratio
    cdef int32_t t
    if lost >= chance:
        per = 1 / lost
        ratio = chance * per
        for t in range(n):
            rest = odds[t] * per - rest * ratio
            mean += rest * points[t]
    else:
        per = 1 / chance
        ratio = lost * per
        for t in range(n, 0, -1):
            rest = odds[t] * per - rest * ratio
            mean += rest * points[t - 1]
    return mean


# --- decisions ----------------------------------------------------------------------------------

cdef int32_t expert_bid(sight_t* k, double boldness, const move_t* moves,
                        int32_t n_moves) noexcept nogil:
    cdef double chances[MOST_CARDS]
    cdef double odds[MOST_CARDS + 1]
    cdef double mean, best_mean = 0
    cdef double contest = contest_of_bids(k)
    cdef bint leads = k.s.first_leader == k.seat
    cdef int32_t i, bid, best = 0
    k.side, k.trumps = &BID_SIDE, &BID_TRUMP
    weigh(k, k.s.cards)
    for i in range(n_moves):
        bid = moves[i] - MOVE_BID
        find_chances(k, k.s.cards, bid, leads, contest, boldness, chances)
        find_odds(chances, k.n, odds)
        mean = mean_points(odds, k.n, k.r.points[bid])
        if i == 0 or mean > best_mean + SAME:
            best, best_mean = i, mean
    return best


cdef int32_t expert_card(sight_t* k, const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef rival_t rivals[MAX_SEATS]
    cdef double now[MOST_CARDS]
    cdef double chances[MOST_CARDS]
    cdef double odds[MOST_CARDS + 1]
    cdef double means[MOST_CARDS]
    cdef const OhHellState* s = k.s
    cdef int32_t n_rivals = find_rivals(k, rivals), needs = needs_of_others(k), best = 0, i
    cdef int32_t left = <int32_t>s.held - 1, need = s.bid[k.seat] - s.tricks[k.seat]
    cdef const int32_t* points = &k.r.points[s.bid[k.seat]][s.tricks[k.seat]]
    cdef double least = 1, most = 0
    for i in range(n_moves):
        now[i] = chance_now(k, rivals, n_rivals, moves[i])
        least, most = min(least, now[i]), max(most, now[i])
        means[i] = 0
    k.side, k.trumps = &SIDE, &TRUMP
    weigh(k, left)              # two cards or more are held: a single one is never asked for
    if most > 0:
        find_chances(k, left, need - 1, 1, contest_of(k, needs, left), 0, chances)
        find_odds(chances, k.n, odds)
        add_means(k, moves, n_moves, chances, odds, points + 1, now, means)
    if least < 1:
        needs -= needs > 0      # whoever takes the trick probably wants it
        for i in range(n_moves):
            now[i] = 1 - now[i]
        find_chances(k, left, need, 0, contest_of(k, needs, left), 0, chances)
        find_odds(chances, k.n, odds)
        add_means(k, moves, n_moves, chances, odds, points, now, means)
    for i in range(1, n_moves):
        if means[i] > means[best] + SAME:
            best = i
    return best


cdef void add_means(const sight_t* k, const move_t* moves, int32_t n_moves, const double* chances,
                    const double* odds, const int32_t* points, const double* weights,
                    double* means) noexcept nogil:
    """For each move, the mean points of the cards that stay in hand, times its weight."""
    cdef int32_t i, at = 0
    for i in range(n_moves):
        while k.card[at] != moves[i]:
            at += 1
        if weights[i] > 0:
            means[i] += weights[i] * mean_without(odds, k.n, chances[at], points)


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const double* values = <const double*>params
    cdef sight_t sight
    look(view, values[RECALL] != 0, &sight)
    if sight.s.phase == PHASE_BID:
        return expert_bid(&sight, values[BOLDNESS], moves, n_moves)
    return expert_card(&sight, moves, n_moves)
