import clubs.models
import django.db.models.deletion
import games.models.rules
import games.models.tables
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=games.models.tables.table_code, editable=False, max_length=12, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("place", models.CharField(blank=True, help_text="the town or the house", max_length=60)),
                ("description", models.TextField(blank=True, max_length=2000)),
                (
                    "rules",
                    models.TextField(
                        blank=True,
                        db_default="",
                        help_text="how things are done here, in words",
                        max_length=4000,
                    ),
                ),
                (
                    "private",
                    models.BooleanField(default=False, help_text="only its members know that it exists"),
                ),
                (
                    "categories",
                    models.JSONField(default=list, help_text="the names of its categories, in order"),
                ),
                (
                    "secret",
                    models.CharField(
                        default=clubs.models.new_club_secret,
                        editable=False,
                        help_text="opens the link for joining",
                        max_length=24,
                        unique=True,
                    ),
                ),
                (
                    "last_number",
                    models.PositiveIntegerField(
                        default=0, editable=False, help_text="of a member, ever given"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "muted_people",
                    models.ManyToManyField(
                        help_text="may not write in its chat, also after leaving",
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "removed_people",
                    models.ManyToManyField(
                        help_text="become members by a director's hand alone",
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ClubRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to="clubs.club",
                    ),
                ),
                (
                    "house",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="of_club",
                        to="games.houserules",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "club rules",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ClubTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="clubs.club"
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="of_club", to="games.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Scorepad",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "secret",
                    models.CharField(
                        default=clubs.models.new_club_secret, editable=False, max_length=24, unique=True
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("rules", games.models.rules.RulesField()),
                (
                    "names",
                    models.JSONField(
                        help_text="the people around the table, in the order of play; the first deals first"
                    ),
                ),
                (
                    "log",
                    models.JSONField(
                        default=list, help_text="entries of ludocards/engine/scorepad.py; it only grows"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True, db_index=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scorepads",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="ClubMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=300)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("removed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="clubs.club",
                    ),
                ),
                (
                    "removed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["club", "id"], name="club_chat")],
            },
        ),
        migrations.CreateModel(
            name="Date",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="the date's own in the club, for addresses"),
                ),
                ("title", models.CharField(max_length=80)),
                ("place", models.CharField(blank=True, max_length=60)),
                ("words", models.TextField(blank=True, max_length=500)),
                ("starts_at", models.DateTimeField()),
                (
                    "minutes",
                    models.PositiveIntegerField(help_text="how long it lasts, if that is known", null=True),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("changes", models.PositiveIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dates",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "ordering": ["starts_at", "pk"],
                "indexes": [models.Index(fields=["club", "starts_at"], name="club_dates")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "number"), name="one_number_of_a_date")
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="the member's own in the club, for addresses"),
                ),
                (
                    "name",
                    models.CharField(blank=True, help_text="as the directors know the person", max_length=40),
                ),
                ("card", models.CharField(blank=True, help_text="the membership number", max_length=20)),
                ("category", models.CharField(blank=True, max_length=20)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("director", "director"),
                            ("member", "member"),
                            ("asking", "asks to join"),
                        ],
                        default="member",
                        max_length=8,
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "muted",
                    models.BooleanField(
                        db_default=False, default=False, help_text="may not write in the club's chat"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="clubs.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "number"), name="one_number_of_a_member"),
                    models.UniqueConstraint(fields=("club", "user"), name="one_membership_in_a_club"),
                    models.UniqueConstraint(
                        condition=models.Q(("card", ""), _negated=True),
                        fields=("club", "card"),
                        name="one_card_in_a_club",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("user__isnull", False),
                            models.Q(("role", "member"), models.Q(("name", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="a_member_is_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScorepadSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField(null=True)),
                (
                    "scorepad",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="clubs.scorepad",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scorepad_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("scorepad", "seat"), name="one_account_of_a_seat"),
                    models.UniqueConstraint(fields=("scorepad", "user"), name="one_seat_of_an_account"),
                ],
            },
        ),
    ]
