"""The cost of the lobby: `python -m bench lobby`.

300 people sit at 100 tables. 40 readers have the lobby open and fetch its list after a change, as `lobby.js`
does. Measured are the processor time of the web process and of PostgreSQL, the queries and the bytes of a
fetch, and from these the number of readers that two cores can serve at one change a second.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from bench import processor
from tests import servers
from tests.live.stack import ROOT

SEATED, READERS, CHANGES = 300, 40, 5
CORES = 2


def main() -> None:
    with servers.postgres() as url, servers.database(url) as fresh, tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "DATABASE_URL": fresh, "LUDOPOLI_VAR": home, "WEB_CONCURRENCY": "1"}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
        inside = [sys.executable, "-m", "bench.lobby", "inside"]
        subprocess.run(inside, cwd=ROOT, env=env, check=True)


def inside() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    django.setup()

    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["testserver"]
    people = build()
    readers = [Client(headers={"Accept-Encoding": "gzip", "Accept-Language": "it"}) for _ in range(READERS)]
    for reader, person in zip(readers[::2], people, strict=False):
        reader.force_login(person)
    for reader in readers:  # what the first request loads is no cost of the others
        reader.get("/tavoli/elenco/")
    ours, theirs, answers = 0.0, 0.0, []
    url = os.environ["DATABASE_URL"]
    for _ in range(CHANGES):
        change(people.pop())
        time.sleep(1)
        began, start = processor.of_postgres(url), time.process_time()
        answers += [reader.get("/tavoli/elenco/") for reader in readers]
        ours += time.process_time() - start
        theirs += processor.of_postgres(url) - began
    with CaptureQueriesContext(connection) as captured:
        for reader in readers:
            reader.get("/tavoli/elenco/")
    packed = sum(len(answer.content) for answer in answers) / len(answers)
    size = sum(len(gzip.decompress(answer.content)) for answer in answers) / len(answers)
    each, of_web = (1000 * spent / (CHANGES * READERS) for spent in (ours + theirs, ours))
    print(
        f"a fetch of the lobby: {each:.1f} ms of processor, {of_web:.1f} of it of the web process, "
        f"{len(captured) / READERS:.1f} queries, "
        f"{size / 1000:.0f} kB, {packed / 1000:.1f} kB packed; "
        f"{CORES} cores serve {1000 * CORES / each:.0f} readers at a change a second"
    )


def build() -> list[Any]:
    """Seat people at tables, of which every fourth waits for company; return people without a seat."""
    from django.db import transaction

    from games.models import Seat
    from games.play import actions
    from ludopoli.accounts.models import User
    from ludopoli.text import times

    people = User.objects.bulk_create(
        User(username=f"Giocatrice {number}", password="!") for number in range(SEATED + 2 * READERS)
    )
    with transaction.atomic():
        for number in range(SEATED // 3):
            host, *others = people[3 * number : 3 * number + 3]
            table = opened(host)
            for seat, person in enumerate(others, 1):
                actions.take_seat(person, table, seat)
            if number % 4:
                actions.fill_with_bots(host, table)
        Seat.objects.exclude(user=None).update(
            socket="somewhere", seen_at=times.now(), touched_at=times.now()
        )
        transaction.get_connection().run_on_commit.clear()  # no bells, no bots
    return people[SEATED:]


def change(person: Any) -> None:
    opened(person)


def opened(host: Any) -> Any:
    from games.play import actions

    return actions.open_table(host, game="tressette", rules={"preset": "classico"}, players=4)


if __name__ == "__main__":
    inside() if sys.argv[1:] == ["inside"] else main()
