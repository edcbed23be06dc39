"""One playout: its cell, its state, move by move, and played on from a position."""
