"""The write path: a command is accepted once, or refused with a reason.

`tests/live/test_moves.py` runs this file over PostgreSQL, where a plain move is one statement.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Event, Match
from games.play import actions, live
from games.play.actions import Accepted
from ludocards.engine.game import Command
from tests.games.playing import BEGUN, form, next_turn_of, on_turn, submit
from tests.refusals import refused

__all__ = ["form"]

NewMatch = Callable[..., Match]


def test_a_match_begins_with_the_commitment_and_then_the_cards(match: NewMatch) -> None:
    begun = match()
    kinds = Event.objects.filter(match=begun).values_list("kind", flat=True)
    assert list(kinds) == ["committed", "dealt"]
    assert begun.version == BEGUN


def test_a_command_is_stored_with_its_events_and_its_sender(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    assert submit(begun, seat, command, "6f1c") == Accepted(BEGUN + 1)
    stored = Event.objects.get(match=begun, seq=BEGUN + 1)
    assert (stored.kind, stored.seat, stored.command_id) == ("played", seat, f"{seat}:6f1c")
    assert stored.command == command.as_json()
    assert stored.ms is not None


def test_a_plain_move_needs_few_statements(match: NewMatch, form: str) -> None:
    begun = match()
    seat, command = on_turn(begun)
    with CaptureQueriesContext(connection) as queries:
        actions.submit_command(begun.pk, seat, command, "a", BEGUN)
    # Django does not know the text of a statement that is prepared
    moves = [query for query in queries if "SAVEPOINT" not in (query["sql"] or "")]
    at_once = 1 if connection.vendor == "postgresql" else 2
    assert len(moves) == (at_once if form == "at once" else 3)


def test_both_forms_of_a_move_store_the_same(match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, at = match(move_seconds=20), timezone.now()
    seat, command = on_turn(begun)
    stored = []
    for remembered in (live.remembered_match, lambda *_: None):
        monkeypatch.setattr(live, "remembered_match", remembered)
        with transaction.atomic():
            assert actions.submit_command(begun.pk, seat, command, "a", BEGUN, now=at) == Accepted(BEGUN + 1)
            events = Event.objects.filter(match=begun).order_by("seq").values()
            kept = [{**event, "id": None} for event in events]
            stored.append((Match.objects.values().get(pk=begun.pk), kept))
            transaction.set_rollback(True)
        live.empty_cache()
        live.load_match(begun.pk)
    assert stored[0] == stored[1]


def test_a_move_on_a_match_that_another_process_has_moved_on_is_judged_anew(match: NewMatch) -> None:
    begun = match()
    before = live.load_match(begun.pk)
    seat, command = on_turn(begun)
    other = next(each for each in before.game.legal(before.state, seat) if each != command)
    assert actions.submit_command(begun.pk, seat, command, "a", BEGUN) == Accepted(BEGUN + 1)
    live.empty_cache()
    live.cache_version(before)
    with refused("stale"):
        actions.submit_command(begun.pk, seat, other, "b", BEGUN)
    live.empty_cache()
    live.cache_version(before)
    assert actions.submit_command(begun.pk, seat, command, "a", BEGUN) == Accepted(BEGUN + 1), (
        "the answer it got"
    )
    assert Event.objects.filter(match=begun).count() == BEGUN + 1


def test_the_same_command_again_gets_the_same_answer(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    first = submit(begun, seat, command, version=BEGUN)
    assert submit(begun, seat, command, version=BEGUN) == first
    assert submit(begun, seat, command, version=BEGUN + 1) == first
    assert Event.objects.filter(match=begun).count() == BEGUN + 1


def test_the_same_id_with_another_command_is_a_conflict_and_does_nothing(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    now = live.load_match(begun.pk)
    other = next(each for each in now.game.legal(now.state, seat) if each != command)
    submit(begun, seat, command, version=BEGUN)
    for version in (BEGUN, BEGUN + 1):
        with refused("command_id_used"):
            submit(begun, seat, other, version=version)
    assert submit(begun, seat, command, version=BEGUN) == Accepted(BEGUN + 1)
    assert Event.objects.filter(match=begun).count() == BEGUN + 1


def test_an_id_is_used_up_for_later_turns_as_well(match: NewMatch) -> None:
    """A later card reuses the id of the first one; otherwise it would be legal."""
    begun = match()
    first, command = on_turn(begun)
    submit(begun, first, command)
    while on_turn(begun)[0] != first:
        seat, card = on_turn(begun)
        submit(begun, seat, card, f"b{live.load_match(begun.pk).version}")  # a trick's winner leads the next
    before = Event.objects.filter(match=begun).count()
    with refused("command_id_used"):
        submit(begun, *on_turn(begun))
    assert Event.objects.filter(match=begun).count() == before


def test_two_seats_may_use_the_same_command_id(match: NewMatch) -> None:
    begun = match()
    for version in (BEGUN + 1, BEGUN + 2):
        seat, command = on_turn(begun)
        assert submit(begun, seat, command, "same") == Accepted(version)


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_an_unknown_seat_is_refused(match: NewMatch, seat: int) -> None:
    begun = match()
    with refused("no_seat"):
        submit(begun, seat, Command.of("play", card="3B"))


def test_an_unknown_match_is_refused(match: NewMatch) -> None:
    begun = match()
    begun.pk = "00000000-0000-0000-0000-000000000000"
    with refused("no_match"):
        actions.submit_command(begun.pk, 0, Command.of("play", card="3B"), "a", 0)


def test_a_refusal_changes_nothing(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    before = Match.objects.filter(pk=begun.pk).values().get()
    with refused("not_your_turn"):
        submit(begun, (seat + 1) % 4, command)
    with refused("bad_command"):
        submit(begun, seat, Command.of("play", card="1X"))
    assert Match.objects.filter(pk=begun.pk).values().get() == before


def test_a_stale_command_that_is_no_longer_legal_is_refused(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    submit(begun, seat, command, "a")
    with refused("stale"):
        submit(begun, seat, command, "b", version=BEGUN)


def test_a_stale_command_that_is_still_legal_counts(match: NewMatch) -> None:
    begun = match()
    seat, command = on_turn(begun)
    assert submit(begun, seat, command, version=1) == Accepted(BEGUN + 1)


@pytest.mark.parametrize("by_clock", [True, False])
def test_a_card_for_one_trick_is_not_played_in_the_next(match: NewMatch, by_clock: bool) -> None:
    begun = match()
    seat, command = on_turn(begun)
    seen = begun.version
    if by_clock:
        assert begun.deadline_at is not None
        actions.time_out(begun.pk, begun.deadline_at + timedelta(seconds=2))
    else:
        submit(begun, seat, command, "a")
    next_turn_of(begun, seat)
    late = on_turn(begun)[1]
    with refused("stale"):
        submit(begun, seat, late, "b", version=seen)
    submit(begun, seat, late, "b")  # seen in its own trick, it counts


def test_the_log_refuses_a_second_event_in_the_same_place(match: NewMatch) -> None:
    begun = match()
    first = Event.objects.get(match=begun, seq=1)
    first.pk = None
    with pytest.raises(IntegrityError):
        first.save(force_insert=True)
