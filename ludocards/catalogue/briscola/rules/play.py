"""A match of Briscola: dealing, exchanging, playing, taking, drawing, and the views of it.

`legal` has each card once; the view of the seat on turn has the signs that may go with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from ludocards.catalogue.briscola.rules import exchange, scoring, signals
from ludocards.catalogue.briscola.rules.presets import OPTIONS, PRESETS, Rules, rules_from
from ludocards.catalogue.briscola.rules.scorepad import score_rule, scorepad
from ludocards.catalogue.briscola.rules.state import Exchange, SheetLine, State, load
from ludocards.catalogue.briscola.rules.wire import WIRE
from ludocards.catalogue.briscola.rules.worlds import determinized
from ludocards.catalogue.briscola.values import CARDS, RANKING
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.commands import schema_commands
from ludocards.engine.ends import EndedGame
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Reported, Step, Viewer, plain
from ludocards.engine.match import replace_fields
from ludocards.engine.scorepad import ScorepadForm
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Order, Trick, put_down


class Briscola(EndedGame[Rules, State]):
    """Briscola, for two, three, or four in pairs."""

    name = "briscola"
    deck = ITALIAN40
    players = (2, 3, 4)
    own = ("hand", "partner_hand")
    reported: Mapping[str, Reported] = {
        **Game.reported,
        "exchanged": Reported("exchanges", {name: name for name in ("seat", "card", "taken")}),
    }
    pauses: Mapping[str, float] = {**Game.pauses, "exchanged": 1.5}
    presets = PRESETS
    options = OPTIONS
    wire = WIRE
    rules_from = staticmethod(rules_from)
    determinized = staticmethod(determinized)
    load = staticmethod(load)

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

    def pack(self, state: State) -> tuple[Card, ...]:
        return state.pack

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        """Deal the hands, turn the next card, and put it under the others as the last of the stock."""
        given = CARDS * state.players
        hands = match.packets(cards[:given], state.players, state.dealer, self.packet(state.rules))
        return Deal(state.dealer, hands, (*cards[given + 1 :], cards[given]))

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        turned = deal.stock[-1]
        dealt = replace_fields(state, phase="play", hands=deal.hands, stock=deal.stock, turned=turned)
        return Step(dealt, (match.dealt(dealt, deal, turned=turned.code, stock=len(deal.stock)),))

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        plays = tuple(map(match.play, state.hands[seat]))
        offered = exchange.offered(state, seat)
        return (*plays, *(Command.of("exchange", card=card.code) for card in offered)) if offered else plays

    def every(self, state: State, seat: int) -> tuple[Command, ...]:
        return tuple(way for command in self.legal(state, seat) for way in _ways(state, seat, command))

    def possible(self, rules: Rules, players: int) -> Iterator[Command]:
        words = signals.played_at(rules) if players == 4 else ()
        given = [code for code, card in ITALIAN40.cards.items() if card.rank in exchange.WAYS[rules.exchange]]
        said = {"signal": [signal.code for signal in words]}
        return schema_commands(self, {"play": said, "exchange": {"card": given}})

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
        if command.do == "exchange":
            return exchange.refusal(state, seat, wanted.card) or _exchange(state, seat, wanted.card)
        return signals.refusal(state, seat, wanted.signal) or _play(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        """The card that is worth least, a trump only if all are trumps."""
        card = min(state.hands[state.turn], key=lambda card: _price(state, card))
        return state.turn, match.play(card)

    def claims(self, state: State) -> Order | None:
        """Once the stock is empty: before that nobody knows the cards to come."""
        may_claim = state.phase == "play" and not state.stock
        return Order(RANKING, state.trump) if may_claim else None

    def so_far(self, state: State) -> tuple[int, ...]:
        return scoring.points(state)

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return {
            **match.view(self, state, viewer),
            "turned": plain(state.turned),
            "turned_to": state.turned_to,
            "trump": state.trump,
            "stock": len(state.stock),
            "unit": "points" if state.rules.match_end.deals else "game",
            "tie": state.rules.tie,
            "exchanged": plain(state.exchanged),
            "signalled": plain(signals.heard_by(state, viewer)),
            **({"removed_card": state.rules.removed_card} if state.players == 3 else {}),
            **(_own(state, viewer) if viewer is not None else {}),
        }


# ---- dealing


def _between_deals(rules: Rules, players: int, dealer: int, lines: tuple[SheetLine, ...] = ()) -> State:
    leader = (dealer + len(lines) + 1) % players
    return State(rules, dealer, "deal", len(lines), ((),) * players, Trick(leader), sheet=lines)


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if wrong := match.not_to_deal(state, deal.dealer):
        return wrong
    if [len(hand) for hand in deal.hands] != [CARDS] * state.players:
        return Refused("wrong_cards", f"{state.players} hands of {CARDS} cards are dealt")
    dealt = codes((*sum(deal.hands, ()), *deal.stock))
    if sorted(dealt) != sorted(codes(state.pack)):
        return Refused("wrong_cards", "the hands and the stock are not the pack")
    return None


# ---- exchanging and playing


class Wanted(NamedTuple):
    """A card to play or to exchange, and the sign that goes with it."""

    card: Card
    signal: str | None


KNOWN: Mapping[str, Set[str]] = {"play": {"card", "signal"}, "exchange": {"card"}}
"""The fields of each command."""


def _understood(command: Command) -> Wanted | Refused:
    fields = dict(command.fields)
    if "card" not in fields or not fields.keys() <= KNOWN.get(command.do, set()):
        return Refused("bad_command", "'play' a card, perhaps with a signal, or 'exchange' one")
    card = match.card_of(fields["card"], ITALIAN40)
    if isinstance(card, Refused):
        return card
    if "signal" in fields and fields["signal"] not in signals.CODES:
        return Refused("bad_command", f"a signal is one of {', '.join(signals.CODES)}")
    return Wanted(card, fields.get("signal"))


def _exchange(state: State, seat: int, card: Card) -> Step[State]:
    """The card lies face up at the bottom of the stock now, and the turned one is in the hand."""
    assert state.turned is not None
    made = Exchange(seat, card, state.turned)
    hands = put_down(state.hands, seat, card)
    after = replace_fields(
        state,
        hands=(*hands[:seat], (*hands[seat], state.turned), *hands[seat + 1 :]),
        stock=(*state.stock[:-1], card),
        turned=card,
        exchanged=(*state.exchanged, made),
    )
    return Step(after, (Event("exchanged", made.as_json()),))


def _play(state: State, seat: int, play: Wanted) -> Step[State]:
    card = play.card
    played = replace_fields(state, hands=put_down(state.hands, seat, card), trick=state.trick.with_card(card))
    public: dict[str, Json] = {"seat": seat, "card": card.code}
    private: dict[int, Mapping[str, Json]] = {}
    if play.signal is not None:
        given = Signalled(seat, len(state.tricks), card, play.signal)
        played = replace_fields(played, signalled=(*state.signalled, given))
        if signals.heard(state, seat, None):
            public["signal"] = play.signal
        else:
            private = {each: {"signal": play.signal} for each in (seat, (seat + 2) % 4)}
    step = Step(played, (Event("played", public, private),))
    return step if len(played.trick.cards) < state.players else _close_trick(step)


def _ways(state: State, seat: int, command: Command) -> tuple[Command, ...]:
    """A command, for a card also with each sign that may go with it."""
    if command.do != "play":
        return (command,)
    signs = signals.offered(state, seat)
    return (command, *(Command.of("play", card=command.get("card"), signal=sign) for sign in signs))


def _close_trick(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, RANKING, step.state.trump)
    after = _draw_all(Step(taken, (*step.events, event)))
    return after if any(after.state.hands) else _close_deal(after)


def _draw_all(step: Step[State]) -> Step[State]:
    """Everybody draws a card, from the winner of the trick on; the turned card comes last."""
    state, events = step.state, step.events
    if not state.stock:
        return step
    for place in range(state.players):
        drawn = match.draw(state, state.trick.seat(place, state.players), state.stock[:1], state.stock[1:])
        state, events = drawn.state, (*events, *drawn.events)
    if state.stock:
        return Step(state, events)
    state = replace_fields(state, turned_to=state.trick.seat(state.players - 1, state.players))
    return Step(state, (*events, *_partners_shown(state)))


def _partners_shown(state: State) -> tuple[Event, ...]:
    """The event when partners show each other their last cards, if they do."""
    shown = {seat: state.open_to(seat) for seat in range(state.players)}
    cards = {seat: {"cards": codes(hand)} for seat, hand in shown.items() if hand is not None}
    return (Event("partners_shown", {}, cards),) if cards else ()


def _close_deal(step: Step[State]) -> Step[State]:
    closed = match.score(step, scoring.sheet_line(step.state))
    over = closed.state
    if scoring.is_decided(over):
        return match.finish(closed, Briscola)
    return Step(_between_deals(over.rules, over.players, over.first_dealer, over.sheet), closed.events)


# ---- small things


def _own(state: State, viewer: int) -> dict[str, Json]:
    """The part of a view that is this seat's alone: the signs it may give now, the partner's last cards."""
    own: dict[str, Json] = {}
    if state.phase == "play" and viewer == state.turn:
        signs = signals.offered(state, viewer)
        own |= {"signals": {card.code: plain(signs) for card in state.hands[viewer]}} if signs else {}
    partners = state.open_to(viewer)
    return own if partners is None else {**own, "partner_hand": codes(partners)}


def _price(state: State, card: Card) -> tuple[bool, int, int]:
    """The cost of losing a card, as a sort key: whether it is a trump, its worth, then its strength."""
    return card.suit == state.trump, scoring.worth(card), RANKING.strength(card)
