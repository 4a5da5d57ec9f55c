"""The migrations that a database lacks."""

from __future__ import annotations

from typing import Any

from django.core.management import CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

REPLACED = {
    "accounts": "0008_chosen_zones",
    "analysis": "0002_comments",
    "api": "0002_tokens_that_expire",
    "clubs": "0008_removed_people",
    "games": "0025_carried_seats",
    "notices": "0005_devices_of_sessions",
    "practice": "0011_more_withdrawn_puzzles",
    "tournaments": "0021_scores_sent_once",
    "webhooks": "0003_new_ones_are_slow",
}
"""The last migrations that the first ones of their apps stand for; a database from before has them."""

LAST_WITH_ALL = "c708c808"
"""The last commit that has them."""


def count_pending(alias: str = DEFAULT_DB_ALIAS) -> int:
    """Return the number of migrations that are not applied."""
    executor = MigrationExecutor(connections[alias])
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def refuse_older(using: str, **_others: Any) -> None:
    """Refuse to migrate a database that lacks some of the migrations in `REPLACED`.

    A receiver of `pre_migrate`. Raises `CommandError` before anything is changed.
    """
    loader = MigrationLoader(connections[using])
    applied = loader.applied_migrations.keys()
    is_new = not any(key[0] in REPLACED for key in applied - loader.disk_migrations.keys())
    lacking = [app for app, name in REPLACED.items() if (app, name) not in applied]
    if lacking and not is_new:
        raise CommandError(
            f"This database is older than the first migrations ({', '.join(lacking)}). "
            f"Migrate it with the commit {LAST_WITH_ALL} first, and then with this version."
        )
