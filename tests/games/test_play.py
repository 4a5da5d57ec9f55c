"""A match in play: the clock plays for the absent, bots for those who are away, and its end is scored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import tasks
from games.archive import finished_matches
from games.models import Event, Match, Pulse, Result, Table
from games.play import actions, clock, downtime, frames, live, sweeping
from games.play.actions import Accepted
from ludocards.engine.game import Event as Happened
from ludocards.engine.game import Game
from ludopoli.accounts.models import User
from ludopoli.http.refusals import passes
from tests.games.playing import BEGUN, deadline, form, next_turn_of, on_turn, play_on, submit
from tests.refusals import refused

__all__ = ["form"]

NewMatch = Callable[..., Match]


# ---- the clock


def test_the_deadline_is_the_move_time_and_the_bank(match: NewMatch) -> None:
    begun = match(move_seconds=20, bank_seconds=60)
    assert begun.turn_at is not None
    assert deadline(begun) - begun.turn_at == timedelta(seconds=80)


def test_a_move_within_the_grace_period_counts(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    assert submit(begun, seat, command, now=deadline(begun) + timedelta(seconds=0.9)) == Accepted(BEGUN + 1)


def test_after_the_grace_period_the_clock_plays(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    late = deadline(begun) + timedelta(seconds=1.1)
    with refused("too_late"):
        submit(begun, seat, command, now=late)
    events = Event.objects.filter(match=begun, seq__gt=BEGUN)
    assert [event.kind for event in events] == ["timed_out", "played"]
    assert actions.time_out(begun.pk, late) is None, "the flag falls once"


def test_the_bank_pays_for_overtime(match: NewMatch) -> None:
    begun = match(move_seconds=20, bank_seconds=60)
    seat, command = on_turn(begun)
    begun.refresh_from_db()
    assert begun.turn_at is not None
    submit(begun, seat, command, now=begun.turn_at + timedelta(seconds=35))
    begun.refresh_from_db()
    assert begun.bank_ms[seat] == 45_000
    assert sorted(begun.bank_ms) == [45_000, 60_000, 60_000, 60_000]


def test_after_two_missed_turns_a_bot_sits_until_the_person_plays(match: NewMatch) -> None:
    begun = match(players=3, seated=3, move_seconds=3, bank_seconds=0)
    missed: list[int] = []
    while not begun.away:
        seat, _ = on_turn(begun)
        missed.append(seat)
        assert actions.time_out(begun.pk, deadline(begun) + timedelta(seconds=2)) is not None
        begun.refresh_from_db()
    away = begun.away[0]
    assert missed.count(away) == 2
    begun.refresh_from_db()
    assert actions.reclaim_seat(begun.pk, away) == Accepted(begun.version + 1)
    begun.refresh_from_db()
    assert begun.away == []
    assert begun.missed[away] == 0


def test_downtime_shifts_a_running_clock_and_is_logged(match: NewMatch) -> None:
    begun = match()
    before = deadline(begun)
    now = timezone.now()
    downtime.record_pulse(now)
    downtime.record_pulse(now + timedelta(seconds=2))
    assert deadline(begun) == before, "a beat in time changes nothing"
    downtime.record_pulse(now + timedelta(seconds=62))
    assert deadline(begun) == before + timedelta(seconds=60)
    assert Event.objects.filter(match=begun, kind="paused").get().public == {"ms": 60_000}


def test_no_flag_falls_while_nobody_can_play(match: NewMatch) -> None:
    begun = match()
    now = deadline(begun) + timedelta(minutes=5)
    Pulse.objects.update_or_create(pk=1, defaults={"at": now - timedelta(seconds=10)})
    sweeping.sweep_overdue(now)
    begun.refresh_from_db()
    assert begun.version == BEGUN
    Pulse.objects.update(at=now)
    sweeping.sweep_overdue(now)
    begun.refresh_from_db()
    assert begun.version == BEGUN + 2


def test_getting_up_does_not_restart_another_players_clock(match: NewMatch, people: list[User]) -> None:
    begun = match()
    seat, _ = on_turn(begun)
    before = deadline(begun)
    actions.leave_table(people[(seat + 1) % 4], begun.table)
    assert deadline(begun) == before
    assert live.load_match(begun.pk).row.away == [(seat + 1) % 4]


def test_getting_up_and_coming_back_gains_no_time(match: NewMatch, people: list[User]) -> None:
    begun = match(pace=1.0)
    seat, _ = on_turn(begun)
    before = deadline(begun)
    for _ in range(3):
        actions.leave_table(people[seat], begun.table)
        begun.refresh_from_db()
        assert begun.deadline_at is None
        assert begun.bot_due_at is not None
        actions.reclaim_seat(begun.pk, seat)
    assert deadline(begun) == before


def test_a_broken_match_does_not_delay_the_others(match: NewMatch) -> None:
    broken, healthy = match(), match()
    late = max(deadline(broken), deadline(healthy)) + timedelta(seconds=5)
    Match.objects.filter(pk=broken.pk).update(snapshot={})
    live.empty_cache()
    sweeping.sweep_overdue(late)
    healthy.refresh_from_db()
    assert healthy.version > BEGUN


def test_thinking_for_a_month_is_possible_without_a_clock(match: NewMatch) -> None:
    begun = match(move_seconds=None, private=True)
    seat, command = on_turn(begun)
    assert submit(begun, seat, command, now=timezone.now() + timedelta(days=40)) == Accepted(BEGUN + 1)


def test_against_bots_alone_no_clock_runs(match: NewMatch) -> None:
    begun = next_turn_of(match(seated=1, move_seconds=3, bank_seconds=60), 0)
    assert begun.deadline_at is None
    assert frames.state_frame(live.load_match(begun.pk), 0, timezone.now())["clock"] is None
    seat, command = on_turn(begun)
    a_month_later = timezone.now() + timedelta(days=31)
    submit(begun, seat, command, now=a_month_later)
    assert live.load_match(begun.pk).row.bank_ms[0] == 60_000


def test_the_clock_runs_once_a_second_person_plays(match: NewMatch, people: list[User]) -> None:
    begun = match(seated=1, move_seconds=3, bank_seconds=60)
    assert actions.play.replace_player(begun.pk, 1, {"name": "Bruno", "user": people[1].pk, "bot": ""})
    assert next_turn_of(begun, 0, 1).deadline_at is not None


def test_at_hosted_tables_the_clock_runs_even_against_bots(match: NewMatch) -> None:
    begun = match(seated=1)
    Table.objects.filter(pk=begun.table_id).update(hosted=True)
    live.empty_cache()
    assert next_turn_of(begun, 0).deadline_at is not None


# ---- bots


def bot_turn(gone: list[int], pace: float) -> tuple[float, float]:
    """Return the seconds from the end of a trick to the next turn, and those the bot then takes."""
    players = [{"name": "Anna", "user": 1, "bot": ""}, *[{"name": "", "user": None, "bot": "circolo"}] * 3]
    row = Match(
        game="tressette", players=players, away=[0], gone=gone, missed=[0] * 4, bank_ms=[0] * 4, snapshot={}
    )
    now = timezone.now()
    clock.start_turn(row, Table(pace=pace, move_seconds=20), (1,), [Happened("taken", {})], now)
    assert row.turn_at is not None
    assert row.bot_due_at is not None
    return (row.turn_at - now).total_seconds(), (row.bot_due_at - row.turn_at).total_seconds()


def test_bots_keep_their_pace_until_no_person_is_left() -> None:
    """A person who is away may come back; only when everybody has got up do bots play at once."""
    turns = [bot_turn(gone=[], pace=1.0) for _ in range(40)]
    assert {pause for pause, _ in turns} == {Game.pauses["taken"]}
    taken = [thinking for _, thinking in turns]
    least, most = clock.THINKING
    assert least <= min(taken) < (least + most) / 2 < max(taken) <= most, "now quick, now slow"
    assert all(2 * least <= bot_turn(gone=[], pace=2.0)[1] <= 2 * most for _ in range(5))
    assert bot_turn(gone=[], pace=0.0) == (0, 0)
    assert bot_turn(gone=[0], pace=1.0) == (0, 0)


def test_a_person_cannot_take_the_command_ids_of_a_bot(match: NewMatch, people: list[User]) -> None:
    """After a seat is handed over, the bot's command ids are new, whichever ids the person has used."""
    begun = match()
    mine, command = on_turn(begun)
    for version in range(BEGUN, BEGUN + 40):
        for name in (f"{version}", f"bot:{version}", f"bot{mine}:{version}"):
            if passes(submit, begun, mine, command, name):
                break
        mine, command = on_turn(begun)
    before = begun.version
    actions.leave_table(people[mine], begun.table)
    now = live.load_match(begun.pk)
    tasks.play_bot(str(begun.pk), mine, now.version, room_at=1.0)
    begun.refresh_from_db()
    assert begun.version > now.version > before - 1


