"""Rules that people think of as a game of their own are called so wherever a table or match is shown."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games import texts
from games.models import Table
from games.pages.forms import OpenTableForm
from games.play import actions, selectors
from games.play.actions import Wish
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.games.ladder import played, score

pytestmark = pytest.mark.django_db

SCOPA: dict[str, Any] = {"game": "scopone", "rules": {"preset": "scopa"}, "players": 2}
SCOPONE: dict[str, Any] = {"game": "scopone", "rules": {"preset": "scientifico"}, "players": 4}
EVENING = {"name": "Sera", "format": "swiss", "starts_at": (timezone.now() + timedelta(days=7)).isoformat()}
TITLE = re.compile(r"<title>\s*(.*?)\s*</title>", re.DOTALL)


def links(html: str) -> dict[str, str]:
    """The links of a page, by their text."""
    return {name.strip(): href for href, name in re.findall(r'<a\s+href="([^"]*)"[^>]*>([^<]+)</a>', html)}


def test_no_two_games_have_one_name_or_one_code() -> None:
    known = [each for game in GAMES for each in texts.public_games(game)]
    for named in ([each.code for each in known], [each.name for each in known]):
        assert [*Counter(named).values()] == [1] * len(known)
    for game, its in GAMES.items():
        assert sorted(preset for each in texts.public_games(game) for preset in each.presets) == sorted(
            its.presets
        )


def test_no_two_rules_have_one_title() -> None:
    titles = Counter(texts.title_of_rules(game, preset) for game in GAMES for preset in GAMES[game].presets)
    assert {*titles.values()} == {1}


@pytest.mark.parametrize(
    ("game", "preset", "house", "called"),
    [
        ("scopone", "scopa", "", "Scopa"),
        ("scopone", "scientifico", "", "Scopone scientifico"),
        ("scopone", "scopa", "Da Gino", "Scopa, Da Gino"),
        ("traversone", "traversone", "", "Traversone"),
        ("traversone", "ciapano", "", "Ciapanò"),
        ("tressette", "bredese", "", "Tressette Bredese"),
        ("briscola", "classico", "", "Briscola"),
        ("briscola", "classico", "Da Gino", "Briscola, Da Gino"),
        ("briscola", "osteria", "", "Briscola da osteria"),
        ("removed", "old", "", "removed old"),
    ],
)
def test_what_a_table_is_called(game: str, preset: str, house: str, called: str) -> None:
    assert texts.title_of_rules(game, preset, house) == called


def test_a_table_of_scopa_is_called_scopa(client: Client, people: list[User]) -> None:
    table = actions.open_table(people[0], **SCOPA)
    address = reverse("table", args=[table.code])
    page = client.get(address).content.decode()
    assert TITLE.findall(page)[0].startswith("Scopa, ")
    assert "Scopone" not in page.partition("</header>")[0]
    shown = client.get("/tavoli/").content.decode()
    [card] = re.findall(rf'<li class="tcard-live" data-key="{table.code}" .*?</li>', shown, re.DOTALL)
    assert re.search(r"\bScopa\b", card)
    assert "Scopone" not in card
    assert client.get(f"/api/v1/tables/{table.code}/").json()["called"] == "Scopa"
    assert [each["called"] for each in client.get("/api/v1/tables/").json()["results"]] == ["Scopa"]


def test_the_lobby_lists_the_tables_of_scopa_alone(client: Client, people: list[User]) -> None:
    scopa, scopone = (
        actions.open_table(each, **rules) for each, rules in zip(people, (SCOPA, SCOPONE), strict=False)
    )
    offered = links(client.get("/tavoli/").content.decode())
    for name, shown in (("Scopa", scopa), ("Scopone", scopone)):
        for address in (offered[name], offered[name].replace("/tavoli/", "/tavoli/elenco/")):
            assert re.findall(r'data-key="(\w+)"', client.get(address).content.decode()) == [shown.code]


def test_the_form_of_scopa_opens_scopa(client: Client) -> None:
    page = client.get("/tavoli/?gioco=scopa")
    form = page.context["form"]
    assert (form.game_name, form.shown_preset) == ("scopone", "scopa")
    assert [number for number, _name, chosen in form.players_choices if chosen] == [2]


def test_house_rules_belong_to_the_game_of_their_preset(client: Client, people: list[User]) -> None:
    house = actions.save_rules(
        people[0], game="scopone", name="Da Gino", rules={"preset": "scopa", "napola": "full"}
    )
    client.force_login(people[0])
    shown = client.get(f"/tavoli/?casa={house.code}").context["games"]
    assert [each.name for family in shown for each in family if each.current] == ["Scopa"]


def test_who_looks_for_scopa_finds_scopa(client: Client, people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    actions.open_table(anna, **SCOPONE)
    client.force_login(bruno)
    client.post(reverse("find-seat"), {"game": "scopa"})
    opened = Table.objects.get(host=bruno)
    assert (opened.rules, opened.players) == ({"preset": "scopa"}, 2)
    assert actions.find_seat(carla, Wish(game="scopone", presets=("scopa",))) == opened


def test_a_match_of_scopa_is_called_scopa(client: Client, people: list[User]) -> None:
    for preset in ("scopa", "scientifico"):
        score(played(people[:4], game="scopone", preset=preset))
    page = "/giocatori/Anna/partite/"
    for name, other in (("Scopa", "Scopone"), ("Scopone", "Scopa")):
        shown = client.get(page + links(client.get(page).content.decode())[name]).content.decode()
        assert re.findall(rf"^\s*({name}|{other}) <time", shown, re.MULTILINE) == [name]


def test_ratings_that_games_share_have_the_names_of_all(client: Client) -> None:
    page = client.get("/classifiche/?gioco=scopa", headers={"Accept-Language": "en"}).content.decode()
    assert TITLE.findall(page)[0].startswith("Scopone and Scopa leaderboard")


def test_the_rules_have_a_section_for_each(client: Client) -> None:
    page = client.get("/regole/").content.decode()
    assert links(page)["Scopa"] in {"#h-scopa", "/regole/scopone/scopa/"}
    assert TITLE.findall(client.get("/regole/scopone/scopa/").content.decode())[0].startswith("Scopa ")


def test_tables_of_a_game_are_all_without_a_choice() -> None:
    assert not selectors.of_public_game(texts.public_game("nothing"))


def test_lists_of_the_api_know_public_names(client: Client, people: list[User]) -> None:
    """A name of the catalogue stands for the whole game, as before there were others."""
    for preset in ("scopa", "scientifico"):
        row, per_seat = played(people[:4], game="scopone", preset=preset)
        row.rules = {"preset": preset}
        row.save()
        score((row, per_seat))
    for address, key in (("matches/", "rules"), ("people/Anna/matches/", "preset")):
        for game, found in (("scopa", {"scopa"}), ("scopone", {"scopa", "scientifico"}), ("ciapano", set())):
            rows = client.get(f"/api/v1/{address}?game={game}").json()["results"]
            presets = [each[key] for each in rows]
            assert {each["preset"] if key == "rules" else each for each in presets} == found
    against = {
        game: client.get(f"/api/v1/people/Anna/against/Bruno/?game={game}").json()["games"]
        for game in ("scopa", "scopone")
    }
    assert [sum(each["as_partners"] + each["matches"] for each in against[game]) for game in against] == [
        1,
        2,
    ]
    assert client.get("/api/v1/matches/?game=nothing").status_code == 400


def test_open_tables_and_seats_are_found_by_public_names(client: Client, people: list[User]) -> None:
    scopa, _scopone = (
        actions.open_table(each, **rules) for each, rules in zip(people, (SCOPA, SCOPONE), strict=False)
    )
    rows = client.get("/api/v1/tables/?game=scopa").json()["results"]
    assert [each["code"] for each in rows] == [scopa.code]
    client.force_login(people[2])
    found = client.post("/api/v1/tables/find-seat/", {"game": "scopa"}, content_type="application/json")
    assert found.json()["code"] == scopa.code


def test_a_leaderboard_is_found_by_every_name_of_its_game(client: Client, people: list[User]) -> None:
    score(played(people[:4], game="scopone", preset="scopa"))
    boards = [client.get(f"/api/v1/leaderboards/{game}/").json() for game in ("scopa", "scopone")]
    assert boards[0] == boards[1]
    assert boards[0]["game"] == "scopone"
    assert client.get("/api/v1/leaderboards/nothing/").status_code == 404


def test_lessons_and_puzzles_have_all_names_of_a_game(client: Client) -> None:
    page = client.get("/lezioni/", headers={"Accept-Language": "en"}).content.decode()
    assert re.search(r"<h2>\s*Scopone and Scopa\s*</h2>", page)
    assert client.get("/lezioni/ciapano/").headers["Location"] == "/lezioni/traversone/"
    assert client.get("/lezioni/nothing/").status_code == 404


@pytest.mark.parametrize(
    ("address", "more"),
    [
        ("tables/", {}),
        ("tables/quick/", {}),
        ("tournaments/", EVENING),
        ("tournament-with-bots/", {}),
    ],
)
def test_a_name_alone_brings_its_rules(
    client: Client, people: list[User], address: str, more: dict[str, Any]
) -> None:
    client.force_login(people[0])
    made = client.post(f"/api/v1/{address}", {"game": "scopa", **more}, content_type="application/json")
    assert made.status_code == 201, made.content
    assert (made.json()["game"], made.json()["rules"]["preset"], made.json()["players"]) == (
        "scopone",
        "scopa",
        2,
    )


@pytest.mark.parametrize(
    ("address", "more"),
    [
        ("tables/", {}),
        ("tables/quick/", {}),
        ("house-rules/", {"name": "Da Gino"}),
        ("scorepads/", {"names": ["Ada", "Ugo"]}),
        ("tournaments/", EVENING),
    ],
)
def test_rules_belong_to_the_name_that_is_sent(
    client: Client, people: list[User], address: str, more: dict[str, Any]
) -> None:
    client.force_login(people[0])
    asked = {"game": "scopa", "rules": {"preset": "scopa", "match_end": {"points": 21}}, **more}
    made = client.post(f"/api/v1/{address}", asked, content_type="application/json")
    assert made.status_code == 201, made.content
    assert (made.json()["game"], made.json()["rules"]["preset"]) == ("scopone", "scopa")
    other = client.post(
        f"/api/v1/{address}", asked | {"rules": {"preset": "scientifico"}}, content_type="application/json"
    )
    assert (other.status_code, other.json()["code"]) == (409, "bad_rules")


def test_the_usual_players_are_those_of_the_rules(client: Client, people: list[User]) -> None:
    client.force_login(people[0])
    for asked, players in (({"preset": "scopa"}, 2), ({"preset": "scientifico"}, 4)):
        sent = {"game": "scopone", "rules": asked}
        opened = client.post("/api/v1/tables/", sent, content_type="application/json").json()
        assert opened["players"] == players


def test_addresses_of_the_api_know_public_names(client: Client, people: list[User]) -> None:
    rules = client.get("/api/v1/games/scopa/rules/scopa/").json()
    assert (rules["game"], rules["title"]) == ("scopone", "Scopa")
    assert client.get("/api/v1/games/scopa/").json()["name"] == "scopone"
    assert client.get("/api/v1/people/Anna/statistics/scopa/").json()["game"] == "scopone"
    assert client.get("/api/v1/lessons/scopa/scopa/1/").json()["game"] == "scopone"


def test_a_table_without_exchange_has_no_rules_for_it() -> None:
    def labels(**rules: str) -> set[str]:
        return {label for label, _value in texts.rules_summary("briscola", {"preset": "classico", **rules})}

    with translation.override("en"):
        assert labels(exchange="seven") - labels() == {"Exchanged until", "Exchanged by"}


def test_the_form_begins_with_the_game_played_last(client: Client, people: list[User]) -> None:
    score(played(people[:4], game="scopone", preset="scopa"))
    client.force_login(people[0])
    assert client.get("/tavoli/").context["form"].public_code == "scopa"
    assert client.get("/tavoli/?gioco=scopone").context["form"].public_code == "scopone"


def test_the_first_page_opens_a_private_table_for_friends_whatever_they_play(client: Client) -> None:
    friends = client.get("/").content.decode().partition('id="amici"')[2]
    [way] = re.findall(r'href="([^"]+)#apri"', friends)
    page = client.get(way)
    assert page.context["form"]["private"].value() is True
    other = next(each.href for family in page.context["games"] for each in family if each.name == "Whist")
    assert client.get(other.partition("#")[0]).context["form"]["private"].value() is True
    assert client.get("/tavoli/").context["form"]["private"].value() is False


def test_numbers_of_players_are_offered_in_their_order() -> None:
    for game in GAMES:
        offered = [number for number, *_ in OpenTableForm(game).players_choices]
        assert offered == sorted(offered)
