"""What all matches do alike, where the tests of the games do not show it."""

from __future__ import annotations

from typing import Any

import pytest

from ludocards.engine.cards import FRENCH52
from ludocards.engine.game import Game
from ludocards.engine.match import packets
from ludocards.engine.registry import GAMES
from tests.engine.matches import play

PACK = tuple(FRENCH52.cards.values())


@pytest.mark.parametrize("size", [1, 5])
def test_the_last_packets_are_smaller(size: int) -> None:
    hands = packets(PACK[:39], players=3, dealer=1, size=size)
    assert [len(hand) for hand in hands] == [13, 13, 13]
    assert hands[2][:size] == PACK[:size]
    last = 13 % size or size
    assert hands[1][-last:] == PACK[39 - last : 39]
    assert {*hands[0], *hands[1], *hands[2]} == {*PACK[:39]}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_snapshot_with_rules_that_are_none_is_not_read(game: Game[Any, Any]) -> None:
    state = play(game.name, game.players[0], seed=1).state
    with pytest.raises(ValueError, match="preset"):
        game.load({**game.dump(state), "rules": {"preset": "none"}})