def test_the_commitment_precedes_its_cards_and_links_to_the_previous_seed(match: NewMatch) -> None:
    begun = match(seated=1, rules={"preset": "classico", "match_end": {"deals": 2}})
    play_on(begun)
    kinds = Event.objects.filter(match=begun).exclude(
        kind__in=["played", "taken", "accused", "away", "left", "finished"]
    )
    order = [(event.kind, event.public.get("deal")) for event in kinds]
    assert order == [
        ("committed", 0), ("dealt", 0), ("scored", 0), ("revealed", 0),
        ("committed", 1), ("dealt", 1), ("scored", 1), ("revealed", 1),
    ]  # fmt: skip
    document = finished_matches.record_of(begun.pk)
    assert len(document["seed"]) == len(document["commitment"]) == 2
    assert document["commitment"][1] == document["seed"][0]


def test_the_sweep_scores_a_match_whose_scoring_was_lost(
    match: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = match(seated=1, rules={"preset": "classico", "match_end": {"deals": 1}})
    play_on(begun)
    begun.refresh_from_db()
    assert not begun.scored
    scored: list[str] = []
    monkeypatch.setattr(tasks.score_match, "delay", scored.append)
    sweeping.sweep_overdue(timezone.now() + sweeping.SCORING * 2)
    assert scored == [str(begun.pk)]
    call_command("rebuild", "results", stdout=StringIO())
    before = list(Result.objects.order_by("seat").values("seat", "user", "bot", "side", "score", "place"))
    call_command("rebuild", "results", stdout=StringIO())
    again = list(Result.objects.order_by("seat").values("seat", "user", "bot", "side", "score", "place"))
    assert before == again
    assert len(before) == 4


def test_a_rated_match_finished_by_bots_is_scored(match: NewMatch, people: list[User]) -> None:
    begun = match(rules={"preset": "classico", "match_end": {"deals": 1}})
    assert begun.rated
    for person in people[:4]:
        actions.leave_table(person, begun.table)
    play_on(begun)
    begun.refresh_from_db()
    assert begun.status == Match.Status.FINISHED
    tasks.score_match(str(begun.pk))
    tasks.score_match(str(begun.pk))
    results = Result.objects.filter(match=begun)
    assert {result.seat for result in results} == {0, 1, 2, 3}
    assert {result.side for result in results} == {0, 1}
    begun.table.refresh_from_db()
    assert begun.table.status == Table.Status.OVER
    assert begun.table.seats.get(number=0).user is None, "who left is gone when the match is over"


def test_a_bot_with_a_stale_view_does_nothing(match: NewMatch) -> None:
    begun = match(seated=1)
    now = live.load_match(begun.pk)
    tasks.play_bot(str(begun.pk), now.to_act()[0], now.version - 1)
    begun.refresh_from_db()
    assert begun.version == now.version


def test_a_bot_never_plays_for_a_present_player(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    with refused("stale"):
        submit(begun, seat, command, by_bot=True)
    tasks.play_bot(str(begun.pk), seat, begun.version)
    begun.refresh_from_db()
    assert begun.version == BEGUN


# ---- the record


def test_a_match_in_play_has_no_record(match: NewMatch) -> None:
    with pytest.raises(PermissionError):
        finished_matches.record_of(match().pk)
