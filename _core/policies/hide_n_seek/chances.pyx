"""Chances to complete one card, or two at once, with the rolls left: exact, computed once.

A die that shows the face of a card is laid on it; who waits for two cards lays on both. A completed
card gives its dice back, which are rolled for the other one. Chances are whole numbers of 2^-40, so
that they are the same on every machine; each roll is rounded once.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t

cdef int64_t ONE = <int64_t>1 << 40

# [faces][missing][free][rolls], and [faces][lack][lack of the other][free][rolls] of the first one
cdef int64_t alone[N_DICE][MOST_MISSING + 1][MOST_FREE + 1][MOST_ROLLS + 1]
cdef int64_t beside[N_DICE][N_LACKS][N_LACKS][MOST_FREE + 1][MOST_ROLLS + 1]
# of the dice that are being worked on: [free][of one face][of another]
cdef int64_t one_face[MOST_FREE + 1][MOST_FREE + 1]
cdef int64_t two_faces[MOST_FREE + 1][MOST_FREE + 1][MOST_FREE + 1]


cdef int64_t power(int64_t base, int32_t n):
    cdef int64_t product = 1
    cdef int32_t _i
    for _i in range(n):
        product *= base
    return product


cdef int64_t ways(int32_t n, int32_t i, int32_t j):
    """Of n dice i show one face and j another."""
    cdef int64_t product = 1
    cdef int32_t k
    for k in range(i):
        product = product * (n - k) // (k + 1)
    for k in range(j):
        product = product * (n - i - k) // (k + 1)
    return product


cdef void weigh_outcomes(int32_t faces):
    """How many outcomes of a roll show i dice of one face and j of another."""
    cdef int32_t free, i, j
    for free in range(MOST_FREE + 1):
        for i in range(free + 1):
            one_face[free][i] = ways(free, i, 0) * power(faces - 1, free - i)
            for j in range(free + 1 - i):
                two_faces[free][i][j] = ways(free, i, j) * power(faces - 2, free - i - j)


cdef int64_t one_more_roll(int32_t faces, int32_t missing, int32_t free, int32_t rolls):
    cdef int64_t total = 0, outcomes = power(faces, free)
    cdef int32_t hits
    for hits in range(free + 1):
        total += one_face[free][hits] * (
            ONE if hits >= missing
            else alone[faces - FIRST_FACES][missing - hits][free - hits][rolls - 1])
    return (total + outcomes // 2) // outcomes


cdef int64_t after_two(int32_t faces, const int32_t* asks, int32_t first, int32_t second,
                       int32_t free, int32_t rolls):
    """The chance of the first card, some dice having been laid on both."""
    if first == 0:
        return ONE
    if second == 0:
        return alone[faces - FIRST_FACES][first][min(free + asks[1], MOST_FREE)][rolls]
    return beside[faces - FIRST_FACES][lack_of(asks[0], first)][lack_of(asks[1], second)][
        free][rolls]


cdef int64_t one_more_for_two(int32_t faces, const int32_t* asks, const int32_t* missing,
                              int32_t free, int32_t rolls):
    cdef int64_t total = 0, outcomes = power(faces, free)
    cdef int32_t i, j, first, second
    for i in range(free + 1):
        for j in range(free + 1 - i):
            first, second = min(i, missing[0]), min(j, missing[1])
            total += two_faces[free][i][j] * after_two(
                faces, asks, missing[0] - first, missing[1] - second, free - first - second,
                rolls - 1)
    return (total + outcomes // 2) // outcomes


cdef void fill_alone(int32_t faces):
    cdef int32_t dice = faces - FIRST_FACES, missing, free, rolls
    for rolls in range(1, MOST_ROLLS + 1):
        for missing in range(1, MOST_MISSING + 1):
            for free in range(MOST_FREE + 1):
                alone[dice][missing][free][rolls] = one_more_roll(faces, missing, free, rolls)
                chance_of_one[dice][missing][free][rolls] = <uint16_t>(
                    alone[dice][missing][free][rolls] * SURE >> 40)


cdef void fill_beside(int32_t faces, int32_t rolls):
    cdef int32_t dice = faces - FIRST_FACES, free
    cdef int32_t asks[2]
    cdef int32_t missing[2]
    for asks[0] in range(1, MOST_MISSING + 1):
        for missing[0] in range(1, asks[0] + 1):
            for asks[1] in range(1, MOST_MISSING + 1):
                for missing[1] in range(1, asks[1] + 1):
                    for free in range(MOST_FREE + 1):
                        beside[dice][lack_of(asks[0], missing[0])][
                            lack_of(asks[1], missing[1])][free][rolls] = one_more_for_two(
                                faces, asks, missing, free, rolls)


cdef void round_pairs(int32_t dice):
    cdef int32_t lack, other, free, rolls
    for lack in range(N_LACKS):
        for other in range(N_LACKS):
            for free in range(MOST_FREE + 1):
                for rolls in range(MOST_ROLLS + 1):
                    chance_of_two[dice][lack][other][free][rolls] = <uint16_t>(
                        beside[dice][lack][other][free][rolls] * SURE >> 40)


def chance(int faces, tuple card, tuple other, int free, int rolls):
    """The chance, in 2^-40, to complete a card, (asks for, missing), while waiting for another one
    too; `other` is None for one card alone. For tests."""
    if other is None:
        return alone[faces - FIRST_FACES][<int>card[1]][free][rolls]
    return beside[faces - FIRST_FACES][lack_of(card[0], card[1])][
        lack_of(other[0], other[1])][free][rolls]


cdef void fill():
    cdef int32_t faces, rolls
    for faces in range(FIRST_FACES, FIRST_FACES + N_DICE):
        weigh_outcomes(faces)
        fill_alone(faces)
        for rolls in range(1, MOST_ROLLS + 1):
            fill_beside(faces, rolls)
        round_pairs(faces - FIRST_FACES)


fill()
