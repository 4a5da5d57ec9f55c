from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_deal_of_the_day"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="pairs",
            field=models.CharField(
                choices=[
                    ("together", "Entered together"),
                    ("random", "Drawn by lot"),
                    ("balanced", "Drawn by lot into equally strong pairs"),
                ],
                default="together",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="status",
            field=models.CharField(
                choices=[("drawn", "paired"), ("playing", "being played"), ("over", "over")],
                default="drawn",
                max_length=8,
            ),
        ),
    ]
