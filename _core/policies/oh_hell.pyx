"""Policies of oh-hell. They read of a state only what their seat can see: its own cards, what was
played, the turned card if it is shown, and bids once they are public."""
from libc.math cimport exp
from libc.stdint cimport int32_t, int64_t, uint64_t

from analyzer._core.contract cimport MAX_SEATS, move_t, native, view_t
from analyzer._core.games.oh_hell cimport (
    ALL_CARDS, LED_ROW, MOST_CARDS, MOVE_BID, N_RANKS, PHASE_BID, SUIT_SHIFT,
    OhHellRules, OhHellState, card_bit, ctz, rules_of, suit_cards, tricks_done,
)
from analyzer._core.games.oh_hell_hidden cimport (
    played_cards, possible_suits, trump_known, turned_known,
)
from analyzer._core.rng cimport rng_t

cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t) noexcept nogil

cdef enum:
    NO_TRUMP = 4
    TEN = 8                     # ranks
    ACE = 12


cdef inline int32_t rank_of(int32_t card) noexcept nogil:
    return card & 15

cdef inline uint64_t higher(int32_t card) noexcept nogil:
    """The higher cards of its suit."""
    return suit_cards(card >> SUIT_SHIFT) & ~((card_bit(card) << 1) - 1)

cdef inline int32_t worth(const OhHellRules* r, const OhHellState* s, int32_t card) noexcept nogil:
    """In the trick as it stands, or if it is led; 0 if it cannot win."""
    cdef int64_t row = s.trick.row
    if s.trick.follow == 0:
        row = s.trump_row + LED_ROW * (card >> SUIT_SHIFT)
    return r.worth[row + card]

cdef inline bint would_win(const OhHellRules* r, const OhHellState* s, int32_t card) noexcept nogil:
    """If the trick ended with it."""
    return s.trick.follow == 0 or worth(r, s, card) > s.trick.best

