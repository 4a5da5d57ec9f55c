"""Train the network of Tressette on play:
`python -m bench.network --deals 3000 --seed 200000 --data /tmp/choices.npz`.

In each deal every seat plays one of `PLAYERS`, without the network itself and without a limit on time, so
that the same seeds make the same choices. A choice is stored as the board, the hand and the card; a tenth
of the deals is held out, and the mean log-likelihood of their cards is printed for each kind of player,
beside that of the rules of thumb. The weights go to `ludocards/catalogue/tressette/bot/network.json`.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bench.learning import descend, written
from ludocards.bots.kernels.numbers import Floats, Ints, Singles
from ludocards.bots.levels import Policy
from ludocards.bots.registry import POLICIES
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tressette.bot.beliefs import RULE_TYPES
from ludocards.catalogue.tressette.bot.board import board_of
from ludocards.catalogue.tressette.bot.kernels.network import FEATURES, UNITS, describe
from ludocards.catalogue.tressette.bot.kernels.play import BOARD, OUT, turn, values
from ludocards.catalogue.tressette.bot.levels import BY_NAME, think
from ludocards.catalogue.tressette.bot.network import FILE, KINDS
from ludocards.engine.game import Step
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import Duel, deal_of_duel, score_of_step

DUEL = Duel("tressette", 4, {"preset": "classico"}, ("", ""))
PLAYERS: Mapping[str, tuple[str | None, int]] = {
    "principiante": ("learner", 3),
    "apprendista": ("learner", 3),
    "dilettante": ("learner", 3),
    "circolo": (None, 4),
    "provetto": ("searcher", 4),
    "esperto": ("searcher", 7),
    "maestro": ("searcher", 1),
    "pimc": ("searcher", 8),
}
"""The kind of each policy, and its share of the seats. *Circolo* is described by the rules of thumb."""
HELD_OUT = 10
"""One of so many deals is not trained on."""
BATCH, RATE, DECAY = 256, 2e-3, 0.9
"""The choices of a step, the first rate of learning, and what is left of it after an epoch."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices of cards: the view, the card, the kind of player, and the number of the deal."""

    boards: Ints
    hands: Ints
    cards: Ints
    kinds: Ints
    deals: Ints


@dataclass(frozen=True, slots=True)
class Rows:
    """The inputs of all legal cards of all choices, a row for each card.

    By choice: its first row, the row of the card played, the number of rows, and the kind of player.
    `ruled` is the value of each card by the rules of thumb.
    """

    inputs: Singles
    ruled: Floats
    starts: Ints
    played: Ints
    counts: Ints
    kinds: Ints


def policy(name: str) -> Policy:
    if name in BY_NAME:
        level = BY_NAME[name]
        return partial(
            think, level=replace(level, ms=math.inf, player_types=level.player_types and RULE_TYPES)
        )
    return POLICIES["tressette"][name]


def observed(number: int) -> list[tuple[Ints, int, int, int, int]]:
    """The choices of a deal, as the rows of `Choices`."""
    seats = Random(number).choices([*PLAYERS], [share for _, share in PLAYERS.values()], k=DUEL.players)
    game, step, found = GAMES[DUEL.game], deal_of_duel(DUEL, number), []
    while isinstance(step, Step) and not score_of_step(step):
        seat = game.to_act(step.state)[0]
        view, legal = game.view(step.state, seat), game.legal(step.state, seat)
        command = policy(seats[seat])(view, legal)
        kind = PLAYERS[seats[seat]][0]
        if kind and command.do == "play" and len(legal) > 1:
            card = INDEX[command.get("card")]
            found.append((board_of(view), bits(view["hand"]), card, KINDS.index(kind), number))
        step = game.apply(step.state, seat, command)
    return found


def gathered(numbers: Sequence[int], processes: int) -> Choices:
    """The choices of these deals."""
    if processes == 1:
        found = [each for number in numbers for each in observed(number)]
    else:
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            found = [each for some in pool.imap(observed, numbers, chunksize=10) for each in some]
    columns = [np.array(column, np.int64) for column in zip(*found, strict=True)]
    return Choices(*columns)


def described(choices: Choices, some: Ints) -> Rows:
    """The inputs for these choices."""
    out, inputs = np.zeros(OUT, np.float64), np.zeros((OUT[1], FEATURES), np.float32)
    rows: list[Singles] = []
    ruled: list[Floats] = []
    counts, played = [], []
    for at in some:
        board, hand = choices.boards[at], int(choices.hands[at])
        assert board.shape == (BOARD,)
        me = turn(board)
        found = values(board, me, hand, out)
        describe(board, me, hand, out, found, inputs)
        rows.append(inputs[:found].copy())
        ruled.append(out[0, :found].copy())
        counts.append(found)
        played.append(out[1, :found].astype(int).tolist().index(choices.cards[at]))
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    return Rows(
        np.concatenate(rows), np.concatenate(ruled), starts, starts + np.array(played), np.array(counts),
        choices.kinds[some],
    )  # fmt: skip


