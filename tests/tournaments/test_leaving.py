"""Leaving and coming back: players and directors may undo a withdrawal, and a removal is no withdrawal."""

from __future__ import annotations

from django.test import Client

from games import tasks
from games.fairplay import quits
from games.models import Match, Result
from games.play import live
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.models import Entry

Status = Entry.Status


def away_at(tonight: Evening, person: User) -> bool:
    """True if a bot is playing for a person at their table."""
    table = selectors.my_table(person, tonight.event)
    assert table is not None and table.table is not None and table.table.match_id is not None  # noqa: PT018
    row = live.load_match(table.table.match_id).row
    return row.seat_of(person.pk) in row.away


def both_withdraw(tonight: Evening, *pair: User) -> None:
    for person in pair:
        actions.withdraw_from_event(person, tonight.event, now=tonight.now)


def drawn(tonight: Evening, number: int) -> set[int]:
    return {who for table in tonight.tables(number) for who in table.places}


def test_the_withdrawn_can_return_until_the_next_pairing(tonight: Evening, club: list[User]) -> None:
    entry = tonight.entries[0]
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    assert away_at(tonight, club[0])
    actions.come_back(club[0], tonight.event, now=tonight.now)
    assert not away_at(tonight, club[0]), "at the table, too"
    entry.refresh_from_db()
    assert entry.plays
    tonight.play()
    assert entry.number in drawn(tonight, 2)


def test_after_the_pairing_only_a_director_reinstates_them(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening(settings={"rounds": 3, "deals": 1})
    entry = tonight.entries[0]
    both_withdraw(tonight, club[0], club[1])
    tonight.play()
    assert entry.number not in drawn(tonight, 2)
    with refused("round_drawn"):
        actions.come_back(club[0], tonight.event, now=tonight.now)
    with refused("not_director"):
        actions.reinstate_entry(club[2], entry, now=tonight.now)
    actions.reinstate_entry(tonight.organiser, entry, now=tonight.now)
    with refused("entry_in"):
        actions.reinstate_entry(tonight.organiser, entry, now=tonight.now)
    tonight.begin_round()
    tonight.play()
    assert entry.number in drawn(tonight, 3)


def test_without_late_entries_nobody_is_reinstated_late(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(format="robin", settings={"deals": 1})
    entry = tonight.entries[0]
    both_withdraw(tonight, club[0], club[1])
    tonight.play()
    with refused("late_closed"):
        actions.reinstate_entry(tonight.organiser, entry, now=tonight.now)


def test_entries_removed_by_a_director_are_no_quitters(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    out, gone = tonight.pairs(club)[:2]
    tonight.start()
    actions.remove_entry(tonight.organiser, out, "because", now=tonight.now)
    assert {each.user for each in Notice.objects.filter(kind="event_removed")} == {*club[:2]}
    both_withdraw(tonight, club[2], club[3])
    assert quits.quit_step_of(club[0]).left == 0, "also while it is played"
    assert quits.quit_step_of(club[2]).left == 1
    out.refresh_from_db()
    gone.refresh_from_db()
    assert (out.status, gone.status) == (Status.REMOVED, Status.WITHDRAWN)
    tonight.play()
    for match in Match.objects.filter(status="finished"):
        tasks.score_match(str(match.pk))
    assert set(Result.objects.filter(user__in=club[:2]).values_list("left", "absent", "won")) == {
        (False, True, False)
    }
    assert set(Result.objects.filter(user__in=club[2:4]).values_list("left", flat=True)) == {True}
    assert quits.quit_step_of(club[0], tonight.now).left == 0
    assert quits.quit_step_of(club[2], tonight.now).left == 1


def test_only_a_director_reinstates_a_removed_entry(tonight: Evening, club: list[User]) -> None:
    entry = tonight.entries[0]
    actions.remove_entry(tonight.organiser, entry, "because", now=tonight.now)
    with refused("removed"):
        actions.come_back(club[0], tonight.event, now=tonight.now)
    actions.reinstate_entry(tonight.organiser, entry, now=tonight.now)
    assert not away_at(tonight, club[0])
    assert not away_at(tonight, club[1])


def test_the_pages_offer_the_return(tonight: Evening, club: list[User]) -> None:
    entry = tonight.entries[0]
    client, page = Client(), tonight.event.get_absolute_url()
    client.force_login(club[0])
    client.post(f"{page}ritirati/")
    assert f"{page}ritorna/" in client.get(page).content.decode()
    client.post(f"{page}ritorna/")
    entry.refresh_from_db()
    assert entry.plays
    director = Client()
    director.force_login(tonight.organiser)
    console = f"{page}direzione/iscritti/{entry.number}/"
    actions.remove_entry(tonight.organiser, entry, "because", now=tonight.now)
    assert f"{page}ritorna/" not in client.get(page).content.decode()
    assert "riammetti" in director.get(console).content.decode()


def test_a_ruling_on_something_removed_meanwhile_is_refused(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    entry = tonight.pairs(club)[0]
    by = tonight.organiser
    actions.remove_entry(by, entry, "because", now=tonight.now)
    assert not Entry.objects.filter(pk=entry.pk).exists(), "before the start nothing of it stays"
    with refused("entry_gone"):
        actions.remove_entry(by, entry, "because", now=tonight.now)
    with refused("entry_gone"):
        actions.reinstate_entry(by, entry, now=tonight.now)
    with refused("entry_gone"):
        actions.check_in_entry(by, entry, now=tonight.now)
    with refused("entry_gone"):
        actions.substitute_member(by, entry, 0, "circolo", "because", now=tonight.now)


def test_a_ruling_on_a_table_paired_anew_meanwhile_is_refused(tonight: Evening) -> None:
    tonight.play()
    first, other = tonight.tables()[:2]
    actions.pair_anew(tonight.organiser, tonight.event, "because", tonight.now)
    with refused("event_changes"):
        actions.swap_entries(tonight.organiser, first, 0, other, 0, "because")
