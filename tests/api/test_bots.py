"""Bot accounts: created by a person, played with tokens, marked as bots, rated only where the table allows
it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Match, Rating, Standing
from games.people import standings
from ludocards.ratings import skill
from ludopoli.accounts import names, privacy
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.api.pages import MOST_BOTS
from ludopoli.moderation import sanctions
from tests.games.ladder import played, score
from tests.proofs import proven

Clients = Callable[..., APIClient]
PAGE = "/account/bot/"


@pytest.fixture
def anna(db: None) -> Client:
    return proven(User.objects.create_user("Anna"))


def robot(name: str = "Robot di Anna", owner: str = "Anna") -> User:
    person, _made = User.objects.get_or_create(username=owner)
    bot = User(username=name, is_bot=True, owner=person)
    bot.set_unusable_password()
    bot.save()
    return bot


def program(bot: User) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {Token.make(bot.pk, 'prova', [Scope.PLAY])[1]}")
    return client


def test_a_new_bot_account_signs_in_with_its_token(anna: Client) -> None:
    made = anna.post(PAGE, {"name": "Robot di Anna", "about": "Gioca la più alta."})
    bot = User.objects.get(username="Robot di Anna")
    assert (bot.is_bot, bot.owner, bot.bio) == (True, User.objects.get(username="Anna"), "Gioca la più alta.")
    assert made["Location"] == f"{PAGE}{bot.pk}/"
    page = anna.post(f"{PAGE}{bot.pk}/", {"name": "il mio bot", "scopes": ["play"]}).content.decode()
    found = re.search(r"ludo_[\w-]{30,}", page)
    assert found
    me = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {found[0]}"}).json()
    assert (me["name"], me["program"]) == ("Robot di Anna", True)
    revoked = anna.post(f"/account/token/{Token.objects.get().pk}/revoca/")
    assert revoked["Location"] == f"{PAGE}{bot.pk}/"
    assert not Token.objects.exists()


@pytest.mark.parametrize(
    "name", ["", "Anna", "anna", "Bot Ferro", "Ospite 12", "x" * (names.LONGEST + 1), "a\u3164b"]
)
def test_a_bot_name_is_checked_like_any_other(anna: Client, name: str) -> None:
    assert anna.post(PAGE, {"name": name}).status_code == 422
    assert not User.objects.filter(is_bot=True).exists()


def test_the_number_of_bots_is_limited(anna: Client) -> None:
    for number in range(MOST_BOTS):
        assert anna.post(PAGE, {"name": f"Robot {number}"}).status_code == 302
    assert anna.post(PAGE, {"name": "one more"}).status_code == 422
    assert User.objects.filter(is_bot=True).count() == MOST_BOTS


def test_a_bot_cannot_sign_in_with_a_password(db: None) -> None:
    robot()
    for password in ("", "password", "!"):
        answer = Client().post("/account/accedi/", {"login": "Robot di Anna", "password": password})
        assert answer.status_code != 302
    assert not robot("Robot due").has_usable_password()


def test_another_owners_bot_is_not_found(anna: Client) -> None:
    bot = robot("Robot di Bruno", "Bruno")
    token, _secret = Token.make(bot.pk, "prova", [Scope.PLAY])
    assert anna.get(f"{PAGE}{bot.pk}/").status_code == 404
    assert anna.post(f"{PAGE}{bot.pk}/elimina/").status_code == 404
    anna.post(f"/account/token/{token.pk}/revoca/")
    assert Token.objects.exists()


def test_a_bot_is_deleted_alone_or_with_its_owner(anna: Client) -> None:
    first, second = robot("Robot uno"), robot("Robot due")
    client = program(second)
    anna.post(f"{PAGE}{first.pk}/elimina/")
    first.refresh_from_db()
    assert (first.is_active, first.username.startswith(privacy.GHOST)) == (False, True)
    owner = User.objects.get(username="Anna")
    [exported] = privacy.export_person(owner)["bots"]
    assert exported["account"]["name"] == "Robot due"
    privacy.delete_person(owner)
    second.refresh_from_db()
    assert not second.is_active
    assert client.get("/api/v1/me/").status_code == 401


def test_the_bot_of_a_barred_owner_does_nothing(db: None) -> None:
    client = program(robot())
    assert client.get("/api/v1/me/").status_code == 200
    User.objects.filter(username="Anna").update(is_active=False)
    assert client.get("/api/v1/me/").json()["code"] == "bad_token"


def test_a_bot_does_not_get_around_a_ban_or_a_mute(client_of: Clients) -> None:
    bruno, bot = client_of("Bruno"), program(robot())
    code = bruno.post("/api/v1/tables/", {"game": "tressette"}, format="json").data["code"]
    owner = User.objects.get(username="Anna")
    muted = sanctions.impose_sanction(owner, sanctions.Kind.MUTE, until=timezone.now() + timedelta(hours=1))
    answer = bot.post(f"/api/v1/tables/{code}/messages/", {"text": "Ciao"}, format="json")
    assert answer.status_code == 403
    sanctions.lift_sanction(muted)
    assert bot.post(f"/api/v1/tables/{code}/messages/", {"text": "Ciao"}, format="json").status_code == 201
    sanctions.impose_sanction(owner, sanctions.Kind.BAN)
    refused = bot.post(f"/api/v1/tables/{code}/sit/", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")


@pytest.mark.parametrize(("programs", "rated"), [("casual", False), ("rated", True)])
def test_a_match_with_a_bot_is_rated_only_if_the_table_allows_it(
    client_of: Clients, programs: str, rated: bool
) -> None:
    clients = [client_of(name) for name in ("Bruno", "Carla", "Dario")]
    wanted = {"game": "tressette", "programs": programs}
    code = clients[0].post("/api/v1/tables/", wanted, format="json").data["code"]
    for client in clients[1:]:
        client.post(f"/api/v1/tables/{code}/sit/", {}, format="json")
    seated = program(robot()).post(f"/api/v1/tables/{code}/sit/", {}, format="json")
    assert [seat["program"] for seat in seated.data["seats"]] == [False, False, False, True]
    assert [seat["state"] for seat in seated.data["seats"]] == ["lost", "lost", "lost", "here"]
    assert Match.objects.get().rated == rated


def test_a_table_may_be_for_people_only(client_of: Clients) -> None:
    bruno, bot = client_of("Bruno"), program(robot())
    wanted = {"game": "tressette", "programs": "none"}
    code = bruno.post("/api/v1/tables/", wanted, format="json").data["code"]
    refused = bot.post(f"/api/v1/tables/{code}/sit/", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "people_only")
    asked = bruno.post("/api/v1/challenges/", {"to": "Robot di Anna", "table": code}, format="json")
    assert asked.json()["code"] == "people_only"
    assert bot.get("/api/v1/tables/?programs=true").json()["results"] == []
    assert len(bot.get("/api/v1/tables/").json()["results"]) == 1


def test_leaderboards_do_not_list_bots(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skill, "PROVISIONAL", 10_000)
    monkeypatch.setattr(standings, "least_matches", lambda period: 1)
    people = [User.objects.create_user(name) for name in ("Bruno", "Carla", "Dario")]
    score(played([robot(), *people], at=timezone.now()))
    listed = Rating.objects.filter(listed=True).values_list("user__username", flat=True)
    assert {*listed} == {"Bruno", "Carla", "Dario"}
    assert not Standing.objects.filter(listed=True, user__is_bot=True).exists()
    assert Rating.objects.filter(user__is_bot=True).exists()


def test_a_bot_is_marked_with_its_owner(db: None, anybody: APIClient) -> None:
    robot()
    profile = anybody.get("/api/v1/people/Robot di Anna/").json()
    assert (profile["program"], profile["owner"]) == (True, "Anna")
    [listed] = anybody.get("/api/v1/bots/").json()["results"]
    assert listed == {"name": "Robot di Anna", "owner": "Anna", "about": "", "playing": False}
    page = Client().get("/giocatori/Robot di Anna/").content.decode()
    assert "Anna" in page.partition("<h1>")[2].partition("</header>")[0].partition("</h1>")[2]


def test_the_list_of_bot_accounts_reads_their_own_index(db: None) -> None:
    bots = User.objects.filter(is_bot=True, is_active=True).order_by("-id")
    if connection.vendor == "postgresql":  # for so few rows it would ignore every index
        connection.cursor().execute("SET LOCAL enable_seqscan = off")
    assert "bot_accounts" in bots.explain()
