"""The bell, the list, and the switches."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.models import Mailbox, Notice, Switch
from tests.notices.conftest import account, page_of

WHERE: dict[str, Any] = {"url": "/regole/", "facts": {"game": "tressette", "table": "abc"}}
ENGLISH = {"Accept-Language": "en"}
SWITCHES = "/account/avvisi/"
NOWHERE = (False, False, False)


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
    assert costs[0] == costs[1] <= 5


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


def test_whoever_has_seen_a_notice_in_the_list_has_read_it(calogero: User, rosalia: User) -> None:
    """Not what is on older pages, of which a mail may still come; the list shows once more what is new."""
    notices = notify(calogero, 35)
    notify(rosalia, 1)
    client = page_of(calogero)
    first, second = (html(client.get("/avvisi/")) for _ in range(2))
    assert first.count("<li data-unread>") == 30
    assert "data-unread" not in second
    assert notifying.unread_count(calogero.pk) == 5
    older = html(client.get(f"/avvisi/?prima={notices[5].pk}", headers=ENGLISH))
    assert older.count("<li data-unread>") == 5
    assert 'aria-label="Notices" data-bell' in older
    assert notifying.unread_count(calogero.pk) == 0
    assert notifying.unread_count(rosalia.pk) == 1


@pytest.mark.parametrize("headers", [{"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"}])
def test_a_browser_that_loads_ahead_of_its_reader_reads_no_notice(
    calogero: User, headers: dict[str, str]
) -> None:
    [notice] = notify(calogero, 1)
    client = page_of(calogero)
    for path in ("/avvisi/", f"/avvisi/{notice.pk}/"):
        assert client.get(path, headers=headers).status_code == 425
    assert Notice.objects.get().read_at is None
    assert client.get("/avvisi/").status_code == 200
    assert Notice.objects.get().read_at is not None


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
    assert client.get(SWITCHES)["Location"] == f"/account/iscriviti/?next={SWITCHES}"


# ---- the switches


def choices_of(person: User) -> dict[str, tuple[bool, bool, bool]]:
    return {each.kind.key: (each.page, each.mail, each.push) for each in notifying.delivery_choices(person)}


def test_the_form_shows_the_saved_choices(calogero: User) -> None:
    client, before = page_of(calogero), choices_of(calogero)
    answer = client.post(SWITCHES, {"kind": ["plays", "invited"], "plays-mail": "on", "invited-page": "on"})
    assert answer["Location"] == SWITCHES
    chosen = {"plays": (False, True, False), "invited": (True, False, False)}
    assert choices_of(calogero) == {**before, **chosen}, "what was not sent stays"
    page = html(client.get(SWITCHES))
    assert 'name="plays-mail" autocomplete="off" checked' in page
    assert 'name="plays-page" autocomplete="off" checked' not in page


def test_a_topic_is_switched_off_and_on_again(calogero: User) -> None:
    client, before = page_of(calogero), choices_of(calogero)
    friends = {"topic": "", "kind": ["plays", "puzzles_day"]}
    client.post(SWITCHES, friends)
    assert choices_of(calogero) == {**before, "plays": NOWHERE, "puzzles_day": NOWHERE}
    client.post(SWITCHES, {**friends, "on": "on"})
    assert choices_of(calogero) == {**before, "puzzles_day": (True, False, False)}, "it has no other default"


def test_a_topic_is_on_while_any_of_its_notices_comes(calogero: User) -> None:
    client, switched_on = page_of(calogero), 'name="on" autocomplete="off" checked'
    friends = html(client.get(SWITCHES)).count(switched_on)
    client.post(SWITCHES, {"kind": "asked", "asked-push": "on"})
    assert html(client.get(SWITCHES)).count(switched_on) == friends
    for kind in ("asked", "accepted"):
        client.post(SWITCHES, {"kind": kind})
    assert html(client.get(SWITCHES)).count(switched_on) == friends - 1


def test_the_quiet_hours_are_saved_alone(calogero: User) -> None:
    client, before = page_of(calogero), choices_of(calogero)
    client.post(SWITCHES, {"quiet-from": "23", "quiet-until": "7"})
    box = Mailbox.objects.get(user=calogero)
    assert (box.quiet_from, box.quiet_until, choices_of(calogero)) == (23, 7, before)


@pytest.mark.parametrize("sent", [{"kind": "duel"}, {"topic": "", "kind": "duel", "on": "on"}])
def test_a_kind_that_does_not_exist_changes_nothing(calogero: User, sent: dict[str, str]) -> None:
    assert page_of(calogero).post(SWITCHES, sent)["Location"] == SWITCHES
    assert not Switch.objects.exists()


def test_the_switches_stand_by_topic_and_those_of_the_account_last(calogero: User) -> None:
    page = html(page_of(calogero).get(SWITCHES, headers=ENGLISH))
    order = ["Tables", "plays-page", "Tournaments", "event_soon-page", "Account", "webhook_off-page"]
    switches = page[page.index('"topics-h"') :]
    assert order == sorted(order, key=switches.index)


def test_an_unconfirmed_address_is_warned_that_no_mail_comes(calogero: User, rosalia: User) -> None:
    rosalia.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    word = "Emails go to a confirmed address only."
    assert word in html(page_of(rosalia).get(SWITCHES, headers=ENGLISH))
    assert word not in html(page_of(calogero).get(SWITCHES, headers=ENGLISH))
