"""People take the seats of bots: who may, when, what they get to see, and how the match counts."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import notices
from games.archive import finished_matches
from games.models import Event, Match, Result, Seat, Table
from games.people import results
from games.play import actions, clock, live, lobby, selectors
from games.play.actions import seating
from ludocards.engine import referee
from ludopoli.accounts import people as circle
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.moderation.models import Sanction
from tests.games.playing import play_on
from tests.refusals import refused

THREE_DEALS = {"preset": "classico", "match_end": {"deals": 3}}
PROGRAM = {"Accept": "application/json"}
Quick = Any


def now_of(table: Table) -> Table:
    return Table.objects.select_related("match").get(pk=table.pk)


def match_of(table: Table) -> Match:
    match = now_of(table).match
    assert match is not None
    return match


def play(table: Table, deals: int) -> None:
    """Play on until `deals` more deals are over."""
    match = match_of(table)
    over = Event.objects.filter(match=match, kind="scored")
    until = over.count() + deals
    while over.count() < until:
        play_on(match, decisions=1)


def test_a_bot_seat_is_reserved_and_changes_hands_after_the_deal(people: list[User], quick: Quick) -> None:
    _anna, bruno, *_ = people
    table = quick()
    actions.take_seat(bruno, table, 2)
    frame = selectors.table_frame(now_of(table), bruno)
    assert frame["me"] is None
    assert frame["coming"] == 2
    assert frame["seats"][2]["state"] == "bot"
    assert frame["seats"][2]["coming"] == "Bruno"
    play(table, deals=1)
    match = match_of(table)
    assert match.seat_of(bruno.pk) == 2
    assert table.seats.get(number=2).user == bruno
    frame = selectors.table_frame(now_of(table), bruno)
    assert (frame["me"], frame["coming"]) == (2, None)
    kinds = list(Event.objects.filter(match=match).values_list("kind", flat=True))
    first = kinds.index("substituted")
    assert kinds[first - 2 : first + 3] == ["scored", "revealed", "substituted", "committed", "dealt"]


def test_the_referee_accepts_a_match_with_a_newcomer(people: list[User], quick: Quick) -> None:
    table = quick()
    actions.take_seat(people[1], table, 2)
    play(table, deals=3)
    record = finished_matches.record_of(match_of(table).pk)
    report = referee.judge_record(json.dumps(record))
    assert (report.json["ok"], report.json["finished"]) == (True, True)
    assert record["players"][2] == "Bruno"


def test_a_newcomer_learns_nothing_of_earlier_deals(people: list[User], quick: Quick) -> None:
    """They never see a bot's hand while the deal is played, and afterwards what a spectator sees."""
    bruno = people[1]
    table = quick()
    actions.take_seat(bruno, table, 2)
    api = Client(headers={"accept": "application/json"})
    api.force_login(bruno)
    match = match_of(table)
    state = api.get(f"/api/v1/matches/{match.pk}/state/").json()
    assert "hand" not in state["view"]
    assert state["legal"] == []
    play(table, deals=1)
    match = match_of(table)
    came = Event.objects.get(match=match, kind="substituted").seq
    events = api.get(f"/api/v1/matches/{match.pk}/events/").json()["events"]
    hands = [event["seq"] for event in events if "hand" in event]
    assert len(hands) == 1
    assert hands[0] > came
    assert live.load_match(match.pk).since(came - 1, 2) is None
    assert live.load_match(match.pk).since(came, 2) is not None
    assert live.load_match(match.pk).since(came - 1, None) is not None


def test_if_the_match_ends_first_the_newcomer_gets_the_seat_at_the_table(
    people: list[User], quick: Quick
) -> None:
    _anna, bruno, *_ = people
    table = quick(rules={"preset": "classico", "match_end": {"deals": 1}})
    actions.take_seat(bruno, table, 2)
    play(table, deals=1)
    match = match_of(table)
    assert match.status == Match.Status.FINISHED
    assert match.seat_of(bruno.pk) is None
    assert table.seats.get(number=2).user == bruno
    assert not table.seats.exclude(coming=None).exists()
    carla = people[2]
    actions.take_seat(carla, now_of(table), 1)
    assert table.seats.get(number=1).user == carla


