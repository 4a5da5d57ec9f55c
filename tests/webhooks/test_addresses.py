"""Webhooks go to public addresses only: the IANA special-purpose registries, as a table."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from typing import Any

import pytest
from django.conf import LazySettings

from ludopoli.work import sending

SPECIAL = {
    "this network": "0.0.0.0/8",
    "private use": "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7",
    "shared by customers of a provider": "100.64.0.0/10",
    "loopback": "127.0.0.0/8 ::1/128",
    "unspecified": "::/128",
    "the host of a cloud": "168.63.129.16/32",
    "link-local, and the metadata of clouds": "169.254.0.0/16 fe80::/10",
    "site-local": "fec0::/10",
    "protocol assignments": "192.0.0.0/24 2001::/23",
    "documentation": "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20",
    "AS112": "192.31.196.0/24 192.175.48.0/24 2620:4f:8000::/48 2001:4:112::/48",
    "multicast by tunnels": "192.52.193.0/24 2001:3::/32",
    "6to4": "192.88.99.0/24 2002::/16",
    "Teredo": "2001::/32",
    "benchmarks": "198.18.0.0/15 2001:2::/48",
    "ORCHID": "2001:10::/28 2001:20::/28",
    "multicast": "224.0.0.0/4 ff00::/8",
    "reserved, and broadcast": "240.0.0.0/4 255.255.255.255/32",
    "an IPv4 address inside": "::ffff:0:0/96 ::ffff:0:0:0/96 ::/96",
    "NAT64": "64:ff9b::/96 64:ff9b:1::/48",
    "discarded": "100::/64 100:0:0:1::/64",
    "segment routing": "5f00::/16",
    "never assigned": "4000::/3 8000::/1 400::/6",
}
RANGES = [(why, each) for why, ranges in SPECIAL.items() for each in ranges.split()]

PUBLIC = (
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.215.14", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "168.63.129.15", "168.63.129.17",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
    "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
    "198.20.0.0", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888", "2001:db9::", "2003::1",
    "2606:4700::1111", "2a00:1450:4001::200e",
)  # fmt: skip


@pytest.mark.parametrize(("why", "network"), RANGES, ids=[f"{why}: {each}" for why, each in RANGES])
def test_no_address_of_a_special_range_is_public(why: str, network: str) -> None:
    found, lots = ip_network(network), random.Random(network)
    within = [found[0], found[-1], *(found[lots.randrange(found.num_addresses)] for _ in range(100))]
    assert [str(each) for each in within if sending.is_public(str(each))] == []


@pytest.mark.parametrize("number", PUBLIC)
def test_neighbouring_addresses_are_public(number: str) -> None:
    assert sending.is_public(number)


@pytest.mark.parametrize("number", PUBLIC)
def test_other_notations_of_public_addresses_are_refused(number: str) -> None:
    """Addresses with a zone, or embedded in another address, are refused."""
    assert not sending.is_public(f"{number}%eth0")
    if ip_address(number).version == 4:
        assert not sending.is_public(f"::ffff:{number}")
        assert not sending.is_public(f"64:ff9b::{number}")


@pytest.mark.parametrize(
    "host",
    [
        "0177.0.0.1", "2130706433", "0x7f000001", "0x7f.1", "127.1", "017700000001", "8.8.8", "1.2.3.4.",
        "08.8.8.8", "hook.0x7f", "[fe80::1%25eth0]", "[::1%1]",
    ],
)  # fmt: skip
def test_unusual_notations_of_addresses_are_refused(host: str, settings: LazySettings) -> None:
    settings.WEBHOOKS_TO_PRIVATE = False
    with pytest.raises(sending.Unreachable):
        sending.check_address(f"https://{host}/")


@pytest.mark.parametrize("host", ["93.184.215.14", "[2606:4700::1111]", "hook.example", "4.example", "a1.b2"])
def test_names_and_plain_addresses_are_accepted(host: str, settings: LazySettings) -> None:
    settings.WEBHOOKS_TO_PRIVATE = False
    assert sending.check_address(f"https://{host}/x").hostname


def test_every_address_of_a_host_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """All addresses were checked. Otherwise a server without IPv6 would reach no receiver that has it."""
    asked: list[Any] = []

    def connect(address: Any, *_args: Any) -> socket.socket:
        asked.append(address[0])
        raise OSError("no route")

    numbers = ["2606:4700::1111", "93.184.215.14"]
    resolved = [(0, 0, 0, "", (number, 443)) for number in numbers]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: resolved)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(sending.Unreachable):
        sending.deliver_webhook("https://hook.example/", b"s", "1", "{}")
    assert asked == numbers


def test_there_is_no_port_0() -> None:
    with pytest.raises(sending.Unreachable):
        sending.check_address("https://hook.example:0/")


# ---- resolving host names


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A DNS server that does not answer; the value is the list of names it was asked for."""
    asked: list[str] = []
    over, threads = threading.Event(), []

    def resolve(host: str, *_args: Any, **_more: Any) -> None:
        asked.append(host)
        threads.append(threading.current_thread())
        over.wait(20)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(sending, "SECONDS", 0.2)
    yield asked
    over.set()
    for thread in threads:
        thread.join()


def test_slow_name_lookups_are_given_up(stuck: list[str]) -> None:
    begin = time.monotonic()
    with pytest.raises(sending.Unreachable, match="in time"):
        sending.deliver_webhook("https://hook.example/", b"s", "1", "{}")
    assert time.monotonic() - begin < 20, "it would wait for ever"
    assert stuck == ["hook.example"]


def test_concurrent_name_lookups_are_limited(stuck: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "looking_up", threading.BoundedSemaphore(2))
    for _ in range(3):
        with pytest.raises(sending.Unreachable, match="in time"):
            sending.addresses_of_host("hook.example", 443)
    assert len(stuck) == 2


def test_time_for_the_lookup_reduces_the_time_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []

    def resolve(*_args: Any, **_more: Any) -> list[Any]:
        time.sleep(0.5)
        return [(0, 0, 0, "", ("93.184.215.14", 443))]

    def connect(_address: Any, seconds: float) -> socket.socket:
        left.append(seconds)
        raise OSError("no route")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(sending.Unreachable):
        sending.deliver_webhook("https://hook.example/", b"s", "1", "{}")
    assert left[0] <= sending.SECONDS - 0.5
