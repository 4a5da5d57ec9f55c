"""The life of a tournament: announced, entered, checked in, played round by round, finished, archived."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.archive.finished_matches import record_of
from games.models import Boards, Happening, Match, Table
from games.models import Event as MatchEvent
from games.play import actions as play
from games.play import downtime, live
from ludocards.engine import referee
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors, tasks
from tournaments.models import Entry, Event, LogEntry, Round
from tournaments.outlets import files
from tournaments.running import deals, sequencer
from tournaments.series import seasons

Status = Event.Status


def happened(event: Event) -> list[str]:
    return list(LogEntry.objects.filter(event=event).values_list("what", flat=True))


def test_an_event_goes_from_announcement_to_archive(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(registers_at=timezone.now() + timedelta(hours=1))
    assert tonight.event.status == Status.ANNOUNCED
    assert tonight.until(tonight.event.registers_at).status == Status.REGISTRATION
    tonight.pairs(club)
    assert tonight.until(tonight.event.starts_at - timedelta(minutes=15)).status == Status.CHECK_IN
    assert tonight.start().status == Status.RUNNING
    assert tonight.to_the_end().status == Status.FINISHED
    assert tonight.at(days=31).status == Status.ARCHIVED
    steps = [what for what in happened(tonight.event) if what not in ("entered", "checked_in", "table_over")]
    once = ["created", "registration", "check_in", "started"]
    each = ["drawn", "round_began", "round_over"]
    assert steps == [*once, *each, *each, "finished", "archived"]


def test_whatever_is_due_happens_once(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    for _ in range(3):
        tonight.start() if tonight.event.status == Status.REGISTRATION else tonight.at()
    before = happened(tonight.event)
    for _ in range(3):
        tonight.at()
    assert happened(tonight.event) == before
    assert Match.objects.count() == 2


def test_a_broken_event_does_not_stop_the_others(
    evening: NewEvening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, fine = evening(), evening()
    Event.objects.filter(pk__in=[broken.event.pk, fine.event.pk]).update(
        starts_at=broken.now, wake_at=broken.now
    )
    advance = sequencer.advance_event

    def sometimes(event_id: int, now: Any = None) -> None:
        if event_id == broken.event.pk:
            raise RuntimeError("broken")
        advance(event_id, now)

    monkeypatch.setattr(sequencer, "advance_event", sometimes)
    tasks.sweep()
    assert (broken.fresh().status, fine.fresh().status) == (Status.REGISTRATION, Status.CANCELLED)
    for _attempt in range(tasks.TRIED_BEFORE + 2):
        tasks.advance(broken.event.pk)
    [notice] = Notice.objects.filter(kind="event_stuck")
    assert notice.user == broken.organiser, "once, and no more for every attempt"


def test_an_event_with_too_few_entries_is_cancelled(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 1)
    assert tonight.until(tonight.event.starts_at).status == Status.CANCELLED
    assert happened(tonight.event)[-1] == "too_few"


def test_a_round_is_paired_and_then_begins_for_all(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    tonight.until(tonight.event.starts_at)
    assert tonight.round.status == Round.Status.DRAWN
    tables = [each.table for each in tonight.tables()]
    assert {each.status for each in tables if each} == {Table.Status.OPEN}, "everybody sits, nobody plays"
    mine = selectors.my_table(club[0], tonight.event)
    assert mine is not None
    assert mine.round.starts_at == tonight.event.starts_at + timedelta(seconds=60)
    tonight.begin_round()
    begun = Match.objects.values_list("turn_at", flat=True)
    assert len(begun) == 2
    assert tonight.round.status == Round.Status.PLAYING


def test_all_tables_of_a_round_play_the_same_deals(tonight: Evening) -> None:
    hands = MatchEvent.objects.filter(kind="dealt").values_list("sealed", flat=True)
    assert len(hands) == 2
    assert hands[0] == hands[1]


def test_the_next_round_waits_for_the_last_table(tonight: Evening) -> None:
    first, last = tonight.tables()
    tonight.play(first)
    assert (tonight.round.number, tonight.round.status) == (1, Round.Status.PLAYING)
    tonight.play(last)
    assert (tonight.round.number, tonight.round.status) == (2, Round.Status.DRAWN)
    assert not {tuple(each.places) for each in tonight.tables(1)} & {
        tuple(each.places) for each in tonight.tables(2)
    }


def test_standings_follow_from_the_tables_alone(tonight: Evening) -> None:
    assert tonight.to_the_end().status == Status.FINISHED
    lines = selectors.standings_of_event(tonight.event)
    stored = Entry.objects.filter(event=tonight.event).order_by("place").values_list("number", "score")
    assert [(line.entrant, line.score) for line in lines] == list(stored)
    assert sum(line.score for line in lines) == 2 * 2 * 2000, "20 victory points a table and round"


def test_the_commitment_verifies_at_the_end(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(settings={"rounds": 1})
    promised = tonight.event.commitment
    tonight.pairs(club)
    tonight.start()
    assert not Boards.objects.exclude(revealed_at=None).exists()
    tonight.to_the_end()
    for match in Match.objects.all():
        report = referee.judge_record(json.dumps(record_of(match.pk)), verify=True).json
        assert report["verified"], report
    assert tonight.fresh().commitment == promised


def test_an_event_continues_after_a_power_cut(tonight: Evening) -> None:
    """The process's cache holds nothing that is needed."""
    [first, _] = tonight.tables()
    assert first.table is not None
    assert first.table.match is not None
    tonight.play_out(first.table.match, moves=15)
    live.empty_cache()
    assert tonight.to_the_end().status == Status.FINISHED


