"""The scripts by which a browser keeps its subscription known to the site, without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.node import run
from tests.test_scripts import SCRIPTS

PAGE = """
    const sent = [], kept = new Map(former ? [["ludopoli-push", JSON.stringify(former)]] : []);
    const manager = { getSubscription: async () => now };
    Object.assign(globalThis, {
        localStorage: {
            getItem: (key) => kept.get(key) ?? null,
            setItem: (key, value) => kept.set(key, value),
            removeItem: (key) => kept.delete(key),
        },
        fetch: async (address, { body }) => {
            sent.push([address, JSON.parse(body)]);
            if (!status) throw new TypeError("Failed to fetch");
            return { status, ok: status < 300 };
        },
    });
    Object.defineProperty(globalThis, "navigator", {
        value: { serviceWorker: { getRegistration: async () => ({ pushManager: manager }) } },
    });
    const { renew } = await import(module);
    const [first, second] = await Promise.all([renew("/renew/"), renew("/renew/")]);
    const left = JSON.parse(kept.get("ludopoli-push") ?? "null");
    console.log(JSON.stringify({ sent: sent.length, body: sent[0]?.[1], renewed: first && second, left }));
"""


OLD, NEW = {"endpoint": "https://push.example/old"}, {"endpoint": "https://push.example/new"}


@pytest.mark.parametrize(
    ("former", "now", "status", "expected"),
    [
        (OLD, NEW, 204, {"sent": 1, "renewed": True, "left": NEW}),
        (OLD, NEW, 404, {"sent": 1, "renewed": False, "left": None}),
        (OLD, NEW, 503, {"sent": 1, "renewed": False, "left": OLD}),
        (OLD, NEW, 0, {"sent": 1, "renewed": False, "left": OLD}),
        (OLD, OLD, 204, {"sent": 0, "renewed": False, "left": OLD}),
        (OLD, None, 204, {"sent": 0, "renewed": False, "left": OLD}),
        (None, NEW, 204, {"sent": 0, "renewed": False, "left": None}),
    ],
    ids=["known", "unknown", "the site is down", "no network", "not replaced", "given up", "never added"],
)
def test_a_page_sends_a_replaced_subscription_once_with_the_former_one(
    former: Any, now: Any, status: int, expected: dict[str, Any]
) -> None:
    [path] = [path for path in SCRIPTS if path.name == "push-renewal.js"]
    said = run(PAGE, former=former, now=now, status=status, module=path.as_uri())
    body = said.pop("body", None)
    assert said == expected
    assert body == ({"former": OLD, "subscription": NEW} if expected["sent"] else None)
