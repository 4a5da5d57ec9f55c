"""The check for moderators."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from ludopoli.accounts.models import User
from ludopoli.moderation.models import MODERATE


def is_moderator(person: User | AnonymousUser) -> bool:
    """Return whether a person is staff and has the permission, by the group or directly.

    No query for people who are not staff.
    """
    return isinstance(person, User) and person.is_active and person.is_staff and person.has_perm(MODERATE)
