from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveField(model_name="webhook", name="failures"),
        migrations.AddField(
            model_name="webhook",
            name="failing_since",
            field=models.DateTimeField(help_text="the first failure after the latest success", null=True),
        ),
        migrations.AddField(
            model_name="webhook",
            name="slow",
            field=models.BooleanField(
                default=False, help_text="its latest answer took long, or did not come"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("status", "waiting")), fields=["webhook", "due_at"], name="delivery_next"
            ),
        ),
    ]
