"""Whoever has seen deals can take no seat where they may be played, and the log says who has looked."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, words
from tests.tournaments.test_seat_links import link, take_seat
from tournaments import actions
from tournaments.actions import Named
from tournaments.models import LogEntry
from tournaments.outlets import journal

DUPLICATE = {"rounds": 3, "deals": 1, "duplicate": True}


@pytest.fixture
@from_snapshot
def hall(evening: NewEvening, club: list[User]) -> Evening:
    """An evening of four pairs at real tables; its first round is drawn, and Lia directs, too."""
    on = evening(venue="real", settings=DUPLICATE, late_entries=True)
    on.pairs(club)
    on.draw()
    actions.add_director(on.organiser, on.event, club[8])
    return on


def look(on: Evening, reader: User, number: int = 1) -> str:
    """Open the hands of a round, and return the cards."""
    shown = browser(reader).get(reverse("console-boards", args=[on.event.code, number]))
    assert shown.status_code == 200
    return words(shown.content.decode()).partition("Deal 1")[2]


def known_in_a_club(on: Evening, lia: User) -> Club:
    """Let the evening be that of a club which knows an account as Lia Neri, number 0113."""
    known = Club.objects.create(name="Bocciofila")
    known.members.create(
        number=1, user=lia, name="Lia Neri", card="0113", since=timezone.now(), role="member"
    )
    type(on.event).objects.filter(pk=on.event.pk).update(club=known)
    on.fresh()
    return known


def looks(on: Evening) -> list[tuple[User | None, Any]]:
    rows = LogEntry.objects.filter(event=on.event, what="deals_seen").order_by("pk")
    return [(each.by, each.facts["round"]) for each in rows]


def test_a_director_who_has_looked_at_the_drawn_round_substitutes_nobody(
    hall: Evening, club: list[User]
) -> None:
    entry = hall.event.entries.get(number=1)
    look(hall, club[8])
    with refused("has_watched"):
        actions.substitute_member(hall.organiser, entry, 0, club[8], "manca uno", now=hall.now)
    with refused("has_watched"):  # the name of the account
        actions.substitute_member(hall.organiser, entry, 0, Named("Lia"), "manca uno", now=hall.now)
    User.objects.filter(pk=club[8].pk).update(folded="lia de carlo", username="Lia De Carlo")
    with refused("has_watched"):  # with the surname first
        actions.substitute_member(hall.organiser, entry, 0, Named("De Carlo Lia"), "manca uno", now=hall.now)
    actions.substitute_member(hall.organiser, entry, 0, hall.organiser, "manca uno", now=hall.now)


def test_the_log_says_who_looked_and_when(hall: Evening, club: list[User]) -> None:
    for reader in (club[8], club[8], hall.organiser):
        look(hall, reader)
    assert looks(hall) == [(club[8], 1), (hall.organiser, 1)], "once for the same deals"
    lines = journal.read_log(hall.event, hall.organiser)
    [line, _other] = [each for each in lines if each.what == "deals_seen"]
    assert (line.by, line.said) == ("Ugo", "The deals of round 1 were seen")
    assert browser(club[9]).get(reverse("console-boards", args=[hall.event.code, 1])).status_code == 403
    assert len(looks(hall)) == 2, "whoever is refused has seen nothing"


def test_a_round_drawn_again_after_a_look_has_other_deals(hall: Evening, club: list[User]) -> None:
    before = hall.round.boards
    actions.pair_anew(hall.organiser, hall.event, "è arrivata Nora", now=hall.now)
    assert hall.round.boards == before, "nobody has looked"
    seen = look(hall, club[8])
    actions.pair_anew(hall.organiser, hall.event, "è arrivata Nora", now=hall.now)
    actions.enter_members(hall.organiser, hall.event, [club[8], club[9]], now=hall.now)
    assert look(hall, hall.organiser) != seen
    assert hall.round.boards is not None
    assert hall.round.boards.name == f"{hall.event.code}/1.1"
    assert LogEntry.objects.filter(event=hall.event, what="dealt_anew", facts__round=1).count() == 1
    actions.pair_anew(hall.organiser, hall.event, "e ora gioca", now=hall.now)
    assert hall.round.boards.name == f"{hall.event.code}/1.2"


def test_deals_that_were_taken_are_other_ones_too_after_a_new_draw(hall: Evening, club: list[User]) -> None:
    actions.take_deals(club[8], hall.event, now=hall.now)
    first, second = look(hall, club[8], 1), look(hall, club[8], 2)
    assert first != second
    actions.pair_anew(hall.organiser, hall.event, "è arrivata Nora", now=hall.now)
    assert look(hall, club[8], 1) != first
    assert look(hall, club[8], 2) == second
    known = known_in_a_club(hall, club[8])
    in_cyrillic = ("Liа", "Lia Nеri")  # one letter each
    by_name = [Named(each) for each in ("Lia", "Lia Neri", "Neri Lia", *in_cyrillic, "Li\u034fa")]
    tried: list[Named | User] = [*by_name, Named("Una", "0113"), club[8]]
    for name in tried:
        with refused("has_watched"):
            actions.enter_members(hall.organiser, hall.event, [name, Named("Pia Neri")], now=hall.now)
    for line in ("LIA;", "Lia Neri;", "Neri Lia;", "Nеri Liа;", "Una;0113"):
        listed = actions.read_list(hall.event, f"nome;tessera;compagno\n{line};Pia Neri\n")
        assert [each.problem and each.problem.code for each in listed] == ["has_watched"], line
    known.members.update(card="")
    with refused("has_watched"):  # the club knows no number
        actions.enter_members(
            hall.organiser, hall.event, [Named("Neri Lia", "7"), Named("Pia")], now=hall.now
        )


def test_whoever_plays_by_a_name_that_the_club_knows_sees_no_hands(hall: Evening, club: list[User]) -> None:
    known_in_a_club(hall, club[8])
    entry = hall.event.entries.get(number=1)
    for who in (Named("Una", "0113"), Named("LIA NERI"), Named("Neri Lia"), Named("Nеri Liа")):
        actions.substitute_member(hall.organiser, entry, 0, who, "manca uno", now=hall.now)
        answer = browser(club[8]).get(reverse("console-boards", args=[hall.event.code, 1]))
        assert answer.status_code == 403, who
        with refused("plays_here"):
            actions.take_deals(club[8], hall.event, now=hall.now)
        actions.substitute_member(hall.organiser, entry, 0, Named("Pia"), "è tornata", now=hall.now)
    look(hall, club[8])
    for who in (Named("Una", "0113"), Named("LIA NERI")):
        with refused("has_watched"):
            actions.substitute_member(hall.organiser, entry, 0, who, "manca uno", now=hall.now)


def test_a_director_who_has_looked_joins_no_team_of_the_round(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real", unit="team", format="swiss", settings=DUPLICATE)
    on.enter(club[:4], club[4:8])
    on.draw()
    captain, entry = club[0], on.event.entries.get(number=1)
    actions.add_director(on.organiser, on.event, club[8])
    actions.add_director(on.organiser, on.event, club[9])
    look(on, club[8])
    with refused("has_watched"):
        actions.ask_member(captain, entry, club[8], now=on.now)
    actions.ask_member(captain, entry, club[9], now=on.now)
    assert browser(club[9]).get(reverse("console-boards", args=[on.event.code, 1])).status_code == 403


def test_a_director_who_watches_takes_no_seat_by_the_link_of_another(
    evening: NewEvening, club: list[User]
) -> None:
    on = evening()
    [entry, _other] = on.enter([Named("Mario Rossi"), club[0]], club[1:3])
    mario, directs = entry.members.select_related("user").get(place=0), browser(on.organiser)
    assert take_seat(browser(on.organiser), link(on.event, mario)).status_code == 302, "nothing is drawn yet"
    on.start()
    assert take_seat(directs, link(on.event, mario)).status_code == 409
    assert directs.get("/").wsgi_request.user == on.organiser
    assert take_seat(browser(club[11]), link(on.event, mario)).status_code == 302


def test_a_director_who_is_removed_during_a_round_puts_none_of_their_bots_into_it(
    tonight: Evening, club: list[User]
) -> None:
    robot = User.objects.create(username="Robotto", is_bot=True, owner=club[8])
    actions.add_director(tonight.organiser, tonight.event, club[8])
    actions.remove_director(tonight.organiser, tonight.event, club[8])
    entry = tonight.event.entries.get(number=1)
    for person in (club[8], robot):
        with refused("has_watched"):
            actions.substitute_member(tonight.organiser, entry, 0, person, "manca uno", now=tonight.now)
