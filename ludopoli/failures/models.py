"""Work that has failed, for the code that retries it and for the staff."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Failure(models.Model):
    """One piece of work that has failed and is not done yet. Success deletes the row."""

    work = models.CharField(_("work"), max_length=64)
    subject = models.CharField(_("about"), max_length=64, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    error = models.TextField(_("error"))
    first_at = models.DateTimeField(_("first failed"), default=timezone.now)
    last_at = models.DateTimeField(_("last failed"), default=timezone.now)
    due_at = models.DateTimeField(_("next attempt"), null=True, help_text="null: given up")

    class Meta:
        verbose_name = _("failed work")
        verbose_name_plural = _("failed work")
        ordering = ["-last_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["work", "subject"], name="one_failure_per_work")]

    def __str__(self) -> str:
        return f"{self.work} {self.subject}".strip()
