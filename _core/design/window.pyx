"""The interpreted game: `self` in a rule is a window onto the bytes of a state.

One window belongs to a table and a thread; it looks at whichever state is asked about. What a rule
reads and writes through it lies in that state, bounds checked. While an expert judges a move, the
window belongs to a seat (`viewer`), and a look at what that seat cannot see is an error.
"""
cimport cython
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.contract cimport MAX_MOVES
from analyzer._core.design.own cimport CLOCK, OVER, fill, roll, shuffle
from analyzer._core.design.piles cimport (
    OWN_KIND, OWN_KNOWN, OWN_NO_ROOM, OWN_NOT_THERE, OWN_TOO_FEW, own_count, own_deal,
    own_find, own_move, own_move_all, own_place, own_sees, own_show, own_show_card, own_swap,
)
from analyzer._core.design.watch cimport checked_int32

from analyzer._core.design.watch import RuleError


cdef class Number:
    """A field of one number, as a descriptor."""
    cdef int at
    cdef str name

    def __init__(self, name, at):
        self.name, self.at = name, at

    def __get__(self, obj, owner):
        return self if obj is None else (<Window>obj).base[self.at]

    def __set__(self, obj, value):
        (<Window>obj).writable(self.name)
        (<Window>obj).base[self.at] = checked_int32(value, self.name)


cdef class Ints:
    """Numbers by seat, or in a row."""

    cdef int index(self, object given) except -1:
        cdef Py_ssize_t i = given
        if i < 0 or i >= self.n:
            raise IndexError(f"{self.name}[{i}]: there are {self.n}, numbered from 0")
        if self.place >= 0:
            self.w.look_at(self.place, <int>i, self.name)
        return <int>i

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if isinstance(i, slice):
            return list(self)[i]
        return self.w.base[self.at + self.index(i)]

    def __setitem__(self, i, value):
        self.w.writable(self.name)
        self.w.base[self.at + self.index(i)] = checked_int32(value, self.name)

    def __iter__(self):
        for i in range(self.n):
            yield self[i]

    def __contains__(self, value):
        return any([self[i] == value for i in range(self.n)])

    def fill(self, value):
        cdef int i
        cdef int32_t number = checked_int32(value, self.name)
        self.w.writable(self.name)
        for i in range(self.n):
            self.w.base[self.at + i] = number


cdef class Row:
    """One of something for every seat, or the rows of a grid."""
    cdef tuple items
    cdef str name
    cdef readonly int n

    def __init__(self, items, name, n):
        self.items, self.name, self.n = tuple(items), name, n

    def __len__(self):
        return self.n

    def __getitem__(self, given):
        cdef Py_ssize_t i = given
        if i < 0 or i >= self.n:
            raise IndexError(f"{self.name}[{i}]: there are {self.n}, numbered from 0")
        return self.items[i]

    def __iter__(self):
        return iter(self.items[:self.n])

    def fill(self, value):
        for item in self.items:
            item.fill(value)


# --- piles ----------------------------------------------------------------------------------------

cdef class Walk:
    """Through a pile, which must not change meanwhile."""
    cdef Pile pile
    cdef int i, n

    def __iter__(self):
        return self

    def __next__(self):
        if self.pile.p()[0] != self.n:
            raise RuleError(f"{self.pile.name} changed while you went through it: go through "
                            f"list({self.pile.name})")
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.pile.cards[self.pile.look(self.i)]


