"""The cards that stand for a deck where it is shown, the best in the middle; they have a sprite of their own."""

SHOWCASE = {
    "italian40": ("7S", "AB", "3C", "RD", "2B"),
    "sicilian63": ("CO", "T19", "T20", "F", "RC"),
    "french52": ("10C", "QH", "KS", "AH", "JD"),
}


def shown(deck: str) -> list[tuple[str, str]]:
    """Return the file and the code of each card, as `{% card %}` takes them."""
    return [(f"{deck}-showcase", code) for code in SHOWCASE.get(deck, ())]
