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
                help_text="a bot played for them at the end, or they were `absent`; no director took them out"
            ),
        ),
    ]
