"""The events of a federation, as a tree: of each the best go on to another one."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Federation
from tournaments.models.events import Event


class Phase(models.Model):
    """An event that counts for a federation."""

    class Level(models.TextChoices):
        """How far up it is; from one that leads to another, only to a higher one."""

        CLUB = "club", _("Club phase")
        PROVINCE = "province", _("Provincial phase")
        REGION = "region", _("Regional phase")
        FINAL = "final", _("Final")

    event = models.OneToOneField(Event, models.CASCADE, related_name="phase")
    federation = models.ForeignKey(Federation, models.CASCADE, related_name="phases")
    level = models.CharField(max_length=8, choices=Level)
    leads_to = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="qualifying", help_text="where the best go on"
    )
    declined = models.JSONField(default=list, help_text="the numbers of entries that do not go on")
    best = models.PositiveSmallIntegerField(default=0, help_text="the number of entries that go on")

    class Meta:
        ordering = ["event__starts_at", "pk"]

    def __str__(self) -> str:
        return f"{self.federation_id} {self.event_id}"

    @property
    def is_ready(self) -> bool:
        """True while its best can be entered in the next event: it is over, and that has not begun."""
        over = self.event.status in (Event.Status.FINISHED, Event.Status.ARCHIVED)
        return over and self.leads_to is not None and self.leads_to.event.started_at is None

    @property
    def members_of(self) -> int | None:
        """The club for whose members alone it is: that of a club phase."""
        return self.event.club_id if self.level == self.Level.CLUB else None


LEVELS = [*Phase.Level]
"""The levels, the lowest first."""
