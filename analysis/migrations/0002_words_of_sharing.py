from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="study",
            name="access",
            field=models.CharField(
                choices=[
                    ("private", "Only you"),
                    ("read", "Anyone with the link can read it"),
                    ("write", "Anyone with the link can read it and add to it"),
                ],
                default="private",
                max_length=8,
            ),
        ),
    ]
