"""What people do in a tournament: `events` makes and changes them, `entries` comes, `leaving` goes and comes
back, `partners` says who plays with whom, `directing` holds clocks, seats and the microphone, `rulings` the
results, `claims` calls the directors.

An action checks who asks, does, writes it down, and lets the sequencer go on. What was not done comes back
as a `Refused`, and nothing has changed.
"""

from tournaments.actions.checking import LONGEST_REASON
from tournaments.actions.claims import answer, claim
from tournaments.actions.directing import (
    allow,
    announce,
    extend,
    forbid,
    nudge,
    pause,
    redraw,
    resume,
    start,
    start_round,
    substitute,
    swap,
)
from tournaments.actions.entries import (
    Named,
    check_in,
    check_in_entry,
    enter,
    register,
    renew_link,
    set_seeds,
)
from tournaments.actions.events import (
    ALWAYS,
    FIXED,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    add_director,
    cancel_event,
    change_event,
    change_series,
    create_event,
    create_series,
    hide_hands,
    invite,
    remove_director,
    show_hands,
    uninvite,
)
from tournaments.actions.leaving import come_back, reinstate, remove_entry, withdraw
from tournaments.actions.partners import NO_VACANCY, accept, decline, seek, take_place
from tournaments.actions.rulings import (
    adjust,
    annul,
    annul_deal,
    bounds,
    end_table,
    penalise,
    restore,
    restore_deal,
)

__all__ = [
    "ALWAYS",
    "FIXED",
    "LONGEST_DESCRIPTION",
    "LONGEST_NAME",
    "LONGEST_REASON",
    "NO_VACANCY",
    "Named",
    "accept",
    "add_director",
    "adjust",
    "allow",
    "announce",
    "annul",
    "annul_deal",
    "answer",
    "bounds",
    "cancel_event",
    "change_event",
    "change_series",
    "check_in",
    "check_in_entry",
    "claim",
    "come_back",
    "create_event",
    "create_series",
    "decline",
    "end_table",
    "enter",
    "extend",
    "forbid",
    "hide_hands",
    "invite",
    "nudge",
    "pause",
    "penalise",
    "redraw",
    "register",
    "reinstate",
    "remove_director",
    "remove_entry",
    "renew_link",
    "restore",
    "restore_deal",
    "resume",
    "seek",
    "set_seeds",
    "show_hands",
    "start",
    "start_round",
    "substitute",
    "swap",
    "take_place",
    "uninvite",
    "withdraw",
]
