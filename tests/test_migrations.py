"""Migrations that the former version survives: its code works with the new tables until it is restarted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations import AddField, AlterField, RemoveField, RenameField
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import NOT_PROVIDED, AutoField, Field, IntegerField

from ludopoli.site.operations.pending_migrations import REPLACED, refuse_older

PACKAGES = ("analysis", "clubs", "games", "ludopoli", "practice", "tournaments")
OURS = {app.label for app in apps.get_app_configs() if app.name.split(".")[0] in PACKAGES}

CONTRACTED: set[str] = set()
"""Tables and columns that are removed although former code used them: a release has come out in between."""

Tables = dict[str, dict[str, Any]]


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration(settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    settings.MIGRATION_MODULES = {}
    try:
        call_command("makemigrations", check=True, dry_run=True)
    except SystemExit:
        pytest.fail(capsys.readouterr().out)


def test_the_former_version_can_write_into_the_new_tables(settings: Any) -> None:
    settings.MIGRATION_MODULES = {}  # pytest takes migrations away once a test has asked for a database
    loader = MigrationLoader(None)
    found = []
    for app, name in sorted(loader.disk_migrations):
        if app in OURS and name != "0001_initial":
            before, after = (loader.project_state((app, name), at_end=at_end) for at_end in (False, True))
            found += [f"{app} {name}: {what}" for what in broken(tables(before, app), tables(after, app))]
    assert found == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (AddField("table", "hue", IntegerField(default=0)), "x_table.hue is demanded"),
        (AlterField("table", "seats", IntegerField()), "x_table.seats is demanded"),
        (RemoveField("table", "seats"), "x_table.seats is gone"),
        (RenameField("table", "seats", "chairs"), "x_table.seats is gone"),
        (AddField("table", "hue", IntegerField(default=0, db_default=0)), None),
        (AddField("table", "hue", IntegerField(null=True)), None),
    ],
)
def test_a_migration_that_breaks_the_former_version_is_found(change: Operation, reason: str | None) -> None:
    before = ProjectState()
    fields: list[tuple[str, Field[Any, Any]]] = [
        ("id", AutoField(primary_key=True)),
        ("seats", IntegerField(null=True)),
    ]
    before.add_model(ModelState("x", "Table", fields))
    after = before.clone()
    change.state_forwards("x", after)
    found = list(broken(tables(before, "x"), tables(after, "x")))
    assert found == [] if reason is None else reason in found


def tables(state: ProjectState, app: str) -> Tables:
    """The columns of an app's tables, by name."""
    return {
        model._meta.db_table: {field.column: field for field in model._meta.local_concrete_fields}
        for model in state.apps.get_models(include_auto_created=True)
        if model._meta.app_label == app
    }


def broken(before: Tables, after: Tables) -> Iterator[str]:
    """Tables and columns that former code uses and that are gone, and values that it does not give."""
    gone = names(before) - names(after) - CONTRACTED
    yield from (f"{name} is gone" for name in sorted(gone))
    for table in before.keys() & after.keys():
        given = {column for column, field in before[table].items() if is_demanded(field)}
        demanded = {column for column, field in after[table].items() if is_demanded(field)}
        yield from (f"{table}.{column} is demanded" for column in sorted(demanded - given))


def names(found: Tables) -> set[str]:
    return {*found, *(f"{table}.{column}" for table, columns in found.items() for column in columns)}


def is_demanded(field: Any) -> bool:
    return not (field.null or field.primary_key or field.db_default is not NOT_PROVIDED)


@pytest.mark.django_db
def test_a_database_from_before_the_first_migrations_is_not_migrated_half(settings: Any) -> None:
    settings.MIGRATION_MODULES = {}
    editor = connection.schema_editor()  # the tests' database lacks this table
    editor.execute(*editor.table_sql(MigrationRecorder.Migration))
    recorder = MigrationRecorder(connection)
    refuse_older(connection.alias)
    for app, name in REPLACED.items():
        recorder.record_applied(app, "0001_initial")
        recorder.record_applied(app, name)
    refuse_older(connection.alias)
    recorder.record_unapplied("clubs", REPLACED["clubs"])
    with pytest.raises(CommandError, match=r"\(clubs\).* with the commit \w+ first"):
        refuse_older(connection.alias)
