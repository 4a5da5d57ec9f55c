"""The models of the analysis board: studies of a deal, and their branches.

They store no cards: a study names a deal of a finished match, whose log is read whenever it is shown.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Match

LONGEST_NAME, LONGEST_COMMENT = 60, 300


def study_token() -> str:
    """The secret of a study's address: 128 random bits."""
    return secrets.token_urlsafe(16)


class Study(models.Model):
    """A deal of a finished match that people analyse. Its address is the link for the owner's friends."""

    class Access(models.TextChoices):
        PRIVATE = "private", _("Only you")
        READ = "read", _("Anyone with the link can read it")
        WRITE = "write", _("Anyone with the link can read it and add to it")

    token = models.CharField(
        max_length=32, unique=True, default=study_token, help_text="the secret in its address"
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="studies")
    deal = models.PositiveSmallIntegerField(help_text="from 0")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="studies", db_index=False
    )
    name = models.CharField(max_length=LONGEST_NAME)
    access = models.CharField(max_length=8, choices=Access, default=Access.PRIVATE)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["owner", "-id"], name="studies_of_owner")]

    def __str__(self) -> str:
        return f"{self.match_id} deal {self.deal}: {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("study", args=[self.token])


class Branch(models.Model):
    """A line of commands that leaves the record of a deal."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="branches", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=LONGEST_NAME)
    start = models.PositiveSmallIntegerField(
        help_text="the number of the record's commands in this deal before it"
    )
    commands = models.JSONField(help_text="what follows, as the actions of a record")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["study", "id"], name="branches_of_study")]

    def __str__(self) -> str:
        return f"{self.study_id} {self.name}"


class Comment(models.Model):
    """A person's remark about a position of a study."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="comments", db_index=False)
    branch = models.ForeignKey(
        Branch,
        models.CASCADE,
        null=True,
        related_name="comments",
        help_text="a line with the position; null for the record",
    )
    number = models.PositiveSmallIntegerField(help_text="of commands of the line before the position")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_COMMENT)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["study", "id"], name="comments_of_study")]

    def __str__(self) -> str:
        return f"{self.study_id} {self.author_id}: {self.text}"

    @property
    def quoted(self) -> str:
        """The comment with its address, for a report."""
        return f"{self.study.get_absolute_url()} “{self.text}”"
