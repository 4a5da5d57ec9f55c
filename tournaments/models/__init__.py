"""The models of tournaments. `actions` and the sequencer write them, `selectors` reads them.

The tables with their scores are the source of truth; standings are computed from them each time. The life
cycle of an event is described in `docs/tournaments.md`.
"""

from tournaments.models.days import DealOfTheDay
from tournaments.models.directing import Announcement, Claim, LogEntry
from tournaments.models.entries import (
    GONE,
    HAVE_PLAYED,
    PLAYING,
    Entry,
    ForbiddenPairing,
    Invitee,
    Member,
    with_people,
)
from tournaments.models.events import OVER, Event, EventOfficer, new_event_secret
from tournaments.models.rounds import LONGEST_ID, Round, ScoreEntry, TournamentTable
from tournaments.models.series import Penalty, Series

__all__ = [
    "GONE",
    "HAVE_PLAYED",
    "LONGEST_ID",
    "OVER",
    "PLAYING",
    "Announcement",
    "Claim",
    "DealOfTheDay",
    "Entry",
    "Event",
    "EventOfficer",
    "ForbiddenPairing",
    "Invitee",
    "LogEntry",
    "Member",
    "Penalty",
    "Round",
    "ScoreEntry",
    "Series",
    "TournamentTable",
    "new_event_secret",
    "with_people",
]
