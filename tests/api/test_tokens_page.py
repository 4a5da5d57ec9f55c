"""The page that creates and revokes tokens."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Table
from ludopoli.accounts.models import User
from ludopoli.api.models import INCLUDED, Scope, Token
from ludopoli.api.pages import MOST_TOKENS
from tests.api.document import DOCUMENT
from tests.proofs import proven

PAGE = "/account/token/"


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
    anna.post(f"{PAGE}{Token.objects.get().pk}/revoca/")
    assert Client().get("/api/v1/me/", headers=token).status_code == 401


def test_a_token_expires_when_its_owner_chose(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    page = anna.post(PAGE, {"name": "per l'estate", "scopes": ["play"], "days": "30"}).content.decode()
    found = re.search(r"ludo_[\w-]{30,}", page)
    assert found
    token = {"Authorization": f"Bearer {found[0]}"}
    end = Token.objects.get().expires_at
    assert end is not None
    assert timedelta(days=29, hours=23) < end - timezone.now() <= timedelta(days=30)
    assert "scade " in anna.get(PAGE).content.decode()
    assert Client().get("/api/v1/me/", headers=token).status_code == 200
    monkeypatch.setattr("django.utils.timezone.now", lambda: end)
    refused = Client().get("/api/v1/me/", headers=token)
    assert (refused.status_code, refused.json()["code"]) == (401, "token_expired")
    assert (
        "nuovo token"
        in Client().get("/api/v1/me/", headers=token | {"Accept-Language": "it"}).json()["detail"]
    )
    monkeypatch.undo()
    Token.objects.update(expires_at=timezone.now())
    assert "scaduto " in anna.get(PAGE).content.decode()


def test_a_token_does_not_expire_unless_its_owner_chooses(anna: Client) -> None:
    anna.post(PAGE, {"name": "per sempre", "scopes": ["read"], "days": ""})
    assert Token.objects.get().expires_at is None
    assert "non scade" in anna.get(PAGE).content.decode()


@pytest.mark.parametrize("days", ["-1", "0", "31", "x", "99999999999"])
def test_a_token_lasts_one_of_the_offered_times(anna: Client, days: str) -> None:
    assert anna.post(PAGE, {"name": "a", "scopes": ["read"], "days": days}).status_code == 422
    assert not Token.objects.exists()


def test_nobody_revokes_another_persons_token(anna: Client) -> None:
    bruno = proven(User.objects.create_user("Bruno"))
    anna.post(PAGE, {"name": "il mio bot", "scopes": ["read"]})
    bruno.post(f"{PAGE}{Token.objects.get().pk}/revoca/")
    assert Token.objects.exists()
    assert "il mio bot" not in bruno.get(PAGE).content.decode()


def test_a_token_needs_a_name_and_a_scope(anna: Client) -> None:
    for name, scopes in (("", ["read"]), ("a", []), ("a", "x")):
        wanted = {"name": name, "scopes": scopes}
        assert anna.post(PAGE, wanted).status_code == 422
    assert not Token.objects.exists()


def test_the_number_of_tokens_is_limited(anna: Client) -> None:
    for number in range(MOST_TOKENS):
        assert anna.post(PAGE, {"name": f"{number}", "scopes": ["read"]}).status_code == 200
    assert anna.post(PAGE, {"name": "one more", "scopes": ["read"]}).status_code == 422
    assert Token.objects.count() == MOST_TOKENS


def test_guests_are_sent_to_sign_up_and_visitors_to_sign_in(db: None) -> None:
    assert Client().get(PAGE)["Location"].startswith("/account/accedi/")
    guest = Client()
    guest.force_login(User.objects.create(username="Ospite 1234", is_guest=True))
    assert guest.get(PAGE)["Location"] == f"/account/iscriviti/?next={PAGE}"


def test_every_operation_has_one_fine_scope_that_the_document_names() -> None:
    alone = {Scope.READ, Scope.PEOPLE, Scope.EXPORT, Scope.OPENID, Scope.WEBHOOK}
    used = set()
    flows = DOCUMENT["components"]["securitySchemes"]["oauth"]["flows"]["authorizationCode"]
    assert [*flows["scopes"]] == Scope.values
    for path, operations in DOCUMENT["paths"].items():
        for operation in operations.values():
            scopes = [each["oauth"] for each in operation.get("security", ()) if "oauth" in each]
            if operation["tags"] != ["moved"]:
                names = [scope for [scope] in scopes]
                assert f"Scope: `{'` or `'.join(names)}`" in operation["description"], path
                assert len(names) == 1 or Scope.WEBHOOK in names, path
                used |= {*names}
    assert used == alone.union(*INCLUDED.values())


def test_a_token_of_before_still_does_all_that_it_did(client_of: Callable[..., APIClient]) -> None:
    table = {"game": "tressette"}
    for scope, status in (("play", 201), ("board", 201), ("chat", 403), ("organise", 403)):
        answer = client_of("Anna", scope).post("/api/v1/tables/", table, format="json")
        assert answer.status_code == status, scope
    code = Table.objects.order_by("pk")[0].code
    for scope, status in (("play", 201), ("chat", 201), ("board", 403), ("read", 403)):
        line = client_of("Anna", scope).post(
            f"/api/v1/tables/{code}/messages/", {"text": "Ciao"}, format="json"
        )
        assert line.status_code == status, scope
    runs = ("organise", 201), ("club:manage", 201), ("tournament:direct", 403), ("play", 403)
    for scope, status in runs:
        made = client_of("Anna", scope).post(
            "/api/v1/clubs/", {"name": f"Circolo {scope[:4]}"}, format="json"
        )
        assert made.status_code == status, scope
