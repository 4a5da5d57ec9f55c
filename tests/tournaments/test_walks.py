"""Two walks through an evening at real tables, by nothing but what each page offers: the director's, from
nothing to the prizes, and that of a member who comes in by the poster at the door."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from ludopoli.accounts.models import User
from tests.page_walk import PageWalk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_nothing_kept", "fresh_rates")]

PEOPLE = (
    "Mario Rossi", "Maria Rosa", "Ugo Neri", "Zoë D’Angiò", "Ivo Conti", "Lia Greco", "Gina Costa",
    "Dario Russo",
)  # fmt: skip
CARDS = [str(card) for card in range(101, 101 + len(PEOPLE))]
SITE = "http://testserver"
MOST_CLICKS = 25


def visitor(address: str = "/") -> PageWalk:
    """Somebody without a session, whose every form needs its token."""
    return PageWalk(Client(enforce_csrf_checks=True), address)


@pytest.fixture
def desk() -> PageWalk:
    """The director's first page."""
    rosalia = User.objects.create(username="Rosalia", password="!")
    client = Client(enforce_csrf_checks=True)
    client.force_login(rosalia)
    return PageWalk(client)


def found_club(desk: PageWalk) -> str:
    """Found a club with members from a file; return its address, whose page is open then."""
    desk.follow("/circoli/")
    desk.follow("/circoli/nuovo/")
    desk.send("", name="Circolo Garibaldi")
    club = desk.address
    desk.follow("/soci/lista/")
    lines = "".join(f"{name};{card}\n" for name, card in zip(PEOPLE, CARDS, strict=True))
    desk.send("", file=SimpleUploadedFile("soci.csv", f"nome;tessera\n{lines}".encode()))
    desk.send("", confirm="1")
    assert "Zoë D’Angiò" in desk.text
    desk.follow(club)
    return club


def announce(desk: PageWalk, club: str, **fields: Any) -> str:
    """Announce an evening from the club's page; return its address. The console is open then."""
    desk.follow(f"/tornei/nuovo/?circolo={club.split('/')[2]}")
    begins = f"{timezone.localdate() + timedelta(days=1)}T21:00"
    desk.send(
        "", name="Il giovedì", starts_at=begins, venue="real", format="swiss", option_deals="1", **fields
    )
    return desk.address.partition("direzione/")[0]


def test_a_director_goes_from_nothing_to_the_prizes(desk: PageWalk) -> None:
    club = found_club(desk)
    event = announce(desk, club, option_rounds="2", purse_fee="10", purse_prizes="1: 60%\n2: 40%")
    for first, second in zip(CARDS[::2], CARDS[1::2], strict=True):
        desk.send("/iscrivi/", first=first, second=second)
    desk.follow("/cassa/")
    desk.send("/iscritti/1/incassa/")
    desk.send("/incassa-tutte/")
    desk.follow("/direzione/")
    desk.send("/comincia/")
    for number in (1, 2):
        desk.send("/comincia-turno/")
        for table in (1, 2):
            desk.follow(f"/tavoli/{number}/{table}/")
            desk.send("/segna/", **{"score-1-0": "7", "score-1-1": "4"})
            desk.follow(f"/direzione/?turno={number}")
    winner = desk.text.partition("Al primo posto: ")[2].partition(" – ")[0]
    assert winner in PEOPLE
    desk.follow("/cassa/")
    desk.follow("/chiusura/")
    for sum_of_euros in (80, 48, 32):
        assert f"€\N{NO-BREAK SPACE}{sum_of_euros}" in desk.text
    desk.follow("/direzione/")
    desk.follow(event)
    desk.follow("/stampa/")
    desk.visit(club)
    desk.follow("/albo/")
    assert winner in desk.text


def test_a_director_begins_from_nothing_by_two_lists(desk: PageWalk) -> None:
    """In far less than five minutes: each page that is opened, field that is filled in and form that is sent
    takes a click."""
    event = announce(desk, found_club(desk), option_rounds="1")
    desk.follow("/direzione/lista/")
    pairs = "".join(f"{one};{other}\n" for one, other in zip(CARDS[::2], CARDS[1::2], strict=True))
    desk.send("", file=SimpleUploadedFile("coppie.csv", f"tessera;tessera compagno\n{pairs}".encode()))
    desk.send("", confirm="1")
    desk.visit(f"{event}direzione/")
    desk.send("/comincia/")
    desk.send("/comincia-turno/")
    assert "Zoë D’Angiò" in desk.text
    assert desk.clicks <= MOST_CLICKS


def test_a_member_comes_in_by_the_poster_and_leaves_with_a_scorecard(desk: PageWalk) -> None:
    club = found_club(desk)
    [poster] = [each for each in desk.page.copied if "/invito/" in each]
    event = announce(desk, club, option_rounds="1")

    phone = visitor(poster.removeprefix(SITE))
    phone.follow(f"/iscriviti/?next={phone.address}")
    phone.send("/iscriviti/", username="Zoe", email="zoe@example.org", password1="liscio-e-busso-77")
    phone.send("/".join(("", *poster.split("/")[3:])), card="104")
    assert "La tua richiesta è arrivata a chi dirige" in phone.text
    desk.visit(club)
    desk.follow("/soci/")
    assert "dice di essere Zoë D’Angiò" in desk.text
    desk.send("/accogli/")

    phone.visit(club)
    phone.follow(event)
    assert "vi iscrive chi dirige, alla porta" in phone.text, "the partner has no account"
    desk.visit(event)
    desk.follow("/direzione/")
    desk.send("/iscrivi/", first="104", second="ria ros")
    desk.send("/iscrivi/", first="ivo", second="greco")
    phone.reload()
    assert "Sei tra gli iscritti, con Maria Rosa" in phone.text

    desk.send("/comincia/")
    desk.send("/comincia-turno/")
    phone.reload()
    phone.follow("/tavolo/")
    phone.send("/foglio/", **{"score-1-0": "8", "score-1-1": "3"})
    assert "da confermare" in phone.text
    desk.follow("/iscritti/2/")
    [card] = [each for each in desk.page.copied if "/foglio/" in each]
    other = visitor(card.removeprefix(SITE))
    other.send("/foglio/")  # it is right: confirm
    other.follow("/iscritti/2/scheda/")

    phone.follow(event)
    phone.follow("/iscritti/1/scheda/")
    assert "8–3" in phone.text or "3–8" in phone.text
    phone.follow("/attestato/")
    assert "Zoe" in phone.text
