"""Random matches of Whist reach their end, and their numbers stay consistent."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ludocards.catalogue.whist.rules.scoring import score
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine import shuffle
from ludocards.engine.game import Command, Refused, Step
from tests.engine.whist.table import GAME, PLAYERS, new_match

anything = st.one_of(
    st.builds(lambda n: Command.of("bid", tricks=n), st.integers(-2, 12)),
    st.builds(lambda code: Command.of("play", card=code), st.sampled_from([*GAME.deck.cards])),
)


class Match(RuleBasedStateMachine):
    state: State

    @initialize(
        players=st.sampled_from(PLAYERS),
        preset=st.sampled_from([*GAME.presets]),
        briscola=st.booleans(),
        asso_alto=st.booleans(),
    )
    def open(self, players: int, preset: str, briscola: bool, asso_alto: bool) -> None:
        self.state = new_match(players, preset=preset, briscola=briscola, asso_alto=asso_alto)
        self.totals = [0] * players
        self.deals = 0

    @precondition(lambda self: GAME.awaits_deal(self.state) is not None)
    @rule(seed=st.binary(min_size=32, max_size=32))
    def deal(self, seed: bytes) -> None:
        cards = shuffle.shuffle(GAME.pack(self.state), seed, "test", self.deals)
        self.take(GAME.deal(self.state, GAME.hand_out(self.state, cards)))

    @precondition(lambda self: bool(GAME.to_act(self.state)))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        [seat] = GAME.to_act(self.state)
        command = data.draw(st.sampled_from(GAME.legal(self.state, seat)))
        self.take(GAME.apply(self.state, seat, command))

    @precondition(lambda self: bool(GAME.to_act(self.state)))
    @rule(turns=st.integers(1, 30))
    def clock(self, turns: int) -> None:
        for _ in range(turns):
            if GAME.to_act(self.state):
                seat, command = GAME.on_timeout(self.state)
                assert command in GAME.legal(self.state, seat)
                self.take(GAME.apply(self.state, seat, command))

    @rule(data=st.data(), command=anything)
    def somebody_tries(self, data: st.DataObject, command: Command) -> None:
        seat = data.draw(st.integers(0, self.state.players - 1))
        step = GAME.apply(self.state, seat, command)
        assert isinstance(step, Refused) == (command not in GAME.legal(self.state, seat))

    @invariant()
    def the_numbers_are_right(self) -> None:
        check(self.state)

    def teardown(self) -> None:
        """Let the clock play the match to its end."""
        while hasattr(self, "state") and not GAME.is_over(self.state):
            if GAME.awaits_deal(self.state) is not None:
                self.deal(bytes(32))
            else:
                self.clock(1)
            check(self.state)
        if hasattr(self, "state"):
            assert self.deals == len(self.state.schedule)
            assert GAME.totals(self.state) == tuple(self.totals)

    def take(self, step: Step[State] | Refused) -> None:
        assert isinstance(step, Step), step
        self.state = step.state
        for event in step.events:
            if event.kind == "scored":
                self.deals += 1
                scored(event.public, self.state.schedule[event.public["deal"]])
                self.totals = [a + b for a, b in zip(self.totals, event.public["scores"], strict=True)]


def scored(line: Any, cards: int) -> None:
    """Check a scored deal: all tricks are counted, the bids do not add up to them, the scores are right."""
    assert sum(line["made"]) == cards
    assert sum(line["bids"]) != cards
    assert line["made"] != line["bids"]
    assert line["points"] == line["made"]
    assert line["scores"] == [*map(score, line["bids"], line["made"])]


def check(state: State) -> None:
    acting = GAME.to_act(state)
    assert len(acting) == (state.phase in ("bid", "play"))
    assert all(GAME.legal(state, seat) for seat in acting)
    if state.phase != "deal":
        cards = [card for hand in state.hands for card in hand]
        cards += [card for presa in state.tricks for card in presa.trick.cards]
        cards += [*state.trick.cards, *([state.turned] if state.turned else [])]
        assert len({*cards}) == len(cards) == state.players * state.size + state.rules.briscola
        assert all(0 <= bid <= state.size for bid in state.bids)
    assert GAME.load(GAME.dump(state)) == state


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=15, stateful_step_count=60)
