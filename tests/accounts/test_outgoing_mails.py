"""Mails that do not go out: addresses that refuse them, and a mail server that does not take them now."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core import context
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone

from ludopoli.accounts import change_mails, outgoing_mails, privacy, refused_addresses
from ludopoli.accounts.models import RefusedAddress, User, WaitingMail
from ludopoli.accounts.tasks import send_kept_mails
from ludopoli.failures import retrying
from ludopoli.failures.models import Failure
from ludopoli.notices.models import Notice
from tests.accounts.conftest import PASSWORD
from tests.proofs import proven

ENGLISH: Any = {"headers": {"Accept-Language": "en"}}
GONE, LATER = (550, b"5.1.1 no such user"), (450, b"4.2.0 greylisted")


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have the mail server fail with an error or, for each recipient, with an answer."""

    @contextmanager
    def fail(with_: Any) -> Iterator[None]:
        def send_messages(_backend: object, messages: list[Any]) -> int:
            if isinstance(with_, Exception):
                raise with_
            raise SMTPRecipientsRefused(dict.fromkeys(messages[0].recipients(), with_))

        with monkeypatch.context() as patched:
            patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", send_messages)
            yield

    return fail


@pytest.fixture
def owner(rosalia: User) -> User:
    EmailAddress.objects.create(user=rosalia, email=rosalia.email, primary=True, verified=True)
    return rosalia


def announce(owner: User, change: str) -> None:
    with context.request_context(RequestFactory().get("/")):
        change_mails.mail_change(owner, change)


def page(client: Client, path: str = "/account/email/") -> str:
    return re.sub(r"\s+", " ", client.get(path, **ENGLISH).content.decode())


def sign_up(email: str = "nunzia@example.org") -> Client:
    client = Client()
    fields = {"username": "Nunzia", "email": email, "password1": PASSWORD}
    assert client.post("/account/iscriviti/", fields, **ENGLISH).status_code == 302
    return client


# ---- addresses that refuse


def test_an_address_that_refuses_a_mail_about_a_change_gets_no_more_until_confirmed_again(
    owner: User, failing: Any
) -> None:
    with failing(GONE):
        announce(owner, "The first.")
    assert Notice.objects.get(user=owner).kind == "mail_refused"
    assert not WaitingMail.objects.exists()
    announce(owner, "The second.")
    assert mail.outbox == []
    client = proven(owner)
    for path in ("/account/email/", "/account/"):
        assert "refuses our emails" in page(client, path)
    assert "Confirm it again" in page(client, "/account/avvisi/")
    client.post("/account/email/ancora/", **ENGLISH)
    [message] = mail.outbox
    link = re.search(r"http://localhost:8000(/account/email/ancora/\S+)", str(message.body))
    assert link
    assert "We have sent an email to rosalia@example.org" in page(client)
    assert "refuses our emails" in page(client), "the mail alone is no proof"
    browser = Client()
    assert "Does <strong>rosalia@example.org</strong> belong to Rosalia?" in page(browser, link[1])
    assert RefusedAddress.objects.exists(), "programs follow every link"
    browser.post(link[1])
    assert "refuses our emails" not in page(client)
    assert "This link no longer works" in page(browser, link[1])
    announce(owner, "The third.")
    assert "The third." in mail.outbox[1].body


def test_a_new_account_learns_that_its_address_refuses_mails(db: None, failing: Any) -> None:
    with failing(GONE):
        client = sign_up()
    greeting = page(client, "/account/")
    assert "nunzia@example.org refuses our emails" in greeting
    assert "on its way" not in greeting
    assert "refuses our emails: check how the address is spelled" in page(client)
    cache.clear()
    client.post("/account/email/", {"action_send": "", "email": "nunzia@example.org"}, **ENGLISH)
    assert "refuses our emails" not in page(client), "the mail server has taken this one"
    assert "on its way" not in page(client)


def test_a_new_address_that_refuses_mails_leaves_the_old_one_alone(owner: User, failing: Any) -> None:
    client = proven(owner)
    mail.outbox.clear()
    with failing(GONE):
        client.post("/account/email/", {"action_add": "", "email": "nuova@example.org"}, **ENGLISH)
    RefusedAddress.objects.filter(
        address__email="rosalia@example.org"
    ).delete()  # by the mail about the change
    shown = page(client)
    assert "<strong>nuova@example.org</strong> refuses our emails" in shown
    assert "nuova@example.org refuses our emails" in shown
    assert change_mails.address_of(owner) == "rosalia@example.org"


def test_a_refusal_of_the_old_address_does_not_affect_the_new_one(owner: User, failing: Any) -> None:
    with failing(GONE):
        announce(owner, "The first.")
    EmailAddress.objects.all().delete()
    EmailAddress.objects.create(user=owner, email="nuova@example.org", primary=True, verified=True)
    assert not RefusedAddress.objects.exists()
    assert change_mails.address_of(owner) == "nuova@example.org"


@pytest.mark.parametrize(
    ("stored", "refused"),
    [
        ("rosalia@example.org", "Rosalia@Example.ORG"),
        ("rosalia@città.example", "rosalia@xn--citt-3na.example"),
        ("rosalia@xn--citt-3na.example", "rosalia@città.example"),
    ],
)
def test_an_address_is_known_in_every_spelling(owner: User, stored: str, refused: str) -> None:
    EmailAddress.objects.update(email=stored)
    refused_addresses.note_refusal(SMTPRecipientsRefused({refused: GONE}))
    assert change_mails.address_of(owner) == ""


