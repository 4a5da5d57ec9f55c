"""The bell, the list, and the switches."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import KINDS
from ludopoli.notices.models import Notice, Switch
from tests.notices.conftest import account, page_of

WHERE: dict[str, Any] = {"url": "/regole/", "facts": {"game": "tressette", "table": "abc"}}
ENGLISH = {"Accept-Language": "en"}


def notify(person: User, times: int, by: User | None = None) -> list[Notice]:
    return [notifying.notify_people("invited", [person], actor=by, **WHERE)[0] for _ in range(times)]


def html(answer: Any) -> str:
    page: str = answer.content.decode()
    return page


def test_the_bell_counts_unread_notices(calogero: User) -> None:
    client = page_of(calogero)
    assert 'aria-label="Notices" data-bell' in html(client.get("/tavoli/", headers=ENGLISH))
    notify(calogero, 3)
    assert 'aria-label="Notices, 3 unread" data-bell' in html(client.get("/tavoli/", headers=ENGLISH))


def test_the_count_stops_at_a_hundred(calogero: User) -> None:
    Notice.objects.bulk_create(
        Notice(user=calogero, kind="invited", url="/", facts=WHERE["facts"]) for _ in range(130)
    )
    assert ">99+</span>" in html(page_of(calogero).get("/tavoli/"))


def test_visitors_have_no_bell(db: None, client: Client) -> None:
    assert "data-bell" not in html(client.get("/"))
    assert client.get("/avvisi/")["Location"] == "/account/accedi/?next=/avvisi/"


def test_the_bell_costs_one_query_on_its_own_index(calogero: User) -> None:
    notify(calogero, 2)
    client = page_of(calogero)
    with CaptureQueriesContext(connection) as queries:
        client.get("/regole/")
    assert sum("notices_notice" in query["sql"] for query in queries) == 1


def test_the_list_costs_the_same_for_one_and_for_many(calogero: User) -> None:
    client = page_of(calogero)
    costs = []
    for number in range(2):
        for other in range(20 * number + 1):
            notify(calogero, 1, by=account(f"Persona {number} {other}"))
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/avvisi/").status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 4


def test_opening_a_notice_marks_it_read_and_redirects(calogero: User, rosalia: User) -> None:
    first, second = notify(calogero, 2, by=rosalia)
    client = page_of(calogero)
    for _ in range(2):
        assert client.get(f"/avvisi/{first.pk}/")["Location"] == "/regole/"
    assert notifying.unread_count(calogero.pk) == 1
    second.refresh_from_db()
    assert second.read_at is None


@pytest.mark.parametrize("number", ["999999", "9" * 30, "0"])
def test_an_unknown_notice_is_not_found(calogero: User, number: str) -> None:
    assert page_of(calogero).get(f"/avvisi/{number}/").status_code == 404


def test_another_persons_notice_is_not_found(calogero: User, rosalia: User) -> None:
    [notice] = notify(calogero, 1)
    assert page_of(rosalia).get(f"/avvisi/{notice.pk}/").status_code == 404
    assert notifying.unread_count(calogero.pk) == 1


def test_all_notices_can_be_marked_as_read(calogero: User, rosalia: User) -> None:
    notify(calogero, 3)
    notify(rosalia, 1)
    client = page_of(calogero)
    assert client.get("/avvisi/letti/").status_code == 405
    assert client.post("/avvisi/letti/")["Location"] == "/avvisi/"
    assert notifying.unread_count(calogero.pk) == 0
    assert notifying.unread_count(rosalia.pk) == 1


def test_notices_are_listed_newest_first_in_pages(calogero: User) -> None:
    notices = notify(calogero, 35)
    client = page_of(calogero)
    first = html(client.get("/avvisi/"))
    assert first.count("<time") == 30
    assert first.index(f"/avvisi/{notices[34].pk}/") < first.index(f"/avvisi/{notices[33].pk}/")
    older = html(client.get(f"/avvisi/?prima={notices[5].pk}"))
    assert older.count("<time") == 5
    assert f"/avvisi/{notices[0].pk}/" in older


@pytest.mark.parametrize("asked", ["x", "-1", "9" * 40, "٣"])
def test_an_invalid_page_number_shows_the_first_page(calogero: User, asked: str) -> None:
    notify(calogero, 1)
    assert html(page_of(calogero).get(f"/avvisi/?prima={asked}")).count("<time") == 1


def test_a_guest_has_a_list_and_no_switches(guest: User) -> None:
    notify(guest, 1)
    client = page_of(guest)
    assert html(client.get("/avvisi/")).count("<time") == 1
    assert client.get("/account/avvisi/")["Location"] == "/account/iscriviti/"


# ---- the switches


def test_the_form_shows_the_saved_choices(calogero: User) -> None:
    client = page_of(calogero)
    answer = client.post("/account/avvisi/", {"plays-mail": "on", "invited-page": "on"})
    assert answer["Location"] == "/account/avvisi/"
    chosen = {(each.kind, each.page, each.mail) for each in Switch.objects.filter(user=calogero)}
    assert chosen == {(kind, kind == "invited", kind == "plays") for kind in KINDS}
    page = html(client.get("/account/avvisi/"))
    assert 'name="plays-mail" checked' in page
    assert 'name="plays-page" checked' not in page


def test_the_switches_stand_by_topic_and_those_of_the_account_last(calogero: User) -> None:
    page = html(page_of(calogero).get("/account/avvisi/", headers=ENGLISH))
    order = ["Tables", "plays-page", "Tournaments", "event_soon-page", "Account", "webhook_off-page"]
    switches = page[page.index("<summary>") :]
    assert order == sorted(order, key=switches.index)


def test_an_unconfirmed_address_is_warned_that_no_mail_comes(calogero: User, rosalia: User) -> None:
    rosalia.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    word = "Mails go to a confirmed address only."
    assert word in html(page_of(rosalia).get("/account/avvisi/", headers=ENGLISH))
    assert word not in html(page_of(calogero).get("/account/avvisi/", headers=ENGLISH))
