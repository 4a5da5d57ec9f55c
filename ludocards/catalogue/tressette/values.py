"""The values that Tressette has for itself; those of the cards are in `thirds.values`."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.catalogue.thirds.values import HONOURS

NAPOLETANA = HONOURS
"""The ranks of a napoletana, of which three or four of a kind may be accused, too."""

ACCUSE: Mapping[str, int] = {"napoletana": 3, "three": 3, "four": 4}
"""The points of each combination."""
