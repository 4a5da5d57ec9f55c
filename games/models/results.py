"""What matches meant for their people: projections of the log, rebuilt at will."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.matches import Match


class Result(models.Model):
    """How a finished match ended for one seat: a projection of the log, rebuilt at will."""

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
        help_text=(
            "what the rating goes by: the place, or that of the comparison where others had the same deals"
        )
    )
    won = models.BooleanField(help_text="first, with somebody behind, and not `absent`")
    left = models.BooleanField(help_text="a bot played at the end, or they were `absent`; not by a director")
    absent = models.BooleanField(help_text="a bot took a substantial part of the decisions of the person")
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False,
        help_text="the other person of a side of two",
    )  # fmt: skip
    deals = models.PositiveSmallIntegerField()
    points = models.IntegerField(help_text="of all deals, in the unit of the record")
    tally = models.JSONField(default=dict, help_text="what the game counts of the person, by name")
    mu = models.FloatField(null=True, help_text="the rating after the match; null if it is not rated")
    sigma = models.FloatField(null=True)
    weight = models.FloatField(null=True, help_text="how much of a match it counted for the rating")
    gain = models.SmallIntegerField(null=True, help_text="by how much the match changed the number shown")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_result_per_seat")]
        indexes = [
            models.Index(fields=["user", "at", "match"], name="result_history"),
            models.Index(  # the last four are there so that partners are added up from the index alone
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
    """Who sat where in a match that was annulled: it has no results, and histories tell of it all the same.

    A projection of the log, as `Result`, and written with it.
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
    """One row per game: whoever changes its results, ratings or standings holds it meanwhile."""

    game = models.CharField(max_length=32, primary_key=True)

    def __str__(self) -> str:
        return self.game


class Rating(models.Model):
    """How well somebody plays a game, after his latest rated match: a projection of the results."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False)
    game = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.SmallIntegerField(help_text="the number that people see")
    spread = models.SmallIntegerField(help_text="how far off it may be, in the same unit")
    matches = models.PositiveIntegerField(help_text="those that were rated")
    listed = models.BooleanField(help_text="not provisional: leaderboards have it")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_per_game")]
        indexes = [
            models.Index(fields=["game", "-shown", "user"], name="rating_board", condition=Q(listed=True)),
            # to count ranks: so few values that PostgreSQL keeps equal ones together, a tenth of the pages
            models.Index(fields=["game", "shown"], name="rating_rank", condition=Q(listed=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}: {self.shown} ±{self.spread}"


class Standing(models.Model):
    """What somebody did in a game in a period: a projection of the results."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings", db_index=False
    )
    game = models.CharField(max_length=32)
    period = models.CharField(max_length=7, help_text="`all`, a year `2026` or a month `2026-11`")
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    rated = models.PositiveIntegerField(default=0, help_text="how many of the matches")
    rated_wins = models.PositiveIntegerField(default=0, help_text="how many of those")
    gain = models.IntegerField(default=0, help_text="of rating, as shown")
    deals = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    streak = models.PositiveIntegerField(default=0, help_text="matches won in a row up to the latest")
    longest = models.PositiveIntegerField(default=0, help_text="matches won in a row")
    tally = models.JSONField(default=dict, help_text="as that of the results, added up")
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
