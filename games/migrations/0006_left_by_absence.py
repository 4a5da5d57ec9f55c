from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_seal"),
    ]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="left",
            field=models.BooleanField(
                help_text="a bot played at the end, or they were `absent`; not by a director"
            ),
        ),
    ]
