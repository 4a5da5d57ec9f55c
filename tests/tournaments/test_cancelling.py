"""Cancelling an event: everybody learns why, all play ends, and the calendar still shows it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils.translation import override

from games.models import Match
from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import KINDS
from ludopoli.notices.models import Notice
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.models import Event, Round, TournamentTable

WHY = "Manca la luce."


def cancel(evening: Evening) -> Event:
    called_off = actions.cancel_event(evening.organiser, evening.event, WHY, now=evening.now)
    return called_off


def notified(kind: str = "event_cancelled") -> set[str]:
    return set(Notice.objects.filter(kind=kind).values_list("user__username", flat=True))


def said(notice: Notice) -> str:
    kind = KINDS[notice.kind]
    return str(kind.text) % kind.words(notice.facts)


def test_entrants_are_notified_of_the_cancellation_and_its_reason(
    evening: NewEvening, club: list[User]
) -> None:
    tonight = evening()
    tonight.pairs(club, 2)
    asks, asked, elsewhere = club[4:7]
    actions.register_entry(asks, tonight.event, partner=asked, now=tonight.now)  # this enters the asker
    cancel(tonight)
    assert notified() == {each.username for each in [*club[:4], asks]}
    assert elsewhere.username not in notified()
    notice = Notice.objects.filter(kind="event_cancelled").first()
    assert notice is not None
    assert WHY in said(notice)
    assert notice.url == tonight.event.get_absolute_url()


def test_cancellations_are_mailed_according_to_preferences(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 1)
    notifying.choose_delivery(club[1].pk, "event_cancelled", page=False, mail=False)
    cancel(tonight)
    [notice] = Notice.objects.filter(kind="event_cancelled")
    assert (notice.user, notice.mail_at is not None) == (club[0], True)


def test_the_other_directors_are_notified_of_a_cancellation(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    actions.add_director(tonight.organiser, tonight.event, club[11])
    cancel(tonight)
    assert notified() == {club[11].username}


def test_entrants_are_notified_when_there_are_too_few(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 1)
    assert tonight.until(tonight.event.starts_at).status == Event.Status.CANCELLED
    assert notified() == {club[0].username, club[1].username, tonight.organiser.username}
    notice = Notice.objects.filter(kind="event_cancelled").first()
    assert notice is not None
    with override("it"):
        assert "troppo pochi" in said(notice)


@pytest.mark.parametrize("paused", [False, True])
def test_tables_and_clocks_stop(tonight: Evening, paused: bool) -> None:
    if paused:
        actions.pause_event(tonight.organiser, tonight.event, now=tonight.now)
    cancel(tonight)
    assert not Match.objects.filter(status=Match.Status.PLAYING).exists()
    assert {each.status for each in tonight.tables()} == {TournamentTable.Status.OVER}
    assert {each.status for each in tonight.event.rounds.all()} == {Round.Status.OVER}
    player = tonight.event.members.exclude(user=None).select_related("user")[0].user
    assert player is not None
    assert selectors.my_table(player, tonight.event) is None
    tonight.at(days=1)
    assert tonight.event.wake_at is None


def test_results_before_the_cancellation_stand(tonight: Evening) -> None:
    first = tonight.tables()[0]
    assert first.table is not None
    tonight.play(first)
    scored = tonight.tables()[0].deals
    assert scored
    cancel(tonight)
    assert tonight.tables()[0].deals == scored


def test_a_table_whose_round_has_not_begun_closes(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    tonight.until(tonight.event.starts_at)
    assert tonight.round.status == Round.Status.DRAWN
    cancel(tonight)
    assert {each.status for each in tonight.tables()} == {TournamentTable.Status.OVER}
    assert tonight.round.status == Round.Status.OVER


def test_a_cancelled_event_stays_on_the_calendar(evening: NewEvening, club: list[User]) -> None:
    tonight, client = evening(), Client()
    cancel(tonight)
    coming = client.get("/tornei/").content.decode()
    assert tonight.event.name in coming
    assert 'data-status="cancelled"' in coming
    assert [each.code for each in selectors.calendar_events(AnonymousUser())] == [tonight.event.code]
    Event.objects.update(starts_at=tonight.now)
    assert not selectors.calendar_events(AnonymousUser()).exists()
    assert [each.code for each in selectors.calendar_events(AnonymousUser(), past=True)] == [
        tonight.event.code
    ]
    assert 'data-status="cancelled"' in client.get("/tornei/").content.decode()


def test_the_home_page_announces_no_cancelled_event(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    assert tonight.event.name in Client().get("/").content.decode()
    cancel(tonight)
    assert tonight.event.name not in Client().get("/").content.decode()


def test_the_page_of_a_cancelled_event_gives_the_reason(tonight: Evening) -> None:
    cancel(tonight)
    assert WHY in Client().get(tonight.event.get_absolute_url()).content.decode()


def test_the_page_states_that_there_were_too_few_entries(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.until(tonight.event.starts_at)
    page = Client().get(tonight.event.get_absolute_url(), headers={"Accept-Language": "en"})
    assert "Not enough people had entered." in page.content.decode()
