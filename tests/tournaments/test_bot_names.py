"""No two bots of a table have one name, and lists say the names of the table."""

from __future__ import annotations

import pytest

from games.archive.finished_matches import played_as
from games.play.selectors import name_at_seat
from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import selectors
from tournaments.models import Event, Member
from tournaments.running.seating import seats_at

pytestmark = pytest.mark.django_db


def names_at_tables(tonight: Evening) -> list[list[str]]:
    """Return the names at the tables of the first round, which are the same wherever one reads them."""
    sheet, found = selectors.event_sheet(tonight.event), []
    for row in sheet.tables(1):
        assert row.table is not None
        assert row.table.match is not None
        names = [name_at_seat(seat) for seat in row.table.seats.all()]
        assert len({*names}) == len(names)
        assert [sheet.seated_name(*at) for at in seats_at(sheet.state, row)] == names
        assert [played_as(row.table.match, seat) for seat in range(len(names))] == names
        if tonight.event.unit != Event.Unit.TEAM:
            assert sorted(" – ".join(map(sheet.name, row.places)).split(" – ")) == sorted(names)
        found.append(names)
    return found


@pytest.mark.parametrize("format", ["swiss", "danish", "mitchell", "howell", "stages", "robin", "groups"])
def test_an_odd_pair_meets_bots_of_two_names(format: str, club: list[User], evening: NewEvening) -> None:
    tonight = evening(format=format, unit="pair")
    tonight.pairs(club, 3)
    tonight.start()
    assert any("Bot Pepe" in names for names in names_at_tables(tonight))


def test_bots_in_the_empty_places_of_teams_have_names_of_their_own(
    club: list[User], evening: NewEvening
) -> None:
    tonight = evening(format="robin", unit="team", settings={"deals": 1})
    tonight.enter(club[:4], club[4:8])
    Member.objects.filter(event=tonight.event, place__gte=2).update(accepted=False)
    tonight.start()
    first, second = names_at_tables(tonight)
    assert not any(name.startswith("Bot ") for name in first)
    assert all(name.startswith("Bot ") for name in second)


def test_tables_seated_before_places_were_counted_are_still_named(
    club: list[User], evening: NewEvening
) -> None:
    tonight = evening(format="robin", unit="team", settings={"deals": 1})
    tonight.enter(club[:4], club[4:8])
    sheet = selectors.event_sheet(tonight.event)
    assert sheet.seated_name(-1, None) == "Bot Sale"
    assert sheet.seated_name(1, None).startswith("Bot ")
