"""What the page of a large event costs: `python -m tests.bench event_page`.

210 pairs have played seven rounds and play the eighth; 420 readers have the page open. A table ends, and
each of them fetches what is newer, as `event.js` does. Measured are the bytes and nodes of the page, what a
reader is sent for a change, and the processor time of the server for all 420, through the whole stack.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
from random import Random
from typing import TYPE_CHECKING, Any

from tests import servers
from tests.live.stack import ROOT

if TYPE_CHECKING:  # they need settings
    from django.test import Client

    from tournaments.models import Event

PAIRS, ROUNDS, DEALS, CHANGES = 210, 7, 16, 3
LOOKING_ON = 0.5
"""The share of the readers who are not signed in."""


def main() -> None:
    with servers.postgres() as url, servers.database(url) as fresh, tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "DATABASE_URL": fresh, "LUDOPOLI_VAR": home, "WEB_CONCURRENCY": "1"}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
        subprocess.run(
            [sys.executable, "-m", "tests.bench.event_page", "inside"], cwd=ROOT, env=env, check=True
        )


def inside() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.settings")
    django.setup()

    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    event, people = build()
    readers = [Reader(event.code, person) for person in people]
    for reader in readers:
        reader.open()
    page = readers[0].page
    print(f"the page of {PAIRS} pairs after {ROUNDS} rounds: {len(page) / 1000:.0f} kB, {nodes(page)} nodes, "
          f"{len(gzip.compress(page.encode())) / 1000:.0f} kB packed")  # fmt: skip
    spent, sent = [], []
    for table in tables_at(event)[:CHANGES]:
        concerned = end(event, table)
        Reader.revision = None
        start = time.process_time()
        sent = [reader.refresh(concerned) for reader in readers]
        spent.append(time.process_time() - start)
    idle = [each for each in sent if each]
    print(f"a table ends: {sorted(spent)[len(spent) // 2]:.2f} s of processor for {len(readers)} open pages, "
          f"{sum(idle) / len(readers) / 1000:.1f} kB each")  # fmt: skip
    draw_next(event)
    Reader.revision = None
    start = time.process_time()
    sent = [reader.refresh(None) for reader in readers]
    print(f"a round is over, which concerns everybody: {time.process_time() - start:.2f} s of processor, "
          f"{sum(sent) / len(readers) / 1000:.1f} kB each")  # fmt: skip


class Reader:
    """An open page, and what it fetches when its socket says that something is newer."""

    revision: int | None = None

    def __init__(self, code: str, person: Any) -> None:
        from django.test import Client

        self.code, self.person = code, person
        self.client: Client = Client(headers={"Accept-Encoding": "gzip", "Accept-Language": "it"})
        if person is not None:
            self.client.force_login(person)
        self.page = ""

    def open(self) -> None:
        self.page, _ = self._get(f"/tornei/{self.code}/")

    def refresh(self, concerned: list[int] | None) -> int:
        """The bytes that it is sent."""
        common = re.search(r'data-common="([^"]+)"', self.page)
        if common is None:  # one address for all of it
            return self._get(f"/tornei/{self.code}/vivo/")[1]
        version = re.search(r'data-version="([^"]+)"', self.page)
        assert version is not None
        text, size = self._get(f"{common[1].replace('&amp;', '&')}&da={version[1]}&fino={self.heard()}")
        newer = re.search(r'data-version="([^"]+)"', text)
        if newer is not None:
            self.page = self.page.replace(version[0], newer[0])
        me = re.search(r'data-me="(\d*)"', self.page)
        if concerned is None or (me is not None and me[1] and int(me[1]) in concerned):
            size += self._get(f"/tornei/{self.code}/vivo/")[1]
        return size

    def heard(self) -> int:
        """The revision of which the socket has spoken."""
        from tournaments.models import Event

        if Reader.revision is None:
            Reader.revision = Event.objects.get(code=self.code).revision
        return Reader.revision

    def _get(self, path: str) -> tuple[str, int]:
        answer = self.client.get(path)
        assert answer.status_code in (200, 204), (path, answer.status_code)
        body = answer.content
        packed = answer.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(body) if packed else body).decode(), len(body)


def nodes(html: str) -> int:
    """Elements; Chromium counts the same."""
    return len(re.findall(r"<[a-z]", html))


def build() -> tuple[Event, list[Any]]:
    from datetime import timedelta

    from django.utils import timezone

    from games.models import Boards
    from ludopoli.accounts.models import User
    from tournaments.formats import catalog
    from tournaments.models import Entry, Event, Member, Round

    now, random = timezone.now(), Random(1)
    people = User.objects.bulk_create(
        User(username=f"Giocatrice {number}", password="!") for number in range(2 * PAIRS)
    )
    settings = {"rounds": ROUNDS + 2, "deals": DEALS, "scoring": "victory"}
    event = Event.objects.create(
        name="Torneo di Capodanno", game="tressette", rules={"preset": "classico"}, players=4, format="swiss",
        settings=dict(catalog.FORMATS["swiss"].settings(settings)), unit="pair", status="running",
        organiser=User.objects.create(username="Ugo", password="!"), registers_at=now - timedelta(days=1),
        starts_at=now, started_at=now, wake_at=None,
    )  # fmt: skip
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=number, status="checked_in") for number in range(1, PAIRS + 1)
    )
    Member.objects.bulk_create(
        Member(event=event, entry=entries[at // 2], place=at % 2, user=person, here=True)
        for at, person in enumerate(people)
    )
    for number in range(1, ROUNDS + 2):
        over = number <= ROUNDS
        boards = Boards.objects.create(
            name=f"{event.code}/{number}", secret="00" * 32, opened_at=now if over else None
        )
        row = Round.objects.create(
            event=event, number=number, boards=boards, starts_at=now, started_at=now,
            status="over" if over else "playing", over_at=now if over else None,
        )  # fmt: skip
        _tables(row, over, random)
    readers = [person if random.random() > LOOKING_ON else None for person in people]
    return event, readers


def _tables(row: Any, over: bool, random: Random) -> None:
    from games.models import Table
    from tournaments.models import TournamentTable

    order = [*range(1, PAIRS + 1)]
    random.shuffle(order)
    labels = [f"{row.number}-{deal + 1}" for deal in range(DEALS)]
    tables = Table.objects.bulk_create(
        Table(game="tressette", rules={"preset": "classico"}, players=4, hosted=True, boards=row.boards)
        for _ in order[::2]
    )
    TournamentTable.objects.bulk_create(
        TournamentTable(
            round=row, number=at + 1, places=order[2 * at : 2 * at + 2], labels=labels, table=tables[at],
            status="over" if over else "playing",
            deals={label: [mine := random.randrange(34), 33 - mine] for label in labels} if over else {},
        )
        for at in range(len(tables))
    )  # fmt: skip


def tables_at(event: Event) -> list[Any]:
    from tournaments.models import TournamentTable

    return list(TournamentTable.objects.filter(round__event=event, status="playing").order_by("number"))


def end(event: Event, table: Any) -> list[int]:
    """A table is over; the entries that this concerns."""
    from tournaments.journal import write

    table.status = "over"
    table.save(update_fields=["status"])
    write(event, "table_over", round=table.round.number, table=table.number)
    return list(table.places)


def draw_next(event: Event) -> None:
    from django.utils import timezone

    from tournaments.journal import write

    row = event.rounds.get(number=ROUNDS + 1)
    row.status, row.over_at = "over", timezone.now()
    row.save(update_fields=["status", "over_at"])
    write(event, "round_over", round=row.number)


if __name__ == "__main__":
    inside() if sys.argv[1:] == ["inside"] else main()
