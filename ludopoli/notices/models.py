"""Notices, and people's choices of the notices that they want. Writes go through `notifying.py`."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ludopoli.notices.kinds import KINDS, NoticeKind


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
    def known(self) -> NoticeKind | None:
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
        return self.known.text_of(self.facts, who)

    @property
    def still_matters(self) -> bool:
        """True if it is still worth a mail or a push."""
        is_unread = self.read_at is None and self.user.is_active
        return is_unread and self.known is not None and self.known.still_matters(self.facts)


class Switch(models.Model):
    """A person's choice for one kind; without a row the kind's defaults apply."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_switches", db_index=False
    )
    kind = models.CharField(max_length=32)
    page = models.BooleanField()
    mail = models.BooleanField()
    push = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="one_switch_per_kind")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}: page {self.page}, mail {self.mail}, push {self.push}"


class Mailbox(models.Model):
    """The language and time zone of the mails and pushes to a person: those of the pages they read last."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mailbox", primary_key=True
    )
    language = models.CharField(max_length=8)
    zone = models.CharField(
        max_length=64, blank=True, db_default="", help_text="by its name; empty: that of the site"
    )
    quiet_from = models.PositiveSmallIntegerField(
        default=22, db_default=22, help_text="the hour from which nothing is pushed, in this zone"
    )
    quiet_until = models.PositiveSmallIntegerField(
        default=8,
        db_default=8,
        help_text="the hour until which nothing is pushed; the same: never quiet",
    )

    def __str__(self) -> str:
        return f"{self.user_id} {self.language}"


class Device(models.Model):
    """A browser that accepts pushes for a person, as long as the session or token that added it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=500, unique=True, help_text="the address at its push service")
    public_key = models.CharField(max_length=120, help_text="p256dh of its subscription, for the encryption")
    secret = models.CharField(max_length=40, help_text="auth of its subscription")
    name = models.CharField(max_length=60, help_text="the browser and the system, by its user agent")
    token = models.ForeignKey(
        "api.Token",
        models.CASCADE,
        null=True,
        related_name="+",
        help_text="that of the program that added it: the device is gone with it",
    )
    session = models.CharField(
        max_length=40,
        default="",
        db_default="",
        db_index=True,
        help_text="the key of the session that added it: the device is gone with it, too",
    )
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class Push(models.Model):
    """A notice that is to be pushed to a device; the row is deleted when that is done, or not worth it."""

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="pushes")
    device = models.ForeignKey(Device, models.CASCADE, related_name="pushes")
    due_at = models.DateTimeField(null=True, db_index=True, help_text="null: given up")
    tried = models.BooleanField(default=False, help_text="it has failed before, and counts only once")

    def __str__(self) -> str:
        return f"notice {self.notice_id} to {self.device_id}"


class PushKey(models.Model):
    """The one row with the key by which push services know the site (VAPID)."""

    private = models.TextField(help_text="in base64, sealed")

    def __str__(self) -> str:
        return "the key of the pushes"
