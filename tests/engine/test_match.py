"""The common behaviour of matches, as far as the tests of the games do not cover it."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from ludocards.engine.cards import FRENCH52
from ludocards.engine.game import Game
from ludocards.engine.match import packets
from ludocards.engine.once import KEPT
from ludocards.engine.registry import GAMES
from ludocards.engine.sheet import places_by_side, sheet_lines
from tests.engine.matches import play

PACK = tuple(FRENCH52.cards.values())


@pytest.mark.parametrize("size", [1, 5])
def test_the_last_packets_may_be_smaller(size: int) -> None:
    hands = packets(PACK[:39], players=3, dealer=1, size=size)
    assert [len(hand) for hand in hands] == [13, 13, 13]
    assert hands[2][:size] == PACK[:size]
    last = 13 % size or size
    assert hands[1][-last:] == PACK[39 - last : 39]
    assert {*hands[0], *hands[1], *hands[2]} == {*PACK[:39]}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_snapshot_with_invalid_rules_is_refused(game: Game[Any, Any]) -> None:
    state = play(game.name, game.players[0], seed=1).state
    with pytest.raises(ValueError, match="preset"):
        game.load({**game.dump(state), "rules": {"preset": "none"}})


def test_the_lowest_total_wins_where_points_count_against_the_side() -> None:
    state = play("whist", 3, seed=1).state
    best, worst = places_by_side(state), places_by_side(state, fewest_win=True)
    assert best is not None
    assert worst is not None
    totals = GAMES["whist"].totals(state)
    assert len({*totals}) == 3, "no side shares a place"
    assert [4 - place for place in best] == [*worst]
    assert worst[totals.index(min(totals))] == 1


def test_a_higher_result_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    whist = GAMES["whist"]
    assert whist.results([13, -5, 0]) == (13, -5, 0)
    monkeypatch.setattr(type(whist), "fewest_win", True)
    assert whist.results([13, -5, 0]) == (-13, 5, 0)


@pytest.mark.parametrize("name", GAMES)
def test_the_lines_of_the_sheet_are_made_once_for_all_viewers(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play(name, GAMES[name].players[0], seed=1)
    state = match.game.load(match.game.dump(match.state))
    line = type(state.sheet[0])
    made: list[Any] = []
    as_json = line.as_json

    def noted(self: Any) -> Any:
        made.append(self)
        return as_json(self)

    monkeypatch.setattr(line, "as_json", noted)
    shown = [match.game.view(state, viewer)["sheet"] for viewer in (None, *range(match.players))]
    assert made == [*state.sheet]
    assert all(sheet == shown[0] for sheet in shown)


def test_the_sheets_of_endless_matches_do_not_pile_up() -> None:
    @dataclass
    class Line:
        scores = (1, 0)
        shown = 0

        def as_json(self) -> dict[str, Any]:
            self.shown += 1
            return {}

    first, deals = Line(), KEPT // 20
    states: list[Any] = [SimpleNamespace(sheet=(first, *[Line()] * (deals - 1))) for _ in range(30)]
    for state in (*states, *states):
        assert len(sheet_lines(state)) == deals
    assert first.shown == 2 * len(states), "each is made again: they do not fit all"
