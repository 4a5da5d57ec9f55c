"""The models of practice: puzzles, people's answers, their own mistakes, and their progress in lessons.

`actions` and `studying` write them, `selectors` and `mistakes` read them.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.models import Match
from ludocards.engine.game import Json
from ludocards.ratings.skill import MODEL

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def puzzle_code() -> str:
    """Random, and no digest of the position: whoever guesses hidden cards could check them with that."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


class Explained(models.Model):
    """What puzzles and mistakes have in common: a position, its answer and the explanation."""

    code = models.CharField(max_length=12, unique=True, default=puzzle_code, editable=False)
    game = models.CharField(max_length=32)
    answers = models.JSONField(help_text="the right commands, best first")
    losses = models.JSONField(help_text="every command with its loss in points, best first")
    tempting = models.JSONField(help_text="the wrong command with which the explanation compares")
    facts = models.JSONField(help_text="the explanation, see `games/review/explaining.py`")
    themes = models.CharField(max_length=120, blank=True, help_text="between spaces: ` lead count `")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def offers(self, command: Json) -> bool:
        """Return whether this command is one of the choices."""
        return any(command == choice for choice, _loss in self.losses)

    @property
    def cards_to_choose(self) -> int:
        """The number of cards of the set that is asked for; 0 if it is one of the choices judged."""
        return len(self.answers[0].get("cards", ()))

    @property
    def theme_list(self) -> list[str]:
        return self.themes.split()


class Puzzle(Explained):
    """A position in which one choice is better than all others, by what the player can know."""

    class Source(models.TextChoices):
        BOTS = "bots", "a match between bots"
        ARCHIVE = "archive", "a match of people"

    digest = models.CharField(max_length=64, unique=True, help_text="of the position; it is never sent")
    source = models.CharField(max_length=8, choices=Source)
    position = models.JSONField(help_text="`Position.as_json`, hidden cards included")
    mu = models.FloatField(default=MODEL.mu, help_text="the rating: people who fail raise it")
    sigma = models.FloatField(default=MODEL.sigma)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["game", "mu"], name="puzzle_by_rating")]

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.code])

    @property
    def preset(self) -> str:
        return str(self.position["rules"].get("preset", ""))


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


class StudiedMatch(models.Model):
    """A reviewed match of a person whose own mistakes have been collected."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="studied")
    game = models.CharField(max_length=32)
    at = models.DateTimeField(help_text="when the match was over")
    choices = models.PositiveIntegerField(help_text="the number of the person's own judged choices")
    accuracy = models.FloatField(null=True, help_text="of these choices, as in the review")
    lost = models.FloatField(help_text="the points that they lost, by what the person could know")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "match"], name="match_studied_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.match_id}"


class Mistake(Explained):
    """A card that a person should not have played by what they could know; it comes back as a puzzle.

    Its position is that of the match, which is read again whenever it is shown.
    """

    studied = models.ForeignKey(StudiedMatch, models.CASCADE, related_name="mistakes")
    at = models.CharField(max_length=24, help_text="the card that was played, as in the replay: `s3-p4-c2`")
    loss = models.FloatField(help_text="what it lost, in points")
    card = models.JSONField(null=True, help_text="the state of the FSRS scheduler; null before any answer")
    due = models.DateTimeField(null=True, help_text="when it comes back; null before any answer")
    command = models.JSONField(null=True, help_text="the latest answer")
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["studied", "at"], name="one_mistake_a_card")]

    def get_absolute_url(self) -> str:
        return reverse("mistake", args=[self.code])

    @property
    def is_answered(self) -> bool:
        """True if the answer may be seen: the person has answered, and the position is not due again."""
        return self.due is not None and self.due > timezone.now()
