"""Times in the zone of their reader, which pages and fields name; days in the zone of the site."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from rest_framework.test import APIClient

from clubs import actions
from ludopoli.accounts.models import User
from ludopoli.notices import notifying, pushes
from ludopoli.notices.models import Mailbox
from ludopoli.site.celery import app
from ludopoli.text import zones
from ludopoli.text.moment_fields import MomentField
from tests.tournaments.conftest import NewEvening
from tests.tournaments.test_console import sent
from tournaments.models import Event

ROME, BUENOS_AIRES = ZoneInfo("Europe/Rome"), ZoneInfo("America/Argentina/Buenos_Aires")


@pytest.fixture
def rosalia(db: None) -> User:
    return User.objects.create_user("Rosalia")


@pytest.fixture
def far_away(rosalia: User) -> Client:
    """The browser of a director in Buenos Aires."""
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(rosalia)
    client.cookies[zones.COOKIE] = BUENOS_AIRES.key
    return client


# ---- pages


@pytest.mark.parametrize(
    ("cookie", "hour", "foot"),
    [
        (
            "America/Buenos_Aires",
            "16:30 (Buenos Aires)",
            "Time zone: Buenos Aires; days and seasons follow Rome.",
        ),
        ("Europe/Rome", "20:30", "Time zone: Rome."),
        ("", "20:30", "Time zone: Rome."),
        ("../../etc/passwd", "20:30", "Time zone: Rome."),
        ("America", "20:30", "Time zone: Rome."),
    ],
)
def test_a_page_shows_times_in_the_zone_of_the_device_and_names_it(
    evening: NewEvening, cookie: str, hour: str, foot: str
) -> None:
    begins = (timezone.now() + timedelta(days=9)).astimezone(ROME).replace(hour=20, minute=30)
    event = evening(starts_at=begins).event
    if event.starts_at.astimezone(ROME).utcoffset() == timedelta(hours=2):
        hour = hour.replace("16:", "15:")
    client = Client(headers={"Accept-Language": "en"})
    client.cookies[zones.COOKIE] = cookie
    html = client.get(reverse("calendar")).content.decode()
    assert f", {hour}</time>" in html
    assert foot in " ".join(html.split())


def test_a_chosen_zone_holds_on_every_device(far_away: Client, rosalia: User) -> None:
    rosalia.set_password("tre carte sul tavolo")
    rosalia.save()
    far_away.force_login(rosalia)
    page = far_away.get("/account/").content.decode()
    assert "Tokyo (Asia/Tokyo)" in page
    assert far_away.post("/account/fuso/", {"zone": "Asia/Tokyo"}).status_code == 302
    assert "Time zone: Tokyo" in far_away.get("/").content.decode()
    far_away.get(reverse("notice-switches"))
    assert Mailbox.objects.get(user=rosalia).zone == "Asia/Tokyo"
    other = Client(headers={"Accept-Language": "en"})
    other.cookies[zones.COOKIE] = BUENOS_AIRES.key
    other.post("/account/accedi/", {"login": "Rosalia", "password": "tre carte sul tavolo"})
    assert "Time zone: Tokyo" in other.get("/").content.decode()
    other.post("/account/fuso/", {"zone": ""})
    assert other.cookies[zones.COOKIE].value == "", "the page's script stores that of the device again"
    rosalia.refresh_from_db()
    assert rosalia.zone == ""


# ---- fields


def test_a_time_is_taken_in_the_zone_that_its_field_names(far_away: Client) -> None:
    starts = (timezone.now() + timedelta(days=9)).astimezone(BUENOS_AIRES).replace(hour=20, minute=30)
    page = far_away.get("/tornei/nuovo/").content.decode()
    assert "Time zone: Buenos Aires" in page
    assert f'name="starts_at_zone" value="{BUENOS_AIRES.key}"' in page
    chosen = sent(starts_at=f"{starts:%Y-%m-%dT%H:%M}", starts_at_zone=BUENOS_AIRES.key)
    far_away.cookies[zones.COOKIE] = "Europe/Rome"  # landed meanwhile
    far_away.post("/tornei/nuovo/", chosen)
    event = Event.objects.get()
    assert event.starts_at == starts.replace(second=0, microsecond=0)
    there = f"{event.starts_at.astimezone(ROME):%Y-%m-%dT%H:%M}"
    page = far_away.get(reverse("console-change", args=[event.code])).content.decode()
    assert f'value="{there}"' in page
    assert "Time zone: Rome" in page


class OneMoment(forms.Form):
    at = MomentField(label="When")


def test_a_refused_field_keeps_its_zone() -> None:
    form = OneMoment({"at": "never", "at_zone": "Asia/Tokyo"})
    assert not form.is_valid()
    html = str(form["at"])
    assert 'value="never"' in html
    assert 'value="Asia/Tokyo"' in html
    assert "Tokyo" in html.split("<p")[1]


@pytest.mark.parametrize("hour", ["2027-03-28T02:30", "2027-10-31T02:30"])
def test_an_hour_that_the_change_of_clocks_skips_or_repeats_is_asked_again(hour: str) -> None:
    with translation.override("en"):
        form = OneMoment({"at": hour, "at_zone": "Europe/Rome"})
        assert form.errors["at"] == [
            "That night the clocks change in Rome, and this hour does not exist or comes twice. "
            "Choose another."
        ]
        assert OneMoment({"at": hour, "at_zone": "Africa/Tunis"}).is_valid()


def test_a_weekly_evening_keeps_its_hour_in_the_zone_of_the_site(far_away: Client, rosalia: User) -> None:
    club = actions.create_club(rosalia, name="Circolo")
    there = (timezone.now() + timedelta(days=2)).astimezone(BUENOS_AIRES).replace(hour=16, minute=0)
    address = f"{club.get_absolute_url()}appuntamenti/nuovo/"
    assert "every week, Rome time" in far_away.get(address).content.decode()
    far_away.post(address, {"title": "Cena", "starts_at": f"{there:%Y-%m-%dT%H:%M}", "weeks": "52"})
    begins = [each.starts_at.astimezone(ROME) for each in club.dates.all()]
    assert begins[0] == there.replace(second=0, microsecond=0)
    assert len({each.hour for each in begins}) == 1
    assert len({each.utcoffset() for each in begins}) == 2


# ---- programs


@pytest.mark.parametrize(
    ("method", "path", "field", "value"),
    [
        ("post", "tournaments/", "starts_at", "2030-11-29T20:30:00"),
        ("post", "tournaments/", "registers_at", "2030-11-29T20:30"),
        ("patch", "tournaments/{event}/", "starts_at", "2030-11-29T20:30:00"),
        ("post", "clubs/{club}/dates/", "starts_at", "2030-11-29T20:30:00"),
        ("get", "matches/?since=2030-11-29T20:30:00", "since", ""),
    ],
)
def test_a_time_without_its_offset_is_refused(
    evening: NewEvening, method: str, path: str, field: str, value: str
) -> None:
    tonight = evening()
    event, organiser = tonight.event, tonight.organiser
    club = actions.create_club(organiser, name="Circolo")
    client = APIClient(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    fields = {"starts_at": "2030-11-29T20:30:00Z"} if field == "registers_at" else {}
    fields |= {"title": "Cena", field: value} if "dates" in path else {"name": "La coppa", field: value}
    address = f"/api/v1/{path.format(event=event.code, club=club.code)}"
    answer = getattr(client, method)(address, *([fields, "json"] if value else []))
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    [problem] = answer.json()["errors"][field]
    assert problem == "A time needs its offset from UTC: 2026-11-29T20:30:00+01:00, or 2026-11-29T19:30:00Z."


# ---- hours and days without a page


def test_quiet_hours_are_those_of_the_person(far_away: Client, rosalia: User) -> None:
    assert "those of Buenos Aires" in far_away.get(reverse("notice-switches")).content.decode()
    box = Mailbox.objects.get(user=rosalia)
    assert (box.zone, box.quiet_from, box.quiet_until) == (BUENOS_AIRES.key, 22, 8)
    night = datetime(2030, 1, 9, 23, tzinfo=BUENOS_AIRES)
    assert pushes._loud(night, box) == night + timedelta(hours=9)
    morning = datetime(2030, 1, 9, 5, tzinfo=ROME)  # one in the night there
    assert pushes._loud(morning, box) == datetime(2030, 1, 9, 8, tzinfo=BUENOS_AIRES)
    notifying.remember_reader(rosalia, "it", "")
    box.refresh_from_db()
    assert (box.language, box.zone) == ("it", BUENOS_AIRES.key)


def test_the_day_is_that_of_the_site_wherever_the_reader_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2030, 1, 1, 0, 30, tzinfo=ROME))
    with timezone.override(BUENOS_AIRES):
        assert zones.site_day() == date(2030, 1, 1)
        assert timezone.localdate() == date(2029, 12, 31)


def test_tasks_at_an_hour_run_by_the_clock_of_the_site() -> None:
    assert str(app.timezone) == settings.TIME_ZONE
