"""The models of tournaments. `actions` and the sequencer write them, `selectors` reads them.

The tables with their scores are the source of truth; standings are computed from them each time. The life
cycle of an event is described in `docs/tournaments.md`.
"""

from tournaments.models.days import DealOfTheDay
from tournaments.models.directing import Announcement, Claim, LogEntry, SentAct
from tournaments.models.entries import (
    GONE,
    HAVE_PLAYED,
    PLAYING,
    Entry,
    ForbiddenPairing,
    Invitee,
    Member,
    attach_members,
    with_former_people,
    with_people,
)
from tournaments.models.events import OVER, Event, EventOfficer, new_event_secret
from tournaments.models.fees import FeePayment
from tournaments.models.phases import LEVELS, Phase
from tournaments.models.rounds import LONGEST_ID, SENT_ID, Round, ScoreEntry, TournamentTable
from tournaments.models.series import Penalty, Series
from tournaments.models.templates import EventTemplate

__all__ = [
    "GONE",
    "HAVE_PLAYED",
    "LEVELS",
    "LONGEST_ID",
    "OVER",
    "PLAYING",
    "SENT_ID",
    "Announcement",
    "Claim",
    "DealOfTheDay",
    "Entry",
    "Event",
    "EventOfficer",
    "EventTemplate",
    "FeePayment",
    "ForbiddenPairing",
    "Invitee",
    "LogEntry",
    "Member",
    "Penalty",
    "Phase",
    "Round",
    "ScoreEntry",
    "SentAct",
    "Series",
    "TournamentTable",
    "attach_members",
    "new_event_secret",
    "with_former_people",
    "with_people",
]
