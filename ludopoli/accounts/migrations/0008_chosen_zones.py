from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_folded_names")]

    operations = [
        migrations.AddField(
            "user",
            "zone",
            models.CharField(
                max_length=64,
                blank=True,
                db_default="",
                editable=False,
                help_text="the time zone that was chosen; empty: that of the device",
            ),
        ),
    ]
