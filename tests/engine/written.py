"""A game whose cards, deals and moves tests write as text; the `table.py` of each game adds its positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from ludocards.engine import sheet
from ludocards.engine.cards import Card
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Step
from ludocards.engine.tricks import Presa, Trick

RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT", bound=sheet.MatchState)


class Written(Generic[RulesT, StateT]):
    def __init__(self, game: Game[RulesT, StateT], **options: Json) -> None:
        """`options` hold at every table that does not choose others."""
        self.game, self.options = game, options

    def cards(self, text: str) -> tuple[Card, ...]:
        return self.game.deck.of(text.split())

    def rules(self, **options: Json) -> RulesT:
        chosen = self.game.rules_from({**self.options, **options})
        assert not isinstance(chosen, Refused), chosen
        return chosen

    def new_match(self, players: int, dealer: int, **options: Json) -> StateT:
        state = self.game.start(self.rules(**options), players, dealer)
        assert not isinstance(state, Refused), state
        return state

    def begun(self, hands: Sequence[str], stock: str = "", dealer: int = -1, **options: Json) -> StateT:
        """Return the first deal of a match with these hands; by default seat 0 is the first to act."""
        dealer %= len(hands)
        state = self.new_match(len(hands), dealer, **options)
        return self.stepped(
            self.game.deal(state, Deal(dealer, tuple(map(self.cards, hands)), self.cards(stock)))
        ).state

    def stepped(self, step: Step[StateT] | Refused) -> Step[StateT]:
        assert isinstance(step, Step), step
        return step

    def trick(self, leader: int, text: str) -> Trick:
        return Trick(leader, self.cards(text))

    def taken(self, tricks: Sequence[tuple[int, str]]) -> tuple[Presa, ...]:
        """Return tricks that are each given by their winner and their cards from seat 0 on."""
        return tuple(Presa(self.trick(0, cards), winner) for winner, cards in tricks)

    def seat_on_turn(self, state: StateT) -> int:
        """Return the seat to act first; 0 if there is none."""
        return (*self.game.to_act(state), 0)[0]

    def done_by(self, state: StateT, *actions: tuple[int, Command]) -> tuple[StateT, list[Event]]:
        """Return the state after these commands of these seats, and what has happened."""
        events: list[Event] = []
        for seat, command in actions:
            step = self.stepped(self.game.apply(state, seat, command))
            state = step.state
            events += step.events
        return state, events

    def done(self, state: StateT, *commands: Command) -> tuple[StateT, list[Event]]:
        """Return the state after these commands, each of the seat on turn, and what has happened."""
        events: list[Event] = []
        for command in commands:
            state, more = self.done_by(state, (self.seat_on_turn(state), command))
            events += more
        return state, events

    def played(self, state: StateT, *cards: str) -> StateT:
        """Return the state after these cards, each played by the seat on turn."""
        return self.done(state, *(Command.of("play", card=card) for card in cards))[0]

    def refused(self, state: StateT, command: Command, seat: int | None = None) -> Refused:
        """Return the refusal that the command must get, by default of the seat on turn."""
        answer = self.game.apply(state, self.seat_on_turn(state) if seat is None else seat, command)
        assert isinstance(answer, Refused), answer
        return answer

    def refusal(self, state: StateT, command: Command, seat: int | None = None) -> str:
        return self.refused(state, command, seat).code

    def legal_cards(self, state: StateT, seat: int | None = None) -> set[Any]:
        legal = self.game.legal(state, self.seat_on_turn(state) if seat is None else seat)
        return {command.get("card") for command in legal if command.do == "play"}
