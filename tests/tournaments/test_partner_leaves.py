"""One of a pair leaves: the other keeps their place, and chooses a new partner."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Table
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.models import Entry, Member

Status = Entry.Status


def left_alone(tonight: Evening, club: list[User]) -> Entry:
    """Let Anna leave Bruno in the first round of four pairs; return their entry."""
    entry = tonight.entries[0]
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    entry.refresh_from_db()
    return entry


def drawn(tonight: Evening) -> set[int]:
    return {who for table in tonight.tables() for who in table.places}


def seats_of(tonight: Evening, entry: Entry) -> set[str]:
    """Return the names of everybody at the table of an entry, with bots marked as such."""
    table = next(each for each in tonight.tables() if entry.number in each.places)
    assert table.table is not None
    return {each.user.username if each.user else "bot" for each in table.table.seats.select_related("user")}


def notices_of(person: User) -> set[str]:
    return set(Notice.objects.filter(user=person).values_list("kind", flat=True))


def test_the_remaining_partner_decides_and_the_pair_keeps_its_place(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening()
    entry = left_alone(tonight, club)
    assert entry.status == Status.CHECKED_IN
    assert entry.left is None
    assert "event_left_alone" in notices_of(club[1])
    assert "event_left_alone" not in notices_of(club[0]) | notices_of(club[2])
    tonight.play()
    assert entry.number in drawn(tonight)
    assert seats_of(tonight, entry) >= {"Bruno", "bot"}
    assert "Anna" not in seats_of(tonight, entry)
    tonight.begin_round()
    tonight.to_the_end()
    entry.refresh_from_db()
    assert entry.place is not None, "who stayed has played"


def test_without_bots_the_pair_rests_until_a_partner_joins(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening(settings={"rounds": 3, "deals": 1, "absent": "rest"})
    entry = left_alone(tonight, club)
    tonight.play()
    assert entry.number not in drawn(tonight)
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    actions.take_place(club[8], entry, now=tonight.now)
    tonight.begin_round()
    tonight.play()
    assert entry.number in drawn(tonight)


def test_a_departed_partner_can_return_until_the_next_pairing(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening()
    entry = left_alone(tonight, club)
    actions.come_back(club[0], tonight.event, now=tonight.now)
    entry = Entry.objects.get(pk=entry.pk)
    assert not entry.has_vacancy
    assert entry.status == Status.CHECKED_IN
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    tonight.play()
    with refused("round_drawn"):
        actions.come_back(club[0], tonight.event, now=tonight.now)
    actions.reinstate_entry(tonight.organiser, entry, now=tonight.now)
    assert not Entry.objects.get(pk=entry.pk).has_vacancy, "the director puts them back later, too"


def test_anyone_can_take_a_place_when_a_partner_is_sought(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening()
    entry = left_alone(tonight, club)
    with refused("no_vacancy"):
        actions.take_place(club[8], entry, now=tonight.now)
    with refused("no_vacancy"):
        actions.seek_partner(club[2], tonight.event, now=tonight.now)
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    with refused("already_entered"):
        actions.take_place(club[2], entry, now=tonight.now)
    actions.take_place(club[9], entry, now=tonight.now)
    with refused("no_vacancy"):
        actions.take_place(club[10], entry, now=tonight.now)
    tonight.play()
    assert seats_of(tonight, entry) >= {"Bruno", club[9].username}
    assert "event_found" in notices_of(club[1])
    with refused("not_entered"):
        actions.come_back(club[0], tonight.event, now=tonight.now)


def test_a_new_partner_is_unrated_like_a_substitute(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening()
    entry = left_alone(tonight, club)
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    actions.take_place(club[8], entry, now=tonight.now)
    tonight.play()
    tonight.begin_round()
    table = next(each for each in tonight.tables() if entry.number in each.places)
    assert Table.objects.get(tournament=table).casual
    other = next(each for each in tonight.tables() if entry.number not in each.places)
    assert not Table.objects.get(tournament=other).casual


def test_an_invited_partner_accepts_or_declines(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening()
    entry = left_alone(tonight, club)
    with refused("already_entered"):
        actions.seek_partner(club[1], tonight.event, club[2], now=tonight.now)
    actions.seek_partner(club[1], tonight.event, club[8], now=tonight.now)
    assert "event_partner" in notices_of(club[8])
    assert selectors.asks_me(club[8], tonight.event) == entry
    with refused("no_vacancy"):
        actions.take_place(club[9], entry, now=tonight.now)
    actions.decline_partner(club[8], tonight.event, now=tonight.now)
    assert Notice.objects.filter(user=club[1], kind="event_left_alone").exists()
    with refused("not_asked"):
        actions.accept_partner(club[8], tonight.event, now=tonight.now)
    actions.seek_partner(club[1], tonight.event, club[8], now=tonight.now)
    actions.accept_partner(club[8], tonight.event, now=tonight.now)
    assert set(entry.members.values_list("user", flat=True)) == {club[1].pk, club[8].pk}


def test_when_both_withdraw_the_pair_is_out(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening()
    entry = left_alone(tonight, club)
    actions.withdraw_from_event(club[1], tonight.event, now=tonight.now)
    entry.refresh_from_db()
    assert entry.status == Status.WITHDRAWN
    actions.come_back(club[0], tonight.event, now=tonight.now)
    entry.refresh_from_db()
    assert entry.plays
    place = selectors.vacant_places(tonight.event).get()
    assert place.user == club[1], "now Anna is asked who plays with her"


def test_before_the_start_another_partner_can_join_the_entry(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    anna, bruno, carla, dario = club[:4]
    entry = actions.register_entry(anna, tonight.event, partner=bruno, name="I gatti")
    actions.accept_partner(bruno, tonight.event)
    actions.withdraw_from_event(anna, tonight.event)
    assert tonight.event.entries.get().number == entry.number
    assert "event_left_alone" in notices_of(bruno)
    actions.come_back(anna, tonight.event)
    assert set(entry.members.values_list("left", "here")) == {(None, False)}
    actions.withdraw_from_event(anna, tonight.event)
    actions.register_entry(anna, tonight.event, partner=dario)
    actions.seek_partner(bruno, tonight.event)
    actions.take_place(carla, entry)
    entry.refresh_from_db()
    assert (entry.name, entry.status, entry.let_in) == ("I gatti", Status.REGISTERED, False)
    assert set(entry.members.values_list("user", flat=True)) == {bruno.pk, carla.pk}


@pytest.mark.parametrize("answered", [True, False])
def test_a_deserted_entrant_gets_a_partner_at_the_start(
    evening: NewEvening, club: list[User], *, answered: bool
) -> None:
    tonight = evening(check_in_minutes=0)
    first, second = tonight.pairs(club)[:2]
    for leaver, stays in ((club[0], club[1]), (club[2], club[3])):
        actions.withdraw_from_event(leaver, tonight.event, now=tonight.now)
        if answered:
            actions.seek_partner(stays, tonight.event, now=tonight.now)
    tonight.until(tonight.event.starts_at)
    together = Member.objects.get(event=tonight.event, user=club[1]).entry
    assert set(together.members.values_list("user", flat=True)) == {club[1].pk, club[3].pk}
    assert tonight.event.entries.filter(pk__in=[first.pk, second.pk]).count() == 1
    assert not tonight.event.members.filter(user__in=[club[0], club[2]]).exists()


def test_the_page_asks_the_remaining_partner_and_lists_vacancies(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening()
    entry = left_alone(tonight, club)
    page = tonight.event.get_absolute_url()
    stays, comes, leaver = Client(), Client(), Client()
    stays.force_login(club[1])
    comes.force_login(club[8])
    leaver.force_login(club[0])
    assert f"{page}ritorna/" in leaver.get(page).content.decode()
    assert f"{page}compagno/" not in leaver.get(page).content.decode()
    assert f"{page}compagno/" in stays.get(page).content.decode()
    assert f"{page}ritirati/" in stays.get(page).content.decode()
    assert f"{page}posto/" not in comes.get(page).content.decode()
    stays.post(f"{page}compagno/", {"partner": club[8].username})
    assert f"{page}accetta/" in comes.get(page).content.decode()
    stays.post(f"{page}compagno/")
    assert f"{page}posto/" in comes.get(page).content.decode()
    assert "looks for a partner" in Client(headers={"accept-language": "en"}).get(page).content.decode()
    comes.post(f"{page}posto/", {"entry": entry.number})
    assert f"{page}ritirati/" in comes.get(page).content.decode()
    assert f"{page}ritorna/" not in leaver.get(page).content.decode()
    assert f"{page}compagno/" not in stays.get(page).content.decode()


def test_someone_alone_enters_as_looking_for_a_partner(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    event, page = tonight.event, Client(headers={"accept-language": "en"})
    page.force_login(club[0])
    assert "Enter without a partner" in page.get(event.get_absolute_url()).content.decode()
    page.post(f"{event.get_absolute_url()}iscriviti/", {"seeking": "1"})
    entry = event.entries.get(members__user=club[0])
    assert (entry.status, selectors.entry_name(entry)) == (Status.REGISTERED, "Anna")
    mine = page.get(event.get_absolute_url()).content.decode()
    assert "Everybody can see that you are looking for a partner." in mine
    assert "withdrawn" not in mine, "nobody has left"
    other = Client(headers={"accept-language": "en"})
    other.force_login(club[1])
    assert "Play with Anna" in other.get(event.get_absolute_url()).content.decode()
    other.post(f"{event.get_absolute_url()}posto/", {"entry": entry.number})
    entry = event.entries.get()
    assert (entry.has_vacancy, selectors.entry_name(entry)) == (False, "Anna – Bruno")


def test_people_who_are_alone_at_the_start_form_a_pair(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 1)
    for person in club[2:5]:
        actions.register_entry(person, tonight.event, seeking=True, now=tonight.now)
    tonight.start()
    pairs = [{each.user for each in entry.members.all()} for entry in tonight.event.entries.all()]
    alone = [pair for pair in pairs if not pair & {*club[:2]}]
    assert sorted(map(len, alone)) == [2, 2]
    assert {*club[2:5], None} == set().union(*alone), "a bot plays with the third"
    with refused("no_partner"):
        actions.register_entry(club[6], tonight.event, partner=club[7], seeking=True, now=tonight.now)
