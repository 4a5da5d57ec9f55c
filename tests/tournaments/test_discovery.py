"""Crawlers, readers of feeds and other machines find all that is public, and nothing else."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import actions as clubs
from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tournaments import actions
from tournaments.models import Event

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def read(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def listed() -> list[str]:
    root = ElementTree.fromstring(read("/sitemap.xml"))
    return [each.text or "" for each in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]


def fed(path: str = "/tornei/atom.xml") -> dict[str, Any]:
    """The entries of a feed by their titles."""
    entries = ElementTree.fromstring(read(path)).findall(f"{ATOM}entry")
    return {each.findtext(f"{ATOM}title", ""): each for each in entries}


def test_crawlers_find_the_map_and_stay_out_of_what_belongs_to_people() -> None:
    robots = read("/robots.txt").splitlines()
    assert robots[0] == "User-agent: *"
    assert "Sitemap: http://localhost:8000/sitemap.xml" in robots
    assert {"Disallow: /account/", "Disallow: /admin/", "Disallow: /moderazione/"} <= {*robots}


def test_every_address_of_the_map_can_be_read_by_anybody(evening: NewEvening, organiser: User) -> None:
    event = evening(club=clubs.create_club(organiser, name="Circolo Garibaldi")).event
    found = listed()
    assert len(found) == len({*found})
    assert f"http://localhost:8000{event.get_absolute_url()}" in found
    kinds = {re.sub(r"[^/]+/$", "", address): address for address in found}  # one of each kind of page
    for address in kinds.values():
        read(address.removeprefix("http://localhost:8000"))
    assert not any("/giocatori/" in address or "/tavolo/" in address for address in found)


def test_what_is_private_is_in_neither_the_map_nor_the_feed(evening: NewEvening, organiser: User) -> None:
    closed = clubs.create_club(organiser, name="Circolo chiuso", private=True)
    hidden = evening(club=closed).event
    shown = evening().event
    for text in (read("/sitemap.xml"), read("/tornei/atom.xml")):
        assert shown.code in text
        assert not any(each in text for each in (hidden.code, closed.code, closed.name))


def test_the_feed_has_the_tournaments_with_what_changed_last_first(
    evening: NewEvening, organiser: User
) -> None:
    first, second = (evening(name=name).event for name in ("Prima serata", "Seconda serata"))
    assert [*fed()] == ["Seconda serata", "Prima serata"]
    before = {name: each.findtext(f"{ATOM}id") for name, each in fed().items()}
    actions.cancel_event(organiser, first, "Manca la luce.")
    after = fed()
    assert [*after] == ["Prima serata", "Seconda serata"]
    assert {name: each.findtext(f"{ATOM}id") for name, each in after.items()} == before
    assert "Manca la luce." in after["Prima serata"].findtext(f"{ATOM}summary")
    link = after["Seconda serata"].find(f"{ATOM}link").get("href")
    assert link == f"http://localhost:8000{second.get_absolute_url()}"
    assert 'type="application/atom+xml"' in read(reverse("calendar"))


def test_words_of_organisers_are_neither_markup_nor_a_break_in_the_feed_nor_bad(
    evening: NewEvening, organiser: User
) -> None:
    event = evening(name="Serata").event
    words = '<a href="https://evil.example/">qui</a> stronzi\nseconda riga \ufffe'
    Event.objects.filter(pk=event.pk).update(description=words)
    summary = fed()["Serata"].findtext(f"{ATOM}summary")
    assert "&lt;a href" in summary
    assert "qui&lt;/a&gt; s******<br>seconda riga" in summary
    assert "stronzi" not in read("/tornei/calendario.ics")


def test_a_club_has_a_feed_of_its_own_unless_it_is_private(evening: NewEvening, organiser: User) -> None:
    club = clubs.create_club(organiser, name="Circolo Garibaldi")
    evening(name="Serata del circolo", club=club)
    evening(name="Serata di altri")
    path = reverse("club-atom", args=[club.code])
    assert [*fed(path)] == ["Serata del circolo"]
    assert path in read(reverse("club-calendar", args=[club.code]))
    clubs.change_club(organiser, club, private=True)
    member = Client()
    member.force_login(organiser)
    assert {Client().get(path).status_code, member.get(path).status_code} == {404}


def test_a_hole_can_be_told(settings: LazySettings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    told = dict(line.split(": ", 1) for line in read("/.well-known/security.txt").splitlines())
    assert told["Contact"] == "mailto:security@example.org"
    assert told["Canonical"] == "http://localhost:8000/.well-known/security.txt"
    ends = datetime.fromisoformat(told["Expires"])
    assert timedelta(days=90) < ends - timezone.now() < timedelta(days=365)


def test_a_site_offers_its_source_once_it_has_an_address(settings: LazySettings) -> None:
    shown = {"/": 1, "/archivio/": 1, "/documenti/": 2, "/llms.txt": 1}
    assert {path: read(path).count("example.org/source") for path in shown} == dict.fromkeys(shown, 0)
    settings.SOURCE_URL = "https://example.org/source"
    assert {path: read(path).count("example.org/source") for path in shown} == shown


def test_every_link_for_language_models_leads_somewhere() -> None:
    text = read("/llms.txt")
    assert text.startswith("# Ludopoli\n\n> ")
    links = re.findall(r"\]\(http://localhost:8000([^)]+)\)", text)
    assert {"/documenti/library.md", "/documenti/exports.md", "/documenti/ratings.md"} <= {*links}
    assert "AGPL-3.0-or-later" in text
    assert {"/api/v1/asyncapi/", "/api/v1/record-schema/", "/regole/tressette/"} <= {*links}
    for link in links:
        read(link)
