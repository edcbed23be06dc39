"""A run in a folder: it can be stopped anywhere, gone on with, extended, merged and shared.

    manifest.json    what is played: the command, and every setting of every cell; written first
    chunks.txt       a line a reduced chunk, appended as chunks finish: its checksum, then JSON
    games/ seats/    rows as Parquet shards, where asked
    answer.*         the answer, written last

A line counts only if its checksum holds; reading stops at the first one that does not, and writing
cuts it off first. So a run that was killed loses what was in flight and nothing else. Progress is
ranges of game indexes, never a count: resume is the plan minus the ranges, extend a larger plan,
merge the union, and an overlap is refused. Where lines are many, neighbours become one, but
never across a planned look.
"""
