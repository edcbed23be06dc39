"""Lines of rules that both modes must take alike, each in a method of its own.

MOVES stand in a move that is given n, 0 to 2; JUDGED stand in worth, which is given me and n. Many
of them are orders of evaluation, limits of 32 bits, and names that change while they are used.
"""

from support.own_games import HEAD

START = """
import math
LOW, HIGH, NONE = -math.inf, math.inf, math.nan
TABLE = (4, -7, 2_000_000_000, 1)
FEW = (3, 4, 5)
CARDS = suited("ab", "1234")
def helper(a, b):
    return a - b * 2
def deep(a):
    for k in range(5):
        for j in range(5):
            if k * j == a:
                return k * 10 + j
            if j > 3:
                break
    return -1
class Lines(Game, players=(2, 3), most_moves=1000):
    stones = rule(5, 1, 50, "Stones.")
    mode = rule(("a", "b"), "Mode.")
    flag = rule(True, "Flag.")
    asked = rule(0, 0, 9999, "Which line.")
    bits = rule(7, 1, 7, "What n may be.")
    pile = pile(CARDS, seen_by="all")
    deck = {pile}(CARDS, seen_by="nobody")
    hand = piles(CARDS, seen_by="owner")
    left = number()
    taken = seats()
    purse = seats(seen_by="owner")
    memory = grid(3, 3)
    row = numbers(4)
    counted = per_seat("counted")
    w = weight(0.25, 0.0, 3.0, "w")
    def deal(self):
        self.pile.fill()
        self.pile.shuffle("deal", 0)
        self.pile.deal(self.deck, 2 + 2 * self.players)
        self.deck.shuffle("hide", 0)
        for seat in self.seats:
            self.deck.deal(self.hand[seat], 2)
        self.left = self.stones
        self.purse.fill(3)
        self.row.fill(2)
        self.row[1] = 7
        self.memory[1].fill(5)
        self.memory[2][1] = 9
    def bump(self):
        self.left += 1
        return self.left
    def helped(self, a):
        if a > 3:
            return a - self.left
        return a
    def quotient(self, a):
        return 10 // a
    def pair(self, a, b):
        return a * 3 - b * b
    def cut(self, xs):
        xs = [x for x in xs if x > 3]
        return len(xs)
    def longer(self, xs):
        xs = [k for k in FEW]
        return len(xs)
    def theirs(self, p):
        p = self.hand[1]
        return len(p) + p[0].rank
    def score(self, seat):
        return self.taken[seat]
    def moves(self):
        for n in range(3):
            if not self.bits >> n & 1:
                continue
"""

