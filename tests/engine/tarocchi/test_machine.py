"""Random matches, played to the end by a state machine that checks its invariants after every step."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ludocards.catalogue.tarocchi.rules.play import TIMEOUT
from ludocards.catalogue.tarocchi.rules.presets import OPTIONS
from ludocards.engine import shuffle
from ludocards.engine.cards import SICILIAN63, Card
from ludocards.engine.game import CLOCK, Command, Refused
from tests.engine.matches import seed_of
from tests.engine.tarocchi.table import GAME, TENGO, new_match, play, step

chosen = st.fixed_dictionaries(
    {},
    optional={option.name: st.sampled_from(option.choices) for option in OPTIONS if option.name != "deals"},
)


class Match(RuleBasedStateMachine):
    @initialize(dealer=st.integers(0, 2), options=chosen)
    def begin(self, dealer: int, options: dict[str, Any]) -> None:
        self.state = new_match(dealer, deals=3, **options)
        self.scored: list[Any] = []

    def do(self, seat: int, command: Any) -> None:
        made = step(GAME.apply(self.state, seat, command))
        self.state = made.state
        self.scored += [event.public for event in made.events if event.kind == "scored"]

    @precondition(lambda self: self.state.phase == "deal")
    @rule(seed=st.integers(0, 10**6))
    def deal(self, seed: int) -> None:
        pack = shuffle.shuffle(GAME.pack(self.state), seed_of(seed), "test", self.state.deal)
        self.state = step(GAME.deal(self.state, GAME.hand_out(self.state, pack))).state

    @precondition(lambda self: self.state.phase == "bid")
    @rule(data=st.data())
    def speak(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(GAME.to_act(self.state)))
        self.do(seat, data.draw(st.sampled_from(GAME.legal(self.state, seat))))

    @precondition(lambda self: self.state.phase == "bid")
    @rule(data=st.data())
    def let_it_be_played(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from((CLOCK, *GAME.to_act(self.state))))
        self.do(seat, TIMEOUT if seat == CLOCK else TENGO)

    @precondition(lambda self: self.state.phase == "discard")
    @rule(data=st.data())
    def lay_away(self, data: st.DataObject) -> None:
        self.do(self.state.dealer, data.draw(st.sampled_from(GAME.legal(self.state, self.state.dealer))))

    @precondition(lambda self: self.state.phase == "play")
    @rule(random=st.randoms(use_true_random=False), cards=st.integers(1, 30))
    def play_on(self, random: Any, cards: int) -> None:
        for _ in range(cards):
            if self.state.phase == "play":
                self.do(self.state.turn, random.choice(GAME.legal(self.state, self.state.turn)))
                self.nobody_is_stuck()
                self.all_cards_are_there()

    @precondition(lambda self: self.state.phase not in ("deal", "over"))
    @rule(seat=st.integers(0, 2), card=st.sampled_from([*SICILIAN63.cards]))
    def try_a_card(self, seat: int, card: str) -> None:
        answer = GAME.apply(self.state, seat, play(card))
        assert isinstance(answer, Refused) == (play(card) not in GAME.legal(self.state, seat))

    @precondition(lambda self: self.state.phase == "over")
    @rule(seat=st.integers(-1, 2), command=st.sampled_from([TIMEOUT, TENGO]))
    def all_is_over(self, seat: int, command: Command) -> None:
        assert isinstance(GAME.apply(self.state, seat, command), Refused)

    @invariant()
    def nobody_is_stuck(self) -> None:
        acting = GAME.to_act(self.state)
        assert bool(acting) == (self.state.phase not in ("deal", "over"))
        assert all(GAME.legal(self.state, seat) for seat in acting)

    @invariant()
    def all_cards_are_there(self) -> None:
        state = self.state
        if state.phase in ("deal", "over"):
            return
        places = [*state.hands, *state.later, state.scarto, state.trick.cards]
        places += [presa.trick.cards for presa in state.tricks]
        places += [state.monte] if state.phase == "bid" else []
        cards: list[Card] = [card for place in places for card in place]
        assert len(cards) == len({*cards}) == 63

    @invariant()
    def the_sheet_adds_up(self) -> None:
        view = GAME.view(self.state, None)
        assert len(self.scored) == len(view["sheet"])
        assert all(sum(line["scores"]) == 0 for line in view["sheet"])
        assert all(line["points"] is None or sum(line["points"]) == 109 for line in view["sheet"])
        assert sum(view["totals"]) == 0

    @invariant()
    def a_snapshot_is_the_state(self) -> None:
        assert GAME.load(GAME.dump(self.state)) == self.state

    def teardown(self) -> None:
        """Let the clock play the match to its end."""
        if not hasattr(self, "state"):
            return
        while not GAME.is_over(self.state):
            if self.state.phase == "deal":
                pack = shuffle.shuffle(GAME.pack(self.state), seed_of(1), "test", self.state.deal)
                self.state = step(GAME.deal(self.state, GAME.hand_out(self.state, pack))).state
            self.do(*GAME.on_timeout(self.state))
        self.the_sheet_adds_up()
        assert min(GAME.places(self.state) or ()) == 1


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=15, stateful_step_count=40)
