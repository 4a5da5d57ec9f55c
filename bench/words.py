"""Train what bots of Tarocchi know about words: `python -m bench.words --deals 20000 --seed 510000`.

In each deal every seat is of one of `KINDS`, of a level at random without a limit on time, and says a word
before it has heard any. What is learned are the likelihoods of the words for all cards that the seat would
get in the deal: to the fifteen that it has seen come others at random, as often as `ANEW`. One deal of
`HELD_OUT` is not trained on; for those the mean log-likelihoods are printed for each kind of player, beside
those of the words' frequencies. The weights go to `ludocards/catalogue/tarocchi/bot/words.json`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np

from bench.learning import descend, written
from ludocards.bots.kernels.numbers import Floats, Ints, Singles
from ludocards.bots.levels import Policy
from ludocards.bots.registry import POLICIES
from ludocards.catalogue.tarocchi.bot.board import word_of
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX
from ludocards.catalogue.tarocchi.bot.kernels.worlds import CARDS, KNOWN, numbered
from ludocards.catalogue.tarocchi.bot.levels import BY_NAME, think
from ludocards.catalogue.tarocchi.bot.words import FILE, KINDS
from ludocards.catalogue.tarocchi.values import MONTE, WHOLE_HAND
from ludocards.engine.game import Step
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import Duel, deal_of_duel

DUEL = Duel("tarocchi", 3, {"preset": "calatafimi"}, ("", ""))
HELD_OUT = 5
ANEW = 2
BATCH, RATE, DECAY, EPOCHS = 128, 5e-3, 0.93, 16
DECLINE = 1e-4
"""The slope, for each unit of a weight, that pulls it towards 0."""


def policy(name: str) -> Policy:
    if name in BY_NAME:
        return partial(think, level=replace(BY_NAME[name], ms=math.inf))
    return POLICIES["tarocchi"][name]


def observed(number: int) -> list[tuple[Ints, int, int]]:
    """The words of a deal: 1 for each card that the seat sees, and at the end for the dealer; the word; the
    kind of player."""
    game, step, random = GAMES[DUEL.game], deal_of_duel(DUEL, number), Random(number)
    assert isinstance(step, Step), step
    found = []
    for seat in range(DUEL.players):
        kind = random.choice([*KINDS])
        view = game.view(step.state, seat)
        said = policy(random.choice(KINDS[kind]))(view, game.legal(step.state, seat))
        seen = np.zeros(CARDS + 1, np.int64)
        seen[[INDEX[code] for code in view["hand"]]] = 1
        seen[CARDS] = seat == view["dealer"]
        found.append((seen, numbered(word_of(dict(said.fields))), [*KINDS].index(kind)))
    return found


def whole(seen: Ints, random: np.random.Generator) -> Singles:
    """These hands with as many others of the cards as the deal will bring, and a column of ones."""
    cards, deals = seen[:, :CARDS], seen[:, CARDS]
    place = np.argsort(np.argsort(-(random.random(cards.shape) + 2 * cards), 1), 1)
    held = place < (WHOLE_HAND + MONTE * deals)[:, None]
    return np.column_stack([held, deals, np.ones(len(seen))]).astype(np.float32)


def likelihoods(inputs: Singles, weights: Singles) -> Floats:
    """The likelihood of each word (a column) for each hand."""
    scores = (inputs @ weights).astype(np.float64)
    likely = np.exp(scores - scores.max(1, keepdims=True))
    found: Floats = likely / likely.sum(1, keepdims=True)
    return found


def trained(inputs: Singles, words: Ints, random: np.random.Generator) -> Singles:
    """The weights of one kind of player: a row for each input, a column for each word."""
    weights = np.zeros((inputs.shape[1], KNOWN), np.float32)

    def slopes(some: Ints) -> list[Singles]:
        wrong = likelihoods(inputs[some], weights)
        wrong[np.arange(len(some)), words[some]] -= 1
        return [(inputs[some].T @ wrong / len(some) + DECLINE * weights).astype(np.float32)]

    descend([weights], slopes, len(words), EPOCHS, BATCH, RATE, DECAY, random)
    return weights


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.words", description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=510_000, help="the number of the first deal")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args(arguments)
    numbers = range(given.seed, given.seed + given.deals)
    found = [(*each, number % HELD_OUT == 0) for number in numbers for each in observed(number)]
    seen, words, kinds, held_out = (np.array(column) for column in zip(*found, strict=True))
    random = np.random.default_rng(given.seed)
    weights = {}
    for kind, name in enumerate(KINDS):
        mine, fresh = (np.flatnonzero((kinds == kind) & (held_out == each)) for each in (False, True))
        inputs = np.concatenate([whole(seen[mine], random) for _ in range(ANEW)])
        weights[name] = trained(inputs, np.tile(words[mine], ANEW), random)
        often = np.bincount(words[mine], minlength=KNOWN) + 1.0
        ours = likelihoods(whole(seen[fresh], random), weights[name])[np.arange(len(fresh)), words[fresh]]
        print(
            f"{name}: {len(mine)} words, {len(fresh)} held out: {np.log(ours).mean():+.3f} as learned, "
            f"{np.log(often / often.sum())[words[fresh]].mean():+.3f} by frequency"
        )
    text = written(weights)
    given.out.write_bytes(text)
    print(f"DIGEST = {sha256(text).hexdigest()!r}")


if __name__ == "__main__":
    main()
