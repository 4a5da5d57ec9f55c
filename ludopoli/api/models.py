"""Personal tokens: what a program shows instead of a password. Only their digest is kept."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

PREFIX = "ludo_"
"""What every token begins with, so that a leaked one is found by whoever looks for such."""

SHOWN = 6
"""Characters after the prefix that are kept readable, to tell one's tokens apart."""

USED_EVERY = timedelta(minutes=1)
"""How exact `used_at` is: a write for every request would be too many."""


class Scope(models.TextChoices):
    """What a token allows. Reading is part of the others."""

    READ = "read", _("read what you can see")
    PLAY = (
        "play",
        _(
            "sit, play and talk as you; challenge people, keep house rules, ask for reviews, enter "
            "tournaments; change your settings, mark notices as read, test webhooks and send deliveries again"
        ),
    )
    ORGANISE = "organise", _("run your tournaments, and hand out seats in them")
    PEOPLE = "people", _("befriend, follow and block for you")


class Token(models.Model):
    """One program's key to one account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    shown = models.CharField(max_length=SHOWN, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True, help_text="null: it lasts until it is revoked")

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{PREFIX}{self.shown}… {self.name}"

    @classmethod
    def make(
        cls, user_id: int, name: str, scopes: list[str], lasts: timedelta | None = None
    ) -> tuple[Token, str]:
        """A new token with its secret, which is shown this once; without `lasts` it has no end."""
        secret = secrets.token_urlsafe(32)
        shown = secret[:SHOWN]
        token = cls.objects.create(
            user_id=user_id,
            name=name,
            shown=shown,
            digest=digest(PREFIX + secret),
            scopes=sorted(scopes),
            expires_at=None if lasts is None else timezone.now() + lasts,
        )
        return token, PREFIX + secret

    @classmethod
    def of(cls, secret: str) -> Token | None:
        """The token with this secret and its user, noted as used now."""
        token = cls.objects.select_related("user__owner").filter(digest=digest(secret)).first()
        now = timezone.now()
        if token is not None and (token.used_at is None or now - token.used_at > USED_EVERY):
            cls.objects.filter(pk=token.pk).update(used_at=now)
        return token

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def opens(self) -> bool:
        """Return whether it is valid and its account may act now; a bot account also needs its owner."""
        owner = self.user.owner
        return not self.has_expired and self.user.is_active and (owner is None or owner.is_active)

    @property
    def may(self) -> list[str]:
        """What it allows, in words."""
        return [str(Scope(each).label) for each in self.scopes if each in Scope]

    def allows(self, scope: str) -> bool:
        return scope in self.scopes or (scope == Scope.READ and bool(self.scopes))


def digest(secret: str) -> str:
    """The secrets are random and long, so a plain hash is enough, and is found by an index."""
    return hashlib.sha256(secret.encode()).hexdigest()
