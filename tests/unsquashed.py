"""The migrations that squashed ones replace: the way of an installation that has applied some of them."""

from __future__ import annotations

from typing import Any

from django.db.migrations.loader import MigrationLoader


def migrations(connection: Any = None) -> MigrationLoader:
    """Load all migrations, and leave the squashed ones out of the graph."""
    loader = MigrationLoader(connection, replace_migrations=False)
    for key, squashed in loader.replacements.items():
        loader.graph.remove_replacement_node(key, squashed.replaces)
    return loader
