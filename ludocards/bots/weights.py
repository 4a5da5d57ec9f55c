"""Weights that were learned from play, in files beside the code that uses them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import numpy as np

from ludocards.bots.kernels.numbers import Singles


def read(file: Path, digest: str) -> Mapping[str, Singles]:
    """The matrices of a file with this SHA-256; for any other a ValueError."""
    text = file.read_bytes()
    if sha256(text).hexdigest() != digest:
        raise ValueError(f"{file} is not what was trained")
    return {name: np.array(rows, np.float32) for name, rows in json.loads(text).items()}
