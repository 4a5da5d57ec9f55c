"""The page of one's level against the bots: goal, suggestion, curve, badges; nobody else's."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Table
from ludocards.words.lessons import lessons_of
from ludopoli.accounts.models import User
from practice.models import StepDone
from tests.games.ladder import score
from tests.games.test_solo import alone

PAGE = "/giocate/livello/?gioco=briscola"


def text_of(client: Client, page: str = PAGE) -> str:
    return re.sub(r"\s+", " ", client.get(page, headers={"accept-language": "en"}).content.decode())


def test_a_visitor_is_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get(PAGE).status_code == 302


def test_a_newcomer_has_a_goal_and_a_level_to_begin_with(client_of_rosalia: Client) -> None:
    page = text_of(client_of_rosalia)
    assert "About ten matches alone with bots show your level in Briscola" in page
    assert "The next badge is for beating “Beginner”." in page
    assert "begin with the level “Club player”" in page
    assert '<input type="hidden" name="level" value="circolo">' in page
    assert '<input type="hidden" name="level" value="principiante">' in page
    assert '<svg class="chart"' not in page
    assert "trophies" not in page


def test_who_has_played_sees_their_curve_goal_and_badges(client_of_rosalia: Client, rosalia: User) -> None:
    score(alone(rosalia, "esperto", scores=(3, 0)), alone(rosalia, "circolo", (2, 1), hours=1))
    lesson = lessons_of("briscola")[0]
    for number in range(1, len(lesson.steps) + 1):
        StepDone.objects.create(user=rosalia, game="briscola", lesson=lesson.code, number=number)
    page = text_of(client_of_rosalia)
    assert "Your level in Briscola is still taking shape" in page
    assert "After 2 matches a first guess is “Club player”; it takes about ten to know." in page
    assert "The next badge is for beating “Master”." in page
    assert page.count('class="chart"') == 2
    assert "after 2 matches against bots" in page
    assert "1 match won without a point for the others" in page
    assert f"1 of {len(lessons_of('briscola'))} finished" in page
    assert "<b>Expert</b><span>beaten</span>" in page


@pytest.mark.parametrize("asked", ["", "?gioco=briscola", "?gioco=niente"])
def test_the_game_is_that_asked_for_or_the_one_played_last(
    client_of_rosalia: Client, rosalia: User, asked: str
) -> None:
    score(alone(rosalia))
    assert "Your level in Briscola" in text_of(client_of_rosalia, f"/giocate/livello/{asked}")


def test_only_ones_own_profile_leads_to_it(client_of_rosalia: Client, rosalia: User) -> None:
    User.objects.create_user("Bruno", password="!")
    assert "/giocate/livello/" in text_of(client_of_rosalia, "/giocatori/Rosalia/").partition("<main")[2]
    of_bruno = text_of(client_of_rosalia, "/giocatori/Bruno/").partition("<main")[2]
    assert of_bruno
    assert "/giocate/livello/" not in of_bruno, "but in one's own menu"


def test_nothing_of_it_is_on_profiles_leaderboards_and_in_the_api_of_people(
    client_of_rosalia: Client, rosalia: User
) -> None:
    score(alone(rosalia, "maestro"))
    person = client_of_rosalia.get("/api/v1/people/Rosalia/").json()
    assert person["ratings"] == []
    assert client_of_rosalia.get("/api/v1/leaderboards/briscola/").json()["results"] == []
    assert client_of_rosalia.get("/api/v1/people/Rosalia/ratings/briscola/").json()["results"] == []


def test_the_quick_game_suggests_the_level_by_the_rating(client_of_rosalia: Client, rosalia: User) -> None:
    selected = re.compile(r'<option value="(\w+)" selected')
    assert "circolo" in selected.findall(text_of(client_of_rosalia, "/"))
    score(alone(rosalia, "esperto"))
    assert "(your level)" not in text_of(client_of_rosalia, "/")
    for hour in range(1, 8):
        score(alone(rosalia, "esperto", hours=hour))
    assert "maestro" in selected.findall(text_of(client_of_rosalia, "/"))
    assert "Master (your level)" in text_of(client_of_rosalia, "/")
    assert "In Briscola you play at about the “Master” level" in text_of(client_of_rosalia)


@pytest.mark.parametrize("asked", ["scopone", "scopa", ""])
@pytest.mark.parametrize(("preset", "players"), [("scopa", 2), ("scopa", 4)])
def test_the_rules_and_players_are_those_played_last(
    client_of_rosalia: Client, rosalia: User, asked: str, preset: str, players: int
) -> None:
    row, seats = alone(rosalia, "principiante", (2, 1), game="scopone")
    for seat in seats:
        seat.preset, seat.players = preset, players
    score((row, seats))
    page = text_of(client_of_rosalia, f"/giocate/livello/?gioco={asked}")
    sent = {"game": f"scopone-{players}", "preset": preset, "level": "principiante"}
    assert all(f'name="{name}" value="{value}">' in page for name, value in sent.items())
    client_of_rosalia.post("/tavoli/gioca/", sent)
    table = Table.objects.get(status="playing")
    assert (table.rules["preset"], table.players) == (preset, players)


@pytest.mark.parametrize(
    ("asked", "sent", "name"),
    [("scopa", "scopa", "Scopa, for two"), ("scopone", "scientifico", "Scopone scientifico, for four")],
)
def test_a_newcomer_plays_the_game_that_they_came_from(
    client_of_rosalia: Client, asked: str, sent: str, name: str
) -> None:
    page = text_of(client_of_rosalia, f"/giocate/livello/?gioco={asked}")
    assert f'name="preset" value="{sent}">' in page
    assert name in page


def test_a_preset_must_fit_the_players(client_of_rosalia: Client) -> None:
    client_of_rosalia.post("/tavoli/gioca/", {"game": "scopone-2", "preset": "scientifico"})
    assert Table.objects.get().rules["preset"] == "scopa"


def test_the_level_of_the_first_sentence_comes_first(client_of_rosalia: Client) -> None:
    page = text_of(client_of_rosalia)
    assert page.index('name="level" value="circolo"') < page.index('name="level" value="principiante"')
    assert re.findall(r'btn primary">([^<]*)<', page) == ["Play against “Club player”"]
