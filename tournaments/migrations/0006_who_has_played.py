"""Members know how much of their matches they have played themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_seal")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="bot_moves",
            field=models.PositiveIntegerField(default=0, help_text="those that a bot took for the person"),
        ),
        migrations.AddField(
            model_name="member",
            name="own_moves",
            field=models.PositiveIntegerField(default=0, help_text="decisions at tables that are over"),
        ),
    ]
