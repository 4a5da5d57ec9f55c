"""The conformance tests without trumps; the suite of the catalog covers the usual tables of Whist."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from ludocards.engine.cards import FRENCH52
from ludocards.engine.game import Deal, Json, Viewer
from tests.engine import test_conformance as suite
from tests.engine.matches import Played, frames, playing, resumed
from tests.engine.whist.table import PLAYERS

CHECKS = [
    check
    for name, check in vars(suite).items()
    if name.startswith("test_") and [*inspect.signature(check).parameters] == ["name", "players", "options"]
]
TABLES = [pytest.param(4, {"preset": "andata", "briscola": False}, id="senza-4")]


def test_the_conformance_suite_is_found() -> None:
    assert len(CHECKS) >= 10


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_whist_passes_the_conformance_suite(
    check: Callable[[str, int, Json], None], players: int, options: dict[str, Json]
) -> None:
    check("whist", players, options)


@pytest.mark.parametrize("briscola", [True, False])
@pytest.mark.parametrize("players", PLAYERS)
def test_undealt_cards_are_as_hidden_as_the_hands(players: int, briscola: bool) -> None:
    """The redeal test with undealt cards, each of which may be exchanged with one in a hidden hand."""
    random, worlds = Random(8), 0
    for played in islice(playing("whist", players, seed=8, briscola=briscola), 1, 120, 7):
        for viewer in (None, *range(players)):
            for world in with_cards_left_over(played, viewer, random):
                worlds += 1
                assert world.game.view(world.state, viewer) == played.game.view(played.state, viewer)
                assert frames(world, viewer) == frames(played, viewer)
    assert worlds > 100


def with_cards_left_over(played: Played, viewer: Viewer, random: Random) -> list[Played]:
    deal, actions = played.deals[-1]
    out = {card for hand in deal.hands for card in hand} | {*deal.stock}
    left = [card for card in FRENCH52.cards.values() if card not in out]
    held = [card for seat, hand in enumerate(suite.hands(played)) if seat != viewer for card in hand]
    worlds, before = [], suite.up_to_the_last_deal(played)
    for _ in range(min(3, len(held))):
        one, other = random.choice(held), random.choice(left)
        hands = tuple(tuple(other if card == one else card for card in hand) for hand in deal.hands)
        world = resumed(before, [(Deal(deal.dealer, hands, deal.stock), actions)])
        worlds += [world] if isinstance(world, Played) else []
    return worlds


def test_the_trumps_are_public_and_the_rest_of_the_pack_is_not() -> None:
    """No message names a card that was neither dealt to its viewer, nor turned, nor played."""
    for played in islice(playing("whist", 4, seed=3), 1, 100):
        view = played.game.view(played.state, None)
        shown = {text for text in suite.texts(view) if text in FRENCH52.cards}
        public = {view["trump"]["card"]} if view["trump"] else set()
        public |= {*view["trick"]["cards"], *(card for trick in view["tricks"] for card in trick["cards"])}
        assert shown <= public