cdef class Pile:
    """Cards in a place of a state. Cards only move: none is lost or made."""

    cdef int32_t* p(self):
        return self.w.base + self.at

    cdef own_place* declared(self):
        return &self.w.own.places[self.place]

    cdef int32_t saw(self):
        return own_sees(self.declared(), self.w.rules, self.owner)

    cdef int32_t look(self, int i) except -1:
        """The kind of the i-th card (from 1). An expert may look only at what its seat knows."""
        cdef int32_t card = self.p()[i]
        if self.w.viewer >= 0 and not (self.saw() | card >> OWN_KNOWN) >> self.w.viewer & 1:
            self.w.refuse_look(self.name)
        return card & OWN_KIND

    cdef int look_at_all(self) except -1:
        cdef int i
        if self.w.viewer >= 0 and not self.saw() >> self.w.viewer & 1:
            for i in range(1, self.p()[0] + 1):
                self.look(i)
        return 0

    cdef int32_t kind(self, object card) except -1:
        if not isinstance(card, int) or not 0 <= card < len(self.cards):
            raise RuleError(f"{card!r} is no card of {self.name}")
        return <int32_t>card

    cdef int done(self, int rc, Pile to, object n, object card) except -1:
        if rc == OWN_TOO_FEW:
            raise RuleError(f"{self.name} has {self.p()[0]} cards; {n} were to be dealt from it")
        if rc == OWN_NO_ROOM:
            raise RuleError(f"{to.name} has room for {to.declared().room} cards")
        if rc == OWN_NOT_THERE:
            raise RuleError(f"{self.cards[card]} is not in {self.name}")
        return 0

    cdef int fits_with(self, Pile to) except -1:
        self.w.writable(self.name)
        if to is None or to.declared().family != self.declared().family:
            raise RuleError(f"cards of {self.name} go to a pile of the same cards")
        return 0

    def __len__(self):
        return self.p()[0]

    def __iter__(self):
        cdef Walk walk = Walk.__new__(Walk)
        walk.pile, walk.i, walk.n = self, 0, self.p()[0]
        return walk

    def __getitem__(self, given):
        if isinstance(given, slice):
            return list(self)[given]
        cdef Py_ssize_t i = given, n = self.p()[0]
        if i < 0:
            i += n
        if i < 0 or i >= n:
            raise IndexError(f"{self.name}[{given}]: it has {n} cards")
        return self.cards[self.look(<int>i + 1)]

    def __contains__(self, card):
        self.look_at_all()
        return isinstance(card, int) and 0 <= card <= OWN_KIND and own_find(self.p(), card) > 0

    @property
    def top(self):
        if self.p()[0] == 0:
            raise RuleError(f"{self.name} is empty")
        return self.cards[self.look(self.p()[0])]

    def count(self, card):
        self.look_at_all()
        return own_count(self.p(), card) if 0 <= card <= OWN_KIND else 0

    def seen(self, seat):
        """The cards that a seat knows here."""
        cdef int32_t bits = self.saw()
        cdef int32_t* p = self.p()
        cdef int i, who = self.w.seat_of(seat)
        return [self.cards[p[i] & OWN_KIND] for i in range(1, p[0] + 1)
                if (bits | p[i] >> OWN_KNOWN) >> who & 1]

    def deal(self, Pile to not None, n=1):
        self.fits_with(to)
        self.done(own_deal(self.p(), self.saw(), to.p(), to.declared().room,
                           checked_int32(n, "a number of cards")), to, n, 0)

    def move(self, card, Pile to not None):
        self.fits_with(to)
        self.done(own_move(self.p(), self.saw(), self.kind(card), to.p(), to.saw(),
                           to.declared().room, self.w.everyone, self.w.base, CLOCK,
                           self.w.own.places, self.w.own.n_places), to, 1, card)

    def move_all(self, Pile to not None):
        self.fits_with(to)
        self.done(own_move_all(self.p(), self.saw(), to.p(), to.declared().room), to, 1, 0)

    def swap(self, Pile other not None):
        self.fits_with(other)
        self.done(own_swap(self.p(), self.saw(), self.declared().room, other.p(), other.saw(),
                           other.declared().room), other, 1, 0)

    def show(self, seat, card=None):
        cdef int who = self.w.seat_of(seat)
        self.w.writable(self.name)
        if card is None:
            own_show(self.p(), who)
        else:
            self.done(own_show_card(self.p(), who, self.kind(card)), self, 1, card)

    def shuffle(self, str purpose not None, occasion):
        self.w.writable(self.name)
        self.w.draw(purpose, occasion, 0)
        shuffle(self.w.table, self.w.base, self.place, self.owner, self.w.purpose(purpose),
                <uint32_t>checked_int32(occasion, "an occasion"))

    def fill(self):
        """All cards of the table, as often as it says, wherever they lay before."""
        self.w.writable(self.name)
        if fill(self.w.table, self.w.base, self.place, self.owner):
            raise RuleError(f"{self.name} has room for {self.declared().room} cards")


# --- moves ----------------------------------------------------------------------------------------

@cython.freelist(8)
cdef class Bound:
    """A move of a window: to be offered by `may`, or to be made by another rule."""
    cdef Move move
    cdef object window

    def __call__(self, *given):
        return self.move.function(self.window, *given)


