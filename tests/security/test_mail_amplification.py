"""Nobody can flood a mailbox: one mail a request, few accounts an address, few mails an hour."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from ludopoli.accounts.addresses import MOST_UNCONFIRMED
from ludopoli.accounts.models import User
from tests.proofs import PASSWORD, proven
from tests.security.conftest import forget

VICTIM = "vittima@example.org"

pytestmark = pytest.mark.django_db


def sign_up(name: str, email: str = VICTIM) -> Any:
    forget()
    return Client().post("/account/iscriviti/", {"username": name, "email": email, "password1": PASSWORD})


def carriers(email: str = VICTIM) -> list[str]:
    return [*EmailAddress.objects.filter(email=email).order_by("pk").values_list("user__username", flat=True)]


def test_a_forgotten_password_is_one_mail_however_many_accounts_claim_the_address() -> None:
    for n in range(4):
        sign_up(f"Nome {n}")
    mail.outbox.clear()
    Client().post("/account/password/dimenticata/", {"email": VICTIM})
    [message] = mail.outbox
    links = re.findall(r"http://testserver(/account/password/dimenticata/chiave/\S+)", str(message.body))
    assert len(links) == 4
    assert all(f"Nome {n}" in message.body for n in range(4))
    client = Client()
    form = client.get(links[2], follow=True)
    new = "quattro carte nuove"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    assert [user.username for user in User.objects.all() if user.check_password(new)] == ["Nome 2"]


def test_accounts_per_unconfirmed_address_are_limited() -> None:
    answers = {(sign_up(f"Nome {n}").status_code, len(mail.outbox)) for n in range(MOST_UNCONFIRMED + 3)}
    assert {status for status, _mails in answers} == {302}
    assert carriers() == [f"Nome {n}" for n in range(3, MOST_UNCONFIRMED + 3)]
    assert User.objects.filter(email=VICTIM).count() == MOST_UNCONFIRMED
    mail.outbox.clear()
    forget()
    Client().post("/account/password/dimenticata/", {"email": VICTIM})
    assert len(mail.outbox) == 1


def test_a_changed_address_counts_as_a_claim() -> None:
    for n in range(MOST_UNCONFIRMED + 1):
        person = User.objects.create_user(f"Nome {n}", f"{n}@example.org", PASSWORD)
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
        forget()
        proven(person).post("/account/email/", {"action_add": "", "email": VICTIM})
    assert carriers() == [f"Nome {n}" for n in range(1, MOST_UNCONFIRMED + 1)]
    assert User.objects.get(username="Nome 0").email == "0@example.org"


def test_a_confirmed_address_stays_with_its_account() -> None:
    owner = User.objects.create_user("Rosalia", VICTIM, PASSWORD)
    EmailAddress.objects.create(user=owner, email=VICTIM, primary=True, verified=True)
    for n in range(MOST_UNCONFIRMED + 2):
        sign_up(f"Nome {n}")
    assert carriers()[0] == "Rosalia"
    assert len(carriers()) == MOST_UNCONFIRMED + 1
    forget()
    mail.outbox.clear()
    Client().post("/account/password/dimenticata/", {"email": VICTIM})
    [message] = mail.outbox
    assert "Rosalia" in message.body
    assert "Nome" not in message.body


def test_signing_in_by_address_ignores_unconfirmed_claims(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for n in range(4):
        sign_up(f"Nome {n}")
    checked: list[str] = []

    def wrong(self: User, password: str) -> bool:
        checked.append(self.username)
        return False

    monkeypatch.setattr(User, "check_password", wrong)
    Client().post("/account/accedi/", {"login": VICTIM, "password": "sbagliata"})
    assert checked == []
    EmailAddress.objects.filter(user__username="Nome 2").update(verified=True)
    Client().post("/account/accedi/", {"login": VICTIM, "password": "sbagliata"})
    assert checked == ["Nome 2"]


def test_mails_per_mailbox_and_hour_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Password resets and confirmations are requested from many addresses."""
    import time

    now = [time.time()]
    monkeypatch.setattr("time.time", lambda: now[0])
    cache.clear()
    for n in range(60):
        now[0] += 60
        address = {"REMOTE_ADDR": f"198.51.100.{n}"}
        Client().post("/account/password/dimenticata/", {"email": VICTIM}, **address)  # type: ignore[arg-type]
        fields = {"username": f"Nome {n}", "email": VICTIM, "password1": PASSWORD}
        Client().post("/account/iscriviti/", fields, **address)  # type: ignore[arg-type]
    assert len(mail.outbox) <= 20
