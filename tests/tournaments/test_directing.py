"""Decisions of the director, each with a reason, and the log of them that everybody can read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from games.play import actions as play
from games.play import live
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.conftest import Lasting
from tests.refusals import refused
from tests.tournaments.conftest import Begun, NewEvening, begun
from tests.tournaments.evening import Evening
from tournaments import access, actions, selectors
from tournaments.models import Entry, Event, ForbiddenPairing, LogEntry, Round, TournamentTable
from tournaments.outlets import journal
from tournaments.roles import EventCapability


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """An event of four pairs with its first round in play."""

    def begin(tonight: Evening, club: list[User]) -> None:
        tonight.pairs(club)
        tonight.start()

    return begun(lasting, begin)


def match_at(table: TournamentTable) -> Match:
    assert table.table is not None
    assert table.table.match_id is not None
    return live.load_match(table.table.match_id).row


# ---- permission


RULINGS: dict[str, Callable[[User, Evening], object]] = {
    "start": lambda by, it: actions.start_event(by, it.event),
    "pause": lambda by, it: actions.pause_event(by, it.event),
    "resume": lambda by, it: actions.resume_event(by, it.event),
    "extend": lambda by, it: actions.extend_round(by, it.event, 5),
    "start_round": lambda by, it: actions.start_round(by, it.event),
    "redraw": lambda by, it: actions.pair_anew(by, it.event, "why"),
    "last_round": lambda by, it: actions.call_last_round(by, it.event),
    "end_event": lambda by, it: actions.end_event(by, it.event, "why"),
    "length": lambda by, it: actions.change_length(by, it.event, rounds=1),
    "reopen": lambda by, it: actions.reopen_registration(by, it.event, "why"),
    "swap": lambda by, it: actions.swap_entries(by, it.tables()[0], 0, it.tables()[1], 0, "why"),
    "substitute": lambda by, it: actions.substitute_member(
        by, it.event.entries.all()[0], 0, "circolo", "why"
    ),
    "adjust": lambda by, it: actions.adjust_points(by, it.tables()[0], [1000, 1000], "why"),
    "penalise": lambda by, it: actions.penalise_table(by, it.tables()[0], [100, 0], "why"),
    "annul": lambda by, it: actions.annul_result(by, it.tables()[0], "why"),
    "restore": lambda by, it: actions.restore_result(by, it.tables()[0], "why"),
    "end_table": lambda by, it: actions.end_table(by, it.tables()[0], "why"),
    "forbid": lambda by, it: actions.forbid_pairing(
        by, it.event, it.event.entries.all()[0], it.event.entries.all()[1]
    ),
    "allow": lambda by, it: actions.allow_pairing(
        by, it.event, it.event.entries.all()[0], it.event.entries.all()[1]
    ),
    "announce": lambda by, it: actions.publish_announcement(by, it.event, "Caffè"),
    "enter": lambda by, it: actions.enter_members(by, it.event, ["circolo", "circolo"]),
    "remove_entry": lambda by, it: actions.remove_entry(by, it.event.entries.all()[0], "why"),
    "set_seeds": lambda by, it: actions.set_seeds(by, it.event, [1, 2, 3, 4]),
    "change_event": lambda by, it: actions.change_event(by, it.event, name="Mio"),
    "cancel_event": lambda by, it: actions.cancel_event(by, it.event, "why"),
    "nudge": lambda by, it: actions.nudge_table(by, it.tables()[0]),
    "hide_hands": lambda by, it: actions.hide_hands(by, it.event, by),
    "invite": lambda by, it: actions.invite_to_event(by, it.event, by),
    "uninvite": lambda by, it: actions.withdraw_invitation(by, it.event, by),
}


def test_only_directors_make_decisions(tonight: Evening, club: list[User]) -> None:
    before = LogEntry.objects.count()
    for ruling in RULINGS.values():
        with refused("not_director"):
            ruling(club[0], tonight)
    with refused("not_organiser"):
        actions.add_director(club[0], tonight.event, club[0])
    assert LogEntry.objects.count() == before


def test_the_organiser_appoints_and_dismisses_directors(tonight: Evening, club: list[User]) -> None:
    carla = club[10]
    actions.add_director(tonight.organiser, tonight.event, carla)
    assert access.has_event_capability(carla, tonight.event, EventCapability.DIRECT)
    actions.publish_announcement(carla, tonight.event, "Buonasera")
    with refused("not_organiser"):
        actions.add_director(carla, tonight.event, club[11])
    assert "Ora sei" in Notice.objects.get(user=carla, kind="event_director").text
    actions.remove_director(tonight.organiser, tonight.event, carla)
    assert "Non sei più" in Notice.objects.get(user=carla, kind="event_director").text
    with refused("not_director"):
        actions.publish_announcement(carla, tonight.event, "Buonanotte")


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301, None])
def test_a_ruling_has_a_reason(tonight: Evening, reason: Any) -> None:
    tonight.play()
    table = tonight.tables(1)[0]
    with refused("reason_needed"):
        actions.annul_result(tonight.organiser, table, reason)


# ---- clocks


def test_a_pause_stops_every_table_and_every_limit(begun_evening: NewEvening) -> None:
    tonight = begun_evening(round_minutes=30)
    by, ends = tonight.organiser, tonight.round.ends_at
    assert ends is not None
    tonight.at(minutes=10)
    actions.pause_event(by, tonight.event, "un caffè", now=tonight.now)
    with refused("already_paused"):
        actions.pause_event(by, tonight.event, now=tonight.now)
    row = match_at(tonight.tables()[0])
    [seat] = live.load_match(row.pk).to_act()
    command = live.load_match(row.pk).game.legal(live.load_match(row.pk).state, seat)[0]
    with refused("match_stopped"):
        play.submit_command(row.pk, seat, command, "x", row.version)
    tonight.at(hours=1)
    assert match_at(tonight.tables()[0]).status == Match.Status.PLAYING, "its limit stands too"
    actions.resume_event(by, tonight.event, now=tonight.now)
    assert tonight.round.ends_at == ends + timedelta(hours=1)
    with refused("not_paused"):
        actions.resume_event(by, tonight.event)
    tonight.play()
    assert tonight.round.number == 2


def test_a_pause_between_rounds_postpones_the_next(tonight: Evening) -> None:
    tonight.play()
    starts = tonight.round.starts_at
    actions.pause_event(tonight.organiser, tonight.event, now=tonight.now)
    tonight.at(minutes=5)
    assert tonight.round.status == Round.Status.DRAWN
    actions.resume_event(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.round.starts_at == starts + timedelta(minutes=5)


def test_a_round_can_be_extended(begun_evening: NewEvening) -> None:
    tonight = begun_evening(round_minutes=30)
    for minutes in (0, -5, 10_000, 2.5, True):
        with refused("bad_minutes"):
            actions.extend_round(tonight.organiser, tonight.event, minutes)  # type: ignore[arg-type]
    actions.extend_round(tonight.organiser, tonight.event, 10, "un tavolo è lento")
    tonight.at(minutes=35)
    assert tonight.round.number == 1
    tonight.at(minutes=6)
    assert tonight.round.number == 2


def test_without_a_limit_there_is_nothing_to_extend(tonight: Evening) -> None:
    with refused("no_limit"):
        actions.extend_round(tonight.organiser, tonight.event, 5)


def test_a_round_can_begin_before_the_break_ends(tonight: Evening) -> None:
    with refused("round_begun"):
        actions.start_round(tonight.organiser, tonight.event)
    tonight.play()
    begun = actions.start_round(tonight.organiser, tonight.event, now=tonight.now)
    assert begun.status == Round.Status.PLAYING


def test_the_director_can_start_an_event_early(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    with refused("too_few"):
        actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    tonight.pairs(club)
    actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.fresh().status == Event.Status.RUNNING
    assert not tonight.event.members.filter(here=False).exists(), "nobody was missed who could not check in"
    with refused("not_startable"):
        actions.start_event(tonight.organiser, tonight.event, now=tonight.now)


# ---- seating


def test_two_entries_can_be_swapped_until_somebody_scores(tonight: Evening) -> None:
    tonight.play()
    one, two = tonight.tables()
    moved, other = one.places[0], two.places[1]
    actions.swap_entries(tonight.organiser, one, 0, two, 1, "sono fratelli")
    again, and_again = tonight.tables()
    assert (again.places[0], and_again.places[1]) == (other, moved)
    tonight.begin_round()
    names = {player["user"] for player in match_at(tonight.tables()[0]).players}
    members = Entry.objects.filter(event=tonight.event, number__in=again.places)
    assert names == set(members.values_list("members__user", flat=True))
    tonight.play(tonight.tables()[0])
    with refused("round_scored"):
        actions.swap_entries(tonight.organiser, again, 0, and_again, 1, "di nuovo")


def test_impossible_swaps_are_refused(tonight: Evening) -> None:
    tonight.play()
    one, two = tonight.tables()
    with refused("no_place"):
        actions.swap_entries(tonight.organiser, one, 2, two, 0, "why")
    with refused("same_entry"):
        actions.swap_entries(tonight.organiser, one, 0, one, 0, "why")
    with refused("round_begun"):
        actions.swap_entries(tonight.organiser, tonight.tables(1)[0], 0, two, 0, "why")


def test_a_substitute_takes_over_in_the_middle_of_a_match_and_stays(
    tonight: Evening, club: list[User]
) -> None:
    entry, nora = tonight.event.entries.all()[0], club[10]
    table = next(each for each in tonight.tables() if entry.number in each.places)
    before = match_at(table).seat_of(club[0].pk)
    actions.substitute_member(tonight.organiser, entry, 0, nora, "Anna non sta bene", now=tonight.now)
    assert match_at(table).seat_of(nora.pk) == before
    with refused("already_entered"):
        actions.substitute_member(tonight.organiser, entry, 1, nora, "why")
    tonight.play()
    mine = selectors.my_table(nora, tonight.event)
    assert mine is not None
    assert entry.number in mine.places
    assert selectors.my_table(club[0], tonight.event) is None
    said = journal.read_log(tonight.event, tonight.organiser)
    [line] = [each for each in said if each.what == "substituted"]
    assert ("Nora" in line.said, "Anna" in line.said, line.reason) == (True, True, "Anna non sta bene")


def test_a_bot_may_be_the_substitute(tonight: Evening) -> None:
    entry = tonight.event.entries.all()[0]
    with refused("bad_member"):
        actions.substitute_member(tonight.organiser, entry, 0, "nobody", "why")
    with refused("no_place"):
        actions.substitute_member(tonight.organiser, entry, 2, "circolo", "why")
    actions.substitute_member(tonight.organiser, entry, 0, "circolo", "deve andare")
    table = next(each for each in tonight.tables() if entry.number in each.places)
    assert [bool(player["bot"]) for player in match_at(table).players].count(True) == 1


def test_a_round_is_paired_anew_after_two_are_kept_apart(tonight: Evening) -> None:
    tonight.play()
    entries = {each.number: each for each in tonight.event.entries.all()}
    one, two = (entries[number] for number in tonight.tables()[0].places)
    actions.forbid_pairing(tonight.organiser, tonight.event, one, two, "sono sposati")
    actions.pair_anew(tonight.organiser, tonight.event, "per il divieto")
    assert all({one.number, two.number} != {*each.places} for each in tonight.tables())
    actions.allow_pairing(tonight.organiser, tonight.event, two, one)
    assert not ForbiddenPairing.objects.exists()
    with refused("same_entry"):
        actions.forbid_pairing(tonight.organiser, tonight.event, one, one)
    tonight.begin_round()
    tonight.play(tonight.tables()[0])
    with refused("round_scored"):
        actions.pair_anew(tonight.organiser, tonight.event, "di nuovo")


def test_a_latecomer_is_included_when_a_round_is_paired_anew(tonight: Evening, club: list[User]) -> None:
    """They are not in the round that was drawn before they came."""
    tonight.play()
    [late] = tonight.enter(club[8:10])
    actions.remove_entry(tonight.organiser, tonight.event.entries.all()[0], "è andato via", now=tonight.now)
    actions.pair_anew(tonight.organiser, tonight.event, "due cambi", now=tonight.now)
    drawn = {number for each in tonight.tables() for number in each.places}
    assert late.number in drawn
    assert 1 not in drawn


# ---- results


def points(tonight: Evening, table: TournamentTable) -> object:
    return selectors.event_sheet(tonight.event).points(table)


def test_a_result_is_set_removed_and_restored(tonight: Evening) -> None:
    with refused("table_open"):
        actions.adjust_points(tonight.organiser, tonight.tables()[0], [1200, 800], "why")
    tonight.play()
    table, by = tonight.tables(1)[0], tonight.organiser
    played = points(tonight, table)
    actions.adjust_points(by, table, [1200, 800], "carta vista")
    assert points(tonight, table) == (1200, 800)
    actions.penalise_table(by, table, [300, 0], "ritardo")
    assert points(tonight, table) == (900, 800)
    actions.annul_result(by, table, "carte sbagliate")
    assert points(tonight, table) is None
    actions.restore_result(by, table, "era giusto")
    assert points(tonight, table) == played
    said = [(each.what, each.reason) for each in journal.read_log(tonight.event, tonight.organiser)[:4]]
    assert said == [
        ("restored", "era giusto"),
        ("annulled", "carte sbagliate"),
        ("penalised", "ritardo"),
        ("adjusted", "carta vista"),
    ]


@pytest.mark.parametrize("wrong", [[1], [1, 2, 3], ["10", 5], [1.5, 2], [True, 1], "12", None])
def test_points_are_hundredths_for_each_place(tonight: Evening, wrong: Any) -> None:
    with refused("bad_points"):
        actions.adjust_points(tonight.organiser, tonight.tables()[0], wrong, "why")
    with refused("bad_points"):
        actions.penalise_table(tonight.organiser, tonight.tables()[0], wrong, "why")


def test_one_deal_is_annulled_at_one_table(tonight: Evening) -> None:
    tonight.play()
    table, by = tonight.tables(1)[0], tonight.organiser
    [label] = table.deals
    with refused("no_deal"):
        actions.annul_deal(by, table, "9-9", "why")
    stranger = User.objects.create_user("Estranea", "estranea@example.org")
    with refused("not_director"):
        actions.annul_deal(stranger, table, "9-9", "why")
    actions.annul_deal(by, table, label, "carta scoperta")
    assert points(tonight, table) is None, "it was its only one"
    actions.restore_result(by, table, "era coperta")
    assert points(tonight, table) is not None


def test_a_table_is_ended_and_the_round_goes_on(tonight: Evening) -> None:
    tonight.play(tonight.tables()[1])
    slow = tonight.tables()[0]
    ended = actions.end_table(tonight.organiser, slow, "sono andati via", now=tonight.now)
    assert ended.status == TournamentTable.Status.OVER
    assert tonight.round.number == 2
    with refused("table_over"):
        actions.end_table(tonight.organiser, slow, "why")


def test_a_ruling_after_the_end_changes_the_places(tonight: Evening) -> None:
    tonight.to_the_end()
    last = tonight.event.entries.get(place=4)
    for table in (*tonight.tables(1), *tonight.tables(2)):
        if last.number in table.places:
            wanted = [2000 if number == last.number else 0 for number in table.places]
            actions.adjust_points(tonight.organiser, table, wanted, "ricorso accolto")
    last.refresh_from_db()
    assert last.place == 1
    with refused("event_over"):
        actions.publish_announcement(tonight.organiser, tonight.event, "Grazie")


def test_nothing_continues_in_a_cancelled_event(tonight: Evening) -> None:
    actions.cancel_event(tonight.organiser, tonight.event, "manca la luce")
    assert not Match.objects.filter(status=Match.Status.PLAYING).exists()
    assert tonight.at(minutes=5).status == Event.Status.CANCELLED
    with refused("event_over"):
        actions.pause_event(tonight.organiser, tonight.event)


def test_a_slow_table_is_nudged_at_most_once_a_minute(tonight: Evening) -> None:
    by, table = tonight.organiser, tonight.tables()[0]
    actions.nudge_table(by, table, now=tonight.now)
    notices = Notice.objects.filter(kind="event_nudged")
    assert table.table is not None
    seated = table.table.seats.values_list("user", flat=True)
    assert set(notices.values_list("user", flat=True)) == set(seated)
    with refused("nudged"):
        actions.nudge_table(by, table, now=tonight.now)
    later = tonight.now + timedelta(minutes=2)
    actions.nudge_table(by, table, now=later)
    tonight.play(table)
    with refused("table_over"):
        actions.nudge_table(by, table, now=later)


def test_an_announcement_reaches_the_players(tonight: Evening, club: list[User]) -> None:
    with refused("bad_text"):
        actions.publish_announcement(tonight.organiser, tonight.event, " ")
    actions.publish_announcement(tonight.organiser, tonight.event, "Il caffè è pronto")
    notices = Notice.objects.filter(kind="event_told")
    assert set(notices.values_list("user", flat=True)) == {person.pk for person in club[:8]}
