"""Entering goes straight through the modules of tournaments, as in the figure of docs/tournaments.md."""

from __future__ import annotations

from itertools import groupby

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.ways import way
from tournaments import actions

STEP = ("running.sequencer", "running.due_times")
UNSEEN = ("running.seen_deals", "access", "running.seen_deals", "actions.entries")
CHECKED = ("actions.checking", "actions.entries", *2 * UNSEEN)
ENTERING = (
    *("actions.holding", "outlets.happenings", "actions.entries", "running.nonces", *STEP),
    *(*CHECKED, "entering.doubles", "actions.entries", "club_lines", "running.nonces"),
    *("outlets.happenings", "outlets.doorbell", "outlets.notices", "outlets.feed", "access", "roles", *STEP),
)


def test_entering_takes_the_direct_way(evening: NewEvening, club: list[User]) -> None:
    tonight, [anna, bruno, carla, dario, *_] = evening(), club
    actions.register_entry(
        carla, tonight.event, partner=dario
    )  # its notice imports the pages, for their addresses
    passed = way(lambda: actions.register_entry(anna, tonight.event, partner=bruno), "tournaments")
    rooms = groupby(each for each in passed if not each.startswith("models."))
    assert tuple(room for room, _steps in rooms) == ENTERING
