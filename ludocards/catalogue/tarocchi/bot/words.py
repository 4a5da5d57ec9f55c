"""The likelihoods of the words of the bidding, learned from what the levels say on their cards.

`python -m bench.words` trains it; `chance_of_word` in `kernels/worlds.py` evaluates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ludocards.bots.weights import read

FILE = Path(__file__).with_name("words.json")
DIGEST = "e8a8d9583f008cc957db40f6665c199f3844d6c1dd180621386cdbb38ecf96d4"
"""The SHA-256 of the file."""
KINDS: Mapping[str, tuple[str, ...]] = {
    "learner": ("principiante", "apprendista", "dilettante"),
    "club": ("circolo",),
    "searcher": ("provetto", "esperto", "maestro"),
}
"""The kinds of players, and their levels."""

WORDS = np.stack([read(FILE, DIGEST)[kind] for kind in KINDS])
"""By kind, card and word (`numbered`) the weights of a softmax over the words; after the cards a row for the
dealer and one for every hand. The cards are all that a seat gets in the deal."""
