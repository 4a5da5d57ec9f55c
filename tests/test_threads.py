"""Threads of a process that use the database at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

from ludopoli.accounts.models import User


@pytest.mark.django_db(transaction=True)
def test_a_row_is_written_while_another_thread_reads_its_table() -> None:
    rosalia, _calogero = (User.objects.create(username=name) for name in ("Rosalia", "Calogero"))

    def read_one_of_two() -> CursorWrapper:
        cursor = connection.cursor()
        cursor.execute("SELECT username FROM accounts_user")
        assert cursor.fetchone()
        return cursor

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read_one_of_two).result()
        rosalia.save(update_fields=["last_login"])
        pool.submit(reading.close).result()
        pool.submit(lambda: connection.close()).result()
