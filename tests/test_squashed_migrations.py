"""Squashed migrations end where those do that they replace, and stored data gets there from any former state.

`tests/stored.py` compares the tables that both ways make.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ModelState, ProjectState

from ludopoli.site.operations import pending_migrations
from tests import unsquashed

STEP = 9
"""Every such former state is looked at."""


@pytest.fixture(autouse=True)
def _migrations(settings: Any) -> None:
    settings.MIGRATION_MODULES = {}  # pytest takes migrations away once a test has asked for a database


@pytest.fixture
def recorder(db: None) -> MigrationRecorder:
    """The table of applied migrations, which the tests' database lacks."""
    editor = connection.schema_editor()
    editor.execute(*editor.table_sql(MigrationRecorder.Migration))
    return MigrationRecorder(connection)


def test_they_end_in_the_same_models() -> None:
    squashed, former = MigrationLoader(None), unsquashed.migrations()
    assert squashed.replacements
    for (app, name), migration in squashed.replacements.items():
        latest = migration.replaces[-1]
        assert models(squashed.project_state((app, name)), app) == models(former.project_state(latest), app)
        assert migration.replaces == [key for key in former.graph.forwards_plan(latest) if key[0] == app]


def test_stored_data_gets_there_from_any_former_state(recorder: MigrationRecorder) -> None:
    former = MigrationExecutor(connection)
    former.loader = unsquashed.migrations()
    every = [key for migration in plan(former) for key in names(migration)]
    for done in range(0, len(every), STEP):
        recorder.flush()
        for key in every[:done]:
            recorder.record_applied(*key)
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        to_do = [key for migration in plan(executor) for key in names(migration)]
        assert sorted(to_do) == sorted(every[done:]), f"after {done} migrations"


def test_an_installation_with_all_former_migrations_has_nothing_to_do(recorder: MigrationRecorder) -> None:
    loader = unsquashed.migrations()
    for key in loader.disk_migrations.keys() - loader.replacements.keys():
        recorder.record_applied(*key)
    assert pending_migrations.pending() == 0
    call_command("migrate", check_unapplied=True)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert loader.replacements.keys() <= recorder.applied_migrations().keys()


@pytest.mark.django_db
def test_the_next_migration_has_the_next_number(capsys: pytest.CaptureFixture[str]) -> None:
    loader = unsquashed.migrations()
    for app in {app for app, _ in loader.replacements}:
        latest = max(int(name[:4]) for label, name in loader.disk_migrations if label == app)
        call_command("makemigrations", app, empty=True, dry_run=True)
        assert f"{latest + 1:04}_" in capsys.readouterr().out


def plan(executor: MigrationExecutor) -> list[Migration]:
    return [migration for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]


def names(migration: Migration) -> list[tuple[str, str]]:
    """Return the migrations that this one is recorded as."""
    return list(migration.replaces) or [(migration.app_label, migration.name)]


def models(state: ProjectState, app: str) -> dict[str, Any]:
    """The models of an app, by name; the order of fields, indexes and constraints counts for nothing."""
    return {
        name: (
            {field: found.deconstruct()[1:] for field, found in model.fields.items()},
            options(model),
            model.bases,
            model.managers,
        )
        for (label, name), model in state.models.items()
        if label == app
    }


def options(model: ModelState) -> dict[str, Any]:
    unordered = ("indexes", "constraints")
    return {
        name: sorted(value, key=repr) if name in unordered else value
        for name, value in model.options.items()
        if value
    }
