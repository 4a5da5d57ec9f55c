"""Games registered from outside, unlike those of the catalog: without tricks, or with new teams each deal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from games import rulebook, tasks, texts
from games.archive import finished_matches, pictures, replay
from games.models import Match, Result
from games.play import actions
from ludocards.engine import referee, registry
from ludocards.engine.game import Game
from ludocards.engine.tricks import Trick
from ludopoli.accounts.models import User
from tests.tinydraw import rules as tinydraw
from tests.tinyteams import rules as tinyteams

Clients = Callable[..., APIClient]
GAMES: dict[str, Game[Any, Any]] = {"tests.tinydraw": tinydraw.GAME, "tests.tinyteams": tinyteams.GAME}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for package, game in GAMES.items():
        monkeypatch.setitem(registry.GAMES, game.name, game)
        monkeypatch.setitem(registry.PACKAGES, game.name, package)
    for known in (texts.texts_of_game, rulebook.book_of):
        known.cache_clear()
    yield
    for known in (texts.texts_of_game, rulebook.book_of):
        known.cache_clear()


def seated(client_of: Clients, game: str, players: int, rules: dict[str, Any]) -> tuple[list[APIClient], str]:
    """Seat programs at a table of this game; return the clients by seat, and the id of the match.

    The table is not opened through the API, which reads the list of games when it is loaded.
    """
    clients = [client_of(name) for name in ("Anna", "Bruno", "Carla")[:players]]
    host = User.objects.get(username="Anna")
    opened = actions.open_table(host, game=game, rules=rules, players=players)
    for client in clients[1:]:
        answer = client.post(f"/api/v1/tables/{opened.code}/sit/", {}, format="json")
        assert answer.status_code == 200, answer.data
    return clients, answer.data["match"]


def play_out(clients: list[APIClient], match: str) -> list[dict[str, Any]]:
    """Play the match out with the last legal command of each seat; return the commands."""
    given: list[dict[str, Any]] = []
    seat = 0
    while len(given) < 200:
        order = ((seat + step) % len(clients) for step in range(1, len(clients) + 1))
        asked = ((at, clients[at].get(f"/api/v1/matches/{match}/state/").data) for at in order)
        acting = next(((at, state) for at, state in asked if state["legal"]), None)
        if acting is None:
            return given
        seat, state = acting
        command = state["legal"][-1]
        sent = {"id": f"m{len(given)}", "version": state["version"], "command": command}
        done = clients[seat].post(f"/api/v1/matches/{match}/commands/", sent, format="json")
        assert done.status_code == 200, done.data
        given.append(command)
    raise AssertionError("the match has no end")


@pytest.mark.parametrize("preset", tinydraw.PRESETS)
def test_a_game_without_tricks_can_be_played_by_requests(client_of: Clients, preset: str) -> None:
    clients, match = seated(client_of, "pescapari", 2, {"preset": preset, "deals": 1})
    given = play_out(clients, match)
    assert len(given) == 36, "four cards lay on the table"
    assert any("take" in command for command in given), "the second card of a rank takes the first"
    events = clients[0].get(f"/api/v1/matches/{match}/events/").data["events"]
    again = [event for event in events if event["kind"] == "dealt" and "more" in event]
    assert len(again) == (5 if preset == "terne" else 0)
    assert all(len(event["hand"]) == 3 for event in again)
    record = clients[0].get(f"/api/v1/matches/{match}/record/")
    assert referee.judge_record(json.dumps(record.data), verify=True).status == 0


def test_a_picture_of_a_game_without_tricks_shows_the_table_or_the_hands(client_of: Clients) -> None:
    clients, match = seated(client_of, "pescapari", 2, {"preset": "terne", "deals": 1})
    play_out(clients, match)
    row = Match.objects.get()
    game, rules, stretch = finished_matches.replay_arguments(row, range(1))
    shown = set()
    for frame in replay.replay_frames(game, rules, 2, stretch, [0, 1]):
        if frame.position is None or not frame.at.count("-c"):
            continue
        scene = pictures.position_scene(row, frame.at, [0, 1])
        assert isinstance(scene, pictures.PicturedTable)
        assert list(scene.open_cards) == frame.position["table"]
        assert (scene.hands is None) == bool(scene.open_cards)
        assert "<svg" in pictures.picture_svg(scene)
        shown.add(bool(scene.open_cards))
    assert True in shown


def test_a_picture_shows_a_trick_in_the_order_in_which_it_was_played(
    client_of: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every trick played the other way round, so are the places for cards still to come."""
    monkeypatch.setattr(Trick, "seat", lambda trick, place, players: (trick.leader - place) % players)
    clients, match = seated(client_of, "terzetto", 3, {})
    play_out(clients, match)
    row = Match.objects.get()
    game, rules, stretch = finished_matches.replay_arguments(row, range(1))
    lies: list[tuple[int, str]] = []
    shown = []
    for frame in replay.replay_frames(game, rules, 3, stretch, []):
        for event in frame.events:
            if event["kind"] == "played":
                lies = [*lies[: len(lies) % 3], (event["seat"], event["card"])]
                scene = pictures.position_scene(row, frame.at, [])
                assert isinstance(scene, pictures.PicturedTable)
                to_come = [((lies[0][0] - turn) % 3, None) for turn in range(len(lies), 3)]
                shown.append([*scene.trick] == [*lies, *to_come])
    assert shown == [True] * 12


def test_the_teams_of_a_deal_change_no_score_and_make_no_partners(
    client_of: Clients, anybody: APIClient
) -> None:
    clients, match = seated(client_of, "terzetto", 3, {})
    views = [client.get(f"/api/v1/matches/{match}/state/").data for client in clients]
    [caller] = [seat for seat, state in enumerate(views) if state["legal"]]
    sent = {"id": "call", "version": views[caller]["version"], "command": views[caller]["legal"][0]}
    assert clients[caller].post(f"/api/v1/matches/{match}/commands/", sent, format="json").status_code == 200
    known = [client.get(f"/api/v1/matches/{match}/state/").data["view"]["teams"] for client in clients]
    assert [None in teams for teams in known] == [seat == caller for seat in range(3)]
    seen = anybody.get(f"/api/v1/matches/{match}/state/").data["view"]
    assert seen["teams"].count(None) == 2
    assert seen["sides"] == [0, 1, 2]

    play_out(clients, match)
    tasks.score_match(match)
    results = Result.objects.order_by("seat")
    assert [result.partner for result in results] == [None, None, None]
    assert sum(result.score for result in results) == 6, "two points a deal"
    assert min(result.place for result in results) == 1
    game, rules, stretch = finished_matches.replay_arguments(Match.objects.get(), range(3))
    teams = [
        frame.position["teams"]
        for frame in replay.replay_frames(game, rules, 3, stretch, [])
        if frame.position
    ]
    assert [None] * 3 in teams, "nobody has called"
    assert any(None not in each for each in teams), "and then everybody knows"


@pytest.mark.parametrize(("preset", "clause"), [("classico", "nuove"), ("terne", "terne")])
def test_a_game_from_outside_has_rule_pages(client_of: Clients, preset: str, clause: str) -> None:
    page = client_of("Anna").get(f"/regole/pescapari/{preset}/")
    assert page.status_code == 200
    html = page.content.decode()
    assert f'id="{clause}"' in html
    assert ('id="nuove"' in html) != ('id="terne"' in html), "a clause stands where its option has it so"
    assert "3 cards each, and 4 lie on the table" in html
