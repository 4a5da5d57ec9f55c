"""The migration that lengthens names of boards is reversible only while no name is long."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.exceptions import IrreversibleError

from games.models import Boards

MIGRATION = import_module("games.migrations.0007_longer_names_of_boards")


def test_long_names_are_not_shortened(db: None) -> None:
    editor = SimpleNamespace(connection=connection)
    Boards.objects.create(name="x" * MIGRATION.SHORT)
    MIGRATION.refuse_to_shorten(apps, editor)
    Boards.objects.create(name="y" * (MIGRATION.SHORT + 1))
    with pytest.raises(IrreversibleError, match="restore the backup"):
        MIGRATION.refuse_to_shorten(apps, editor)


def test_the_reverse_migration_checks_before_shortening() -> None:
    assert MIGRATION.Migration.operations[-1].reverse_code is MIGRATION.refuse_to_shorten