def softmax(scores: Any, starts: Ints, counts: Ints) -> Any:
    """The likelihood of each card among those of its choice."""
    likely = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
    return likely / np.repeat(np.add.reduceat(likely, starts), counts)


def picked(rows: Rows, some: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """The rows of these choices; then by choice the first of them and their number; and the rows of the cards
    played."""
    counts = rows.counts[some]
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    shift = np.repeat(rows.starts[some] - starts, counts)
    return np.arange(counts.sum()) + shift, starts, counts, rows.played[some] - rows.starts[some] + starts


def trained(rows: Rows, epochs: int, seed: int) -> tuple[Singles, Singles]:
    """The weights of both layers, by Adam, from a random start."""
    random = np.random.default_rng(seed)
    sizes = (FEATURES + 1, UNITS), (len(KINDS), UNITS)
    weights = [random.normal(0, 0.2, size).astype(np.float32) for size in sizes]

    def slopes(some: Ints) -> tuple[Singles, Singles]:
        return gradient(rows, some, weights)

    descend(weights, slopes, len(rows.counts), epochs, BATCH, RATE, DECAY, random)
    return weights[0], weights[1]


def gradient(rows: Rows, some: Ints, weights: Sequence[Singles]) -> tuple[Singles, Singles]:
    """The gradient of the mean negative log-likelihood of the cards played in these choices."""
    at, starts, counts, played = picked(rows, some)
    inputs = np.column_stack([rows.inputs[at], np.ones(len(at), np.float32)])
    hidden = np.maximum(inputs @ weights[0], 0)
    kinds = np.repeat(rows.kinds[some], counts)
    wrong = softmax(np.einsum("ij,ij->i", hidden, weights[1][kinds]), starts, counts)
    wrong[played] -= 1
    wrong /= len(some)
    back = wrong[:, None] * weights[1][kinds] * (hidden > 0)
    heads = np.zeros_like(weights[1])
    for kind in range(len(heads)):
        heads[kind] = wrong[kinds == kind] @ hidden[kinds == kind]
    return inputs.T @ back, heads


def losses(rows: Rows, first: Singles, second: Singles) -> dict[str, tuple[int, float, float]]:
    """By kind of player the number of choices, and the mean log-likelihood of the card played: by the
    network, and by the rules of thumb at the temperature of one third, a third of the choices random."""
    hidden = np.maximum(rows.inputs @ first[:-1] + first[-1], 0)
    kinds = np.repeat(rows.kinds, rows.counts)
    scores = np.einsum("ij,ij->i", hidden, second[kinds]).astype(np.float64)
    ours = np.log(softmax(scores, rows.starts, rows.counts)[rows.played])
    ruled = softmax(rows.ruled, rows.starts, rows.counts)[rows.played]
    theirs = np.log(0.7 * ruled + 0.3 / rows.counts)
    found = {}
    for kind, name in enumerate(KINDS):
        mine = rows.kinds == kind
        if mine.any():
            found[name] = int(mine.sum()), float(ours[mine].mean()), float(theirs[mine].mean())
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.network", description=__doc__)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=200000, help="the number of the first deal")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--data", type=Path, help="a file for the choices, which is read if it exists")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args(arguments)
    if given.data and given.data.exists():
        stored = np.load(given.data)
        choices = Choices(**{each.name: stored[each.name] for each in fields(Choices)})
    else:
        choices = gathered(range(given.seed, given.seed + given.deals), given.processes)
        if given.data:
            np.savez_compressed(
                given.data, **{each.name: getattr(choices, each.name) for each in fields(Choices)}
            )
    held_out = choices.deals % HELD_OUT == 0
    learned, fresh = (described(choices, np.flatnonzero(some)) for some in (~held_out, held_out))
    first, second = trained(learned, given.epochs, given.seed)
    for rows, name in ((learned, "trained on"), (fresh, "held out")):
        for kind, (many, ours, ruled) in losses(rows, first, second).items():
            print(
                f"{name}: {kind}, {many} choices, {ours:+.4f} by the network, "
                f"{ruled:+.4f} by the rules of thumb"
            )
    text = written({"first": first, "second": second})
    given.out.write_bytes(text)
    print(f"DIGEST = {sha256(text).hexdigest()!r}")


if __name__ == "__main__":
    main()
