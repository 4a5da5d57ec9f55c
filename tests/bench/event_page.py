"""The cost of the page of a large event: `python -m tests.bench event_page`.

210 pairs have played seven rounds and are playing the eighth; 420 readers have the page open. A table ends,
the round ends, the next one is paired and begins. After each change every reader fetches the update, as
`event.js` does. Measured are the bytes and nodes of the page, the bytes sent to a reader after a change, and
the processor time of the server for all 420 readers.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests import servers
from tests.live.stack import ROOT

if TYPE_CHECKING:  # these imports need settings
    from collections.abc import Callable

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
    random = Random(2)
    readers = [Reader(event.code, person if random.random() > LOOKING_ON else None) for person in people]
    for reader in readers:
        reader.open()
    print(f"the page of {PAIRS} pairs after {ROUNDS} rounds: {described(readers[0].page)}")
    spent = [refreshed(readers, partial(end, event, table)) for table in tables_at(event)[:CHANGES]]
    report("a table ends", *sorted(spent)[CHANGES // 2])
    for table in tables_at(event):
        end(event, table)
    report("the round is over", *refreshed(readers, lambda: end_round(event)))
    report("the next is drawn", *refreshed(readers, lambda: draw_next(event, people)))
    report("it begins", *refreshed(readers, lambda: begin(event)))
    readers[0].open()
    print(f"the page then: {described(readers[0].page)}")


def described(page: str) -> str:
    packed = len(gzip.compress(page.encode()))
    return f"{len(page.encode()) / 1000:.0f} kB, {nodes(page)} nodes, {packed / 1000:.0f} kB packed"


def refreshed(readers: list[Reader], change: Callable[[], None]) -> tuple[float, float]:
    """Return the processor seconds for all readers after a change, and the mean bytes sent to each."""
    from tournaments import doorbell

    heard: list[dict[str, Any]] = []
    with patch.object(doorbell, "ring", lambda _group, message: heard.append(message)):
        change()
    start = time.process_time()
    sent = [reader.refresh(heard) for reader in readers]
    return time.process_time() - start, sum(sent) / len(readers)


def report(what: str, seconds: float, sent: float) -> None:
    print(f"{what}: {seconds:.2f} s of processor for all open pages, {sent / 1000:.1f} kB each", flush=True)


class Reader:
    """An open page that fetches updates when its socket announces them."""

    def __init__(self, code: str, person: Any) -> None:
        from django.test import Client

        self.code, self.person = code, person
        self.client: Client = Client(headers={"Accept-Encoding": "gzip", "Accept-Language": "it"})
        if person is not None:
            self.client.force_login(person)
        self.page = ""

    def open(self) -> None:
        self.page, _ = self._get(f"/tornei/{self.code}/")

    def refresh(self, heard: list[dict[str, Any]]) -> int:
        """Fetch what these messages of the socket announce; return the bytes received."""
        own, size = self._known("parts"), 0
        if "data-common=" not in self.page:  # a single address for the whole update
            return self._get(own)[1]
        since = f"&da={self._known('version')}&fino={heard[-1]['revision']}"
        if any(self._is_concerned(each["concerned"]) for each in heard):
            text, size = self._get(f"{own}{since}" if "?" in own else own)
            for name in ("common", "me"):
                now = re.search(rf'data-{name}="[^"]*"', text)
                assert now is not None
                self.page = re.sub(rf'data-{name}="[^"]*"', now[0], self.page)
        if not size or "?" not in own:
            text, sent = self._get(f"{self._known('common')}{since}")
            size += sent
        newer = re.search(r'data-version="[^"]+"', text)
        if newer is not None:
            self.page = re.sub(r'data-version="[^"]+"', newer[0], self.page)
        return size

    def _is_concerned(self, concerned: list[int] | None) -> bool:
        return concerned is None or int(self._known("me") or 0) in concerned

    def _known(self, name: str) -> str:
        """Return a data attribute of the page."""
        found = re.search(rf'data-{name}="([^"]*)"', self.page)
        assert found is not None, name
        return found[1].replace("&amp;", "&")

    def _get(self, path: str) -> tuple[str, int]:
        answer = self.client.get(path)
        assert answer.status_code in (200, 204), (path, answer.status_code)
        body = answer.content
        packed = answer.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(body) if packed else body).decode(), len(body)


def nodes(html: str) -> int:
    """Return the number of elements; Chromium counts the same."""
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
    settings = {"rounds": ROUNDS + 3, "deals": DEALS, "scoring": "victory"}
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
        over, ended = number <= ROUNDS, now - timedelta(hours=ROUNDS + 1 - number)
        boards = Boards.objects.create(
            name=f"{event.code}/{number}", secret="00" * 32, opened_at=ended if over else None
        )
        row = Round.objects.create(
            event=event, number=number, boards=boards, starts_at=now, started_at=now,
            status="over" if over else "playing", over_at=ended if over else None,
        )  # fmt: skip
        _tables(row, people, random, "over" if over else "playing")
    return event, people


def _tables(row: Any, people: list[Any], random: Random, status: str) -> None:
    from games.models import Seat, Table
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
            status=status, deals=played(labels, random) if status == "over" else {},
        )
        for at in range(len(tables))
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(table=tables[at // 2], number=at % 2 + 2 * place, user=people[2 * (number - 1) + place])
        for at, number in enumerate(order)
        for place in range(2)
    )


def played(labels: list[str], random: Random) -> dict[str, list[int]]:
    return {label: [mine := random.randrange(34), 33 - mine] for label in labels}


def tables_at(event: Event) -> list[Any]:
    from tournaments.models import TournamentTable

    return list(TournamentTable.objects.filter(round__event=event, status="playing").order_by("number"))


def end(event: Event, table: Any) -> None:
    from tournaments.journal import write

    table.status, table.deals = "over", played(table.labels, Random(table.number))
    table.save(update_fields=["status", "deals"])
    write(event, "table_over", round=table.round.number, table=table.number)


def end_round(event: Event) -> None:
    from django.utils import timezone

    from games.models import Boards
    from tournaments.journal import write

    row, now = event.rounds.get(number=ROUNDS + 1), timezone.now()
    row.status, row.over_at = "over", now
    row.save(update_fields=["status", "over_at"])
    Boards.objects.filter(name=f"{event.code}/{row.number}").update(opened_at=now)
    write(event, "round_over", round=row.number)


def draw_next(event: Event, people: list[Any]) -> None:
    from django.utils import timezone

    from games.models import Boards
    from tournaments.journal import write
    from tournaments.models import Round

    number = ROUNDS + 2
    boards = Boards.objects.create(name=f"{event.code}/{number}", secret="00" * 32)
    row = Round.objects.create(
        event=event, number=number, boards=boards, starts_at=timezone.now(), status="drawn"
    )
    _tables(row, people, Random(3), "waiting")
    write(event, "drawn", round=number, only_in=True)


def begin(event: Event) -> None:
    from django.utils import timezone

    from tournaments.journal import write

    row = event.rounds.get(number=ROUNDS + 2)
    row.tables.update(status="playing")
    row.status, row.started_at = "playing", timezone.now()
    row.save(update_fields=["status", "started_at"])
    write(event, "round_began", round=row.number)


if __name__ == "__main__":
    inside() if sys.argv[1:] == ["inside"] else main()
