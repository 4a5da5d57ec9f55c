"""One of a pair leaves in harder cases: in a rated match, before a round begins, in an arena, or while
somebody who was asked has not answered."""

from __future__ import annotations

from typing import Any

from games import tasks
from games.fairplay import quits
from games.models import Match, Result, Table
from games.play import live
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_partner_leaves import drawn, left_alone, seats_of
from tournaments import actions, selectors
from tournaments.models import Entry, Member, TournamentTable

Status = Entry.Status


def table_of(tonight: Evening, entry: Entry) -> TournamentTable:
    return next(each for each in tonight.tables() if entry.number in each.places)


def match_of(tonight: Evening, entry: Entry) -> Match:
    table = table_of(tonight, entry)
    assert table.table is not None
    assert table.table.match_id is not None
    return live.load_match(table.table.match_id).row


def score_all() -> None:
    for match in Match.objects.filter(status="finished", scored=False):
        tasks.score_match(str(match.pk))


def person(entry: Entry, place: int) -> Member:
    return entry.members.get(place=place)


# ---- in the middle of a match


def test_a_rated_match_stays_rated_and_counts_as_left(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(settings={"rounds": 3, "deals": 1})
    entry = left_alone(tonight, club)
    before = match_of(tonight, entry)
    assert before.rated
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    actions.take_place(club[8], entry, now=tonight.now)
    match = match_of(tonight, entry)
    assert match.rated, "a pair that is losing does not make it casual"
    assert match.players == before.players
    assert quits.quit_step_of(club[0]).left == 1, "nor is leaving undone by a friend who comes"
    tonight.play()
    score_all()
    assert Result.objects.get(user=club[0]).left
    assert not Result.objects.filter(user=club[8]).exists()
    assert quits.quit_step_of(club[0], tonight.now).left == 1
    assert quits.quit_step_of(club[8], tonight.now).left == 0
    taker = person(entry, 0)
    assert (taker.user, taker.own_moves, taker.bot_moves) == (club[8], 0, 0), "the bot's moves are not theirs"
    assert seats_of(tonight, entry) >= {"Bruno", club[8].username}, "from the next table on"
    tonight.begin_round()
    tonight.play()
    assert person(entry, 0).own_moves > 0


def test_a_new_partner_joins_a_casual_match_at_once(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(rated=False)
    entry = left_alone(tonight, club)
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    actions.take_place(club[8], entry, now=tonight.now)
    match = match_of(tonight, entry)
    assert {club[1].pk, club[8].pk} <= {each["user"] for each in match.players}
    assert not match.away
    tonight.play()
    score_all()
    assert not Result.objects.filter(user=club[0]).exists()
    assert set(Result.objects.filter(user=club[8]).values_list("left", "absent")) == {(False, False)}


# ---- between the draw and the start of a round


def before_the_second_round(
    begun_evening: NewEvening, club: list[User], **settings: Any
) -> tuple[Evening, Entry]:
    """Let Anna leave Bruno when the second round is drawn and has not begun."""
    tonight = begun_evening(settings={"rounds": 3, "deals": 1, **settings})
    entry = tonight.entries[0]
    tonight.play()
    assert tonight.round.number == 2
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    return tonight, entry


def test_leaving_before_a_round_abandons_no_match(begun_evening: NewEvening, club: list[User]) -> None:
    tonight, entry = before_the_second_round(begun_evening, club)
    tonight.begin_round()
    match = match_of(tonight, entry)
    assert match.away == [match.seat_of(club[0].pk)]
    assert not match.rated, "a bot plays from the first card on"
    tonight.play()
    score_all()
    assert quits.quit_step_of(club[0], tonight.now).left == 0
    anna = person(entry, 0)
    assert anna.user == club[0]
    tonight.begin_round()
    assert seats_of(tonight, entry) >= {"Bruno", "bot"}


def test_a_returning_partner_gets_the_waiting_table(begun_evening: NewEvening, club: list[User]) -> None:
    tonight, entry = before_the_second_round(begun_evening, club)
    actions.come_back(club[0], tonight.event, now=tonight.now)
    tonight.begin_round()
    match = match_of(tonight, entry)
    assert not match.away
    assert match.rated


def test_a_new_partner_gets_the_waiting_table(begun_evening: NewEvening, club: list[User]) -> None:
    tonight, entry = before_the_second_round(begun_evening, club)
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    actions.take_place(club[8], entry, now=tonight.now)
    tonight.begin_round()
    match = match_of(tonight, entry)
    assert {club[1].pk, club[8].pk} <= {each["user"] for each in match.players}
    assert not match.away
    assert not match.rated, "they were chosen by somebody"


def test_the_pairing_stays_even_without_bots(begun_evening: NewEvening, club: list[User]) -> None:
    tonight, entry = before_the_second_round(begun_evening, club, absent="rest")
    tonight.begin_round()
    assert entry.number in drawn(tonight), "this round was drawn with them"
    tonight.play()
    assert entry.number not in drawn(tonight)


def test_a_round_paired_anew_accounts_for_departures(begun_evening: NewEvening, club: list[User]) -> None:
    tonight, entry = before_the_second_round(begun_evening, club, absent="rest")
    actions.pair_anew(tonight.organiser, tonight.event, "Anna via", now=tonight.now)
    assert entry.number not in drawn(tonight)
    with refused("round_drawn"):
        actions.come_back(club[0], tonight.event, now=tonight.now)


def test_if_both_leave_before_the_round_bots_play_and_nobody_has_quit(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight, entry = before_the_second_round(begun_evening, club)
    actions.withdraw_from_event(club[1], tonight.event, now=tonight.now)
    tonight.begin_round()
    match = match_of(tonight, entry)
    assert {*match.away} == {match.seat_of(each.pk) for each in club[:2]}
    tonight.play()
    score_all()
    assert [quits.quit_step_of(each, tonight.now).left for each in club[:2]] == [0, 0]
    assert entry.number not in drawn(tonight)


# ---- an arena in pairs


def arena(begun_evening: NewEvening, **settings: Any) -> tuple[Evening, list[Entry]]:
    tonight = begun_evening(format="arena", unit="pair", settings={"deals": 1, **settings})
    entries = tonight.entries
    return tonight, entries


def latest_of(tonight: Evening, entry: Entry) -> TournamentTable:
    """Return the latest table of an entry."""
    tables = TournamentTable.objects.filter(round__event=tonight.event).select_related("round", "table")
    return [each for each in tables.order_by("round__number") if entry.number in each.places][-1]


def sitters(table: TournamentTable) -> set[int | None]:
    assert table.table is not None
    return set(Table.objects.get(pk=table.table.pk).seats.values_list("user", flat=True))


def test_in_an_arena_a_pair_rests_until_a_partner_joins(begun_evening: NewEvening, club: list[User]) -> None:
    tonight, entries = arena(begun_evening)
    entry = entries[0]
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    tonight.play()
    tonight.play()
    first = latest_of(tonight, entry)
    assert first.status == TournamentTable.Status.OVER, "no new table for half a pair"
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    actions.take_place(club[8], entry, now=tonight.now)
    tonight.play()
    tonight.at(seconds=1)
    table = latest_of(tonight, entry)
    assert table.pk != first.pk
    assert {club[1].pk, club[8].pk} <= sitters(table)


def test_in_an_arena_bots_may_replace_a_departed_partner(begun_evening: NewEvening, club: list[User]) -> None:
    tonight, entries = arena(begun_evening, absent="bots")
    first = latest_of(tonight, entries[0])
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    tonight.play()
    table = latest_of(tonight, entries[0])
    assert table.pk != first.pk
    assert club[1].pk in sitters(table)
    assert club[0].pk not in sitters(table)


def test_in_an_arena_partners_can_return_while_entries_are_open(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight, entries = arena(begun_evening)
    entry = entries[0]
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    tonight.play()
    tonight.play()
    actions.come_back(club[0], tonight.event, now=tonight.now)
    tonight.play()
    assert {club[0].pk, club[1].pk} <= sitters(latest_of(tonight, entry))
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    actions.seek_partner(club[1], tonight.event, now=tonight.now)
    actions.take_place(club[8], entry, now=tonight.now)
    with refused("not_entered"):
        actions.come_back(club[0], tonight.event, now=tonight.now)


# ---- no answer


def test_an_unanswered_invitation_delays_nobody(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(rated=False, settings={"rounds": 3, "deals": 1})
    entry = left_alone(tonight, club)
    actions.seek_partner(club[1], tonight.event, club[8], now=tonight.now)
    tonight.play()
    assert seats_of(tonight, entry) >= {"Bruno", "bot"}, "the next round was drawn"
    assert selectors.asks_me(club[8], tonight.event) == entry, "the question stands"
    tonight.begin_round()
    actions.accept_partner(club[8], tonight.event, now=tonight.now)
    assert seats_of(tonight, entry) >= {"Bruno", club[8].username}


def test_a_return_cancels_the_invitation_of_another_partner(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening()
    left_alone(tonight, club)
    actions.seek_partner(club[1], tonight.event, club[8], now=tonight.now)
    actions.come_back(club[0], tonight.event, now=tonight.now)
    assert selectors.asks_me(club[8], tonight.event) is None
    with refused("not_asked"):
        actions.accept_partner(club[8], tonight.event, now=tonight.now)
    with refused("not_asked"):
        actions.decline_partner(club[8], tonight.event, now=tonight.now)


def test_an_invitation_before_the_start_ends_with_it(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(check_in_minutes=0)
    entry = tonight.pairs(club)[0]
    actions.withdraw_from_event(club[0], tonight.event, now=tonight.now)
    actions.seek_partner(club[1], tonight.event, club[8], now=tonight.now)
    tonight.until(tonight.event.starts_at)
    assert selectors.asks_me(club[8], tonight.event) is None
    with refused("not_asked"):
        actions.accept_partner(club[8], tonight.event, now=tonight.now)
    assert person(entry, 0).bot, "a bot plays with Bruno"


def test_a_late_entry_awaiting_its_partner_is_not_paired(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(settings={"rounds": 3, "deals": 1})
    late = actions.register_entry(club[8], tonight.event, partner=club[9], now=tonight.now)
    tonight.play()
    assert late.number not in drawn(tonight)
    tonight.begin_round()
    actions.accept_partner(club[9], tonight.event, now=tonight.now)
    tonight.play()
    assert late.number in drawn(tonight), "from the next round on"
    silent = actions.register_entry(club[10], tonight.event, partner=club[11], now=tonight.now)
    tonight.begin_round()
    tonight.to_the_end()
    silent.refresh_from_db()
    assert (silent.place, silent.score) == (None, None)
    with refused("not_asked"):
        actions.accept_partner(club[11], tonight.event, now=tonight.now)


# ---- just after a match


def test_a_substitute_comes_although_the_match_has_just_ended(
    begun_evening: NewEvening, club: list[User]
) -> None:
    """The event has not noticed yet that the match is over: its table counts as in play."""
    tonight = begun_evening(settings={"rounds": 3, "deals": 1})
    entry = tonight.entries[0]
    tonight.play_out(match_of(tonight, entry))
    actions.substitute_member(tonight.organiser, entry, 0, club[8], "Va a casa.", now=tonight.now)
    assert person(entry, 0).user == club[8]
