"""What Hike's expert goes by: weights, in hundredths of a card.

They were fitted: each seat of 60 million games (3 to 8 players, greedy among them) played with
weights moved at random, its share of wins was regressed on the moves, and the weights followed the
slopes until none was left. Those marked * were fitted again among experts, in 2.7 million games
of 3 and of 5 players, together with what version 3 has learnt: a Lake for one's own Drought, and
when to play The Worm.
"""

cdef enum:
    OWN_DROUGHT = 2000      # how sure its holder is to play Drought (of 4096),
    OWN_SUN = 1850          # ... and The Sun

cdef enum:
    W_OPTIONS = 203         # * being able to play when the turn comes back
    W_KIND = 33             # holding a suit at all: doubles go first
    W_KILL = 220            # driving out all the others at once, in proportion for some of them
    W_OWN_ROW = 225         # all the others out, and no answer to one's own card
    W_LAKE = 190            # * a Lake if a Drought is sure to come,
    W_OWN_LAKE = 185        # * the last one, if the Drought is one's own
    W_LIGHT = 60            # a Light if The Sun is,
    W_TREE = 23             # a Tree if Spring is,
    W_BIRD = 85             # * a Bird for the Worm in one's own hand
    W_BUG = 15              # being rid of a Bug before Poop comes
    W_DRAW = 32             # the card that a Peak brings after Avalanche: more to choose from
    W_AGAIN = 80            # having the next turn too
    W_DEAD = 630            # driving oneself out
    W_OUT = 950             # the last cards
    W_EXTRA = 93            # a second card gone in one turn
    W_POINT = 40            # * a point for a Tree or a Bird
    W_WILD = 110            # * keeping a specialty for need, and more for
    W_WIND = 51
    W_EARTHQUAKE = 50
    W_SUN = 27
    W_AVALANCHE = 36        # playing Avalanche,
    W_AVALANCHE_CARD = 18   # ... less for each card left in hand
    W_DROUGHT = 115         # * playing Drought with a Lake: two cards gone
    W_POOP = 36             # playing Poop,
    W_POOP_OTHERS = 96      # ... more for each Bug it costs one of the others
    W_POOP_OWN = 102        # ... less for each of one's own
    W_SPRING_OTHERS = 33    # each Tree that the others plant in one's Spring
    W_QUAKE_CARD = 48       # each card more or less by an Earthquake
    W_QUAKE_LITTER = 55     # passing Litter on
    W_WORM = 45             # * keeping The Worm until there is a Bird for it,
    W_WORM_TAKEN = 70       # * ... and more if the next player surely has one
