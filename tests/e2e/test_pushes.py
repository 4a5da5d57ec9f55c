"""A push reaches the service worker, through a push service of the tests, and names the page to open."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Worker, expect

from tests.e2e.conftest import NewPage, Rooms
from tests.live.stack import Stack
from tests.notices.push_service import push_service
from tests.proofs import PASSWORD

LISTEN = """() => {
    self.shown = new Promise((resolve) => {
        registration.showNotification = async (title, options) => resolve({ title, ...options });
    });
}"""
"""Keeps what the service worker shows: a browser without a screen has no notifications."""

SHOWN = """() => Promise.race([self.shown,
    new Promise((_, fail) => setTimeout(() => fail(new Error("nothing is shown")), 45_000))])"""


CLICK = """async (data) => {
    const click = new Event("notificationclick"), opened = [];
    let work;
    clients.openWindow = async (address) => opened.push(address);
    Object.assign(click, { notification: { data, close() {} }, waitUntil: (it) => (work = it) });
    dispatchEvent(click);
    await work;
    return opened;
}"""
"""Clicks on what was shown, and returns the addresses of the windows that the service worker opens."""


def open_with_worker(server: Stack, page: Page, address: str) -> Worker:
    """Open a page, and return the service worker that starts for it.

    The context may have those of pages before, of this site or another.
    """
    with page.context.expect_event("serviceworker", lambda each: each.url.startswith(server.url)) as started:
        page.goto(address)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    worker: Worker = started.value
    return worker


def test_a_push_is_shown_by_the_service_worker(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, watchers=1, bots=False)
    name, code = seeded["names"][1], seeded["code"]
    page = new_page(seeded["cookies"][1], service_workers="allow", plain=False)
    page.context.grant_permissions(["notifications"], origin=server.url)
    devtools = page.context.new_cdp_session(page)
    registered: dict[str, str] = {}
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.update(
            (each["scopeURL"], each["registrationId"])
            for each in event["registrations"]
            if not each["isDeleted"]
        ),
    )
    devtools.send("ServiceWorker.enable")
    worker = open_with_worker(server, page, f"{server.url}/account/avvisi/")
    expect(page.locator("[data-push]")).to_be_visible()
    with push_service() as service:
        assert server.call("tests.live.pushing:subscribe", name=name, subscription=service.subscription)
        assert server.call("tests.live.pushing:push", name=name, code=code) == 1
        [sent] = service.shown()
    while f"{server.url}/" not in registered:
        page.wait_for_timeout(50)
    worker.evaluate(LISTEN)
    to = {"origin": server.url, "registrationId": registered[f"{server.url}/"]}
    devtools.send("ServiceWorker.deliverPushMessage", {**to, "data": json.dumps(sent)})
    shown = worker.evaluate(SHOWN)
    assert (shown["title"], shown["body"], shown["tag"]) == ("Ludopoli", sent["text"], sent["tag"])
    assert shown["data"] == {"url": sent["url"]}
    opened = worker.evaluate(CLICK, shown["data"])
    assert opened == [server.url + sent["url"]]
    page.goto(opened[0])
    assert page.url == f"{server.url}/tavolo/{code}/"


BROWSER = """(() => {
    const key = "subscription of the browser";
    const stands = (json) => json && {
        ...json, toJSON: () => json, unsubscribe: async () => localStorage.removeItem(key),
    };
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => stands(JSON.parse(localStorage.getItem(key)));
    PushManager.prototype.subscribe = async () => {
        localStorage.setItem(key, localStorage.getItem("subscription of the push service"));
        return stands(JSON.parse(localStorage.getItem(key)));
    };
})()"""
"""A push service within the browser: that of Chromium is not there in a private window."""

GRANT = "(json) => localStorage.setItem('subscription of the push service', json)"
REPLACE = "(json) => localStorage.setItem('subscription of the browser', json)"

CHANGE = """async ([oldSubscription, newSubscription]) => {
    const change = new Event("pushsubscriptionchange");
    let work;
    Object.assign(change, { oldSubscription, newSubscription, waitUntil: (it) => (work = it) });
    dispatchEvent(change);
    await work;
}"""
"""The browser replaces its subscription; the service worker hears of it."""


def test_a_device_is_added_after_a_proof_renewed_and_added_again_when_it_is_lost(
    server: Stack, new_page: NewPage, rooms: Rooms
) -> None:
    [seeded] = server.seed(people=1, watchers=1, bots=False)
    name = seeded["names"][1]
    page = new_page(
        server.call("tests.live.pushing:give_password", name=name), service_workers="allow", plain=False
    )
    page.add_init_script(BROWSER)
    with push_service() as service:
        keys = service.subscription
    first, second, third = ({**keys, "endpoint": f"https://1.1.1.1/{number}"} for number in range(3))
    switches = f"{server.url}/account/avvisi/"
    add, said = page.locator("[data-push]"), page.locator("[data-push-status]")

    def known() -> list[str]:
        endpoints: list[str] = server.call("tests.live.pushing:endpoints", name=name)
        return endpoints

    # the first click leads to a proof of identity, and the browser keeps no subscription meanwhile
    worker = open_with_worker(server, page, switches)
    page.evaluate(GRANT, json.dumps(first))
    add.click()
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Avanti").click()
    page.wait_for_url("**/account/avvisi/")
    rooms.errors = [error for error in rooms.errors if "403 (Forbidden)" not in error]
    expect(add).to_be_visible()
    expect(said).to_be_empty()
    add.click()
    expect(page.locator(".hint", has_text="questo dispositivo")).to_be_visible()
    expect(add).to_be_hidden()
    assert known() == [first["endpoint"]]

    # the browser replaces its subscription, and the service worker sends it
    worker.evaluate(CHANGE, [first, second])
    assert known() == [second["endpoint"]]

    # the page of switches compares; what the browser has replaced without a word it sends, too
    for current in (second, third):
        page.evaluate(REPLACE, json.dumps(current))
        page.reload()
        page.wait_for_load_state("networkidle")
        expect(add).to_be_hidden()
        expect(said).to_be_empty()
        assert known() == [current["endpoint"]]

    # the push service forgets it: the page says so and offers to add it again
    server.call("tests.live.pushing:lose", name=name)
    page.reload()
    expect(said).to_have_text("Questo dispositivo non mostra più i tuoi avvisi: aggiungilo di nuovo.")
    page.evaluate(GRANT, json.dumps(first))
    add.click()
    expect(add).to_be_hidden()
    assert known() == [first["endpoint"]]
