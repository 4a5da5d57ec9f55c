import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("api", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Mailbox",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="mailbox",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("language", models.CharField(max_length=8)),
                (
                    "zone",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="by its name; empty: that of the site",
                        max_length=64,
                    ),
                ),
                (
                    "quiet_from",
                    models.PositiveSmallIntegerField(
                        db_default=22,
                        default=22,
                        help_text="the hour from which nothing is pushed, in this zone",
                    ),
                ),
                (
                    "quiet_until",
                    models.PositiveSmallIntegerField(
                        db_default=8,
                        default=8,
                        help_text="the hour until which nothing is pushed; the same: never quiet",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("private", models.TextField(help_text="in base64, sealed")),
            ],
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "endpoint",
                    models.CharField(
                        help_text="the address at its push service", max_length=500, unique=True
                    ),
                ),
                (
                    "public_key",
                    models.CharField(
                        help_text="p256dh of its subscription, for the encryption", max_length=120
                    ),
                ),
                ("secret", models.CharField(help_text="auth of its subscription", max_length=40)),
                (
                    "name",
                    models.CharField(
                        help_text="the browser and the system, by its user agent", max_length=60
                    ),
                ),
                (
                    "session",
                    models.CharField(
                        db_default="",
                        db_index=True,
                        default="",
                        help_text="the key of the session that added it: the device is gone with it, too",
                        max_length=40,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "token",
                    models.ForeignKey(
                        help_text="that of the program that added it: the device is gone with it",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="api.token",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                (
                    "facts",
                    models.JSONField(default=dict, help_text="the values that the kind turns into words"),
                ),
                (
                    "about",
                    models.CharField(blank=True, help_text="what it is about, `table:42`", max_length=64),
                ),
                ("url", models.CharField(help_text="the page that it leads to", max_length=200)),
                ("shown", models.BooleanField(default=True, help_text="false: it goes out by mail only")),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "mail_at",
                    models.DateTimeField(
                        help_text="when a mail goes out, if it is not read by then", null=True
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        help_text="who did it",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Push",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("due_at", models.DateTimeField(db_index=True, help_text="null: given up", null=True)),
                (
                    "tried",
                    models.BooleanField(
                        default=False, help_text="it has failed before, and counts only once"
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pushes",
                        to="notices.device",
                    ),
                ),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pushes",
                        to="notices.notice",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Switch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("page", models.BooleanField()),
                ("mail", models.BooleanField()),
                ("push", models.BooleanField(db_default=False, default=False)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_switches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["user", "-id"], name="notice_list"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("read_at__isnull", True), ("shown", True)),
                fields=["user"],
                name="notice_unread",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["about", "at"], name="notice_about"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("mail_at__isnull", False)), fields=["mail_at"], name="notice_mail"
            ),
        ),
        migrations.AddConstraint(
            model_name="switch",
            constraint=models.UniqueConstraint(fields=("user", "kind"), name="one_switch_per_kind"),
        ),
    ]
