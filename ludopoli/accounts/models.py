"""People. A guest is a user like any other, without address and password, until he signs up."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import names

HUES = 6
"""Avatar colours of the design, c1 … c6."""


class User(AbstractUser):
    """Who plays. `username` is the name that everybody sees."""

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=names.name_validators,
        error_messages={"unique": _("Somebody has this name already.")},
    )
    is_guest = models.BooleanField(default=False)
    preferences = models.JSONField(
        default=dict, blank=True, help_text="deck, speed, theme … as the browser keeps them"
    )

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="one_name_in_any_case",
                violation_error_message=_("Somebody has this name already."),
            )
        ]

    @property
    def hue(self) -> int:
        """The avatar's colour, 1 to 6, always the same for a person."""
        return (self.pk or 0) % HUES + 1
