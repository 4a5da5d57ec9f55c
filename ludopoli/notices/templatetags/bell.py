"""The bell with the number of unread notices: one query, for who is signed in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from ludopoli.accounts.models import User
from ludopoli.notices import bell as words
from ludopoli.notices import telling

register = template.Library()


@register.inclusion_tag("notices/_bell.html")
def bell(user: User, look: str = "", new_tab: bool = False) -> dict[str, Any]:
    """`look` are further classes of the link; it opens in a tab of its own where one must not leave."""
    count = telling.unread(user.pk)
    return {
        "count": count,
        "shown": words.shown(count),
        "label": words.label(count),
        "look": look,
        "new_tab": new_tab,
    }


@register.filter
def ago(at: datetime) -> str:
    """How long ago, in the largest unit, "3 hours ago"."""
    now = timezone.now()
    if now - at < timedelta(minutes=1):
        return _("just now")
    return _("%(when)s ago") % {"when": timesince(at, now, depth=1)}
