"""The tables of a database with all that counts, to compare two ways of making them.

The order of columns counts for nothing: no code of the site relies on it.
"""

from __future__ import annotations

from typing import Any

POSTGRESQL = {
    "columns": """
        SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default,
               is_identity, collation_name
        FROM information_schema.columns WHERE table_schema = 'public'
    """,
    "indexes": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    """,
}
SQLITE = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"


Schema = dict[str, list[str]]


def of(connection: Any) -> Schema:
    """Return the definitions of all tables, columns, indexes and constraints."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            return {name: _pieces(sql) for name, sql in cursor.execute(SQLITE)}
        return {kind: sorted(map(str, cursor.execute(sql).fetchall())) for kind, sql in POSTGRESQL.items()}


def differences(one: Schema, other: Schema) -> dict[str, set[str]]:
    """Return what only one of the two has, by table and index, or by kind."""
    found = {name: {*one.get(name, [])} ^ {*other.get(name, [])} for name in one.keys() | other.keys()}
    return {name: pieces for name, pieces in found.items() if pieces}


def _pieces(sql: str) -> list[str]:
    """Cut a definition of SQLite into its head and what stands in the brackets, in alphabetical order."""
    return sorted(sql.removesuffix(")").replace(" (", ", ", 1).split(", "))
