"""Hike! (sleds): the rules of a table as one struct."""

cdef bytes packed_rules(int players, dict rules)
