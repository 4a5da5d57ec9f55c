"""A match of Maraffone: dealing, naming the trumps, playing, taking, and the views of it.

`legal` has each card once; the view of the leader has the words that may be said with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ludocards.catalogue.maraffone.rules import scoring, signals
from ludocards.catalogue.maraffone.rules.presets import OPTIONS, PRESETS, Rules, rules_from
from ludocards.catalogue.maraffone.rules.scorepad import scorepad
from ludocards.catalogue.maraffone.rules.state import PLAYERS, SheetLine, State, load
from ludocards.catalogue.maraffone.rules.wire import WIRE
from ludocards.catalogue.maraffone.rules.worlds import determinized
from ludocards.catalogue.maraffone.values import NAMING_CARD
from ludocards.catalogue.thirds.rules import worth
from ludocards.catalogue.thirds.values import HONOURS, POINT, RANKING, SCORINGS
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.commands import schema_commands
from ludocards.engine.ends import EndedGame
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Reported, Step, Viewer, plain
from ludocards.engine.match import replace_fields
from ludocards.engine.scorepad import ScorepadForm
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Order, Trick, must_follow, put_down

ACCUSE = Command.of("accuse", combo="cricca")
NAMES = {suit: Command.of("name", suit=suit) for suit in ITALIAN40.suits}


class Maraffone(EndedGame[Rules, State]):
    """Maraffone, for four in pairs."""

    name = "maraffone"
    deck = ITALIAN40
    players = (PLAYERS,)
    point = POINT
    reported: Mapping[str, Reported] = {
        **Game.reported,
        "accused": Reported("accuse", {name: name for name in ("seat", "combo", "suit", "points")}),
    }
    pauses: Mapping[str, float] = {**Game.pauses, "named": 1.5}
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
        return match.wrong_start(self.name, self.players, players, dealer) or _between_deals(rules, dealer)

    def resume(
        self, rules: Rules, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]
    ) -> State | None:
        resumed = _between_deals(rules, dealer, tuple(map(SheetLine.from_json, scored)))
        return match.resumed(resumed, scoring.is_decided)

    def scorepad(self, rules: Rules, players: int) -> ScorepadForm:
        return scorepad(rules)

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        return Deal(state.dealer, match.packets(cards, PLAYERS, state.dealer, self.packet(state.rules)))

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        namer = _namer(state, deal)
        dealt = replace_fields(state, phase="name", hands=deal.hands, namer=namer, trick=Trick(namer))
        return Step(dealt, (match.dealt(dealt, deal, namer=namer),))

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase in ("name", "play") else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == "name":
            return tuple(NAMES.values())
        plays = map(match.play, must_follow(state.hands[seat], state.trick))
        may_accuse = not state.tricks and _wrong_accusa(state, seat) is None
        return (*plays, ACCUSE) if may_accuse else tuple(plays)

    def every(self, state: State, seat: int) -> tuple[Command, ...]:
        return tuple(way for command in self.legal(state, seat) for way in _ways(state, seat, command))

    def duty(self, state: State, seat: int) -> Refused | None:
        return match.duty(ITALIAN40, state.hands[seat], state.trick) if seat in self.to_act(state) else None

    def possible(self, rules: Rules, players: int) -> Iterator[Command]:
        said = {"signal": [signal.code for signal in signals.SIGNALS[rules.signals]]}
        combos = [ACCUSE.get("combo")] if rules.cricca == "anyone" else []
        return schema_commands(self, {"play": said, "accuse": {"combo": combos}})

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return match.OVER
        wanted = _understood(command)
        if isinstance(wanted, Refused):
            return wanted
        if seat not in self.to_act(state):
            return match.not_your_turn(seat)
        if isinstance(wanted, Play):
            return _play(state, seat, wanted)
        return _accuse(state, seat) if wanted == ACCUSE else _name(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        hand = state.hands[state.turn]
        if state.phase == "name":
            return state.turn, NAMES[max(NAMES, key=lambda suit: sum(card.suit == suit for card in hand))]
        card = min(must_follow(hand, state.trick), key=lambda card: _price(state, card))
        return state.turn, match.play(card)

    def claims(self, state: State) -> Order | None:
        """After the first trick, in which the cricca may be accused."""
        return Order(RANKING, state.trump) if state.phase == "play" and state.tricks else None

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return {
            **match.view(self, state, viewer),
            "namer": state.namer,
            "trump": state.trump,
            "cricca": state.cricca,
            "cricca_by": state.rules.cricca,
            "last_trick": SCORINGS[state.rules.scoring].last_trick,
            "signalled": plain(state.signalled),
            "sources": scoring.sources(state),
            **(_words(state, viewer) if viewer is not None else {}),
        }

    def totals(self, state: State) -> tuple[int, ...]:
        return scoring.totals(state)

    def so_far(self, state: State) -> tuple[int, ...]:
        return match.worth_taken(state, worth)

    def tally(self, event: Event) -> tuple[tuple[int, str], ...]:
        facts = event.public
        if event.kind == "played":
            return ((facts["seat"], "signals"),) if "signal" in facts else ()
        return ((facts["seat"], "cricca"),) if event.kind == "accused" else ()


# ---- dealing


def _between_deals(rules: Rules, dealer: int, sheet: tuple[SheetLine, ...] = ()) -> State:
    hands = ((),) * PLAYERS
    state = State(rules, dealer, "deal", len(sheet), hands, Trick((dealer + 1) % PLAYERS), sheet=sheet)
    if not sheet:
        return state
    namer = (state.dealer + 1) % PLAYERS
    return replace_fields(state, namer=namer, trick=Trick(namer))


def _namer(state: State, deal: Deal) -> int:
    """The seat that names: in the first deal the holder of the 4 of denari, then the dealer's right."""
    if state.deal:
        return (deal.dealer + 1) % PLAYERS
    return next(seat for seat, hand in enumerate(deal.hands) if ITALIAN40.cards[NAMING_CARD] in hand)


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if wrong := match.not_to_deal(state, deal.dealer):
        return wrong
    size = len(ITALIAN40.cards) // PLAYERS
    if deal.stock or [len(hand) for hand in deal.hands] != [size] * PLAYERS:
        return Refused("wrong_cards", f"{PLAYERS} hands of {size} cards are dealt, and no stock")
    if {*codes(sum(deal.hands, ()))} != {*ITALIAN40.cards}:
        return Refused("wrong_cards", "the cards dealt are not the pack")
    return None