_MOVES = """
xs = [k for k in FEW]
for x in xs:
    xs = [y for y in xs if y != x + 1]
    self.left += x

for k in (self.left, self.bump(), self.left):
    self.taken[self.seat] = self.taken[self.seat] * 3 + k

x = len(self.pile) + 2147483647
if x > 5:
    self.left += 1

x = 2147483647 + 2147483647
if x > 5:
    self.left += 1

self.left = 2147483647 + n - 2147483647

xs = [c for seat in self.seats for c in self.hand[seat]]
self.left += len(xs)

xs = [c.rank for c in self.pile for d in self.pile if c < d]
self.left += sum(xs)

self.left = deep(6) + deep(n)

self.left **= 2

self.left <<= 40

self.row[n] <<= 40

self.left = -self.left // 2 + (-7) % (n + 1) - (-7 // (n + 1))

self.left = (3 if n else 4) - (n and 7 or 9) + (not n)

self.left = self.pile.count(-1) + self.pile.count(1024) * 3 + self.pile.count(2147483647)
self.left += self.pile.count(65536) * 7

self.left = (-1 in self.pile) + (1024 in self.pile) * 2 + (65536 in self.pile) * 4
self.left += n in self.pile

self.left = self.pile.count(n) + self.hand[0].count(7)

self.pile.move(-1, self.deck)

self.pile.move(99999, self.deck)

self.pile.deal(self.deck, -1)

self.pile.deal(self.pile, 2)

self.pile.move_all(self.pile)

self.pile.swap(self.pile)

self.pile.move(self.pile[1], self.pile)

self.pile.show(1, self.pile[0])

self.pile.show(1, 7)

self.left = self.roll(6, "die", -n)

self.left = self.roll(0, "die", n)

self.left = self.roll(6, "die", n, -1)

self.left = self.roll(2147483647, "die", n, 1000000) % 40

self.taken[-1] = 3

self.left = TABLE[-5]

self.left = TABLE[-4] + self.pile[-1].rank + self.pile[-len(self.pile)].rank

self.left = self.pile[-len(self.pile) - 1].rank

a = self.row[a] = self.left = n

a, self.row[n], b = n, n + 5, self.row[n]
self.left += a + b

a, b = (n, 1) if n else (3, self.bump())
self.left += a * 2 + b

self.left = self.left + self.bump() * self.left

self.row[self.bump() % 4] += self.left

self.row[self.left % 4] = self.bump()

self.row[self.left % 4] += self.bump()

self.left += self.bump()

x = self.left
x += self.bump() + x
self.left = x

self.left = 1 < self.bump() < self.bump() < 3

self.left = max(self.left, self.bump(), self.left)

self.left = helper(self.left, self.bump())

self.left = self.left in (self.bump(), self.left)

self.left = 5 in range(self.left, self.bump())

self.left = min((c.rank for c in self.pile), key=lambda z: -z)

high = max(self.pile, key=lambda z: z.rank // 2).rank
self.left = high * 10 + min(self.pile, key=lambda z: z.rank // 2).rank

self.left = int(max((c.rank * 0.5 for c in self.pile), default=0) * 2)

self.left = max((c.rank for c in self.pile if c.rank > 9), default=self.bump())

self.left = max((c.rank for c in self.pile), default=1 // (n - 1))

self.left = int(-2147483648.0) + 2147483647

x = -2147483648
self.left = -x

self.left = abs(-2147483648)

self.left = -2147483648 // (n - 1)

self.left = -2147483648 % (n - 1)

self.left = 3 ** 20 - 3 ** 19

self.left = (n - 2) ** 3 + (-1) ** 7 + 0 ** 0

self.left = n ** 31

self.left = (n - 1) << 31

self.left = 1 << n << 2

self.left = 1 << -n

self.left = -9 >> n >> 40

self.left = 9 >> -n

self.left = ~n & 7 | 8 ^ 3

self.left = True + True * 3 - (n == 1)

self.left = (n > 0) & (n < 2) | (n == 0)

k = 9
for k in range(n):
    pass
self.left = k

for k in range(n):
    pass
self.left = k

if n:
    z = 4
self.left = z

while True:
    z = 4
    break
self.left = z

for k in range(3):
    if k == n:
        continue
    for j in range(3):
        if j == k:
            break
        self.left += j * 10 + k

for i, c in enumerate(self.pile):
    if i == 1:
        continue
    self.left += c.rank * i

for c in self.pile:
    self.pile.deal(self.deck)

for c in self.pile:
    self.pile.swap(self.deck)

for c in self.hand[0]:
    self.hand[0].swap(self.hand[1])
    self.left = self.left * 3 + c

for c in self.pile:
    self.pile.shuffle("in", c)
    self.left = self.left % 1000 * 3 + c

h = self.hand[self.seat]
self.seat = self.after(self.seat)
self.left += h[0].rank

r = self.memory[n]
r[1] += 5
r.fill(3)
self.left += r[1] + sum(r) + len(r) + (3 in r)

self.memory.fill(3)
self.left = sum(self.memory[k][k] for k in range(3))

self.left = sum(self.memory[3])

self.left = self.memory[-1][0]

self.left = self.hand[-1][0]

self.left = CARDS["a2"] + CARDS[3] + CARDS[-1] + len(CARDS)

self.left = CARDS[n + 7]

self.left = (CARDS[0] if n else CARDS[1]).rank

self.left = [c for c in self.pile if c.suit][0]

self.left = [c for c in self.pile if c.suit][-1].rank

xs = [c for c in self.pile if c.rank > 5]
self.left = xs[0]

self.left = len(list(self.pile)) + list(self.pile)[0].rank

xs = list(self.pile)
self.pile.deal(self.deck)
self.left = len(xs) + xs[-1].rank

xs = self.pile.seen(0)
self.pile.deal(self.deck)
self.left = len(xs)

xs = self.others(self.seat)
self.left = xs[0] + xs[-1] + len(xs)

self.left += sum([1, 2, n])

self.left += max([1, 2, n]) + min((4, n, 2))

self.left += any([n, 0]) + all((n, 1))

self.left += any(FEW) + all(TABLE) + sum(FEW) + max(TABLE)

self.left += sum(self.seats) + max(self.seats) + len(self.seats)

self.left += sum(range(n, 5)) + max(range(3)) + len([k for k in range(4)])

self.left += sum(c.rank for c in self.pile if c.suit if c.rank > 1)

self.left += sum(c.rank * k for k, c in enumerate(self.pile))

self.left = self.players ** 2

self.left = n if n > 1 else (n if n else 5) if self.left else 7

self.left = not not n

assert n < 2, f"bad {n}"

assert n < 2

self.seat = 7

self.stage -= 1

self.bump() if n else self.bump() + 1

n and self.bump()

x = self.left or self.bump()
y = n and self.bump()
self.left = x * 3 + y

self.left = 1 if 0.0 else 2 if 0.1 else 3

self.left = int(n / 3 * 3) + int(-n / 3) + int(1e9)

self.left = int(1e10)

self.left = int(HIGH)

self.left = int(2147483647.9) - 2147483640

self.left = int(-2147483648.9) + 2147483647

self.left = 1e400 > 5

self.left = n == 1.0

self.left = 0.1 + 0.2 == 0.3

x: int = n
y: float = n
self.left = int(y / 2 + x)

x: float = 3
self.left = x == 3

x: float
self.left = 3

r = self.memory[0]
for x in r:
    self.left += x
    r = self.memory[1]

r = self.memory[0]
r = self.memory[n]
self.left += r[1]

xs = [k for k in FEW]
for x in list(xs):
    xs = [y for y in xs if y != x + 1]
    self.left += x

xs = [k for k in FEW]
for i, x in enumerate(xs):
    xs = [y for y in xs if y != x + 1]
    self.left += x * i

xs = [k for k in FEW]
for x in xs:
    for y in xs:
        xs = [z for z in xs if z != x]
        self.left += x + y

xs = [k for k in FEW]
n = 0
while xs and n < 9:
    n += 1
    xs = [x for x in xs if x != xs[0]]
self.left += n

n = 3
for k in range(n):
    n = 7
    self.left += 1

for seat in self.others(self.seat):
    self.seat = seat
    self.left += seat

k = 2
for k in (k, k + 1, self.left):
    k += 1
    self.left += k

self.left = sum(k for k in (self.left, self.bump(), self.left))

self.left = max(self.left, self.bump() and 3)

for k in [self.seat, self.left]:
    self.left += 1 + k

self.left += max([self.left, self.bump(), self.left])

xs = [c.rank for c in list(self.pile)]
self.left += sum(xs)

xs = [c + k for c in self.pile for k in range(3)]
self.left += sum(xs)

xs = [c for seat in self.others(0) for c in self.hand[seat] if c.rank]
self.left += sum(xs)

xs = [k for s in self.seats for k in self.memory[s]]
self.left += sum(xs)

xs = [a for a in FEW for b in FEW for c in FEW for d in self.pile for e in self.pile]
self.left += len(xs)

self.left = self.row[self.row[1] - 7 + n]

self.row[n], self.row[self.row[n] - 2 if n != 1 else 0] = self.row[1], 3

a = n
a, self.row[a] = 3, a

self.left = [k for k in FEW if k > n][n - 1]

self.left = 3 if n > 1 else self.bump() if n else self.bump() * 2

self.left = n if self.bump() > 3 and self.bump() > 3 or self.bump() else 9

if not (n and self.bump()) or self.bump():
    self.left += 10

self.left = 0 < n < 2 and 5 or 7

self.left = (0 < self.bump() < 2) + (n == n == n) + (1 != n != 1)

self.taken[0] = (0 < self.bump() < self.bump() < 99) + 2 * (99 > self.bump() > self.bump())

self.taken[0] = (9 < self.bump() < self.bump()) + 2 * (n < self.bump() in (self.left, 3))

self.taken[0] = (n and self.bump() or self.bump()) + (n or self.bump() and self.bump())

self.taken[0] = self.bump() if self.bump() > 6 else -self.bump()

self.taken[0] = max(self.bump() for k in FEW if self.bump() % 2)

self.taken[0] = any(self.bump() == k for k in FEW) + 2 * all(self.bump() > k for k in FEW)

self.taken[0] = sum(self.bump() for k in range(self.bump() % 4))

self.left = (1000 >> (n + 32)) + (-1000 >> (n + 33)) + (7 >> 64)

for i, seat in enumerate(self.others(n % 2)):
    self.left += i * 10 + seat * 3

self.left = 5 + self.quotient(n)

self.left = 7 // self.quotient(n)

a, b = self.left, self.bump()
self.taken[0] = a * 100 + b

a, b = (self.left, self.bump()) if n else (self.bump(), self.left)
self.taken[0] = a * 100 + b

self.taken[0] = any(self.bump() > k for k in FEW) + 2 * all(self.bump() < k for k in FEW)

self.left = any(10 // (k - 4) < 0 for k in FEW) + all(10 // (k - 4) > 0 for k in FEW)

self.left = max(FEW, key=lambda k: k % 2) * 10 + min(FEW, key=lambda k: -(k % 2))

self.left = max((k for k in FEW), key=lambda k: k // 9) * 10 + min(FEW, key=lambda k: k // 9)

self.taken[0] = (self.left == self.bump()) + 2 * (self.left < self.bump())

self.taken[0] = self.left - self.bump() + (self.left >= self.bump()) * self.left

self.left = (n in range(2)) + 2 * (n in range(1, 2)) + 4 * (n in range(0)) + 8 * (1 in range(n, 3))

self.left = helper(n, self.quotient(n - 1))

self.left = self.quotient(self.quotient(n + 3))

xs = [self.quotient(k) for k in FEW if self.quotient(k - 3 - n)]
self.left += sum(xs)

self.left = sum(range(n, 9, 4)) + sum(range(9, n, -4)) * 100

self.left = max(FEW, key=lambda k: -(k % 2)) * 10 + min(FEW, key=lambda k: k % 2)

self.left = 0 < n in (1, 2)

self.left = 2 > n > 0 > self.bump()

t = self.pile.top
self.pile.move(t, self.deck)
self.left = self.deck.top * 10 + len(self.deck)

self.left = self.pile.top.suit if self.pile else -1

x = self.hand[self.seat] if n else self.hand[0]
self.left = len(x) + x[0].rank

self.left -= -self.left

self.left = +n - +self.left

self.left = 7 // 2 * 2 + 7 % 2 - -7 // 2 * 2 - -7 % 2 + 7 // -2 * -2 + 7 % -2

self.left = (n - 5) // 3 * 100 + (n - 5) % 3

self.left = (5 - n) // -3 * 100 + (5 - n) % -3

x = n * 3
x //= -2
x %= -5
x <<= 2
x >>= 1
x |= 8
x &= -3
x ^= 5
x **= 2
x -= 1
self.left = x

self.left //= -2
self.left %= -5
self.left |= 8
self.left &= -3
self.left ^= 5
self.left >>= 1

self.row[n] //= -2
self.row[n] %= -5
self.row[n] **= 2
self.left += self.row[n]

x = 0.5
x += n
x *= 3
x -= 0.25
x /= 2
self.left = int(x * 100)

self.left = int(0.1 * 3 * 10) + int((0.1 + 0.7) * 10)

self.left = 2147483647 + n

self.left = -2147483647 - n

self.left = 65536 * (32767 + n)

x = -2147483647 - 1
self.left = x // (1 - n)

x = -2147483647 - 1
self.left = x * (n - 2)

self.left = 46341 * 46341 if n else 1

self.left = 2 ** 31 if n else 1

self.left = (-2) ** 31 + 2147483647

self.left = 3 * 1000000000 // 10 if n else 2

self.taken[0] += 2147483647

self.left = sum(2000000000 for k in range(n))

self.left = sum(2147483647 - k for k in range(2)) - 2147483647 if n else 0

self.left = sum([2147483647, 1, -5])

self.left = abs(n - 2) * -abs(-3)

self.left = int(True) + bool(7) + int(n)

self.left = float(n) == n

self.left = int(float(n) / 3 + 0.5)

self.row.fill(n)
self.memory.fill(n + 1)
self.memory[0].fill(9)
self.left = self.memory[0][0] + self.memory[1][1] + self.row[3]

self.purse.fill(self.left)
self.left = self.purse[0] + sum(self.purse)

self.hand[0].move_all(self.hand[1])
self.left = len(self.hand[1])

self.pile.deal(self.hand[0], 100)

self.deck.swap(self.pile)
self.left = self.deck[0]

self.deck.fill()
self.left = len(self.deck) + len(self.pile) + len(self.hand[0])

xs = self.pile.seen(n)

for k in range(n, 3):
    for j in range(k, 0, -1):
        if j == 2:
            break
        if k == j:
            continue
        self.left += k * 10 + j
    else_ = 1

for k in range(5, n, -2):
    self.left = self.left * 7 % 1000 + k

for k in range(n, 2147483647, 1000000000):
    self.left = self.left * 7 % 1000 + k % 10

for k in range(-2147483648, n, 1500000000):
    self.left = self.left * 7 % 1000 + k % 10

for k in range(2147483647, -2147483648, -1500000000):
    self.left = self.left * 7 % 1000 + k % 10

if n == 0:
    return
self.left += 5

for k in range(3):
    if k == n:
        return
    self.left += k

while self.left > 0:
    self.left -= 2
    if self.left == n:
        return

self.left += n
if n:
    if n > 1:
        return
    else:
        self.left += 1
else:
    pass
self.left += 2

xs = [k for k in FEW]
self.left = self.cut(xs) * 100 + len(xs) * 10 + xs[-1]

xs = [k for k in FEW if k > 4]
self.left += self.longer(xs) * 100 + len(xs) * 10 + xs[-1]

xs = [k for k in FEW]
self.left = self.cut(self.others(0)) + self.longer(xs) * len(xs)

h = self.hand[0]
self.left = self.theirs(h) * 10 + h[0].rank
"""

