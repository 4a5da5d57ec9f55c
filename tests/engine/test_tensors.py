"""Views as numbers: what a seat may know, nothing else, each place with a meaning."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from ludocards.engine.commands import action_space
from ludocards.engine.game import Determinizable, Json
from ludocards.engine.registry import GAMES
from ludocards.engine.tensors import LEFT_OUT, view_layout
from tests.engine.matches import rules_of, walking

STEPS, SPREAD = 120, 5
UNSAID = {*LEFT_OUT, "phase", "signals", "declarations"}
"""The keys of views that show in the action mask, and in the totals."""

game_by_name = pytest.mark.parametrize("name", GAMES)


@pytest.mark.parametrize("name", [name for name in GAMES if isinstance(GAMES[name], Determinizable)])
def test_worlds_that_look_alike_to_a_seat_have_the_same_numbers(name: str) -> None:
    game, players = GAMES[name], GAMES[name].players[0]
    preset = game.preset_for(players)
    layout, rules = view_layout(game, players), rules_of(game, preset=preset)
    space, random, hidden = action_space(game, rules, players), Random(1), 0
    for played in islice(walking(name, players, 2, preset=preset), 0, STEPS, SPREAD):
        for seat in game.to_act(played.state):
            assert isinstance(game, Determinizable)
            view = game.view(played.state, seat)
            other = game.determinized(rules, view, seat, random)
            hidden += other.hands != played.state.hands
            assert layout.tensor_of(game.view(other, seat), seat) == layout.tensor_of(view, seat)
            assert space.legal_mask(game, other, seat) == space.legal_mask(game, played.state, seat)
    assert hidden


@game_by_name
def test_views_that_differ_have_other_numbers(name: str) -> None:
    game, players = GAMES[name], GAMES[name].players[0]
    preset = game.preset_for(players)
    layout = view_layout(game, players)
    found: dict[tuple[float, ...], Any] = {}
    for played in islice(walking(name, players, 2, preset=preset), STEPS):
        for seat in (0, players - 1):
            view = game.view(played.state, seat)
            told = json.dumps({"seat": seat, **{key: it for key, it in view.items() if key not in UNSAID}})
            assert found.setdefault((*layout.tensor_of(view, seat),), told) == told
    assert len(found) > 10


@game_by_name
def test_every_place_has_one_meaning(name: str) -> None:
    for players in GAMES[name].players:
        layout = view_layout(GAMES[name], players)
        starts = [field.start for field in layout.fields]
        assert starts == [0, *(field.start + field.size for field in layout.fields)][:-1]
        assert layout.fields[-1].start + layout.fields[-1].size == layout.size
        assert all(field.meaning for field in layout.fields)


def test_a_hand_and_a_trick_are_found_by_their_fields() -> None:
    """After one card: who leads, where the card is in the deck, and what is left in the hand."""
    game = GAMES["tressette"]
    layout = view_layout(game, 4)
    state = next(
        each.state for each in islice(walking("tressette", 4, 2), 99) if len(each.state.hands[0]) == 9
    )
    tensor, view = layout.tensor_of(game.view(state, 0), 0), game.view(state, 0)

    def numbers_of(name: str) -> list[list[float]]:
        fields = [field for field in layout.fields if field.name == name]
        return [tensor[field.start : field.start + field.size] for field in fields]

    def places_of(cards: Json) -> list[float]:
        return [float(code in cards) for code in game.deck.cards]

    assert numbers_of("hand")[0] == [1.0]
    assert numbers_of("hand")[1] == places_of(view["hand"])
    assert numbers_of("counts") == [[float(count) for count in view["counts"]]]
    assert numbers_of("trick.leader") == [[float(seat == view["trick"]["leader"]) for seat in range(4)]]
    assert numbers_of("trick.cards")[0] == places_of(view["trick"]["cards"])
