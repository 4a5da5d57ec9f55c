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
from tests.tournaments.conftest import Begun, NewEvening, begun
from tests.tournaments.evening import Evening, code_of
from tournaments import access, actions, selectors
from tournaments.models import Announcement, Entry, Event, ForbiddenPairing, LogEntry, Round, TournamentTable


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
    return live.load(table.table.match_id).row


# ---- permission


RULINGS: dict[str, Callable[[User, Evening], object]] = {
    "start": lambda by, it: actions.start(by, it.event),
    "pause": lambda by, it: actions.pause(by, it.event),
    "resume": lambda by, it: actions.resume(by, it.event),
    "extend": lambda by, it: actions.extend(by, it.event, 5),
    "start_round": lambda by, it: actions.start_round(by, it.event),
    "redraw": lambda by, it: actions.redraw(by, it.event, "why"),
    "swap": lambda by, it: actions.swap(by, it.tables()[0], 0, it.tables()[1], 0, "why"),
    "substitute": lambda by, it: actions.substitute(by, it.event.entries.all()[0], 0, "circolo", "why"),
    "adjust": lambda by, it: actions.adjust(by, it.tables()[0], [1000, 1000], "why"),
    "penalise": lambda by, it: actions.penalise(by, it.tables()[0], [100, 0], "why"),
    "annul": lambda by, it: actions.annul(by, it.tables()[0], "why"),
    "restore": lambda by, it: actions.restore(by, it.tables()[0], "why"),
    "end_table": lambda by, it: actions.end_table(by, it.tables()[0], "why"),
    "forbid": lambda by, it: actions.forbid(
        by, it.event, it.event.entries.all()[0], it.event.entries.all()[1]
    ),
    "allow": lambda by, it: actions.allow(by, it.event, it.event.entries.all()[0], it.event.entries.all()[1]),
    "announce": lambda by, it: actions.announce(by, it.event, "Caffè"),
    "enter": lambda by, it: actions.enter(by, it.event, ["circolo", "circolo"]),
    "remove_entry": lambda by, it: actions.remove_entry(by, it.event.entries.all()[0], "why"),
    "set_seeds": lambda by, it: actions.set_seeds(by, it.event, [1, 2, 3, 4]),
    "change_event": lambda by, it: actions.change_event(by, it.event, name="Mio"),
    "cancel_event": lambda by, it: actions.cancel_event(by, it.event, "why"),
    "nudge": lambda by, it: actions.nudge(by, it.tables()[0]),
    "hide_hands": lambda by, it: actions.hide_hands(by, it.event, by),
    "invite": lambda by, it: actions.invite(by, it.event, by),
    "uninvite": lambda by, it: actions.uninvite(by, it.event, by),
}


def test_only_directors_make_decisions(tonight: Evening, club: list[User]) -> None:
    before = LogEntry.objects.count()
    for name, ruling in RULINGS.items():
        assert code_of(ruling(club[0], tonight)) == "not_director", name
    assert code_of(actions.add_director(club[0], tonight.event, club[0])) == "not_organiser"
    assert LogEntry.objects.count() == before


def test_the_organiser_appoints_and_dismisses_directors(tonight: Evening, club: list[User]) -> None:
    carla = club[10]
    actions.add_director(tonight.organiser, tonight.event, carla)
    assert access.directs(carla, tonight.event)
    assert isinstance(actions.announce(carla, tonight.event, "Buonasera"), Announcement)
    assert code_of(actions.add_director(carla, tonight.event, club[11])) == "not_organiser"
    assert "Ora sei" in Notice.objects.get(user=carla, kind="event_director").text
    actions.remove_director(tonight.organiser, tonight.event, carla)
    assert "Non sei più" in Notice.objects.get(user=carla, kind="event_director").text
    assert code_of(actions.announce(carla, tonight.event, "Buonanotte")) == "not_director"


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301, None])
def test_a_ruling_has_a_reason(tonight: Evening, reason: Any) -> None:
    tonight.play()
    table = tonight.tables(1)[0]
    assert code_of(actions.annul(tonight.organiser, table, reason)) == "reason_needed"


# ---- clocks


