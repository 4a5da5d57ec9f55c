"""Tournaments of a game whose teams change every deal go by the sides of the score: everybody is alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import rulebook, texts
from games.review import reviews
from ludocards.bots.registry import POLICIES
from ludocards.engine import registry
from tests.refusals import refused
from tests.tinyteams import bot
from tests.tinyteams.rules import GAME
from tournaments import selectors, simulation
from tournaments.models import Event


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch, _nothing_kept: None) -> Iterator[None]:
    monkeypatch.setitem(registry.GAMES, GAME.name, GAME)
    monkeypatch.setitem(registry.PACKAGES, GAME.name, "tests.tinyteams")
    monkeypatch.setitem(POLICIES, GAME.name, bot.POLICIES)
    for known in (texts.texts_of_game, rulebook.book_of):
        known.cache_clear()
    yield
    for known in (texts.texts_of_game, rulebook.book_of):
        known.cache_clear()


@pytest.mark.django_db
def test_everybody_enters_and_is_ranked_alone() -> None:
    event = simulation.make_event("7", game=GAME.name, format="tables", entries=6, settings={"rounds": 2})
    assert event.unit == Event.Unit.SINGLE
    standings = selectors.standings_of_event(simulation.finish_event(event))
    assert len(standings) == 6
    assert [line.score for line in standings] == sorted((line.score for line in standings), reverse=True)


@pytest.mark.django_db
def test_pairs_cannot_enter() -> None:
    with refused("wrong_format"):
        simulation.make_event("8", game=GAME.name, format="swiss", entries=6)


def test_it_has_no_review_without_a_reviewer() -> None:
    assert GAME.name not in reviews.REVIEWED