_JUDGED = """
best = LOW
for k in range(3):
    if k * 1.5 > best:
        best = k * 1.5
return best + n

return min(HIGH, n * 1.0)

return 1.0 if n * 0.5 > LOW else 0.0

return self.purse[0]

return 3 in self.purse

return sum(self.purse)

return self.hand[me][0].rank + len(self.hand[self.after(me)]) * 0.5

return max(self.hand[me], default=-1)

return sum(1 for other in self.others(me) for c in self.hand[other].seen(me))

return self.hand[self.after(me)].count(3)

return 3 in self.hand[self.after(me)]

return self.deck[0].rank

return self.deck.top.rank

return len(self.deck) + bool(self.deck)

mine = self.hand[me]
other = self.hand[self.after(me)]
return len(mine if n else other)

return max(c for c in self.hand[me]) / 3

return 1 / (n - 1)

return n - 1 and 1 // (n - 1)

return self.w * n - n * self.w + self.w

return n * 0.1 + 0.2 - 0.3 * n

x = 0
for k in range(10):
    x += 0.1 * k
return x * x - 20.25 + n

return sum(0.1 for k in range(10)) - 1

return sum(0.1 * k for k in range(10)) + sum(k for k in range(n)) - 4.5

me = self.after(me)
return self.purse[me]

return self.left / 7

return True

return HIGH - HIGH

return LOW if n else 3.0

return self.mode == "a"

return self.flag + (not self.flag) * 2

return abs(n - 1.5)

return int(-1.5) + int(n / 2)

return max(0.5, 1)

return -(-2147483648.0) + n

for k in range(3):
    if k == n:
        return k * 0.5
return 0

if n == 1:
    return 1.5
elif n == 2:
    return 2
return self.helped(n) / 3

best = -1.0
for c in self.hand[me]:
    value = c.rank * 0.3
    if value > best:
        best = value
return best - n

x = max(self.hand[me], key=lambda z: -z.rank * 0.5)
return x.rank

return sum(c.rank * self.w for c in self.hand[me]) + n

return min((c.rank for c in self.hand[me] if c.rank > n), default=9)

return any(c.rank == n for c in self.hand[me]) * 2.0

return len([c for c in self.hand[me] if c.rank >= n]) + self.left * 0

return self.helped(n) + self.helped(n + 3) + self.helped(-20) + self.helped(40)

return max(self.pile.count(k) for k in CARDS) + self.pile.count(n)

return self.pile.count(-1) + self.pile.count(99) - n

return self.hand[me].count(n) * 2 + self.hand[me].count(n)

return self.purse[me] + self.taken[0] + self.counted[me] - n

return sum(self.purse[s] for s in self.seats if s == me) + n

return 1e308 * 10 * n

return -1e308 * 10 if n else 1.0

return 0.0 if n else -0.0

x = self.deck
return len(x) + n

return len(self.deck.seen(me)) + n

return self.hand[self.after(me)].top.rank

return self.hand[self.after(me)][0].rank if n > 5 else 0

return len(list(self.hand[self.after(me)]))

return sum(1 for c in self.hand[self.after(me)])

return self.pair(0, 1) * 0 + self.pair(1, 0) * (1 - n)

return self.roll(6, "x", 1)
"""