def test_an_absent_claimant_does_not_get_the_seat(people: list[User], quick: Quick) -> None:
    bruno, carla = people[1:3]
    table = quick()
    actions.take_seat(bruno, table, 2)
    with refused("seat_taken"):
        actions.take_seat(carla, table, 2)
    long_ago = timezone.now() - seating.KEPT_FOR - timedelta(seconds=1)
    Seat.objects.filter(table=table, number=2).update(seen_at=long_ago)
    actions.take_seat(carla, table, 2)
    actions.note_socket_open(table, carla, "a line", is_new=True)
    Seat.objects.filter(table=table, number=2).update(seen_at=long_ago)
    play(table, deals=1)
    assert match_of(table).seat_of(carla.pk) == 2
    actions.take_seat(bruno, table, 3)
    Seat.objects.filter(table=table, number=3).update(seen_at=long_ago)
    play(table, deals=1)
    assert match_of(table).seat_of(bruno.pk) is None
    assert not table.seats.exclude(coming=None).exists()


def test_a_newcomer_may_cancel_or_choose_another_seat_or_table(
    people: list[User], quick: Quick, django_capture_on_commit_callbacks: Any
) -> None:
    bruno, carla = people[1:3]
    table = quick()
    actions.take_seat(bruno, table, 2)
    actions.take_seat(bruno, table, 1)
    assert list(table.seats.filter(coming=bruno).values_list("number", flat=True)) == [1]
    theirs = actions.quick_game(carla, game="tressette", rules=THREE_DEALS, players=4, joinable=True)
    with django_capture_on_commit_callbacks(execute=True):
        actions.take_seat(bruno, theirs, 2)
    assert list(Seat.objects.filter(coming=bruno).values_list("table", flat=True)) == [theirs.pk]
    actions.leave_table(bruno, theirs)
    assert not Seat.objects.filter(coming=bruno).exists()
    with refused("not_seated"):
        actions.leave_table(bruno, theirs)


def test_a_newcomer_seated_elsewhere_gets_no_second_seat(people: list[User], quick: Quick) -> None:
    bruno = people[1]
    table = quick()
    actions.take_seat(bruno, table, 2)
    table.seats.filter(number=1).update(user=bruno, bot="")
    play(table, deals=1)
    assert table.seats.get(user=bruno).number == 1
    assert not table.seats.exclude(coming=None).exists()


def test_getting_up_elsewhere_cancels_a_reserved_seat(people: list[User], quick: Quick) -> None:
    bruno = people[1]
    table = quick()
    actions.take_seat(bruno, table, 2)
    table.seats.filter(number=1).update(user=bruno, bot="")
    actions.leave_table(bruno, now_of(table))
    assert not table.seats.exclude(coming=None).exists()


def test_a_banned_claimant_does_not_get_the_seat(people: list[User], quick: Quick) -> None:
    bruno = people[1]
    table = quick()
    actions.take_seat(bruno, table, 2)
    Sanction.objects.create(user=bruno, kind=Sanction.Kind.BAN, reason="…")
    play(table, deals=1)
    assert match_of(table).seat_of(bruno.pk) is None
    assert not table.seats.exclude(coming=None).exists()


def test_blocked_people_cannot_join(people: list[User], quick: Quick) -> None:
    anna, bruno, *_ = people
    table = quick()
    circle.block(anna, bruno)
    with refused("seat_taken"):
        actions.take_seat(bruno, table, 2)


def test_closing_the_table_frees_the_reserved_seats(people: list[User], quick: Quick) -> None:
    anna, bruno, *_ = people
    table = quick()
    actions.take_seat(bruno, table, 2)
    actions.set_joinable(anna, table, may=False)
    assert not table.seats.exclude(coming=None).exists()


def test_a_match_does_not_stop_while_a_newcomer_is_awaited(people: list[User], quick: Quick) -> None:
    """The only person is away when the deal ends; the newcomer plays on."""
    bruno = people[1]
    table = quick()
    actions.take_seat(bruno, table, 2)
    match = match_of(table)
    while Event.objects.filter(match=match, kind="played").count() < 39:
        play_on(match, decisions=1)
    Match.objects.filter(pk=match.pk).update(away=[0])
    live.empty_cache()
    last = live.load_match(match.pk)
    [seat] = last.to_act()
    [card] = last.game.legal(last.state, seat)
    actions.submit_command(match.pk, seat, card, "last", last.version, by_bot=True)
    match = match_of(table)
    assert (match.seat_of(bruno.pk), match.stopped_at) == (2, None)


def test_an_invitation_is_valid_while_a_bot_seat_is_free(quick: Quick) -> None:
    table = quick()
    assert notices._waits({"table": table.code})
    Table.objects.update(joinable=False)
    assert not notices._waits({"table": table.code})


