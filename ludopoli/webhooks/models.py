"""Webhooks, and the deliveries to them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import uuid
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from ludopoli.accounts.models import User
    from ludopoli.api.models import Token

PREFIX = "whsec_"
"""The beginning of every secret, so that secret scanners find leaked ones."""


def _salt() -> str:
    return secrets.token_hex(16)


class WebhookManager(models.Manager["Webhook"]):
    def served(self) -> models.QuerySet[Webhook]:
        """The active webhooks; those of an app only while its token would open the person's account."""
        is_served = Q(
            grant__app__blocked_at=None, grant__app__owner__is_active=True, grant__user__is_active=True
        )
        return self.filter(Q(grant=None) | is_served, active=True)

    def of_token(self, user: User, token: Token | None) -> models.QuerySet[Webhook]:
        """A person's webhooks, of which an app sees its own."""
        own = self.filter(user=user).select_related("grant__app")
        return own if token is None or token.grant is None else own.filter(grant__app=token.grant.app_id)


class Webhook(models.Model):
    """An address to which a person's events are sent."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    kinds = models.JSONField(help_text="the kinds of events it receives")
    grant = models.ForeignKey(
        "api.AppGrant",
        models.CASCADE,
        null=True,
        related_name="webhooks",
        help_text="the connection of the app that made it, and with which it ends; null: the person's own",
    )
    topic = models.CharField(
        max_length=12,
        blank=True,
        default="",
        db_default="",
        help_text="the code of the club or tournament whose events it receives; empty: all",
    )
    salt = models.CharField(max_length=32, default=_salt, editable=False)
    active = models.BooleanField(default=True)
    failing_since = models.DateTimeField(null=True, help_text="the first failure after the latest success")
    slow = models.BooleanField(default=True, help_text="its latest answer took long, or there is none")
    sequence = models.PositiveBigIntegerField(
        default=0, db_default=0, editable=False, help_text="that of its latest delivery"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    objects = WebhookManager()

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        """The host alone: whoever knows the address of a chat can write there."""
        return urlsplit(self.url).hostname or self.url

    @property
    def secret(self) -> str:
        """The secret that signs its deliveries. It is not stored, but derived from the server's key."""
        asked = f"webhook:{self.salt}".encode()
        return PREFIX + hmac.new(settings.SECRET_KEY.encode(), asked, hashlib.sha256).hexdigest()

    @property
    def signing_key(self) -> bytes:
        """The bytes that the secret stands for by Standard Webhooks, which reads its digits as Base64."""
        return base64.b64decode(self.secret.removeprefix(PREFIX))

    def renew(self) -> None:
        """Change the secret, without saving."""
        self.salt = _salt()


class Delivery(models.Model):
    """One event on its way to one address, stored with its body, so that none is lost."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("on its way")
        DONE = "done", _("delivered")
        FAILED = "failed", _("given up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    kind = models.CharField(max_length=32)
    subject = models.CharField(
        max_length=32,
        blank=True,
        default="",
        db_default="",
        help_text="what it is about; it waits for earlier ones about the same; empty: for none",
    )
    sequence = models.PositiveBigIntegerField(
        null=True,
        help_text="its number among those of its webhook; null while it waits for its first attempt",
    )
    body = models.TextField(help_text="JSON, as it is signed and sent")
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    answer = models.CharField(max_length=80, blank=True, help_text="the latest: a status, or a fault")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [
            models.Index(fields=["webhook", "-made_at"], name="delivery_log"),
            models.Index(fields=["due_at"], name="delivery_due", condition=Q(status="waiting")),
            models.Index(fields=["webhook", "due_at"], name="delivery_next", condition=Q(status="waiting")),
            models.Index(
                fields=["webhook", "subject", "made_at"],
                name="delivery_turn",
                condition=Q(status="waiting"),
            ),
        ]
        constraints = [models.UniqueConstraint(fields=["webhook", "sequence"], name="delivery_sequence")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.webhook_id}: {self.status}"
