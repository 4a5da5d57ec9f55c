"""Signals for the parts of the site that host tables, or keep deadlines of their own."""

from __future__ import annotations

from django.dispatch import Signal

match_over = Signal()
"""Sent after the commit that ends the match at a hosted table; `match` and `table` are ids. It is lost if the
process dies right then, so hosts have to poll as well."""

was_down = Signal()
"""Sent once the site is up again, with the `gap` (a timedelta) since its last sign of life. It is sent in the
transaction that extends the deadlines of matches by the gap, before any match is locked."""