cdef class Move:
    """A method that is a move, as a descriptor."""

    def __init__(self, name, function, base, sizes, makers, worth):
        self.name, self.function, self.base = name, function, base
        self.sizes, self.makers, self.worth = tuple(sizes), tuple(makers), worth

    def __get__(self, obj, owner):
        cdef Bound bound
        if obj is None:
            return self
        bound = Bound.__new__(Bound)
        bound.move, bound.window = self, obj
        return bound

    cdef int code(self, tuple given) except -1:
        cdef int code = 0, i, size
        if len(given) != len(self.sizes):
            raise RuleError(f"the move {self.name} takes {len(self.sizes)} numbers; "
                            f"got {len(given)}")
        for i in range(len(given)):
            size = self.sizes[i]
            if not isinstance(given[i], int) or not 0 <= given[i] < size:
                raise RuleError(f"the move {self.name} cannot be offered with {given[i]!r}: it is "
                                f"not from 0 to {size - 1}")
            code = code * size + <int>given[i]
        return self.base + code

    def values(self, int code):
        """What was given to a move of this code."""
        cdef int i, k
        found = []
        code -= self.base
        for i in range(len(self.sizes) - 1, -1, -1):
            k = code % <int>self.sizes[i]
            code = code // <int>self.sizes[i]
            found.insert(0, k if self.makers[i] is None else self.makers[i][k])
        return tuple(found)


# --- the window -----------------------------------------------------------------------------------

cdef class Window:
    """`self` in a rule."""

    cdef int writable(self, str name) except -1:
        if self.reading:
            raise RuleError(f"{name} cannot change here: only deal and moves change a game")
        return 0

    cdef int look_at(self, int place, int owner, str name) except -1:
        if self.viewer >= 0 and not own_sees(&self.own.places[place], self.rules,
                                             owner) >> self.viewer & 1:
            judge = "may_hold" if self.holding else "worth"
            raise RuleError(f"{judge} looks at {name}[{owner}], which this seat cannot see")
        return 0

    cdef int refuse_look(self, str pile) except -1:
        if self.holding:
            raise RuleError(f"may_hold looks at a card of {pile}; it may rest only on what is open")
        raise RuleError(f"worth looks at a card of {pile} that this seat cannot see; go through "
                        f"{pile}.seen(me)")

    cdef int seat_of(self, object seat) except -1:
        if not isinstance(seat, int) or not 0 <= seat < self.players:
            raise RuleError(f"there is no seat {seat!r}: they are 0 to {self.players - 1}")
        return <int>seat

    cdef uint32_t purpose(self, str name) except? 0:
        found = self.purposes.get(name)
        if found is None:
            raise RuleError(f"the name of a chance is a written word; got {name!r}")
        return found

    cdef int draw(self, str purpose, object occasion, int k) except -1:
        """For `analyze check`: a chance is drawn for one thing only."""
        if self.drawn is not None:
            key = purpose, occasion, k
            if key in self.drawn:
                raise RuleError(f'the chance "{purpose}" with the occasion {occasion} is drawn '
                                f"twice in one game, and comes out alike: give each its own "
                                f"number")
            self.drawn.add(key)
        return 0

    def may(self, Bound what not None, *given):
        """Offer a move."""
        cdef int code = what.move.code(given)
        if self.list == NULL:
            raise RuleError("moves are offered in moves(), and in methods that it calls")
        if self.n >= MAX_MOVES:
            raise RuleError(f"more than {MAX_MOVES:,} moves")
        self.list[self.n] = code
        self.n += 1

    def after(self, seat):
        return (self.seat_of(seat) + 1) % self.players

    def others(self, seat):
        cdef int me = self.seat_of(seat)
        return [other for other in self.seats if other != me]

    def end(self):
        self.writable("the game")
        self.base[OVER] = 1

    def give_up(self):
        self.writable("the game")
        self.base[OVER] = 2

    def roll(self, sides, str purpose not None, occasion, k=0):
        """A number below `sides`: the k-th of this chance."""
        cdef int32_t n = checked_int32(sides, "the sides")
        cdef int32_t place = checked_int32(k, "the number of a roll")
        if n < 1 or place < 0 or place > 1_000_000:
            raise RuleError(f"a roll has at least one side, and is numbered from 0; got {n}, "
                            f"{place}")
        if self.viewer >= 0:
            raise RuleError("worth cannot roll: nobody knows what is to come")
        self.draw(purpose, occasion, place)
        return roll(self.base, n, self.purpose(purpose),
                    <uint32_t>checked_int32(occasion, "an occasion"), place)


def new_pile(Window w not None, name, at, place, owner, cards):
    cdef Pile pile = Pile.__new__(Pile)
    pile.w, pile.name, pile.at, pile.place, pile.owner = w, name, at, place, owner
    pile.cards = cards
    return pile


def new_ints(Window w not None, name, at, n, place):
    cdef Ints ints = Ints.__new__(Ints)
    ints.w, ints.name, ints.at, ints.n, ints.place = w, name, at, n, place
    return ints
