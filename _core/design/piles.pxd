"""Piles of cards, and what each seat knows of them: the C text that every game file shares.

The interpreted game calls these functions, and the same text is compiled into a translated game
(analyzer/design/build.py takes it from here), so both move cards in one way.

A pile is its length and then its cards. A card is one number:

    bits 0-9    its kind
    bits 10-15  FORGOT: when it was last known to everybody, before it was mixed with others
    bits 16-23  KNOWN: one bit for every seat that knows it where it lies; they travel with it
    bits 24-29  MIXED: when this place was last mixed

Times count mixing events. Whoever sees a pile knows its cards without a bit. For a seat that does
not know a place, any card may lie there that was forgotten no later than the place was mixed
(FORGOT <= MIXED): a card that lay open after a hand was dealt cannot be in that hand.
"""
from libc.stdint cimport int32_t


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    #define OWN_KIND 0x3FF
    #define OWN_FORGOT 10
    #define OWN_KNOWN 16
    #define OWN_MIXED 24
    #define OWN_TIMES 63
    #define OWN_SEATS 8

    typedef struct {            /* a declared place */
        int32_t at;             /* in numbers from the start of the state */
        int32_t stride;         /* from one seat's to the next */
        int32_t many;           /* 1, or OWN_SEATS */
        int32_t room;           /* cards that it can hold */
        int32_t family;         /* of cards; -1: hidden numbers */
        int32_t rule;           /* -1, or the rule that says who sees it */
        int32_t sees[4];        /* by value of that rule, or [0]: 0 nobody, 1 owner, 2 all */
    } own_place;

    enum { OWN_FINE, OWN_TOO_FEW, OWN_NO_ROOM, OWN_NOT_THERE };

    static inline int32_t own_time(int32_t card, int shift) { return card >> shift & 63; }

    static inline int32_t own_stamp(int32_t card, int shift, int32_t time) {
        return (card & ~(63 << shift)) | time << shift;
    }

    /* The seats that see what lies there, as bits. */
    static inline int32_t own_sees(const own_place *place, const int32_t *rules, int32_t owner) {
        int32_t who = place->sees[place->rule < 0 ? 0 : rules[place->rule]];
        return who == 2 ? 0xFF : who == 1 ? 1 << owner : 0;
    }

    static inline int32_t own_find(const int32_t *pile, int32_t kind) {
        int32_t i, n = pile[0];
        for (i = 1; i <= n; i++)
            if ((pile[i] & OWN_KIND) == kind) return i;
        return 0;
    }

    static inline int32_t own_count(const int32_t *pile, int32_t kind) {
        int32_t i, n = pile[0], found = 0;
        for (i = 1; i <= n; i++) found += (pile[i] & OWN_KIND) == kind;
        return found;
    }

    /* The top n cards, one by one. */
    static inline int own_deal(int32_t *from, int32_t saw, int32_t *to, int32_t room, int32_t n) {
        int32_t i;
        if (n < 0 || from[0] < n) return OWN_TOO_FEW;
        if (from == to) return OWN_FINE;
        if (to[0] + n > room) return OWN_NO_ROOM;
        for (i = 0; i < n; i++) {
            to[++to[0]] = from[from[0]] | saw << OWN_KNOWN;
            from[from[0]--] = 0;
        }
        return OWN_FINE;
    }

    /* All cards, in their order. */
    static inline int own_move_all(int32_t *from, int32_t saw, int32_t *to, int32_t room) {
        int32_t i, n = from[0];
        if (from == to) return OWN_FINE;
        if (to[0] + n > room) return OWN_NO_ROOM;
        for (i = 1; i <= n; i++) {
            to[to[0] + i] = from[i] | saw << OWN_KNOWN;
            from[i] = 0;
        }
        to[0] += n;
        from[0] = 0;
        return OWN_FINE;
    }

    /* Times run out after 63 mixings: those that are still told apart are numbered anew. */
    static inline int32_t own_next_time(int32_t *state, int32_t clock, const own_place *places,
                                        int32_t n_places) {
        int32_t used[OWN_TIMES + 1], k, owner, i, next = 0;
        if (state[clock] < OWN_TIMES) return ++state[clock];
        memset(used, 0, sizeof(used));
        for (k = 0; k < n_places; k++)
            for (owner = 0; places[k].family >= 0 && owner < places[k].many; owner++) {
                const int32_t *pile = state + places[k].at + owner * places[k].stride;
                for (i = 1; i <= pile[0]; i++)
                    used[own_time(pile[i], OWN_FORGOT)] = used[own_time(pile[i], OWN_MIXED)] = 1;
            }
        used[0] = 0;
        for (i = 1; i <= OWN_TIMES; i++) used[i] = used[i] ? ++next : 0;
        if (next == OWN_TIMES) return next;     /* too many to tell apart: the last two are one */
        for (k = 0; k < n_places; k++)
            for (owner = 0; places[k].family >= 0 && owner < places[k].many; owner++) {
                int32_t *pile = state + places[k].at + owner * places[k].stride;
                for (i = 1; i <= pile[0]; i++) {
                    pile[i] = own_stamp(pile[i], OWN_FORGOT, used[own_time(pile[i], OWN_FORGOT)]);
                    pile[i] = own_stamp(pile[i], OWN_MIXED, used[own_time(pile[i], OWN_MIXED)]);
                }
            }
        return state[clock] = next + 1;
    }

    /* The seats of `lost` can no longer tell the cards of this pile apart. */
    static inline void own_mix(int32_t *pile, int32_t saw, int32_t lost, int32_t everyone,
                               int32_t *state, int32_t clock, const own_place *places,
                               int32_t n_places) {
        int32_t i, n = pile[0], open = 0, time = 0;
        for (i = 1; i <= n; i++)
            open |= ((saw | pile[i] >> OWN_KNOWN) & everyone) == everyone;
        if (open) time = own_next_time(state, clock, places, n_places);
        for (i = 1; i <= n; i++) {
            if (((saw | pile[i] >> OWN_KNOWN) & everyone) == everyone)
                pile[i] = own_stamp(pile[i], OWN_FORGOT, time);
            if (own_time(pile[i], OWN_MIXED) > time) time = own_time(pile[i], OWN_MIXED);
        }
        for (i = 1; i <= n; i++)
            pile[i] = own_stamp(pile[i] & ~((lost & 0xFF) << OWN_KNOWN), OWN_MIXED, time);
    }

    /* Of equal cards, it is the one that a seat knew which goes: bits come to place i. */
    static inline void own_prefer_known(int32_t *pile, int32_t i) {
        int32_t j, kind = pile[i] & OWN_KIND;
        for (j = 1; j <= pile[0]; j++)
            if (j != i && (pile[j] & OWN_KIND) == kind) {
                int32_t bits = pile[j] & ~pile[i] & 0xFF << OWN_KNOWN;
                pile[i] |= bits;
                pile[j] &= ~bits;
            }
    }

    /* One chosen card. Who sees neither end no longer knows which cards lie here. */
    static inline int own_move(int32_t *from, int32_t saw, int32_t kind, int32_t *to, int32_t see,
                               int32_t room, int32_t everyone, int32_t *state, int32_t clock,
                               const own_place *places, int32_t n_places) {
        int32_t i = own_find(from, kind), j, lost = everyone & ~(saw | see);
        if (!i) return OWN_NOT_THERE;
        if (from != to && to[0] >= room) return OWN_NO_ROOM;
        own_prefer_known(from, i);
        if (from[0] > 1 && lost)
            own_mix(from, saw, lost, everyone, state, clock, places, n_places);
        j = from[i] | saw << OWN_KNOWN;
        for (; i < from[0]; i++) from[i] = from[i + 1];
        from[from[0]--] = 0;
        to[++to[0]] = j;
        return OWN_FINE;
    }

    static inline int own_swap(int32_t *a, int32_t saw_a, int32_t room_a, int32_t *b,
                               int32_t saw_b, int32_t room_b) {
        int32_t i, card, n = a[0] > b[0] ? a[0] : b[0];
        if (a == b) return OWN_FINE;
        if (b[0] > room_a || a[0] > room_b) return OWN_NO_ROOM;
        for (i = 1; i <= n; i++) {
            card = i <= a[0] ? a[i] | saw_a << OWN_KNOWN : 0;
            if (i <= b[0]) a[i] = b[i] | saw_b << OWN_KNOWN;
            else if (i <= room_a) a[i] = 0;
            if (i <= room_b) b[i] = card;
        }
        card = a[0];
        a[0] = b[0];
        b[0] = card;
        return OWN_FINE;
    }

    static inline void own_show(int32_t *pile, int32_t seat) {
        int32_t i;
        for (i = 1; i <= pile[0]; i++) pile[i] |= 1 << (OWN_KNOWN + seat);
    }

    /* One card of a kind, if possible one that the seat does not know yet. */
    static inline int own_show_card(int32_t *pile, int32_t seat, int32_t kind) {
        int32_t i, found = 0;
        for (i = 1; i <= pile[0]; i++)
            if ((pile[i] & OWN_KIND) == kind) {
                found = i;
                if (!(pile[i] >> (OWN_KNOWN + seat) & 1)) break;
            }
        if (!found) return OWN_NOT_THERE;
        pile[found] |= 1 << (OWN_KNOWN + seat);
        return OWN_FINE;
    }
    """
    enum:
        OWN_KIND
        OWN_FORGOT
        OWN_KNOWN
        OWN_MIXED
        OWN_TIMES
        OWN_SEATS
        OWN_FINE
        OWN_TOO_FEW
        OWN_NO_ROOM
        OWN_NOT_THERE

    ctypedef struct own_place:
        int32_t at
        int32_t stride
        int32_t many
        int32_t room
        int32_t family
        int32_t rule
        int32_t sees[4]

    int32_t own_time(int32_t card, int shift) noexcept nogil
    int32_t own_stamp(int32_t card, int shift, int32_t time) noexcept nogil
    int32_t own_sees(const own_place* place, const int32_t* rules, int32_t owner) noexcept nogil
    int32_t own_find(const int32_t* pile, int32_t kind) noexcept nogil
    int32_t own_count(const int32_t* pile, int32_t kind) noexcept nogil
    int own_deal "own_deal"(int32_t* source, int32_t saw, int32_t* to, int32_t room,
                            int32_t n) noexcept nogil
    int own_move_all(int32_t* source, int32_t saw, int32_t* to, int32_t room) noexcept nogil
    void own_mix(int32_t* pile, int32_t saw, int32_t lost, int32_t everyone, int32_t* state,
                 int32_t clock, const own_place* places, int32_t n_places) noexcept nogil
    int own_move(int32_t* source, int32_t saw, int32_t kind, int32_t* to, int32_t see,
                 int32_t room, int32_t everyone, int32_t* state, int32_t clock,
                 const own_place* places, int32_t n_places) noexcept nogil
    int own_swap(int32_t* a, int32_t saw_a, int32_t room_a, int32_t* b, int32_t saw_b,
                 int32_t room_b) noexcept nogil
    void own_show(int32_t* pile, int32_t seat) noexcept nogil
    int own_show_card(int32_t* pile, int32_t seat, int32_t kind) noexcept nogil
