"""The effects of matches on people: projections of the log, which can be rebuilt at any time."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.matches import Match


class Result(models.Model):
    """The result of a finished match for one seat: a projection of the log."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="results", db_index=False
    )
    bot = models.CharField(max_length=32, blank=True)
    side = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    players = models.PositiveSmallIntegerField()
    at = models.DateTimeField(help_text="when the match was over")
    rated = models.BooleanField(help_text="as the match")
    rank = models.PositiveSmallIntegerField(
        help_text=("the place that is rated: at this table, or among all who had the same deals")
    )
    won = models.BooleanField(help_text="first, with somebody behind, and not `absent`")
    left = models.BooleanField(
        help_text="a bot played for them at the end, or they were `absent`; no director took them out"
    )
    absent = models.BooleanField(help_text="a bot took a substantial part of the decisions of the person")
    undone = models.BooleanField(
        default=False, db_default=False, help_text="somebody took a card back in the match"
    )
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False,
        help_text="the other person of a side of two",
    )  # fmt: skip
    deals = models.PositiveSmallIntegerField()
    points = models.IntegerField(help_text="of all deals, in the unit of the record")
    tally = models.JSONField(default=dict, help_text="the counts of the game for this person, by name")
    mu = models.FloatField(null=True, help_text="the rating after the match; null if it is not rated")
    sigma = models.FloatField(null=True)
    weight = models.FloatField(null=True, help_text="how much of a match it counted for the rating")
    gain = models.SmallIntegerField(null=True, help_text="by how much the match changed the number shown")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_result_per_seat")]
        indexes = [
            models.Index(fields=["user", "at", "match"], name="result_history"),
            models.Index(  # the last four are there so that sums by partner need nothing but the index
                fields=["user", "game", "at", "match", "partner", "won", "deals", "points"],
                name="result_of_game",
            ),
            models.Index(
                fields=["game", "at", "match", "seat"], name="result_rated", condition=Q(rated=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.place}"


class Annulled(models.Model):
    """A seat of a match that was annulled, for histories: such a match has no results.

    A projection of the log like `Result`, and written together with it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="annulled", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    bot = models.CharField(max_length=32, blank=True)
    side = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    at = models.DateTimeField(help_text="when the match was over")

    won = left = rated = False
    rank = 0
    gain = weight = None

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_annulled_per_seat")]
        indexes = [models.Index(fields=["user", "at", "match"], name="annulled_history")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: annulled"


class Ladder(models.Model):
    """One row per game, locked by whatever changes its results, ratings or standings."""

    game = models.CharField(max_length=32, primary_key=True)

    def __str__(self) -> str:
        return self.game


class Rating(models.Model):
    """A person's rating at a game after their latest rated match: a projection of the results."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False)
    game = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.SmallIntegerField(help_text="the number that people see")
    spread = models.SmallIntegerField(help_text="how far off it may be, in the same unit")
    matches = models.PositiveIntegerField(help_text="rated matches")
    listed = models.BooleanField(help_text="not provisional: leaderboards have it")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_per_game")]
        indexes = [
            models.Index(fields=["game", "-shown", "user"], name="rating_board", condition=Q(listed=True)),
            # to count ranks; PostgreSQL deduplicates the few values, which makes it a tenth of the size
            models.Index(fields=["game", "shown"], name="rating_rank", condition=Q(listed=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}: {self.shown} ±{self.spread}"


class Standing(models.Model):
    """A person's totals at a game in a period: a projection of the results."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings", db_index=False
    )
    game = models.CharField(max_length=32)
    period = models.CharField(max_length=7, help_text="`all`, a year `2026` or a month `2026-11`")
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    rated = models.PositiveIntegerField(default=0, help_text="the number of rated matches")
    rated_wins = models.PositiveIntegerField(default=0, help_text="the number of rated matches won")
    gain = models.IntegerField(default=0, help_text="rating points gained, as shown")
    deals = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    streak = models.PositiveIntegerField(default=0, help_text="the current number of matches won in a row")
    longest = models.PositiveIntegerField(default=0, help_text="the most matches won in a row")
    tally = models.JSONField(default=dict, help_text="the tallies of the results, added up")
    split = models.JSONField(
        default=dict, help_text="matches, wins, deals and points by `preset` and by `seat`"
    )
    listed = models.BooleanField(default=False, help_text="enough rated matches for the leaderboard")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "period"], name="one_standing_per_period")
        ]
        indexes = [
            models.Index(
                fields=["game", "period", "-gain", "user"], name="standing_board", condition=Q(listed=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.period}: {self.matches}"


class SoloResult(models.Model):
    """The match of one person against bots alone, with their rating against the levels after it.

    A projection of the results, apart from `Rating`: the ratings of the levels are fixed, and only the person
    sees their own.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="solo_results", db_index=False
    )
    match = models.OneToOneField(Match, models.CASCADE, related_name="solo_result")
    game = models.CharField(max_length=32)
    at = models.DateTimeField(help_text="when the match was over")
    level = models.CharField(max_length=32, help_text="of the weakest bot among the opponents")
    won = models.BooleanField()
    to_nothing = models.BooleanField(help_text="won without a point for the others (cappotto)")
    mu = models.FloatField(help_text="the rating against the levels after the match")
    sigma = models.FloatField()
    gain = models.SmallIntegerField(help_text="by how much the match changed the number shown")

    class Meta:
        indexes = [models.Index(fields=["user", "game", "at", "match"], name="solo_result_history")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.level}"
