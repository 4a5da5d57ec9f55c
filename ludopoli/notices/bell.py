"""The texts of the bell in the header."""

from __future__ import annotations

from django.utils.translation import gettext as _

from ludopoli.notices.notifying import MOST_COUNTED


def bell_number(count: int) -> str:
    """The number on the bell."""
    return str(count) if count < MOST_COUNTED else f"{MOST_COUNTED - 1}+"


def bell_label(count: int) -> str:
    """The bell's label for screen readers, "Notices, 3 unread"."""
    if not count:
        return _("Notices")
    return _("Notices, %(n)s unread") % {"n": bell_number(count)}
