"""What a page tells somebody of whom the moderation has spoken."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser

from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.access import moderates
from ludopoli.moderation.models import Sanction

register = template.Library()


@register.simple_tag
def word_for(person: User | AnonymousUser) -> list[Sanction]:
    """What is to be read: no query for who has nothing to read."""
    return sanctions.to_read(person) if isinstance(person, User) and person.warned else []


register.filter(moderates)
