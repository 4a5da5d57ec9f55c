"""A match of Scopone or Scopa: dealing, playing, capturing, and the views of it.

`legal` has a card once for every capture that it may make.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludocards.catalogue.scopone.rules import captures, scoring
from ludocards.catalogue.scopone.rules.captures import Cards, takings
from ludocards.catalogue.scopone.rules.presets import OPTIONS, PRESETS, Rules, rules_from
from ludocards.catalogue.scopone.rules.scorepad import score_rule, scorepad
from ludocards.catalogue.scopone.rules.state import SheetLine, State, Turn, load
from ludocards.catalogue.scopone.rules.wire import WIRE
from ludocards.catalogue.scopone.rules.worlds import determinized
from ludocards.catalogue.scopone.values import DENARI, KING, OPEN, PRIMIERA, THROWN_IN
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.ends import EndedGame
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Reported, Step, Viewer, plain
from ludocards.engine.match import replace_fields
from ludocards.engine.scorepad import ScorepadForm
from ludocards.engine.tricks import put_down


class Scopone(EndedGame[Rules, State]):
    """Scopone and Scopa, for four in pairs, or for two or three."""

    name = "scopone"
    deck = ITALIAN40
    players = (4, 2, 3)
    presets = PRESETS
    options = OPTIONS
    wire = WIRE
    rules_from = staticmethod(rules_from)
    determinized = staticmethod(determinized)
    load = staticmethod(load)
    reported: Mapping[str, Reported] = {
        "captured": Reported("captures", {name: name for name in ("seat", "cards", "scopa", "rest")}),
    }
    reported_result = (*Game.reported_result, "scored")

    def lasting(self, deals: int) -> Mapping[str, Json]:
        return {**super().lasting(deals), "redeal_kings": False}

    def length(self, rules: Rules, players: int) -> int | None:
        return None if rules.redeal_kings and rules.has_table(players) else super().length(rules, players)

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return scoring.deal_bounds(rules)

    def packet(self, rules: Rules) -> int:
        return rules.deal_packet

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        wrong = match.wrong_start(f"{self.name} {rules.preset}", rules.players, players, dealer)
        return wrong or _between_deals(rules, players, dealer)

    def resume(
        self, rules: Rules, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]
    ) -> State | None:
        resumed = _between_deals(rules, players, dealer, tuple(map(SheetLine.from_json, scored)))
        return match.resumed(resumed, scoring.is_decided)

    def scorepad(self, rules: Rules, players: int) -> ScorepadForm | None:
        return scorepad(rules)

    def score_rule(self, rules: Rules, players: int) -> ScorepadForm:
        return score_rule(rules)

    def hand_out(self, state: State, cards: Cards) -> Deal:
        """Deal the hands; the stock begins with the cards for the table, if there are any."""
        given = state.in_hand * state.players
        hands = match.packets(cards[:given], state.players, state.dealer, self.packet(state.rules))
        return Deal(state.dealer, hands, cards[given:])

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        table, stock = deal.stock[:OPEN], deal.stock[OPEN:]
        dealt = replace_fields(state, phase="play", hands=deal.hands, table=table, stock=stock)
        step = Step(dealt, (match.dealt(dealt, deal, table=codes(table), stock=len(stock)),))
        return _enter(step, scoring.void_line(state)) if _is_thrown_in(dealt) else step

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        hand, table = state.hands[seat] if seat in self.to_act(state) else (), state.table
        return tuple([captures.play(card, taken) for card in hand for taken in takings(card, table) or [()]])

    def possible(self, rules: Rules, players: int) -> tuple[Command, ...]:
        return captures.every_play()

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return match.OVER
        wanted = _understood(command)
        if isinstance(wanted, Refused):
            return wanted
        if seat not in self.to_act(state):
            return match.not_your_turn(seat)
        if wanted.card not in state.hands[seat]:
            return match.not_in_hand(wanted.card)
        return captures.refusal(wanted.card, wanted.taken, state.table) or _play(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        """The capture of most cards; where none is possible, the card that is worth least."""
        hand, table = state.hands[state.turn], state.table
        found = [(card, taken) for card in hand for taken in takings(card, table)]
        if found:
            return state.turn, captures.play(*max(found, key=lambda each: len(each[1])))
        return state.turn, captures.play(min(hand, key=_price))

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        rules = state.rules
        return {
            **match.view(self, state, viewer),
            "table": codes(state.table),
            "stock": len(state.stock),
            "in_hand": state.in_hand,
            "taken": [*map(len, state.piles)],
            "scope": list(state.scope),
            "last": state.last,
            "turns": [turn.shown for turn in state.turns],
            "target": rules.target,
            **{name: getattr(rules, name) for name in SHOWN},
        }

    def places(self, state: State) -> tuple[int, ...] | None:
        return scoring.places(state)

    def tally(self, event: Event) -> tuple[tuple[int, str], ...]:
        if event.kind == "captured" and event.public["scopa"]:
            return ((event.public["seat"], "scope"),)
        return ()


SHOWN = ("review", "last_scopa", "napola", "rebello", "primiera_figures", "finish")
"""The rules that a view has, since the play depends on them."""


# ---- dealing


def _between_deals(rules: Rules, players: int, dealer: int, lines: tuple[SheetLine, ...] = ()) -> State:
    return State(rules, dealer, "deal", len(lines), ((),) * players, sheet=lines)


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if wrong := match.not_to_deal(state, deal.dealer):
        return wrong
    if [len(hand) for hand in deal.hands] != [state.in_hand] * state.players:
        return Refused("wrong_cards", f"{state.players} hands of {state.in_hand} cards are dealt")
    dealt = codes((*sum(deal.hands, ()), *deal.stock))
    if sorted(dealt) != sorted(ITALIAN40.cards):
        return Refused("wrong_cards", "the hands and the stock are not the pack")
    return None


def _is_thrown_in(state: State) -> bool:
    kings = sum(card.rank == KING for card in state.table)
    return state.rules.redeal_kings and kings >= THROWN_IN


# ---- playing


class Wanted(NamedTuple):
    """A card to play, and what it is to take."""

    card: Card
    taken: Cards


def _understood(command: Command) -> Wanted | Refused:
    fields = dict(command.fields)
    if command.do != "play" or "card" not in fields or fields.keys() - {"card", "take"}:
        return Refused("bad_command", "the only command is 'play' with a card, and what it is to 'take'")
    card, take = match.card_of(fields["card"], ITALIAN40), fields.get("take", ())
    if isinstance(card, Refused):
        return card
    if not isinstance(take, tuple):
        return Refused("bad_command", "'take' is a list of cards")
    taken = []
    for code in take:
        other = match.card_of(code, ITALIAN40)
        if isinstance(other, Refused):
            return other
        taken.append(other)
    return Wanted(card, tuple(taken))


def _play(state: State, seat: int, wanted: Wanted) -> Step[State]:
    step = _deal_more(_played(state, seat, wanted.card, wanted.taken))
    return step if any(step.state.hands) else _close(step)


def _played(state: State, seat: int, card: Card, taken: Cards) -> Step[State]:
    hands, taken = put_down(state.hands, seat, card), captures.in_order(taken)
    played = Event("played", {"seat": seat, "card": card.code})
    if not taken:
        turn = Turn(seat, card)
        laid = replace_fields(state, hands=hands, table=(*state.table, card), turns=(*state.turns, turn))
        return Step(laid, (played,))
    table = tuple(other for other in state.table if other not in taken)
    is_last = not state.stock and not any(hands)
    turn = Turn(seat, card, taken, scopa=not table and (state.rules.last_scopa or not is_last))
    after = replace_fields(state, hands=hands, table=table, turns=(*state.turns, turn))
    return Step(after, (played, _captured(state, turn)))


def _captured(state: State, turn: Turn) -> Event:
    public = {"seat": turn.seat, "side": state.sides[turn.seat], "cards": codes(turn.cards)}
    return Event("captured", {**public, "scopa": turn.scopa, "rest": turn.card is None})


def _deal_more(step: Step[State]) -> Step[State]:
    """Deal three more cards to each if the hands are empty and there is a stock."""
    state = step.state
    if any(state.hands) or not state.stock:
        return step
    given = state.in_hand * state.players
    more = match.deal_more(state, state.stock[:given], state.stock[given:], state.rules.deal_packet)
    return Step(more.state, (*step.events, *more.events))


def _close(step: Step[State]) -> Step[State]:
    """Give the rest to the last to capture, and score the deal."""
    state = step.state
    if state.table and state.last is not None:
        turn = Turn(state.last, None, captures.in_order(state.table))
        state = replace_fields(state, table=(), turns=(*state.turns, turn))
        step = Step(state, (*step.events, _captured(state, turn)))
    return _enter(step, scoring.sheet_line(state))


def _enter(step: Step[State], line: SheetLine) -> Step[State]:
    """Enter a deal on the sheet, and end the match or await the next deal."""
    scored = match.score(step, line)
    over = scored.state
    if scoring.is_decided(over):
        return match.finish(scored, Scopone, places=plain(scoring.places(over)))
    return Step(_between_deals(over.rules, over.players, over.first_dealer, over.sheet), scored.events)


def _price(card: Card) -> tuple[bool, int]:
    """The cost of leaving a card on the table, as a sort key: whether it is of denari, then its primiera."""
    return card.suit == DENARI, PRIMIERA[card.rank]
