"""Tools shared by the kernels of all games."""

from __future__ import annotations

import numpy as np

from ludocards.bots.kernels.numbers import as_likely

WORLDS = np.array([[3, 1], [2, 2], [3, 1]])
WEIGHTS = np.array([1.0, 2.0, 3.0])


def test_equal_worlds_are_evaluated_once() -> None:
    rows, weights = as_likely(WORLDS, WEIGHTS, 5)
    assert (rows.tolist(), weights.tolist()) == ([[3, 1], [2, 2]], [4.0, 2.0])


def test_fewer_worlds_are_drawn_by_their_weights() -> None:
    rows, times = as_likely(WORLDS, WEIGHTS, 2)
    assert (rows.tolist(), times.tolist()) == ([[2, 2], [3, 1]], [1.0, 1.0])
