"""The name of boards has room for a digest of what the players have added to them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_left_by_absence")]

    operations = [
        migrations.AlterField(
            model_name="boards",
            name="name",
            field=models.CharField(max_length=96, unique=True),
        ),
    ]
