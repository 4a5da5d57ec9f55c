"""Tags for the moderation's messages on pages."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser

from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.access import is_moderator
from ludopoli.moderation.models import Sanction

register = template.Library()


@register.simple_tag
def word_for(person: User | AnonymousUser) -> list[Sanction]:
    """Return the sanctions to show; no query if there are none."""
    return sanctions.to_read(person) if isinstance(person, User) and person.warned else []


register.filter("moderates", is_moderator)
