from typing import Any

from django.db import migrations

from tournaments.club_lines import link_club


def link_stored_members(apps: Any, _schema_editor: Any) -> None:
    """Link the members of stored events to the lines of their clubs' lists."""
    member, listed = apps.get_model("tournaments", "Member"), apps.get_model("clubs", "Member")
    for club in apps.get_model("clubs", "Club").objects.filter(events__isnull=False).distinct():
        link_club(club.pk, member.objects.all(), listed.objects.all())


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_the_line_is_the_person"),
    ]

    operations = [migrations.RunPython(link_stored_members, migrations.RunPython.noop)]
