"""Making and revoking tokens in the browser."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ludopoli.accounts.models import User
from ludopoli.api.models import Token
from ludopoli.api.pages import MOST_TOKENS
from tests.proofs import proven

PAGE = "/account/tokens/"


@pytest.fixture
def anna(db: None) -> Client:
    return proven(User.objects.create_user("Anna"))


def test_a_token_is_shown_once_and_works_until_it_is_revoked(anna: Client) -> None:
    page = anna.post(PAGE, {"name": "il mio bot", "scopes": ["play"]}).content.decode()
    found = re.search(r"ludo_[\w-]{30,}", page)
    assert found
    token = {"Authorization": f"Bearer {found[0]}"}
    assert Client().get("/api/v1/me/", headers=token).json()["name"] == "Anna"
    assert found[0] not in anna.get(PAGE).content.decode()
    anna.post(f"{PAGE}{Token.objects.get().pk}/revoke/")
    assert Client().get("/api/v1/me/", headers=token).status_code == 401


def test_somebody_else_revokes_nothing(anna: Client) -> None:
    bruno = proven(User.objects.create_user("Bruno"))
    anna.post(PAGE, {"name": "il mio bot", "scopes": ["read"]})
    bruno.post(f"{PAGE}{Token.objects.get().pk}/revoke/")
    assert Token.objects.exists()
    assert "il mio bot" not in bruno.get(PAGE).content.decode()


def test_a_token_needs_a_name_and_a_scope(anna: Client) -> None:
    for name, scopes in (("", ["read"]), ("a", []), ("a", "x")):
        wanted = {"name": name, "scopes": scopes}
        assert anna.post(PAGE, wanted).status_code == 400
    assert not Token.objects.exists()


def test_so_many_tokens_and_no_more(anna: Client) -> None:
    for number in range(MOST_TOKENS):
        assert anna.post(PAGE, {"name": f"{number}", "scopes": ["read"]}).status_code == 200
    assert anna.post(PAGE, {"name": "one more", "scopes": ["read"]}).status_code == 400
    assert Token.objects.count() == MOST_TOKENS


def test_a_guest_is_sent_to_sign_up_and_nobody_to_sign_in(db: None) -> None:
    assert Client().get(PAGE)["Location"].startswith("/account/login/")
    guest = Client()
    guest.force_login(User.objects.create(username="Ospite 1234", is_guest=True))
    assert guest.get(PAGE)["Location"] == "/account/signup/"
