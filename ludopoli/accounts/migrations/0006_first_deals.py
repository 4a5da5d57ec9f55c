from django.db import migrations, models


class Migration(migrations.Migration):
    """People who are here already have played; whoever comes from now on is new."""

    dependencies = [
        ("accounts", "0005_preferences"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_new",
            field=models.BooleanField(
                default=False, editable=False, help_text="has not finished a deal yet, of any game"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="is_new",
            field=models.BooleanField(
                default=True,
                db_default=True,
                editable=False,
                help_text="has not finished a deal yet, of any game",
            ),
        ),
    ]
