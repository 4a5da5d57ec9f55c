"""The drawings of the decks in `static/decks/`, which `tools.deckart` has made."""

from __future__ import annotations

BACKS = ("brick", "green", "waves", "rhombs")

SHOWCASE = {
    "italian40": ("7S", "AB", "3C", "RD", "2B"),
    "sicilian63": ("CO", "T19", "T20", "F", "RC"),
    "french52": ("10C", "QH", "KS", "AH", "JD"),
}
"""The cards that stand for a deck where it is shown, the best in the middle; a file has only them."""


def cards_of_deck(deck: str) -> list[tuple[str, str]]:
    """Return the file and the code of each card, as `{% card %}` takes them."""
    return [(f"{deck}-showcase", code) for code in SHOWCASE.get(deck, ())]
