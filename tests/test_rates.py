"""Rates that all processes count together."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest

from ludopoli.http import caches, throttle
from ludopoli.http.caches import SharedCache
from tests import servers

PARTY = ("say", UUID(int=7))


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with servers.redis() as url:
        yield url


@pytest.fixture
def processes(redis: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[SharedCache]]:
    """The caches of two processes with one Redis."""
    monkeypatch.setattr(SharedCache, "away_until", 0.0)
    throttle._shared.clear()
    both = [SharedCache(redis, {"OPTIONS": {"socket_timeout": 1}}) for _ in range(2)]
    yield both
    both[0].clear()
    throttle._shared.clear()


def test_processes_share_a_limit(processes: list[SharedCache], monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    for turn in range(5):
        monkeypatch.setattr(throttle, "cache", processes[turn % 2])
        taken.append(throttle.shared_bucket(PARTY, rate=0.01, burst=3).take())
    assert taken == [True, True, True, False, False]
    assert throttle.shared_bucket(("say", 8), rate=0.01, burst=3).take(3), "somebody else"


def test_tokens_flow_back(processes: list[SharedCache]) -> None:
    one, other = processes
    slowly, at_once = 0.01, 1e6
    assert one.take_tokens(PARTY, slowly, 2, 2)
    assert not other.take_tokens(PARTY, slowly, 2, 2)
    assert other.take_tokens(PARTY, at_once, 2, 2)
    assert not one.take_tokens(PARTY, slowly, 2, 1)


def test_each_process_counts_for_itself_while_redis_is_away(
    processes: list[SharedCache], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caches, "TAKE_TOKENS", "return redis.error_reply('OOM command not allowed')")
    one, _other = processes
    assert [one.take_tokens(PARTY, 0.01, 2, 1) for _ in range(3)] == [True, True, False]
    assert one.own.add("name", 1)
