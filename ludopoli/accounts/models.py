"""People. A guest is a user like any other, without address and password, until they sign up."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import countries, lookalikes, names
from ludopoli.text import letters

HUES = 6
"""The number of avatar colours in the design, c1 … c6."""

LONGEST_BIO = 300


class FoldedName(models.TextField):
    """The name without capitals and accents, stored whenever the row is."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = letters.fold_text(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, folded)
        return folded

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs


class User(AbstractUser):
    """A person who plays, or a bot account. `username` is the public name."""

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=names.name_validators,
        error_messages={"unique": _("Somebody has this name already.")},
    )
    skeleton = models.CharField(  # noqa: DJ001 (only null is not compared with others)
        max_length=lookalikes.LONGEST_SKELETON,
        null=True,
        unique=True,
        editable=False,
        help_text="what the name looks like; null where it was given before that had to be its own",
    )
    folded = FoldedName(
        db_default="", editable=False, help_text="the name without capitals and accents, by which it is found"
    )
    is_guest = models.BooleanField(default=False)
    is_named = models.BooleanField(
        default=False,
        editable=False,
        help_text="a guest whom a director entered by name, for one event alone",
    )
    is_bot = models.BooleanField(default=False, help_text="a program plays: no password, tokens alone")
    is_new = models.BooleanField(
        default=True, db_default=True, editable=False, help_text="has not finished a deal yet, of any game"
    )
    owner = models.ForeignKey(
        "self", models.CASCADE, null=True, editable=False, related_name="bots", help_text="whose bot it is"
    )
    warned = models.BooleanField(
        default=False, editable=False, help_text="a message of the moderators is unread"
    )
    language = models.CharField(
        max_length=2, blank=True, editable=False, help_text="the one chosen, for every device"
    )
    zone = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        editable=False,
        help_text="the time zone that was chosen; empty: that of the device",
    )
    preferences = models.JSONField(
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        editable=False,
        help_text="what has been chosen of `preferences.SETTINGS`",
    )
    bio = models.CharField(_("about you"), max_length=LONGEST_BIO, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True, help_text="ISO 3166-1, two letters")
    deleted_at = models.DateTimeField(null=True, editable=False, help_text="since when it is a ghost")

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="one_name_in_any_case",
                violation_error_message=_("Somebody has this name already."),
            )
        ]
        indexes = [
            models.Index(fields=["-id"], name="bot_accounts", condition=models.Q(is_bot=True)),
            models.Index(fields=["folded"], name="folded_names"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        fields = kwargs.get("update_fields")
        if fields is None or "username" in fields:
            if self._state.adding or self.skeleton is not None:
                self.skeleton = lookalikes.skeleton(self.username)
            if fields is not None:
                kwargs["update_fields"] = {*fields, "folded", "skeleton"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Check the name in Django's admin; elsewhere the forms call `names.is_taken`."""
        super().clean()
        if self._state.adding and names.is_taken(self.username):
            raise ValidationError({"username": _("Somebody has this name already.")}, "unique")

    @property
    def hue(self) -> int:
        """The avatar's colour, 1 to 6, always the same for a person."""
        return (self.pk or 0) % HUES + 1

    @property
    def country_name(self) -> str:
        """The country's name in the reader's language; empty if none is chosen."""
        return countries.country_name(self.country)


class Tie(models.Model):
    """A relation of one person to another; `people.py` writes and reads them.

    Friendship is mutual and so has two rows; the other kinds have one.
    """

    class Kind(models.TextChoices):
        FRIEND = "friend", _("friend")
        ASKED = "asked", _("asked to be friends")
        FOLLOW = "follow", _("follows")
        BLOCK = "block", _("blocks")

    person = models.ForeignKey(User, models.CASCADE, related_name="ties", db_index=False)
    other = models.ForeignKey(User, models.CASCADE, related_name="ties_of_others", db_index=False)
    kind = models.CharField(max_length=6, choices=Kind)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "kind", "other"], name="one_tie_of_a_kind"),
            models.CheckConstraint(condition=~models.Q(person=models.F("other")), name="no_tie_to_oneself"),
        ]
        indexes = [models.Index(fields=["other", "kind"], name="tie_of_others")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind} {self.other_id}"


class RefusedAddress(models.Model):
    """An address whose mail server has refused a mail for good; confirming it again deletes the row."""

    address = models.OneToOneField(  # no constraint: in an update other code deletes addresses
        "account.EmailAddress", models.CASCADE, related_name="refusal", db_constraint=False
    )
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.address)


class WaitingMail(models.Model):
    """A mail that the mail server has not taken yet; `outgoing_mails.py` writes and sends them."""

    email = models.EmailField(help_text="the recipient")
    content = models.TextField(help_text="sealed JSON: a mail may contain the key to an account")
    at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_index=True, help_text="null: given up")

    def __str__(self) -> str:
        return f"{self.pk}"
