"""The bidding window: when calls are accepted, which of simultaneous ones counts, and what the clock does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tasks
from games.archive import finished_matches
from games.models import Event, Match, Table, Word
from games.play import actions, downtime, frames, live, queueing, speaking_windows, sweeping
from games.play.actions import Accepted, Waiting
from ludocards.engine import referee
from ludocards.engine.game import Command
from ludopoli.accounts.models import User
from tests.games.playing import play_on
from tests.refusals import refused

NewMatch = Callable[..., Match]

VADO, TENGO = Command.of("call", call="vado"), Command.of("call", call="tengo")
OPEN, LOCK, BATCH, WINDOW = 3.0, 1.5, 0.25, 25.0
LATE = 1.1
"""A time just past the grace period."""


def offro(points: int) -> Command:
    return Command.of("call", call="offro", points=points)


def piglio(seat: int) -> Command:
    return Command.of("call", call="piglio", **{"from": seat})


@pytest.fixture
def bidding(match: NewMatch) -> Callable[..., Match]:
    """A match of Tarocchi in its first window, without a clock: `bidding(seated=3, rules={"deals": 3})`."""

    def begin(seated: int = 3, rules: dict[str, Any] | None = None, **options: Any) -> Match:
        chosen = {"preset": "calatafimi", "deals": 3, **(rules or {})}
        options = {"move_seconds": None, "bank_seconds": 0, "private": True, **options}
        return match(seated=seated, players=3, game="tarocchi", rules=chosen, **options)

    return begin


def at(match: Match, seconds: float) -> datetime:
    """Return the time that many seconds after the turn began."""
    match.refresh_from_db()
    assert match.turn_at is not None
    return match.turn_at + timedelta(seconds=seconds)


def say(match: Match, seat: int, command: Command, seconds: float, name: str = "a", **options: Any) -> Any:
    now = at(match, seconds)
    version = options.pop("version", match.version)
    return actions.try_command(match.pk, seat, command, name, version, now=now, **options)


def heard(match: Match, seconds: float) -> None:
    """Run the sweep."""
    actions.time_out(match.pk, at(match, seconds))


def kinds(match: Match, after: int) -> list[str]:
    return list(Event.objects.filter(match=match, seq__gt=after).values_list("kind", flat=True))


def calls(match: Match) -> list[tuple[int, str]]:
    """Return the calls of the match that were applied, as seat and word, in order."""
    said = Event.objects.filter(match=match, kind="called")
    return [(event.public["seat"], event.public["call"]) for event in said]


def phase(match: Match) -> str:
    now = live.load_match(match.pk)
    return str(now.game.view(now.state, None)["phase"])


# ---- when


def test_the_window_has_a_deadline_without_a_clock_and_with_one(bidding: NewMatch) -> None:
    for move_seconds in (None, 10):
        begun = bidding(move_seconds=move_seconds, pace=1.0)
        assert begun.turn_at is not None
        assert begun.turn_at - begun.started_at > timedelta(seconds=1.4), "the cards are looked at first"
        assert begun.deadline_at == begun.turn_at + timedelta(seconds=WINDOW)


def test_the_window_of_one_person_among_bots_stays_open(bidding: NewMatch) -> None:
    begun = bidding(seated=1, move_seconds=10)
    assert (begun.deadline_at, begun.bot_due_at) == (None, None), "the bots wait, too"
    sweeping.sweep_overdue(at(begun, WINDOW + LATE))
    assert phase(begun) == "bid"
    frame: Mapping[str, Any] = frames.state_frame(live.load_match(begun.pk), 0, at(begun, WINDOW + LATE))
    untimed = {"untimed": True, "bots_wait": True}
    assert frame["bidding"] == {"left_ms": 0, "open_in_ms": 0, "lock_left_ms": 0, **untimed}
    hosted(begun)
    say(begun, 0, VADO, OPEN)
    heard(begun, OPEN + BATCH)
    begun.refresh_from_db()
    assert begun.deadline_at == at(begun, WINDOW), "at a hosted table others wait"


def test_bots_speak_once_the_one_person_has_spoken(bidding: NewMatch) -> None:
    begun = bidding(seated=1, pace=1.0)
    a_minute = OPEN + 60.0
    say(begun, 0, VADO, a_minute)
    heard(begun, a_minute + BATCH)
    begun.refresh_from_db()
    assert a_minute + 2.0 < due_after(begun) < a_minute + 9.0


def test_bots_speak_first_if_the_one_person_wishes_to_hear_them(bidding: NewMatch) -> None:
    begun = bidding(seated=1, pace=1.0)
    for _twice in range(2):
        accepted = actions.listen_to_bots(begun.pk, 0, at(begun, 1.0))
    begun.refresh_from_db()
    assert accepted.version == begun.version
    assert Event.objects.get(match=begun, kind="listening").public == {"seat": 0}
    assert OPEN < due_after(begun) < OPEN + 9.0, "while the cards are looked at nobody speaks"


def test_nobody_waits_where_several_people_play(bidding: NewMatch) -> None:
    begun = bidding(seated=2, pace=1.0)
    assert begun.bot_due_at is not None
    actions.listen_to_bots(begun.pk, 0, at(begun, OPEN))
    assert not Event.objects.filter(match=begun, kind="listening").exists()


def test_no_call_counts_while_the_cards_are_looked_at(bidding: NewMatch) -> None:
    begun = bidding()
    with refused("bidding_not_open", ms=500):
        say(begun, 0, TENGO, OPEN - 0.5)
    with refused("bidding_not_open"):
        say(begun, 0, TENGO, -1.0)
    assert not Word.objects.exists()
    assert isinstance(say(begun, 0, TENGO, OPEN), Waiting), "the word was not used up"


def test_after_an_offer_deciding_calls_wait(bidding: NewMatch) -> None:
    begun = bidding()
    say(begun, 0, offro(3), 4.0)
    heard(begun, 4.25)
    for command in (TENGO, piglio(0)):
        with refused("offer_too_fresh"):
            say(begun, 1, command, 4.25 + LOCK - 0.01)
    assert isinstance(say(begun, 1, offro(5), 5.0), Waiting)
    heard(begun, 5.25)
    with refused("offer_too_fresh"):  # the later one locks
        say(begun, 2, piglio(1), 5.25 + LOCK - 0.01)
    assert isinstance(say(begun, 2, piglio(1), 5.25 + LOCK), Waiting)
    heard(begun, 7.0)
    assert calls(begun) == [(0, "offro"), (1, "offro"), (2, "piglio")]


def test_silence_has_the_deal_played(bidding: NewMatch) -> None:
    begun = bidding(move_seconds=10, bank_seconds=60)
    version, banks = begun.version, begun.bank_ms
    say(begun, 0, VADO, 4.0)
    heard(begun, 4.3)
    assert actions.time_out(begun.pk, at(begun, WINDOW + 0.9)) is None
    closing = at(begun, WINDOW + LATE)
    sweeping.sweep_overdue(closing)
    assert kinds(begun, version) == ["called", "closed", "dealt"]
    assert phase(begun) == "discard"
    begun.refresh_from_db()
    assert (begun.bank_ms, begun.missed) == (banks, [0, 0, 0]), "nobody's time was running"
    assert begun.deadline_at == closing + timedelta(seconds=70), "the dealer's move has a clock again"
    silence = Event.objects.get(match=begun, kind="closed")
    assert (silence.seat, silence.command, silence.public["why"]) == (None, {"do": "timeout"}, "silence")


def test_a_call_counts_until_the_window_ends(bidding: NewMatch) -> None:
    begun = bidding()
    say(begun, 0, TENGO, WINDOW + 0.95)
    with refused("stale"):  # the first word has closed the bidding
        say(begun, 1, VADO, WINDOW + LATE)
    assert calls(begun) == [(0, "tengo")]
    other = bidding()
    with refused("too_late"):
        say(other, 0, TENGO, WINDOW + LATE)
    assert calls(other) == []
    assert phase(other) == "discard"


def test_downtime_shifts_the_window_its_lock_and_its_bots(bidding: NewMatch) -> None:
    begun = bidding(seated=2)
    say(begun, 0, offro(3), 4.0)
    heard(begun, 4.3)
    before, now = Match.objects.get(pk=begun.pk), at(begun, 4.5)
    downtime.record_pulse(now)
    downtime.record_pulse(now + timedelta(seconds=60))
    begun.refresh_from_db()
    for name in ("turn_at", "deadline_at", "bot_due_at"):
        assert getattr(begun, name) - getattr(before, name) == timedelta(seconds=60)
    assert begun.version == before.version + 1
    window = live.load_match(begun.pk).window()
    assert window is not None
    assert speaking_windows.window_frame(begun, window, now + timedelta(seconds=60))["lock_left_ms"] == 1300
    with refused("offer_too_fresh"):
        say(begun, 1, TENGO, 5.0)


def test_getting_up_does_not_restart_the_window(bidding: NewMatch, people: list[User]) -> None:
    begun = bidding()
    before = at(begun, WINDOW)
    actions.leave_table(people[1], begun.table)
    begun.refresh_from_db()
    assert begun.deadline_at == before
    assert begun.bot_due_at == at(begun, OPEN + speaking_windows.REACTION_MS / 1000), (
        "now a bot will speak, at pace 0"
    )


# ---- what goes first


@pytest.mark.parametrize("first", [0, 1])
def test_of_simultaneous_tengo_and_piglio_tengo_counts(bidding: NewMatch, first: int) -> None:
    begun = bidding()
    say(begun, 2, offro(4), 4.0)
    heard(begun, 4.3)
    words = [(0, piglio(2)), (1, TENGO)]
    for step, (seat, command) in enumerate([words[first], words[1 - first]]):
        answer = say(begun, seat, command, 8.0 + step * 0.2, version=begun.version)
        assert isinstance(answer, Waiting)
        assert answer.seconds == pytest.approx(BATCH - step * 0.2)
    version = begun.version
    assert say(begun, 1, TENGO, 8.25, version=version) == Accepted(version + 3)
    with refused("stale"):
        say(begun, 0, piglio(2), 8.25, version=version)
    assert calls(begun) == [(2, "offro"), (1, "tengo")]
    assert not Word.objects.exists(), "the piglio that lost is gone with the bidding"
    assert phase(begun) == "discard"


def test_of_two_piglio_the_seat_nearer_the_dealers_right_counts(bidding: NewMatch) -> None:
    begun = bidding()
    dealer = live.load_match(begun.pk).state.dealer
    near, far = (dealer + 1) % 3, (dealer + 2) % 3
    say(begun, dealer, offro(2), 4.0)
    heard(begun, 4.3)
    say(begun, far, piglio(dealer), 8.0)
    say(begun, near, piglio(dealer), 8.1)
    heard(begun, 8.3)
    assert calls(begun)[1:] == [(near, "piglio")]


def test_calls_further_apart_count_in_order_of_arrival(bidding: NewMatch) -> None:
    begun = bidding()
    say(begun, 2, offro(4), 4.0)
    heard(begun, 4.3)
    version = begun.version
    say(begun, 0, piglio(2), 8.0)
    with refused("stale"):  # and nobody else had come by before
        say(begun, 1, TENGO, 8.26, version=version)
    assert calls(begun) == [(2, "offro"), (0, "piglio")]


def test_simultaneous_calls_share_a_frame_and_keep_their_senders(
    bidding: NewMatch, django_capture_on_commit_callbacks: Any
) -> None:
    begun = bidding()
    have = begun.version
    say(begun, 1, VADO, 5.0, "b")
    say(begun, 0, offro(1), 5.1, "a")
    live.load_match(begun.pk)
    with django_capture_on_commit_callbacks(execute=True):
        heard(begun, 5.3)
    newer = live.cached_match(begun.pk)
    assert newer is not None
    events = newer.since(have)
    assert events is not None
    assert [(event.kind, event.public["seat"]) for _, event in events] == [("called", 0), ("called", 1)]
    stored = Event.objects.filter(match=begun, kind="called")
    assert [(event.seat, event.command_id, event.ms) for event in stored] == [
        (0, "0:a", 5100),
        (1, "1:b", 5000),
    ]


def test_a_seat_has_one_pending_call(bidding: NewMatch) -> None:
    begun = bidding()
    version = begun.version
    say(begun, 0, VADO, 5.0, "first")
    again = say(begun, 0, TENGO, 5.1, "second")
    assert isinstance(again, Waiting)
    assert again.seconds == pytest.approx(0.15)
    heard(begun, 5.3)
    with refused("already_called"):
        say(begun, 0, TENGO, 5.4, "second")
    with refused("stale"):
        say(begun, 0, TENGO, 5.4, "second", version=version)
    assert calls(begun) == [(0, "vado")]


def test_a_repeated_call_gets_the_same_answer(bidding: NewMatch) -> None:
    begun = bidding()
    version = begun.version
    for seconds in (5.0, 5.1):
        assert isinstance(say(begun, 0, VADO, seconds, version=version), Waiting)
    for seconds in (5.3, 9.0, WINDOW + 3):
        assert say(begun, 0, VADO, seconds, version=version) == Accepted(version + 1)
    assert calls(begun) == [(0, "vado")]


def test_a_late_call_never_counts_in_the_next_deal(bidding: NewMatch) -> None:
    """Everybody says vado. A late call for that bidding is refused; its player may call in the next."""
    begun = bidding()
    version = begun.version
    for seat in range(3):
        say(begun, seat, VADO, 5.0 + seat / 100, version=version)
    heard(begun, 5.3)
    assert kinds(begun, version)[-3:] == ["revealed", "committed", "dealt"]
    assert phase(begun) == "bid"
    with refused("stale"):
        say(begun, 0, TENGO, 5.0, "late", version=version)
    assert say(begun, 1, VADO, 5.0, version=version) == Accepted(live.load_match(begun.pk).version), (
        "that one was heard"
    )
    assert not Word.objects.exists()
    assert isinstance(say(begun, 0, TENGO, 5.0, "new"), Waiting)


def test_an_offer_that_ends_a_bidding_locks_nothing_in_the_next(bidding: NewMatch) -> None:
    begun = bidding()
    for seat, command in enumerate([VADO, VADO, offro(3)]):
        say(begun, seat, command, 5.0)
    heard(begun, 5.3)
    assert isinstance(say(begun, 0, TENGO, OPEN), Waiting)


def test_the_sweep_processes_calls_of_a_dead_process(bidding: NewMatch) -> None:
    begun = bidding()
    say(begun, 0, TENGO, 5.0)
    live.empty_cache()
    sweeping.sweep_overdue(at(begun, 5.5))
    assert calls(begun) == []
    sweeping.sweep_overdue(at(begun, 6.1))
    assert calls(begun) == [(0, "tengo")]


def test_an_absent_player_is_back_with_a_call(bidding: NewMatch, people: list[User]) -> None:
    begun = bidding()
    actions.leave_table(people[1], begun.table)
    assert isinstance(say(begun, 1, VADO, 5.0), Waiting)
    begun.refresh_from_db()
    assert begun.away == []
    heard(begun, 5.3)
    assert calls(begun) == [(1, "vado")]


def test_a_call_counts_although_its_player_gets_up(bidding: NewMatch, people: list[User]) -> None:
    begun = bidding()
    say(begun, 1, VADO, 5.0)
    actions.leave_table(people[1], begun.table)
    heard(begun, 5.3)
    begun.refresh_from_db()
    assert calls(begun) == [(1, "vado")]
    assert begun.gone == [1]


def test_a_pending_bot_call_is_dropped_when_its_player_returns(bidding: NewMatch, people: list[User]) -> None:
    begun = bidding()
    actions.leave_table(people[1], begun.table)
    assert isinstance(say(begun, 1, TENGO, 5.0, by_bot=True), Waiting)
    actions.reclaim_seat(begun.pk, 1)
    heard(begun, 5.3)
    assert calls(begun) == []
    assert isinstance(say(begun, 1, VADO, 6.0), Waiting), "her own word is still hers"


# ---- what is sent


def test_a_frame_gives_the_remaining_time(bidding: NewMatch) -> None:
    begun = bidding(move_seconds=10)
    now = live.load_match(begun.pk)
    frame: Mapping[str, Any] = frames.state_frame(now, None, at(begun, 1.0))
    assert frame["bidding"] == {"left_ms": 24_000, "open_in_ms": 2_000, "lock_left_ms": 0}
    assert frame["clock"] is None, "nobody's move is being timed"
    say(begun, 0, offro(1), 4.0)
    heard(begun, 4.25)
    offered: Mapping[str, Any] = frames.state_frame(live.load_match(begun.pk), 1, at(begun, 5.25))
    assert offered["bidding"] == {"left_ms": 19_750, "open_in_ms": 0, "lock_left_ms": 500}
    assert {command["call"] for command in offered["legal"]} == {"vado", "offro", "piglio", "tengo"}
    say(begun, 1, TENGO, 7.0)
    heard(begun, 7.3)
    closed: Mapping[str, Any] = frames.state_frame(live.load_match(begun.pk), None, at(begun, 0.0))
    assert "bidding" not in closed
    assert closed["clock"]["move_ms"] == 10_000


def test_the_scarto_is_chosen_from_the_view(bidding: NewMatch) -> None:
    begun = bidding()
    say(begun, 0, TENGO, 5.0)
    heard(begun, 5.3)
    now = live.load_match(begun.pk)
    dealer = now.state.dealer
    frame = frames.state_frame(now, dealer, at(begun, 0.0))
    assert frame["legal"] == []
    assert frame["view"]["discard"]["count"] == 3
    legal = now.game.legal(now.state, dealer)
    assert len(legal) > 100
    actions.submit_command(begun.pk, dealer, legal[0], "scarto", now.version)


def test_a_pending_call_is_in_no_frame(bidding: NewMatch) -> None:
    begun = bidding()
    now = at(begun, 5.1)
    before = frames.state_frame(live.load_match(begun.pk), 1, now)
    say(begun, 0, TENGO, 5.0)
    live.empty_cache()
    assert frames.state_frame(live.load_match(begun.pk), 1, now) == before


def test_windows_cost_other_games_nothing(match: NewMatch) -> None:
    begun = match(move_seconds=None, private=True)
    now = live.load_match(begun.pk)
    seat = now.to_act()[0]
    command = next(c for c in now.game.legal(now.state, seat) if c.do == "play")
    with CaptureQueriesContext(connection) as queries:
        actions.submit_command(begun.pk, seat, command, "a", now.version)
    asked = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(asked) == 2, "the row, the event"
    assert not any("games_word" in sql for sql in asked)


# ---- bots


def due_after(match: Match) -> float:
    match.refresh_from_db()
    assert match.bot_due_at is not None
    assert match.turn_at is not None
    return (match.bot_due_at - match.turn_at).total_seconds()


def test_each_bot_calls_at_its_own_time(bidding: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: dict[tuple[int, int], float] = {}

    def enqueue(args: tuple[str, int, int], countdown: float) -> None:
        woken[args[1:]] = countdown

    monkeypatch.setattr(tasks.play_bot, "apply_async", enqueue)
    begun = bidding(seated=1, pace=1.0)
    actions.listen_to_bots(begun.pk, 0, at(begun, OPEN))
    begun.refresh_from_db()
    own = begun.snapshot["window"]["bots_ms"]
    assert all(5_100 <= ms <= 11_100 for ms in own)
    assert due_after(begun) == pytest.approx(min(own[1:]) / 1000)
    queueing.wake_bots(begun)
    assert set(woken) == {(1, begun.version), (2, begun.version)}
    assert woken[2, begun.version] - woken[1, begun.version] == pytest.approx(
        (own[2] - own[1]) / 1000, abs=0.05
    )
    late = max(own[1:]) / 1000 - 0.5
    say(begun, 0, offro(1), late - 0.25)
    heard(begun, late)
    queueing.wake_bots(Match.objects.get(pk=begun.pk))
    assert due_after(begun) == pytest.approx(late + LOCK + 0.1, abs=0.01), (
        "they hear the offer like everybody"
    )
    assert (1, begun.version) in woken
    assert (2, begun.version) in woken


def test_bots_let_the_one_person_read_an_offer_and_then_wait_for_nobody(bidding: NewMatch) -> None:
    begun = bidding(seated=1, pace=1.0)
    actions.listen_to_bots(begun.pk, 0, at(begun, OPEN))
    begun.refresh_from_db()
    first = due_after(begun)
    one, other = sorted((1, 2), key=lambda seat: begun.snapshot["window"]["bots_ms"][seat])
    say(begun, one, offro(3), first, by_bot=True)
    heard(begun, first + BATCH)
    answers = (first + BATCH) + LOCK + 0.1 + speaking_windows.READING_MS / 1000
    assert due_after(begun) >= answers - 0.01, "time to read the offer, and to answer it"
    say(begun, 0, VADO, first + 2.0, name="b")
    heard(begun, first + 2.0 + BATCH)
    begun.refresh_from_db()
    soon = first + 2.0 + BATCH + speaking_windows.SPEAKING[1] + 0.2
    assert begun.snapshot["window"]["bots_ms"][other] / 1000 <= soon, "nobody reads any more"


def test_a_slow_bot_leaves_half_the_window_to_the_others(bidding: NewMatch) -> None:
    begun = bidding(seated=2, pace=3.0, rules={"bidWindowMs": 9_000})
    assert max(begun.snapshot["window"]["bots_ms"]) <= 3_100 + 3_000


def test_a_bot_woken_for_an_older_version_does_not_call(bidding: NewMatch) -> None:
    """The bot has been woken for the newer version as well, and speaks then."""
    begun = bidding(seated=1)
    old = begun.version
    say(begun, 0, VADO, 5.0)
    heard(begun, 5.3)
    with refused("stale"):
        say(begun, 1, VADO, 5.4, by_bot=True, version=old)
    assert isinstance(say(begun, 1, VADO, 5.4, by_bot=True), Waiting)


def test_the_sweep_wakes_a_lost_bot_for_the_current_version_only(
    bidding: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[tuple[int, int]] = []
    begun = bidding(seated=2)
    monkeypatch.setattr(tasks.play_bot, "apply_async", lambda args, countdown: woken.append(args[1:]))
    sweeping.sweep_overdue(at(begun, due_after(begun) + 2.9))
    assert woken == []
    for late in (3.1, 3.6):
        sweeping.sweep_overdue(at(begun, due_after(begun) + late))
        assert woken == [(2, begun.version)], "once, not by every sweep"


def hosted(match: Match) -> None:
    """Make the table a hosted one, so that its bots play on when everybody has got up."""
    Table.objects.filter(pk=match.table_id).update(hosted=True)
    live.empty_cache()


def test_bots_alone_do_not_wait_and_the_referee_agrees(bidding: NewMatch, people: list[User]) -> None:
    begun = bidding(seated=1)
    hosted(begun)
    actions.leave_table(people[0], begun.table)
    play_on(begun)
    begun.refresh_from_db()
    assert begun.status == Match.Status.FINISHED
    report = referee.judge_record(json.dumps(finished_matches.record_of(begun.pk)), verify=True)
    assert report.status == 0, report.json
    assert report.json["verified"]


def test_the_referee_accepts_silences_and_simultaneous_calls(bidding: NewMatch, people: list[User]) -> None:
    """Three calls at one moment end the first bidding, silence the second; bots play the rest."""
    begun = bidding()
    for seat in range(3):
        say(begun, seat, [VADO, offro(2), VADO][seat], 5.0 + seat / 50)
    heard(begun, 5.3)
    sweeping.sweep_overdue(at(begun, WINDOW + LATE))
    hosted(begun)
    for person in people[:3]:
        actions.leave_table(person, begun.table)
    play_on(begun)
    document = finished_matches.record_of(begun.pk)
    said = [[(action.get("seat"), action["do"]) for action in deal["actions"]] for deal in document["deals"]]
    assert said[0] == [(1, "call"), *(((seat, "call")) for seat in order_of(begun))]
    assert said[1][0] == (None, "timeout")
    report = referee.judge_record(json.dumps(document), verify=True)
    assert (report.status, report.json["finished"]) == (0, True), report.json


def order_of(match: Match) -> list[int]:
    """Return seats 0 and 2 in the order of the first deal, from the dealer's right."""
    dealer = Event.objects.filter(match=match, kind="dealt").first().public["dealer"]  # type: ignore[union-attr]
    return sorted((0, 2), key=lambda seat: (seat - dealer - 1) % 3)