# ---- naming, accusing and playing


class Play(NamedTuple):
    """A card, and the word that goes with it."""

    card: Card
    signal: str | None


def _understood(command: Command) -> Play | Command | Refused:
    """Parse a command: a play, the name of a suit, or the accusa of the cricca."""
    fields = dict(command.fields)
    if command.do != "play" or "card" not in fields or not fields.keys() <= {"card", "signal"}:
        if command == ACCUSE or command in NAMES.values():
            return command
        return Refused("bad_command", "'name' a suit, 'play' a card, or 'accuse' the combo cricca")
    card = match.card_of(fields["card"], ITALIAN40)
    if isinstance(card, Refused):
        return card
    if "signal" in fields and fields["signal"] not in signals.CODES:
        return Refused("bad_command", f"a signal is one of {', '.join(signals.CODES)}")
    return Play(card, fields.get("signal"))


def _name(state: State, seat: int, command: Command) -> Step[State] | Refused:
    if state.phase != "name":
        return Refused("named_already", "the trumps of this deal are named")
    suit = command.get("suit")
    return Step(
        replace_fields(state, phase="play", trump=suit), (Event("named", {"seat": seat, "suit": suit}),)
    )


def _holds_cricca(state: State, hand: tuple[Card, ...]) -> bool:
    return {rank + str(state.trump) for rank in HONOURS} <= {*codes(hand)}


