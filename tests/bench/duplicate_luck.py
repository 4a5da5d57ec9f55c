"""The luck that duplicate deals remove: `python -m tests.bench duplicate_luck`; see docs/log/tournaments.md.

Two bots of different strength play each deal once in every seating, with the same cards and dealer. The gain
of the stronger bot is analysed in two ways: each play as a sample of its own, as with free deals; and the
mean over all seatings of a deal as one sample, as with duplicate. Both ways have the same mean gain, so the
number of deals needed to tell the bots apart is proportional to the variance. A duplicate deal counts as many
times as it is played. The confidence interval comes from a bootstrap over the deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, quantiles
from typing import Any

from ludocards.bots import registry as bots
from ludocards.engine import shuffle
from ludocards.engine.game import Json, Step
from ludocards.engine.registry import GAMES
from tests.engine.matches import Chooser, at_random, rules_of, seed_of

DEALS, SAMPLES, SURE = 1500, 2000, 1.96


@dataclass(frozen=True)
class Trial:
    """A game, and the seats of the stronger bot in each seating."""

    game: str
    players: int
    options: dict[str, Json]
    seatings: tuple[tuple[int, ...], ...]


TRIALS = (
    Trial("tressette", 4, {"match_end": {"deals": 1}}, ((0, 2), (1, 3))),
    Trial("tarocchi", 3, {}, ((0,), (1,), (2,))),
    Trial("whist", 4, {}, ((0,), (1,), (2,), (3,))),
)

SLIPS = (1.0, 0.25, 0.1)
"""The frequency with which the weaker bot plays at random; otherwise it plays like the stronger one."""


def main() -> None:
    for trial in TRIALS:
        for slips in SLIPS:
            print(f"{trial.game}, {slips:.0%} of slips: {report(trial, slips)}", flush=True)


def report(trial: Trial, slips: float) -> str:
    plays = [[margin(trial, deal, stronger, slips) for stronger in trial.seatings] for deal in range(DEALS)]
    gain, free, duplicate = needed(plays)
    random = Random(1)
    ratios = []
    for _ in range(SAMPLES):
        _, more, fewer = needed(random.choices(plays, k=len(plays)))
        ratios.append(more / fewer)
    cuts = quantiles(ratios, n=40)
    return (
        f"gain {gain:.2f} a deal; deals to tell them apart {free:.1f} free, {duplicate:.1f} duplicate; "
        f"factor {free / duplicate:.2f} (95 %: {cuts[0]:.2f} to {cuts[-1]:.2f})"
    )


def needed(plays: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the mean gain, and the free and duplicate plays needed until it is 1.96 standard errors."""
    seatings = len(plays[0])
    every = [each for deal in plays for each in deal]
    gain = fmean(every)
    free = fmean((each - gain) ** 2 for each in every)
    duplicate = fmean((fmean(deal) - gain) ** 2 for deal in plays) * seatings
    return gain, free * (SURE / gain) ** 2, duplicate * (SURE / gain) ** 2


def margin(trial: Trial, deal: int, stronger: Sequence[int], slips: float) -> float:
    """Return the points of the stronger bot's side less the mean of the other sides."""
    game = GAMES[trial.game]
    lots = Random(f"{trial.game}/{deal}/{stronger}/{slips}")
    choosers = [club if seat in stronger else slipping(lots, slips) for seat in range(trial.players)]
    state: Any = game.start(rules_of(game, **trial.options), trial.players, deal % trial.players)
    pack = shuffle.shuffle(game.pack(state), seed_of(deal), "luck", 0)
    step = game.deal(state, game.hand_out(state, pack))
    assert isinstance(step, Step)
    while game.awaits_deal(step.state) is None and not game.is_over(step.state):
        seat = game.to_act(step.state)[0]
        command = choosers[seat](game.view(step.state, seat), game.legal(step.state, seat))
        step = game.apply(step.state, seat, command)
        assert isinstance(step, Step)
    totals, mine = game.totals(step.state), game.sides(step.state)[stronger[0]]
    others = [total for side, total in enumerate(totals) if side != mine]
    return float(totals[mine] - fmean(others))


def club(view: Json, legal: Sequence[Any]) -> Any:
    return bots.choose(view, legal)


def slipping(lots: Random, slips: float) -> Chooser:
    by_chance = at_random(lots)
    return lambda view, legal: (by_chance if lots.random() < slips else club)(view, legal)


if __name__ == "__main__":
    main()
