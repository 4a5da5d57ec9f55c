"""Two people who talk at once, on a database of its own: `python -m tests.live.talking`.

It prints what a reader gets who asks for what is new whenever somebody has said something.
"""

from __future__ import annotations

import os
import threading
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402

from games.models import Message, Table  # noqa: E402
from games.play import actions, selectors  # noqa: E402
from ludopoli.accounts.models import User  # noqa: E402

PATIENCE = 20
"""The longest that a line may take on any machine, in seconds."""

WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def main() -> None:
    anna, bruno = (User.objects.create_user(name) for name in ("Anna", "Bruno"))
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    assert isinstance(table, Table), table
    actions.sit(bruno, table, 1)
    heard: list[str] = []
    last = 0

    def read() -> None:
        nonlocal last
        for line in selectors.messages(anna, table.pk, seated=True, after=last):
            heard.append(line["text"])
            last = line["id"]

    def answer() -> None:
        assert isinstance(actions.say(bruno, table, "second"), Message)
        read()
        connection.close()

    beside = threading.Thread(target=answer, daemon=True)
    with transaction.atomic(), connection.cursor() as cursor:
        assert isinstance(actions.say(anna, table, "first"), Message)
        beside.start()
        end = time.monotonic() + PATIENCE
        waits = False
        while beside.is_alive() and not waits and time.monotonic() < end:
            beside.join(0.05)
            cursor.execute(WAITING)
            waits = bool(cursor.fetchone()[0])
    beside.join(PATIENCE)
    read()
    print(heard)


if __name__ == "__main__":
    main()
