"""The winners of the tricks of Tarocchi after a card, in deals that agree with a view."""

from __future__ import annotations

from ludocards.catalogue.tarocchi.bot.club import choose
from ludocards.catalogue.tarocchi.bot.reasons import winners
from ludocards.engine.game import Command, Step
from tests.engine.matches import Played, playing

MANY = 8


def taker(played: Played, seat: int, command: Command) -> int | None:
    """Return the seat that takes the trick with this card; None if it does not end there."""
    step = played.game.apply(played.state, seat, command)
    assert isinstance(step, Step)
    return next((event.public["seat"] for event in step.events if event.kind == "taken"), None)


def test_all_tricks_have_winners_and_a_full_trick_goes_to_who_takes_it_by_the_rules() -> None:
    full = 0
    for played in playing("tarocchi", 3, 5, [choose] * 3, deals=3):
        if played.state.phase != "play" or not played.game.to_act(played.state):
            continue
        [seat] = played.game.to_act(played.state)
        view, [command, *_] = played.game.view(played.state, seat), played.game.legal(played.state, seat)
        [found] = winners(view, [command], MANY)
        assert MANY - 2 <= len(found) <= MANY + 2
        assert all(len(tricks) == len(view["hand"]) for tricks in found)
        assert all({*tricks} <= {0, 1, 2} for tricks in found)
        by_rules = taker(played, seat, command)
        if by_rules is not None:
            assert {tricks[0] for tricks in found} == {by_rules}
            full += 1
    assert full >= 40
