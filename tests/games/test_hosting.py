"""Hosted tables: assigned seats, deals that several tables share, stopping and resuming."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import tasks
from games.archive import finished_matches, packing, replay
from games.models import Boards, Event, Match, Seat, Table
from games.people import comparison
from games.play import actions, frames, live, selectors, spectators, sweeping
from games.play.consumers import TableConsumer
from games.play.selectors import access_table, table_frame
from games.play.signals import match_over
from ludocards.engine import referee
from ludocards.engine.game import unrefused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.refusals import refused

ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}
NOW = timezone.now()
BOT = actions.HostedBot("circolo")


@pytest.fixture
def boards(db: None) -> Boards:
    return Boards.objects.create(name="an-evening/1", secret="ab" * 32)


Host = Callable[..., Table]


@pytest.fixture
def host(people: list[User], boards: Boards) -> Host:
    """A hosted table, not begun: `host(people[0], BOT, …)`; the last seats are bots."""

    def made(*sitters: User | actions.HostedBot, **options: Any) -> Table:
        seats = [*sitters, *[BOT] * (4 - len(sitters))]
        settings = {"rules": ONE_DEAL, "boards": boards, "labels": ["1-1"], "pace": 0.0, **options}
        table = actions.host_table(game="tressette", sitters=seats, **settings)
        return table

    return made


def begin(table: Table, *, away: tuple[int, ...] = ()) -> Match:
    match = actions.begin_hosted(table, NOW, away)
    return match


def play_out(match: Match, chosen: int = 0) -> Match:
    """Everybody plays the first legal card, seat 0 the one at `chosen`, until the match is over."""
    now = live.load_match(match.pk)
    while acting := now.to_act():
        command = now.game.legal(now.state, acting[0])[0 if acting[0] else chosen]
        by_bot = now.row.is_played_by_bot(acting[0])
        wanted = match.pk, acting[0], command, f"{now.version}", now.version
        actions.submit_command(*wanted, by_bot=by_bot, now=NOW)
        now = live.load_match(match.pk)
    return now.row


def dealt(match: Match) -> dict[str, Any]:
    return Event.objects.get(match=match, kind="dealt").sealed


# ---- the same deals at several tables


def test_the_same_label_gives_the_same_cards_and_dealer(host: Host) -> None:
    one, two, other = begin(host()), begin(host()), begin(host(labels=["1-2"]))
    assert dealt(one) == dealt(two) != dealt(other)
    dealers = {
        live.load_match(each.pk).game.view(live.load_match(each.pk).state, None)["dealer"]
        for each in (one, two, other)
    }
    assert len(dealers) == 1


def test_deals_are_compared_the_same_with_packed_logs(host: Host) -> None:
    ids = [play_out(begin(host()), chosen).pk for chosen in (0, -1)]

    def compared() -> list[tuple[list[int] | None, list[Match]]]:
        read = Match.objects.select_related("table__boards")
        return [
            (comparison.compared_places(row), comparison.compared_matches(row))
            for row in read.in_bulk(ids).values()
        ]

    Match.objects.filter(pk__in=ids).update(rated=True, scored=True)
    before = compared()
    assert sorted(ranks or [] for ranks, _others in before) == [[1, 2], [2, 1]]
    for match in ids:
        assert packing.pack_log(match) is not None
        assert compared() == before


def test_deals_beyond_the_last_label_are_the_same_everywhere(host: Host) -> None:
    longer = {"preset": "classico", "match_end": {"deals": 2}}
    rows = [play_out(begin(host(rules=longer))) for _ in range(2)]
    hands = [[each.sealed for each in Event.objects.filter(match=row, kind="dealt")] for row in rows]
    assert hands[0] == hands[1]
    assert hands[0][0] != hands[0][1]


def test_no_seed_is_published_while_others_may_play_the_deals(host: Host, boards: Boards) -> None:
    row = play_out(begin(host()))
    events = Event.objects.filter(match=row)
    assert [each.kind for each in events].count("committed") == 1, "what was promised is public"
    assert not events.filter(kind="revealed").exists()
    secret = boards.seed("1-1").hex()
    shown = [
        event.shown_to(seat)
        for _seq, event in selectors.events_since(live.load_match(row.pk), 0, 999)
        for seat in (None, 0)
    ]
    assert secret not in json.dumps(shown)
    assert frames.state_frame(live.load_match(row.pk), 0, NOW)["fair"]["boards"] == boards.name


def test_a_match_is_not_replayed_before_its_boards_are_open(
    host: Host, boards: Boards, people: list[User]
) -> None:
    """The frame of its table says so, for no page to offer what is refused."""
    row = play_out(begin(host(people[0])))
    frames = [table_frame(access_table(people[0], row.table.code), people[0])]
    with refused("boards_closed"):
        finished_matches.access_replay(people[0], row.pk)
    with pytest.raises(PermissionError):
        finished_matches.record_of(row.pk)
    actions.open_boards(boards)
    finished_matches.access_replay(people[1], row.pk)
    frames.append(table_frame(access_table(people[0], row.table.code), people[0]))
    assert [frame["boards_closed"] for frame in frames] == [True, False]
    assert "seed" not in finished_matches.record_of(row.pk), "the cards lie open, the seeds do not yet"


def test_once_the_seeds_are_published_the_referee_agrees(host: Host, boards: Boards) -> None:
    row = play_out(begin(host()))
    actions.reveal_boards([boards.name])
    record = finished_matches.record_of(row.pk)
    assert record["boards"] == boards.name
    assert record["seed"] == [boards.seed("1-1").hex()]
    assert referee.judge_record(json.dumps(record), verify=True).json["verified"]
    found = finished_matches.access_replay(User(), row.pk)
    [fair] = finished_matches.replay_frame(User(), found[0], range(4))["fair"].values()
    assert fair == {"commitment": record["commitment"][0], "seed": record["seed"][0]}


@pytest.mark.parametrize("change", [{"boards": "another-evening/1"}, {"boards": 3}, {"boards": None}])
def test_boards_of_another_name_do_not_verify(host: Host, boards: Boards, change: dict[str, Any]) -> None:
    row = play_out(begin(host()))
    actions.reveal_boards([boards.name])
    record = {**finished_matches.record_of(row.pk), **change}
    assert not referee.judge_record(json.dumps(record), verify=True).json["ok"]


def test_players_of_the_same_boards_watch_no_other_table(
    host: Host, boards: Boards, people: list[User]
) -> None:
    one, two = host(people[0]), host(people[1])
    assert selectors.may_watch(people[0], one)
    with refused("plays_these"):
        actions.choose_vantage(people[0], two, 0)
    actions.open_boards(boards)
    assert selectors.may_watch(people[0], Table.objects.get(pk=two.pk))


def test_spectators_of_closed_boards_stay_on_one_seat(
    host: Host, boards: Boards, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = host(people[0]), host(people[1])
    row, watcher, guest = begin(one), people[2], User.objects.create(username="Ospite", is_guest=True)
    for stranger in (AnonymousUser(), guest):
        with refused("account_to_watch"):
            selectors.check_watching(stranger, one)
    with refused("choose_seat"):
        selectors.check_watching(watcher, one)
    with refused("no_seat"):
        actions.choose_vantage(watcher, one, 4)
    for _again in range(2):
        actions.choose_vantage(watcher, one, 0)
    assert selectors.may_watch(watcher, one)
    with refused("watches_elsewhere"):
        actions.choose_vantage(watcher, one, 1)
    with refused("watches_elsewhere"):
        actions.choose_vantage(watcher, two, 0)
    with refused("watches_elsewhere"):
        selectors.check_watching(watcher, two)
    frame = selectors.table_frame(one, watcher)
    assert (frame["me"], frame["vantage"]) == (None, {"seat": 0, "hand": False})
    actions.show_hands_at_boards(watcher, [boards.name], hand=True)
    assert selectors.table_frame(one, watcher)["vantage"] == {"seat": 0, "hand": False}, "without leave"
    monkeypatch.setattr(spectators, "_hosts", [lambda _user, _table: spectators.SpectatorLeave(hand=True)])
    assert selectors.table_frame(one, watcher)["vantage"] == {"seat": 0, "hand": True}
    shown = frames.state_frame(live.load_match(row.pk), 0, NOW, plays=False)
    assert (len(shown["view"]["hand"]), shown["legal"]) == (10, [])
    actions.open_boards(boards)
    assert selectors.may_watch(AnonymousUser(), Table.objects.get(pk=two.pk))
    with refused("watch_freely"):
        actions.choose_vantage(watcher, Table.objects.get(pk=two.pk), 0)


def test_a_spectator_is_cut_off_once_the_table_is_closed_to_them(host: Host, people: list[User]) -> None:
    host(people[0])
    table, watcher = host(people[1]), people[2]
    reader = TableConsumer()
    reader.table, reader.user, reader.watched, reader.seated, reader.chat = table, people[0], None, False, 0
    reader.language = "it"
    actions.add_table_line(watcher, table, "buona sera")
    assert [line["text"] for line in reader._messages()] == ["buona sera"]
    begin(table)
    actions.choose_vantage(watcher, Table.objects.get(pk=table.pk), 0)
    actions.add_table_line(watcher, table, "ha il tre")
    assert reader._messages() == []
    with refused("plays_these"):
        actions.add_table_line(people[0], table, "e il due?")
    reader.user = watcher
    assert len(reader._messages()) == 2


def test_a_replaced_player_gets_nothing_by_asking_for_missed_events(
    host: Host, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = begin(host(people[0], watchable=False))
    actions.substitute_player(row.table, 0, people[1])
    now = live.load_match(row.pk)
    sent: list[str] = []

    async def emit_text(text: str) -> None:
        sent.append(text)

    monkeypatch.setattr(live, "load_match", lambda _match: now)
    for user, frames_sent in ((people[0], 0), (people[1], 1)):
        reader = TableConsumer()
        monkeypatch.setattr(reader, "emit_text", emit_text)
        reader.table, reader.match, reader.watched, reader.vantage = row.table, row.pk, None, None
        reader.user, reader.viewer, reader.have = user, 0, now.version
        monkeypatch.setattr(selectors, "may_spectate", lambda _user, _table: False)
        asyncio.run(reader.resume(None))
        assert len(sent) == frames_sent


def test_a_viewpoint_is_given_up_with_its_table(host: Host, boards: Boards, people: list[User]) -> None:
    drawn, again, watcher = host(people[0]), host(people[1]), people[2]
    actions.choose_vantage(watcher, drawn, 0)
    actions.close_hosted([drawn.pk])
    actions.choose_vantage(watcher, again, 0)


def test_permission_to_watch_is_checked_once_per_match(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = [True, True, False]
    monkeypatch.setattr(selectors, "may_spectate", lambda _user, _table: asked.pop())
    reader = TableConsumer()
    reader.table, reader.watched, reader.user = Table(), None, AnonymousUser()

    async def events() -> list[bool]:
        one, other = uuid.uuid4(), uuid.uuid4()
        return [await reader._may_watch(match) for match in (one, one, one, other, other)]

    assert asyncio.run(events()) == [False, True, True, True, True]
    assert asked == []


# ---- assigned seats


def test_a_hosted_match_has_its_assigned_seats_and_begins_on_command(host: Host, people: list[User]) -> None:
    table = host(people[0], people[1])
    assert table.status == Table.Status.OPEN
    row = begin(table)
    assert [player["name"] for player in row.players] == ["Anna", "Bruno", "circolo", "circolo"]
    with pytest.raises(actions.AlreadyBegun):
        actions.begin_hosted(table)


def test_hosted_players_take_no_seat_leave_none_and_ask_no_rematch(host: Host, people: list[User]) -> None:
    anna, elena = people[0], people[4]
    table = host(anna)
    for act in (
        lambda: actions.take_seat(elena, table, 1),
        lambda: actions.leave_table(anna, table),
        lambda: actions.fill_with_bots(anna, table),
        lambda: actions.remove_bot(anna, table, 1),
    ):
        with refused("seats_given"):
            act()
    play_out(begin(table))
    with refused("no_rematch"):
        actions.request_rematch(anna, table, True)
    assert Seat.objects.get(table=table, number=0).user == anna, "nor afterwards"


def test_a_player_who_gets_up_during_the_match_may_return(host: Host, people: list[User]) -> None:
    anna = people[0]
    row = begin(table := host(anna))
    actions.leave_table(anna, table)
    assert live.load_match(row.pk).row.away == [0]
    actions.reclaim_seat(row.pk, 0)
    assert live.load_match(row.pk).row.away == []


def test_a_bot_plays_for_an_absentee_until_they_come(host: Host, people: list[User]) -> None:
    row = begin(host(people[0], people[1]), away=(1,))
    assert row.is_played_by_bot(1)
    actions.reclaim_seat(row.pk, 1)
    assert not live.load_match(row.pk).row.is_played_by_bot(1)


def test_seats_may_change_before_the_match(host: Host, people: list[User]) -> None:
    table = host(people[0], people[1])
    actions.reseat_table(table, [people[1], people[0], BOT, people[2]])
    row = begin(table)
    assert [player["name"] for player in row.players] == ["Bruno", "Anna", "circolo", "Carla"]
    with pytest.raises(actions.AlreadyBegun):
        actions.reseat_table(table, [people[1], people[0], BOT, BOT])


def test_a_substitute_takes_over_in_the_middle_of_a_match(host: Host, people: list[User]) -> None:
    anna, elena = people[0], people[4]
    row = begin(table := host(anna, people[1]))
    actions.substitute_player(table, 0, elena)
    now = live.load_match(row.pk)
    assert (now.row.seat_of(elena.pk), now.row.seat_of(anna.pk)) == (0, None)
    assert now.events[-1][1].public == {"seat": 0, "name": "Elena"}
    assert not now.row.rated
    with refused("already_seated"):
        actions.substitute_player(table, 1, elena)
    actions.substitute_player(table, 1, BOT)
    assert live.load_match(row.pk).row.is_played_by_bot(1)


def test_after_the_match_there_is_no_substitution(host: Host, people: list[User]) -> None:
    play_out(begin(table := host(people[0])))
    with refused("match_over"):
        actions.substitute_player(table, 0, people[1])
    with refused("no_seat"):
        actions.substitute_player(table, 7, people[1])


def test_a_quiet_table_has_no_chat_until_it_is_over(host: Host, people: list[User]) -> None:
    anna, elena = people[0], people[4]
    table = host(anna, quiet=True)
    with refused("quiet_table"):
        actions.add_table_line(anna, table, "tre di coppe")
    actions.add_table_line(elena, table, "che carte!")  # spectators have their own chat
    play_out(begin(table))
    actions.add_table_line(anna, table, "bella partita")


# ---- stopping and resuming


def test_only_the_seat_on_turn_is_sent_its_duty(host: Host, people: list[User]) -> None:
    row = begin(host(*people[:4]))
    now = live.load_match(row.pk)
    leader = now.to_act()[0]
    follower = (leader + 1) % 4
    suits = {card[1] for card in now.game.view(now.state, follower)["hand"]}
    led = next(each for each in now.game.legal(now.state, leader) if each.get("card")[1] in suits)
    assert "duty" not in frames.state_frame(now, leader, NOW), "whoever leads may play any card"
    actions.submit_command(row.pk, leader, led, "a", now.version, now=NOW)
    now = live.load_match(row.pk)
    for viewer in (None, *range(4)):
        duty = {"code": "must_follow_suit", "suit": led.get("card")[1]} if viewer == follower else None
        assert frames.state_frame(now, viewer, NOW).get("duty") == duty
    assert "duty" not in frames.state_frame(now, follower, NOW, plays=False), (
        "who sits behind sees the hand only"
    )


def test_nobody_plays_and_no_clock_runs_while_stopped(host: Host, people: list[User]) -> None:
    row = begin(host(*people[:4]))
    deadline, acting = row.deadline_at, live.load_match(row.pk).to_act()[0]
    assert deadline is not None
    actions.stop_match(row.pk, NOW + timedelta(seconds=5))
    now = live.load_match(row.pk)
    assert now.row.deadline_at is None
    assert frames.state_frame(now, None, NOW)["stopped"]
    assert frames.state_frame(now, acting, NOW)["legal"] == [], "the seat is not asked to move"
    command = now.game.legal(now.state, acting)[0]
    with refused("match_stopped"):
        actions.submit_command(row.pk, acting, command, "a", now.version)
    sweeping.sweep_overdue(NOW + timedelta(hours=2))
    assert live.load_match(row.pk).version == now.version, "nor does the clock play"
    actions.go_on_match(row.pk, NOW + timedelta(hours=2))
    now = live.load_match(row.pk)
    stood = timedelta(hours=2) - timedelta(seconds=5)
    assert now.row.deadline_at == deadline + stood
    actions.submit_command(row.pk, acting, command, "a", now.version, now=NOW + timedelta(hours=2, seconds=9))


def test_bots_wait_while_stopped_and_resume_by_themselves(host: Host) -> None:
    row = begin(host())
    actions.stop_match(row.pk)
    now = live.load_match(row.pk)
    tasks.play_bot(str(row.pk), now.to_act()[0], now.version)
    assert live.load_match(row.pk).version == now.version
    actions.go_on_match(row.pk)
    now = live.load_match(row.pk)
    assert now.row.bot_due_at is not None
    tasks.play_bot(str(row.pk), now.to_act()[0], now.version, room_at=1.0)
    assert live.load_match(row.pk).version > now.version


def test_an_aborted_match_keeps_its_scores(host: Host) -> None:
    row = begin(table := host())
    assert actions.abort_match(row.pk) is not None
    row = live.load_match(row.pk).row
    assert (row.status, row.bot_due_at) == (Match.Status.ABANDONED, None)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    assert actions.abort_match(row.pk) is None
    tasks.score_match(str(row.pk))
    assert not row.results.exists(), "it has no places, and moves no rating"


def test_the_host_is_notified_of_the_end_of_a_match(
    host: Host, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[tuple[Any, Any]] = []

    def hear(match: Any, table: Any, **_others: Any) -> None:
        heard.append((match, table))

    match_over.connect(hear)
    try:
        row = begin(table := host())
        with django_capture_on_commit_callbacks(execute=True):
            actions.abort_match(row.pk)
    finally:
        match_over.disconnect(hear)
    assert heard == [(row.pk, table.pk)]


# ---- the length of a match


@pytest.mark.parametrize(("game", "deals"), [("tressette", 8), ("tarocchi", 6)])
def test_a_match_lasts_the_given_number_of_deals(game: str, deals: int) -> None:
    played = GAMES[game]
    rules = unrefused(played.rules_from(dict(played.lasting(deals))))
    assert played.length(rules, played.players[0]) == deals


def test_the_rules_of_whist_fix_the_number_of_deals() -> None:
    whist = GAMES["whist"]
    assert not whist.lasting(5)
    assert whist.length(whist.rules_from({"preset": "andata_ritorno"}), 4) == 13


def test_a_replay_of_many_boards_is_like_any_other(host: Host, boards: Boards) -> None:
    row = play_out(begin(host()))
    actions.reveal_boards([boards.name])
    document = finished_matches.replay_frame(
        User(), Match.objects.select_related("table__boards").get(pk=row.pk), range(4)
    )
    assert replay.sees_all(document["eyes"], 4)
    assert document["frames"][-1]["events"][-1]["kind"] == "finished"
