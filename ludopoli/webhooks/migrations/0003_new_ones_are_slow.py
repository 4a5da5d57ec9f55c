from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0002_time_decides"),
    ]

    operations = [
        migrations.AlterField(
            model_name="webhook",
            name="slow",
            field=models.BooleanField(
                default=True, help_text="its latest answer took long, or there is none"
            ),
        ),
    ]
