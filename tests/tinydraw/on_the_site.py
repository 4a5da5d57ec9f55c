"""Pescapari on the site, through everything that knows which games there are.

`tests/engine/test_add_a_game.py` runs this with the game registered by the environment; no other run collects
it.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from clubs import scorepads
from games import texts
from games.models import Match, Rating, Result
from games.people import results
from games.play import actions, live
from games.play.actions import dealing
from games.review import explaining, reviews
from ludocards.bots import registry
from ludocards.engine import shuffle
from ludocards.engine.game import Command
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http import sheets
from practice import storing
from practice.finding import Finder, Found, deals_of_bots
from practice.models import Puzzle
from tests.api.conftest import client_of
from tests.api.document import document_of
from tests.games.conftest import match, people
from tournaments.actions import events
from tournaments.formats.catalog import FORMATS
from tournaments.models import Event

__all__ = ["client_of", "match", "people"]

NAME = "pescapari"
GAME: Any = GAMES[NAME]
RULES = {"preset": "classico", "deals": 1}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    live.empty_cache()
    cache.clear()


def played(row: Match) -> Match:
    """Play a match to its end: seat 0 takes as little as it can, seat 1 plays as the bot does."""
    while row.status == Match.Status.PLAYING:
        state = live.state_of(row)
        [seat] = GAME.to_act(state)
        view, legal = GAME.view(state, seat), GAME.legal(state, seat)
        command = min(legal, key=_takes) if seat == 0 else registry.choose(view, legal)
        answer = actions.submit_command(row.pk, seat, command, uuid.uuid4().hex, row.version)
        assert isinstance(answer, actions.Accepted), answer
        row.refresh_from_db()
    results.score_match(row.pk)
    return row


def _takes(command: Command) -> int:
    return len(command.get("take") or ())


@pytest.fixture
def over(match: Any, people: list[User], monkeypatch: pytest.MonkeyPatch) -> Match:
    """A rated match of a certain deal that is over."""
    monkeypatch.setattr(dealing, "dealer_of_first_deal", lambda *_: 1)
    monkeypatch.setattr(shuffle, "shuffle", lambda pack, *_: tuple(Random(1).sample(pack, len(pack))))
    return played(match(seated=2, game=NAME, players=2, rules=RULES))


def test_pages_offer_the_game_in_a_family_of_its_own(client: Client, db: None) -> None:
    assert texts.games_by_family()["Pescapari"] == [NAME]
    for page in ("/", "/tavoli/", f"/tavoli/?gioco={NAME}", "/regole/", f"/regole/{NAME}/"):
        assert "Pescapari" in client.get(page).content.decode(), page


def test_a_finished_match_changes_ratings_and_leaderboards(over: Match, client: Client) -> None:
    assert Result.objects.filter(match=over).count() == 2
    assert Rating.objects.filter(game=NAME).count() == 2
    board = client.get(f"/classifiche/?gioco={NAME}")
    assert board.status_code == 200
    assert "Pescapari" in board.content.decode()


def test_a_review_names_choices_with_what_they_take_and_says_why(over: Match, people: list[User]) -> None:
    assert isinstance(reviews.request_review(people[0], over.pk), reviews.ReviewProgress)
    while reviews.judge_next_deal():
        pass
    found = reviews.review_progress(people[0], over.pk)
    assert isinstance(found, reviews.ReviewProgress)
    assert found.status == "done"
    choices = [choice["seen"] for choice in found.document["deals"][0]["choices"] if "seen" in choice]
    assert any(choice["better"] and "take" in choice["better"] for choice in choices)
    said = [sentence for choice in choices for sentence in choice.get("reasons", ())]
    assert any(" prende " in sentence for sentence in said), said


def test_a_puzzle_asks_which_cards_a_card_takes(client: Client, db: None) -> None:
    finder = Finder(GAME)
    [positions] = deals_of_bots(GAME, finder.prover, 1)
    assert [finder.examine(position) for position in positions[-6:]], "none, or some"
    position = next(each for each in positions if len(GAME.legal(each.state(), each.seat)) > 2)
    best, *others = GAME.legal(position.state(), position.seat)
    why = explaining.explain_choice(
        GAME, position.rules, GAME.view(position.state(), position.seat), position.seat, best, others[-1]
    )
    losses = [[each.as_json(), float(number)] for number, each in enumerate((best, *others))]
    found = Found(position, [best.as_json()], losses, others[-1].as_json(), 1, why.themes, why.facts)
    assert storing.store_puzzles(Puzzle, [found.as_json()], "bots") == 1
    puzzle = Puzzle.objects.get(game=NAME)
    assert client.get(f"/giocate/?gioco={NAME}").status_code == 200
    asked = client.get(puzzle.get_absolute_url())
    assert asked.status_code == 200
    assert asked.content.decode().count("data-card=") == len(losses)


def test_a_score_pad_adds_up(client: Client, db: None) -> None:
    assert NAME in scorepads.PADDED
    pad = scorepads.open_pad(None, "", NAME, RULES, ["Anna", "Bruno"])
    entry = {"id": "one", "deal": 0, "outcome": "played", "rows": {"points": [25, 15]}}
    state = scorepads.pad_state(scorepads.enter_line(pad, "", entry))
    assert GAME.is_over(state)
    assert GAME.places(state) == (1, 2)


def test_tournaments_of_the_game_can_be_held(people: list[User]) -> None:
    starts_at = timezone.now() + timedelta(hours=1)
    held = set()
    for name, format in FORMATS.items():
        if format.units((0, 1)):
            asked: dict[str, Any] = {"rules": RULES, "players": 2, "format": name}
            event = events.create_event(people[0], name="Prova", game=NAME, starts_at=starts_at, **asked)
            assert isinstance(event, Event), (name, event)
            held.add(name)
    assert len(held) > 5


def test_the_api_documents_its_commands(client_of: Any) -> None:
    schemas = document_of(*GAMES)["components"]["schemas"]
    assert "take" in str([schema for name, schema in schemas.items() if name.startswith("Pescapari")])
    assert NAME in str(schemas)
    client: APIClient = client_of("Anna")
    assert NAME in [each["name"] for each in client.get("/api/v1/games/").json()["results"]]


def test_the_styles_of_a_registered_game_are_found() -> None:
    assert 'data-game="treprese"' in sheets.join_sheets(("games/treprese",)).text
