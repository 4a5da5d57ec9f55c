"""Check by brute force that the puzzles that come with the site have no second answer.

Each of a sample is judged in thousands of the deals that fit its position, weighted by the likelihood of what
the others did, and each solved with all cards seen. A puzzle fails if its answer is not the best choice, or
if another choice loses no more than an answer may (`finding.STILL_ALIKE`). It passes with fewer deals if they
are certain already: if the loss of every other choice exceeds that by `CERTAIN` standard errors.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from itertools import groupby
from random import Random

from ludocards.bots import registry
from ludocards.bots.reviewing import ChoiceValues
from ludocards.engine.game import Json
from practice import finding, storing
from practice.positions import PuzzlePosition

SHARES = (100, 20, 4, 1)
"""The parts of all deals in which a puzzle is judged, one after the other, until it is certain."""
CERTAIN = 4.0
"""The number of standard errors."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A puzzle that was checked: what is wrong with it, and the wrong choice that comes nearest to an answer,
    with its loss and the standard error of that, as shares of `Reviewer.halving_loss`."""

    fault: str | None
    worlds: int
    loss: float
    error: float


def check(puzzle: Json, worlds: int) -> Checked:
    position = PuzzlePosition.from_json(puzzle["position"])
    game = position.game.name
    reviewer, prover = registry.reviewer(game), registry.prover(game)
    assert reviewer is not None, game
    offered = [command for command, _loss in puzzle["losses"]]
    legal = [
        command
        for command in position.game.legal(position.state(), position.seat)
        if command.as_json() in offered
    ]
    for share in SHARES:
        many = worlds // share
        judged = prover.exact(position.view(), legal, many)
        loss, error = _nearest(judged, puzzle, reviewer.halving_loss)
        if loss - CERTAIN * error > finding.STILL_ALIKE:
            break
    fault = None
    if judged.commands[judged.best()].as_json() not in puzzle["answers"]:
        fault = "another answer"
    elif loss <= finding.STILL_ALIKE:
        fault = "a second answer"
    return Checked(fault, many, loss, error)


def _nearest(judged: ChoiceValues, puzzle: Json, half: float) -> tuple[float, float]:
    """The least loss of a wrong choice beyond its uncertainty, and its standard error."""
    wrong = (
        judged.loss(number)
        for number, command in enumerate(judged.commands)
        if command.as_json() not in puzzle["answers"]
    )
    loss, error = min(wrong, key=lambda each: each[0] - CERTAIN * each[1])
    return loss / half, error / half


def measure(
    sample: int = 50,
    worlds: int = 20_000,
    games: tuple[str, ...] = registry.PUZZLED,
    skip: int = 0,
    about: str = "play",
) -> bool:
    """Check this many puzzles of each game about choices of one kind, after some that were checked before;
    return whether all passed.

    A line is printed for each.
    """
    faults = 0
    for game, shipped in groupby(storing.shipped_puzzles(), key=lambda each: each["position"]["game"]):
        if game not in games:
            continue
        puzzles = [each for each in shipped if each["answers"][0]["do"] == about]
        Random(1).shuffle(puzzles)
        chosen, wrong = puzzles[skip : skip + sample], 0
        for number, each in enumerate(chosen, skip + 1):
            began, found = time.process_time(), check(each, worlds)
            seconds = time.process_time() - began
            wrong += found.fault is not None
            digest = storing.position_digest(each["position"])[:12]
            print(
                f"{game} {number} {digest}: {found.fault or 'one answer'}, "
                f"the nearest choice loses {found.loss:.2f} ± {found.error:.2f}, "
                f"{found.worlds} deals, {seconds:.1f} s",
                flush=True,
            )
        faults += wrong
        print(f"{game}: {len(puzzles)} puzzles, {len(chosen)} checked, {wrong} wrong", flush=True)
    return not faults


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sample", type=int, default=50, help="of each game")
    arguments.add_argument("--skip", type=int, default=0, help="so many of each game's shuffled puzzles")
    arguments.add_argument("--about", default="play", help="the verb of the choices, such as bid")
    arguments.add_argument("--worlds", type=int, default=20_000)
    arguments.add_argument("--game", choices=registry.PUZZLED, action="append")
    asked = arguments.parse_args()
    games = tuple(asked.game or registry.PUZZLED)
    sys.exit(not measure(asked.sample, asked.worlds, games, asked.skip, asked.about))


if __name__ == "__main__":
    main()
