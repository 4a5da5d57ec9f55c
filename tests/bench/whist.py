"""How fast Whist is, with all that must hold checked on the way: `python -m tests.bench.whist`."""

from __future__ import annotations

from random import Random
from typing import Any

from ludocards.catalogue.whist.rules.play import Whist
from ludocards.catalogue.whist.rules.scoring import score
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine import shuffle
from ludocards.engine.game import Step
from tests.bench.engine import milliseconds
from tests.engine.matches import seed_of

GAME = Whist()
PLAYERS, MATCH_MS = 6, 150


def main() -> None:
    spent = milliseconds(lambda: match(PLAYERS))
    print(f"whist, a whole match for six, andata e ritorno, checked: {spent:.1f} ms (at most {MATCH_MS} ms)")


def match(players: int) -> None:
    """A match at random; every state and every scored deal is checked."""
    random = Random(1)
    rules = GAME.rules_from({"preset": "andata_ritorno"})
    state: Any = GAME.start(rules, players, 0)  # type: ignore[arg-type]
    while not GAME.is_over(state):
        if (number := GAME.awaits_deal(state)) is not None:
            cards = shuffle.shuffle(GAME.pack(state), seed_of(number), "bench", number)
            step = GAME.deal(state, GAME.hand_out(state, cards))
        else:
            [seat] = GAME.to_act(state)
            step = GAME.apply(state, seat, random.choice(GAME.legal(state, seat)))
        assert isinstance(step, Step)
        state = step.state
        check(state)
        for event in step.events:
            if event.kind == "scored":
                check_line(event.public, state.schedule[event.public["deal"]])
    assert len(state.sheet) == len(state.schedule)


def check(state: State) -> None:
    """Nothing is lost, nothing is there twice, somebody can go on."""
    if state.phase == "deal":
        return
    cards = [card for hand in state.hands for card in hand]
    cards += [card for presa in state.tricks for card in presa.trick.cards]
    cards += [*state.trick.cards, *([state.turned] if state.turned else [])]
    assert len({*cards}) == len(cards) == state.players * state.size + 1
    for seat in range(state.players):
        assert bool(GAME.legal(state, seat)) == (seat in GAME.to_act(state))


def check_line(line: Any, cards: int) -> None:
    assert sum(line["made"]) == cards != sum(line["bids"])
    assert line["scores"] == [*map(score, line["bids"], line["made"])]


if __name__ == "__main__":
    main()
