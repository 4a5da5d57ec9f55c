"""The first migration of an installation's database, and of one of SQLite beside it.

Most of its time goes into the states of the models between its operations, which are the same for all
databases: so each operation is done in both before the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState

BESIDE = "beside"
"""The alias of the database of SQLite."""


def migrate_beside(file: str) -> None:
    """Migrate the empty database of this process, and one of SQLite in a new file."""
    configured = {DEFAULT_DB_ALIAS: {}, BESIDE: {**settings.SQLITE, "NAME": file}}
    connections.settings[BESIDE] = connections.configure_settings(configured)[BESIDE]
    databases = [connections[DEFAULT_DB_ALIAS], connections[BESIDE]]
    migrate(databases)
    for each in databases:
        with as_default(each):
            call_command("migrate", verbosity=0)  # finds nothing to do, and sends the signals of the end
    connections[BESIDE].close()


def migrate(databases: list[BaseDatabaseWrapper]) -> None:
    """Apply all migrations to empty databases, operation by operation."""
    executors = [MigrationExecutor(each) for each in databases]
    for each in executors:
        each.recorder.ensure_schema()
    loader = executors[0].loader
    state = ProjectState(real_apps=loader.unmigrated_apps)
    state.apps  # noqa: B018  # from now on each operation renders only the models that it changes
    for migration, _ in executors[0].migration_plan(loader.graph.leaf_nodes()):
        apply(migration, state, databases)
        for each in executors:
            each.record_migration(migration)


def apply(migration: Migration, state: ProjectState, databases: list[BaseDatabaseWrapper]) -> None:
    """Apply a migration to all databases, as `Migration.apply` does to one."""
    with ExitStack() as opened:
        editors = [opened.enter_context(each.schema_editor(atomic=migration.atomic)) for each in databases]
        for operation in migration.operations:
            before = state.clone()
            operation.state_forwards(migration.app_label, state)
            for editor in editors:
                with as_default(editor.connection):
                    operation.database_forwards(migration.app_label, editor, before, state)


@contextmanager
def as_default(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Make a connection the default one, which the functions of migrations use."""
    former = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = former
