"""A push reaches the service worker, through a push service of the tests, and names the page to open."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.live.stack import Stack
from tests.notices.push_service import push_service

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


def test_a_push_is_shown_by_the_service_worker(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, watchers=1, bots=False)
    name, code = seeded["names"][1], seeded["code"]
    page = new_page(seeded["cookies"][1], service_workers="allow", plain=False)
    page.context.grant_permissions(["notifications"], origin=server.url)
    devtools = page.context.new_cdp_session(page)
    workers: list[Any] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    page.goto(f"{server.url}/account/avvisi/")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    expect(page.locator("[data-push]")).to_be_visible()
    with push_service() as service:
        assert server.call("tests.live.pushing:subscribe", name=name, subscription=service.subscription)
        assert server.call("tests.live.pushing:push", name=name, code=code) == 1
        [sent] = service.shown()
    while not workers:
        page.wait_for_timeout(50)
    [worker] = page.context.service_workers
    worker.evaluate(LISTEN)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url, "registrationId": workers[-1]["registrationId"], "data": json.dumps(sent)},
    )
    shown = worker.evaluate(SHOWN)
    assert (shown["title"], shown["body"], shown["tag"]) == ("Ludopoli", sent["text"], sent["tag"])
    assert shown["data"] == {"url": sent["url"]}
    opened = worker.evaluate(CLICK, shown["data"])
    assert opened == [server.url + sent["url"]]
    page.goto(opened[0])
    assert page.url == f"{server.url}/tavolo/{code}/"