def test_deleting_the_account_cancels_a_reserved_seat(people: list[User], quick: Quick) -> None:
    table = quick()
    actions.take_seat(people[1], table, 2)
    privacy.delete_person(people[1])
    assert not table.seats.exclude(coming=None).exists()


@pytest.mark.parametrize(
    ("options", "why"),
    [({"joinable": False}, "seat_taken"), ({"watchable": False}, "not_watchable")],
)
def test_tables_where_bot_seats_cannot_be_taken(
    people: list[User], quick: Quick, options: dict[str, bool], why: str
) -> None:
    table = quick()
    Table.objects.filter(pk=table.pk).update(**options)
    with refused(why):
        actions.take_seat(people[1], now_of(table), 2)


def test_seats_of_people_and_of_stopped_matches_cannot_be_taken(people: list[User], quick: Quick) -> None:
    _anna, bruno, *_ = people
    table = quick()
    robot = User.objects.create(username="Robot", is_bot=True, owner=bruno)
    with refused("seat_taken"):
        actions.take_seat(robot, table, 2)
    with refused("seat_taken"):
        actions.take_seat(bruno, table, 0)
    Match.objects.filter(pk=match_of(table).pk).update(away=[0], stopped_at=timezone.now())
    with refused("match_stopped"):
        actions.take_seat(bruno, table, 2)
    assert lobby.lobby_tables()[0].joinable == 0


def test_when_everybody_leaves_the_table_passes_to_the_newcomer(people: list[User], quick: Quick) -> None:
    anna, bruno, *_ = people
    table = quick()
    actions.take_seat(bruno, table, 2)
    actions.leave_table(anna, table)
    assert match_of(table).status == Match.Status.ABANDONED
    table = now_of(table)
    assert table.status == Table.Status.OPEN
    assert (table.host, table.seats.get(number=2).user) == (bruno, bruno)


def test_a_new_quick_game_keeps_the_previous_one_for_its_newcomer(people: list[User], quick: Quick) -> None:
    before = quick()
    actions.take_seat(people[1], before, 2)
    quick()
    assert match_of(before).gone == []


def test_only_the_host_decides_whether_people_may_join(people: list[User], quick: Quick) -> None:
    anna, bruno, *_ = people
    table = quick()
    actions.take_seat(bruno, table, 2)
    with refused("not_host"):
        actions.set_joinable(bruno, table, may=False)
    actions.set_joinable(anna, table, may=False)
    assert lobby.lobby_tables() == []
    with refused("seat_taken"):
        actions.take_seat(people[2], table, 1)
    actions.set_joinable(anna, table, may=True)
    assert [each.code for each in lobby.lobby_tables()] == [table.code]


def test_a_match_with_a_newcomer_is_not_rated_and_neither_is_the_next(
    people: list[User], quick: Quick
) -> None:
    _anna, *others = people
    table = quick(rules={"preset": "classico", "match_end": {"deals": 2}})
    for seat, person in enumerate(others[:3], start=1):
        actions.take_seat(person, table, seat)
    play(table, deals=2)
    assert not match_of(table).rated
    for person in people[:4]:
        actions.request_rematch(person, now_of(table), wants=True)
    assert match_of(table).status == Match.Status.PLAYING
    assert not match_of(table).rated


def test_earlier_deals_do_not_count_for_a_newcomer(people: list[User], quick: Quick) -> None:
    anna, bruno, *_ = people
    table = quick()
    play(table, deals=1)
    actions.take_seat(bruno, table, 2)
    play(table, deals=2)
    match = match_of(table)
    results.score_match(match.pk)
    theirs = {result.user: result for result in Result.objects.filter(match=match).exclude(user=None)}
    assert (theirs[anna].deals, theirs[bruno].deals) == (3, 1)
    scored = list(Event.objects.filter(match=match, kind="scored").values_list("public", flat=True))
    assert theirs[bruno].points == scored[2]["points"][0]


def test_joining_for_the_last_deal_wins_no_match(people: list[User], quick: Quick) -> None:
    """Otherwise anybody could collect a win by joining bots that are about to win."""
    table = quick()
    play(table, deals=1)
    actions.take_seat(people[1], table, 2)
    actions.take_seat(people[2], table, 3)
    play(table, deals=2)
    match = match_of(table)
    results.score_match(match.pk)
    late = Result.objects.filter(match=match, user__in=people[1:3])
    assert len(late) == 2
    assert not late.filter(won=True).exists()
    assert not late.filter(left=True).exists()


