"""The models of practice: puzzles, people's answers, and their progress in lessons.

`actions` writes them, `selectors` reads them.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse

from games.people.ratings import MODEL

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def puzzle_code() -> str:
    """Random, and no digest of the position: whoever guesses hidden cards could check them with that."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


class Puzzle(models.Model):
    """A position in which one card is better than all others, by what the player can know."""

    class Source(models.TextChoices):
        BOTS = "bots", "a match between bots"
        ARCHIVE = "archive", "a match of people"

    code = models.CharField(max_length=12, unique=True, default=puzzle_code, editable=False)
    digest = models.CharField(max_length=64, unique=True, help_text="of the position; it is never sent")
    game = models.CharField(max_length=32)
    source = models.CharField(max_length=8, choices=Source)
    position = models.JSONField(help_text="`Position.as_json`, hidden cards included")
    answers = models.JSONField(help_text="the right commands, best first")
    losses = models.JSONField(help_text="every command with its loss in points, best first")
    tempting = models.JSONField(help_text="the wrong command with which the explanation compares")
    facts = models.JSONField(help_text="the explanation, see `practice/facts.py`")
    themes = models.CharField(max_length=120, blank=True, help_text="between spaces: ` lead count `")
    mu = models.FloatField(default=MODEL.mu, help_text="the rating: people who fail raise it")
    sigma = models.FloatField(default=MODEL.sigma)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["game", "mu"], name="puzzle_by_rating")]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.code])

    @property
    def theme_list(self) -> list[str]:
        return self.themes.split()


class Daily(models.Model):
    """The puzzle of a day, the same for everybody."""

    game = models.CharField(max_length=32)
    day = models.DateField()
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="dailies")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "day"], name="one_puzzle_a_day")]

    def __str__(self) -> str:
        return f"{self.game} {self.day}"


class Attempt(models.Model):
    """The first answer of a person to a puzzle; later ones do not count."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="attempts", db_index=False
    )
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    at = models.DateTimeField(auto_now_add=True)
    command = models.JSONField()
    solved = models.BooleanField()
    day = models.DateField(null=True, help_text="the day whose puzzle it was, if it was answered on that day")
    gain = models.SmallIntegerField(help_text="by how much it changed the person's rating")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_attempt_at_a_puzzle")]
        indexes = [models.Index(fields=["user", "day"], name="attempts_of_days")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.puzzle_id}: {self.solved}"


class PuzzleRating(models.Model):
    """How well a person solves the puzzles of a game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_ratings", db_index=False
    )
    game = models.CharField(max_length=32)
    mu = models.FloatField(default=MODEL.mu)
    sigma = models.FloatField(default=MODEL.sigma)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_puzzle_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}: {self.mu:.1f}"


class StepDone(models.Model):
    """A step of a lesson that a person has answered rightly."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="steps_done", db_index=False
    )
    game = models.CharField(max_length=32)
    lesson = models.CharField(max_length=32)
    number = models.PositiveSmallIntegerField(help_text="of the step in its lesson, from 1")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "lesson", "number"], name="a_step_is_done_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.lesson} {self.number}"
