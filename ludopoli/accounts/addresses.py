"""Unconfirmed e-mail addresses: anybody can type anybody's, so only a few accounts may share one."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models.signals import post_save
from django.dispatch import receiver

from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.base.lookups import Lookup

MOST_UNCONFIRMED = 5
"""Accounts that may have the same unconfirmed address. One more takes it from the oldest: the true owner
can always sign up with it and confirm it, and no response reveals who else has tried."""


@receiver(post_save, sender=EmailAddress)
def _the_oldest_gives_way(instance: EmailAddress, created: bool, **_signal: Any) -> None:
    if created and not instance.verified:
        claims = EmailAddress.objects.filter(email=instance.email, verified=False).order_by("-pk")
        for claim in claims.select_related("user")[MOST_UNCONFIRMED:]:
            claim.remove()


_people = Lookup(User.objects.all, "pk")


class Backend(AuthenticationBackend):
    """django-allauth's backend, except that an address signs in to an account only once it is confirmed.

    django-allauth would try the password on every account with that address, and an impostor would learn
    whether the address belongs to somebody else. The name signs in at any time.
    """

    def get_user(self, user_id: int) -> AbstractBaseUser | None:
        user = _people(user_id)
        return user if self.user_can_authenticate(user) else None

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        checked: AbstractBaseUser | None = self._check_password(
            people.find_named(username, User.objects.all()), password
        )
        return checked

    def _authenticate_by_email(self, email: str, password: str) -> AbstractBaseUser | None:
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True).select_related("user")
        owner = confirmed.first()
        checked: AbstractBaseUser | None = self._check_password(owner and owner.user, password)
        return checked