def test_a_newcomer_has_the_clock_of_the_table(people: list[User], quick: Quick) -> None:
    bruno = people[1]
    table = quick()
    actions.take_seat(bruno, table, 2)
    play(table, deals=1)
    match = match_of(table)
    while live.load_match(match.pk).to_act() != (2,):
        play_on(match, decisions=1)
    row = match_of(table)
    assert row.deadline_at is not None
    assert actions.time_out(row.pk, row.deadline_at + clock.GRACE * 2) is not None


# ---- the lobby


def test_tables_with_free_seats_come_first_then_bot_seats_then_spectating(
    people: list[User], quick: Quick
) -> None:
    anna, bruno, carla, dario, elena = people
    rules = {"game": "tressette", "rules": THREE_DEALS, "players": 4}
    waiting = actions.open_table(elena, **rules)  # type: ignore[arg-type]
    with_bots = quick()
    full = actions.open_table(bruno, **rules)  # type: ignore[arg-type]
    for seat, person in enumerate((carla, dario, anna), start=1):
        actions.take_seat(person, full, seat)
    assert [each.code for each in lobby.lobby_tables()] == [waiting.code, with_bots.code, full.code]
    assert [each.code for each in lobby.lobby_tables(free_only=True)] == [waiting.code, with_bots.code]
    assert [(each.free, each.joinable) for each in lobby.lobby_tables()] == [(3, 0), (0, 3), (0, 0)]
    assert lobby.site_counts().free == 6
    for hosted, free in ((waiting, 3), (with_bots, 0)):
        Table.objects.filter(pk=hosted.pk).update(hosted=True)
        assert lobby.site_counts().free == free, "those who sit in an event are chosen"
    Table.objects.update(hosted=False)
    stranger = User.objects.create_user("Franca", password=None)
    assert found(stranger) == waiting.code
    Table.objects.filter(pk=waiting.pk).update(status=Table.Status.CLOSED)
    assert found(stranger) == with_bots.code
    circle.block(people[0], stranger)
    assert found(stranger) not in (with_bots.code, full.code)


def found(person: User) -> str:
    """Return the table that is found for a person, and leave it again."""
    table = actions.find_seat(person, actions.Wish(game="tressette"))
    actions.leave_table(person, table)
    return table.code


def test_a_quick_game_is_open_to_newcomers_unless_closed(db: None, client: Client) -> None:
    client.post("/tavoli/gioca/", {"game": "tressette"})
    assert Table.objects.get().joinable
    client.post("/tavoli/gioca/", {"game": "briscola", "alone": "on"})
    mine = Table.objects.latest("pk")
    assert not mine.joinable
    answer = client.post(f"/tavolo/{mine.code}/accogli/", json.dumps({"may": True}), "application/json")
    assert answer.status_code in (200, 302)
    mine.refresh_from_db()
    assert mine.joinable


@pytest.mark.parametrize("says_no", ["0", "false", "off", ""])
def test_the_form_can_close_the_table_to_newcomers(db: None, client: Client, says_no: str) -> None:
    client.post("/tavoli/gioca/", {"game": "tressette"})
    table = Table.objects.get()
    client.post(f"/tavolo/{table.code}/accogli/", {"may": says_no})
    assert not now_of(table).joinable
    client.post(f"/tavolo/{table.code}/accogli/", {"may": "on"})
    assert now_of(table).joinable


def test_a_visitor_by_link_chooses_a_name(quick: Quick, client: Client) -> None:
    table = quick()
    page = client.get(f"/tavolo/{table.code}/").content.decode()
    assert re.search(r'<input[^>]* name="name" value="Ospite [1-9]\d{3}"', page)
    refused = client.post(f"/tavolo/{table.code}/siediti/", {"seat": 2, "name": "Arbitro"}, headers=PROGRAM)
    assert (refused.status_code, refused.json()["code"]) == (409, "bad_person_name")
    assert not table.seats.exclude(coming=None).exists()
    client.post(f"/tavolo/{table.code}/siediti/", {"seat": 2, "name": "Franca"})
    coming = table.seats.get(number=2).coming
    assert coming is not None
    assert (coming.username, coming.is_guest) == ("Franca °", True)
    assert 'id="name-dialog"' not in client.get(f"/tavolo/{table.code}/").content.decode()
