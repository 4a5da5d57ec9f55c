"""Notices: who gets them, how often, where, and for how long they are kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from ludopoli.accounts import people, privacy
from ludopoli.accounts.models import User
from ludopoli.notices import kinds, notifying
from ludopoli.notices.models import Mailbox, Notice, Switch
from tests.notices.conftest import account

WHERE: dict[str, Any] = {"url": "/tavolo/abc/", "facts": {"game": "tressette", "table": "abc"}}


def texts(person: User) -> list[str]:
    return [notice.text for notice in notifying.inbox_of(person)]


def test_a_notice_is_in_the_readers_language(rosalia: User, calogero: User) -> None:
    notifying.notify_people("invited", [calogero], actor=rosalia, **WHERE)
    with translation.override("en"):
        assert texts(calogero) == ["Rosalia invites you to play Tressette."]
    assert notifying.unread_count(calogero.pk) == 1
    assert notifying.unread_count(rosalia.pk) == 0


def test_notices_show_current_names(rosalia: User, calogero: User) -> None:
    notifying.notify_people("invited", [calogero], actor=rosalia, **WHERE)
    User.objects.filter(pk=rosalia.pk).update(username="Rosalia Due")
    assert "Rosalia Due" in texts(calogero)[0]


def test_people_who_opted_out_are_not_notified(rosalia: User, calogero: User) -> None:
    notifying.choose_delivery(calogero.pk, "invited", page=False, mail=False)
    assert notifying.notify_people("invited", [calogero], actor=rosalia, **WHERE) == []


def test_mail_only_notices_are_not_behind_the_bell(rosalia: User, calogero: User) -> None:
    notifying.choose_delivery(calogero.pk, "plays", page=False, mail=True)
    [notice] = notifying.notify_people("plays", [calogero], actor=rosalia, **WHERE)
    assert notice.mail_at is not None
    assert texts(calogero) == []
    assert notifying.unread_count(calogero.pk) == 0


def test_guests_get_notices_on_the_page_only(rosalia: User, guest: User) -> None:
    [notice] = notifying.notify_people("invited", [guest], actor=rosalia, **WHERE)
    assert notice.shown
    assert notice.mail_at is None


def test_defaults_depend_on_the_kind(calogero: User) -> None:
    for kind in kinds.KINDS.values():
        made = notifying.notify_people(kind.key, [calogero], **WHERE)
        expected = [(kind.page, kind.mail)] if kind.page or kind.mail or kind.push else []
        assert [(notice.shown, notice.mail_at is not None) for notice in made] == expected


def test_a_newer_notice_replaces_an_unread_one_about_the_same(rosalia: User, calogero: User) -> None:
    for _ in range(2):
        notifying.notify_people("invited", [calogero], actor=rosalia, about="table:1", **WHERE)
    assert notifying.unread_count(calogero.pk) == 1
    notifying.mark_read(calogero, notifying.inbox_of(calogero))
    notifying.notify_people("invited", [calogero], actor=rosalia, about="table:1", **WHERE)
    notifying.notify_people("invited", [calogero], actor=rosalia, about="table:2", **WHERE)
    assert len(texts(calogero)) == 3


def test_repeated_notices_are_limited_to_one_an_hour(rosalia: User, calogero: User) -> None:
    hour = timedelta(hours=1)
    again: dict[str, Any] = {"actor": rosalia, "about": "plays:1", "once_in": hour, **WHERE}
    assert len(notifying.notify_people("plays", [calogero], **again)) == 1
    notifying.mark_read(calogero, notifying.inbox_of(calogero))
    assert notifying.notify_people("plays", [calogero], **again) == []
    Notice.objects.update(at=timezone.now() - hour)
    assert len(notifying.notify_people("plays", [calogero], **again)) == 1


def test_notifying_many_costs_the_same_as_notifying_one(rosalia: User, calogero: User) -> None:
    def cost(people: list[User]) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            notifying.notify_people("plays", people, about="plays:9", once_in=timedelta(hours=1), **WHERE)
        return len(queries)

    many = [account(f"Persona {number}") for number in range(20)]
    assert cost(many) == cost([calogero]) <= 6


@pytest.mark.parametrize("url", ["https://example.org/", "//example.org/", "tavolo/", ""])
def test_a_notice_links_only_within_the_site(calogero: User, url: str) -> None:
    with pytest.raises(ValueError, match="not a page of ours"):
        notifying.notify_people("invited", [calogero], url=url)


def test_a_kind_is_registered_once() -> None:
    with pytest.raises(ValueError, match="invited"):
        kinds.register_notice_kind("invited", label="", hint="", text="", button="", icon="")


def test_an_obsolete_kind_breaks_no_page(calogero: User) -> None:
    Notice.objects.create(user=calogero, kind="duel", url="/")
    with translation.override("en"):
        assert texts(calogero) == ["A kind of notice that no longer exists."]


# ---- friends


def test_friend_requests_are_notified(rosalia: User, calogero: User) -> None:
    people.befriend(rosalia, calogero)
    with translation.override("en"):
        assert texts(calogero) == ["Rosalia asks to be friends."]
        people.befriend(calogero, rosalia)
        assert texts(rosalia) == ["Calogero is your friend now."]


def test_requests_of_blocked_people_are_not_notified(rosalia: User, calogero: User) -> None:
    people.block(calogero, rosalia)
    assert people.befriend(rosalia, calogero).asked
    assert texts(calogero) == []


# ---- export and deletion


def test_notices_are_exported_and_erased(rosalia: User, calogero: User) -> None:
    notifying.notify_people("invited", [calogero], actor=rosalia, **WHERE)
    notifying.notify_people("invited", [rosalia], actor=calogero, **WHERE)
    notifying.choose_delivery(calogero.pk, "plays", page=True, mail=True)
    notifying.remember_reader(calogero, "en", "")
    kept = privacy.export_person(calogero)["notices"]
    assert kept["language"] == "en"
    assert [notice["url"] for notice in kept["told"]] == ["/tavolo/abc/"]
    assert kept["switches"] == [{"kind": "plays", "page": True, "mail": True, "push": False}]
    privacy.delete_person(calogero)
    assert not Notice.objects.exists()
    assert not Switch.objects.exists()
    assert not Mailbox.objects.exists()
