"""Tokens, which programs use instead of a password, the apps that people connect to their accounts, and
answers that a program may ask for again."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta
from urllib.parse import urlsplit

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
    """The scopes of tokens. Every other scope includes reading, but for those of `SIGN_IN`."""

    OPENID = "openid", _("know which account is yours")
    PROFILE = "profile", _("know your name and your profile")
    READ = "read", _("read what you can see")
    PLAY = (
        "play",
        _(
            "do all that you do as a player: sit, play and talk, challenge, enter tournaments and clubs, "
            "study, change your settings"
        ),
    )
    BOARD = "board", _("sit at tables and play for you, and keep house rules")
    CHAT = "chat", _("write in the chats of tables and clubs as you")
    CHALLENGE = "challenge", _("challenge people for you, and answer challenges")
    ENTER = "tournament:enter", _("enter you in tournaments, and report your scores there")
    JOIN = "club:join", _("join and leave clubs for you, and keep score pads")
    STUDY = "study", _("solve puzzles, take lessons, keep studies and ask for reviews")
    SETTINGS = "settings", _("change your profile, settings, notices and devices, and report people")
    ORGANISE = "organise", _("run your tournaments and clubs, and hand out seats in tournaments")
    DIRECT = "tournament:direct", _("run your tournaments, series and federations, and hand out seats")
    MANAGE = "club:manage", _("run your clubs")
    PEOPLE = "people", _("befriend, follow and block for you")
    EXPORT = "export", _("download everything that the site keeps about you")
    WEBHOOK = (
        "webhook",
        _("send to its own server what happens in your matches, challenges, clubs and tournaments, at once"),
    )


INCLUDED = {
    Scope.PLAY: {
        *(Scope.BOARD, Scope.CHAT, Scope.CHALLENGE, Scope.ENTER, Scope.JOIN, Scope.STUDY, Scope.SETTINGS)
    },
    Scope.ORGANISE: {Scope.DIRECT, Scope.MANAGE},
}
"""The scopes that others include."""

SIGN_IN = (Scope.OPENID, Scope.PROFILE)
"""The scopes of OpenID Connect, by which an app learns who signs in."""

OF_APPS = (*SIGN_IN, Scope.WEBHOOK)
"""The scopes that personal tokens cannot have."""


def with_included(scopes: Collection[str]) -> set[str]:
    """Return scopes with those that they include."""
    return {*scopes}.union(*(INCLUDED.get(Scope(each), ()) for each in scopes if each in Scope))


def include_reading(scopes: Collection[str]) -> bool:
    return not {*scopes} <= {*SIGN_IN}


def scope_labels(scopes: Collection[str]) -> list[str]:
    """What scopes allow, in words; nearly all of them allow reading."""
    given = {*scopes, Scope.READ} if include_reading(scopes) else scopes
    return [str(scope.label) for scope in Scope if scope in given]


def new_client_id() -> str:
    return secrets.token_hex(16)


class RegisteredApp(models.Model):
    """A program that asks people for access to their accounts (OAuth 2.1)."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="apps")
    client_id = models.CharField(max_length=32, unique=True, default=new_client_id)
    name = models.CharField(_("name"), max_length=60)
    about = models.CharField(_("what it does"), max_length=300, blank=True)
    redirects = models.JSONField(default=list, help_text="the addresses to which people return")
    scopes = models.JSONField(default=list, help_text="those that it may ask for")
    digest = models.CharField(max_length=64, blank=True, help_text="of its secret; empty: a public client")
    made_at = models.DateTimeField(auto_now_add=True)
    blocked_at = models.DateTimeField(_("blocked"), null=True)

    class Meta:
        ordering = ["-made_at"]
        verbose_name, verbose_name_plural = _("app"), _("apps")

    def __str__(self) -> str:
        return self.name

    @property
    def opens(self) -> bool:
        """True if people may connect it."""
        return self.blocked_at is None and self.owner.is_active

    @property
    def hosts(self) -> set[str]:
        """The servers to which it returns people, where it may receive what happens to them."""
        parts = map(urlsplit, self.redirects)
        return {each.hostname for each in parts if each.scheme == "https" and each.hostname}

    @property
    def may(self) -> list[str]:
        return scope_labels(self.scopes)

    def renew_secret(self) -> str:
        """Replace the secret, and return it: it is stored only as a digest."""
        secret = f"{PREFIX}{secrets.token_urlsafe(32)}"
        self.digest = secret_digest(secret)
        return secret


class AppGrant(models.Model):
    """What a person has allowed an app: first a code, then a refresh token that each use replaces.

    A refresh token is `ludo_<code>.<secret>`. The code stays, so that a spent token is recognised: its use
    ends the grant, since one of two that have had it is a thief (RFC 9700, 4.14.2).
    """

    app = models.ForeignKey(RegisteredApp, models.CASCADE, related_name="grants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="app_grants")
    scopes = models.JSONField(default=list)
    code = models.CharField(max_length=64, unique=True, help_text="the digest of the code")
    asked = models.JSONField(help_text="the redirect, the challenge and the nonce of the code")
    refresh = models.CharField(max_length=64, blank=True, help_text="its digest; empty: the code is unused")
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(auto_now_add=True, help_text="its last refresh")

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.app_id} for {self.user_id}"

    @property
    def may(self) -> list[str]:
        return scope_labels(self.scopes)


class Token(models.Model):
    """One program's key to one account: a person's own, or an app's access token."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    grant = models.ForeignKey(
        AppGrant, models.CASCADE, null=True, related_name="tokens", help_text="null: a personal token"
    )
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
        cls,
        user_id: int,
        name: str,
        scopes: list[str],
        lasts: timedelta | None = None,
        grant: AppGrant | None = None,
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
            grant=grant,
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

    def reloaded(self) -> Token | None:
        """Return the token as it is now; None if it has been revoked."""
        return _by_digest(self.digest)

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def opens(self) -> bool:
        """True if the token is valid and its account is active; a bot account also needs an active owner, an
        app's token an app that people may connect."""
        owner = self.user.owner
        is_served = self.grant is None or self.grant.app.opens
        return (
            not self.has_expired and self.user.is_active and (owner is None or owner.is_active) and is_served
        )

    @property
    def may(self) -> list[str]:
        """The labels of its scopes."""
        return scope_labels(self.scopes)

    def allows(self, scope: str) -> bool:
        """Return whether one of its scopes is this one, or includes it."""
        if scope == Scope.READ:
            return include_reading(self.scopes)
        return scope in with_included(self.scopes)


class SigningKey(models.Model):
    """The one row with the key that signs ID tokens, made at the first use."""

    private = models.TextField(help_text="PEM, sealed")

    def __str__(self) -> str:
        return "the key of ID tokens"


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


_by_digest = Lookup(lambda: Token.objects.select_related("user__owner", "grant__app__owner"), "digest")


def secret_digest(secret: str) -> str:
    """Hash a secret. Secrets are random and long, so a plain hash is enough, and an index finds it."""
    return hashlib.sha256(secret.encode()).hexdigest()
