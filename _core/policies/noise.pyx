"""Any policy with mistakes, so that the level of skill can be set."""
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from analyzer._core.contract cimport Policy, choose_t, move_t, native, view_t
from analyzer._core.seating cimport refuse_unfinished
from analyzer._core.rng cimport rng_below, rng_t, rng_unit


ctypedef struct noise_t:
    double e
    choose_t choose
    const void* params
    size_t scratch_size


cdef int32_t noise(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                   rng_t* rng) noexcept nogil:
    """The view is that of the policy inside, with its memory and its worlds. Without mistakes no
    coin is tossed for them: it is the policy inside."""
    cdef const noise_t* own = <const noise_t*>params
    if own.choose == NULL or (own.e > 0 and rng_unit(rng) < own.e):
        if own.scratch_size:        # what it had in mind for this turn no longer fits
            memset(view.scratch, 0, own.scratch_size)
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    return own.choose(view, moves, n_moves, own.params, rng)


cdef class Noise(Policy):
    cdef noise_t own

    cdef int bind(self, Policy inner) except -1:
        refuse_unfinished(inner)
        self.own.e, self.own.choose, self.own.params = self._values[0], inner.choose, inner.params
        self.own.scratch_size = <size_t>inner.scratch_size
        self.params = &self.own
        self.rollout = inner.rollout
        self.scratch_size, self.scratch_states = inner.scratch_size, inner.scratch_states
        return 0


NOISE = native(
    "noise", "Sometimes any legal move, otherwise what another policy chooses.", noise,
    {"e": (0.1, 0.0, 1.0, "Chance of any legal move, each as likely as the others.")}, 0, 0, Noise,
    {"of": ("expert", "The policy that it follows otherwise.")})
