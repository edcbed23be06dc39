"""What each game rests on that nobody printed, as the rulebooks leave it open; for tests."""

# game -> what had to be reconstructed; the other games need a standard deck or a complete list
RECONSTRUCTED = {
    "hike": "suit table",
    "hike-sled": "huskies and landscapes",
    "hide-n-seek": "maps and cards",
}
ANY = "Rests on"  # how every note begins


def names_reconstruction(text: str, game: str) -> bool:
    """Does a text say what results of this game rest on, and does no other game's say such?"""
    words = " ".join(text.split())
    if game not in RECONSTRUCTED:
        return ANY not in words
    what = RECONSTRUCTED[game]
    return (
        f"Rests on our reconstruction of the {what}" in words
        or f"Rests on our reconstructions of the {what}" in words
    )
