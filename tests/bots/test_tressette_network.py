"""The network of Tressette: its weights, its inputs, and the recipe by which it was trained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import network
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.weights import read
from ludocards.catalogue.thirds.bot.kernels.pack import PACK
from ludocards.catalogue.tressette.bot.kernels.network import FEATURES, UNITS, describe, score
from ludocards.catalogue.tressette.bot.kernels.play import (
    GONE,
    LAID,
    LED,
    OUT,
    SHOWN,
    TRICK,
    VOIDS,
    turn,
    values,
)
from ludocards.catalogue.tressette.bot.network import DIGEST, FILE, FIRST, KINDS, SECOND

EASY = {"principiante": ("learner", 1), "circolo": (None, 1), "provetto": ("searcher", 1)}


@pytest.fixture(scope="module")
def choices() -> network.Choices:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network, "PLAYERS", EASY)
        return network.gathered(range(300000, 300003), 1)


def described(board: Ints, hand: int) -> np.ndarray[Any, Any]:
    """The inputs for each legal card, from the lowest of the first suit."""
    out, inputs = np.zeros(OUT, np.float64), np.zeros((OUT[1], FEATURES), np.float32)
    found = values(board, turn(board), hand, out)
    describe(board, turn(board), hand, out, found, inputs)
    return inputs[np.argsort(out[1, :found])]


def next_suits(cards: int) -> int:
    """The same cards, each in the next suit."""
    return (cards << 16 | cards >> 48) & PACK


def test_the_weights_are_those_that_were_trained(tmp_path: Path) -> None:
    assert FIRST.shape == (FEATURES + 1, UNITS)
    assert SECOND.shape == (len(KINDS), UNITS)
    other = tmp_path / "network.json"
    other.write_bytes(FILE.read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(ValueError, match="not what was trained"):
        read(other, DIGEST)


def test_the_recipe_gives_the_same_weights_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second time the choices are read from a file."""
    monkeypatch.setattr(network, "PLAYERS", EASY)
    monkeypatch.setattr(network, "HELD_OUT", 2)
    made = [tmp_path / "first.json", tmp_path / "second.json"]
    for out in made:
        kept = str(tmp_path / "choices.npz")
        network.main(["--deals", "2", "--epochs", "1", "--data", kept, "--out", str(out)])
    assert made[0].read_bytes() == made[1].read_bytes()
    assert network.gathered(range(200000, 200002), 1).cards.tolist() == np.load(kept)["cards"].tolist()
    assert "held out: searcher" in capsys.readouterr().out


def test_the_kernel_agrees_with_the_network_that_is_trained(choices: network.Choices) -> None:
    rows = network.described(choices, np.arange(len(choices.cards)))
    expected = np.maximum(rows.inputs @ FIRST[:-1] + FIRST[-1], 0) @ SECOND.T
    hidden, scores = np.zeros((3, UNITS), np.float32), np.zeros((len(KINDS), OUT[1]), np.float64)
    for start, many in zip(rows.starts, rows.counts, strict=True):
        inputs = np.ascontiguousarray(rows.inputs[start : start + many])
        score(inputs, many, FIRST, SECOND, hidden, scores)
        assert pytest.approx(expected[start : start + many], abs=1e-3) == scores[:, :many].T


def test_the_gradient_is_the_slope_of_the_loss(choices: network.Choices) -> None:
    rows = network.described(choices, np.arange(len(choices.cards)))
    some = np.arange(len(rows.counts))
    slopes = network.gradient(rows, some, (FIRST, SECOND))

    def loss(first: Any, second: Any) -> float:
        found = network.losses(rows, first, second).values()
        return -sum(many * mean for many, mean, _ in found) / sum(many for many, _, _ in found)

    for layer, at in ((0, (8, 3)), (0, (FEATURES, 5)), (1, (1, 4))):
        step = [np.zeros(each.shape) for each in (FIRST, SECOND)]
        step[layer][at] = 1e-3
        rise = loss(FIRST + step[0], SECOND + step[1]) - loss(FIRST - step[0], SECOND - step[1])
        assert rise / 2e-3 == pytest.approx(float(slopes[layer][at]), abs=2e-3)


def test_the_inputs_are_the_same_in_every_suit(choices: network.Choices) -> None:
    for board, hand in zip(choices.boards, choices.hands, strict=True):
        moved = board.copy()
        moved[GONE] = next_suits(int(board[GONE]))
        for seat in range(4):
            moved[SHOWN + seat] = next_suits(int(board[SHOWN + seat]))
            for at in (VOIDS + seat, LED + seat):
                moved[at] = (int(board[at]) << 1 | int(board[at]) >> 3) & 15
        for place in range(board[LAID]):
            moved[TRICK + place] = (board[TRICK + place] + 16) % 64
        here, there = described(board, int(hand)), described(moved, next_suits(int(hand)))
        assert sorted(map(tuple, here.round(5).tolist())) == sorted(map(tuple, there.round(5).tolist()))
