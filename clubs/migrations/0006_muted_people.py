"""Remember whom a club has muted apart from their membership, which they can end."""

from django.conf import settings
from django.db import migrations, models


def copy_muted(apps, _schema_editor):
    members = apps.get_model("clubs", "Member").objects.filter(muted=True).exclude(user=None)
    muted = apps.get_model("clubs", "Club").muted_people.through
    muted.objects.bulk_create(muted(club_id=each.club_id, user_id=each.user_id) for each in members)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_squashed_0005_scorepads"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="muted_people",
            field=models.ManyToManyField(
                help_text="may not write in its chat, also after leaving",
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(copy_muted, migrations.RunPython.noop),
    ]
