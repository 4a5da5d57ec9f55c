"""Series of events, and the points that organisers have taken from people in them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Value
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Federation
from clubs.models import Member as ClubMember
from games.models import table_code


def _rule_field(
    choices: type[models.TextChoices], default: str, help_text: str = ""
) -> models.CharField[str, str]:
    """Return the field of a rule of a series.

    Its default is also the database's, for processes of the former version, which do not know the field.
    """
    return models.CharField(
        max_length=8, choices=choices, default=default, db_default=default, help_text=help_text
    )


class Series(models.Model):
    """Events that count together, as a league.

    Its seasons are ranked by the rules of `formats.season`, and its divisions change by those of
    `formats.divisions`.
    """

    class Missed(models.TextChoices):
        """The worth of a missed event."""

        NOTHING = "nothing", _("Nothing")
        LAST = "last", _("The place after the last")
        AVERAGE = "average", _("The player’s own average")

    class Ties(models.TextChoices):
        """The rule that separates people with the same points."""

        SHARED = "shared", _("They share the place")
        WINS = "wins", _("More victories")
        RESULTS = "results", _("Better results, from the best on")

    class Credit(models.TextChoices):
        """The people for whom an event counts if substitutes played in it."""

        HALF = "half", _("Those who played at least half of the rounds")
        EACH = "each", _("Everybody who played a round")
        LAST = "last", _("Those who played at the end")

    class Period(models.TextChoices):
        """The ways to divide the events of a series into seasons."""

        ONE = "one", _("One season without an end")
        MONTH = "month", _("Every month is a season")
        DATES = "dates", _("A season begins on each of these days")

    class Border(models.TextChoices):
        """The people who change division, of those who share the last place that does."""

        ALL = "all", _("All of them move")
        NONE = "none", _("None of them moves")
        LATEST = "latest", _("The latest result in which they differ")

    class Inactive(models.TextChoices):
        """The division, next season, of people who are not ranked in this one."""

        STAY = "stay", _("They stay in their division")
        DOWN = "down", _("They go down a division")
        OUT = "out", _("They begin anew")

    class Newcomers(models.TextChoices):
        """The division in which people begin after the first season."""

        LOWEST = "lowest", _("In the lowest division")
        CHOSEN = "chosen", _("In the division whose tournament they enter")

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    name = models.CharField(max_length=80)
    description = models.TextField(max_length=2000, blank=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="series_organised"
    )
    points = models.JSONField(help_text="what the places of an event are worth, from the first")
    best = models.PositiveSmallIntegerField(null=True, help_text="how many events count; null: all")
    missed = _rule_field(Missed, Missed.NOTHING, "what a missed event is worth")
    excused = models.PositiveSmallIntegerField(
        null=True, help_text="for how many missed events; null: for all"
    )
    least = models.PositiveSmallIntegerField(null=True, help_text="events that a person plays to be ranked")
    ties = _rule_field(Ties, Ties.SHARED)
    credit = _rule_field(Credit, Credit.HALF, "for whom an event counts where substitutes played")
    period = _rule_field(Period, Period.ONE)
    season_starts = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="days in ISO 8601 on which a season begins, in order",
    )  # fmt: skip
    divisions = models.JSONField(
        default=list, db_default=Value([], models.JSONField()), help_text="their names, the highest first"
    )
    up = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="people who go up after a season"
    )
    down = models.PositiveSmallIntegerField(default=0, db_default=0)
    border = _rule_field(Border, Border.ALL, "who moves of those who share the last place that moves")
    inactive = _rule_field(Inactive, Inactive.STAY, "what happens to people who are not ranked in a season")
    newcomers = _rule_field(Newcomers, Newcomers.LOWEST, "where people begin after the first season")
    season_ends = models.DateField(
        null=True, db_index=True, help_text="the end of a season of which nobody has been notified"
    )
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, related_name="series", help_text="whose season it is"
    )
    federation = models.OneToOneField(
        Federation, models.CASCADE, null=True, related_name="ranking", help_text="whose ranking it is"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class Penalty(models.Model):
    """A deduction: points that the organiser of a series has taken from a person."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="penalties", db_index=False)
    number = models.PositiveIntegerField(help_text="within the series")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    club_line = models.ForeignKey(
        ClubMember, models.DO_NOTHING, null=True, related_name="+", db_constraint=False,
        help_text="of a person without an account",
    )  # fmt: skip
    points = models.PositiveIntegerField()
    reason = models.CharField(max_length=300)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "penalties"
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="one_penalty_per_number")]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.who} -{self.points}"

    @property
    def who(self) -> str:
        """The name of the person whose points were taken; that of the club's list if they have no account."""
        if self.user is not None:
            return self.user.username
        member = ClubMember.objects.filter(pk=self.club_line_id or 0).select_related("user").first()
        return gettext("Somebody") if member is None else member.shown
