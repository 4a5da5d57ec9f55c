"""A match of Tressette a perdere: dealing, laying a card by, playing, taking, and the views of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludocards.catalogue.thirds.values import POINT, RANKING
from ludocards.catalogue.traversone.rules import scoring
from ludocards.catalogue.traversone.rules.presets import OPTIONS, PRESETS, Rules, rules_from
from ludocards.catalogue.traversone.rules.scorepad import scorepad
from ludocards.catalogue.traversone.rules.state import SheetLine, State, load
from ludocards.catalogue.traversone.rules.wire import WIRE
from ludocards.catalogue.traversone.rules.worlds import determinized
from ludocards.catalogue.traversone.values import CARDS
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.ends import EndedGame
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer
from ludocards.engine.match import replace_fields
from ludocards.engine.tricks import Order, Trick, must_follow, put_down


class Traversone(EndedGame[Rules, State]):
    """Tressette a perdere (Traversone, Ciapanò, Rovescino), in which points are bad, for three to six."""

    name = "traversone"
    deck = ITALIAN40
    players = (4, 3, 5, 6)
    point = POINT
    fewest_win = True
    own = ("hand", "laid")
    pauses: Mapping[str, float] = {**Game.pauses, "discarded": 1.0}
    presets = PRESETS
    options = OPTIONS
    wire = WIRE
    rules_from = staticmethod(rules_from)
    determinized = staticmethod(determinized)
    load = staticmethod(load)
    scorepad = staticmethod(scorepad)

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return scoring.deal_bounds(rules)

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        wrong = match.wrong_start(self.name, self.players, players, dealer)
        return wrong or _between_deals(rules, players, dealer)

    def resume(
        self, rules: Rules, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]
    ) -> State | None:
        resumed = _between_deals(rules, players, dealer, tuple(map(SheetLine.from_json, scored)))
        return match.resumed(resumed, scoring.is_decided)

    def pack(self, state: State) -> tuple[Card, ...]:
        return state.pack

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        """Deal one card at a time; cards that cannot be divided are left over, or the dealer gets the one."""
        given = CARDS[state.players] * state.players
        hands = match.packets(cards[:given], state.players, state.dealer, self.packet(state.rules))
        rest = cards[given:]
        if state.dealer_discards:
            hands = tuple(hand + rest * (seat == state.dealer) for seat, hand in enumerate(hands))
            rest = ()
        return Deal(state.dealer, hands, rest)

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        phase = "discard" if state.dealer_discards else "play"
        dealt = replace_fields(state, phase=phase, hands=deal.hands, stock=deal.stock)
        return Step(dealt, (match.dealt(dealt, deal, left=len(deal.stock)),))

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.phase == "discard":
            return (state.dealer,)
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == "discard":
            return tuple(map(_laying, state.hands[seat]))
        return tuple(map(match.play, must_follow(state.hands[seat], state.trick)))

    def duty(self, state: State, seat: int) -> Refused | None:
        if state.phase != "play" or seat != state.turn:
            return None
        return match.duty(ITALIAN40, state.hands[seat], state.trick)

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return match.OVER
        card = _understood(command)
        if isinstance(card, Refused):
            return card
        if seat not in self.to_act(state):
            return match.not_your_turn(seat)
        if card not in state.hands[seat]:
            return match.not_in_hand(card)
        if command.do == "discard":
            return _discard(state, seat, card)
        return _wrong_card(state, seat, card) or _play(state, seat, card)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        """The lowest card that may be played; the dealer lays the highest by."""
        if state.phase == "discard":
            return state.dealer, _laying(max(state.hands[state.dealer], key=RANKING.strength))
        playable = must_follow(state.hands[state.turn], state.trick)
        return state.turn, match.play(min(playable, key=RANKING.strength))

    def claims(self, state: State) -> Order | None:
        return Order(RANKING) if state.phase == "play" else None

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        laid = state.dealer_discards and viewer == state.dealer and state.phase == "play"
        return {
            **match.view(self, state, viewer),
            "thirds": [*scoring.thirds(state)],
            "left": len(state.stock),
            "removed": codes(state.removed),
            **{name: getattr(state.rules, name) for name in ("fractions", "cappotto", "asso_di_bastoni")},
            **({"laid": codes(state.stock)} if laid else {}),
        }

    def so_far(self, state: State) -> tuple[int, ...]:
        return scoring.thirds(state)

    def tally(self, event: Event) -> tuple[tuple[int, str], ...]:
        taker = event.public.get("cappotto") if event.kind == "scored" else None
        return () if taker is None else ((taker, "cappotto"),)


# ---- dealing


def _between_deals(rules: Rules, players: int, dealer: int, lines: tuple[SheetLine, ...] = ()) -> State:
    leader = (dealer + len(lines) + 1) % players
    return State(rules, dealer, "deal", len(lines), ((),) * players, Trick(leader), sheet=lines)


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if wrong := match.not_to_deal(state, deal.dealer):
        return wrong
    if [len(hand) for hand in deal.hands] != state.sizes:
        return Refused("wrong_cards", f"the hands have {state.sizes} cards")
    if sorted(codes((*sum(deal.hands, ()), *deal.stock))) != sorted(codes(state.pack)):
        return Refused("wrong_cards", "the hands and the cards left over are not the pack")
    return None


# ---- laying by and playing


def _laying(card: Card) -> Command:
    return Command.of("discard", cards=(card.code,))


def _understood(command: Command) -> Card | Refused:
    """The card that is played or laid by."""
    fields = dict(command.fields)
    if command.do == "discard" and fields.keys() == {"cards"}:
        cards = fields["cards"]
        if isinstance(cards, tuple) and len(cards) == 1:
            return match.card_of(cards[0], ITALIAN40)
    if command.do == "play" and fields.keys() == {"card"}:
        return match.card_of(fields["card"], ITALIAN40)
    return Refused("bad_command", "'play' a card, or 'discard' cards, a list of one")


def _discard(state: State, seat: int, card: Card) -> Step[State] | Refused:
    if state.phase != "discard":
        return Refused("no_discard", "no card is laid by now")
    laid = replace_fields(state, phase="play", hands=put_down(state.hands, seat, card), stock=(card,))
    event = Event("discarded", {"seat": seat, "count": 1}, private={seat: {"cards": [card.code]}})
    return Step(laid, (event,))


def _wrong_card(state: State, seat: int, card: Card) -> Refused | None:
    """Return why the seat on turn may not play this card of its hand, or None if it may."""
    if state.phase == "discard":
        return Refused("discard_first", "the dealer lays a card by first")
    return match.wrong_card(ITALIAN40, card, state.hands[seat], state.trick)


def _play(state: State, seat: int, card: Card) -> Step[State]:
    played = replace_fields(state, hands=put_down(state.hands, seat, card), trick=state.trick.with_card(card))
    step = Step(played, (Event("played", {"seat": seat, "card": card.code}),))
    return step if len(played.trick.cards) < state.players else _close_trick(step)


def _close_trick(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, RANKING)
    counted = Event("taken", {**event.public, "thirds": [*scoring.thirds(taken)]})
    after = Step(taken, (*step.events, counted))
    return after if any(taken.hands) else _close_deal(after)


def _close_deal(step: Step[State]) -> Step[State]:
    state, line = step.state, scoring.sheet_line(step.state)
    facts = {"seat": state.tricks[-1].winner, "cards": codes(state.stock)}
    uncovered = (Event("uncovered", facts),) if state.stock else ()
    closed = match.score(Step(replace_fields(state, stock=()), (*step.events, *uncovered)), line)
    over = closed.state
    if scoring.is_decided(over):
        return match.finish(closed, Traversone)
    return Step(_between_deals(over.rules, over.players, over.first_dealer, over.sheet), closed.events)
