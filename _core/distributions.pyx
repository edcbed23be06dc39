# cython: cdivision=True
"""Tails and quantiles of the beta law, from which those of Student's t follow.

A library has them, but importing it takes longer than a short run. No playout depends on these
numbers; only answers do.

The density is Loader's saddle-point expansion (2000). It keeps its digits for a billion games,
while differences of log-gammas lose half of theirs.
"""
from libc.math cimport exp, fabs, fmax, lgamma, log, sqrt

cdef double HALF_LOG_TWO_PI = 0.91893853320467274
cdef double EPSILON = 2.2e-16
cdef double TINY = 1e-300
cdef long MOST_TERMS = 100_000_000      # about the square root of the larger parameter is needed


cdef double stirling_error(double x) noexcept nogil:
    """The difference between log(x!) and Stirling's formula."""
    cdef double part = 1 / (x * x)
    if x < 16:
        return lgamma(x + 1) - (x + 0.5) * log(x) + x - HALF_LOG_TWO_PI
    return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - part / 1188)
                                     * part) * part) * part) / x


cdef double deviance(double x, double mean) noexcept nogil:
    """x log(x / mean) + mean - x, without losing digits where the two are close."""
    cdef double ratio = (x - mean) / (x + mean)
    cdef double total = (x - mean) * ratio, power = 2 * x * ratio, before
    cdef int k
    if fabs(ratio) >= 0.1:
        return x * log(x / mean) + mean - x
    for k in range(3, 100, 2):
        power *= ratio * ratio
        before = total
        total += power / k
        if total == before:
            break
    return total


cdef double density(double a, double b, double x, double rest) noexcept nogil:
    """x^a rest^b / B(a, b), where rest is 1 - x: x rest times the density."""
    cdef double n = a + b
    cdef double power = (stirling_error(n) - stirling_error(a) - stirling_error(b)
                         - deviance(a, n * x) - deviance(b, n * rest))
    return exp(power - HALF_LOG_TWO_PI) * sqrt(a * (b / n))


cdef inline double off_zero(double x) noexcept nogil:
    return x if fabs(x) > TINY else TINY


cdef double fraction(double a, double b, double x, double rest) noexcept nogil:
    """The continued fraction of Didonato and Morris (1992) for the lower tail, by Lentz's way."""
    cdef double lead = a * rest - b * x + 1
    cdef double over = off_zero(a * lead / (a + 1)), value = over, under = 0, top, bottom, odd
    cdef long k
    for k in range(1, MOST_TERMS):
        odd = a + 2 * k - 1
        top = (a + k - 1) / odd * ((a + b + k - 1) / odd) * k * (b - k) * x * x
        bottom = k + k * (b - k) * x / odd + (a + k) * (lead + k * (1 + rest)) / (odd + 2)
        under = 1 / off_zero(bottom + top * under)
        over = off_zero(bottom + top / over)
        value *= over * under
        if fabs(over * under - 1) < EPSILON:
            break
    return value


cdef double tail(double a, double b, double x, double rest) noexcept nogil:
    """The chance of a value below x; rest is 1 - x, given separately because either may be tiny."""
    if x <= 0:
        return 0
    if rest <= 0:
        return 1
    if x < (a + 1) / (a + b + 2):
        return density(a, b, x, rest) / fraction(a, b, x, rest)
    return 1 - density(a, b, x, rest) / fraction(b, a, rest, x)


cdef double guess(double a, double b, double normal) noexcept nogil:
    """Near the value that the beta law exceeds as often as the normal law exceeds `normal`
    (Abramowitz and Stegun 26.5.22); the mean where that does not hold."""
    cdef double u, v, bend, h, w
    if a <= 1 or b <= 1:
        return a / (a + b)
    u = 1 / (2 * a - 1)
    v = 1 / (2 * b - 1)
    bend = (normal * normal - 3) / 6
    h = 2 / (u + v)
    w = normal * sqrt(fmax(0, h + bend)) / h - (v - u) * (bend + 5.0 / 6 - 2 / (3 * h))
    return a / (a + b * exp(2 * w))


cdef double solve(double a, double b, double part, double left, double x) noexcept nogil:
    """Where the lower tail is `part` and the upper one `left`: Newton's steps between fences."""
    cdef double low = 0, high = 1, off, step
    cdef int _
    x = fmax(x, TINY)
    for _ in range(200):
        if part < left:
            off = tail(a, b, x, 1 - x) - part
        else:
            off = left - tail(b, a, 1 - x, x)
        if off == 0:
            break
        if off > 0:
            high = x
        else:
            low = x
        step = off * x * (1 - x) / density(a, b, x, 1 - x)
        if fabs(step) <= EPSILON * x or high - low <= EPSILON * high:
            break
        x -= step
        if not low < x < high:
            x = (low + high) / 2
    return x


def beta_quantile(double a, double b, double part, double left, double normal):
    """The value below which the part `part` of the beta law lies, and `left` above it; `normal`
    is what a standard normal number exceeds with chance `part`."""
    return solve(a, b, part, left, guess(a, b, normal))


def beta_below(double a, double b, double x):
    """The chance that a value of the beta law is below x."""
    return tail(a, b, x, 1 - x)


def student_tail(double freedom, double value):
    """The chance that Student's t exceeds a value of zero or more."""
    cdef double whole = freedom + value * value
    return tail(freedom / 2, 0.5, freedom / whole, value * value / whole) / 2


def student_quantile(double freedom, double part, double normal):
    """What Student's t exceeds with chance `part`, below a half; a normal number: `normal`."""
    cdef double half = freedom / 2, square = normal * normal, x
    if square > freedom:    # the share that is small is the one to look for
        x = solve(half, 0.5, 2 * part, 1 - 2 * part, freedom / (freedom + square))
        return sqrt(freedom * (1 - x) / x)
    x = solve(0.5, half, 1 - 2 * part, 2 * part, square / (freedom + square))
    return sqrt(freedom * x / (1 - x))
