"""Signals to other parts of the platform, which remember what members have done."""

from __future__ import annotations

from django.dispatch import Signal

list_changed = Signal()
"""Sent after the list of members of a `club` has changed, in the transaction that changes it; `lines` are the
ids of those whose names or accounts are others than before."""

lines_merged = Signal()
"""Sent before the `former` line of a member goes because they are another `line` of the list, in the
transaction; a receiver that finds two people refuses with `two_people`."""
