"""Personal tokens, which programs use instead of a password, and answers that a program may ask for again."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ludopoli.base.lookups import Lookup

PREFIX = "ludo_"
"""The beginning of every token, so that secret scanners find leaked ones."""

SHOWN = 6
"""Characters after the prefix that are stored readable, so that people can tell their tokens apart."""

USED_EVERY = timedelta(minutes=1)
"""The precision of `used_at`: a write for every request would be too many."""


class Scope(models.TextChoices):
    """The scopes of tokens. Every other scope includes reading."""

    READ = "read", _("read what you can see")
    PLAY = (
        "play",
        _(
            "sit, play and talk as you, and do what you do on the site: challenges, house rules, "
            "tournaments, clubs, scores, reviews, puzzles, lessons, studies, reports, profile, notices, "
            "settings, devices, webhooks"
        ),
    )
    ORGANISE = "organise", _("run your tournaments and clubs, and hand out seats in tournaments")
    PEOPLE = "people", _("befriend, follow and block for you")
    EXPORT = "export", _("download everything that the site keeps about you")


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
        """Create a token and return it with its secret, which is shown only once; without `lasts` it never
        expires."""
        secret = secrets.token_urlsafe(32)
        shown = secret[:SHOWN]
        token = cls.objects.create(
            user_id=user_id,
            name=name,
            shown=shown,
            digest=secret_digest(PREFIX + secret),
            scopes=sorted(scopes),
            expires_at=None if lasts is None else timezone.now() + lasts,
        )
        return token, PREFIX + secret

    @classmethod
    def of(cls, secret: str) -> Token | None:
        """Return the token with this secret, with its user, and note its use."""
        token = _by_digest(secret_digest(secret))
        now = timezone.now()
        if token is not None and (token.used_at is None or now - token.used_at > USED_EVERY):
            cls.objects.filter(pk=token.pk).update(used_at=now)
        return token

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def opens(self) -> bool:
        """True if the token is valid and its account is active; a bot account also needs an active owner."""
        owner = self.user.owner
        return not self.has_expired and self.user.is_active and (owner is None or owner.is_active)

    @property
    def may(self) -> list[str]:
        """The labels of its scopes."""
        return [str(Scope(each).label) for each in self.scopes if each in Scope]

    def allows(self, scope: str) -> bool:
        return scope in self.scopes or (scope == Scope.READ and bool(self.scopes))


class KeptAnswer(models.Model):
    """The answer to a request that has created something, which only its `Idempotency-Key` opens."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=64, help_text="the digest of the key")
    request = models.CharField(max_length=64, help_text="the digest of what was asked")
    status = models.PositiveSmallIntegerField(null=True)
    location = models.CharField(max_length=200)
    body = models.TextField(help_text="JSON, sealed with the key")
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return f"{self.status} {self.location}"


_by_digest = Lookup(lambda: Token.objects.select_related("user__owner"), "digest")


def secret_digest(secret: str) -> str:
    """Hash a secret. Secrets are random and long, so a plain hash is enough, and an index finds it."""
    return hashlib.sha256(secret.encode()).hexdigest()
