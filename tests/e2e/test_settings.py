"""An account in a real browser: passkeys with Chromium's virtual authenticator, preferences, axe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, violations
from tests.live.stack import Stack

PASSWORD = "tre carte sul tavolo"


def at(server: Stack) -> str:
    """The URL of the server with a host name, since passkeys do not work with IP addresses."""
    return server.url.replace("127.0.0.1", "localhost")


def sign_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/account/accedi/")
    page.fill("#id_login", name)
    page.fill("#id_password", PASSWORD)
    page.click("[aria-controls=id_password]")
    expect(page.locator("#id_password")).to_have_attribute("type", "text")
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


PAGES = ("", "profilo/", "email/", "password/cambia/", "secondo-passo/", "dispositivi/", "token/", "privacy/")


def test_an_account_from_signing_up_to_a_passkey(server: Stack, new_page: NewPage) -> None:
    """Its settings follow it to another device, where its pages are accessible; a passkey signs in."""
    address, page = at(server), new_page()
    page.goto(f"{address}/account/iscriviti/")
    page.evaluate("localStorage.clear()")  # of this host name
    page.reload()
    page.locator("[data-theme-toggle]").first.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    name = "Nunzia 1"
    page.fill("#id_username", name)
    page.fill("#id_email", "nunzia1@example.org")
    page.fill("#id_password1", PASSWORD)
    with page.expect_response(lambda answer: answer.url.endswith("?unless_chosen=true") and answer.ok):
        page.click("form:has(#id_password1) button.primary")
    page.goto(f"{address}/account/")
    with page.expect_response(lambda answer: answer.url.endswith("/me/settings/") and answer.ok):
        page.get_by_label("Con un tocco si gioca la carta").check()

    phone = new_page(**{**ON_THE_PHONE, "color_scheme": "light", "locale": "it-IT"})
    sign_in(phone, address, name)
    phone.wait_for_url("**/tavoli/")
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    for path in [*(f"/account/{each}" for each in PAGES), "/amici/"]:
        phone.goto(f"{address}{path}")
        assert violations(phone) == [], path
        assert overflow(phone) == 0, path
    phone.goto(f"{address}/account/")
    expect(phone.get_by_label("Con un tocco si gioca la carta")).to_be_checked()

    server.query("UPDATE account_emailaddress SET verified = 1 WHERE email = 'nunzia1@example.org'")
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
