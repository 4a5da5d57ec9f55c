"""How likely the beliefs of Tressette make the truth:
`python -m bench.nats circolo pimc --deals 20 --seed 70000`.

All four seats play the same policy. In the tricks 3 to 7 the score is the logarithm of the weight of the
true hands over the mean weight of these and 150 worlds that agree with the view: 0 without information.
Printed for each policy are the positions, the score with the rules of thumb alone and with all types of
players, and the gain, each with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints, seed_of
from ludocards.bots.registry import POLICIES, YARDSTICKS
from ludocards.catalogue.thirds.bot.kernels.pack import PACK, bits
from ludocards.catalogue.tressette.bot.beliefs import PLAYER_TYPES, RULE_TYPES, beliefs, likelihood, worlds
from ludocards.catalogue.tressette.bot.kernels.play import OUT
from ludocards.engine.game import Step
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import CONFIDENCE, Duel, deal_of_duel, policy_of, score_of_step

WORLDS, TRICKS = 150, range(2, 7)


def views(policy: str, number: int, players: int) -> Iterator[tuple[Mapping[str, Any], list[int]]]:
    """The views of the seats with a choice in these tricks, and all hands; with three players the last is the
    card left out."""
    duel = Duel("tressette", players, {"preset": "classico"}, (policy, policy), unhurried=True)
    game, step, play = GAMES[duel.game], deal_of_duel(duel, number), policy_of(duel, policy)
    while isinstance(step, Step) and not score_of_step(step):
        seat = game.to_act(step.state)[0]
        view, legal = game.view(step.state, seat), game.legal(step.state, seat)
        if len(legal) > 1 and len(view["tricks"]) in TRICKS:
            left_out = PACK & ~bits(card.code for card in step.state.pack)
            yield view, [*(bits(card.code for card in hand) for hand in step.state.hands), left_out]
        step = game.apply(step.state, seat, play(view, legal))


def scores(
    policy: str, numbers: Sequence[int], players: int, types: Sequence[Sequence[Any]]
) -> Iterator[list[float]]:
    """The score of each position with each of these sets of types of players."""
    out = np.zeros(OUT, np.float64)
    for number in numbers:
        for view, hands in views(policy, number, players):
            known = beliefs(view)
            rows = worlds(known, WORLDS, np.array([seed_of(view)], np.int64))
            truth: Ints = np.array([[hands[seat] for seat in known.seats]], np.int64)
            rows = np.concatenate([rows, truth])
            weights = [likelihood(known, rows, each, out) for each in types]
            yield [math.log(max(each[-1], 1e-300) / each.mean()) for each in weights]


def interval(numbers: Sequence[float]) -> str:
    half = CONFIDENCE * statistics.stdev(numbers) / len(numbers) ** 0.5
    return f"{statistics.fmean(numbers):+.3f} ± {half:.3f}"


def main() -> None:
    known = [*POLICIES["tressette"], *YARDSTICKS["tressette"]]
    parser = argparse.ArgumentParser(prog="python -m bench.nats", description=__doc__)
    parser.add_argument("policies", nargs="+", choices=known)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=70000, help="the number of the first deal")
    parser.add_argument("--players", type=int, default=4, choices=GAMES["tressette"].players)
    given = parser.parse_args()
    for policy in given.policies:
        numbers = range(given.seed, given.seed + given.deals)
        found = [*scores(policy, numbers, given.players, (RULE_TYPES, PLAYER_TYPES))]
        ruled, all_types = zip(*found, strict=True)
        gains = [after - before for before, after in zip(ruled, all_types, strict=True)]
        print(
            f"{policy}: {len(found)} positions, rules of thumb {interval(ruled)}, "
            f"all types {interval(all_types)}, gain {interval(gains)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
