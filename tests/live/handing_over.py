"""A pulse while a seat changes hands, on a database of its own: `python -m tests.live.handing_over`.

It prints the seats that the pulse noted before the other transaction ended.
"""

from __future__ import annotations

import os
import threading

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402

from games.models import Seat, Table  # noqa: E402
from games.play import actions, pulse  # noqa: E402
from ludopoli.accounts.models import User  # noqa: E402

PATIENCE = 20
"""The longest a pulse may take on any machine without waiting for locks, in seconds."""


def note() -> None:
    pulse.note_seats()
    connection.close()


def main() -> None:
    anna, bruno = (User.objects.create_user(name) for name in ("Anna", "Bruno"))
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    assert isinstance(table, Table), table
    actions.sit(bruno, table, 1)
    for person, channel in ((anna, "a"), (bruno, "b")):
        actions.hear_socket(table, person, channel, is_new=True)
        pulse.hear(channel)
    Seat.objects.filter(table=table).update(seen_at=None)
    beside = threading.Thread(target=note, daemon=True)
    with transaction.atomic():
        Seat.objects.filter(table=table, number=0).update(rematch=False)
        beside.start()
        beside.join(PATIENCE)
        print([seat.number for seat in Seat.objects.filter(table=table).exclude(seen_at=None)])


if __name__ == "__main__":
    main()
