"""Look for positions with a clear best choice in deals that *maestro* plays with itself:
`python -m bench.positions tressette --seed 50000 --deals 30 --each 4`.

Prints those for `bot/positions.json` of the game, a line each. A choice is clear if the review, with more
determinizations than any level evaluates, finds that some choices lose next to nothing and all others much.
Half of the positions of a theme are such that *circolo* is wrong.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ludocards.bots.registry import POLICIES, reviewer
from ludocards.bots.reviewing import ChoiceValues
from ludocards.engine.game import Command, Step
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import Duel, deal_of_duel
from ludocards.exam.positions import graded_part, move_of

NOTHING, MUCH = 0.15, 0.8
"""The losses of what is right and of what is wrong, as shares of `Reviewer.halving_loss`."""
SURE = 4.0
"""The standard errors by which a wrong choice is worse."""
RANKS = "4567FCRA23"


def clear(evaluated: ChoiceValues, half: float) -> list[Command]:
    """The choices that are right; none if the position is not clear."""
    losses = [evaluated.loss(number) for number in range(len(evaluated.commands))]
    right = [number for number, (loss, _) in enumerate(losses) if loss <= NOTHING * half]
    wrong = [each for number, each in enumerate(losses) if number not in right]
    if not wrong or any(loss < max(MUCH * half, SURE * error) for loss, error in wrong):
        return []
    return [evaluated.commands[number] for number in right]


def theme(game: str, view: Mapping[str, Any], legal: Sequence[Command], right: Sequence[Command]) -> str:
    """The skill that a position asks for."""
    if legal[0].do in ("bid", "call"):
        barred = view.get("forbidden") is not None
        return "the forbidden bid" if barred else "bidding"
    if legal[0].do == "discard":
        return "the scarto"
    if legal[0].do != "play":
        return "naming trumps"
    if "trick" not in view:
        return "capturing" if any(each.get("take") for each in right) else "laying a card"
    left, table = len(view["hand"]), view["trick"]["cards"]
    if left <= 4 and not view.get("stock"):
        return "the last tricks"
    if not table:
        return "leading"
    if game == "tressette":
        best = max((RANKS.index(card[0]) for card in table if card[1] == table[0][1]), default=-1)

        def takes(each: Command) -> bool:
            card = each.get("card")
            return bool(card[1] == table[0][1] and RANKS.index(card[0]) > best)

        if any(map(takes, legal)) and not any(map(takes, right)):
            return "holding up"
        if not any(map(takes, legal)) and all(each.get("card")[0] in "A23" for each in right):
            return "loading and unblocking"
    return "following"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[*GAMES])
    parser.add_argument("--seed", type=int, default=50000)
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--each", type=int, default=4, help="positions of a theme, half of them hard")
    given = parser.parse_args()
    game, judge, found = GAMES[given.game], reviewer(given.game), Counter[tuple[str, bool]]()
    assert judge is not None
    play, club = POLICIES[given.game]["maestro"], POLICIES[given.game]["circolo"]
    duel = Duel(given.game, game.players[0], {"preset": next(iter(game.presets))}, ("", ""))
    for number in range(given.seed, given.seed + given.deals):
        step, moves, kept = deal_of_duel(duel, number), list[Any](), 0
        while isinstance(step, Step) and not any(event.kind == "scored" for event in step.events):
            seat = game.to_act(step.state)[0]
            view, legal = game.view(step.state, seat), game.legal(step.state, seat)
            chosen = play(view, legal)
            evaluated = judge.evaluate_choices(view, legal, chosen) if len(legal) > 1 and kept < 3 else None
            right = clear(evaluated, judge.halving_loss) if evaluated else []
            if right:
                about = theme(given.game, view, legal, right)
                is_hard = graded_part(given.game, club(view, legal)) not in [
                    graded_part(given.game, each) for each in right
                ]
                if found[about, is_hard] < given.each // 2:
                    found[about, is_hard] += 1
                    kept += 1
                    best = [move_of(graded_part(given.game, each)) for each in right]
                    line = {"theme": about, "deal": number, "moves": moves, "best": best}
                    print(json.dumps(line), flush=True)
            moves = [*moves, move_of(chosen)]
            step = game.apply(step.state, seat, chosen)


if __name__ == "__main__":
    main()
