"""Check by brute force that the puzzles that come with the site have no second answer.

Each of a sample is judged in thousands of the deals that fit its position, weighted by the likelihood of what
the others did, and each solved with all cards seen. A puzzle fails if its answer is not the best choice, or
if another choice loses no more than an answer may (`finding.STILL_ALIKE`).
"""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from random import Random

from ludocards.bots import registry
from ludocards.engine.game import Json
from practice import finding, storing
from practice.positions import Position


def fault(puzzle: Json, worlds: int) -> str | None:
    """Return what is wrong with a puzzle, or None."""
    position = Position.from_json(puzzle["position"])
    game = position.game.name
    reviewer, prover = registry.reviewer(game), registry.prover(game)
    assert reviewer is not None, game
    offered = [command for command, _loss in puzzle["losses"]]
    legal = [
        command
        for command in position.game.legal(position.state(), position.seat)
        if command.as_json() in offered
    ]
    judged = prover.exact(position.view(), legal, worlds)
    alike = finding.STILL_ALIKE * reviewer.half
    found = [
        command.as_json() for number, command in enumerate(judged.commands) if judged.loss(number)[0] <= alike
    ]
    if judged.commands[judged.best()].as_json() not in puzzle["answers"]:
        return "another answer"
    return "a second answer" if any(command not in puzzle["answers"] for command in found) else None


def measure(
    sample: int = 50,
    worlds: int = 20_000,
    games: tuple[str, ...] = registry.PUZZLED,
    skip: int = 0,
    about: str = "play",
) -> bool:
    """Check this many puzzles of each game about choices of one kind, after some that were checked before;
    return whether all passed.

    Each faulty one is printed with its digest.
    """
    faults = 0
    for game, shipped in groupby(storing.shipped(), key=lambda each: each["position"]["game"]):
        if game not in games:
            continue
        puzzles = [each for each in shipped if each["answers"][0]["do"] == about]
        Random(1).shuffle(puzzles)
        chosen, wrong = puzzles[skip : skip + sample], 0
        for number, each in enumerate(chosen, skip + 1):
            if found := fault(each, worlds):
                wrong += 1
                print(f"{game} {number}: {found}, {storing.digest(each['position'])}", flush=True)
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
