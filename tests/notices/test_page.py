"""Notices wanted elsewhere than on the page come on the page if they cannot arrive there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from ludopoli.accounts import refused_addresses
from ludopoli.accounts.models import User
from ludopoli.failures import retrying
from ludopoli.notices import limits, mails, notifying, pushes
from ludopoli.notices.models import Device, Notice
from tests.notices.conftest import page_of


def send(person: User, *, mail: bool = False, push: bool = False) -> Notice:
    notifying.choose_delivery(person.pk, "asked", page=False, mail=mail, push=push)
    [notice] = notifying.notify_people("asked", [person], url="/amici/")
    return notice


def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have work given up at its first failure."""
    monkeypatch.setattr(retrying, "note_work_failure", partial(retrying.note_work_failure, most=1))


def is_shown(notice: Notice) -> bool:
    notice.refresh_from_db()
    return notice.shown


def mails_are_full(person: User) -> None:
    for _each in range(limits.AN_HOUR):
        limits.count_notice("mails", person.pk, Notice())


MISSED: dict[str, Callable[[User], object]] = {
    "unconfirmed": lambda person: EmailAddress.objects.filter(user=person).update(verified=False),
    "refusing": lambda person: refused_addresses.note_refusal(
        SMTPRecipientsRefused({person.email: (550, b"5.1.1")})
    ),
    "too late": lambda _person: Notice.objects.update(at=timezone.now() - timedelta(hours=7)),
    "beyond the limit": mails_are_full,
}


@pytest.mark.parametrize("how", MISSED)
def test_a_notice_wanted_by_mail_alone_comes_on_the_page_if_it_is_not_mailed(
    calogero: User, how: str
) -> None:
    notice = send(calogero, mail=True)
    assert not notice.shown
    MISSED[how](calogero)
    assert mails.send_due_mails(timezone.now() + timedelta(minutes=2)) == 0
    assert is_shown(notice)


def test_a_mailed_notice_stays_off_the_page(calogero: User) -> None:
    notice = send(calogero, mail=True)
    assert mails.send_due_mails(timezone.now() + timedelta(minutes=2)) == 1
    assert not is_shown(notice)


def test_a_notice_whose_mail_is_given_up_comes_on_the_page(
    calogero: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_message: object) -> None:
        raise SMTPRecipientsRefused({calogero.email: (450, b"later")})

    notice = send(calogero, mail=True)
    monkeypatch.setattr(mails.outgoing_mails, "deliver_mail", refuse)
    at_once(monkeypatch)
    mails.send_due_mails(timezone.now() + timedelta(minutes=2))
    assert is_shown(notice)


def test_a_notice_for_devices_comes_on_the_page_if_there_are_none(calogero: User) -> None:
    assert is_shown(send(calogero, push=True))


@pytest.mark.parametrize("how", ["removed", "beyond the limit", "given up"])
def test_a_notice_that_is_not_pushed_comes_on_the_page(
    calogero: User, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = page_of(calogero).session.session_key or ""
    device = Device.objects.create(user=calogero, endpoint="https://push.example.org/1", session=session)
    notice = send(calogero, push=True)
    assert not is_shown(notice)
    if how == "removed":
        device.delete()
    elif how == "beyond the limit":
        monkeypatch.setattr(pushes, "_may_be_sent", lambda _push, _now: False)
    else:
        monkeypatch.setattr(pushes, "_post", lambda _push: 1 / 0)
        at_once(monkeypatch)
    pushes.send_due_pushes(timezone.now() + timedelta(days=1))
    assert is_shown(notice)
