"""The name of boards has room for a digest of what the players have added to them.

It is undone only while no name needs the room: records name their boards, so a name is never shortened.
"""

from django.db import migrations, models
from django.db.migrations.exceptions import IrreversibleError
from django.db.models.functions import Length

SHORT, LONG = 64, 96


def refuse_to_shorten(apps, schema_editor):
    """Stop before the column is changed."""
    boards = apps.get_model("games", "Boards").objects.using(schema_editor.connection.alias)
    long = boards.annotate(length=Length("name")).filter(length__gt=SHORT).count()
    if long:
        raise IrreversibleError(
            f"{long} boards have names of more than {SHORT} characters, which their records repeat: "
            "restore the backup from before the upgrade instead"
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0006_left_by_absence")]

    operations = [
        migrations.AlterField(
            model_name="boards",
            name="name",
            field=models.CharField(max_length=LONG, unique=True),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_to_shorten),
    ]
