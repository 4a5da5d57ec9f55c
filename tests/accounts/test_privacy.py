"""The export of a person's data, and the deletion of an account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.test import Client

from games.archive import packing
from games.models import Event, Happening, HouseRules, Match, Message, Table
from games.play import actions, event_log, feed
from games.play.actions import play
from ludopoli.accounts import people, privacy
from ludopoli.accounts.models import Tie, User
from ludopoli.api.models import Token
from ludopoli.webhooks.models import Delivery, Webhook
from tests.accounts.conftest import PASSWORD, SignedIn
from tests.refusals import refused

NAME = "Rosalia Zzyx"


@pytest.fixture
def rosalia(db: None) -> User:
    """A person whose name occurs in no text of the site."""
    return User.objects.create_user(NAME, "zzyx@example.org", PASSWORD, bio="Sono io, Zzyx.", country="IT")


@pytest.fixture
def played(rosalia: User, calogero: User) -> Match:
    """A match in play, of two people and two bots, with chat and house rules."""
    table = actions.open_table(rosalia, game="tressette", rules={"preset": "classico"}, players=4, pace=0.0)
    actions.take_seat(calogero, table, 1)
    actions.fill_with_bots(rosalia, table)
    actions.add_table_line(rosalia, table, "Sono Zzyx e busso")
    actions.add_table_line(calogero, table, "E io Calogero")
    rules = {"preset": "classico"}
    actions.save_rules(rosalia, game="tressette", name="Casa mia", rules=rules)
    Token.make(rosalia.pk, "il bot di Zzyx", ["read"])
    EmailAddress.objects.create(user=rosalia, email=rosalia.email, primary=True, verified=True)
    people.befriend(rosalia, calogero)
    table.refresh_from_db()
    assert table.match is not None
    return table.match


def every_row() -> list[Model]:
    return [row for model in apps.get_models() for row in model._default_manager.all()]


def models_containing(word: str) -> set[str]:
    """The names of the models that have the word in a column of some row."""
    return {
        type(row).__name__
        for row in every_row()
        for field in row._meta.concrete_fields
        if word.casefold() in json.dumps(str(field.value_from_object(row)), ensure_ascii=False).casefold()
    }


# ---- the export


def test_one_file_has_all_the_data(rosalia: User, played: Match, signed_in: SignedIn) -> None:
    answer = signed_in(rosalia).get("/account/privacy/esporta.json")
    assert answer["Content-Disposition"].startswith('attachment; filename="ludopoli-')
    all_of_it = answer.json()
    assert all_of_it["account"]["name"] == NAME
    assert all_of_it["account"]["bio"] == "Sono io, Zzyx."
    assert all_of_it["account"]["addresses"][0]["email"] == "zzyx@example.org"
    assert all_of_it["account"]["people"]["asked"] == ["Calogero"]
    assert all_of_it["account"]["sessions"][0]["ip"] == "127.0.0.1"
    [token] = all_of_it["tokens"]
    assert token["name"] == "il bot di Zzyx"
    games = all_of_it["games"]
    assert [match["id"] for match in games["matches"]] == [str(played.pk)]
    assert games["matches"][0]["record"] is None
    assert [line["text"] for line in games["messages"]] == ["Sono Zzyx e busso"]
    assert [rules["name"] for rules in games["house_rules"]] == ["Casa mia"]
    assert len(games["tables"]) == 1


def test_the_file_has_no_secrets_and_no_data_of_others(
    rosalia: User, played: Match, signed_in: SignedIn
) -> None:
    exported = signed_in(rosalia).get("/account/privacy/esporta.json").content.decode()
    for secret in [
        rosalia.password,
        Token.objects.get().digest,
        "snapshot",
        "sealed",
        'private": {',
        "E io Calogero",
        "calogero@example.org",
    ]:
        assert secret not in exported


def test_the_file_is_for_its_owner_only(calogero: User, played: Match, signed_in: SignedIn) -> None:
    exported = signed_in(calogero).get("/account/privacy/esporta.json").content.decode()
    assert "zzyx@example.org" not in exported
    assert "Sono Zzyx e busso" not in exported


def test_downloads_are_limited(rosalia: User, signed_in: SignedIn) -> None:
    client = signed_in(rosalia)
    answers = [client.get("/account/privacy/esporta.json").status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_the_data_of_an_app_is_registered_once() -> None:
    with pytest.raises(ValueError, match="games"):
        privacy.register_personal_data("games", privacy.PersonalData(export=lambda person: None))


def test_the_file_has_its_owners_moves_only(rosalia: User, calogero: User, played: Match) -> None:
    nothing: dict[str, Any] = {"public": {}, "private": {}, "sealed": {}, "at": played.started_at}
    for number in (1, 2, 3, 4):
        command, sender = {"kind": "play", "number": number}, f"{number - 1}:{number}"
        row = {**nothing, "seq": 1000 + number, "kind": "played", "command": command, "command_id": sender}
        Event.objects.create(match=played, **row)

    def moves(person: User) -> list[int]:
        commands = privacy.export_person(person)["games"]["matches"][0]["commands"]
        return [command["command"]["number"] for command in commands if "number" in command["command"]]

    assert {person.username: moves(person) for person in (rosalia, calogero)} == {NAME: [1], "Calogero": [2]}
    played.players[0]["since"] = 1002  # before that somebody else had the seat
    played.save()
    Event.objects.create(
        **nothing, match=played, seq=1005, kind="played", command={"number": 5}, command_id="0:5"
    )
    assert moves(rosalia) == [5]


# ---- the deletion


def test_no_row_has_the_name_after_a_deletion(rosalia: User, played: Match, signed_in: SignedIn) -> None:
    client = signed_in(rosalia)
    assert {"User", "Match", "Message", "Token", "EmailAddress"} <= models_containing("zzyx")
    answer = client.post("/account/privacy/elimina/", {"name": NAME})
    assert answer["Location"] == "/"
    assert models_containing("zzyx") == set()
    assert not Tie.objects.exists()
    assert not Token.objects.exists()
    assert not HouseRules.objects.exists()
    assert not UserSession.objects.filter(user=rosalia).exists()
    assert Message.objects.get().text == "E io Calogero"


def test_nobody_else_keeps_the_name_of_a_deleted_account(rosalia: User, calogero: User) -> None:
    """It stays in no feed, no delivery and no log of the staff, not even in a text written for a chat."""
    rosalia.username = former = "Zzyx Niccolò"
    rosalia.save()
    for url in ("https://a.example/", "https://discord.com/api/webhooks/1"):
        Webhook.objects.create(user=calogero, url=url, kinds=["club_asked", "event_news"])
    facts = {"club": "abcd", "name": "Circolo Zzyx Niccolòn", "who": former, "results": [{"name": former}]}
    feed.publish_happening([calogero.pk], "club_asked", facts)
    prose = "1. Zzyx Niccolò e Nino; 2. Zzyx Niccolòn"
    feed.publish_happening([calogero.pk], "event_news", {"text": prose})
    LogEntry.objects.create(user=calogero, object_id="5", object_repr=f"{former} (Garibaldi)", action_flag=2)
    ghost = privacy.delete_person(rosalia).username
    renamed = {**facts, "who": ghost, "results": [{"name": ghost}]}
    assert Happening.objects.get(kind="club_asked").data == renamed
    bodies = [json.loads(each.body) for each in Delivery.objects.all()]
    assert renamed in [body.get("data") for body in bodies]
    text = f"1. {ghost} e Nino; 2. Zzyx Niccolòn"
    assert {body["data"]["text"] for body in bodies if body.get("type") == "event_news"} == {text}
    assert text in [body.get("content") for body in bodies]
    assert LogEntry.objects.get().object_repr == f"{ghost} (Garibaldi)"


@pytest.mark.parametrize("is_packed", [False, True])
def test_no_log_has_the_name_of_a_deleted_account_that_took_a_seat(
    rosalia: User, played: Match, is_packed: bool
) -> None:
    for seat, name, is_same in ((2, "Prima", False), (2, NAME, True), (3, "Nino", False)):
        who = {"name": name, "user": rosalia.pk if seat == 2 else None, "bot": ""}
        assert play.replace_player(played.pk, seat, who, is_same=is_same)
    played.refresh_from_db()
    played.players[0]["user"] = None  # so that they have one seat
    played.save()
    assert actions.abort_match(played.pk) is not None
    if is_packed:
        assert packing.pack_log(played.pk) is not None
    privacy.delete_person(rosalia)
    given = {event.public["name"] for event in event_log.read_events(played.pk, kinds=["substituted"])}
    assert given == {User.objects.get(pk=rosalia.pk).username, "Nino"}


def test_the_matches_of_a_deleted_account_stay_with_a_ghost(
    rosalia: User, calogero: User, played: Match
) -> None:
    ghost = privacy.delete_person(rosalia)
    assert ghost.username.startswith("Giocatore ")
    played.refresh_from_db()
    assert [player["name"] for player in played.players[:2]] == [ghost.username, "Calogero"]
    assert played.players[0]["user"] == rosalia.pk


def test_a_bot_plays_on_for_a_deleted_account(rosalia: User, calogero: User, played: Match) -> None:
    privacy.delete_person(rosalia)
    played.refresh_from_db()
    assert played.status == Match.Status.PLAYING
    assert played.gone == [0]
    assert played.is_played_by_bot(0)
    assert not played.is_played_by_bot(1)


def test_a_deletion_signs_out_every_browser(rosalia: User, signed_in: SignedIn) -> None:
    here, phone = signed_in(rosalia), signed_in(rosalia)
    before = Client()
    before.force_login(rosalia)  # a session that is in no list of devices
    here.post("/account/privacy/elimina/", {"name": NAME.lower()})
    for client in (here, phone, before):
        assert client.get("/account/").status_code == 302
    assert not Session.objects.filter(session_key=phone.session.session_key).exists()
    for login in (NAME, "zzyx@example.org", User.objects.get(pk=rosalia.pk).username):
        client = Client()
        client.post("/account/accedi/", {"login": login, "password": PASSWORD})
        assert "_auth_user_id" not in client.session


def test_name_and_address_are_free_after_a_deletion(rosalia: User, client: Client) -> None:
    privacy.delete_person(rosalia)
    again = {"username": NAME, "email": "zzyx@example.org", "password1": PASSWORD}
    assert client.post("/account/iscriviti/", again).status_code == 302
    assert User.objects.get(username=NAME).pk != rosalia.pk


@pytest.mark.parametrize("typed", ["", "Rosalia", "Calogero"])
def test_an_account_is_not_deleted_by_a_slip(rosalia: User, signed_in: SignedIn, typed: str) -> None:
    answer = signed_in(rosalia).post("/account/privacy/elimina/", {"name": typed})
    assert answer.status_code == 422
    rosalia.refresh_from_db()
    assert rosalia.is_active
    assert rosalia.username == NAME


def test_deleting_an_account_needs_the_password(rosalia: User, client: Client) -> None:
    client.force_login(rosalia)
    asked = client.post("/account/privacy/elimina/", {"name": NAME})
    assert asked["Location"].startswith("/account/conferma/")
    rosalia.refresh_from_db()
    assert rosalia.is_active


def test_a_deletion_is_all_or_nothing(rosalia: User, played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any) -> None:
        raise RuntimeError("the database is away")

    monkeypatch.setattr("games.privacy._rename", fail)
    with pytest.raises(RuntimeError):
        privacy.delete_person(rosalia)
    rosalia.refresh_from_db()
    assert (rosalia.username, rosalia.deleted_at) == (NAME, None)
    assert Token.objects.exists()


def test_an_account_with_a_seat_of_a_tournament_can_be_deleted(rosalia: User, calogero: User) -> None:
    rules = {"preset": "classico"}
    sitters: list[User | actions.HostedBot] = [rosalia, calogero, *[actions.HostedBot("circolo")] * 2]
    hosted = actions.host_table(game="tressette", rules=rules, sitters=sitters)
    own = actions.open_table(rosalia, game="tressette", rules=rules, players=4)
    privacy.delete_person(rosalia)
    assert hosted.seats.filter(user=calogero).exists()
    assert not own.seats.exclude(user=None).exists()


def test_deleting_twice_is_harmless(rosalia: User, played: Match) -> None:
    name = privacy.delete_person(rosalia).username
    assert privacy.delete_person(rosalia).username == name


def test_a_request_that_outlives_its_account_sits_at_no_table(rosalia: User, calogero: User) -> None:
    table = actions.open_table(calogero, game="tressette", rules={"preset": "classico"}, players=4)
    guest = User.objects.create_user("Ospite 1", is_guest=True)
    actions.take_seat(guest, table, 1)
    privacy.delete_person(User.objects.get(pk=rosalia.pk))
    assert rosalia.is_active, "the request knows its account as it was"
    arguments: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}
    for act in (
        lambda: actions.take_seat(rosalia, table, 2),
        lambda: actions.find_seat(rosalia),
        lambda: actions.open_table(rosalia, **arguments),
        lambda: actions.quick_game(rosalia, **arguments, level="esperto"),
    ):
        with refused("sign_in"):
            act()
    actions.move_guest_seats(guest, rosalia)
    assert [seat.user_id for seat in table.seats.order_by("number")] == [calogero.pk, guest.pk, None, None]
    assert Table.objects.filter(host=rosalia).count() == 0
