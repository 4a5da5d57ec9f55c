"""Transactions beside each other, where nothing else runs; `Stack.call` calls these functions."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Match, Pulse, Seat, Table
from games.play import actions, downtime, live, pulse, selectors
from ludopoli.accounts.models import User
from tests.live.seed import seed

PATIENCE = 20
"""The longest that something may take on any machine without waiting for locks, in seconds."""

WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def begun(act: Callable[[], object]) -> threading.Thread:
    """Start a thread that acts over a connection of its own."""

    def run() -> None:
        act()
        connection.close()

    beside = threading.Thread(target=run, daemon=True)
    beside.start()
    return beside


def await_lock(beside: threading.Thread) -> None:
    """Return when a thread waits for a lock of this transaction, or has ended without."""
    end = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while beside.is_alive() and time.monotonic() < end:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
            beside.join(0.05)


def two_people() -> tuple[Table, list[User]]:
    """Return a table at which two people wait for others, and them."""
    [made] = seed(people=2, bots=False)
    return Table.objects.get(code=made["code"]), [User.objects.get(username=name) for name in made["names"]]


def seats_noted() -> list[int]:
    """Return the seats that a pulse notes while one of them changes hands."""
    table, people = two_people()
    for person, channel in zip(people, "ab", strict=True):
        actions.note_socket_open(table, person, channel, is_new=True)
        pulse.record_socket(channel)
    Seat.objects.filter(table=table).update(seen_at=None)
    with transaction.atomic():
        Seat.objects.filter(table=table, number=0).update(rematch=False)
        begun(pulse.note_seats).join(PATIENCE)
        return [seat.number for seat in Seat.objects.filter(table=table).exclude(seen_at=None)]


def deadlines_moved() -> tuple[list[int], list[int]]:
    """Return by how many seconds the first pulse after downtime has moved the deadlines of two matches: while
    another transaction holds the first one, and after the next pulse."""
    held, other = (table["match"] for table in seed(2, people=4, move_seconds=20))

    def deadlines() -> list[datetime]:
        found = {str(row.pk): row.deadline_at for row in Match.objects.filter(pk__in=[held, other])}
        return [at for at in (found[held], found[other]) if at is not None]

    before = deadlines()

    def moved() -> list[int]:
        return [round((now - at).total_seconds()) for now, at in zip(deadlines(), before, strict=True)]

    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(seconds=60)})
    with transaction.atomic():
        live.lock_match(Match.objects.get(pk=held).pk)
        first = begun(downtime.record_pulse)
        first.join(PATIENCE)
        meanwhile = moved()
    first.join()
    downtime.record_pulse()
    return meanwhile, moved()


def lines_read() -> list[str]:
    """Return what a reader gets of two people who talk at once, asking for what is new after each line."""
    table, [anna, bruno] = two_people()
    texts: list[str] = []
    last = 0

    def read() -> None:
        nonlocal last
        for line in selectors.chat_messages(anna, table.pk, seated=True, after=last):
            texts.append(line["text"])
            last = line["id"]

    def answer() -> None:
        actions.add_table_line(bruno, table, "second")
        read()

    with transaction.atomic():
        actions.add_table_line(anna, table, "first")
        beside = begun(answer)
        await_lock(beside)
    beside.join(PATIENCE)
    read()
    return texts


def codes_of_one_creation() -> tuple[list[str], int]:
    """Return the codes of tables that two simultaneous requests with one key get, and how many there are."""
    _table, [anna, _bruno] = two_people()
    codes: list[str] = []

    def create() -> None:
        client = APIClient(SERVER_NAME="localhost", headers={"Idempotency-Key": "same"})
        client.force_authenticate(anna)
        asked = client.post("/api/v1/tables/", {"game": "briscola", "private": True}, format="json")
        assert asked.status_code == 201, asked.json()
        codes.append(asked.json()["code"])

    with transaction.atomic():
        create()
        beside = begun(create)
        await_lock(beside)
    beside.join(PATIENCE)
    return codes, Table.objects.filter(host=anna, game="briscola").count()
