"""Checks that every judged deal passes."""

from __future__ import annotations

from ludocards.engine.game import Json


def endings_are_judged(deal: Json, players: int, last: int, basis: str) -> None:
    """Check that the last cards are judged by perfect information and the others by rollouts.

    An equally good card loses nothing, and the cards of the last trick are not judged.
    """
    plays = [choice for choice in deal["choices"] if choice["command"]["do"] == "play"]
    since = max(0, len(plays) - last)
    assert not any("open" in choice for choice in plays[-players:])
    for number, choice in enumerate(plays):
        if "open" in choice:
            judgement = choice["open"]
            assert judgement["basis"] == (basis if number >= since else "rules")
            assert judgement["loss"] >= 0
            assert bool(judgement["better"]) == (judgement["loss"] > 0)
            assert choice["command"] not in judgement["better"]
