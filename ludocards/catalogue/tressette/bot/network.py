"""The network that has learned from play, and the kinds of players that it knows.

`python -m bench.network` trains it; `kernels/network.py` evaluates it.
"""

from __future__ import annotations

from pathlib import Path

from ludocards.bots.weights import read

FILE = Path(__file__).with_name("network.json")
DIGEST = "9791bb3cc4ce70feee512683a10687875edd0e7cff6e9f62320578b01d8f01de"
"""The SHA-256 of the file."""
KINDS = ("learner", "searcher")
"""The kinds of players, as the rows of `SECOND`: the levels below *circolo*; those above it, and plain
PIMC."""


WEIGHTS = read(FILE, DIGEST)
FIRST, SECOND = WEIGHTS["first"], WEIGHTS["second"]
"""The weights of both layers: a row for each input and one for the bias; a row for each kind of player."""
