"""One question about a game per file: totals in, findings out. No printing, no games."""
