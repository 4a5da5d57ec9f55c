"""A round that takes long to draw is drawn without a lock on the event."""

from __future__ import annotations

import pytest

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.models import Round
from tournaments.running import pairing


@pytest.fixture(autouse=True)
def _all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "LARGE", 1)


def playing(tonight: Evening) -> set[int]:
    return {number for table in tonight.tables() for number in table.places if number > 0}


def test_a_change_during_the_pairing_restarts_it(
    evening: NewEvening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw = pairing.prepare_round

    def prepare(event_id: int, *, again: bool = False) -> None:
        draw(event_id, again=again)
        drawn.append(event_id)
        if len(drawn) == 1:
            fifth = tonight.event.entries.get(number=5)
            actions.remove_entry(tonight.organiser, fifth, "because", now=tonight.now)

    monkeypatch.setattr(pairing, "prepare_round", prepare)
    tonight = evening()
    tonight.pairs(club, 5)
    tonight.start()
    assert len(drawn) == 2, "who went was in the first draw"
    assert playing(tonight) == {1, 2, 3, 4}
    tonight.play()
    assert len(drawn) == 3
    assert tonight.round.number == 2


def test_the_next_beat_completes_an_unfinished_pairing(
    evening: NewEvening, club: list[User], organiser: User
) -> None:
    tonight = evening()
    tonight.pairs(club)
    actions.start_event(organiser, tonight.event, now=tonight.now)
    assert not Round.objects.exists()
    assert tonight.fresh().wake_at == tonight.now
    tonight.at(seconds=2)
    assert playing(tonight) == {1, 2, 3, 4}


def test_a_round_is_paired_anew_even_in_a_large_event(
    evening: NewEvening, club: list[User], organiser: User
) -> None:
    tonight = evening()
    one, *_others = tonight.pairs(club)
    tonight.until(tonight.event.starts_at)
    met = next(each for each in tonight.tables() if one.number in each.places).places
    other = tonight.event.entries.get(number=next(each for each in met if each != one.number))
    actions.forbid_pairing(organiser, tonight.event, one, other)
    actions.pair_anew(organiser, tonight.event, "non tra loro", now=tonight.now)
    assert met not in [each.places for each in tonight.tables()]
