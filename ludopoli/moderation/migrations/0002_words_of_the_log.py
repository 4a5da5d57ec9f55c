from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="act",
            name="what",
            field=models.CharField(
                choices=[
                    ("warn", "warned"),
                    ("mute", "muted"),
                    ("ban", "barred from play"),
                    ("annul", "annulled the match"),
                    ("dismiss", "dismissed the report"),
                    ("lift", "lifted a measure"),
                    ("restore", "counted the match again"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="sanction",
            name="kind",
            field=models.CharField(
                choices=[("told", "notice"), ("warn", "warning"), ("mute", "no chat"), ("ban", "no play")],
                max_length=4,
            ),
        ),
    ]
