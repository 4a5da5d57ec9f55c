"""The pages of moderation: access, content, the number of queries, and notices to the reader."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive import finished_matches
from games.models import Match, Table
from games.moderation import decisions
from games.play import actions
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.moderation import reports, sanctions
from ludopoli.moderation.models import Act, Report, Sanction
from tests.games.ladder import played, score
from tests.moderation.conftest import as_person

RULES: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}


def opened(user: User, **options: Any) -> Table:
    table = actions.open_table(user, **{**RULES, **options})
    return table


# ---- reporting


def test_a_player_is_reported_from_the_table(people: list[User]) -> None:
    table = opened(people[0])
    for seat in (1, 2, 3):
        actions.take_seat(people[seat], table, seat)
    table.refresh_from_db()
    client = as_person(people[0])
    page = client.get(f"/segnala/?chi=Bruno&tavolo={table.code}")
    assert page.status_code == 200
    sent = {
        "chi": "Bruno",
        "tavolo": table.code,
        "reason": "words",
        "text": "Mi ha detto…",
        "next": "/classifiche/",
    }
    answer = client.post("/segnala/", sent)
    assert (answer.status_code, answer["Location"]) == (302, "/classifiche/")
    assert "Bruno" in str(next(iter(get_messages(answer.wsgi_request))))
    report = Report.objects.get()
    assert (report.reporter, report.subject, report.text) == (people[0], people[1], "Mi ha detto…")
    assert (report.match, report.table) == (str(table.match_id), table.code)
    again = client.post("/segnala/", sent)
    assert again.status_code == 422
    assert Report.objects.count() == 1


def test_a_report_from_a_replay_offers_its_players(people: list[User]) -> None:
    row, per_seat = played(people)
    score((row, per_seat))
    page = as_person(people[0]).get(f"/segnala/?partita={row.pk}")
    assert {person.username for person in page.context["choices"]} == {"Bruno", "Carla", "Dario"}
    refused = as_person(people[0]).post("/segnala/", {"partita": row.pk, "reason": "words"})
    assert refused.status_code == 422


@pytest.mark.parametrize(
    "query", ["?chi=Nessuno", "?partita=x", "?partita=00000000-0000-0000-0000-000000000000", "?tavolo=nonce"]
)
def test_missing_things_cannot_be_reported(anna: User, query: str) -> None:
    assert as_person(anna).get(f"/segnala/{query}").status_code == 404


def test_strangers_cannot_report_a_private_match(people: list[User]) -> None:
    table = opened(people[0], private=True)
    for seat in (1, 2):
        actions.take_seat(people[seat], table, seat)
    actions.fill_with_bots(people[0], table)
    table.refresh_from_db()
    address = f"/segnala/?chi=Anna&partita={table.match_id}"
    assert as_person(people[3]).get(address).status_code == 404
    assert as_person(people[1]).get(address).status_code == 200


def test_a_moderator_sees_a_private_match_that_was_reported(moderator: User, people: list[User]) -> None:
    row, per_seat = played(people)
    score((row, per_seat))
    Table.objects.update(private=True)
    Match.objects.update(finished_at=row.started_at)
    actions.add_table_line(people[1], row.table, "fra noi")
    replay, page = f"/partita/{row.pk}/record.json", f"/moderazione/partite/{row.pk}/"
    assert as_person(moderator).get(replay).status_code == 403
    assert "fra noi" not in as_person(moderator).get(page).content.decode()
    reports.report_person(people[0], people[1], "together", match=str(row.pk))
    assert "fra noi" in as_person(moderator).get(page).content.decode()
    row = Match.objects.select_related("table").get(pk=row.pk)
    finished_matches.eyes_of(moderator, row)
    assert not finished_matches.is_open_to(User.objects.create_user("Zita", password=None), row)


def test_the_reported_person_learns_nothing(anna: User, bruno: User) -> None:
    reports.report_person(anna, bruno, "words", "parolacce")
    assert "Anna" not in str(privacy.export_person(bruno)["moderation"])
    assert "parolacce" not in privacy.export_json(bruno)
    assert "parolacce" in privacy.export_json(anna)
    bruno.refresh_from_db()
    assert not bruno.warned


@pytest.mark.parametrize("evil", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_a_report_does_not_redirect_elsewhere(anna: User, bruno: User, evil: str) -> None:
    sent = {"chi": "Bruno", "reason": "words", "next": evil}
    assert as_person(anna).post("/segnala/", sent)["Location"] == "/tavoli/"


# ---- the moderators' room


def test_the_moderation_pages_are_for_staff_with_the_permission(
    client: Client, moderator: User, anna: User, bruno: User
) -> None:
    report = reports.report_person(anna, bruno, "words")
    row, per_seat = played([anna, bruno, anna, bruno])
    score((row, per_seat))
    plain_staff = User.objects.create_user("Sara", password=None, is_staff=True)
    moderator_without_staff = User.objects.create_user("Tito", password=None)
    moderator_without_staff.groups.set(moderator.groups.all())
    for path in (
        "/moderazione/",
        "/moderazione/registro/",
        f"/moderazione/casi/{report.pk}/",
        "/moderazione/persone/Bruno/",
        f"/moderazione/partite/{row.pk}/",
    ):
        assert client.get(path)["Location"].startswith("/account/accedi/")
        for nobody in (anna, plain_staff, moderator_without_staff):
            assert as_person(nobody).get(path).status_code == 403
        assert as_person(moderator).get(path).status_code == 200
    refused = as_person(anna).post(f"/moderazione/casi/{report.pk}/", {"action": "dismiss", "reason": "io"})
    assert refused.status_code == 403
    assert not Act.objects.exists()


def test_the_queue_is_filtered_and_costs_the_same_at_any_length(moderator: User, people: list[User]) -> None:
    client = as_person(moderator)
    costs = set()
    for number in range(3):
        Report.objects.create(reporter=people[number], subject=people[3], reason="words", match=str(number))
        costs.add(_queries(client, "/moderazione/"))
    assert len(costs) == 1
    Report.objects.create(subject=people[2], reason="address", match="m")
    page = client.get("/moderazione/?motivo=address").context["page"]
    assert [report.subject for report in page] == [people[2]]
    reports.close_report(Report.objects.get(match="0"))
    closed = client.get("/moderazione/?stato=chiuse")
    assert [each.match for each in closed.context["page"]] == ["0"]
    assert "In attesa da" not in closed.content.decode()
    assert len(client.get("/moderazione/?motivo=nonsense&p=99").context["page"].object_list) == 3


def test_a_case_shows_the_original_text_and_both_records(moderator: User, people: list[User]) -> None:
    table = opened(people[0])
    actions.take_seat(people[1], table, 1)
    actions.add_table_line(people[1], table, "cazzo <b>che</b> mano")
    decisions.warn_person(moderator, people[1], "La prima volta.")
    report = reports.report_person(people[0], people[1], "words", "<script>", table=table.code)
    page = as_person(moderator).get(f"/moderazione/casi/{report.pk}/")
    shown = page.content.decode()
    assert "cazzo &lt;b&gt;che&lt;/b&gt; mano" in shown
    assert "&lt;script&gt;" in shown
    assert "La prima volta." in shown
    assert [each.person for each in page.context["dossiers"]] == [people[1], people[0]]


@pytest.mark.parametrize(
    ("sent", "kind", "lasts"),
    [
        ({"action": "warn", "lasting": "1h"}, "warn", None),
        ({"action": "mute", "lasting": "1d"}, "mute", timedelta(days=1)),
        ({"action": "ban", "lasting": "7d"}, "ban", timedelta(days=7)),
        ({"action": "ban", "lasting": "ever"}, "ban", None),
    ],
)
def test_a_moderator_decides_on_the_page(
    moderator: User, anna: User, bruno: User, sent: dict[str, str], kind: str, lasts: timedelta | None
) -> None:
    report = reports.report_person(anna, bruno, "words")
    client, here = as_person(moderator), f"/moderazione/casi/{report.pk}/"
    answer = client.post(here, {**sent, "person": bruno.pk, "reason": "Offese."})
    assert answer["Location"] == here
    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.kind) == (bruno, kind)
    if lasts is None:
        assert sanction.until is None
    else:
        assert sanction.until is not None
        assert abs(sanction.until - timezone.now() - lasts) < timedelta(minutes=1)
    log = client.get("/moderazione/registro/").content.decode()
    assert "Offese." in log
    if kind != "warn":
        lift = {"action": "lift", "sanction": sanction.pk, "reason": "Scuse."}
        assert client.post("/moderazione/persone/Bruno/", lift).status_code == 302
        assert sanctions.in_force(bruno, kind) is None


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"action": "warn"},
        {"action": "warn", "lasting": "1h", "reason": " "},
        {"action": "mute", "lasting": "ever", "reason": "x"},
        {"action": "ban", "lasting": "century", "reason": "x"},
        {"action": "lift", "sanction": "99", "reason": "x"},
        {"action": "lift", "sanction": "-1", "reason": "x"},
        {"action": "annul", "reason": "x"},
        {"action": "dismiss", "reason": ""},
        {"action": "warn", "lasting": "1h", "reason": "x", "person": "0"},
    ],
)
def test_an_invalid_form_decides_nothing(
    moderator: User, anna: User, bruno: User, sent: dict[str, str]
) -> None:
    report = reports.report_person(anna, bruno, "words")
    answer = as_person(moderator).post(f"/moderazione/casi/{report.pk}/", {"person": bruno.pk, **sent})
    assert answer.status_code == 422
    assert answer.context["problem"]
    assert not Act.objects.exists()


def test_a_moderator_annuls_a_match_and_lets_it_count_again(moderator: User, people: list[User]) -> None:
    row, per_seat = played(people)
    score((row, per_seat))
    client, here = as_person(moderator), f"/moderazione/partite/{row.pk}/"
    assert client.post(here, {"action": "annul", "reason": "In due."})["Location"] == here
    row.refresh_from_db()
    assert row.annulled_at is not None
    [line] = client.get("/giocatori/Anna/partite/").context["history"].matches
    assert line.annulled
    page = as_person(people[0]).get("/").content.decode()
    assert "annullata" in page.lower() or "annulled" in page.lower()
    assert "In due." in page


# ---- notices to the reader


def test_a_warning_stands_on_every_page_until_it_is_read(moderator: User, bruno: User, anna: User) -> None:
    decisions.warn_person(moderator, bruno, "Piano con le parole.")
    client = as_person(bruno)
    for path in ("/", "/tavoli/", "/classifiche/"):
        assert "Piano con le parole." in client.get(path).content.decode()
    word = Sanction.objects.get()
    assert as_person(anna).post(f"/moderazione/letto/{word.pk}/").status_code == 404
    answer = client.post(f"/moderazione/letto/{word.pk}/", {"next": "/tavoli/"})
    assert answer["Location"] == "/tavoli/"
    assert "Piano con le parole." not in client.get("/").content.decode()
    bruno.refresh_from_db()
    assert not bruno.warned


def test_a_reader_without_notices_costs_no_query(anna: User) -> None:
    client = as_person(anna)
    before = _queries(client, "/regole/")
    User.objects.filter(pk=anna.pk).update(warned=True)
    assert _queries(client, "/regole/") == before + 1


def test_the_banned_can_sign_in_read_why_and_export_their_data(moderator: User, bruno: User) -> None:
    decisions.ban_person(moderator, bruno, "Gioca in due.", None)
    bruno.refresh_from_db()
    bruno.set_password("tre carte sul tavolo")
    bruno.save()
    client = Client()
    client.post("/account/accedi/", {"login": "Bruno", "password": "tre carte sul tavolo"})
    page = client.get("/account/privacy/")
    assert page.status_code == 200
    assert "Gioca in due." in page.content.decode()
    client.post("/account/conferma/", {"password": "tre carte sul tavolo"})
    assert "Gioca in due." in client.get("/account/privacy/esporta.json").content.decode()
    refused = client.post("/tavoli/gioca/", {"game": "tressette"}, headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")


def test_moderation_data_is_erased_with_the_account(moderator: User, anna: User, bruno: User) -> None:
    reports.report_person(anna, bruno, "words", "parolacce")
    decisions.warn_person(moderator, bruno, "Piano.")
    privacy.delete_person(bruno)
    assert not Report.objects.exists()
    assert not Sanction.objects.exists()
    act = Act.objects.get()
    assert act.subject is not None
    assert act.subject.deleted_at is not None, "the log stays, about a ghost"


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)
