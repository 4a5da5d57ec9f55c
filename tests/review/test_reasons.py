"""The reasons for a choice follow from the view alone."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from games.review.explaining import explain_choice
from games.texts import reasons
from ludocards.bots.registry import PUZZLED, prover
from ludocards.engine.registry import GAMES
from tests.engine.matches import playing


@pytest.mark.parametrize("name", [name for name in PUZZLED if name != "tressette"])
def test_every_game_has_reasons(name: str) -> None:
    """A choice is explained by the view alone: with the hidden cards dealt anew, in the same words."""
    game: Any = GAMES[name]
    players, asks = game.players[0], prover(name).asks
    for played in islice(playing(name, players, 5), 8, 200):
        seat = next(iter(game.to_act(played.state)), 0)
        legal = game.legal(played.state, seat)
        if len(legal) < 2 or legal[0].do not in asks:
            continue
        view = game.view(played.state, seat)
        other_deal = game.determinized(played.rules, view, seat, Random(1))
        same = game.view(other_deal, seat)
        found = explain_choice(game, played.rules, view, seat, legal[0], legal[-1], deals=2)
        assert {fact["kind"] for fact in found.facts} <= reasons.kinds(name)
        assert explain_choice(game, played.rules, same, seat, legal[0], legal[-1], deals=2) == found
        said = reasons.reason_sentences(
            name, found.facts, legal[0].as_json(), legal[-1].as_json(), game.sides(played.state), str
        )
        assert all(said)
        if found.facts:
            return
    raise AssertionError(f"no reason was given in {name}")
