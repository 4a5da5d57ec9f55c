import django.db.models.deletion
import games.models.rules
import games.models.tables
import tournaments.models.events
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
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
                ("description", models.TextField(blank=True, max_length=4000)),
                (
                    "division",
                    models.PositiveSmallIntegerField(
                        help_text="of its series, from 0, the highest; null: all", null=True
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("announced", "announced"),
                            ("registration", "registration is open"),
                            ("check_in", "check-in"),
                            ("running", "being played"),
                            ("finished", "finished"),
                            ("archived", "in the archive"),
                            ("cancelled", "cancelled"),
                        ],
                        default="announced",
                        max_length=12,
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                (
                    "rules",
                    games.models.rules.RulesField(
                        help_text="those of its matches, the number of deals included; as in the record"
                    ),
                ),
                (
                    "rules_name",
                    models.CharField(
                        blank=True, help_text="of the house rules, if they are any", max_length=40
                    ),
                ),
                ("players", models.PositiveSmallIntegerField(help_text="at a table")),
                ("format", models.CharField(max_length=16)),
                (
                    "settings",
                    models.JSONField(help_text="of the format, its scoring and tie-breaks among them"),
                ),
                (
                    "unit",
                    models.CharField(
                        choices=[("single", "Individuals"), ("pair", "Pairs"), ("team", "Teams")],
                        max_length=8,
                    ),
                ),
                (
                    "pairs",
                    models.CharField(
                        choices=[
                            ("together", "Entered together"),
                            ("random", "Drawn by lot"),
                            ("balanced", "Drawn to be equally strong"),
                        ],
                        default="together",
                        max_length=8,
                    ),
                ),
                ("rated", models.BooleanField(default=True)),
                (
                    "venue",
                    models.CharField(
                        choices=[("online", "On the site"), ("real", "In person, with real cards")],
                        db_default="online",
                        default="online",
                        help_text="where its tables are: at real ones no match is played here, people write down the scores",
                        max_length=8,
                    ),
                ),
                (
                    "scores",
                    models.CharField(
                        choices=[("deal", "Deal by deal"), ("match", "Only the result of the match")],
                        db_default="deal",
                        default="deal",
                        help_text="what people write down at a real table",
                        max_length=8,
                    ),
                ),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("open", "Everybody"),
                            ("invited", "By invitation"),
                            ("rating", "By rating"),
                            ("club", "Members of the club"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("rating_least", models.PositiveSmallIntegerField(null=True)),
                ("rating_most", models.PositiveSmallIntegerField(null=True)),
                (
                    "capacity",
                    models.PositiveSmallIntegerField(help_text="entries; null: as many as come", null=True),
                ),
                ("guests", models.BooleanField(default=True, help_text="whether guests may enter")),
                ("late_entries", models.BooleanField(default=True, help_text="where the format allows it")),
                (
                    "sealed",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="whether the line-ups of teams stay sealed until both have handed theirs in",
                    ),
                ),
                (
                    "clubs_apart",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="the first rounds in which members of one club do not meet",
                    ),
                ),
                ("registers_at", models.DateTimeField(help_text="when registration opens")),
                ("starts_at", models.DateTimeField()),
                (
                    "check_in_minutes",
                    models.PositiveSmallIntegerField(default=15, help_text="before it starts; 0: none"),
                ),
                (
                    "round_minutes",
                    models.PositiveSmallIntegerField(
                        help_text="after which a round is broken off", null=True
                    ),
                ),
                (
                    "break_seconds",
                    models.PositiveSmallIntegerField(
                        default=60, help_text="from the draw of a round to its start"
                    ),
                ),
                ("move_seconds", models.PositiveIntegerField(default=20, null=True)),
                ("bank_seconds", models.PositiveIntegerField(default=120)),
                ("pace", models.FloatField(default=1.0, help_text="of the bots, as of a table")),
                (
                    "quiet",
                    models.BooleanField(default=True, help_text="who plays does not talk at the table"),
                ),
                (
                    "spectators",
                    models.CharField(
                        choices=[
                            (
                                "open",
                                "Anyone who is not playing in it; where all tables have the same deals, from one seat only",
                            ),
                            ("closed", "Nobody until the round is over"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                (
                    "secret",
                    models.TextField(
                        default=tournaments.models.events.new_event_secret,
                        editable=False,
                        help_text="32 bytes in hexadecimal, from which all deals follow: sealed until it is over",
                    ),
                ),
                (
                    "nonces_at",
                    models.DateTimeField(
                        help_text="when the nonces of its people were fixed: the first round was drawn",
                        null=True,
                    ),
                ),
                ("paused_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                (
                    "closes_at",
                    models.DateTimeField(help_text="where rounds overlap: no new tables after it", null=True),
                ),
                ("finished_at", models.DateTimeField(help_text="or cancelled", null=True)),
                (
                    "wake_at",
                    models.DateTimeField(help_text="when its sequencer has to look at the latest", null=True),
                ),
                (
                    "reminded_at",
                    models.DateTimeField(help_text="when its people were reminded of the start", null=True),
                ),
                (
                    "digest",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="of the file by which it came from another site",
                        max_length=64,
                    ),
                ),
                (
                    "revision",
                    models.PositiveIntegerField(default=0, help_text="counts what its page shows of changes"),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        help_text="the club that holds it",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="events",
                        to="clubs.club",
                    ),
                ),
                (
                    "directors",
                    models.ManyToManyField(
                        blank=True, related_name="events_directed", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "onlookers",
                    models.ManyToManyField(
                        blank=True,
                        help_text="spectators who may also see a hand, behind the one player they have chosen",
                        related_name="events_watched",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organiser",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="events_organised",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="within the event, in the order of entering"),
                ),
                ("name", models.CharField(blank=True, help_text="of a pair that has one", max_length=40)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("asked", "waits for the partner"),
                            ("registered", "entered"),
                            ("checked_in", "is there"),
                            ("no_show", "has not come yet"),
                            ("withdrawn", "withdrawn"),
                            ("removed", "taken out"),
                        ],
                        default="registered",
                        max_length=12,
                    ),
                ),
                (
                    "seed",
                    models.PositiveIntegerField(
                        help_text="place in the organiser's order; null: by strength", null=True
                    ),
                ),
                (
                    "strength",
                    models.IntegerField(default=0, help_text="the rating when it began, of pairs the mean"),
                ),
                (
                    "let_in",
                    models.BooleanField(
                        default=False,
                        help_text="by a director, where they could not have entered by themselves",
                    ),
                ),
                (
                    "joined",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="how many rounds were drawn when it came"
                    ),
                ),
                (
                    "left",
                    models.PositiveSmallIntegerField(
                        help_text="how many rounds were drawn when it went", null=True
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "link",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="how often the link to its score sheets was renewed",
                    ),
                ),
                (
                    "place",
                    models.PositiveIntegerField(
                        help_text="in the end: a projection of the tables", null=True
                    ),
                ),
                ("score", models.IntegerField(help_text="in the end, in hundredths", null=True)),
                (
                    "lineup",
                    models.JSONField(
                        db_default=models.Value([], models.JSONField()),
                        default=list,
                        help_text="of a team: the places of its members, first those who play; further ones follow by place",
                    ),
                ),
                (
                    "handed_in",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="the round for which a team has handed in its sealed line-up",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        help_text="the club for which a team plays",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="teams",
                        to="clubs.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField(auto_now_add=True)),
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="ForbiddenPairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forbidden",
                        to="tournaments.event",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitee",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitees",
                        to="tournaments.event",
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
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("what", models.CharField(max_length=32)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("facts", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        help_text="null: the sequencer",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "log entries",
                "ordering": ["pk"],
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
                    "place",
                    models.PositiveSmallIntegerField(help_text="0, in a pair also 1; in a team by arrival"),
                ),
                ("bot", models.CharField(blank=True, help_text="its policy", max_length=32)),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="at real tables, of somebody without an account",
                        max_length=40,
                    ),
                ),
                (
                    "card",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="the membership number, for results",
                        max_length=20,
                    ),
                ),
                ("category", models.CharField(blank=True, db_default="", max_length=20)),
                (
                    "accepted",
                    models.BooleanField(
                        default=True, help_text="no: asked by the partner, and silent so far"
                    ),
                ),
                ("here", models.BooleanField(default=False, help_text="has checked in, or is a bot")),
                (
                    "left",
                    models.PositiveSmallIntegerField(
                        help_text="how many rounds were drawn when they left the partner; null: they are in",
                        null=True,
                    ),
                ),
                (
                    "wanted",
                    models.BooleanField(
                        default=False, help_text="whether anybody may take the place that was left"
                    ),
                ),
                (
                    "nonce",
                    models.CharField(
                        blank=True,
                        help_text="what the person has added to the deals, before the first draw",
                        max_length=64,
                    ),
                ),
                (
                    "own_moves",
                    models.PositiveIntegerField(default=0, help_text="decisions at tables that are over"),
                ),
                (
                    "bot_moves",
                    models.PositiveIntegerField(default=0, help_text="those that a bot took for the person"),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.event",
                    ),
                ),
                (
                    "offered_to",
                    models.ForeignKey(
                        help_text="who may take the place that was left, and has not answered",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="places_offered",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entered",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[("drawn", "drawn"), ("playing", "being played"), ("over", "over")],
                        default="drawn",
                        max_length=8,
                    ),
                ),
                ("byes", models.JSONField(default=list, help_text="numbers of the entries that rest")),
                ("starts_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("ends_at", models.DateTimeField(help_text="when what is left is broken off", null=True)),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "boards",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.boards",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Series",
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
                ("description", models.TextField(blank=True, max_length=2000)),
                (
                    "points",
                    models.JSONField(help_text="what the places of an event are worth, from the first"),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(help_text="how many events count; null: all", null=True),
                ),
                (
                    "missed",
                    models.CharField(
                        choices=[
                            ("nothing", "Nothing"),
                            ("last", "The place after the last"),
                            ("average", "The player’s own average"),
                        ],
                        db_default="nothing",
                        default="nothing",
                        help_text="what a missed event is worth",
                        max_length=8,
                    ),
                ),
                (
                    "excused",
                    models.PositiveSmallIntegerField(
                        help_text="for how many missed events; null: for all", null=True
                    ),
                ),
                (
                    "least",
                    models.PositiveSmallIntegerField(
                        help_text="events that a person plays to be ranked", null=True
                    ),
                ),
                (
                    "ties",
                    models.CharField(
                        choices=[
                            ("shared", "They share the place"),
                            ("wins", "More victories"),
                            ("results", "Better results, from the best on"),
                        ],
                        db_default="shared",
                        default="shared",
                        max_length=8,
                    ),
                ),
                (
                    "period",
                    models.CharField(
                        choices=[
                            ("one", "One season without an end"),
                            ("month", "Every month is a season"),
                            ("dates", "A season begins on each of these days"),
                        ],
                        db_default="one",
                        default="one",
                        max_length=8,
                    ),
                ),
                (
                    "season_starts",
                    models.JSONField(
                        db_default=models.Value([], models.JSONField()),
                        default=list,
                        help_text="days in ISO 8601 on which a season begins, in order",
                    ),
                ),
                (
                    "divisions",
                    models.JSONField(
                        db_default=models.Value([], models.JSONField()),
                        default=list,
                        help_text="their names, the highest first",
                    ),
                ),
                (
                    "up",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="people who go up after a season"
                    ),
                ),
                ("down", models.PositiveSmallIntegerField(db_default=0, default=0)),
                (
                    "border",
                    models.CharField(
                        choices=[
                            ("all", "All of them move"),
                            ("none", "None of them moves"),
                            ("latest", "The latest result in which they differ"),
                        ],
                        db_default="all",
                        default="all",
                        help_text="who moves of those who share the last place that moves",
                        max_length=8,
                    ),
                ),
                (
                    "inactive",
                    models.CharField(
                        choices=[
                            ("stay", "They stay in their division"),
                            ("down", "They go down a division"),
                            ("out", "They begin anew"),
                        ],
                        db_default="stay",
                        default="stay",
                        help_text="what happens to people who are not ranked in a season",
                        max_length=8,
                    ),
                ),
                (
                    "newcomers",
                    models.CharField(
                        choices=[
                            ("lowest", "In the lowest division"),
                            ("chosen", "In the division whose tournament they enter"),
                        ],
                        db_default="lowest",
                        default="lowest",
                        help_text="where people begin after the first season",
                        max_length=8,
                    ),
                ),
                (
                    "season_ends",
                    models.DateField(
                        db_index=True,
                        help_text="the end of a season of which nobody has been notified",
                        null=True,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        help_text="whose season it is",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="series",
                        to="clubs.club",
                    ),
                ),
                (
                    "organiser",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="series_organised",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="within the series")),
                ("points", models.PositiveIntegerField()),
                ("reason", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="event",
            name="series",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="events",
                to="tournaments.series",
            ),
        ),
        migrations.CreateModel(
            name="TournamentTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "places",
                    models.JSONField(
                        help_text="numbers of the entries: of a pair its own, of others by seat; below 0 a bot that fills up"
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        blank=True, help_text="as the format names it: group:1, final", max_length=24
                    ),
                ),
                (
                    "room",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="of a meeting of teams; the rooms of a meeting follow each other",
                    ),
                ),
                (
                    "seated",
                    models.JSONField(
                        db_default=models.Value([], models.JSONField()),
                        default=list,
                        help_text="of teams: by seat the entry and the place of its member, null for a bot that fills up; empty while the line-ups are sealed",
                    ),
                ),
                ("labels", models.JSONField(help_text="of the deals: the same label is the same cards")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "about to begin"),
                            ("playing", "being played"),
                            ("over", "over"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                (
                    "deals",
                    models.JSONField(
                        default=dict,
                        help_text="what each finished deal scored, by label, then by side; null: annulled",
                    ),
                ),
                ("annulled", models.BooleanField(default=False, help_text="it has no result")),
                (
                    "adjusted",
                    models.JSONField(
                        default=list, help_text="the director's points by place; empty: as played"
                    ),
                ),
                (
                    "penalties",
                    models.JSONField(default=list, help_text="points taken away by place, in hundredths"),
                ),
                (
                    "reason",
                    models.CharField(blank=True, help_text="of the director's latest ruling", max_length=300),
                ),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournaments.round",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tournament",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="ScoreEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "side",
                    models.PositiveSmallIntegerField(
                        help_text="that has written them; null: a director", null=True
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "sent_as",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="the id that a phone gave it, so that it is stored once however often it is sent",
                        max_length=24,
                    ),
                ),
                ("deals", models.JSONField(help_text="the scores by label of the deal, then by side")),
                (
                    "by",
                    models.ForeignKey(
                        help_text="null: by the link of an entry",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="score_entries",
                        to="tournaments.tournamenttable",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "score entries",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="within the event")),
                ("text", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "open"), ("accepted", "accepted"), ("rejected", "rejected")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("answer", models.CharField(blank=True, max_length=300)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="claims",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="tournaments.event",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="tournaments.tournamenttable",
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
            },
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_entry_per_number"),
        ),
        migrations.AddConstraint(
            model_name="forbiddenpairing",
            constraint=models.UniqueConstraint(
                fields=("event", "one", "other"), name="one_ban_per_two_entries"
            ),
        ),
        migrations.AddConstraint(
            model_name="forbiddenpairing",
            constraint=models.CheckConstraint(
                condition=models.Q(("one", models.F("other")), _negated=True), name="ban_of_two_entries"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitee",
            constraint=models.UniqueConstraint(fields=("event", "user"), name="one_invitee_per_event"),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["event", "id"], name="event_log"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(fields=("entry", "place"), name="one_member_per_place"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(fields=("event", "user"), name="one_entry_per_person"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", None), ("bot", ""), _connector="OR"), name="member_person_or_bot"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_round_per_number"),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.UniqueConstraint(fields=("series", "number"), name="one_penalty_per_number"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["status", "starts_at"], name="event_calendar"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["organiser", "-starts_at"], name="event_organised"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="event_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamenttable",
            constraint=models.UniqueConstraint(fields=("round", "number"), name="one_table_per_number"),
        ),
        migrations.AddIndex(
            model_name="scoreentry",
            index=models.Index(fields=["table", "id"], name="score_entries"),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_claim_per_number"),
        ),
    ]
