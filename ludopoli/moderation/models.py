"""Reports, sanctions, and the log of moderators. This app knows no games.

Matches and tables are referred to by id and code.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

MODERATE = "moderation.moderate"
"""The permission that opens the queue of reports; its holders must be staff as well."""

GROUP = "moderators"
"""The group that has the permission."""

LONGEST_TEXT = 1000
LONGEST_REASON = 500


class Report(models.Model):
    """Something that a moderator should look at. Reports without a reporter are automatic."""

    class Reason(models.TextChoices):
        TOGETHER = "together", _("secretly plays together with somebody")
        WORDS = "words", _("insults or harasses")
        STALLING = "stalling", _("wastes time on purpose")
        LEAVING = "leaving", _("leaves matches")
        NAME = "name", _("offensive name or profile")
        OTHER = "other", _("something else")
        ADDRESS = "address", _("two seats from one connection")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="reports_made", db_index=False
    )
    subject = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_about")
    reason = models.CharField(max_length=8, choices=Reason)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    match = models.CharField(max_length=36, blank=True, help_text="its id, if it is about one")
    table = models.CharField(max_length=12, blank=True, help_text="its code, if it is about one")
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at", "pk"]
        default_permissions = ()
        permissions = [("moderate", "May see reports and decide on them")]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "subject", "match"],
                condition=Q(closed_at=None),
                name="one_open_report_each",
            ),
            models.UniqueConstraint(
                fields=["subject", "match", "reason"], condition=Q(reporter=None), name="noticed_once"
            ),
        ]
        indexes = [models.Index(fields=["at"], name="report_open", condition=Q(closed_at=None))]

    def __str__(self) -> str:
        return f"#{self.pk} {self.reason} {self.subject_id}"


class Sanction(models.Model):
    """A message to a person, or something they may not do. Automatic ones have a `code`."""

    class Kind(models.TextChoices):
        MESSAGE = "told", _("notice")
        WARNING = "warn", _("warning")
        MUTE = "mute", _("no chat")
        BAN = "ban", _("no play")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=4, choices=Kind)
    code = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    match = models.CharField(max_length=36, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, help_text="null: for good")
    confirmed_at = models.DateTimeField(null=True, help_text="when the person confirmed having read it")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.code} {self.user_id}"


class _Kept(models.QuerySet["Act"]):
    """Rows that can only be added."""

    def update(self, **fields: Any) -> NoReturn:
        raise AppendOnly("the log of the moderation is not changed")

    def delete(self) -> NoReturn:
        raise AppendOnly("the log of the moderation is not deleted")


class AppendOnly(Exception):
    """An attempt to change the log."""


class Act(models.Model):
    """The log of the moderation: who did what to whom, when and why. Rows are added, never changed."""

    class What(models.TextChoices):
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        BAN = "ban", _("barred from play")
        ANNUL = "annul", _("annulled the match")
        DISMISS = "dismiss", _("dismissed the report")
        LIFT = "lift", _("lifted a measure")
        RESTORE = "restore", _("counted the match again")

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    what = models.CharField(max_length=8, choices=What)
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="acts_about"
    )
    report = models.PositiveBigIntegerField(null=True, help_text="its number")
    sanction = models.PositiveBigIntegerField(null=True, help_text="its number")
    match = models.CharField(max_length=36, blank=True)
    reason = models.CharField(max_length=LONGEST_REASON)
    until = models.DateTimeField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    objects = _Kept.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        default_permissions = ()
        base_manager_name = "objects"
        indexes = [models.Index(fields=["-at", "-id"], name="act_latest")]

    def __str__(self) -> str:
        return f"{self.by_id} {self.what} {self.subject_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly("the log of the moderation is not changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("the log of the moderation is not deleted")


class Sighting(models.Model):
    """An account's presence at a table from an address, stored as a digest."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sightings", db_index=False
    )
    digest = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True, help_text="the latest time")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_sighting_each")]
        indexes = [models.Index(fields=["digest"], name="sighting_of_address")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.digest}"
