"""The settings pages: access to them, and what they save."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from ludopoli.accounts import avatars, countries, devices
from ludopoli.accounts.models import User
from tests.accounts.conftest import PASSWORD, SignedIn

PAGES = {
    "/account/": 200,
    "/account/profilo/": 200,
    "/account/email/": 200,
    "/account/password/cambia/": 200,
    "/account/secondo-passo/": 200,
    "/account/secondo-passo/app/aggiungi/": 200,
    "/account/secondo-passo/app/togli/": 404,
    "/account/secondo-passo/codici/": 404,
    "/account/secondo-passo/codici/codici.txt": 404,
    "/account/secondo-passo/codici/nuovi/": 200,
    "/account/passkey/aggiungi/": 200,
    "/account/passkey/1/togli/": 404,
    "/account/passkey/1/modifica/": 404,
    "/account/dispositivi/": 200,
    "/account/dispositivi/1/scollega/": 405,
    "/account/privacy/": 200,
    "/account/privacy/esporta.json": 200,
    "/account/privacy/elimina/": 200,
    "/account/token/": 200,
    "/amici/": 200,
    "/amici/aggiungi/": 405,
}
"""The HTTP status of each page for a person with an account who has just given their password."""

NEEDS_PROOF = (
    "/account/secondo-passo/app/aggiungi/",
    "/account/secondo-passo/codici/nuovi/",
    "/account/passkey/aggiungi/",
    "/account/privacy/elimina/",
)


# ---- access


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_anonymous_visitors_are_sent_to_sign_in(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 302
    assert answer["Location"].startswith(("/account/accedi/?", "/account/conferma/?"))
    assert client.get(answer["Location"], follow=True).redirect_chain or "accedi" in answer["Location"]


@pytest.mark.parametrize("path", PAGES)
def test_a_guest_is_sent_to_sign_up(client: Client, guest: User, path: str) -> None:
    client.force_login(guest)
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, f"/account/iscriviti/?next={path}")


@pytest.mark.parametrize(("path", "status"), PAGES.items())
def test_an_account_opens_its_own_page(rosalia: User, signed_in: SignedIn, path: str, status: int) -> None:
    assert signed_in(rosalia).get(path).status_code == status


@pytest.mark.parametrize("path", NEEDS_PROOF)
def test_an_open_session_is_not_enough(client: Client, rosalia: User, path: str) -> None:
    client.force_login(rosalia)
    asked = client.get(path)["Location"]
    assert asked.startswith("/account/conferma/?next=")
    assert client.post(asked, {"password": "sbagliata"}).status_code == 422
    assert client.get(path).status_code == 302
    assert client.post(asked, {"password": PASSWORD})["Location"] == path
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/account/", "/account/privacy/esporta.json", "/account/dispositivi/"])
def test_private_pages_are_not_cached(rosalia: User, signed_in: SignedIn, path: str) -> None:
    assert "no-store" in signed_in(rosalia).get(path)["Cache-Control"]


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:1"])
def test_no_page_redirects_to_another_site(
    rosalia: User, calogero: User, signed_in: SignedIn, elsewhere: str
) -> None:
    client = signed_in(rosalia)
    answer = client.post("/amici/segui/", {"name": "Calogero", "next": elsewhere})
    assert answer["Location"] == "/amici/"
    answer = client.post(f"/account/conferma/?next={elsewhere}", {"password": PASSWORD})
    assert answer["Location"] == "/tavoli/"


# ---- the profile


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "field"), [("/account/accedi/", "id_password"), ("/account/iscriviti/", "id_password1")]
)
def test_a_password_can_be_shown_while_it_is_typed(client: Client, path: str, field: str) -> None:
    page = client.get(path).content.decode()
    assert re.search(rf'<button\s[^>]*aria-pressed="false"[^>]*aria-controls="{field}"', page)


def test_a_profile_is_saved(rosalia: User, signed_in: SignedIn) -> None:
    client = signed_in(rosalia)
    sent = {"bio": "  Tressette   da sempre.\r\nMartedì al circolo. ", "country": "IT"}
    assert client.post("/account/profilo/", sent)["Location"] == "/account/profilo/"
    rosalia.refresh_from_db()
    assert rosalia.bio == "Tressette da sempre.\nMartedì al circolo."
    assert rosalia.country_name == "Italia"


@pytest.mark.parametrize(
    ("field", "value"),
    [("bio", "x" * 301), ("bio", "ciao \u202eoaic"), ("country", "XX"), ("country", "italia")],
)
def test_an_invalid_profile_is_refused(rosalia: User, signed_in: SignedIn, field: str, value: str) -> None:
    answer = signed_in(rosalia).post("/account/profilo/", {"bio": "", "country": "", field: value})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    rosalia.refresh_from_db()
    assert (rosalia.bio, rosalia.country) == ("", "")


def test_a_biography_is_plain_text(rosalia: User, signed_in: SignedIn) -> None:
    client = signed_in(rosalia)
    client.post("/account/profilo/", {"bio": "<script>alert(1)</script>", "country": ""})
    page = client.get("/account/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_country_has_a_name_in_every_language() -> None:
    from django.utils import translation

    names = {}
    for language in ("it", "en"):
        with translation.override(language):
            names[language] = countries.country_name("DE")
            listed = dict(countries.country_choices())
            assert len(listed) > 240
            assert not {"EU", "UN", "ZZ"} & listed.keys()
            assert listed.keys() == {*countries.country_codes()}
            assert countries.country_name("CQ") == listed["CQ"] == "Sark"
    assert names == {"it": "Germania", "en": "Germany"}
    assert countries.country_name("") == countries.country_name("XX") == ""


def test_an_avatar_follows_from_the_name() -> None:
    assert avatars.avatar_svg("Rosalia") == avatars.avatar_svg("ROSALIA")
    assert len({avatars.avatar_svg(f"Rosalia {number}") for number in range(50)}) > 20


# ---- devices

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"


@pytest.mark.parametrize(
    ("said", "name"),
    [(FIREFOX, ("Firefox", "Linux")), (SAFARI, ("Safari", "iPhone")), (EDGE, ("Edge", "Windows"))],
)
def test_a_device_has_a_name(said: str, name: tuple[str, str]) -> None:
    assert all(part in devices.device_name(said) for part in name)


def test_other_devices_are_signed_out(rosalia: User, signed_in: SignedIn) -> None:
    here, phone, library = (signed_in(rosalia) for _ in range(3))
    assert UserSession.objects.filter(user=rosalia).count() == 3
    on_the_phone = UserSession.objects.get(session_key=phone.session.session_key)
    assert here.post(f"/account/dispositivi/{on_the_phone.pk}/scollega/").status_code == 302
    assert phone.get("/account/").status_code == 302
    assert library.get("/account/").status_code == 200
    assert here.post("/account/dispositivi/")["Location"] == "/account/dispositivi/"
    assert library.get("/account/").status_code == 302
    assert here.get("/account/").status_code == 200
    assert Session.objects.count() == 1


def test_a_session_older_than_the_list_is_listed(client: Client, rosalia: User) -> None:
    client.force_login(rosalia)
    assert [each.session_key for each in client.get("/account/dispositivi/").context["sessions"]] == [
        client.session.session_key
    ]


def test_nobody_ends_another_users_session(rosalia: User, calogero: User, signed_in: SignedIn) -> None:
    rosalias, calogeros = signed_in(rosalia), signed_in(calogero)
    session = UserSession.objects.get(user=calogero)
    assert rosalias.post(f"/account/dispositivi/{session.pk}/scollega/").status_code == 404
    assert calogeros.get("/account/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("is_confirmed", [True, False])
def test_settings_offer_to_confirm_an_address_until_it_is(
    rosalia: User, signed_in: SignedIn, is_confirmed: bool
) -> None:
    client = signed_in(rosalia)
    EmailAddress.objects.update_or_create(
        user=rosalia, defaults={"email": "rosalia@ludopoli.test", "primary": True, "verified": is_confirmed}
    )
    assert ('name="action_send"' in client.get("/account/").content.decode()) is not is_confirmed
