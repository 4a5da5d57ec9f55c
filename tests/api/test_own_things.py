"""Notices, tokens and webhooks of an account through the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from ludopoli.accounts.models import User
from ludopoli.api.models import Token
from ludopoli.moderation.models import Sanction
from ludopoli.moderation.sanctions import impose_sanction
from ludopoli.notices.models import Notice
from ludopoli.webhooks import deliveries
from ludopoli.webhooks.models import Delivery, Webhook
from tests.games.ladder import score
from tests.games.test_solo import alone
from tests.proofs import proven

Clients = Callable[..., APIClient]
NOTICES, SANCTIONS, TOKENS, WEBHOOKS = (
    f"/api/v1/me/{each}/" for each in ("notices", "sanctions", "tokens", "webhooks")
)


def notices_of(name: str, count: int = 2) -> list[Notice]:
    user = User.objects.get(username=name)
    return [Notice.objects.create(user=user, kind="asked", url="/amici/") for _ in range(count)]


def webhook_of(name: str) -> Webhook:
    user = User.objects.get(username=name)
    return Webhook.objects.create(user=user, url="https://hooks.example.org/", kinds=["match.finished"])


# ---- the level against the bots


def test_ones_level_against_the_bots_is_listed_by_game(client_of: Clients) -> None:
    anna, bruno = client_of("Anna", "read"), client_of("Bruno")
    row, _per_seat = latest = alone(User.objects.get(username="Anna"), "esperto", scores=(3, 0))
    score(latest)
    [level] = anna.get("/api/v1/me/levels/").json()["results"]
    assert level["rating"] == 1500 + level["gain"] > 1500
    assert level["latest"] == str(row.pk)
    assert (level["game"], level["matches"], level["provisional"]) == ("briscola", 1, True)
    assert (level["won"], level["to_nothing"], level["goal"]) == ({"esperto": 1}, 1, "maestro")
    assert bruno.get("/api/v1/me/levels/").json()["results"] == []


# ---- the moderators


def test_what_moderators_have_decided_about_oneself_is_listed_and_confirmed(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    me = User.objects.get(username="Anna")
    quit_ = impose_sanction(me, Sanction.Kind.MESSAGE, code="quit")
    warning = impose_sanction(me, Sanction.Kind.WARNING, reason="Piano con le parole")
    listed = anna.get(SANCTIONS).json()["results"]
    assert [(each["id"], each["kind"], each["code"]) for each in listed] == [
        (warning.pk, "warning", None),
        (quit_.pk, "message", "quit"),
    ]
    assert (listed[0]["reason"], listed[0]["match"], listed[0]["read_at"]) == (
        "Piano con le parole",
        None,
        None,
    )
    for each in (warning, quit_):
        read = anna.post(f"{SANCTIONS}{each.pk}/read/")
        assert read.json()["read_at"], read.content
        assert anna.post(f"{SANCTIONS}{each.pk}/read/").json() == read.json()
    assert not User.objects.get(pk=me.pk).warned
    assert bruno.get(SANCTIONS).json()["results"] == []
    assert bruno.post(f"{SANCTIONS}{warning.pk}/read/").status_code == 404


# ---- notices


def test_notices_are_paginated_and_marked_as_read(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    first, second = notices_of("Anna")
    page = anna.get(NOTICES, {"size": 1}).json()
    assert [each["id"] for each in page["results"]] == [second.pk]
    assert [each["id"] for each in anna.get(page["next"]).json()["results"]] == [first.pk]
    assert bruno.get(NOTICES).json()["results"] == []
    assert bruno.post(f"{NOTICES}{first.pk}/read/").status_code == 404
    assert [anna.post(f"{NOTICES}{first.pk}/read/").json() for _ in range(2)] == [{"read": 1}, {"read": 0}]
    assert [each["id"] for each in anna.get(NOTICES, {"unread": "true"}).json()["results"]] == [second.pk]
    assert [each["id"] for each in anna.get(NOTICES, {"unread": "false"}).json()["results"]] == [first.pk]
    assert anna.post(f"{NOTICES}read/").json() == {"read": 1}
    assert anna.get(NOTICES, {"unread": "true"}).json()["results"] == []
    assert anna.post(f"{NOTICES}{10**30}/read/").status_code == 404


def test_a_token_that_only_reads_marks_no_notice(client_of: Clients) -> None:
    anna = client_of("Anna", "read")
    [notice] = notices_of("Anna", 1)
    for path in (f"{NOTICES}read/", f"{NOTICES}{notice.pk}/read/"):
        assert anna.post(path).json()["code"] == "no_scope"
    notice.refresh_from_db()
    assert notice.read_at is None


def test_a_program_switches_a_kind_of_notices(client_of: Clients) -> None:
    anna, kinds = client_of("Anna"), "/api/v1/me/notice-kinds/"
    [before] = [each for each in anna.get(kinds).json()["results"] if each["kind"] == "asked"]
    assert before["page"]
    changed = anna.patch(f"{kinds}asked/", {"page": False}, format="json").json()
    assert changed == before | {"page": False}
    assert changed in anna.get(kinds).json()["results"]
    assert anna.patch(f"{kinds}nonsense/", {"page": False}, format="json").status_code == 404
    assert client_of("Bruno").get(kinds).json()["results"] == [
        before if each["kind"] == "asked" else each for each in anna.get(kinds).json()["results"]
    ]
    anna = client_of("Anna", "read")
    assert anna.patch(f"{kinds}asked/", {"page": True}, format="json").json()["code"] == "no_scope"


def test_a_program_chooses_quiet_hours(client_of: Clients) -> None:
    anna, hours = client_of("Anna"), "/api/v1/me/quiet-hours/"
    assert anna.get(hours).json() == {"start": 22, "end": 8}
    assert anna.patch(hours, {"end": 7}, format="json").json() == {"start": 22, "end": 7}
    assert anna.get(hours).json() == {"start": 22, "end": 7}
    assert anna.patch(hours, {"end": 24}, format="json").status_code == 400


# ---- the profile


def test_a_program_changes_the_profile_by_the_rules_of_the_page(client_of: Clients) -> None:
    anna, profile = client_of("Anna"), "/api/v1/me/profile/"
    none = {"about": "", "country": "", "language": "", "zone": ""}
    assert anna.get(profile).json() == none
    changed = anna.patch(profile, {"about": " Gioco  da  sempre "}, format="json").json()
    assert changed == none | {"about": "Gioco da sempre"}
    how = {"language": "en", "zone": "America/Montevideo"}
    assert anna.patch(profile, how, format="json").json() == changed | how
    assert anna.get(profile).json() == changed | how
    assert anna.patch(profile, {"country": "IT"}, format="json").json()["about"] == "Gioco da sempre"
    shown = anna.get("/api/v1/people/Anna/").json()
    assert (shown["about"], shown["country"]) == ("Gioco da sempre", "IT")
    for wrong, code in (
        ({"country": "XX"}, "bad_request"),
        ({"language": "xx"}, "bad_request"),
        ({"zone": "UTC+1"}, "bad_zone"),
        ({"name": "Bruno"}, "bad_request"),
        ({"about": "x" * 301}, "bad_about"),
        ({"about": "\u202e"}, "bad_about"),
    ):
        assert anna.patch(profile, wrong, format="json").json()["code"] == code


def test_a_change_of_the_profile_checks_only_what_was_sent(client_of: Clients) -> None:
    anna = client_of("Anna")
    User.objects.filter(username="Anna").update(country="CQ")
    how: dict[str, Any] = {"format": "json", "headers": {"Accept-Language": "it"}}
    assert anna.patch("/api/v1/me/profile/", {"language": "it"}, **how).json()["country"] == "CQ"
    User.objects.filter(username="Anna").update(bio="\u202e")
    assert anna.patch("/api/v1/me/profile/", {"country": "IT"}, **how).json()["country"] == "IT"
    assert anna.patch("/api/v1/me/profile/", {"about": "Ciao"}, **how).json()["about"] == "Ciao"


# ---- the export


def test_a_program_takes_everything_only_if_its_token_says_so(client_of: Clients, mailoutbox: Any) -> None:
    export = "/api/v1/me/export/"
    anna = client_of("Anna", "export")
    EmailAddress.objects.create(
        user=User.objects.get(username="Anna"), email="anna@example.org", verified=True, primary=True
    )
    everything = anna.get(export).json()
    assert everything["account"]["name"] == "Anna"
    assert {"games", "moderation", "clubs"} <= {*everything}
    assert [mail.to for mail in mailoutbox] == [["anna@example.org"]]
    assert client_of("Anna", "read", "play", "organise", "people").get(export).json()["code"] == "no_scope"
    assert [anna.get(export).status_code for _ in range(3)] == [200, 200, 429]


def test_a_session_takes_everything_after_a_fresh_proof(db: None) -> None:
    anna, borrowed = User.objects.create_user("Anna"), Client()
    borrowed.force_login(anna)
    assert borrowed.get("/api/v1/me/export/").json()["code"] == "prove_again"
    assert proven(anna).head("/api/v1/me/export/").status_code == 405
    assert proven(anna).get("/api/v1/me/export/").status_code == 200


# ---- reports


def test_a_program_reports_somebody_and_reads_its_reports(client_of: Clients) -> None:
    anna, reports = client_of("Anna"), "/api/v1/me/reports/"
    User.objects.create_user("Bruno")
    sent = {"person": "Bruno", "reason": "words", "text": "Insulta"}
    made = anna.post(reports, sent, format="json", headers={"Idempotency-Key": "one"})
    assert made.status_code == 201
    assert made.json() | sent == made.json()
    assert anna.post(reports, sent, format="json", headers={"Idempotency-Key": "one"}).json() == made.json()
    assert anna.get(made["Location"]).json() == made.json()
    assert anna.get(reports).json()["results"] == [made.json()]
    assert anna.post(reports, sent, format="json").json()["code"] == "already_reported"
    for wrong, code in (
        ({"person": "Anna"}, "yourself"),
        ({"person": "Nessuno"}, "no_person"),
        ({"reason": "other", "text": " "}, "bad_report_text"),
        ({"reason": "address"}, "bad_request"),
        ({"table": "nonsense"}, "not_found"),
    ):
        assert anna.post(reports, {**sent, **wrong}, format="json").json()["code"] == code
    bruno = client_of("Bruno")
    assert bruno.get(reports).json()["results"] == []
    assert bruno.get(made["Location"]).status_code == 404


# ---- tokens


def test_tokens_are_listed_without_their_secrets(client_of: Clients) -> None:
    anna = client_of("Anna", "read")
    client_of("Bruno")
    user = User.objects.get(username="Anna")
    made, secret = Token.make(user.pk, "robot", ["play"])
    answer = anna.get(TOKENS)
    assert [each["name"] for each in answer.json()["results"]] == ["robot", "prova"]
    assert answer.json()["results"][0]["scopes"] == ["play"]
    assert secret not in answer.content.decode()
    assert made.digest not in answer.content.decode()


def test_a_token_revokes_only_itself_and_creates_none(client_of: Clients) -> None:
    anna = client_of("Anna")
    [own] = Token.objects.all()
    other, _secret = Token.make(own.user_id, "robot", ["read"])
    assert anna.delete(f"{TOKENS}{other.pk}/").json()["code"] == "no_scope"
    assert anna.post(TOKENS, {"name": "more", "scopes": ["play"]}, format="json").status_code == 405
    assert anna.delete(f"{TOKENS}{own.pk}/").status_code == 204
    assert list(Token.objects.all()) == [other]
    assert anna.get(TOKENS).json()["code"] == "bad_token"


def test_a_session_revokes_a_token_after_a_fresh_proof(client_of: Clients) -> None:
    client_of("Anna")
    [token] = Token.objects.all()
    user, path = User.objects.get(username="Anna"), f"{TOKENS}{token.pk}/"
    borrowed = Client()
    borrowed.force_login(user)
    refused = borrowed.delete(path)
    assert (refused.status_code, refused.json()["code"]) == (403, "prove_again")
    stranger = proven(User.objects.create_user("Bruno"))
    assert stranger.delete(path).status_code == 404
    assert Token.objects.exists()
    user.set_unusable_password()  # until `proven` chooses one
    assert proven(user).delete(path).status_code == 204
    assert not Token.objects.exists()


# ---- webhooks


@pytest.fixture
def _nothing_goes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "_send_soon", lambda: None)


@pytest.mark.usefixtures("_nothing_goes_out")
def test_deliveries_are_listed_tested_and_repeated(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    hook = webhook_of("Anna")
    path = f"{WEBHOOKS}{hook.pk}/"
    assert anna.get(path).json() == anna.get(WEBHOOKS).json()["results"][0]
    assert hook.secret not in anna.get(path).content.decode()
    made = anna.post(f"{path}test/")
    assert (made.status_code, made.json()["kind"]) == (201, "ping")
    assert anna.get(made["Location"]).json() == made.json()
    assert bruno.get(made["Location"]).status_code == 404
    again = f"{path}deliveries/{made.json()['id']}/again/"
    assert anna.post(again).json()["code"] == "on_its_way"
    Delivery.objects.update(status="failed", attempts=7, answer="503")
    [listed] = anna.get(f"{path}deliveries/").json()["results"]
    assert [listed[name] for name in ("status", "attempts", "answer")] == ["failed", 7, "503"]
    sent = anna.post(again).json()
    assert [sent[name] for name in ("status", "attempts")] == ["waiting", 0]
    for theirs in (path, f"{path}deliveries/"):
        assert bruno.get(theirs).status_code == 404
    for theirs in (f"{path}test/", again):
        assert bruno.post(theirs).status_code == 404
    assert bruno.get(WEBHOOKS).json()["results"] == []
    answers = [anna.post(f"{path}test/") for _ in range(4)]
    assert (answers[-1].json()["code"], answers[-1]["Retry-After"]) == ("throttled", "10")


@pytest.mark.usefixtures("_nothing_goes_out")
def test_deliveries_are_repeated_from_a_number_on(client_of: Clients) -> None:
    anna, bruno = client_of("Anna"), client_of("Bruno")
    hook = webhook_of("Anna")
    path, now = f"{WEBHOOKS}{hook.pk}/again/", timezone.now()
    sent: dict[str, Any] = {"webhook": hook, "kind": "ping", "body": "{}", "due_at": now, "made_at": now}
    for sequence in range(1, 4):
        Delivery.objects.create(**sent, status="done", sequence=sequence)
    for since, count in ((4, 0), (2, 2), (1, 1)):
        assert anna.post(path, {"since": since}, format="json").json() == {"count": count}
    assert anna.post(path, {"since": 0}, format="json").status_code == 400
    assert bruno.post(path, {"since": 1}, format="json").status_code == 404


@pytest.mark.usefixtures("_nothing_goes_out")
def test_webhooks_are_not_used_while_off(client_of: Clients) -> None:
    anna = client_of("Anna")
    hook = webhook_of("Anna")
    path = f"{WEBHOOKS}{hook.pk}/"
    Webhook.objects.update(active=False)
    assert anna.post(f"{path}test/").json()["code"] == "webhook_off"
    now = timezone.now()
    kept = Delivery.objects.create(
        webhook=hook, kind="ping", body="{}", due_at=now, made_at=now, status="failed"
    )
    assert anna.post(f"{path}deliveries/{kept.pk}/again/").json()["code"] == "webhook_off"
