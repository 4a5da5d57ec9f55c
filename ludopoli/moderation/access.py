"""Who moderates."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from ludopoli.accounts.models import User
from ludopoli.moderation.models import MODERATE


def moderates(person: User | AnonymousUser) -> bool:
    """Staff who have the permission, for instance by the group; no query for who is not staff."""
    return isinstance(person, User) and person.is_active and person.is_staff and person.has_perm(MODERATE)