@pytest.mark.parametrize("answer", [GONE, LATER])
def test_asking_for_a_new_password_reveals_nothing_about_refusals(
    owner: User, failing: Any, answer: Any
) -> None:
    shown = set()
    for email in ("rosalia@example.org", "nessuna@example.org", "rosalia@example.org"):
        cache.clear()
        client = Client()
        with failing(answer):
            sent = client.post("/account/password/dimenticata/", {"email": email})
        there = page(client, sent["Location"])
        shown.add((sent.status_code, sent["Location"], re.sub(r'nonce="[^"]*"|value="\w{64}"', "", there)))
    assert len(shown) == 1
    assert RefusedAddress.objects.count() == (answer == GONE), "nothing is stored about strangers"


def test_whoever_claims_a_refused_address_learns_nothing_of_its_owner(owner: User, failing: Any) -> None:
    with failing(GONE):
        announce(owner, "The first.")
    client = sign_up("rosalia@example.org")
    assert "refuses our emails" not in page(client, "/account/")
    assert "refuses our emails" not in page(client)


def test_a_mail_beyond_the_limit_is_not_said_to_be_sent(owner: User) -> None:
    client = proven(owner)
    for email in ("nuova@example.org", "altra@example.org", "nuova@example.org"):
        client.post("/account/email/", {"action_add": "", "email": email}, **ENGLISH)
    assert "Too many emails to this address" in page(client)
    client.post("/account/email/", {"action_send": "", "email": "nuova@example.org"}, **ENGLISH)
    assert "Too many emails to this address" in page(client)


def test_a_refusal_is_exported(owner: User) -> None:
    refused_addresses.note_refusal(SMTPRecipientsRefused({owner.email: GONE}))
    [address] = privacy.export_person(owner)["account"]["addresses"]
    assert address["refused_at"] == RefusedAddress.objects.get().at


# ---- a mail server that does not take a mail now


@pytest.mark.parametrize(
    "failure", [ConnectionRefusedError(), TimeoutError(), LATER, SMTPDataError(451, b"later")]
)
def test_a_mail_that_is_not_taken_now_goes_out_later(
    db: None, failing: Any, failure: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with failing(failure):
        sign_up()
    kept = WaitingMail.objects.get()
    assert "nunzia" not in kept.content.lower(), "it is sealed"
    assert Failure.objects.count() == 1, "the staff sees it"
    assert "nunzia@example.org" not in caplog.text
    outgoing_mails.send_kept(timezone.now() + timedelta(seconds=3))
    assert mail.outbox == []
    outgoing_mails.send_kept(timezone.now() + timedelta(seconds=9))
    [message] = mail.outbox
    assert (message.to, message.subject) == (
        ["nunzia@example.org"],
        "Confirm your address for Ludopoli",
    )
    assert "/account/conferma-email/" in message.body
    assert not WaitingMail.objects.exists()
    assert not Failure.objects.exists()


def test_while_the_mail_server_rests_no_page_waits_for_it(owner: User, failing: Any) -> None:
    with failing(ConnectionRefusedError()):
        announce(owner, "The first.")
    announce(owner, "The second.")
    assert mail.outbox == []
    Failure.objects.all().delete()
    WaitingMail.objects.update(due_at=timezone.now())
    send_kept_mails()
    assert len(mail.outbox) == 2


def test_a_kept_mail_is_given_up_and_sent_when_the_staff_says_so(owner: User, failing: Any) -> None:
    with failing(LATER):
        announce(owner, "The first.")
        pauses = 0
        while due := WaitingMail.objects.get().due_at:
            outgoing_mails.send_kept(due)
            pauses += 1
    assert pauses == retrying.MOST - 1
    retrying.try_again(Failure.objects.get())
    outgoing_mails.send_kept()
    assert len(mail.outbox) == 1
    assert not Failure.objects.exists()


def test_a_kept_mail_ends_with_a_refusal_or_with_its_links(
    owner: User, failing: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with failing(LATER):
        announce(owner, "The first.")
        announce(owner, "The second.")
    first = WaitingMail.objects.earliest("pk")
    with failing(GONE):
        outgoing_mails._send_claimed(first, timezone.now())
    assert RefusedAddress.objects.exists()
    outgoing_mails.send_kept(timezone.now() + outgoing_mails.KEPT + timedelta(minutes=1))
    assert [each.levelno for each in caplog.records].count(logging.ERROR) == 1
    assert not WaitingMail.objects.exists()
    assert not Failure.objects.exists()
    assert mail.outbox == []


def test_two_workers_send_a_kept_mail_once(owner: User, failing: Any) -> None:
    with failing(LATER):
        announce(owner, "The first.")
    seen = WaitingMail.objects.get()
    for _worker in range(2):
        outgoing_mails._send_claimed(seen, timezone.now())
    assert len(mail.outbox) == 1


def test_a_deleted_account_leaves_no_kept_mail(owner: User, failing: Any) -> None:
    with failing(LATER):
        announce(owner, "The first.")
    privacy.delete_person(owner)
    assert not WaitingMail.objects.exists()
    assert not Failure.objects.exists()
