"""A seat is carried to another browser of the same person by a link that works once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.utils.html import escape

from games.models import Event, Match, Seat, Table
from games.play import actions
from games.play.actions import carrying
from ludopoli.accounts.models import User
from ludopoli.sockets.sessions import SessionStore


@pytest.fixture
def table(people: list[User]) -> Table:
    """A private table of Anna's without a clock, with a free seat."""
    rules = {"preset": "classico"}
    opened = actions.open_table(
        people[0], game="tressette", rules=rules, players=4, private=True, move_seconds=None
    )
    return opened


def sit_as_guest(client: Client, table: Table) -> User:
    client.post(f"/tavolo/{table.code}/siediti/", {"seat": 1, "name": "Carla"})
    guest = table.seats.get(number=1).user
    assert guest is not None
    return guest


def link_of(client: Client, table: Table) -> str:
    """Make a link at the table, and return its path."""
    page = client.post(f"/tavolo/{table.code}/altrove/")
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    link: str = page.context["link"]
    assert escape(link) in page.content.decode()
    return link.removeprefix("http://testserver")


def go_on(client: Client, link: str) -> Any:
    client.get(link, follow=True)
    return client.post("/altrove/")


def begin(table: Table, by: User) -> Match:
    actions.fill_with_bots(by, table)
    return Match.objects.get(table=table)


def test_a_guest_goes_on_in_another_browser_as_the_same_guest(table: Table, people: list[User]) -> None:
    in_app, browser = Client(), Client()
    guest = sit_as_guest(in_app, table)
    match = begin(table, people[0])
    answer = browser.post(
        f"/tavolo/{table.code}/siediti/", {"seat": 1}, headers={"accept": "application/json"}
    )
    assert answer.json()["code"] in ("seat_taken", "already_seated")
    other = Client()
    assert go_on(other, link_of(in_app, table)).url == f"/tavolo/{table.code}/"
    state = other.get(f"/api/v1/matches/{match.pk}/state/").json()
    assert len(state["view"]["hand"]) == 10
    assert other.get("/").context["user"] == guest


def test_the_table_says_what_the_form_before_it_has_done(table: Table, people: list[User]) -> None:
    in_app, other, stranger = Client(), Client(), Client()
    sit_as_guest(in_app, table)
    at = f"/tavolo/{table.code}/"
    stranger.force_login(people[3])
    assert "Non hai un posto a questo tavolo" in stranger.post(f"{at}altrove/", follow=True).content.decode()
    go_on(other, link_of(in_app, table))
    assert "Questo è il tuo posto" in other.get(at).content.decode()
    assert "Questo è il tuo posto" not in other.get(at).content.decode()


def test_a_link_works_once_and_only_the_latest(table: Table) -> None:
    in_app = Client()
    sit_as_guest(in_app, table)
    first, link = link_of(in_app, table), link_of(in_app, table)
    assert Client().get(first, follow=True).status_code == 404, "another one was made since"
    early, late = Client(), Client()
    late.get(link, follow=True)
    assert go_on(early, link).status_code == 302
    assert late.post("/altrove/").status_code == 404
    assert "_auth_user_id" not in late.session


def test_a_link_works_for_ten_minutes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    in_app = Client()
    sit_as_guest(in_app, table)
    link = link_of(in_app, table)
    monkeypatch.setattr(Seat, "CARRIED_FOR", timedelta(seconds=-1))
    assert Client().get(link, follow=True).status_code == 404


def test_opening_a_link_signs_nobody_in_and_its_secret_leaves_the_address(table: Table) -> None:
    in_app, preview = Client(), Client()
    guest = sit_as_guest(in_app, table)
    link = link_of(in_app, table)
    page = preview.get(link, follow=True)
    assert page.redirect_chain == [("/altrove/", 302)]
    assert guest.username in page.content.decode()
    assert "_auth_user_id" not in preview.session
    assert go_on(Client(), link).status_code == 302, "the preview has not used it"


