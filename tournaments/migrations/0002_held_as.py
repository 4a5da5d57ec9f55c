from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="held_as",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                db_index=True,
                editable=False,
                help_text="its code on the site where it was held; empty if that is this one",
                max_length=12,
            ),
        ),
    ]
