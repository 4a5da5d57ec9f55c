import django.contrib.auth.models
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import ludopoli.accounts.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "Somebody has this name already."},
                        max_length=24,
                        unique=True,
                        validators=[
                            django.core.validators.MinLengthValidator(
                                2, "At least %(limit_value)d characters."
                            ),
                            ludopoli.accounts.names.NameValidator(),
                        ],
                        verbose_name="name",
                    ),
                ),
                (
                    "skeleton",
                    models.CharField(
                        editable=False,
                        help_text="what the name looks like; null where it was given before that had to be its own",
                        max_length=200,
                        null=True,
                        unique=True,
                    ),
                ),
                (
                    "folded",
                    models.TextField(
                        db_default="",
                        editable=False,
                        help_text="the name without capitals and accents, by which it is found",
                    ),
                ),
                ("is_guest", models.BooleanField(default=False)),
                (
                    "is_named",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="a guest whom a director entered by name, for one event alone",
                    ),
                ),
                (
                    "is_bot",
                    models.BooleanField(
                        default=False, help_text="a program plays: no password, tokens alone"
                    ),
                ),
                (
                    "is_new",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        editable=False,
                        help_text="has not finished a deal yet, of any game",
                    ),
                ),
                (
                    "warned",
                    models.BooleanField(
                        default=False, editable=False, help_text="a message of the moderators is unread"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True, editable=False, help_text="the one chosen, for every device", max_length=2
                    ),
                ),
                (
                    "zone",
                    models.CharField(
                        blank=True,
                        db_default="",
                        editable=False,
                        help_text="the time zone that was chosen; empty: that of the device",
                        max_length=64,
                    ),
                ),
                (
                    "preferences",
                    models.JSONField(
                        db_default=models.Value({}, models.JSONField()),
                        default=dict,
                        editable=False,
                        help_text="what has been chosen of `preferences.SETTINGS`",
                    ),
                ),
                ("bio", models.CharField(blank=True, max_length=300, verbose_name="about you")),
                (
                    "country",
                    models.CharField(
                        blank=True, help_text="ISO 3166-1, two letters", max_length=2, verbose_name="country"
                    ),
                ),
                (
                    "deleted_at",
                    models.DateTimeField(editable=False, help_text="since when it is a ghost", null=True),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        editable=False,
                        help_text="whose bot it is",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Tie",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("friend", "friend"),
                            ("asked", "asked to be friends"),
                            ("follow", "follows"),
                            ("block", "blocks"),
                        ],
                        max_length=6,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "other",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ties_of_others",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ties",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(condition=models.Q(("is_bot", True)), fields=["-id"], name="bot_accounts"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["folded"], name="folded_names"),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"),
                name="one_name_in_any_case",
                violation_error_message="Somebody has this name already.",
            ),
        ),
        migrations.AddIndex(
            model_name="tie",
            index=models.Index(fields=["other", "kind"], name="tie_of_others"),
        ),
        migrations.AddConstraint(
            model_name="tie",
            constraint=models.UniqueConstraint(fields=("person", "kind", "other"), name="one_tie_of_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="tie",
            constraint=models.CheckConstraint(
                condition=models.Q(("person", models.F("other")), _negated=True), name="no_tie_to_oneself"
            ),
        ),
    ]
