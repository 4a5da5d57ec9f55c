"""The account settings in a real browser: passkeys with Chromium's virtual authenticator, codes, axe."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from playwright.sync_api import Page, Route, expect

from tests.accounts.totp import PERIOD, code
from tests.e2e.conftest import ON_THE_PHONE, PHONE, NewPage, overflow, violations
from tests.live.stack import Stack

PASSWORD = "tre carte sul tavolo"
_numbers = count(1)


def at(server: Stack) -> str:
    """The URL of the server with a host name, since passkeys do not work with IP addresses."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def name(server: Stack) -> str:
    """The name of a person with an account."""
    name = f"Rosalia {next(_numbers)}"
    make = f"User.objects.create_user({name!r}, password={PASSWORD!r})"
    server.manage("shell", "-v", "0", "-c", f"from ludopoli.accounts.models import User; {make}")
    return name


def sign_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/account/accedi/")
    page.fill("#id_login", name)
    page.fill("#id_password", PASSWORD)
    page.click("form:has(#id_password) button.primary")


def sign_out(page: Page, address: str) -> None:
    page.goto(f"{address}/account/esci/")
    page.click("main form button.primary")
    page.wait_for_url(f"{address}/")


@contextmanager
def finger(page: Page) -> Iterator[None]:
    """Give the page a virtual authenticator that stores passkeys and always confirms."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield
    devtools.detach()


def test_a_passkey_is_added_and_signs_in(server: Stack, new_page: NewPage, name: str) -> None:
    address, page = at(server), new_page()
    sign_in(page, address, name)
    page.wait_for_url("**/tavoli/")
    with finger(page):
        page.goto(f"{address}/account/passkey/aggiungi/")
        page.fill("#id_name", "Telefono di prova")
        page.click("[data-passkey-go]")
        page.wait_for_url("**/account/secondo-passo/codici/")
        assert page.locator(".codes li").count() == 10
        page.goto(f"{address}/account/secondo-passo/")
        assert page.get_by_text("Telefono di prova", exact=True).is_visible()
        sign_out(page, address)
        page.goto(f"{address}/account/accedi/?next=/account/")
        page.click("[data-passkey-go]")
        page.wait_for_url(f"{address}/account/")
        assert page.locator("main .person").first.inner_text().endswith(name)


def test_the_password_alone_no_longer_signs_in(server: Stack, new_page: NewPage, name: str) -> None:
    address, page = at(server), new_page()
    sign_in(page, address, name)
    page.wait_for_url("**/tavoli/")
    page.goto(f"{address}/account/secondo-passo/app/aggiungi/")
    secret = page.locator("#chiave").text_content() or ""
    left = PERIOD - time.time() % PERIOD
    page.wait_for_timeout(1_000 * left if left < PERIOD / 2 else 0)  # avoid a code that is about to expire
    page.fill("#id_code", code(secret))
    page.click("main form button.primary")
    page.wait_for_url("**/account/secondo-passo/codici/")
    emergency = page.locator(".codes code").first.inner_text()
    sign_out(page, address)
    sign_in(page, address, name)
    page.wait_for_url("**/account/secondo-passo/verifica/**")
    page.goto(f"{address}/account/")
    assert "/account/accedi/" in page.url
    sign_in(page, address, name)
    page.fill("#id_code", emergency)
    page.click("form:has(#id_code) button.primary")
    page.wait_for_url("**/tavoli/")


PAGES = ("", "profilo/", "email/", "password/cambia/", "secondo-passo/", "dispositivi/", "token/", "privacy/")


def test_account_pages_are_accessible_and_fit(server: Stack, new_page: NewPage, name: str) -> None:
    address, page = at(server), new_page(**ON_THE_PHONE)
    sign_in(page, address, name)
    page.wait_for_url("**/tavoli/")
    for path in [*(f"/account/{each}" for each in PAGES), "/amici/"]:
        page.goto(f"{address}{path}")
        assert violations(page) == [], path
        assert overflow(page) == 0, path


def test_the_language_persists_and_follows_the_account(server: Stack, new_page: NewPage, name: str) -> None:
    address, page = at(server), new_page()

    def read(page: Page) -> str | None:
        page.goto(f"{address}/regole/")
        return page.locator("html").get_attribute("lang")

    assert read(page) == "it"
    page.get_by_role("button", name="Read in English").click()
    page.wait_for_selector("html[lang=en]")
    page.close()
    again = page.context.new_page()
    assert read(again) == "en"
    sign_in(again, address, name)
    again.wait_for_url("**/tavoli/")
    other = new_page(viewport=PHONE)
    assert read(other) == "it"
    sign_in(other, address, name)
    other.wait_for_url("**/tavoli/")
    assert read(other) == "en"


def test_settings_of_a_guest_follow_the_account_to_another_device(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server.url}/account/iscriviti/")
    page.locator("[data-theme-toggle]").first.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    name = f"Nunzia {next(_numbers)}"
    page.fill("#id_username", name)
    page.fill("#id_email", f"{name[7:]}@nunzia.example.org")
    page.fill("#id_password1", PASSWORD)
    held: list[Route] = []
    page.route("**/me/settings/?unless_chosen=true", lambda route: held.append(route))
    page.click("form:has(#id_password1) button.primary")
    with page.expect_request("**/me/settings/?unless_chosen=true"):
        page.goto(f"{server.url}/account/")
    with page.expect_response(lambda answer: answer.url.endswith("/me/settings/") and answer.ok):
        page.get_by_label("Con un tocco si gioca la carta").check()
    with page.expect_response(lambda answer: answer.url.endswith("?unless_chosen=true") and answer.ok):
        held[-1].continue_()  # the new choice overtakes the settings from the browser
    another = new_page()
    sign_in(another, server.url, name)
    another.wait_for_url("**/tavoli/")
    expect(another.locator("html")).to_have_attribute("data-theme", "dark")
    another.goto(f"{server.url}/account/")
    expect(another.get_by_label("Con un tocco si gioca la carta")).to_be_checked()
