"""`move_to` looks at the tables of both databases before it copies anything."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ludopoli.site.operations import moving


def test_a_database_of_another_version_is_refused_before_anything_is_copied(db: None) -> None:
    assert moving.find_differing_tables("default") == []
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_epoch ADD COLUMN coming integer")
        cursor.execute("ALTER TABLE games_pulse RENAME TO games_former")
    assert sorted(moving.find_differing_tables("default")) == ["games_epoch", "games_pulse"]
    with pytest.raises(CommandError, match="this database is of another version"):
        call_command("move_to", "postgresql://nobody@127.0.0.1:1/nothing")