# ---- check-in and absence


def test_bots_play_for_an_absent_pair_until_it_comes(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    late = tonight.pairs(club)[0]
    tonight.at(hours=2, minutes=50)
    for person in club[2:8]:
        actions.check_in(person, tonight.event, now=tonight.now)
    tonight.until(tonight.event.starts_at)
    tonight.begin_round()
    late.refresh_from_db()
    assert late.status == Entry.Status.NO_SHOW
    mine = selectors.my_table(club[0], tonight.event)
    assert mine is not None
    assert mine.table is not None
    match = mine.table.match
    assert match is not None
    seat = match.seat_of(club[0].pk)
    assert seat in match.away, "the seat stays theirs, a bot plays"
    assert not match.rated
    entry = actions.check_in(club[0], tonight.event, now=tonight.now)
    assert entry.status == Entry.Status.NO_SHOW, "the partner is still missing"
    partner = match.seat_of(club[1].pk)
    assert partner is not None
    play.reclaim_seat(match.pk, partner)  # sitting down counts as checking in
    tonight.play()
    late.refresh_from_db()
    assert late.status == Entry.Status.CHECKED_IN
    tonight.begin_round()
    later = selectors.my_table(club[0], tonight.event)
    assert later is not None
    assert later.table is not None
    assert later.table.match is not None
    assert later.table.match.away == []


def test_present_pairs_are_paired_with_each_other_first(evening: NewEvening, club: list[User]) -> None:
    for absent in ({0, 1}, {0, 2}, {1, 3}):
        tonight = evening()
        tonight.pairs(club)
        tonight.at(hours=2, minutes=50)
        for pair in {0, 1, 2, 3} - absent:
            for person in club[2 * pair : 2 * pair + 2]:
                actions.check_in(person, tonight.event, now=tonight.now)
        tonight.until(tonight.event.starts_at)
        assert {number + 1 for number in absent} in [{*each.places} for each in tonight.tables()]


def test_an_odd_number_is_filled_with_bots(begun_evening: NewEvening) -> None:
    tonight = begun_evening(3)
    places = [tuple(each.places) for each in tonight.tables()]
    assert sum(number < 0 for table in places for number in table) == 1
    lines = selectors.standings_of_event(tonight.to_the_end())
    assert [line.entrant for line in lines if line.entrant < 0] == []


def test_nobody_rests_twice(begun_evening: NewEvening) -> None:
    tonight = begun_evening(3, settings={"odd": "bye"})
    tonight.to_the_end()
    byes = [number for round_ in tonight.event.rounds.all() for number in round_.byes]
    assert len(byes) == len(set(byes)) == 2


def test_latecomers_play_from_the_next_round(tonight: Evening, club: list[User]) -> None:
    [late] = tonight.enter(club[8:10])
    assert late.joined == 1
    tonight.play()
    assert late.number in {number for each in tonight.tables(2) for number in each.places}


def test_a_latecomer_to_a_mitchell_takes_the_empty_place(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(5, format="mitchell", settings={"rounds": 3, "deals": 1})
    assert any(-1 in each.places for each in tonight.tables())
    late = actions.enter_members(tonight.organiser, tonight.event, [club[10], club[11]], now=tonight.now)
    tonight.play()
    tables = [each.places for each in tonight.tables(2)]
    assert len(tables) == 3
    assert sorted(who for places in tables for who in places) == [1, 2, 3, 4, 5, late.number]


def test_late_entries_do_not_prolong_a_mitchell(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(4, format="mitchell", settings={"rounds": 9, "deals": 1})
    actions.enter_members(tonight.organiser, tonight.event, club[8:10], now=tonight.now)
    tonight.play()
    assert selectors.event_sheet(tonight.event).state.rounds_in_all == 2
    tonight.to_the_end()
    assert tonight.round.number == 2, "else they would meet again"


def test_the_withdrawn_are_not_paired_again_and_their_results_stay(
    tonight: Evening, club: list[User]
) -> None:
    gone = tonight.entries[0]
    for person in club[:2]:
        actions.withdraw_from_event(person, tonight.event, now=tonight.now)
    mine = next(each for each in tonight.tables() if gone.number in each.places)
    assert mine.table is not None
    assert mine.table.match is not None
    assert len(live.load_match(mine.table.match.pk).row.away) == 2, "a bot plays what is left of this round"
    tonight.play()
    assert gone.number not in {number for each in tonight.tables(2) for number in each.places}
    assert gone.number not in {line.entrant for line in selectors.standings_of_event(tonight.to_the_end())}
    assert all(selectors.event_sheet(tonight.event).points(each) for each in tonight.tables(1))


# ---- the clock of a round


def test_at_its_time_limit_a_round_is_scored_by_finished_deals(begun_evening: NewEvening) -> None:
    tonight = begun_evening(round_minutes=30, settings={"deals": 2})
    fast, slow = tonight.tables()
    tonight.play(fast)
    assert slow.table is not None
    assert slow.table.match is not None
    tonight.play_out(slow.table.match, moves=45)  # the first deal, and some of the second
    assert tonight.at(minutes=29).status == Status.RUNNING
    assert tonight.round.number == 1
    tonight.at(minutes=1)
    fast, slow = tonight.tables(1)
    assert (len(fast.deals), len(slow.deals)) == (2, 1)
    assert tonight.round.number == 2
    assert slow.table is not None
    assert slow.table.match is not None
    assert slow.table.match.status == Match.Status.ABANDONED


def test_an_event_ends_when_all_but_one_have_withdrawn(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(settings={"odd": "bye"})
    for person in club[:6]:
        actions.withdraw_from_event(person, tonight.event, now=tonight.now)
    assert tonight.play().status == Status.FINISHED


def test_a_power_cut_does_not_use_up_the_time_of_a_round(begun_evening: NewEvening) -> None:
    tonight = begun_evening(round_minutes=30)
    ends = tonight.round.ends_at
    assert ends is not None
    downtime.record_pulse(tonight.now)
    tonight.at(hours=1)
    assert tonight.round.status == Round.Status.PLAYING, "nobody can reach us, so no clock runs"
    downtime.record_pulse(tonight.now)
    assert tonight.round.ends_at == ends + timedelta(hours=1)
    tonight.at()
    assert tonight.round.status == Round.Status.PLAYING
    downtime.record_pulse(tonight.now + timedelta(seconds=1))


def test_a_table_without_a_finished_deal_has_no_result(begun_evening: NewEvening) -> None:
    tonight = begun_evening(round_minutes=30)
    tonight.play(tonight.tables()[0])
    tonight.at(minutes=31)
    sheet = selectors.event_sheet(tonight.event)
    assert [sheet.points(each) is None for each in sheet.tables(1)] == [False, True]


def test_in_a_knockout_a_tied_table_plays_another_deal(begun_evening: NewEvening) -> None:
    tonight = begun_evening(2, format="knockout", settings={"deals": 1})
    [table] = tonight.tables()
    assert table.table is not None
    assert table.table.match is not None
    tonight.play_out(table.table.match)
    scored = MatchEvent.objects.get(match=table.table.match, kind="scored")
    scored.public["scores"] = [5, 5]
    scored.save()
    tonight.at()
    [table] = tonight.tables()
    assert table.status == table.Status.PLAYING
    assert table.deals == {"1-1": [5, 5]}
    tonight.play()
    [table] = tonight.tables()
    assert list(table.deals) == ["1-1", "1-2"]
    assert sum(table.deals["1-2"]) >= 11
    assert tonight.event.status == Status.FINISHED
    assert tonight.event.entries.filter(place=1).count() == 1


# ---- notices


def test_players_are_notified_of_the_start_and_their_seats(tonight: Evening, club: list[User]) -> None:
    notices = Notice.objects.filter(user=club[0]).values_list("kind", "url")
    table = selectors.my_table(club[0], tonight.event)
    assert table is not None
    assert table.table is not None
    assert ("event_soon", tonight.event.get_absolute_url()) in notices
    assert any(kind == "event_table" and table.table.code in url for kind, url in notices)
    tonight.at(minutes=1)
    assert Notice.objects.filter(user=club[0], kind="event_soon").count() == 1


@pytest.mark.parametrize(
    ("minutes", "then"), [(0, "Appena escono gli abbinamenti"), (30, "Conferma la presenza")]
)
def test_players_check_in_only_where_there_is_a_check_in(
    evening: NewEvening, club: list[User], minutes: int, then: str
) -> None:
    on = evening(check_in_minutes=minutes)
    on.pairs(club)
    on.until(on.event.starts_at - timedelta(minutes=10))
    soon = Notice.objects.filter(user=club[0], kind="event_soon").get()
    assert then in soon.text
    assert soon.still_matters
    on.until(on.event.starts_at)
    assert not soon.still_matters, "it has begun"


def test_programs_of_the_directors_are_notified_of_progress(begun_evening: NewEvening) -> None:
    tonight = begun_evening(settings={"rounds": 1})
    tonight.to_the_end()
    kinds = list(Happening.objects.filter(user=tonight.organiser).values_list("kind", flat=True))
    assert kinds == ["event_started", "event_round_drawn", "event_round_over", "event_finished"]


# ---- exports


def test_results_and_records_can_be_exported(
    begun_evening: NewEvening, club: list[User], organiser: User
) -> None:
    tonight = begun_evening(settings={"rounds": 1})
    assert list(files.records_of_event(tonight.event, club[0])) == [""], "nothing before the deals are open"
    tonight.to_the_end()
    sheet = files.results_csv(tonight.event, organiser).splitlines()
    assert sheet[0].startswith("place,entry,name,score,rounds,byes,members,direct,")
    assert len(sheet) == 1 + 4 + 1 + 1 + 2
    records = "".join(files.records_of_event(tonight.event, club[0])).splitlines()
    assert [json.loads(each)["game"] for each in records] == ["tressette", "tressette"]


def test_a_deal_travels_from_table_to_table(tonight: Evening) -> None:
    assert deals.visible_labels(selectors.event_sheet(tonight.event), 1) == [], "the round is being played"
    tonight.play()
    sheet = selectors.event_sheet(tonight.event)
    [label] = deals.visible_labels(sheet, 1)
    rows = deals.traveller_lines(sheet, label)
    assert [row.table.number for row in rows] == [1, 2]
    assert all(row.scores is not None and sum(row.scores) >= 11 for row in rows)


def test_places_add_up_to_a_season(begun_evening: NewEvening, organiser: User) -> None:
    series = actions.create_series(organiser, name="Inverno", points=[10, 6, 3], best=1)
    tonight = begun_evening(settings={"rounds": 1}, series=series)
    tonight.to_the_end()
    season = seasons.season_history(tonight.event.series).seasons[-1].divisions[0].lines  # type: ignore[arg-type]
    assert [line.points for line in season] == [10, 10, 6, 6, 3, 3, 0, 0]
    assert [line.place for line in season] == [1, 1, 3, 3, 5, 5, 7, 7]
    winner = season[0].user
    assert winner is not None
    assert [each.place for each in selectors.trophies_of(winner, AnonymousUser())] == [1]


def test_formats_without_rounds_seat_free_players(evening: NewEvening, club: list[User]) -> None:
    """An arena makes new tables as old ones end, until its time is over; tables in play are then finished."""
    tonight = evening(format="arena", settings={"minutes": 10, "deals": 1})
    tonight.enter(*((person,) for person in club[:11]))
    tonight.start()
    assert len(tonight.tables(1)) == 2, "eight play, three wait"
    tonight.play(*tonight.tables(1)[:1])
    assert len(tonight.tables(2)) == 1
    assert tonight.at(minutes=10).status == Status.RUNNING, "who sits plays to the end"
    assert tonight.play().status == Status.FINISHED
    assert tonight.event.rounds.count() == 2
    assert {line.entrant for line in selectors.standings_of_event(tonight.event)} == set(range(1, 12))
