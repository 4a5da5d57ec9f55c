"""The built-in games, each in a folder: its rules, bots, texts, rulebook and scripts.

A package from outside has the same layout (`docs/add-a-game.md`).
"""

from __future__ import annotations

HOUSE = tuple(
    f"{__name__}.{game}"
    for game in ("tressette", "maraffone", "traversone", "briscola", "scopone", "tarocchi", "whist")
)
"""The modules of the built-in games, in the order in which the site lists them."""
