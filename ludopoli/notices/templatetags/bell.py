"""The bell with the number of unread notices (one query), and the age of a notice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from ludopoli.accounts.models import User
from ludopoli.notices import bell as words
from ludopoli.notices import notifying

register = template.Library()


@register.inclusion_tag("notices/_bell.html")
def bell(user: User, look: str = "", new_tab: bool = False) -> dict[str, Any]:
    """Render the bell: `look` adds CSS classes; `new_tab` is for pages that must stay open."""
    count = notifying.unread_count(user.pk)
    return {
        "count": count,
        "shown": words.bell_number(count),
        "label": words.bell_label(count),
        "look": look,
        "new_tab": new_tab,
    }


@register.filter
def ago(at: datetime) -> str:
    """Return how long ago a time is, in its largest unit, "3 hours ago"."""
    now = timezone.now()
    if now - at < timedelta(minutes=1):
        return _("just now")
    return _("%(when)s ago") % {"when": timesince(at, now, depth=1)}
