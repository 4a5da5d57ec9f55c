"""What games tell other parts of the platform that have clocks of their own, or tables opened for others."""

from __future__ import annotations

from django.dispatch import Signal

match_over = Signal()
"""The match at a hosted table is over, and stored: `match` and `table` are their ids. It may get lost."""

was_down = Signal()
"""Nobody could reach us for so long, a `gap`, and the clocks of the matches are about to move on by it. It is
sent in that transaction, before any match is locked."""
