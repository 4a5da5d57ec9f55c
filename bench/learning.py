"""Training by gradient descent, and the files of weights."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ludocards.bots.kernels.numbers import Ints, Singles


def descend(
    weights: Sequence[Singles],
    slopes_of: Callable[[Ints], Sequence[Singles]],
    many: int,
    epochs: int,
    batch: int,
    rate: float,
    decay: float,
    random: np.random.Generator,
) -> None:
    """Change the weights by Adam (Kingma and Ba 2014).

    `slopes_of` returns the gradient for some of the `many` examples, `batch` of them at a time. After each
    epoch, the rate of learning is multiplied by `decay`.
    """
    means = [np.zeros_like(each) for each in weights]
    squares = [np.zeros_like(each) for each in weights]
    step = 0
    for epoch in range(epochs):
        order = random.permutation(many)
        for first in range(0, many, batch):
            step += 1
            slopes = slopes_of(order[first : first + batch])
            for weight, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                pace = rate * decay**epoch * math.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                weight -= pace * mean / (np.sqrt(square) + 1e-8)


def written(weights: Mapping[str, Singles]) -> bytes:
    """The file of these matrices."""
    rows = {
        name: ",\n".join(json.dumps([round(float(each), 4) for each in row]) for row in matrix)
        for name, matrix in weights.items()
    }
    return ("{" + ",\n".join(f'"{name}": [\n{text}\n]' for name, text in rows.items()) + "}\n").encode()
