"""Sitting down at tables and leaving them, and what then happens to the table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Seat, Table
from games.play import actions, epoch, lobby, selectors, sweeping
from ludopoli.accounts.models import User
from tests.refusals import refused

CLASSIC: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}


def opened(user: User, **options: object) -> Table:
    table = actions.open_table(user, **{**CLASSIC, **options})
    return table


def finish(user: User, table: Table) -> None:
    """Fill the free seats with bots, and end the match that begins."""
    actions.fill_with_bots(user, table)
    table.refresh_from_db()
    assert table.match_id is not None
    actions.abort_match(table.match_id)


def states(table: Table, user: User) -> list[str]:
    table.refresh_from_db()
    return [seat["state"] for seat in selectors.table_frame(table, user)["seats"]]


def test_the_host_sits_on_seat_0(people: list[User]) -> None:
    table = opened(people[0])
    assert table.seats.get(number=0).user == people[0]
    assert states(table, people[0]) == ["lost", "empty", "empty", "empty"]


@pytest.mark.parametrize(
    ("options", "packet"),
    [
        ({"rules": {"preset": "classico"}}, 1),
        ({"rules": {"preset": "classico", "deal_packet": 5}}, 5),
        ({"rules": {"preset": "bredese"}}, 5),
        ({"rules": {"preset": "bredese", "deal_packet": 1}}, 1),
        ({"game": "tarocchi", "rules": {"preset": "calatafimi"}, "players": 3}, 5),
        ({"game": "whist", "rules": {"preset": "andata"}}, 1),
    ],
)
def test_the_page_deals_in_the_packets_of_the_rules(
    people: list[User], options: dict[str, object], packet: int
) -> None:
    table = opened(people[0], **options)
    assert selectors.table_frame(table, people[0])["packet"] == packet


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"game": "burraco"}, "no_game"),
        ({"rules": {"preset": "nope"}}, "bad_rules"),
        ({"rules": []}, "bad_rules"),
        ({"rules": {"preset": "classico", "accuse_window": 7}}, "bad_rules"),
        ({"players": 5}, "wrong_players"),
        ({"players": 0}, "wrong_players"),
        ({"move_seconds": 1}, "bad_clock"),
        ({"bank_seconds": -1}, "bad_clock"),
        ({"pace": 99.0}, "bad_pace"),
    ],
)
def test_an_impossible_table_is_refused(people: list[User], options: dict[str, object], why: str) -> None:
    settings = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4, **options}
    with refused(why):
        actions.open_table(people[0], **settings)  # type: ignore[arg-type]
    assert not Table.objects.exists()


def test_the_number_of_open_tables_is_limited(people: list[User]) -> None:
    for _ in range(5):
        opened(people[0])
    with refused("too_many_tables"):
        actions.open_table(people[0], **CLASSIC)


def test_opening_a_sixth_table_leaves_the_one_finished_longest_ago(
    people: list[User],
) -> None:
    """A program does that if it plays one match after another at private tables with bots."""
    anna, *_ = people
    tables = [opened(anna) for _ in range(5)]
    for table in tables[1:4]:
        finish(anna, table)
    actions.request_rematch(anna, tables[1], wants=False)  # the most recent change
    for closed in (tables[2], tables[3], tables[1]):
        actions.open_table(anna, **CLASSIC)
        closed.refresh_from_db()
        assert closed.status == Table.Status.CLOSED
    with refused("too_many_tables"):
        actions.open_table(anna, **CLASSIC)
    assert len(selectors.seats_held(anna)) == 5


def test_a_table_awaiting_a_rematch_is_not_left_for_a_new_one(people: list[User]) -> None:
    anna, bruno, *_ = people
    for _ in range(4):
        opened(anna)
    over = opened(anna)
    actions.take_seat(bruno, over, 1)
    finish(anna, over)
    actions.request_rematch(anna, over, wants=True)
    with refused("too_many_tables"):
        actions.open_table(anna, **CLASSIC)
    actions.request_rematch(anna, over, wants=False)
    actions.open_table(anna, **CLASSIC)
    over.refresh_from_db()
    assert (over.host, over.status) == (bruno, Table.Status.OPEN)


def test_a_seat_has_one_person_and_a_person_one_seat(people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    table = opened(anna)
    actions.take_seat(bruno, table, 2)
    with refused("seat_taken"):
        actions.take_seat(carla, table, 2)
    with refused("already_seated"):
        actions.take_seat(bruno, table, 3)
    with refused("no_seat"):
        actions.take_seat(carla, table, 4)
    with refused("no_seat"):
        actions.take_seat(carla, table, -1)


def test_taking_the_last_seat_begins_the_match(people: list[User]) -> None:
    table = opened(people[0])
    for seat in (1, 2, 3):
        assert table.match is None
        actions.take_seat(people[seat], table, seat)
        table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.match is not None
    with refused("seat_taken"):
        actions.take_seat(people[4], table, 0)
    with refused("match_running"):
        actions.fill_with_bots(people[0], table)


def test_bots_fill_free_seats_and_can_be_removed(people: list[User]) -> None:
    anna, bruno, *_ = people
    table = opened(anna)
    with refused("not_seated"):
        actions.fill_with_bots(bruno, table)
    actions.take_seat(bruno, table, 2)
    actions.fill_with_bots(bruno, table)
    assert states(table, anna) == ["lost", "bot", "lost", "bot"]
    with refused("match_running"):
        actions.remove_bot(anna, table, 1)


def test_each_bot_plays_at_its_chosen_level(people: list[User]) -> None:
    anna, *_ = people
    table = opened(anna)
    with refused("no_level"):
        actions.fill_with_bots(anna, table, "campione")
    actions.fill_with_bots(anna, table, "principiante", 2)
    assert states(table, anna) == ["lost", "empty", "bot", "empty"]
    with refused("no_free_seat"):
        actions.fill_with_bots(anna, table, "maestro", 2)
    actions.fill_with_bots(anna, table)
    match = Match.objects.get(table=table)
    assert [player["bot"] for player in match.players] == ["", "circolo", "principiante", "circolo"]


def test_leaving_an_open_table_frees_the_seat_and_passes_the_table_on(people: list[User]) -> None:
    anna, bruno, *_ = people
    table = opened(anna)
    actions.take_seat(bruno, table, 1)
    actions.leave_table(anna, table)
    table.refresh_from_db()
    assert table.host == bruno
    with refused("not_seated"):
        actions.leave_table(anna, table)
    actions.leave_table(bruno, table)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    with refused("table_closed"):
        actions.take_seat(anna, table, 0)


@pytest.mark.parametrize("watchable", [True, False])
def test_the_address_of_a_private_table_lets_people_in_until_it_closes(
    people: list[User], *, watchable: bool
) -> None:
    anna, bruno, carla, *_ = people
    table = opened(anna, private=True, watchable=watchable)
    stranger = Client()
    stranger.force_login(carla)
    page = f"/tavolo/{table.code}/"
    assert stranger.get(page).status_code == 200
    actions.take_seat(bruno, table, 1)
    actions.fill_with_bots(anna, table)
    table.refresh_from_db()
    assert selectors.may_watch(carla, table) is watchable
    assert table.match_id is not None
    actions.abort_match(table.match_id)
    for person in (anna, bruno):
        actions.leave_table(person, table)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    with refused("table_closed"):
        actions.take_seat(carla, table, 0)
    assert selectors.may_watch(carla, table) is watchable, "the last position stays"
    assert stranger.get(f"/api/v1/matches/{table.match_id}/").status_code == 403, "its cards are the players'"


def test_a_bot_plays_for_a_player_who_leaves_until_they_return(people: list[User]) -> None:
    table = opened(people[0])
    actions.take_seat(people[1], table, 1)
    actions.fill_with_bots(people[0], table)
    actions.leave_table(people[0], table)
    assert states(table, people[0])[0] == "away"
    match = Match.objects.get(table=table)
    actions.reclaim_seat(match.pk, 0)
    assert states(table, people[0])[0] == "lost"
    assert Match.objects.get(pk=match.pk).gone == []


def test_find_seat_prefers_a_waiting_table(people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    first = opened(anna)
    opened(bruno, private=True)
    found = actions.find_seat(carla)
    assert found.pk == first.pk
    alone = actions.find_seat(anna)
    assert alone.pk != first.pk, "not the table where one sits already"


def test_a_rematch_only_follows_a_match(people: list[User]) -> None:
    with refused("no_rematch"):
        actions.request_rematch(people[0], opened(people[0]), wants=True)


def test_an_idle_table_is_closed_unless_somebody_is_present(people: list[User]) -> None:
    idle, forgotten, used = (opened(person) for person in people[:3])
    for table, person in zip((forgotten, used), people[1:3], strict=True):
        actions.note_socket_open(table, person, "socket", is_new=True)
    later = timezone.now() + Seat.WAITING_FOR + sweeping.SOCKET_LOST
    Seat.objects.exclude(socket="").update(seen_at=later)
    Seat.objects.filter(table=used).exclude(socket="").update(touched_at=later)
    sweeping.sweep_overdue(later)
    statuses = [Table.objects.get(pk=table.pk).status for table in (idle, forgotten, used)]
    assert statuses == [Table.Status.CLOSED, Table.Status.CLOSED, Table.Status.OPEN]


def test_a_silent_seat_is_lost(people: list[User]) -> None:
    table = opened(people[0])
    actions.note_socket_open(table, people[0], "socket", is_new=True)
    assert states(table, people[0])[0] == "here"
    sweeping.sweep_overdue(timezone.now() + sweeping.SOCKET_LOST * 2)
    assert states(table, people[0])[0] == "lost"


def test_an_older_socket_that_closes_does_not_lose_the_seat(people: list[User]) -> None:
    table = opened(people[0])
    for name in ("old", "new"):
        actions.note_socket_open(table, people[0], name, is_new=True)
    actions.note_socket_closed(table, "old")
    assert states(table, people[0])[0] == "here"


@pytest.mark.parametrize("tables", [1, 12])
def test_the_lobby_costs_the_same_for_one_table_and_for_many(
    people: list[User], tables: int, django_assert_num_queries: object
) -> None:
    for index in range(tables):
        opened(people[index % 5])
    with django_assert_num_queries(3):  # type: ignore[operator]
        assert len(lobby.lobby_tables()) == tables
    with django_assert_num_queries(3):  # type: ignore[operator]
        lobby.site_counts()


def test_a_table_and_its_frame_take_two_queries(
    people: list[User], django_assert_num_queries: object
) -> None:
    table = actions.quick_game(people[0], game="tressette", rules={"preset": "classico"}, players=4)
    epoch.current()  # shared by all requests
    with django_assert_num_queries(2):  # type: ignore[operator]
        selectors.table_frame(selectors.access_table(people[0], table.code), people[0])


def test_the_frame_of_a_table_names_the_epoch(people: list[User]) -> None:
    """So a page that was open before the site was set back is loaded again."""
    table = opened(people[0])

    def named() -> str:
        frame = selectors.table_frame(selectors.access_table(people[0], table.code), people[0])
        return str(frame["epoch"])

    before = named()
    epoch.renew_epoch()
    assert before != named() == epoch.current()


def test_only_a_vote_begins_a_rematch(people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    table = opened(anna)
    actions.take_seat(bruno, table, 2)
    actions.fill_with_bots(anna, table)
    Match.objects.filter(table=table).update(status=Match.Status.FINISHED)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OVER)
    with refused("no_free_seat"):
        actions.fill_with_bots(anna, table)
    actions.remove_bot(anna, table, 1)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OVER)
    actions.take_seat(carla, table, 1)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    for person in (anna, bruno):
        actions.request_rematch(person, table, wants=True)
        table.refresh_from_db()
        assert table.status == Table.Status.OVER
    actions.request_rematch(carla, table, wants=True)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


def test_a_new_quick_game_leaves_the_oldest_of_too_many(people: list[User]) -> None:
    for _ in range(8):
        actions.quick_game(people[0], game="tressette", rules={"preset": "classico"}, players=4)
    matches = Match.objects.filter(table__host=people[0])
    assert sum(0 not in match.gone for match in matches) == actions.tables.MAX_OPEN_TABLES


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"rules": {"preset": "nonsense"}}, "bad_rules"),
        ({"players": 9}, "wrong_players"),
        ({"nonce": "zz"}, "bad_nonce"),
    ],
)
def test_a_quick_game_that_is_refused_leaves_no_other(
    people: list[User], wrong: dict[str, Any], refusal: str
) -> None:
    usual: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}
    started = actions.quick_game(people[0], **usual)
    with refused(refusal):
        actions.quick_game(people[0], **usual | wrong)
    started.refresh_from_db()
    assert started.status == Table.Status.PLAYING
    assert started.match is not None
    assert started.match.gone == []


def test_a_socket_that_returns_has_its_seat_again(people: list[User]) -> None:
    table = opened(people[0])
    actions.note_socket_open(table, people[0], "first", is_new=True)
    actions.note_socket_open(table, people[0], "second", is_new=True)
    actions.note_socket_closed(table, "second")
    assert states(table, people[0])[0] == "lost"
    actions.note_socket_open(table, people[0], "first", is_new=False)
    assert states(table, people[0])[0] == "here"


def test_another_tab_changes_nothing_for_the_others(people: list[User]) -> None:
    table = opened(people[0])
    actions.note_socket_open(table, people[0], "first", is_new=True)
    table.refresh_from_db()
    before = table.revision
    actions.note_socket_open(table, people[0], "second", is_new=True)
    table.refresh_from_db()
    assert table.revision == before


def test_chat_accepts_emoji_and_is_throttled(people: list[User]) -> None:
    table = opened(people[0])
    actions.add_table_line(people[0], table, "bravi 👨‍👩‍👧 ❤️")
    with refused("bad_text"):
        actions.add_table_line(people[0], table, "nero\u202esu bianco")
    with refused("muted"):
        for number in range(20):
            actions.add_table_line(people[0], table, f"riga {number}")
