"""Hide N Seek: rules and tables packed for the core."""

cdef bytes packed_rules(dict rules)