def _block(text: str) -> list[str]:
    return [part.strip("\n") for part in text.strip("\n").split("\n\n")]


FIRST_MOVE = 1000  # of the numbers of lines that are asked
MOVES, JUDGED = _block(_MOVES), _block(_JUDGED)


def _put(head: str, line: str) -> str:
    return "\n".join([f"    {head}", *(f"        {part}" for part in line.split("\n"))]) + "\n"


def game() -> str:
    """All of them in one game: move m7 is the line 7 of MOVES, worth_j7 the line 7 of JUDGED."""
    text = HEAD + "PILE = pile\n" + START.replace("{pile}", "PILE")
    offered = {
        **{f"j{k}": k for k in range(len(JUDGED))},
        **{f"m{k}": FIRST_MOVE + k for k in range(len(MOVES))},
    }
    for name, k in offered.items():
        text += f"            if self.asked == {k}:\n                self.may(self.{name}, n)\n"
    for k, line in enumerate(JUDGED):
        text += f'    @move("j{k} {{n}}", n=range(3))\n' + _put(f"def j{k}(self, n):", "pass")
        text += _put(f"def worth_j{k}(self, me, n):", line)
    for k, line in enumerate(MOVES):
        text += f'    @move("m{k} {{n}}", n=range(3))\n' + _put(f"def m{k}(self, n):", line)
    return text
