"""How an evening bends: the last round, other rounds and deals, an early end, back to registration."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, words
from tournaments import actions, chronicle, selectors
from tournaments.console.desk import Desk
from tournaments.evenings import evening_files
from tournaments.models import Entry, Event, Round, TournamentTable

VENUES = ("online", "real")
FIXED_LENGTH = ("robin", "knockout", "groups", "stages")
BY_ROUNDS = ("swiss", "danish", "mitchell")
FORMATS_HERE = (*BY_ROUNDS, *FIXED_LENGTH)


def with_formats(*formats: str) -> pytest.MarkDecorator:
    """Run a test with each format at real tables, and online with Swiss: no format looks at the venue."""
    return pytest.mark.parametrize(
        ("venue", "format"), [*(("real", each) for each in formats), ("online", "swiss")]
    )


def hall(begun_evening: NewEvening, venue: str = "real", format: str = "swiss", **fields: Any) -> Evening:
    """An evening of four pairs in its first round, by default of five rounds of one deal."""
    settings = {"deals": 1, **({"rounds": 5} if format in ("swiss", "danish") else {})}
    settings |= {"first_rounds": 1, "then_rounds": 1} if format == "stages" else {}
    return begun_evening(venue=venue, format=format, settings=settings, **fields)


def play(on: Evening) -> None:
    """Play the round, and begin the next one if there is any."""
    if on.event.is_real:
        for table in on.tables():
            scores = {label: [8, 3] for label in table.labels}
            actions.enter_scores(on.organiser, table, scores, now=on.now)
    else:
        on.play()
    on.at(seconds=1)
    on.begin_round()


def played(on: Evening) -> int:
    return on.event.rounds.filter(status=Round.Status.OVER).count()


# ---- at real tables the director begins


@pytest.mark.parametrize("format", FORMATS_HERE)
def test_real_tables_begin_by_the_director_s_button(
    evening: NewEvening, club: list[User], format: str
) -> None:
    tonight = evening(venue="real", format=format)
    tonight.pairs(club)
    tonight.until(tonight.event.starts_at)
    waits = tonight.at(hours=2)
    assert (waits.status, waits.started_at, waits.wake_at) == (Event.Status.CHECK_IN, None, None)
    actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.fresh().started_at == tonight.now
    assert tonight.round.status == Round.Status.DRAWN


def test_too_few_at_real_tables_wait_for_the_director(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(venue="real")
    tonight.pairs(club, 1)
    assert tonight.until(tonight.event.starts_at).status == Event.Status.CHECK_IN
    with refused("too_few"):
        actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.fresh().status == Event.Status.CHECK_IN


@pytest.mark.parametrize("venue", VENUES)
def test_too_few_for_a_table_wait_for_the_director(venue: str, evening: NewEvening, club: list[User]) -> None:
    tonight = evening(venue=venue, format="partners", unit="single", settings={"odd": "rests"})
    tonight.enter(*([person] for person in club[:3]))
    tonight.until(tonight.event.starts_at - timedelta(minutes=1))
    with refused("too_few"):
        actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.fresh().started_at is None
    tonight.enter(club[3:4])
    actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.round.tables.count() == 1


def test_an_evening_that_nobody_has_begun_leaves_the_calendar_after_a_week(evening: NewEvening) -> None:
    tonight = evening(venue="real")
    tonight.until(tonight.event.starts_at)
    coming = selectors.calendar_events(AnonymousUser())
    for days, shown in ((6, True), (8, False)):
        Event.objects.update(starts_at=timezone.now() - timedelta(days=days))
        assert coming.all().filter(pk=tonight.event.pk).exists() is shown


def test_on_the_site_an_event_begins_at_its_hour(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    assert tonight.until(tonight.event.starts_at).status == Event.Status.RUNNING


# ---- the last round


@with_formats("swiss", "robin", "groups", "mitchell", "stages", "danish")
def test_the_round_in_play_can_be_the_last(begun_evening: NewEvening, venue: str, format: str) -> None:
    tonight = hall(begun_evening, venue, format)
    actions.call_last_round(tonight.organiser, tonight.event, "Si è fatto tardi", now=tonight.now)
    assert tonight.fresh().status == Event.Status.RUNNING
    play(tonight)
    assert (tonight.fresh().status, played(tonight)) == (Event.Status.FINISHED, 1)
    assert sorted(filter(None, (each.place for each in tonight.entries)))


def test_a_knockout_that_ends_early_leaves_those_who_are_in_on_the_first_place(
    begun_evening: NewEvening,
) -> None:
    tonight = hall(begun_evening, "real", "knockout")
    actions.call_last_round(tonight.organiser, tonight.event, now=tonight.now)
    play(tonight)
    assert tonight.fresh().status == Event.Status.FINISHED
    assert [each.place for each in tonight.event.entries.order_by("place")] == [1, 1, 3, 3]


def test_the_last_round_of_mitchell_switches_the_lines(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(6, venue="real", format="mitchell", settings={"rounds": 3, "deals": 1})
    home = {each.places[0] for each in tonight.tables()}
    actions.change_length(tonight.organiser, tonight.event, rounds=2, now=tonight.now)
    play(tonight)
    assert {each.places[1] for each in tonight.tables()} == home
    play(tonight)
    assert tonight.fresh().status == Event.Status.FINISHED


def test_where_rounds_overlap_no_new_tables_are_made(begun_evening: NewEvening) -> None:
    tonight = begun_evening(format="arena", unit="pair", settings={"deals": 1})
    actions.call_last_round(tonight.organiser, tonight.event, now=tonight.now)
    tonight.play()
    assert tonight.at(seconds=30).status == Event.Status.FINISHED


def test_there_is_no_last_round_before_the_first(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(venue="real")
    tonight.pairs(club)
    with refused("no_round"):
        actions.call_last_round(tonight.organiser, tonight.event)


# ---- rounds and deals


@with_formats(*BY_ROUNDS)
def test_rounds_can_be_changed_between_rounds(begun_evening: NewEvening, venue: str, format: str) -> None:
    tonight = begun_evening(6, venue=venue, format=format, settings={"rounds": 2, "deals": 1})
    by = tonight.organiser
    actions.change_length(by, tonight.event, rounds=3, now=tonight.now)
    play(tonight)
    play(tonight)
    assert tonight.fresh().status == Event.Status.RUNNING
    assert chronicle.read_chronicle(tonight.event).rounds_in_all == 3
    met = [frozenset(each.places) for number in (1, 2, 3) for each in tonight.tables(number)]
    assert format == "danish" or len({*met}) == len(met)
    play(tonight)
    assert tonight.fresh().status == Event.Status.FINISHED


def test_a_round_that_has_not_begun_is_not_played_if_there_are_fewer(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening)
    for table in tonight.tables():
        actions.enter_scores(tonight.organiser, table, {table.labels[0]: [8, 3]}, now=tonight.now)
    assert (tonight.round.number, tonight.round.status) == (2, Round.Status.DRAWN)
    actions.change_length(tonight.organiser, tonight.event, rounds=1, now=tonight.now)
    assert (tonight.fresh().status, tonight.event.rounds.count()) == (Event.Status.FINISHED, 1)


@pytest.mark.parametrize("rounds", [0, 31, 4])
def test_rounds_stay_within_their_bounds(begun_evening: NewEvening, rounds: int) -> None:
    tonight = hall(begun_evening)  # four pairs have three opponents each
    if rounds == 0:
        play(tonight)
    with refused("bad_rounds"):
        actions.change_length(tonight.organiser, tonight.event, rounds=rounds, now=tonight.now)


def test_a_shortened_event_can_have_its_rounds_back(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, "real", "robin")
    for rounds in (2, 3):
        actions.change_length(tonight.organiser, tonight.event, rounds=rounds, now=tonight.now)
        assert chronicle.read_chronicle(tonight.fresh()).rounds_in_all == rounds
    assert tonight.event.last_round is None


@pytest.mark.parametrize("venue", VENUES)
def test_length_changes_before_the_start_though_people_have_entered(
    evening: NewEvening, club: list[User], venue: str
) -> None:
    tonight = evening(venue=venue)
    tonight.pairs(club)
    actions.change_length(tonight.organiser, tonight.event, rounds=3, deals=2, now=tonight.now)
    tonight.start()
    assert (tonight.event.settings["rounds"], tonight.event.last_round) == (3, None)
    assert {len(each.labels) for each in tonight.tables()} == {2}


@pytest.mark.parametrize("venue", VENUES)
def test_deals_change_for_the_rounds_that_have_not_begun(begun_evening: NewEvening, venue: str) -> None:
    tonight = hall(begun_evening, venue)
    actions.change_length(tonight.organiser, tonight.event, deals=3, now=tonight.now)
    assert {len(each.labels) for each in tonight.tables()} == {1}
    play(tonight)
    assert {len(each.labels) for each in tonight.tables()} == {3}
    play(tonight)
    assert {len(each.deals) for each in tonight.tables(2)} == {3}


@pytest.mark.parametrize("venue", VENUES)
def test_a_paired_round_gets_other_deals_at_the_same_tables(begun_evening: NewEvening, venue: str) -> None:
    tonight = hall(begun_evening, venue, break_seconds=600)
    if venue == "real":
        for table in tonight.tables():
            actions.enter_scores(tonight.organiser, table, {table.labels[0]: [8, 3]}, now=tonight.now)
    else:
        tonight.play()
    one, other = tonight.tables()
    actions.swap_entries(tonight.organiser, one, 0, other, 0, "perché", now=tonight.now)
    before = [each.places for each in tonight.tables()]
    actions.change_length(tonight.organiser, tonight.event, deals=2, now=tonight.now)
    assert [each.places for each in tonight.tables()] == before
    assert {len(each.labels) for each in tonight.tables()} == {2}


def test_a_knockout_in_play_keeps_its_deals(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, "real", "knockout")
    with refused("round_begun"):
        actions.change_length(tonight.organiser, tonight.event, deals=2, now=tonight.now)


# ---- ending here


@pytest.mark.parametrize("venue", VENUES)
@pytest.mark.parametrize("paused", [False, True])
def test_an_event_ends_at_once_with_what_was_played(
    begun_evening: NewEvening, venue: str, paused: bool
) -> None:
    tonight = hall(begun_evening, venue)
    play(tonight)
    first = tonight.tables()[0]
    if venue == "real":
        actions.enter_scores(tonight.organiser, first, {first.labels[0]: [8, 3]}, now=tonight.now)
    else:
        tonight.play(first)
    if paused:
        actions.pause_event(tonight.organiser, tonight.event, now=tonight.now)
    actions.end_event(tonight.organiser, tonight.event, "Manca la luce", now=tonight.now)
    over = tonight.at(seconds=20)
    assert (over.status, over.paused_at) == (Event.Status.FINISHED, None)
    assert tonight.tables(2)[0].deals
    assert not tonight.tables(2)[1].deals
    assert all(each.place for each in tonight.entries)


def test_ending_here_does_not_play_a_round_that_has_not_begun(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening)
    for table in tonight.tables():
        actions.enter_scores(tonight.organiser, table, {table.labels[0]: [8, 3]}, now=tonight.now)
    actions.end_event(tonight.organiser, tonight.event, "Si è fatto tardi", now=tonight.now)
    assert (tonight.fresh().status, tonight.event.rounds.count()) == (Event.Status.FINISHED, 1)


def test_nothing_played_cannot_end_with_a_ranking(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening)
    with refused("nothing_played"):
        actions.end_event(tonight.organiser, tonight.event, "perché")


# ---- back to registration


@with_formats(*FORMATS_HERE)
def test_back_to_registration_while_nobody_has_scored(
    begun_evening: NewEvening, club: list[User], venue: str, format: str
) -> None:
    tonight = hall(begun_evening, venue, format)
    names = {each.round.boards.name for each in tonight.tables() if each.round.boards}
    back = actions.reopen_registration(tonight.organiser, tonight.event, "Manca una coppia", now=tonight.now)
    assert (back.started_at, back.rounds.count()) == (None, 0)
    assert back.status == (Event.Status.REGISTRATION if venue == "real" else back.status)
    tonight.fresh()
    tonight.enter(club[8:10])
    tonight.start()
    assert sum(len(each.places) for each in tonight.tables()) + len(tonight.round.byes) >= 5
    if venue == "online":
        assert not names & {each.round.boards.name for each in tonight.tables() if each.round.boards}
    play(tonight)
    assert tonight.fresh().entries.exclude(status=Entry.Status.WITHDRAWN).count() == 5


@pytest.mark.parametrize("venue", VENUES)
def test_after_a_score_there_is_no_way_back(begun_evening: NewEvening, venue: str) -> None:
    tonight = hall(begun_evening, venue)
    play(tonight)
    with refused("has_scores"):
        actions.reopen_registration(tonight.organiser, tonight.event, "perché")


# ---- pairings until the first score


def entry_of_table(table: TournamentTable, on: Evening) -> None:
    actions.enter_scores(on.organiser, table, {table.labels[0]: [8, 3]}, now=on.now)


@pytest.mark.parametrize("venue", VENUES)
def test_a_round_in_play_is_paired_again_until_the_first_score(begun_evening: NewEvening, venue: str) -> None:
    tonight = hall(begun_evening, venue)
    one, other = tonight.entries[:2]
    actions.forbid_pairing(tonight.organiser, tonight.event, one, other, now=tonight.now)
    again = actions.pair_anew(tonight.organiser, tonight.event, "fratelli", now=tonight.now)
    assert again.status == Round.Status.DRAWN
    tonight.begin_round()
    assert {each.status for each in tonight.tables()} == {TournamentTable.Status.PLAYING}
    if venue == "real":
        entry_of_table(tonight.tables()[0], tonight)
    else:
        tonight.play(tonight.tables()[0])
    with refused("round_scored"):
        actions.pair_anew(tonight.organiser, tonight.event, "ancora", now=tonight.now)


@pytest.mark.parametrize("venue", VENUES)
def test_entries_change_places_until_the_first_score(begun_evening: NewEvening, venue: str) -> None:
    tonight = hall(begun_evening, venue)
    one, other = tonight.tables()
    boards = one.round.boards
    mine, theirs = one.places[0], other.places[0]
    actions.swap_entries(tonight.organiser, one, 0, other, 0, "fratelli", now=tonight.now)
    tonight.begin_round()
    one, other = tonight.tables()
    assert (one.places[0], other.places[0]) == (theirs, mine)
    assert one.status == TournamentTable.Status.PLAYING
    if venue == "online":
        assert boards is not None
        assert one.round.boards is not None
        assert one.round.boards.name != boards.name
    play(tonight)
    assert played(tonight) == 1


# ---- what is said about it


def test_who_is_level_on_a_place_with_a_prize_is_named(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, pairs=6)
    play(tonight)
    before = Desk(tonight.fresh(), tonight.organiser).left_open
    fourth = {"prizes": [{"place": 4, "thing": "un salame"}]}
    actions.change_event(tonight.organiser, tonight.event, purse=fourth, now=tonight.now)
    *same, losers = Desk(tonight.fresh(), tonight.organiser).left_open
    assert same == before, "the three who have won are level anyway"
    assert losers.count(" – ") == 3


@pytest.mark.parametrize("format", FORMATS_HERE)
def test_the_console_says_what_an_early_end_leaves_open(begun_evening: NewEvening, format: str) -> None:
    tonight = hall(begun_evening, "real", format)
    page = browser(tonight.organiser).get(f"/tornei/{tonight.event.code}/direzione/").content.decode()
    assert "This is the last round" in page
    assert "announced rounds" in page
    assert ("Nobody has won" in page) is (format in ("knockout", "groups"))
    assert ("meetings of the plan" in page) is (format in ("robin", "mitchell"))


def test_the_page_of_an_event_says_that_it_ended_early(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening, "real", "robin")
    actions.call_last_round(tonight.organiser, tonight.event, now=tonight.now)
    play(tonight)
    page = words(browser().get(tonight.event.get_absolute_url()).content.decode())
    assert "A director ended it after 1 round." in page
    assert "4 meetings of the plan do not take place" in page


def test_the_buttons_of_the_console_bend_the_evening(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening)
    desk, console = browser(tonight.organiser), f"/tornei/{tonight.event.code}/direzione/"
    desk.post(f"{console}fai/durata/", {"rounds": "2", "deals": "3"})
    assert (tonight.fresh().last_round, tonight.event.settings["deals"]) == (2, 3)
    refused_form = desk.post(f"{console}fai/durata/", {"rounds": "9"}, follow=True)
    assert "From 1 to 3 rounds." in refused_form.content.decode()
    desk.post(f"{console}fai/riapri-iscrizioni/", {"minutes": "15", "reason": "Manca una coppia"})
    assert tonight.fresh().status == Event.Status.REGISTRATION
    desk.post(f"{console}fai/comincia/")
    desk.post(f"{console}fai/ultimo-turno/")
    assert tonight.fresh().last_round == 1
    desk.post(f"{console}fai/comincia-turno/")
    entry_of_table(tonight.tables()[0], tonight)
    desk.post(f"{console}fai/concludi/", {"reason": "Si è fatto tardi"})
    assert tonight.fresh().status == Event.Status.FINISHED
    [winner] = Desk(tonight.event, tonight.organiser).winners
    assert f"In first place: {winner}." in desk.get(console).content.decode()


def test_an_evening_that_ended_early_says_so_on_another_site(begun_evening: NewEvening) -> None:
    tonight = hall(begun_evening)
    assert "last_round" not in evening_files.evening_document(tonight.event)["event"]
    actions.call_last_round(tonight.organiser, tonight.event, now=tonight.now)
    play(tonight)
    sent = evening_files.evening_document(tonight.fresh())
    Event.objects.filter(pk=tonight.event.pk).update(code="altrove")
    brought = actions.import_evening(tonight.organiser, json.dumps(sent).encode())
    assert isinstance(brought, Event)
    assert (brought.last_round, brought.rounds.count()) == (1, 1)
