"""What people do in a tournament: `events` makes and changes them, `entries` comes and goes, `directing`
rules.

An action checks who asks, does, writes it down, and lets the sequencer go on. What was not done comes back
as a `Refused`, and nothing has changed.
"""

from tournaments.actions.directing import (
    adjust,
    allow,
    announce,
    annul,
    annul_deal,
    end_table,
    extend,
    forbid,
    pause,
    penalise,
    redraw,
    restore,
    resume,
    start,
    start_round,
    substitute,
    swap,
)
from tournaments.actions.entries import (
    accept,
    check_in,
    decline,
    enter,
    register,
    remove_entry,
    set_seeds,
    withdraw,
)
from tournaments.actions.events import (
    add_director,
    cancel_event,
    change_event,
    change_series,
    create_event,
    create_series,
    invite,
    remove_director,
    uninvite,
)

__all__ = [
    "accept",
    "add_director",
    "adjust",
    "allow",
    "announce",
    "annul",
    "annul_deal",
    "cancel_event",
    "change_event",
    "change_series",
    "check_in",
    "create_event",
    "create_series",
    "decline",
    "end_table",
    "enter",
    "extend",
    "forbid",
    "invite",
    "pause",
    "penalise",
    "redraw",
    "register",
    "remove_director",
    "remove_entry",
    "restore",
    "resume",
    "set_seeds",
    "start",
    "start_round",
    "substitute",
    "swap",
    "uninvite",
    "withdraw",
]
