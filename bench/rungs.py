"""Compare each level up to *circolo* with the one that it should beat: `python -m bench rungs`.

Prints the gain in points of a deal with its 95 % interval; `python -m bench.duel` compares any two policies.
"""

from __future__ import annotations

import os

from ludocards.bots.registry import POLICIES
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import Duel, duel_figures, duel_outcomes

RUNGS = (("principiante", "random"), ("dilettante", "principiante"), ("circolo", "apprendista"))
DEALS = 200


def main() -> None:
    for game in POLICIES:
        players = max(each for each in GAMES[game].players if each <= 4)
        rules = {"preset": next(iter(GAMES[game].presets))}
        for policies in RUNGS:
            duel = Duel(game, players, rules, policies)
            result = duel_figures(duel, [*duel_outcomes(duel, range(DEALS), os.cpu_count() or 1)])
            low, high = result["interval"]
            better, worse = policies
            print(
                f"{game}, {DEALS} deals: {better} {result['difference']:+.2f} a deal against {worse} "
                f"(aim above 0), 95 % between {low:+.2f} and {high:+.2f}"
            )


if __name__ == "__main__":
    main()
