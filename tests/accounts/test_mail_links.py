"""The links of mails, to choose a password and to confirm an address: what ends them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail
from django.test import Client
from django.utils.timezone import localtime

from ludopoli.accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.proofs import proven

NEW = "quattro carte in mano"


@pytest.fixture
def owner(rosalia: User) -> User:
    EmailAddress.objects.create(user=rosalia, email=rosalia.email, primary=True, verified=True)
    return rosalia


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """A function that lets time go by for everything signed."""

    def advance(passed: timedelta) -> None:
        now = time.time() + passed.total_seconds()
        monkeypatch.setattr("time.time", lambda: now)
        monkeypatch.setattr(
            PasswordResetTokenGenerator, "_now", lambda _: localtime().replace(tzinfo=None) + passed
        )

    return advance


def mailed(path: str) -> str:
    """Return the link of a mail, an address that begins so."""
    sent = "\n".join(str(message.body) for message in mail.outbox)
    [link] = re.findall(rf"http://testserver({path}\S+)", sent)
    return str(link)


def forget_the_password(owner: User) -> str:
    Client().post("/account/password/dimenticata/", {"email": owner.email})
    return mailed("/account/password/dimenticata/chiave/")


def sets_a_password(link: str, password: str = NEW) -> bool:
    client = Client()
    moved = client.get(link)
    if moved.status_code != 302:
        return False
    return client.post(moved["Location"], {"password1": password, "password2": password}).status_code == 302


def set_another(owner: User, _link: str) -> None:
    owner.set_password("altre tre carte")
    owner.save()


ENDINGS: dict[str, Callable[[User, str], object]] = {
    "its use": lambda _owner, link: sets_a_password(link),
    "a new password": set_another,
    "a sign-in": lambda owner, _link: Client().post(
        "/account/accedi/", {"login": owner.username, "password": PASSWORD}
    ),
    "another address": lambda owner, _link: (
        EmailAddress.objects.update(email="nuova@example.org"),
        User.objects.filter(pk=owner.pk).update(email="nuova@example.org"),
    ),
    "the deletion of the account": lambda owner, _link: proven(owner).post(
        "/account/privacy/elimina/", {"name": owner.username}
    ),
}


def test_a_link_to_choose_a_password_works_for_three_days(owner: User, later: Any) -> None:
    link = forget_the_password(owner)
    later(timedelta(days=3, minutes=-1))
    assert sets_a_password(link)
    owner.refresh_from_db()
    assert owner.check_password(NEW)


@pytest.mark.parametrize("way", [*ENDINGS, "three days"])
def test_a_link_to_choose_a_password_ends(owner: User, later: Any, way: str) -> None:
    link = forget_the_password(owner)
    if way in ENDINGS:
        ENDINGS[way](owner, link)
    else:
        later(timedelta(days=3, minutes=1))
    assert not sets_a_password(link, "cinque carte ladre")


def add_an_address(owner: User) -> str:
    proven(owner).post("/account/email/", {"action_add": "", "email": "nuova@example.org"})
    return mailed("/account/conferma-email/")


def is_confirmed() -> bool:
    return EmailAddress.objects.filter(email="nuova@example.org", verified=True).exists()


def test_a_link_to_confirm_an_address_works_for_three_days(owner: User, later: Any) -> None:
    link = add_an_address(owner)
    later(timedelta(days=3, minutes=-1))
    assert Client().post(link).status_code == 302
    assert is_confirmed()
    assert Client().post(link).status_code == 404, "once"


@pytest.mark.parametrize("way", ["three days", "the address is given up"])
def test_a_link_to_confirm_an_address_ends(owner: User, later: Any, way: str) -> None:
    link = add_an_address(owner)
    if way == "three days":
        later(timedelta(days=3, minutes=1))
    else:
        EmailAddress.objects.filter(email="nuova@example.org").delete()
    assert Client().post(link).status_code == 404
    assert not is_confirmed()
