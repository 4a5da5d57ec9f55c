"""Random play with random declarations under every preset, with invariants checked after every step."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine import shuffle
from ludocards.engine.cards import codes
from ludocards.engine.game import Command, Event, Json, Step
from tests.engine.matches import rules_of, seed_of, ways
from tests.engine.tressette.table import GAME

TABLES: list[dict[str, Json]] = [
    *({"preset": preset} for preset in GAME.presets),
    {"preset": "ludopoli", "terzo_con_re": True, "signals": "neutra"},
    {"preset": "classico", "declarations": "automatic", "first_lead": "four_of_denari"},
]


class Table(RuleBasedStateMachine):
    """A table for at most two deals, since later ones bring nothing new."""

    @initialize(options=st.sampled_from(TABLES), seed=st.integers(0, 10_000), three=st.booleans())
    def opens(self, options: dict[str, Json], seed: int, three: bool) -> None:
        players = 3 if three and options["preset"] == "classico" else 4
        state = GAME.start(rules_of(GAME, **{"match_end": {"deals": 2}, **options}), players, seed % players)
        assert isinstance(state, State)
        self.seed, self.events = seed, list[Event]()
        self.state: State = state
        self.deals()

    def deals(self) -> None:
        number = GAME.awaits_deal(self.state)
        if number is not None:
            pack = shuffle.shuffle(GAME.pack(self.state), seed_of(self.seed + number), "test", number)
            self.take(GAME.deal(self.state, GAME.hand_out(self.state, pack)))

    def take(self, step: Any) -> None:
        assert isinstance(step, Step), step
        self.state = step.state
        self.events = [*step.events]

    @precondition(lambda self: bool(GAME.to_act(self.state)))
    @rule(data=st.data())
    def plays(self, data: st.DataObject) -> None:
        seat = self.state.turn
        view = GAME.view(self.state, seat)
        command = data.draw(st.sampled_from(GAME.legal(self.state, seat)))
        command = data.draw(st.sampled_from(ways(view, command)))
        before = self.state
        self.take(GAME.apply(self.state, seat, command))
        if command.do == "play":
            self.said_as_promised(view, command)
            self.the_capture_is_as_promised(view, command)
            self.the_norms_are_kept(before)
        self.deals()

    def said_as_promised(self, view: Json, command: Command) -> None:
        """The announcements of the leader are those of the preview, in order."""
        ticked = [box for box in command.get("declare") or () if box != "capture"]
        promised = view.get("declarations", {"preview": {}})["preview"].get(command.get("card"), {})
        expected = [promised[box]["code"] for box in promised if box in ticked and promised[box]]
        said = [event.public for event in self.events if event.kind == "announced"]
        assert [each["code"] for each in said if each["box"] != "capture"] == expected
        silent = [box for box in ticked if promised[box] is None]
        unsaid = self.events[0].shown_to(view["to_act"][0]).get("unsaid", {})
        assert {*unsaid} - {"capture"} == {*silent}

    def the_capture_is_as_promised(self, view: Json, command: Command) -> None:
        """The preview of the capture box is right for the last player of a trick."""
        seat = view["to_act"][0]
        last = len(view["trick"]["cards"]) == view["players"] - 1
        if last and "capture" in (command.get("declare") or ()):
            promised = view["declarations"]["preview"][command.get("card")]["capture"]
            said = [event.public for event in self.events if event.kind == "announced"]
            own = [each["code"] for each in said if (each["box"], each["seat"]) == ("capture", seat)]
            assert own == ([promised["code"]] if promised else [])

    def the_norms_are_kept(self, before: State) -> None:
        """A seat makes one declaration about a suit; only lunghissimo may be repeated."""
        for event in self.events:
            if event.kind == "announced" and event.public["suit"]:
                seat, suit, code = (event.public[name] for name in ("seat", "suit", "code"))
                earlier = [
                    said.code
                    for said in before.announcements
                    if (said.seat, said.suit, said.box) == (seat, suit, "suit")
                ]
                still = "lunghissimo" in code and any("lunghissimo" in each for each in earlier)
                assert still or not earlier

    @invariant()
    def every_card_is_somewhere(self) -> None:
        state = self.state
        if state.phase == "play":
            played = [*(presa.trick for presa in state.tricks), state.trick]
            cards = [card for trick in played for card in trick.cards]
            assert sorted(codes([*cards, *sum(state.hands, ())])) == sorted(codes(state.pack))

    @invariant()
    def only_the_seat_on_turn_is_offered_words(self) -> None:
        for viewer in (None, *range(self.state.players)):
            view = GAME.view(self.state, viewer)
            assert ("declarations" in view or "signals" in view) <= (viewer in GAME.to_act(self.state))


Table.TestCase.settings = settings(max_examples=15, stateful_step_count=60)
TestTable = Table.TestCase
