"""The tables of a torneo del giorno wait for their player: those that are under way, too."""

from django.db import migrations

OVER = ("finished", "archived", "cancelled")


def take_clocks_away(apps, _editor):
    events = apps.get_model("tournaments", "Event").objects.filter(format="daily").exclude(status__in=OVER)
    found = list(events.values_list("pk", flat=True))
    events.update(move_seconds=None, check_in_minutes=0)
    tables = apps.get_model("tournaments", "TournamentTable").objects.filter(round__event__in=found)
    tables = list(tables.exclude(table=None).values_list("table", flat=True))
    apps.get_model("games", "Table").objects.filter(pk__in=tables).update(move_seconds=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_entries_taken_out")]
    operations = [migrations.RunPython(take_clocks_away, migrations.RunPython.noop)]
