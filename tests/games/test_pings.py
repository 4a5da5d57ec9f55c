"""What is new is looked up together for all pings of a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, Message, Table
from games.play import pings, prepared_sql
from games.play.prepared_sql import News


class Reads:
    """The queries of the pings, each of which is answered when the test says so."""

    def __init__(self) -> None:
        self.asked: list[set[int]] = []
        self.answers: asyncio.Queue[dict[int, News] | Exception] = asyncio.Queue()

    async def in_thread(self, _: Callable[..., Any], tables: list[int]) -> dict[int, News]:
        self.asked.append(set(tables))
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    made = Reads()
    monkeypatch.setattr(pings, "in_thread", made.in_thread)
    monkeypatch.setattr(pings, "PAUSE", 0)
    return made


def ping(table: int) -> asyncio.Task[News]:
    return asyncio.ensure_future(pings.news_of_table(table))


async def settled() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


def news(version: int) -> News:
    return News(1, version, 0, 0)


async def test_pings_that_come_meanwhile_share_the_next_query(reads: Reads) -> None:
    first = ping(1)
    await settled()
    others = [ping(table) for table in (1, 2, 2, 3)]
    await settled()
    reads.answers.put_nowait({1: news(7)})
    assert await first == news(7)
    await settled()
    assert reads.asked == [{1}, {1, 2, 3}]
    reads.answers.put_nowait({table: news(table) for table in (1, 2, 3)})
    assert await asyncio.gather(*others) == [news(1), news(2), news(2), news(3)]


async def test_a_query_that_fails_fails_its_pings_alone(reads: Reads) -> None:
    first, second = ping(1), ping(2)
    await settled()
    third = ping(1)
    reads.answers.put_nowait(OperationalError("gone"))
    for each in (first, second):
        with pytest.raises(OperationalError):
            await each
    reads.answers.put_nowait({1: news(3)})
    assert await third == news(3)


async def test_whoever_has_gone_needs_no_answer(reads: Reads) -> None:
    gone, there = ping(1), ping(2)
    await settled()
    gone.cancel()
    later = ping(3)
    await settled()
    later.cancel()
    reads.answers.put_nowait({1: news(1), 2: news(2)})
    assert await there == news(2)
    reads.answers.put_nowait({4: news(4)})
    assert await ping(4) == news(4)
    assert reads.asked == [{1, 2}, {4}]


async def test_of_a_table_that_is_gone_there_is_no_news(reads: Reads) -> None:
    gone, there = ping(1), ping(2)
    reads.answers.put_nowait({2: news(2)})
    assert await there == news(2)
    with pytest.raises(Table.DoesNotExist):
        await gone


def test_one_query_has_the_latest_of_tables_matches_and_chats(match: Callable[..., Match]) -> None:
    begun, other = match(), match()
    lines = [
        Message.objects.create(table=begun.table, seat=seat, name="Anna", text="eccomi").pk
        for seat in (0, None, None)
    ]
    tables = [begun.table_id, other.table_id, 10**6]
    with CaptureQueriesContext(connection) as queries:
        found = prepared_sql.news_of(tables)
    assert len(queries) == 1
    revisions = {each.pk: each.revision for each in Table.objects.filter(pk__in=tables)}
    assert found == {
        begun.table_id: News(revisions[begun.table_id], begun.version, lines[0], lines[2]),
        other.table_id: News(revisions[other.table_id], other.version, 0, 0),
    }
