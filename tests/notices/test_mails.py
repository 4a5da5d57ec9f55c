"""Mails of notices: which are sent, to whom, in which language; and the link that stops them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone, translation

from games.models import Match, Table
from games.notices import notified_of_turns, notify_of_turn, settle_turns
from games.play import actions
from ludopoli.accounts import refused_addresses
from ludopoli.accounts.models import RefusedAddress, User
from ludopoli.failures.models import Failure
from ludopoli.notices import limits, mails, notifying
from ludopoli.notices.kinds import KINDS
from ludopoli.notices.models import Notice, Switch
from ludopoli.notices.tasks import send_mails
from tests.notices.conftest import OpenTable, page_of

LATER = timedelta(minutes=2)


@pytest.fixture
def invited(rosalia: User, calogero: User, open_table: OpenTable) -> Table:
    """A table to which Rosalia has invited Calogero."""
    table = open_table(rosalia, private=True)
    assert isinstance(actions.invite_to_table(rosalia, table, "Calogero"), User)
    return table


def sent(after: timedelta = LATER) -> list[Any]:
    mail.outbox.clear()
    mails.send_due_mails(timezone.now() + after)
    return [*mail.outbox]


def test_after_a_minute_a_mail_goes_to_the_confirmed_address(invited: Table) -> None:
    assert sent(timedelta(seconds=50)) == []
    [message] = sent()
    assert message.to == ["calogero@example.org"]
    assert "Rosalia" in message.subject
    assert "Tressette" in message.subject
    notice = Notice.objects.get()
    assert f"http://localhost:8000/avvisi/{notice.pk}/" in message.body
    [(html, kind)] = message.alternatives
    assert kind == "text/html"
    assert f"http://localhost:8000/avvisi/{notice.pk}/" in html
    assert sent(timedelta(hours=1)) == []


def repeat(notice: Notice, times: int, actor: User | None) -> None:
    notice.actor = actor
    for _ in range(times):
        notice.pk = None
        notice.save(force_insert=True)


def test_mails_per_hour_are_limited(invited: Table) -> None:
    notice = Notice.objects.get()
    notice.delete()
    repeat(notice, limits.AN_HOUR + 4, actor=None)
    assert len(sent()) == limits.AN_HOUR
    assert not Notice.objects.exclude(mail_at=None).exists()  # the others are only on the page
    assert Notice.objects.filter(read_at=None).count() == limits.AN_HOUR + 4


def test_other_people_do_not_use_up_the_mails_about_ones_own_affairs(invited: Table, rosalia: User) -> None:
    """Neither one person, who sends one invitation after the other, nor several."""
    notice = Notice.objects.get()
    repeat(notice, 9, actor=rosalia)
    assert len(sent()) == limits.BY_ONE
    for name in ("Nunzia", "Vito", "Zita"):
        repeat(notice, 2, actor=User.objects.create_user(name))
    assert len(sent()) == limits.BY_OTHERS - limits.BY_ONE
    repeat(notice, 9, actor=None)
    assert len(sent()) == limits.AN_HOUR - limits.BY_OTHERS


def test_the_periodic_task_sends_mails(invited: Table) -> None:
    Notice.objects.update(mail_at=timezone.now())
    send_mails()
    assert len(mail.outbox) == 1


def test_read_notices_are_not_mailed(invited: Table, calogero: User) -> None:
    page_of(calogero).get(f"/avvisi/{Notice.objects.get().pk}/")
    assert sent() == []


def test_seated_people_get_no_mail(
    invited: Table, calogero: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        actions.take_seat(calogero, invited, 2)
    assert notifying.unread_count(calogero.pk) == 0
    assert sent() == []


def test_an_invitation_to_a_full_or_closed_table_is_not_mailed(invited: Table, rosalia: User) -> None:
    actions.fill_with_bots(rosalia, invited)
    assert sent() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda: EmailAddress.objects.filter(email="calogero@example.org").update(verified=False),
        lambda: User.objects.filter(username="Calogero").update(is_active=False),
        lambda: Notice.objects.update(at=timezone.now() - timedelta(days=1)),
        lambda: notifying.choose_delivery(
            User.objects.get(username="Calogero").pk, "invited", page=True, mail=False
        ),
    ],
    ids=["unconfirmed", "gone", "too late", "switched off"],
)
def test_unreachable_accounts_get_no_mail(invited: Table, change: Callable[[], object]) -> None:
    change()
    assert sent() == []
    assert Notice.objects.get().mail_at is None


def test_the_mail_is_in_the_recipients_language(invited: Table, calogero: User) -> None:
    page_of(calogero).get("/account/avvisi/", headers={"Accept-Language": "en"})
    [message] = sent()
    assert message.subject == "Rosalia invites you to play Tressette."
    assert "Hello Calogero," in message.body


def test_an_address_that_takes_no_mails_is_announced_on_the_site(
    invited: Table, calogero: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise SMTPRecipientsRefused({"calogero@example.org": (550, b"5.1.1 no such user")})

    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        assert sent() == []
    invitation = Notice.objects.get(kind="invited")
    assert invitation.mail_at is None, "it is not tried again"
    assert not Failure.objects.exists()
    refusal = Notice.objects.get(user=calogero, kind="mail_refused")
    assert (refusal.shown, refusal.mail_at, refusal.url) == (True, None, "/account/email/")
    Notice.objects.filter(pk=invitation.pk).update(mail_at=timezone.now())
    page_of(calogero).get(f"/avvisi/{refusal.pk}/")
    assert sent() == [], "until the address is confirmed again"
    RefusedAddress.objects.get(address__user=calogero).delete()
    Notice.objects.filter(pk=invitation.pk).update(mail_at=timezone.now())
    assert len(sent()) == 1


@pytest.mark.parametrize("words", [b"5.7.1 your server is on a list", b"5.3.4 too large"])
def test_a_refusal_of_our_server_says_nothing_about_an_address(words: bytes) -> None:
    assert not refused_addresses.is_permanent(SMTPRecipientsRefused({"calogero@example.org": (550, words)}))
    assert not refused_addresses.is_permanent(
        SMTPRecipientsRefused({"calogero@example.org": (450, b"later")})
    )


def test_an_unreachable_mail_server_is_tried_again(
    invited: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        assert sent() == []
    assert "did not go out" in caplog.text
    assert "calogero@example.org" not in caplog.text
    assert sent(LATER + timedelta(seconds=3)) == []
    assert len(sent(LATER + timedelta(seconds=9))) == 1


def test_two_workers_send_a_mail_once(invited: Table) -> None:
    mail.outbox.clear()
    now = timezone.now() + LATER
    seen = Notice.objects.select_related("user", "actor").get()
    assert mails._send_claimed(seen, now)
    assert not mails._send_claimed(seen, now)
    assert len(mail.outbox) == 1


# ---- notices stored by another version


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_notice_that_lacks_facts_goes_out_and_is_listed(rosalia: User, calogero: User, kind: str) -> None:
    """As a notice of a turn did that was stored before such notices had the version of their match."""
    Notice.objects.create(user=calogero, actor=rosalia, kind=kind, url="/", mail_at=timezone.now())
    [message] = sent()
    assert message.subject
    assert "%(" not in message.subject
    assert message.subject in page_of(calogero).get("/avvisi/").content.decode()
    assert not Failure.objects.exists()


def test_a_notice_that_lacks_facts_has_the_label_of_its_kind(calogero: User) -> None:
    with translation.override("en"):
        assert Notice(user=calogero, kind="turn").text == "Your turn, with a day for each card"


def test_turns_notified_by_another_version_stop_no_other(calogero: User, open_table: OpenTable) -> None:
    table = open_table(calogero)
    actions.fill_with_bots(calogero, table)
    row = Match.objects.get(table=table)
    notify_of_turn(table.seats.get(user=calogero), row)
    notice = Notice.objects.get(kind="turn")
    del notice.facts["version"]
    notice.save()
    settle_turns()
    assert notified_of_turns([row]) == {row.pk: set()}


def test_a_subject_is_one_line(rosalia: User, calogero: User) -> None:
    facts = {"event": "abc", "name": "Coppa", "text": "Si comincia\nalle nove."}
    Notice.objects.create(
        user=calogero, actor=rosalia, kind="event_told", facts=facts, url="/", mail_at=timezone.now()
    )
    assert [message.subject for message in sent()] == ["Coppa: Si comincia alle nove."]


# ---- unsubscribing


def stop_link(message: Any) -> str:
    found = re.fullmatch(
        r"<http://localhost:8000(/avvisi/basta/[^>]+/)>", message.extra_headers["List-Unsubscribe"]
    )
    assert found
    return found[1]


def test_one_click_unsubscribes(invited: Table, calogero: User) -> None:
    [message] = sent()
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    strange = Client(enforce_csrf_checks=True)
    answer = strange.post(stop_link(message), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    switch = Switch.objects.get(user=calogero)
    assert (switch.kind, switch.page, switch.mail) == ("invited", True, False)


def test_opening_the_link_does_not_unsubscribe(invited: Table, client: Client) -> None:
    [message] = sent()
    assert client.get(stop_link(message)).status_code == 200
    assert not Switch.objects.exists()


def test_all_mails_can_be_switched_off_at_once(invited: Table, calogero: User, client: Client) -> None:
    [message] = sent()
    notifying.choose_delivery(calogero.pk, "plays", page=False, mail=True)
    client.post(stop_link(message), {"all": "1"})
    assert not any(choice.mail for choice in notifying.delivery_choices(calogero))
    assert [choice.page for choice in notifying.delivery_choices(calogero) if choice.kind.key == "plays"] == [
        False
    ]


@pytest.mark.parametrize("token", ["nonsense", "WzEsImludml0ZWQiXQ:1:x", "a:b"])
def test_an_unsigned_link_is_invalid(db: None, client: Client, token: str) -> None:
    for answer in (client.get(f"/avvisi/basta/{token}/"), client.post(f"/avvisi/basta/{token}/")):
        assert answer.status_code == 404


def test_the_link_of_a_deleted_account_is_invalid(calogero: User, client: Client) -> None:
    link = f"/avvisi/basta/{mails.stop_token(calogero.pk, 'invited')}/"
    User.objects.update(is_active=False)
    assert client.post(link).status_code == 404
