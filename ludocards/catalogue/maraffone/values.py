"""The values that Maraffone has for itself; those of the cards are in `thirds.values`."""

from __future__ import annotations

NAMING_CARD = "4D"
"""The card whose holder names the trumps in the first deal."""

CRICCA = 3
"""The points of the three highest trumps in one hand."""
