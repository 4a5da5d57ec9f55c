"""The games of the house, each in a folder: its rules, players, texts, rulebook and scripts.

Such a folder is what a package from outside is, too (`docs/add-a-game.md`).
"""

from __future__ import annotations

HOUSE = tuple(f"{__name__}.{game}" for game in ("tressette", "tarocchi", "whist"))
"""In the order in which the site names them."""
