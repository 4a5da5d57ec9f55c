"""The network that has learned from play, and the kinds of players that it knows.

`python -m tests.bench.network` trains it; `kernels/network.py` evaluates it.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import numpy as np

from ludocards.bots.kernels.numbers import Singles

FILE = Path(__file__).with_name("network.json")
DIGEST = "9791bb3cc4ce70feee512683a10687875edd0e7cff6e9f62320578b01d8f01de"
"""The SHA-256 of the file."""
KINDS = ("learner", "searcher")
"""The kinds of players, as the rows of `SECOND`: the levels below *circolo*; those above it, and plain
PIMC."""


def matrix(rows: list[list[float]]) -> Singles:
    return np.array(rows, np.float32)


def read(file: Path = FILE) -> tuple[Singles, Singles]:
    """The weights of both layers: a row for each input and one for the bias; a row for each kind of
    player."""
    text = file.read_bytes()
    if sha256(text).hexdigest() != DIGEST:
        raise ValueError(f"{file} is not the network that was trained")
    stored = json.loads(text)
    return matrix(stored["first"]), matrix(stored["second"])


FIRST, SECOND = read()
