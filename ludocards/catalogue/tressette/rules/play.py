"""A match of Tressette: dealing, accusing, playing, taking, and the views of it.

`legal` has each card once; the view of the seat has what may be declared or signalled with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Any, NamedTuple

from ludocards.catalogue.thirds.rules import worth
from ludocards.catalogue.thirds.values import POINT, RANKING, SCORINGS
from ludocards.catalogue.tressette.rules import announce, scoring, signals
from ludocards.catalogue.tressette.rules.accuse import COMBOS, Accusa, held
from ludocards.catalogue.tressette.rules.declarations import BOXES, CAPTURE
from ludocards.catalogue.tressette.rules.presets import OPTIONS, PRESETS, Rules, rules_from
from ludocards.catalogue.tressette.rules.scorepad import scorepad
from ludocards.catalogue.tressette.rules.spoken import Announcement
from ludocards.catalogue.tressette.rules.state import SheetLine, State, load
from ludocards.catalogue.tressette.rules.wire import WIRE
from ludocards.catalogue.tressette.rules.worlds import determinized
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.commands import schema_commands
from ludocards.engine.ends import EndedGame
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Reported, Step, Viewer, plain
from ludocards.engine.match import card_of, packets, replace_fields
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Order, Trick, must_follow, put_down


class Tressette(EndedGame[Rules, State]):
    """Tressette in its variants, for four in pairs or three who each play alone."""

    name = "tressette"
    deck = ITALIAN40
    players = (4, 3)
    point = POINT
    reported: Mapping[str, Reported] = {
        **Game.reported,
        "announced": Reported("announcements", {name: name for name in ("seat", "trick", "code", "text")}),
        "accused": Reported("accuse", {name: name for name in ("seat", "combo", "suit", "rank", "points")}),
    }
    presets = PRESETS
    options = OPTIONS
    wire = WIRE
    rules_from = staticmethod(rules_from)
    determinized = staticmethod(determinized)
    load = staticmethod(load)
    scorepad = staticmethod(scorepad)

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return scoring.deal_bounds(rules)

    def packet(self, rules: Rules) -> int:
        return rules.deal_packet

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        wrong = match.wrong_start(rules.preset, rules.players, players, dealer)
        return wrong or _between_deals(rules, players, dealer, deal=0)

    def resume(
        self, rules: Rules, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]
    ) -> State | None:
        if signals.may_lie(rules):
            return None
        sheet = tuple(map(SheetLine.from_json, scored))
        resumed = _between_deals(rules, players, dealer, len(sheet), sheet=sheet)
        return match.resumed(resumed, scoring.is_decided)

    def pack(self, state: State) -> tuple[Card, ...]:
        return state.pack

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        return Deal(state.dealer, packets(cards, state.players, state.dealer, self.packet(state.rules)))

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        dealt = replace_fields(state, phase="play", hands=deal.hands, trick=Trick(_first_leader(state, deal)))
        return Step(dealt, (match.dealt(dealt, deal),))

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        plays = map(match.play, must_follow(state.hands[seat], state.trick))
        accuse = (accusa.command for accusa in _open_accuse(state, seat))
        return (*plays, *accuse)

    def duty(self, state: State, seat: int) -> Refused | None:
        return match.duty(ITALIAN40, state.hands[seat], state.trick) if seat in self.to_act(state) else None

    def every(self, state: State, seat: int) -> tuple[Command, ...]:
        plays = (command for command in self.legal(state, seat) if command.do == "play")
        others = (command for command in self.legal(state, seat) if command.do != "play")
        return (*(way for play in plays for way in _ways(state, seat, play)), *others)

    def possible(self, rules: Rules, players: int) -> Iterator[Command]:
        """As in `Game`; the plays of a leader, then those of the others, then what is accused."""
        ticked = announce.tickings(rules, players)
        said: Mapping[str, Sequence[Json]] = {
            "declare": ticked[1:],
            "signal": [signal.code for signal in signals.SIGNALS[rules.signals]],
        }
        plays = (each for each in schema_commands(self, {"play": said}) if each.do == "play")
        return chain(plays, COMBOS if rules.accuse_window else ())

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return match.OVER
        wanted = _understood(command)
        if isinstance(wanted, Refused):
            return wanted
        if seat not in self.to_act(state):
            return match.not_your_turn(seat)
        return _play(state, seat, wanted) if isinstance(wanted, Play) else _accuse(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        return state.turn, match.play(min(must_follow(state.hands[state.turn], state.trick), key=_price))

    def claims(self, state: State) -> Order | None:
        """As soon as nothing can be accused any more."""
        may = state.phase == "play" and len(state.tricks) >= state.rules.accuse_window
        return Order(RANKING) if may else None

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return {
            **match.view(self, state, viewer),
            "last_trick": SCORINGS[state.rules.scoring].last_trick,
            **({"removed_card": state.rules.removed_card} if state.players == 3 else {}),
            "accuse_window": state.rules.accuse_window,
            "accuse": plain(state.accuse),
            "announcements": plain(state.announcements),
            "signalled": plain(state.signalled),
            "sources": scoring.sources(state),
            **({"candour": plain(state.candour)} if signals.may_lie(state.rules) else {}),
            **(_speech_offered(state, viewer) if viewer in self.to_act(state) else {}),
        }

    def totals(self, state: State) -> tuple[int, ...]:
        return scoring.totals(state)

    def so_far(self, state: State) -> tuple[int, ...]:
        return match.worth_taken(state, worth)

    def tally(self, event: Event) -> tuple[tuple[int, str], ...]:
        facts = event.public
        if event.kind == "played":
            return ((facts["seat"], "signals"),) if "signal" in facts else ()
        name = {"accused": "accuse", "announced": "declarations"}.get(event.kind)
        return ((facts["seat"], name),) if name else ()


# ---- dealing


def _between_deals(rules: Rules, players: int, dealer: int, deal: int, **kept: Any) -> State:
    """The state before a deal; `kept` is what carries over from the deals before it."""
    leader = Trick((dealer + deal + 1) % players)
    return State(rules, players, dealer, "deal", deal, hands=((),) * players, trick=leader, **kept)


def _first_leader(state: State, deal: Deal) -> int:
    if state.deal == 0 and state.rules.first_lead == "four_of_denari":
        for seat, hand in enumerate(deal.hands):
            if "4D" in codes(hand):
                return seat
    return (deal.dealer + 1) % state.players


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if wrong := match.not_to_deal(state, deal.dealer):
        return wrong
    size = len(state.pack) // state.players
    if deal.stock or [len(hand) for hand in deal.hands] != [size] * state.players:
        return Refused("wrong_cards", f"{state.players} hands of {size} cards are dealt, and no stock")
    dealt = sorted(card.code for hand in deal.hands for card in hand)
    if dealt != sorted(codes(state.pack)):
        return Refused("wrong_cards", "the cards dealt are not the pack")
    return None


# ---- accusing and playing


class Play(NamedTuple):
    """A card, and what goes with it: boxes to declare, a signal."""

    card: Card
    declare: tuple[str, ...]
    signal: str | None


def _understood(command: Command) -> Play | Command | Refused:
    """Parse a command: a play, or an accuse."""
    if command.do == "accuse":
        wrong = Refused("bad_command", "accuse a napoletana and its suit, or three or four and their rank")
        return command if command in COMBOS else wrong
    fields = dict(command.fields)
    if command.do != "play" or "card" not in fields or not fields.keys() <= {"card", "declare", "signal"}:
        return Refused("bad_command", "a command of this table is 'play' with a card, or 'accuse'")
    declare, signal = fields.get("declare", ()), fields.get("signal")
    if isinstance(card := card_of(fields["card"], ITALIAN40), Refused):
        return card
    if not isinstance(declare, tuple) or {*declare} - {*BOXES} or len({*declare}) < len(declare):
        return Refused("bad_command", f"declare is a list of some of {', '.join(BOXES)}")
    if "signal" in fields and signal not in signals.CODES:
        return Refused("bad_command", f"a signal is one of {', '.join(sorted(signals.CODES))}")
    return Play(card, declare, signal)


def _accuse(state: State, seat: int, command: Command) -> Step[State] | Refused:
    for accusa in _open_accuse(state, seat):
        if accusa.command == command:
            made = replace_fields(state, accuse=(*state.accuse, accusa))
            facts = {**accusa.as_json(), "totals": plain(scoring.totals(made))}
            return Step(made, (Event("accused", facts),))
    if len(state.tricks) >= state.rules.accuse_window:
        return Refused("accuse_too_late", "the tricks in which one may accuse are past")
    if any(accusa.command == command for accusa in held(seat, state.hands[seat])):
        return Refused("accuse_already", "this was accused in this deal")
    return Refused("accuse_not_held", "the hand does not hold this combination")


def _open_accuse(state: State, seat: int) -> list[Accusa]:
    """The combinations that the seat may accuse now, with the cards that it holds now."""
    if len(state.tricks) >= state.rules.accuse_window:
        return []
    spent = [accusa.spent for accusa in state.accuse if accusa.seat == seat]
    now = held(seat, state.hands[seat], len(state.tricks))
    return [accusa for accusa in now if accusa.spent not in spent]


def _play(state: State, seat: int, play: Play) -> Step[State] | Refused:
    if wrong := _wrong_play(state, seat, play):
        return wrong
    card = play.card
    played = replace_fields(
        state,
        hands=put_down(state.hands, seat, card),
        trick=state.trick.with_card(card),
        capturing=(*state.capturing, seat) if CAPTURE in play.declare else state.capturing,
    )
    public: dict[str, Json] = {"seat": seat, "card": card.code}
    if play.signal is not None:
        public["signal"] = play.signal
        given = Signalled(seat, len(state.tricks), card, play.signal)
        played = replace_fields(played, signalled=(*state.signalled, given))
    outcomes = {} if state.trick.cards else announce.leading(state, seat, card, play.declare)
    event = Event("played", public)
    step = _announced(played, event, seat, outcomes) if outcomes else Step(played, (event,))
    return step if len(played.trick.cards) < state.players else _close_trick(step)


def _ways(state: State, seat: int, play: Command) -> Iterator[Command]:
    """A play with every combination of declarations and signals that may go with it."""
    card = ITALIAN40.cards[play.get("card")]
    boxes = announce.boxes(state, seat)
    for ticked in (chosen for many in range(len(boxes) + 1) for chosen in combinations(boxes, many)):
        if announce.refusal(state, seat, ticked) is None:
            for signal in (None, *signals.offered(state, seat, card)):
                said = {"declare": ticked} if ticked else {}
                given = {"signal": signal} if signal else {}
                yield Command.of("play", card=card.code, **said, **given)


def _wrong_play(state: State, seat: int, play: Play) -> Refused | None:
    hand, card = state.hands[seat], play.card
    if card not in hand:
        return match.not_in_hand(card)
    return (
        match.wrong_card(ITALIAN40, card, hand, state.trick)
        or announce.refusal(state, seat, play.declare)
        or signals.refusal(state, seat, card, play.signal)
    )


def _announced(
    state: State, event: Event, seat: int, outcomes: Mapping[str, announce.Outcome]
) -> Step[State]:
    """The event, then the announcements; only the seat learns why a box announces nothing."""
    said = tuple(outcome for outcome in outcomes.values() if isinstance(outcome, Announcement))
    unsaid = {box: why for box, why in outcomes.items() if isinstance(why, str)}
    own = replace(event, private={seat: {"unsaid": unsaid}} if unsaid else {})
    after = replace_fields(state, announcements=(*state.announcements, *said))
    return Step(after, (own, *(Event("announced", each.as_json()) for each in said)))


def _close_trick(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, RANKING, capturing=())
    winner = taken.trick.leader
    after = Step(taken, (*step.events, event))
    if winner in step.state.capturing:
        announced = _announced(taken, event, winner, {CAPTURE: announce.taking(taken)})
        after = Step(announced.state, (*step.events, *announced.events))
    return after if any(taken.hands) else _close_deal(after)


def _close_deal(step: Step[State]) -> Step[State]:
    closed = match.score(step, scoring.sheet_line(step.state))
    over = closed.state
    if scoring.is_decided(over):
        return match.finish(closed, Tressette)
    following = _between_deals(
        over.rules,
        over.players,
        over.first_dealer,
        over.deal + 1,
        sheet=over.sheet,
        candour=signals.candour(over) if signals.may_lie(over.rules) else (),
    )
    return Step(following, closed.events)


# ---- what the seat on turn may know


def _speech_offered(state: State, seat: int) -> dict[str, Json]:
    """The accuse open to the seat, and the declarations and signals open to it with each card."""
    hand = state.hands[seat]
    offered: dict[str, Json] = {
        "may_accuse": [
            {**accusa.as_json(), "cards": codes(accusa.cards(hand))} for accusa in _open_accuse(state, seat)
        ]
    }
    if boxes := announce.boxes(state, seat):
        offered["declarations"] = {"boxes": list(boxes), "preview": announce.preview(state, seat)}
    if state.rules.signals != "none" and len(state.hands[seat]) > 1:
        cards = must_follow(state.hands[seat], state.trick)
        offered["signals"] = {card.code: list(signals.offered(state, seat, card)) for card in cards}
    return offered


# ---- small things


def _price(card: Card) -> tuple[int, int]:
    """The cost of losing a card, as a sort key: its thirds, then its strength."""
    return worth(card), RANKING.strength(card)
