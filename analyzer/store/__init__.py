"""A run in a folder: it can be stopped at any moment, resumed, extended, merged and shared.

    manifest.json    what is played: the command, and every setting of every cell; written first
    chunks.txt       one line per reduced chunk, appended as chunks finish: its checksum, then JSON
    games/ seats/    rows as Parquet files, if asked for
    answer.*         the answer, written last

A line counts only if its checksum is right. Reading stops at the first line that is broken, and
writing cuts it off first. So a run that was killed loses only the chunks under way. Progress is
ranges of game indexes, never a count: resume is the plan minus the ranges, extend is a larger plan,
merge is the union, and an overlap is refused. If there are many lines, neighbours become one, but
never across a planned look.
"""