cdef inline int32_t trump_of(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    return s.trump if trump_known(r, s) else NO_TRUMP


# --- simple players -----------------------------------------------------------------------------

cdef int32_t bid_nearest(const move_t* moves, int32_t n_moves, int32_t bid) noexcept nogil:
    """A bid, or the next lower one that is legal, or else the lowest."""
    cdef int32_t i, best = 0
    for i in range(1, n_moves):
        if moves[i] - MOVE_BID <= bid:
            best = i
    return best


cdef int32_t count_high(const OhHellState* s, uint64_t hand, int32_t trump) noexcept nogil:
    """Aces, and trumps above the ten; of a single card any trump."""
    cdef int32_t card, n = 0, enough = TEN if s.cards > 1 else -1
    while hand:
        card = ctz(hand)
        hand &= hand - 1
        n += rank_of(card) == ACE or (card >> SUIT_SHIFT == trump and rank_of(card) > enough)
    return n


cdef int32_t take(const OhHellRules* r, const OhHellState* s, const move_t* moves,
                  int32_t n_moves) noexcept nogil:
    """The card worth most if it wins, else the lowest."""
    cdef int32_t i, best = 0
    for i in range(1, n_moves):
        if worth(r, s, moves[i]) > worth(r, s, moves[best]):
            best = i
    return best if would_win(r, s, moves[best]) else throw(s, moves, n_moves, False)


cdef int32_t duck(const OhHellRules* r, const OhHellState* s, const move_t* moves,
                  int32_t n_moves) noexcept nogil:
    """The highest card that does not win; if all do, the one worth least."""
    cdef move_t losers[MOST_CARDS]
    cdef int32_t place[MOST_CARDS]
    cdef int32_t i, n = 0, least = 0
    for i in range(n_moves):
        if not would_win(r, s, moves[i]):
            losers[n] = moves[i]
            place[n] = i
            n += 1
        if worth(r, s, moves[i]) < worth(r, s, moves[least]):
            least = i
    return place[throw(s, losers, n, True)] if n else least


cdef int32_t throw(const OhHellState* s, const move_t* moves, int32_t n_moves,
                   bint high) noexcept nogil:
    """The highest or the lowest of some cards, trumps above all others."""
    cdef int32_t i, best = 0
    for i in range(1, n_moves):
        if (height(s, moves[i]) > height(s, moves[best])) == high:
            best = i
    return best


cdef inline int32_t height(const OhHellState* s, int32_t card) noexcept nogil:
    return rank_of(card) + (N_RANKS if card >> SUIT_SHIFT == s.trump else 0)


cdef int32_t choose_zero(const view_t* view, const move_t* moves, int32_t n_moves,
                         const void* params, rng_t* rng) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>view.state
    if s.phase == PHASE_BID:
        return bid_nearest(moves, n_moves, 0)
    return duck(rules_of(view.table), s, moves, n_moves)


cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const OhHellRules* r = rules_of(view.table)
    cdef const OhHellState* s = <const OhHellState*>view.state
    cdef int32_t seat = view.seat
    if s.phase == PHASE_BID:
        return bid_nearest(moves, n_moves, count_high(s, s.hand[seat], trump_of(r, s)))
    if s.tricks[seat] < s.bid[seat]:
        return take(r, s, moves, n_moves)
    return duck(r, s, moves, n_moves)


# --- expert -------------------------------------------------------------------------------------
#
# Every card in hand is given a chance to take a trick; a bid, or a card to play, is the one with
# the best mean score if the cards take their tricks independently. In the trick on the table the
# chance follows from what the later seats may hold and whether they still need tricks (chance_now).
# For later tricks it is a logistic model (find_chances), fitted to 200,000 trumps and 800,000 other
# cards in games of this policy with 3 to 7 players, until fitting it anew changed nothing any more.

cdef enum:
    RECALL                      # places of the parameters
    BOLDNESS

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

cdef weights_t TRUMP = weights_t(
    base=1.73, above=-1.16, above_above=0.11, above_per_left=-2.30, others=0.08, per_left=-2.50,
    mine_per_left=2.64, trumping=0, trumps_per_left=0, ahead=0, leads_per_left=0.44, sated=-0.33,
    hunger=0.46, hunger_hunger=-0.42, hunger_above=-0.14)
cdef weights_t SIDE = weights_t(
    base=-0.13, above=-1.13, above_above=0.08, above_per_left=0, others=0.16, per_left=-2.49,
    mine_per_left=0.62, trumping=-1.74, trumps_per_left=0.65, ahead=0.13, leads_per_left=2.11,
    sated=-0.14, hunger=3.70, hunger_hunger=-2.43, hunger_above=-0.51)

# How often a better card is laid by a seat that needs tricks, and a trump by one that needs none;
# and how much more often than by chance the latter must follow with a better card. Found by trying.
cdef double EAGER = 0.6
cdef double UNWILLING = 0.1
cdef double FORCED = 2.0


ctypedef struct sight_t:        # what the seat knows when it decides
    const OhHellRules* r
    const OhHellState* s
    uint64_t hand
    uint64_t unseen             # cards that may be in another hand
    uint64_t allowed[MAX_SEATS]     # what each seat may still hold
    double n_unseen
    double in_play              # chance that an unseen card is in another hand
    double per_seat             # cards each other seat holds, about
    double logit[64]            # by card: what does not depend on the tricks needed
    double above[64]            # by card: better ones of its suit in other hands, about
    int32_t seat
    int32_t trump               # NO_TRUMP while it is not known
    int32_t others              # seats besides this one


cdef void look(const view_t* view, bint recall, sight_t* k) noexcept nogil:
    cdef const OhHellRules* r = rules_of(view.table)
    cdef const OhHellState* s = <const OhHellState*>view.state
    cdef int32_t n = <int32_t>s.trick.n_played, on_table = n % s.n_playing, held, i
    k.r, k.s, k.seat, k.hand = r, s, view.seat, s.hand[view.seat]
    k.trump = trump_of(r, s)
    k.others = s.n_playing - 1
    k.unseen = ALL_CARDS & ~k.hand
    if turned_known(r, s):
        k.unseen &= ~card_bit(s.turned)
    if recall:
        k.unseen &= ~played_cards(s)
        possible_suits(s, k.allowed)
    else:                       # OH-A14: only the trick on the table is seen
        for i in range(n - on_table, n):
            k.unseen &= ~card_bit(s.played[i])
        for i in range(MAX_SEATS):
            k.allowed[i] = ALL_CARDS
    held = k.others * (s.cards - tricks_done(s)) - on_table
    k.n_unseen = popcount(k.unseen)
    k.in_play = held / k.n_unseen
    k.per_seat = <double>held / k.others


cdef inline double none_of(double share, double cards) noexcept nogil:
    """Chance that none of some cards is of a kind that is `share` of all."""
    return exp(-share * cards * (1 + 0.5 * share))


cdef inline double unseen_share(const sight_t* k, int32_t suit) noexcept nogil:
    """How much of what is unseen is of a suit."""
    return 0 if suit == NO_TRUMP else popcount(suit_cards(suit) & k.unseen) / k.n_unseen


cdef void weigh(sight_t* k, double left) noexcept nogil:
    """The part of each logit that does not depend on the tricks needed."""
    cdef uint64_t rest = k.hand
    cdef const weights_t* w
    cdef double mine, with_trumps, lacking, above
    cdef int32_t card, suit, ahead
    mine = 0 if k.trump == NO_TRUMP else popcount(k.hand & suit_cards(k.trump))
    with_trumps = k.others * (1 - none_of(unseen_share(k, k.trump), k.per_seat))
    while rest:
        card = ctz(rest)
        rest &= rest - 1
        suit = card >> SUIT_SHIFT
        w = &TRUMP if suit == k.trump else &SIDE
        ahead = popcount(higher(card) & k.hand)
        lacking = none_of(unseen_share(k, suit), max(0.0, k.per_seat - ahead))
        above = k.in_play * popcount(higher(card) & k.unseen)
        k.above[card] = above
        k.logit[card] = (
            w.base + above * (w.above + w.above_above * above + w.above_per_left / left)
            + w.others * k.others + w.ahead * ahead + w.trumping * lacking * with_trumps
            + (w.per_left + w.mine_per_left * mine + w.trumps_per_left * with_trumps) / left)


cdef void find_chances(const sight_t* k, double left, double need, double leads, double shift,
                       double* chances) noexcept nogil:
    """By card, that it takes one of the tricks left."""
    cdef double hunger = min(1.0, max(0.0, need / left)), sated = need <= 0, logit
    cdef const weights_t* w
    cdef uint64_t rest = k.hand
    cdef int32_t card
    while rest:
        card = ctz(rest)
        rest &= rest - 1
        w = &TRUMP if card >> SUIT_SHIFT == k.trump else &SIDE
        logit = k.logit[card] + shift + w.sated * sated + w.leads_per_left * leads / left
        logit += hunger * (w.hunger + w.hunger_hunger * hunger + w.hunger_above * k.above[card])
        chances[card] = 1 / (1 + exp(-logit))


cdef double beaten_by(const sight_t* k, int32_t card, int32_t led, int32_t other) noexcept nogil:
    """Chance that a seat which plays later puts a better card on one that is winning."""
    cdef const OhHellState* s = k.s
    cdef uint64_t may = k.unseen & k.allowed[other]
    cdef double total = popcount(may), size = s.cards - tricks_done(s)
    cdef double follow, better, trumps = 0, lacks
    cdef bint wants = s.tricks[other] < s.bid[other]
    cdef int32_t suit = card >> SUIT_SHIFT
    if total == 0:
        return 0
    follow = popcount(may & suit_cards(led))
    lacks = none_of(follow / total, size)
    better = popcount(may & higher(card)) if suit == led else 0
    if better:
        better = (1 - none_of(better / total, size)) * (
            EAGER if wants else min(1.0, FORCED * better / follow))
    if led != k.trump and k.trump != NO_TRUMP:
        trumps = popcount(may & (higher(card) if suit == k.trump else suit_cards(k.trump)))
        trumps = (1 - none_of(trumps / total, size)) * (EAGER if wants else UNWILLING)
    return (1 - lacks) * better + lacks * trumps


cdef double chance_now(const sight_t* k, int32_t card) noexcept nogil:
    """That a card takes the trick it is laid to."""
    cdef const OhHellState* s = k.s
    cdef int32_t later = <int32_t>(s.trick_end - s.trick.n_played) - 1, other = k.seat
    cdef int32_t led = card >> SUIT_SHIFT
    cdef double chance = 1
    if not would_win(k.r, s, card):
        return 0
    if s.trick.follow:
        led = ctz(s.trick.follow) >> SUIT_SHIFT
    while later > 0:
        other = s.next[other]
        chance *= 1 - beaten_by(k, card, led, other)
        later -= 1
    return chance


cdef double mean_points(uint64_t hand, const double* chances, const int32_t* points) noexcept nogil:
    """If cards take tricks independently of each other; `points` is by tricks taken."""
    cdef double odds[MOST_CARDS + 1]
    cdef double chance, mean = 0
    cdef int32_t n = 0, t
    odds[0] = 1
    while hand:
        chance = chances[ctz(hand)]
        hand &= hand - 1
        odds[n + 1] = odds[n] * chance
        for t in range(n, 0, -1):
            odds[t] = odds[t] * (1 - chance) + odds[t - 1] * chance
        odds[0] *= 1 - chance
        n += 1
    for t in range(n + 1):
        mean += odds[t] * points[t]
    return mean


cdef int32_t expert_bid(sight_t* k, double boldness, const move_t* moves,
                        int32_t n_moves) noexcept nogil:
    cdef double chances[64]
    cdef double mean, best_mean = 0
    cdef bint leads = k.s.first_leader == k.seat
    cdef int32_t i, bid, best = 0
    weigh(k, k.s.cards)
    for i in range(n_moves):
        bid = moves[i] - MOVE_BID
        find_chances(k, k.s.cards, bid, leads, boldness, chances)
        mean = mean_points(k.hand, chances, k.r.points[bid])
        if i == 0 or mean > best_mean:
            best, best_mean = i, mean
    return best


cdef int32_t expert_card(sight_t* k, const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef double if_won[64]
    cdef double if_lost[64]
    cdef const OhHellState* s = k.s
    cdef int32_t bid = s.bid[k.seat], tricks = s.tricks[k.seat], i, best = 0
    cdef int32_t left = s.cards - tricks_done(s) - 1
    cdef const int32_t* points = &k.r.points[bid][tricks]
    cdef double now, mean, best_mean = 0
    cdef uint64_t rest
    weigh(k, left)              # two cards or more are held: a single one is never asked for
    find_chances(k, left, bid - tricks - 1, 1, 0, if_won)
    find_chances(k, left, bid - tricks, 0, 0, if_lost)
    for i in range(n_moves):
        now = chance_now(k, moves[i])
        rest = k.hand & ~card_bit(moves[i])
        mean = now * mean_points(rest, if_won, points + 1) if now > 0 else 0
        if now < 1:
            mean += (1 - now) * mean_points(rest, if_lost, points)
        if i == 0 or mean > best_mean:
            best, best_mean = i, mean
    return best


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const double* values = <const double*>params
    cdef sight_t sight
    look(view, values[RECALL] != 0, &sight)
    if sight.s.phase == PHASE_BID:
        return expert_bid(&sight, values[BOLDNESS], moves, n_moves)
    return expert_card(&sight, moves, n_moves)


POLICIES = (
    native("expert",
           "Bids and plays for the best mean score, from what it sees and remembers; recall=0 "
           "forgets tricks taken, boldness raises or lowers what it expects of its cards.",
           choose_expert, {"recall": (1, 0, 1), "boldness": (0, -3, 3)}),
    native("greedy",
           "Bids its aces and high trumps, takes tricks with its best card until it has them, then "
           "ducks.", choose_greedy),
    native("zero", "Always bids zero, or the least it may, and ducks.", choose_zero),
)
