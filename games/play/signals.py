"""Signals to other parts of the platform, which have clocks of their own or host tables."""

from __future__ import annotations

from django.dispatch import Signal

match_over = Signal()
"""Sent after the match at a hosted table is over and stored; `match` and `table` are ids. It may get lost."""

was_down = Signal()
"""Sent after a `gap` in which nobody could reach us, in the transaction that extends the deadlines of matches
by it, before any match is locked."""