def _wrong_accusa(state: State, seat: int) -> Refused | None:
    """Return why the seat on turn may not accuse the cricca now."""
    if state.phase == "name":
        return Refused("name_first", "the trumps are named first")
    if state.rules.cricca != "anyone":
        return Refused("no_accusa", "at this table nobody accuses")
    if state.tricks:
        return Refused("accuse_too_late", "the cricca is accused in the first trick")
    if state.cricca is not None:
        return Refused("accuse_already", "this was accused in this deal")
    if not _holds_cricca(state, state.hands[seat]):
        return Refused("accuse_not_held", "the hand does not hold the three highest trumps")
    return None


def _accuse(state: State, seat: int) -> Step[State] | Refused:
    return _wrong_accusa(state, seat) or _scored_cricca(Step(state, ()), seat)


def _scored_cricca(step: Step[State], seat: int) -> Step[State]:
    made = replace_fields(step.state, cricca=seat)
    facts = {"seat": seat, "combo": "cricca", "suit": made.trump, "points": scoring.bonus(made.rules.scoring)}
    return Step(made, (*step.events, Event("accused", {**facts, "totals": plain(scoring.totals(made))})))


def _cricca_led(state: State, seat: int, card: Card) -> bool:
    """Return whether the namer shows the cricca with this card: the ace of trumps, led to the first trick."""
    if state.tricks or state.trick.cards or state.rules.cricca != "namer":
        return False
    is_ace = (card.suit, card.rank) == (state.trump, "A")
    return is_ace and _holds_cricca(state, state.hands[seat])


def _play(state: State, seat: int, play: Play) -> Step[State] | Refused:
    if wrong := _wrong_play(state, seat, play):
        return wrong
    card = play.card
    played = replace_fields(state, hands=put_down(state.hands, seat, card), trick=state.trick.with_card(card))
    public: dict[str, Json] = {"seat": seat, "card": card.code}
    if play.signal is not None:
        public["signal"] = play.signal
        given = Signalled(seat, len(state.tricks), card, play.signal)
        played = replace_fields(played, signalled=(*state.signalled, given))
    step = Step(played, (Event("played", public),))
    if _cricca_led(state, seat, card):
        step = _scored_cricca(step, seat)
    return step if len(played.trick.cards) < PLAYERS else _close_trick(step)


def _wrong_play(state: State, seat: int, play: Play) -> Refused | None:
    hand, card = state.hands[seat], play.card
    if card not in hand:
        return match.not_in_hand(card)
    if state.phase == "name":
        return Refused("name_first", "the trumps are named first")
    return match.wrong_card(ITALIAN40, card, hand, state.trick) or signals.refusal(
        state, seat, card, play.signal
    )


def _ways(state: State, seat: int, command: Command) -> tuple[Command, ...]:
    """A command, for a card also with each word that may be said with it."""
    if command.do != "play":
        return (command,)
    words = signals.offered(state, seat, ITALIAN40.cards[command.get("card")])
    return (command, *(Command.of("play", card=command.get("card"), signal=word) for word in words))


def _close_trick(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, RANKING, step.state.trump)
    after = Step(taken, (*step.events, event))
    return after if any(taken.hands) else _close_deal(after)


def _close_deal(step: Step[State]) -> Step[State]:
    closed = match.score(step, scoring.sheet_line(step.state))
    over = closed.state
    if scoring.is_decided(over):
        return match.finish(closed, Maraffone)
    return Step(_between_deals(over.rules, over.first_dealer, over.sheet), closed.events)


# ---- small things


def _words(state: State, viewer: int) -> dict[str, Json]:
    """The words that the leader may say with each card, if the viewer leads and words are played."""
    is_leading = state.phase == "play" and viewer == state.turn and not state.trick.cards
    if not is_leading or len(state.hands[viewer]) == 1 or not signals.SIGNALS[state.rules.signals]:
        return {}
    hand = state.hands[viewer]
    said = {suit: [*signals.offered(state, viewer, card)] for suit, card in {c.suit: c for c in hand}.items()}
    return {"signals": {card.code: said[card.suit] for card in hand}}


def _price(state: State, card: Card) -> tuple[int, bool, int]:
    """The cost of losing a card, as a sort key: its thirds, whether it is a trump, then its strength."""
    return worth(card), card.suit == state.trump, RANKING.strength(card)
