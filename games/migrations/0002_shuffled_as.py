from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="boards",
            name="shuffled_as",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the name on the site where they were dealt",
                max_length=96,
            ),
        ),
    ]
