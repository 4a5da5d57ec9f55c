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
from ludopoli.notices.tasks import forget_old
from tests.notices.conftest import account

WHERE: dict[str, Any] = {"url": "/tavolo/abc/", "facts": {"game": "tressette", "table": "abc"}}


def texts(person: User) -> list[str]:
    return [notice.text for notice in notifying.inbox(person)]


def test_a_notice_is_said_in_the_readers_language(rosalia: User, calogero: User) -> None:
    notifying.notify("invited", [calogero], actor=rosalia, **WHERE)
    with translation.override("en"):
        assert texts(calogero) == ["Rosalia invites you to a game of Tressette."]
    assert notifying.unread(calogero.pk) == 1
    assert notifying.unread(rosalia.pk) == 0


def test_a_name_that_changes_changes_in_what_was_told(rosalia: User, calogero: User) -> None:
    notifying.notify("invited", [calogero], actor=rosalia, **WHERE)
    User.objects.filter(pk=rosalia.pk).update(username="Rosalia Due")
    assert "Rosalia Due" in texts(calogero)[0]


def test_who_wants_it_nowhere_is_not_told(rosalia: User, calogero: User) -> None:
    notifying.choose(calogero.pk, "invited", page=False, mail=False)
    assert notifying.notify("invited", [calogero], actor=rosalia, **WHERE) == []


def test_who_wants_it_by_mail_alone_finds_nothing_behind_the_bell(rosalia: User, calogero: User) -> None:
    notifying.choose(calogero.pk, "plays", page=False, mail=True)
    [told] = notifying.notify("plays", [calogero], actor=rosalia, **WHERE)
    assert told.mail_at is not None
    assert texts(calogero) == []
    assert notifying.unread(calogero.pk) == 0


def test_a_guest_has_the_page_only(rosalia: User, guest: User) -> None:
    [told] = notifying.notify("invited", [guest], actor=rosalia, **WHERE)
    assert told.shown
    assert told.mail_at is None


def test_the_defaults_are_those_of_the_kind(calogero: User) -> None:
    for kind in kinds.KINDS.values():
        [told] = notifying.notify(kind.key, [calogero], **WHERE)
        assert (told.shown, told.mail_at is not None) == (kind.page, kind.mail)


def test_the_newer_one_about_the_same_takes_the_place_of_the_unread(rosalia: User, calogero: User) -> None:
    for _ in range(2):
        notifying.notify("invited", [calogero], actor=rosalia, about="table:1", **WHERE)
    assert notifying.unread(calogero.pk) == 1
    notifying.read(calogero, notifying.inbox(calogero))
    notifying.notify("invited", [calogero], actor=rosalia, about="table:1", **WHERE)
    notifying.notify("invited", [calogero], actor=rosalia, about="table:2", **WHERE)
    assert len(texts(calogero)) == 3


def test_once_in_an_hour_is_once(rosalia: User, calogero: User) -> None:
    hour = timedelta(hours=1)
    again: dict[str, Any] = {"actor": rosalia, "about": "plays:1", "once_in": hour, **WHERE}
    assert len(notifying.notify("plays", [calogero], **again)) == 1
    notifying.read(calogero, notifying.inbox(calogero))
    assert notifying.notify("plays", [calogero], **again) == []
    Notice.objects.update(at=timezone.now() - hour)
    assert len(notifying.notify("plays", [calogero], **again)) == 1


def test_notifying_many_costs_as_much_as_notifying_one(rosalia: User, calogero: User) -> None:
    def cost(people: list[User]) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            notifying.notify("plays", people, about="plays:9", once_in=timedelta(hours=1), **WHERE)
        return len(queries)

    many = [account(f"Persona {number}") for number in range(20)]
    assert cost(many) == cost([calogero]) <= 6


@pytest.mark.parametrize("url", ["https://example.org/", "//example.org/", "tavolo/", ""])
def test_a_notice_leads_to_a_page_of_ours(calogero: User, url: str) -> None:
    with pytest.raises(ValueError, match="not a page of ours"):
        notifying.notify("invited", [calogero], url=url)


def test_a_kind_has_one_owner() -> None:
    with pytest.raises(ValueError, match="invited"):
        kinds.register(kinds.Kind("invited", "", "", "", "", ""))


def test_a_kind_of_the_past_breaks_no_page(calogero: User) -> None:
    Notice.objects.create(user=calogero, kind="duel", url="/")
    with translation.override("en"):
        assert texts(calogero) == ["A kind of notice that no longer exists."]


def test_after_ninety_days_they_go(calogero: User) -> None:
    for days in (91, 89):
        notifying.notify("invited", [calogero], **WHERE)
        Notice.objects.filter(at__gt=timezone.now() - timedelta(days=1)).update(
            at=timezone.now() - timedelta(days=days)
        )
    forget_old()
    assert [(timezone.now() - notice.at).days for notice in Notice.objects.all()] == [89]


# ---- friends


def test_who_is_asked_to_be_friends_hears_of_it(rosalia: User, calogero: User) -> None:
    people.befriend(rosalia, calogero)
    with translation.override("en"):
        assert texts(calogero) == ["Rosalia asks to be friends."]
    people.befriend(calogero, rosalia)
    assert texts(rosalia) == []


def test_who_is_blocked_is_not_heard(rosalia: User, calogero: User) -> None:
    people.block(calogero, rosalia)
    assert people.befriend(rosalia, calogero).asked
    assert texts(calogero) == []


# ---- export and deletion


def test_the_export_has_it_and_the_deletion_leaves_nothing(rosalia: User, calogero: User) -> None:
    notifying.notify("invited", [calogero], actor=rosalia, **WHERE)
    notifying.notify("invited", [rosalia], actor=calogero, **WHERE)
    notifying.choose(calogero.pk, "plays", page=True, mail=True)
    notifying.remember_language(calogero, "en")
    kept = privacy.export(calogero)["notices"]
    assert kept["language"] == "en"
    assert [told["url"] for told in kept["told"]] == ["/tavolo/abc/"]
    assert kept["switches"] == [{"kind": "plays", "page": True, "mail": True}]
    privacy.delete(calogero)
    assert not Notice.objects.exists()
    assert not Switch.objects.exists()
    assert not Mailbox.objects.exists()
