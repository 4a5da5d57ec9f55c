import django.db.models.deletion
import django.db.models.functions.text
import games.models.matches
import games.models.rules
import games.models.tables
import uuid
from typing import Any

from django.conf import settings
from django.db import migrations, models


def begin(apps: Any, schema_editor: Any) -> None:
    apps.get_model("games", "Epoch").objects.create(pk=1)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Boards",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=96, unique=True)),
                (
                    "measure",
                    models.CharField(
                        choices=[
                            ("cross", "by the difference from the others’ points"),
                            ("matchpoints", "by the number of opponents beaten at the table"),
                        ],
                        default="cross",
                        max_length=12,
                    ),
                ),
                (
                    "secret",
                    models.TextField(help_text="32 bytes in hexadecimal, sealed until they may be seen"),
                ),
                (
                    "opened_at",
                    models.DateTimeField(
                        help_text="since when matches with them may be seen again", null=True
                    ),
                ),
                (
                    "revealed_at",
                    models.DateTimeField(help_text="since when the seeds may be seen", null=True),
                ),
            ],
            options={
                "verbose_name_plural": "boards",
            },
        ),
        migrations.CreateModel(
            name="Epoch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4)),
            ],
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("game", models.CharField(max_length=32, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("game", models.CharField(max_length=32)),
                ("rules", games.models.rules.RulesField()),
                (
                    "players",
                    models.JSONField(
                        help_text="by seat: name, user (an id or null), bot; new, while it is the first deal of the person; since, the seq by which the seat changed hands"
                    ),
                ),
                (
                    "away",
                    models.JSONField(
                        default=list, help_text="the seats of people for whom a bot plays until they return"
                    ),
                ),
                (
                    "gone",
                    models.JSONField(
                        default=list, help_text="seats whose players got up: free when the match is over"
                    ),
                ),
                (
                    "sent_away",
                    models.JSONField(
                        db_default=models.Value([], models.JSONField()),
                        default=list,
                        help_text="the ids of people who may not take a bot's seat in it again",
                    ),
                ),
                ("missed", models.JSONField(help_text="turns in a row that the clock played, by seat")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("playing", "playing"),
                            ("finished", "finished"),
                            ("abandoned", "abandoned"),
                        ],
                        default="playing",
                        max_length=9,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0, help_text="seq of the last event")),
                (
                    "snapshot",
                    models.JSONField(help_text="state and seed of the deal in play: never leaves the server"),
                ),
                (
                    "turn_at",
                    models.DateTimeField(help_text="when the seats on turn could first act", null=True),
                ),
                ("deadline_at", models.DateTimeField(null=True)),
                (
                    "stopped_at",
                    models.DateTimeField(
                        help_text="since when its clock stands, and nobody plays", null=True
                    ),
                ),
                (
                    "bot_due_at",
                    models.DateTimeField(help_text="when a bot on turn should have played", null=True),
                ),
                ("bank_ms", models.JSONField(help_text="reserve left, by seat")),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "rated",
                    models.BooleanField(default=False, help_text="`fairplay.rated` said so when it began"),
                ),
                (
                    "annulled_at",
                    models.DateTimeField(help_text="since when it counts for nothing", null=True),
                ),
                ("scored", models.BooleanField(default=False, help_text="its results are written")),
            ],
        ),
        migrations.CreateModel(
            name="Pulse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="PackedLog",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packed_log",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("events", models.PositiveIntegerField(help_text="the number of events")),
                ("content", models.BinaryField(help_text="the events, column by column: JSON in an xz file")),
            ],
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="review",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("algorithm", models.PositiveSmallIntegerField(help_text="the version that makes it")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("working", "being made"),
                            ("done", "done"),
                            ("failed", "failed"),
                        ],
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("held_until", models.DateTimeField(help_text="till when a worker is believed to be at it")),
                (
                    "tries",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="workers that began the deal in hand"
                    ),
                ),
                (
                    "acts",
                    models.PositiveIntegerField(
                        db_default=0, default=0, help_text="number of choices to judge in all its deals"
                    ),
                ),
                (
                    "done",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="the share of them judged so far, in thousandths"
                    ),
                ),
                (
                    "document",
                    models.JSONField(help_text="the review of the whole match (docs/review.md)", null=True),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Table",
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
                ("game", models.CharField(max_length=32)),
                (
                    "rules",
                    games.models.rules.RulesField(
                        help_text="a preset's name and what differs, as in the record"
                    ),
                ),
                (
                    "rules_name",
                    models.CharField(
                        blank=True, help_text="of the house rules it opened with", max_length=40
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("private", models.BooleanField(default=False, help_text="listed only if it is `joinable`")),
                ("casual", models.BooleanField(default=False, help_text="its matches move no rating")),
                ("watchable", models.BooleanField(default=True)),
                (
                    "programs",
                    models.CharField(
                        choices=[
                            ("none", "No, people only"),
                            ("casual", "Yes, without rating"),
                            ("rated", "Yes, with rating"),
                        ],
                        default="casual",
                        max_length=6,
                    ),
                ),
                (
                    "joinable",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="listed, and people may take a bot's seat between two deals",
                    ),
                ),
                (
                    "hosted",
                    models.BooleanField(
                        default=False, help_text="its seats are assigned: nobody can take one or give one up"
                    ),
                ),
                (
                    "reserved",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="on no list, and people sit only if the part of the platform that opened it admits them",
                    ),
                ),
                (
                    "quiet",
                    models.BooleanField(
                        default=False, help_text="its players do not chat until the match is over"
                    ),
                ),
                (
                    "labels",
                    models.JSONField(default=list, help_text="of the boards, by the number of the deal"),
                ),
                (
                    "move_seconds",
                    models.PositiveIntegerField(help_text="per move; null without a clock", null=True),
                ),
                (
                    "bank_seconds",
                    models.PositiveIntegerField(default=0, help_text="reserve per seat and match"),
                ),
                (
                    "pace",
                    models.FloatField(
                        default=1.0, help_text="factor on the bots' thinking time; 0 is instant"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for players"),
                            ("playing", "playing"),
                            ("over", "match finished"),
                            ("closed", "closed"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                (
                    "revision",
                    models.PositiveIntegerField(default=0, help_text="counts the changes of the table frame"),
                ),
                (
                    "next_match",
                    models.UUIDField(
                        help_text="the name that the next match will have", null=True, unique=True
                    ),
                ),
                ("next_seed", models.TextField(blank=True, help_text="the last seed of its chain, sealed")),
                (
                    "next_commitment",
                    models.CharField(blank=True, help_text="to the seed of its first deal", max_length=64),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "boards",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="games.boards",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        help_text="the latest",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, help_text="the policy that sits here", max_length=32)),
                ("rematch", models.BooleanField(default=False)),
                (
                    "socket",
                    models.CharField(
                        blank=True, help_text="the latest live socket, empty if lost", max_length=120
                    ),
                ),
                (
                    "address",
                    models.CharField(blank=True, help_text="where it came from, as a digest", max_length=32),
                ),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "touched_at",
                    models.DateTimeField(help_text="when its person last touched a visible page", null=True),
                ),
                (
                    "nonce",
                    models.CharField(
                        blank=True,
                        help_text="the number that its player adds to the next shuffle",
                        max_length=64,
                    ),
                ),
                (
                    "carried_by",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="the digest of the link that carries the seat to another device, until it is used",
                        max_length=64,
                    ),
                ),
                (
                    "coming",
                    models.ForeignKey(
                        help_text="the person who takes the seat from its bot when the deal in play is over",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats_to_come",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "seat",
                    models.PositiveSmallIntegerField(
                        help_text="null: said by a spectator, to spectators", null=True
                    ),
                ),
                ("text", models.CharField(max_length=300)),
                (
                    "phrase",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="the code of a ready phrase, which is translated",
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="games.table"
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for an answer"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "taken back"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                (
                    "heard",
                    models.BooleanField(
                        default=True, help_text="false if one of the two has blocked the other"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "challenged",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_had",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Vantage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "hand",
                    models.BooleanField(help_text="true if the spectator sees the hand of the seat, too"),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "boards",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vantages",
                        to="games.boards",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="vantages", to="games.table"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vantages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Visit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Word",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("command", models.JSONField()),
                ("command_id", models.CharField(help_text="as that of an event", max_length=80)),
                ("by_bot", models.BooleanField()),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="words", to="games.match"
                    ),
                ),
            ],
            options={
                "ordering": ["at"],
            },
        ),
        migrations.CreateModel(
            name="Happening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("data", models.JSONField()),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["user", "id"], name="happening_of")],
            },
        ),
        migrations.CreateModel(
            name="HouseRules",
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
                ("game", models.CharField(max_length=32)),
                ("name", models.CharField(max_length=40)),
                (
                    "rules",
                    games.models.rules.RulesField(
                        help_text="a preset's name and what differs, as in the record"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        help_text="null: a club's",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("owner"),
                        models.F("game"),
                        django.db.models.functions.text.Lower("name"),
                        name="one_house_name_in_any_case",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReviewedDeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField()),
                ("document", models.JSONField(help_text="docs/review.md")),
                (
                    "acts",
                    models.PositiveIntegerField(
                        db_default=0, default=0, help_text="number of choices judged"
                    ),
                ),
                ("seconds", models.FloatField(db_default=0, default=0, help_text="the time spent on them")),
                (
                    "review",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deals",
                        to="games.review",
                    ),
                ),
            ],
            options={
                "ordering": ["deal"],
            },
        ),
        migrations.CreateModel(
            name="Share",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="share",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=games.models.matches.share_token,
                        help_text="the secret of the link: kept as it is, since the players are shown the link again",
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=24)),
                ("public", models.JSONField()),
                ("private", models.JSONField(help_text="by seat")),
                ("sealed", models.JSONField(help_text="for the log alone")),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("command", models.JSONField(null=True)),
                (
                    "command_id",
                    models.CharField(
                        help_text="the player and their own id, `2:6f1c…`", max_length=80, null=True
                    ),
                ),
                ("at", models.DateTimeField()),
                ("ms", models.PositiveBigIntegerField(help_text="thinking time of the command", null=True)),
                (
                    "undone",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="taken back: it happened, and counts no more",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seq"), name="event_seq_once"),
                    models.UniqueConstraint(fields=("match", "command_id"), name="event_command_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Annulled",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=32)),
                ("side", models.PositiveSmallIntegerField()),
                ("score", models.IntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=32)),
                ("preset", models.CharField(max_length=32)),
                ("at", models.DateTimeField(help_text="when the match was over")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="annulled",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "at", "match"], name="annulled_history")],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat"), name="one_annulled_per_seat")
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("shown", models.SmallIntegerField(help_text="the number that people see")),
                ("spread", models.SmallIntegerField(help_text="how far off it may be, in the same unit")),
                ("matches", models.PositiveIntegerField(help_text="rated matches")),
                ("listed", models.BooleanField(help_text="not provisional: leaderboards have it")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True)),
                        fields=["game", "-shown", "user"],
                        name="rating_board",
                    ),
                    models.Index(
                        condition=models.Q(("listed", True)), fields=["game", "shown"], name="rating_rank"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "game"), name="one_rating_per_game")],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=32)),
                ("side", models.PositiveSmallIntegerField()),
                ("score", models.IntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=32)),
                ("preset", models.CharField(max_length=32)),
                ("players", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(help_text="when the match was over")),
                ("rated", models.BooleanField(help_text="as the match")),
                (
                    "rank",
                    models.PositiveSmallIntegerField(
                        help_text="the place that is rated: at this table, or among all who had the same deals"
                    ),
                ),
                ("won", models.BooleanField(help_text="first, with somebody behind, and not `absent`")),
                (
                    "left",
                    models.BooleanField(
                        help_text="a bot played for them at the end, or they were `absent`; no director took them out"
                    ),
                ),
                (
                    "absent",
                    models.BooleanField(
                        help_text="a bot took a substantial part of the decisions of the person"
                    ),
                ),
                ("deals", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField(help_text="of all deals, in the unit of the record")),
                (
                    "tally",
                    models.JSONField(
                        default=dict, help_text="the counts of the game for this person, by name"
                    ),
                ),
                (
                    "mu",
                    models.FloatField(
                        help_text="the rating after the match; null if it is not rated", null=True
                    ),
                ),
                ("sigma", models.FloatField(null=True)),
                (
                    "weight",
                    models.FloatField(help_text="how much of a match it counted for the rating", null=True),
                ),
                (
                    "gain",
                    models.SmallIntegerField(
                        help_text="by how much the match changed the number shown", null=True
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.match",
                    ),
                ),
                (
                    "partner",
                    models.ForeignKey(
                        db_index=False,
                        help_text="the other person of a side of two",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "at", "match"], name="result_history"),
                    models.Index(
                        fields=["user", "game", "at", "match", "partner", "won", "deals", "points"],
                        name="result_of_game",
                    ),
                    models.Index(
                        condition=models.Q(("rated", True)),
                        fields=["game", "at", "match", "seat"],
                        name="result_rated",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat"), name="one_result_per_seat")
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                (
                    "period",
                    models.CharField(help_text="`all`, a year `2026` or a month `2026-11`", max_length=7),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("rated", models.PositiveIntegerField(default=0, help_text="the number of rated matches")),
                (
                    "rated_wins",
                    models.PositiveIntegerField(default=0, help_text="the number of rated matches won"),
                ),
                ("gain", models.IntegerField(default=0, help_text="rating points gained, as shown")),
                ("deals", models.PositiveIntegerField(default=0)),
                ("points", models.IntegerField(default=0)),
                (
                    "streak",
                    models.PositiveIntegerField(
                        default=0, help_text="the current number of matches won in a row"
                    ),
                ),
                (
                    "longest",
                    models.PositiveIntegerField(default=0, help_text="the most matches won in a row"),
                ),
                ("tally", models.JSONField(default=dict, help_text="the tallies of the results, added up")),
                (
                    "split",
                    models.JSONField(
                        default=dict, help_text="matches, wins, deals and points by `preset` and by `seat`"
                    ),
                ),
                (
                    "listed",
                    models.BooleanField(default=False, help_text="enough rated matches for the leaderboard"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True)),
                        fields=["game", "period", "-gain", "user"],
                        name="standing_board",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "game", "period"), name="one_standing_per_period")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["status", "private", "-changed_at"], name="table_lobby"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["socket"], name="seat_socket"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="one_row_per_chair"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="one_chair_per_person"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("table", "coming"), name="one_chair_to_come_to"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", None), ("bot", ""), _connector="OR"), name="person_or_bot"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["-started_at", "-id"], name="match_latest"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["status", "-started_at", "-id"], name="match_latest_by_status"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("scored", False)), fields=["status", "finished_at"], name="match_unscored"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                fields=("table", "person"), name="one_invitation_per_table_and_person"
            ),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(fields=["challenger", "-at"], name="challenge_made"),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(fields=["challenged", "-at"], name="challenge_had"),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "open")),
                fields=("table", "challenged"),
                name="one_open_challenge",
            ),
        ),
        migrations.AddConstraint(
            model_name="vantage",
            constraint=models.UniqueConstraint(fields=("boards", "user"), name="one_vantage_per_boards"),
        ),
        migrations.AddConstraint(
            model_name="word",
            constraint=models.UniqueConstraint(fields=("match", "seat"), name="one_word_waits_per_seat"),
        ),
        migrations.AddConstraint(
            model_name="revieweddeal",
            constraint=models.UniqueConstraint(fields=("review", "deal"), name="deal_reviewed_once"),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                condition=models.Q(("status__in", ["waiting", "working"])),
                fields=["asked_at"],
                name="review_open",
            ),
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
