"""The drawings of the decks in `static/decks/`, which `tools.deckart` has made."""

from __future__ import annotations

BACKS = ("brick", "green", "waves", "rhombs")

SHOWCASE = {
    "italian40": ("7S", "AB", "3C", "RD", "2B"),
    "sicilian63": ("CO", "T19", "T20", "F", "RC"),
    "french52": ("10C", "QH", "KS", "AH", "JD"),
}
"""The cards that stand for a deck where it is shown, the best in the middle."""


REGIONAL = {
    "italian40": {
        "bergamasche": "AB",
        "napoletane": "3B",
        "piacentine": "AD",
        "romagnole": "AB",
        "siciliane": "3D",
        "toscane": "FB",
        "trevisane": "AS",
    }
}
"""The drawings of a deck that readers may choose instead of the site's own, each with the card by which it is
known."""

KNOWN_BY = {name: card for decks in REGIONAL.values() for name, card in decks.items()}

OWN, HOME = "own", "home"
"""Two more values of the setting `deck`: the site's own drawing, and that of the region a game comes from."""


def drawing_of(deck: str, home: str, choice: str) -> str:
    """The drawing of a deck by a reader's choice; `home` is that of the region the game comes from."""
    wanted = home if choice == HOME else choice
    return wanted if wanted in REGIONAL.get(deck, ()) else deck


def cards_of_deck(deck: str) -> list[tuple[str, str]]:
    """Return deck and code of each card that stands for a deck, as `{% card %}` takes them."""
    return [(deck, code) for code in SHOWCASE.get(deck, ())]
