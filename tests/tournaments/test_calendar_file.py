"""The calendar as a file: that it follows RFC 5545, and how subscribers learn of changes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
from django.test import Client
from django.utils import timezone

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.models import Event

ALL = "/tornei/calendario.ics"


def asked(path: str = ALL) -> bytes:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    content: bytes = answer.content
    return content


def events(path: str = ALL) -> dict[str, Any]:
    """Return the events of a file, by name."""
    [calendar] = icalendar.Calendar.from_ical(asked(path), multiple=True)
    return {str(each["summary"]): each for each in calendar.walk("VEVENT")}


def own(event: Event) -> Any:
    [only] = events(f"{event.get_absolute_url()}calendario.ics").values()
    return only


def changed(evening: Evening, **fields: Any) -> Event:
    event = actions.change_event(evening.organiser, evening.event, **fields)
    return event


def test_every_line_of_the_file_follows_the_standard(evening: NewEvening) -> None:
    evening(name="Coppa; di Sant’Agata, «perché no»", description="Prima riga,\nseconda; riga \\ " + "à" * 90)
    content = asked()
    lines = content.split(b"\r\n")
    assert lines.pop() == b""
    assert not any(b"\n" in line or b"\r" in line for line in lines), "lines end with CRLF"
    assert max(map(len, lines)) <= 75, "octets, not characters"
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert b"VERSION:2.0" in lines
    unfolded = content.decode().replace("\r\n ", "")
    assert "SUMMARY:Coppa\\; di Sant’Agata\\, «perché no»\r\n" in unfolded
    assert "Prima riga\\,\\nseconda\\; riga \\\\ " + "à" * 90 in unfolded
    [found] = events().values()
    assert "Prima riga,\nseconda; riga \\ " in found["description"]


def test_times_are_in_utc_and_the_link_leads_to_the_event(evening: NewEvening, settings: Any) -> None:
    settings.SITE_URL = "https://ludopoli.example"
    begins = (timezone.now() + timedelta(days=30)).replace(microsecond=0)
    tonight = evening(starts_at=begins.astimezone(ZoneInfo("Europe/Rome")))
    content = asked(f"{tonight.event.get_absolute_url()}calendario.ics").decode()
    assert f"DTSTART:{begins:%Y%m%dT%H%M%SZ}\r\n" in content
    assert f"UID:{tonight.event.code}@ludopoli.example\r\n" in content
    found = own(tonight.event)
    assert found["url"] == f"https://ludopoli.example{tonight.event.get_absolute_url()}"
    assert found["status"] == "CONFIRMED"
    assert "DTEND" not in found, "nobody knows how long its rounds last"


def test_an_arena_ends_on_time(evening: NewEvening) -> None:
    found = own(evening(format="arena", unit="single", settings={"minutes": 90}).event)
    assert found.end - found.start == timedelta(minutes=90)


def test_a_change_raises_the_sequence_under_the_same_uid(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    first = own(tonight.event)
    tonight.pairs(club)
    assert own(tonight.event)["sequence"] == first["sequence"] == 0, "entries change nothing in a calendar"
    changed(tonight, starts_at=tonight.event.starts_at + timedelta(days=1))
    moved = own(tonight.event)
    assert (moved["uid"], moved["sequence"]) == (first["uid"], 1)
    assert moved.start == (first.start + timedelta(days=1))
    assert moved["last-modified"].dt == moved["dtstamp"].dt >= first["last-modified"].dt
    changed(tonight, name="Torneo del venerdì")
    assert own(tonight.event)["sequence"] == 2


def test_a_cancelled_event_states_the_reason(evening: NewEvening) -> None:
    tonight = evening()
    actions.cancel_event(tonight.organiser, tonight.event, "Manca la luce.")
    for found in (own(tonight.event), events()[tonight.event.name]):
        assert (found["status"], found["sequence"]) == ("CANCELLED", 1)
        assert "Manca la luce." in found["description"]


def test_the_calendar_file_has_listed_and_recent_events(
    evening: NewEvening, begun_evening: NewEvening
) -> None:
    evening(name="Tra poco")
    over = begun_evening(name="Appena finito", settings={"rounds": 1})
    over.to_the_end()
    old = evening(name="Di un anno fa")
    Event.objects.filter(pk=old.event.pk).update(
        starts_at=old.now - timedelta(days=365), status=Event.Status.ARCHIVED
    )
    assert {*events()} == {"Tra poco", "Appena finito"}
    assert [*events(f"{ALL}?gioco=whist")] == []


def test_both_pages_link_to_their_files(evening: NewEvening) -> None:
    event = evening().event
    assert f'href="{ALL}"' in Client().get("/tornei/").content.decode()
    page = Client().get(event.get_absolute_url()).content.decode()
    assert f'href="{event.get_absolute_url()}calendario.ics"' in page


def test_a_program_gets_the_same_files(evening: NewEvening) -> None:
    event, api = evening().event, "/api/v1/"
    alone = f"{event.get_absolute_url()}calendario.ics"
    assert asked(f"{api}tournaments/{event.code}/calendar/") == asked(alone)
    assert asked(f"{api}calendar/") == asked(ALL)
    assert [*events(f"{api}calendar/?game={event.game}")] == [event.name]
    assert [*events(f"{api}calendar/?game=whist")] == []
    assert Client().get(f"{api}tournaments/nessuno/calendar/").json()["code"] == "not_found"


def test_an_unknown_event_has_no_file(db: None) -> None:
    assert Client().get("/tornei/nessuno/calendario.ics").status_code == 404