def test_a_pause_stops_every_table_and_every_limit(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(round_minutes=30)
    tonight.pairs(club)
    tonight.start()
    by, ends = tonight.organiser, tonight.round.ends_at
    assert ends is not None
    tonight.at(minutes=10)
    assert isinstance(actions.pause(by, tonight.event, "un caffè", now=tonight.now), Event)
    assert code_of(actions.pause(by, tonight.event, now=tonight.now)) == "already_paused"
    row = match_at(tonight.tables()[0])
    [seat] = live.load(row.pk).to_act()
    command = live.load(row.pk).game.legal(live.load(row.pk).state, seat)[0]
    assert code_of(play.submit(row.pk, seat, command, "x", row.version)) == "match_stopped"
    tonight.at(hours=1)
    assert match_at(tonight.tables()[0]).status == Match.Status.PLAYING, "its limit stands too"
    assert isinstance(actions.resume(by, tonight.event, now=tonight.now), Event)
    assert tonight.round.ends_at == ends + timedelta(hours=1)
    assert code_of(actions.resume(by, tonight.event)) == "not_paused"
    tonight.play()
    assert tonight.round.number == 2


def test_a_pause_between_rounds_postpones_the_next(tonight: Evening) -> None:
    tonight.play()
    starts = tonight.round.starts_at
    actions.pause(tonight.organiser, tonight.event, now=tonight.now)
    tonight.at(minutes=5)
    assert tonight.round.status == Round.Status.DRAWN
    actions.resume(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.round.starts_at == starts + timedelta(minutes=5)


def test_a_round_can_be_extended(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(round_minutes=30)
    tonight.pairs(club)
    tonight.start()
    for minutes in (0, -5, 10_000, 2.5, True):
        assert code_of(actions.extend(tonight.organiser, tonight.event, minutes)) == "bad_minutes"  # type: ignore[arg-type]
    assert isinstance(actions.extend(tonight.organiser, tonight.event, 10, "un tavolo è lento"), Round)
    tonight.at(minutes=35)
    assert tonight.round.number == 1
    tonight.at(minutes=6)
    assert tonight.round.number == 2


def test_without_a_limit_there_is_nothing_to_extend(tonight: Evening) -> None:
    assert code_of(actions.extend(tonight.organiser, tonight.event, 5)) == "no_limit"


def test_a_round_can_begin_before_the_break_ends(tonight: Evening) -> None:
    assert code_of(actions.start_round(tonight.organiser, tonight.event)) == "round_begun"
    tonight.play()
    begun = actions.start_round(tonight.organiser, tonight.event, now=tonight.now)
    assert isinstance(begun, Round)
    assert begun.status == Round.Status.PLAYING


def test_the_director_can_start_an_event_early(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    assert code_of(actions.start(tonight.organiser, tonight.event, now=tonight.now)) == "too_few"
    tonight.pairs(club)
    assert isinstance(actions.start(tonight.organiser, tonight.event, now=tonight.now), Event)
    assert tonight.fresh().status == Event.Status.RUNNING
    assert not tonight.event.members.filter(here=False).exists(), "nobody was missed who could not check in"
    assert code_of(actions.start(tonight.organiser, tonight.event, now=tonight.now)) == "not_startable"


# ---- seating


def test_two_entries_can_be_swapped_before_the_round(tonight: Evening) -> None:
    tonight.play()
    one, two = tonight.tables()
    moved, other = one.places[0], two.places[1]
    assert isinstance(actions.swap(tonight.organiser, one, 0, two, 1, "sono fratelli"), Round)
    again, and_again = tonight.tables()
    assert (again.places[0], and_again.places[1]) == (other, moved)
    tonight.begin_round()
    names = {player["user"] for player in match_at(tonight.tables()[0]).players}
    members = Entry.objects.filter(event=tonight.event, number__in=again.places)
    assert names == set(members.values_list("members__user", flat=True))
    assert code_of(actions.swap(tonight.organiser, again, 0, and_again, 1, "di nuovo")) == "round_begun"


def test_impossible_swaps_are_refused(tonight: Evening) -> None:
    tonight.play()
    one, two = tonight.tables()
    assert code_of(actions.swap(tonight.organiser, one, 2, two, 0, "why")) == "no_place"
    assert code_of(actions.swap(tonight.organiser, one, 0, one, 0, "why")) == "same_entry"
    assert code_of(actions.swap(tonight.organiser, tonight.tables(1)[0], 0, two, 0, "why")) == "round_begun"


def test_a_substitute_takes_over_in_the_middle_of_a_match_and_stays(
    tonight: Evening, club: list[User]
) -> None:
    entry, nora = tonight.event.entries.all()[0], club[10]
    table = next(each for each in tonight.tables() if entry.number in each.places)
    before = match_at(table).seat_of(club[0].pk)
    done = actions.substitute(tonight.organiser, entry, 0, nora, "Anna non sta bene", now=tonight.now)
    assert isinstance(done, Entry)
    assert match_at(table).seat_of(nora.pk) == before
    assert code_of(actions.substitute(tonight.organiser, entry, 1, nora, "why")) == "already_entered"
    tonight.play()
    mine = selectors.my_table(nora, tonight.event)
    assert mine is not None
    assert entry.number in mine.places
    assert selectors.my_table(club[0], tonight.event) is None
    said = selectors.log(tonight.event, tonight.organiser)
    [line] = [each for each in said if each.what == "substituted"]
    assert ("Nora" in line.said, "Anna" in line.said, line.reason) == (True, True, "Anna non sta bene")


def test_a_bot_may_be_the_substitute(tonight: Evening) -> None:
    entry = tonight.event.entries.all()[0]
    assert code_of(actions.substitute(tonight.organiser, entry, 0, "nobody", "why")) == "bad_member"
    assert code_of(actions.substitute(tonight.organiser, entry, 2, "circolo", "why")) == "no_place"
    assert isinstance(actions.substitute(tonight.organiser, entry, 0, "circolo", "deve andare"), Entry)
    table = next(each for each in tonight.tables() if entry.number in each.places)
    assert [bool(player["bot"]) for player in match_at(table).players].count(True) == 1


def test_a_round_is_paired_anew_after_two_are_kept_apart(tonight: Evening) -> None:
    tonight.play()
    entries = {each.number: each for each in tonight.event.entries.all()}
    one, two = (entries[number] for number in tonight.tables()[0].places)
    made = actions.forbid(tonight.organiser, tonight.event, one, two, "sono sposati")
    assert isinstance(made, ForbiddenPairing)
    assert isinstance(actions.redraw(tonight.organiser, tonight.event, "per il divieto"), Round)
    assert all({one.number, two.number} != {*each.places} for each in tonight.tables())
    assert isinstance(actions.allow(tonight.organiser, tonight.event, two, one), Event)
    assert not ForbiddenPairing.objects.exists()
    assert code_of(actions.forbid(tonight.organiser, tonight.event, one, one)) == "same_entry"
    tonight.begin_round()
    assert code_of(actions.redraw(tonight.organiser, tonight.event, "di nuovo")) == "round_begun"


def test_a_latecomer_is_included_when_a_round_is_paired_anew(tonight: Evening, club: list[User]) -> None:
    """They are not in the round that was drawn before they came."""
    tonight.play()
    [late] = tonight.enter(club[8:10])
    actions.remove_entry(tonight.organiser, tonight.event.entries.all()[0], "è andato via", now=tonight.now)
    actions.redraw(tonight.organiser, tonight.event, "due cambi", now=tonight.now)
    drawn = {number for each in tonight.tables() for number in each.places}
    assert late.number in drawn
    assert 1 not in drawn


# ---- results


def points(tonight: Evening, table: TournamentTable) -> object:
    return selectors.sheet(tonight.event).points(table)


def test_a_result_is_set_removed_and_restored(tonight: Evening) -> None:
    assert code_of(actions.adjust(tonight.organiser, tonight.tables()[0], [1200, 800], "why")) == "table_open"
    tonight.play()
    table, by = tonight.tables(1)[0], tonight.organiser
    played = points(tonight, table)
    assert isinstance(actions.adjust(by, table, [1200, 800], "carta vista"), TournamentTable)
    assert points(tonight, table) == (1200, 800)
    assert isinstance(actions.penalise(by, table, [300, 0], "ritardo"), TournamentTable)
    assert points(tonight, table) == (900, 800)
    assert isinstance(actions.annul(by, table, "carte sbagliate"), TournamentTable)
    assert points(tonight, table) is None
    assert isinstance(actions.restore(by, table, "era giusto"), TournamentTable)
    assert points(tonight, table) == played
    said = [(each.what, each.reason) for each in selectors.log(tonight.event, tonight.organiser)[:4]]
    assert said == [
        ("restored", "era giusto"),
        ("annulled", "carte sbagliate"),
        ("penalised", "ritardo"),
        ("adjusted", "carta vista"),
    ]


@pytest.mark.parametrize("wrong", [[1], [1, 2, 3], ["10", 5], [1.5, 2], [True, 1], "12", None])
def test_points_are_hundredths_for_each_place(tonight: Evening, wrong: Any) -> None:
    assert code_of(actions.adjust(tonight.organiser, tonight.tables()[0], wrong, "why")) == "bad_points"
    assert code_of(actions.penalise(tonight.organiser, tonight.tables()[0], wrong, "why")) == "bad_points"


def test_one_deal_is_annulled_at_one_table(tonight: Evening) -> None:
    tonight.play()
    table, by = tonight.tables(1)[0], tonight.organiser
    [label] = table.deals
    assert code_of(actions.annul_deal(by, table, "9-9", "why")) == "no_deal"
    stranger = User.objects.create_user("Estranea", "estranea@example.org")
    assert code_of(actions.annul_deal(stranger, table, "9-9", "why")) == "not_director"
    assert isinstance(actions.annul_deal(by, table, label, "carta scoperta"), TournamentTable)
    assert points(tonight, table) is None, "it was its only one"
    actions.restore(by, table, "era coperta")
    assert points(tonight, table) is not None


def test_a_table_is_ended_and_the_round_goes_on(tonight: Evening) -> None:
    tonight.play(tonight.tables()[1])
    slow = tonight.tables()[0]
    ended = actions.end_table(tonight.organiser, slow, "sono andati via", now=tonight.now)
    assert isinstance(ended, TournamentTable)
    assert ended.status == TournamentTable.Status.OVER
    assert tonight.round.number == 2
    assert code_of(actions.end_table(tonight.organiser, slow, "why")) == "table_over"


def test_a_ruling_after_the_end_changes_the_places(tonight: Evening) -> None:
    tonight.to_the_end()
    last = tonight.event.entries.get(place=4)
    for table in (*tonight.tables(1), *tonight.tables(2)):
        if last.number in table.places:
            wanted = [2000 if number == last.number else 0 for number in table.places]
            ruled = actions.adjust(tonight.organiser, table, wanted, "ricorso accolto")
            assert isinstance(ruled, TournamentTable)
    last.refresh_from_db()
    assert last.place == 1
    assert code_of(actions.announce(tonight.organiser, tonight.event, "Grazie")) == "event_over"


def test_nothing_continues_in_a_cancelled_event(tonight: Evening) -> None:
    assert isinstance(actions.cancel_event(tonight.organiser, tonight.event, "manca la luce"), Event)
    assert not Match.objects.filter(status=Match.Status.PLAYING).exists()
    assert tonight.at(minutes=5).status == Event.Status.CANCELLED
    assert code_of(actions.pause(tonight.organiser, tonight.event)) == "event_over"


def test_a_slow_table_is_nudged_at_most_once_a_minute(tonight: Evening) -> None:
    by, table = tonight.organiser, tonight.tables()[0]
    assert isinstance(actions.nudge(by, table, now=tonight.now), TournamentTable)
    notices = Notice.objects.filter(kind="event_nudged")
    assert table.table is not None
    seated = table.table.seats.values_list("user", flat=True)
    assert set(notices.values_list("user", flat=True)) == set(seated)
    assert code_of(actions.nudge(by, table, now=tonight.now)) == "nudged"
    later = tonight.now + timedelta(minutes=2)
    assert isinstance(actions.nudge(by, table, now=later), TournamentTable)
    tonight.play(table)
    assert code_of(actions.nudge(by, table, now=later)) == "table_over"


def test_an_announcement_reaches_the_players(tonight: Evening, club: list[User]) -> None:
    assert code_of(actions.announce(tonight.organiser, tonight.event, " ")) == "bad_text"
    assert isinstance(actions.announce(tonight.organiser, tonight.event, "Il caffè è pronto"), Announcement)
    notices = Notice.objects.filter(kind="event_told")
    assert set(notices.values_list("user", flat=True)) == {person.pk for person in club[:8]}
