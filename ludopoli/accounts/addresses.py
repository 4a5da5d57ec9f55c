"""E-mail addresses that nobody has confirmed: anybody may type anybody's, so few accounts carry the same."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models.signals import post_save
from django.dispatch import receiver

MOST_UNCONFIRMED = 5
"""Accounts that carry the same unconfirmed address. One more takes it from the oldest: its true owner
can always sign up with it and confirm it, and no answer says who else has tried."""


@receiver(post_save, sender=EmailAddress)
def _the_oldest_gives_way(instance: EmailAddress, created: bool, **_signal: Any) -> None:
    if created and not instance.verified:
        claims = EmailAddress.objects.filter(email=instance.email, verified=False).order_by("-pk")
        for claim in claims.select_related("user")[MOST_UNCONFIRMED:]:
            claim.remove()


class Backend(AuthenticationBackend):
    """That of django-allauth, which would try the password on every account that claims an address.

    It is tried on one: the account that has confirmed it, otherwise the oldest claim. So an attempt costs the
    same whatever is known of the address.
    """

    def _authenticate_by_email(self, email: str, password: str) -> AbstractBaseUser | None:
        claims = filter_users_by_email(email, prefer_verified=True, for_login=True)
        oldest = min(claims, key=lambda person: person.pk, default=None)
        checked: AbstractBaseUser | None = self._check_password(oldest, password)
        return checked
