"""How fast Tarocchi is, with all that must hold checked on the way: `python -m tests.bench.tarocchi`."""

from __future__ import annotations

from random import Random
from typing import Any

from ludocards.catalogue.tarocchi.rules.play import TIMEOUT, Tarocchi
from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.engine import shuffle
from ludocards.engine.game import CLOCK, Step
from tests.bench.engine import milliseconds
from tests.engine.matches import seed_of

GAME = Tarocchi()
MATCH_MS = 200


def main() -> None:
    spent = milliseconds(match)
    print(f"tarocchi, a match of nine deals, all played, checked: {spent:.1f} ms (at most {MATCH_MS} ms)")


def match() -> None:
    """Nine deals at random, of which none is abandoned; every state and every scored deal is checked."""
    random = Random(1)
    state: Any = GAME.start(GAME.presets["calatafimi"], 3, 0)
    while not GAME.is_over(state):
        if (number := GAME.awaits_deal(state)) is not None:
            cards = shuffle.shuffle(GAME.pack(state), seed_of(number), "bench", number)
            step = GAME.deal(state, GAME.hand_out(state, cards))
        elif state.phase == "bid":
            step = GAME.apply(state, CLOCK, TIMEOUT)
        else:
            [seat] = GAME.to_act(state)
            step = GAME.apply(state, seat, random.choice(GAME.legal(state, seat)))
        assert isinstance(step, Step)
        state = step.state
        check(state)
    assert all(sum(line.points) == 109 and sum(line.scores) == 0 for line in state.sheet)
    assert len(state.sheet) == 9


def check(state: State) -> None:
    """Nothing is lost, nothing is there twice, somebody can go on."""
    if state.phase in ("deal", "over"):
        return
    cards = [card for hand in (*state.hands, *state.later, state.scarto) for card in hand]
    cards += [card for presa in state.tricks for card in presa.trick.cards]
    cards += [*state.trick.cards, *(state.monte if state.phase == "bid" else ())]
    assert len({*cards}) == len(cards) == 63
    for seat in range(3):
        assert bool(GAME.legal(state, seat)) == (seat in GAME.to_act(state))


if __name__ == "__main__":
    main()
