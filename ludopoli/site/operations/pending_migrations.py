"""The migrations that a database lacks."""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor


def pending(alias: str = DEFAULT_DB_ALIAS) -> int:
    """Return the number of migrations that are not applied."""
    executor = MigrationExecutor(connections[alias])
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
