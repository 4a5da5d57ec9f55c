"""Notices, and people's choices of the notices that they want. Writes go through `notifying.py`."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ludopoli.notices.kinds import KINDS, Kind


class Notice(models.Model):
    """A notice to one person. It stores no names, so that deleted people leave none behind."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=32)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", help_text="who did it"
    )
    facts = models.JSONField(default=dict, help_text="the values that the kind turns into words")
    about = models.CharField(max_length=64, blank=True, help_text="what it is about, `table:42`")
    url = models.CharField(max_length=200, help_text="the page that it leads to")
    shown = models.BooleanField(default=True, help_text="false: it goes out by mail only")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    read_at = models.DateTimeField(null=True)
    mail_at = models.DateTimeField(null=True, help_text="when a mail goes out, if it is not read by then")

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["user", "-id"], name="notice_list"),
            models.Index(
                fields=["user"], name="notice_unread", condition=Q(shown=True, read_at__isnull=True)
            ),
            models.Index(fields=["about", "at"], name="notice_about"),
            models.Index(fields=["mail_at"], name="notice_mail", condition=Q(mail_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"

    @property
    def known(self) -> Kind | None:
        """Its kind, or None if this version no longer has it."""
        return KINDS.get(self.kind)

    @property
    def icon(self) -> str:
        return self.known.icon if self.known else "bell"

    @property
    def text(self) -> str:
        """The text in the active language."""
        if self.known is None:
            return _("A kind of notice that no longer exists.")
        who = self.actor.username if self.actor else _("Somebody")
        return str(self.known.text) % {"who": who, **self.known.words(self.facts)}


class Switch(models.Model):
    """A person's choice for one kind; without a row the kind's defaults apply."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_switches", db_index=False
    )
    kind = models.CharField(max_length=32)
    page = models.BooleanField()
    mail = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="one_switch_per_kind")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}: page {self.page}, mail {self.mail}"


class Mailbox(models.Model):
    """The language of the mails to a person: the one in which they last read our pages."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mailbox", primary_key=True
    )
    language = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.user_id} {self.language}"
