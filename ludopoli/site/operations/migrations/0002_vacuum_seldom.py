"""The rows with signs of life change every second. PostgreSQL makes room in their page as it writes; a vacuum each
minute makes none, and writes the page to its log once more."""

from django.db import migrations

TABLES = ("games_pulse", "operations_heartbeat")


def vacuum_seldom(_apps, editor):
    if editor.connection.vendor == "postgresql":
        for table in TABLES:
            editor.execute(
                f"ALTER TABLE {table} SET (autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 5000)"
            )


class Migration(migrations.Migration):
    dependencies = [("operations", "0001_initial"), ("games", "0004_cards_taken_back")]

    operations = [migrations.RunPython(vacuum_seldom, migrations.RunPython.noop)]
