"""The first pulse after downtime beside a move, on a database of its own: `python -m tests.live.coming_back`.

It prints by how many seconds the deadlines of two matches have moved: while one of them is held by another
transaction, and after the next pulse.
"""

from __future__ import annotations

import os
import threading
from datetime import datetime, timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import Match, Pulse  # noqa: E402
from games.play import downtime, live  # noqa: E402
from tests.live.handing_over import PATIENCE  # noqa: E402
from tests.live.seed import seed  # noqa: E402


def beat() -> None:
    downtime.beat()
    connection.close()


def deadlines() -> dict[str, datetime]:
    return {str(row.pk): row.deadline_at for row in Match.objects.all() if row.deadline_at is not None}


def main() -> None:
    held, other = (table["match"] for table in seed(2, people=4, move_seconds=20))
    before = deadlines()

    def moved() -> list[int]:
        after = deadlines()
        return [round((after[match] - before[match]).total_seconds()) for match in (held, other)]

    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(seconds=60)})
    first = threading.Thread(target=beat, daemon=True)
    with transaction.atomic():
        live.locked(Match.objects.get(pk=held).pk)
        first.start()
        first.join(PATIENCE)
        print(moved())
    first.join()
    downtime.beat()
    print(moved())


if __name__ == "__main__":
    main()
