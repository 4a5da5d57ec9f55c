"""Pages in the frames of other sites: replays, and those that a club lets its own sites show."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs import actions
from clubs.models import Club
from ludopoli.accounts.models import User
from ludopoli.http.framing import origin_of
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening

pytestmark = pytest.mark.django_db

OWN = "https://garibaldi.example.org"


@pytest.fixture
def garibaldi(organiser: User) -> Club:
    return actions.create_club(organiser, name="Circolo Garibaldi", sites=["garibaldi.example.org", OWN])


def policy(answer: Any) -> str:
    found = [each for each in answer["Content-Security-Policy"].split("; ") if each.startswith("frame-anc")]
    return found[0].removeprefix("frame-ancestors ")


NOWHERE = (
    "", "*", "*.example.org", "example", "javascript:alert(1)", "ftp://example.org", "https://a.it; sandbox",
    "https://example.org:99999", "https://" + "a." * 60 + "org",
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("garibaldi.example.org", OWN),
        (f"{OWN}/chi-siamo?x#y", OWN),
        ("http://Garibaldi.example.org:8080", "http://garibaldi.example.org:8080"),
        ("https://perché.example.org", "https://xn--perch-fsa.example.org"),
        *((written, None) for written in NOWHERE),
    ],
)
def test_a_site_is_an_origin(written: str, origin: str | None) -> None:
    assert origin_of(written) == origin


def test_a_club_names_its_sites_once(garibaldi: Club, organiser: User) -> None:
    assert garibaldi.sites == [OWN]
    for bad in (["*"], [f"s{n}.example.org" for n in range(11)], "example.org", [3]):
        with refused("bad_club"):
            actions.change_club(organiser, garibaldi, sites=bad)
    garibaldi.refresh_from_db()
    assert garibaldi.sites == [OWN]


def test_only_a_club_s_sites_frame_its_calendar_and_the_screen_of_its_events(
    garibaldi: Club, organiser: User, evening: NewEvening
) -> None:
    event = evening(club=garibaldi).event
    for page in (reverse("club-calendar", args=[garibaldi.code]), reverse("event-hall", args=[event.code])):
        whole, framed = Client().get(page), Client().get(page, {"riquadro": ""})
        assert policy(whole) == "'none'", page
        assert whole["X-Frame-Options"] == "DENY", page
        assert policy(framed) == OWN, page
        assert "X-Frame-Options" not in framed, page
        assert "<base target" in framed.content.decode(), page
    actions.change_club(organiser, garibaldi, sites=[])
    closed = Client().get(reverse("club-calendar", args=[garibaldi.code]), {"riquadro": ""})
    assert (policy(closed), closed["X-Frame-Options"]) == ("'none'", "DENY")


def test_oembed_describes_what_may_be_framed(garibaldi: Club, organiser: User, evening: NewEvening) -> None:
    event = evening(club=garibaldi).event

    def asked(path: str, **more: str) -> Any:
        return Client().get(reverse("oembed"), {"url": f"http://testserver{path}", **more})

    shown = asked(event.get_absolute_url(), maxwidth="400").json()
    assert (shown["type"], shown["title"], shown["width"]) == ("rich", event.name, 400)
    assert f'src="http://testserver/tornei/{event.code}/sala/?riquadro"' in shown["html"]
    assert asked(garibaldi.get_absolute_url()).json()["title"] == "Calendario di Circolo Garibaldi"
    assert asked(event.get_absolute_url(), format="xml").status_code == 501
    for found in (event.get_absolute_url(), garibaldi.get_absolute_url()):
        assert "oembed" in Client().get(found).content.decode(), found

    actions.change_club(organiser, garibaldi, private=True)
    for nothing in (garibaldi.get_absolute_url(), event.get_absolute_url(), "/tornei/", "/nessuno"):
        assert asked(nothing).status_code == 404, nothing
    assert Client().get(reverse("oembed"), {"url": "https://elsewhere.example/tornei/"}).status_code == 404
