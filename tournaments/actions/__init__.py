"""Everything people do in a tournament.

`events` creates and changes tournaments, `entries` enters and checks in, `leaving` withdraws and returns,
`partners` finds partners, `directing` controls clocks, seats and announcements, `deals` shows hands of real
tables to directors, `rulings` decides on results,
`scores` writes down those of real tables,
`evenings` brings an evening from another site, and `claims` calls the directors.

An action checks the person's right, makes the change, logs it, and runs the sequencer. If it raises
`ActionRefused`, nothing has changed.
"""

from tournaments.actions.checking import LONGEST_REASON
from tournaments.actions.claims import answer, claim
from tournaments.actions.deals import look_at_deals, take_deals
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
    entrants_of,
    register,
    renew_link,
    set_seeds,
)
from tournaments.actions.evenings import import_evening
from tournaments.actions.events import (
    ALWAYS,
    FIXED,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    MOST_ROUNDS_APART,
    add_director,
    cancel_event,
    change_event,
    create_event,
    hide_hands,
    invite,
    remove_director,
    show_hands,
    uninvite,
)
from tournaments.actions.leaving import come_back, reinstate, remove_entry, withdraw
from tournaments.actions.lists import import_entries, read_list
from tournaments.actions.partners import accept, decline, seek, take_place
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
from tournaments.actions.scores import enter_scores, renew_score_link, write_scores
from tournaments.actions.series import (
    change_series,
    close_seasons,
    create_series,
    give_back_points,
    take_points,
)
from tournaments.actions.teams import ask_member, line_up, represent

__all__ = [
    "ALWAYS",
    "FIXED",
    "LONGEST_DESCRIPTION",
    "LONGEST_NAME",
    "LONGEST_REASON",
    "MOST_ROUNDS_APART",
    "Named",
    "accept",
    "add_director",
    "adjust",
    "allow",
    "announce",
    "annul",
    "annul_deal",
    "answer",
    "ask_member",
    "bounds",
    "cancel_event",
    "change_event",
    "change_series",
    "check_in",
    "check_in_entry",
    "claim",
    "close_seasons",
    "come_back",
    "create_event",
    "create_series",
    "decline",
    "end_table",
    "enter",
    "enter_scores",
    "entrants_of",
    "extend",
    "forbid",
    "give_back_points",
    "hide_hands",
    "import_entries",
    "import_evening",
    "invite",
    "line_up",
    "look_at_deals",
    "nudge",
    "pause",
    "penalise",
    "read_list",
    "redraw",
    "register",
    "reinstate",
    "remove_director",
    "remove_entry",
    "renew_link",
    "renew_score_link",
    "represent",
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
    "take_deals",
    "take_place",
    "take_points",
    "uninvite",
    "withdraw",
    "write_scores",
]