def set_another_password(_client: Client, person: User) -> None:
    person.set_password("altre tre carte")
    person.save()


@pytest.mark.parametrize(
    "end",
    [
        lambda client, _person: client.logout(),
        lambda client, _person: SessionStore().delete(client.session.session_key),
        set_another_password,
    ],
    ids=["signing out", "another device signs this one out", "a new password"],
)
def test_a_link_ends_with_the_session_that_made_it(table: Table, people: list[User], end: Any) -> None:
    computer = Client()
    computer.force_login(people[0])
    link = link_of(computer, table)
    end(computer, people[0])
    assert Client().get(link, follow=True).status_code == 404


def test_a_guest_who_has_an_account_in_the_other_browser_plays_on_as_the_account(
    table: Table, people: list[User]
) -> None:
    in_app, browser = Client(), Client()
    sit_as_guest(in_app, table)
    match = begin(table, people[0])
    browser.force_login(people[2])
    assert go_on(browser, link_of(in_app, table)).status_code == 302
    match.refresh_from_db()
    assert match.seat_of(people[2].pk) == 1
    assert Event.objects.get(match=match, kind="substituted").public["same"]


def test_the_link_of_an_account_gives_the_seat_and_nothing_else(table: Table, people: list[User]) -> None:
    computer, phone = Client(), Client()
    computer.force_login(people[0])
    match = begin(table, people[0])
    assert go_on(phone, link_of(computer, table)).status_code == 302
    match.refresh_from_db()
    here = phone.get("/").context["user"]
    assert here.is_guest
    assert match.seat_of(here.pk) == 0
    assert phone.get("/account/").status_code == 302, "nothing of the account is open"
    back = Client()
    back.force_login(people[0])
    assert go_on(back, link_of(phone, table)).status_code == 302
    match.refresh_from_db()
    assert match.seat_of(people[0].pk) == 0


def test_an_accounts_seat_is_not_for_another_account(table: Table, people: list[User]) -> None:
    computer, other = Client(), Client()
    computer.force_login(people[0])
    other.force_login(people[1])
    assert go_on(other, link_of(computer, table)).status_code == 403
    assert table.seats.get(number=0).user == people[0]


@pytest.mark.parametrize("counts", [{"private": False}, {"private": True, "reserved": True}])
def test_where_the_person_counts_an_account_signs_in(people: list[User], counts: dict[str, Any]) -> None:
    opened = actions.open_table(
        people[0], game="tressette", rules={"preset": "classico"}, players=4, **counts
    )
    client = Client()
    client.force_login(people[0])
    page = client.post(f"/tavolo/{opened.code}/altrove/")
    assert page.context["link"] == f"http://testserver/tavolo/{opened.code}/"
    assert not Seat.objects.exclude(carried_by="").exists()


def test_a_guest_who_signs_up_takes_no_link_along_to_where_accounts_sign_in(table: Table) -> None:
    in_app = Client()
    guest = sit_as_guest(in_app, table)
    link = link_of(in_app, table)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    Table.objects.filter(pk=table.pk).update(private=False)
    assert Client().get(link, follow=True).status_code == 404


def test_only_those_who_sit_make_links_and_forged_ones_open_nothing(table: Table, people: list[User]) -> None:
    stranger = Client()
    assert (
        stranger.post(f"/tavolo/{table.code}/altrove/", headers={"accept": "application/json"}).status_code
        == 403
    )
    stranger.force_login(people[3])
    answer = stranger.post(f"/tavolo/{table.code}/altrove/", headers={"accept": "application/json"})
    assert answer.json()["code"] == "not_seated"
    seat = table.seats.get(number=0)
    forged = signing.dumps([seat.pk, people[0].pk, "guess"], salt=carrying.SALT)
    for token in (forged, forged[:-1], "x"):
        assert Client().get(f"/altrove/{token}/", follow=True).status_code == 404
