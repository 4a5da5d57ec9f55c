"""The boards of all games take the order of play from the cards on the table, not from the leader."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.briscola.bot.board import board_of as briscola
from ludocards.catalogue.maraffone.bot.board import board_of as maraffone
from ludocards.catalogue.tarocchi.bot.board import board_of as tarocchi
from ludocards.catalogue.traversone.bot.board import board_of as traversone
from ludocards.catalogue.tressette.bot.board import board_of as tressette
from ludocards.catalogue.whist.bot.board import board_of as whist
from ludocards.engine.tricks import Trick
from tests.engine.matches import playing


@pytest.mark.parametrize(
    ("game", "players", "board_of"),
    [
        ("briscola", 4, briscola),
        ("maraffone", 4, maraffone),
        ("tarocchi", 3, tarocchi),
        ("traversone", 5, traversone),
        ("tressette", 4, tressette),
        ("whist", 4, whist),
    ],
)
def test_a_board_gives_each_card_to_the_seat_that_played_it(
    game: str, players: int, board_of: Callable[..., Ints], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every trick played the other way round."""
    monkeypatch.setattr(Trick, "seat", lambda trick, place, players: (trick.leader - place) % players)
    for match in chain.from_iterable(playing(game, players, seed) for seed in range(9)):
        acts = [act for act in match.deals[-1][1] if act.command.do == "play"] if match.deals else []
        if len(acts) == 2 * players + 2:
            break
    view: dict[str, Any] = match.game.view(match.state, match.game.to_act(match.state)[0])
    seats: list[int] = []
    board_of(view, meet=lambda _board, *choice: seats.append(choice[-2]))
    assert seats[-len(acts) :] == [act.seat for act in acts]
