"""How many games are played, and with which seeds."""

TRUTH_SEED = 900_001
TIMES = 50  # how many times as many games has the long run
USUAL, COSTLY = 200, 100  # games of a short run
FEW, MANY = 200, 2000  # repetitions: usually, and where an answer takes less than 10 ms
QUICK = 0.010  # seconds
