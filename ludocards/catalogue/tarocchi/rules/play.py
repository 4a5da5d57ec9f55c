"""A match of Tarocchi: dealing in two parts, bidding, the scarto, playing, and the views of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ludocards.catalogue.tarocchi.rules import scoring
from ludocards.catalogue.tarocchi.rules.bidding import (
    LOCKED,
    SILENCE,
    Bidding,
    Call,
    Contract,
    Window,
    may_call,
    offers,
    outcome,
    possible_calls,
    refusal,
)
from ludocards.catalogue.tarocchi.rules.following import FUGGITIVO, TRUMPS, duty, forces, playable, why_not
from ludocards.catalogue.tarocchi.rules.presets import OPTIONS, PRESETS, Rules, rules_from
from ludocards.catalogue.tarocchi.rules.scorepad import scorepad
from ludocards.catalogue.tarocchi.rules.state import NOTHING, SheetLine, State, load
from ludocards.catalogue.tarocchi.rules.wire import WIRE
from ludocards.catalogue.tarocchi.rules.worlds import determinized
from ludocards.catalogue.tarocchi.values import (
    FIRST_HAND,
    MONTE,
    PACKET,
    PLAYERS,
    RANKING,
    TOO_DEAR,
    VALUES,
    WHOLE_HAND,
)
from ludocards.engine import match
from ludocards.engine.cards import SICILIAN63, Card, codes
from ludocards.engine.game import CLOCK, Command, Deal, Event, Game, Json, Refused, Step, Viewer, plain
from ludocards.engine.match import card_of, packets, replace_fields
from ludocards.engine.once import once
from ludocards.engine.scorepad import ScorepadForm
from ludocards.engine.tricks import Order, Trick, put_down

TIMEOUT = Command.of("timeout")
MOMENTS = {"call": "bid", "timeout": "bid", "discard": "discard", "play": "play"}
"""The phase in which each command is possible."""


class Tarocchi(Game[Rules, State]):
    """Tarocchi siciliani, for three."""

    name = "tarocchi"
    deck = SICILIAN63
    players = (PLAYERS,)
    own = ("hand", "monte", "scarto")
    window_name = "bidding"
    pauses: Mapping[str, float] = {**Game.pauses, "closed": 1.5}
    presets = PRESETS
    quick_preset = "breve"
    options = OPTIONS
    wire = WIRE
    rules_from = staticmethod(rules_from)
    determinized = staticmethod(determinized)
    load = staticmethod(load)

    def lasting(self, deals: int) -> Mapping[str, Json]:
        return {"deals": deals, "countAbandoned": True}

    def length(self, rules: Rules, players: int) -> int | None:
        return rules.deals if rules.count_abandoned else None

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return scoring.deal_bounds(rules)

    def packet(self, rules: Rules) -> int:
        return PACKET

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        wrong = match.wrong_start(rules.preset, self.players, players, dealer)
        return wrong or _between_deals(rules, dealer, deal=0)

    def resume(self, rules: Rules, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]) -> State:
        resumed = _between_deals(rules, dealer, len(scored), tuple(map(SheetLine.from_json, scored)))
        return match.resumed(resumed, scoring.is_decided)

    def scorepad(self, rules: Rules, players: int) -> ScorepadForm:
        return scorepad(rules)

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        return Deal(state.dealer, packets(cards[:-MONTE], PLAYERS, state.dealer, PACKET), cards[-MONTE:])

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        hands = tuple(hand[:FIRST_HAND] for hand in deal.hands)
        later = tuple(hand[FIRST_HAND:] for hand in deal.hands)
        dealt = replace_fields(state, phase="bid", hands=hands, later=later, monte=deal.stock)
        return Step(dealt, (match.dealt(dealt, deal),))

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.phase == "bid":
            spoken = {call.seat for call in state.calls}
            return tuple(seat for seat in range(PLAYERS) if seat not in spoken)
        if state.phase == "discard":
            return (state.dealer,)
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        """As in `Game`; each scarto is listed once, its cards in the order of the hand."""
        if seat == CLOCK and state.phase == "bid":
            return (TIMEOUT,)
        if seat not in self.to_act(state):
            return ()
        if state.phase == "bid":
            return tuple(call.command for call in may_call(state.calls, seat, state.rules))
        if state.phase == "discard":
            dear = too_dear(state.rules)
            free = codes(card for card in state.hands[seat] if card not in dear)
            return tuple([Command("discard", (("cards", cards),)) for cards in combinations(free, MONTE)])
        return tuple(map(match.play, _playable(state)))

    def possible(self, rules: Rules, players: int) -> Iterator[Command]:
        """As in `Game`; the calls, every scarto that the rules allow, the cards."""
        yield from (call.command for call in possible_calls(rules))
        free = codes(card for card in self.deck.cards.values() if card not in too_dear(rules))
        yield from (Command("discard", (("cards", cards),)) for cards in combinations(free, MONTE))
        yield from map(match.play, self.deck.cards.values())

    def listed(self, state: State, seat: int) -> tuple[Command, ...]:
        return () if state.phase == "discard" else self.legal(state, seat)

    def duty(self, state: State, seat: int) -> Refused | None:
        if state.phase != "play" or seat != state.turn:
            return None
        return duty(state.hands[seat], state.trick, state.opened, state.rules)

    def window(self, state: State) -> Bidding | None:
        return Bidding.of(state.rules, state.dealer) if state.phase == "bid" else None

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return match.OVER
        wanted = _understood(seat, command)
        if isinstance(wanted, Refused):
            return wanted
        if state.phase not in ("deal", MOMENTS[command.do]):
            return Refused("wrong_phase", "this is not the moment for it", {"phase": state.phase})
        if wanted is None and state.phase == "bid":
            return _close_bidding(Step(state, ()), SILENCE)
        if isinstance(wanted, Call) and (refused := _refused_call(state, wanted)):
            return refused
        if seat not in self.to_act(state):
            return match.not_your_turn(seat)
        if isinstance(wanted, Call):
            return _call(state, wanted)
        return _play(state, seat, wanted) if isinstance(wanted, Card) else _discard(state, wanted or ())

    def on_timeout(self, state: State) -> tuple[int, Command]:
        if state.phase == "bid":
            return CLOCK, TIMEOUT
        if state.phase == "discard":
            return state.dealer, min(self.legal(state, state.dealer), key=_price_of_scarto)
        return state.turn, match.play(min(_playable(state), key=_price))

    def claims(self, state: State) -> Order | None:
        return Order(RANKING, TRUMPS) if state.phase == "play" else None

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return {
            **match.view(self, state, viewer),
            "rules": _shown_rules(self, state.rules),
            "calls": plain(state.calls),
            "offers": [{"seat": call.seat, "points": call.number} for call in _open_offers(state)],
            "window": _window(state) if state.phase == "bid" else None,
            "contract": plain(state.contract),
            "led": state.trick.led,
            "opened": sorted(state.opened & set("OCSB")),
            "payments": plain(scoring.payments(state)),
            "sources": scoring.sources(state),
            **(_shown_monte(state) if state.rules.monte_shown else {}),
            **({} if viewer is None else _own(state, viewer)),
        }

    def tally(self, event: Event) -> tuple[tuple[int, str], ...]:
        return ((event.public["seat"], event.public["call"]),) if event.kind == "called" else ()


# ---- dealing


def _between_deals(rules: Rules, first_dealer: int, deal: int, sheet: tuple[SheetLine, ...] = ()) -> State:
    leader = (first_dealer + deal + 1) % PLAYERS
    return State(rules, first_dealer, "deal", deal, Trick(leader), sheet=sheet)


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if wrong := match.not_to_deal(state, deal.dealer):
        return wrong
    sizes = [len(cards) for cards in (*deal.hands, deal.stock)]
    if sizes != [WHOLE_HAND] * PLAYERS + [MONTE]:
        return Refused("wrong_cards", f"{PLAYERS} hands of {WHOLE_HAND} and {MONTE} more cards are dealt")
    if {card for cards in (*deal.hands, deal.stock) for card in cards} != {*SICILIAN63.cards.values()}:
        return Refused("wrong_cards", "the cards dealt are not the pack")
    return None


def _deal_the_rest(step: Step[State]) -> Step[State]:
    """Deal five more cards to each player, and the monte to the dealer, who must then discard three."""
    state = step.state
    given = [state.later[seat] + (state.monte if seat == state.dealer else ()) for seat in range(PLAYERS)]
    hands = tuple(hand + cards for hand, cards in zip(state.hands, given, strict=True))
    dealt = replace_fields(state, phase="discard", hands=hands, later=NOTHING)
    own: dict[int, dict[str, Json]] = {
        seat: {"hand": codes(hands[seat]), "new": codes(state.later[seat])} for seat in range(PLAYERS)
    }
    own[state.dealer] |= _shown_monte(dealt)
    public = {"deal": state.deal, "dealer": state.dealer, "counts": [len(hand) for hand in hands]}
    if state.rules.monte_shown:
        public |= _shown_monte(dealt)
    return Step(dealt, (*step.events, Event("dealt", public, private=own)))


# ---- bidding


def _refused_call(state: State, call: Call) -> Refused | None:
    """The reason why a seat may not make this call, if any."""
    if state.phase != "bid" or call.seat not in range(PLAYERS):
        return None
    return refusal(state.calls, call, state.rules)


def _call(state: State, call: Call) -> Step[State]:
    said = replace_fields(state, calls=(*state.calls, call))
    step = Step(said, (Event("called", call.as_json()),))
    contract = outcome(said.calls, state.rules)
    return step if contract is None else _close_bidding(step, contract)


def _close_bidding(step: Step[State], contract: Contract) -> Step[State]:
    event = Event("closed", contract.as_json())
    closed = Step(replace_fields(step.state, contract=contract), (*step.events, event))
    if contract.played:
        return _deal_the_rest(closed)
    return _close_deal(
        Step(replace_fields(closed.state, hands=NOTHING, later=NOTHING, monte=()), closed.events)
    )


def _window(state: State) -> dict[str, Json]:
    return {**Window.of(state.rules).as_json(), "locked": [*LOCKED]}


def _open_offers(state: State) -> tuple[Call, ...]:
    return offers(state.calls) if state.phase == "bid" else ()


# ---- the scarto


def barred(state: State) -> frozenset[Card]:
    """The dealer's cards that may not be discarded."""
    return too_dear(state.rules).intersection(state.hands[state.dealer])


DEAR = frozenset(card for code, card in SICILIAN63.cards.items() if VALUES[code] >= TOO_DEAR)


def too_dear(rules: Rules) -> frozenset[Card]:
    """The cards that nobody may discard."""
    return frozenset() if rules.discard_policy == "free" else DEAR


def _discard(state: State, cards: tuple[Card, ...]) -> Step[State] | Refused:
    hand = state.hands[state.dealer]
    for card in cards:
        if card not in hand:
            return match.not_in_hand(card)
    if len(cards) != MONTE or len({*cards}) != MONTE:
        return Refused("wrong_scarto", f"{MONTE} different cards are laid away", {"count": MONTE})
    for card in cards:
        if card in barred(state):
            message = f"{card} is worth five points or more and may not be laid away"
            return Refused("barred_card", message, {"card": card.code})
    scarto = tuple(card for card in hand if card in cards)
    laid = replace_fields(
        state, phase="play", hands=put_down(state.hands, state.dealer, *cards), scarto=scarto
    )
    event = Event(
        "discarded",
        {"seat": state.dealer, "count": MONTE},
        private={state.dealer: {"cards": codes(scarto)}},
    )
    return Step(laid, (event,))


# ---- playing


def _playable(state: State) -> tuple[Card, ...]:
    return playable(state.hands[state.turn], state.trick, state.opened, state.rules)


def _play(state: State, seat: int, card: Card) -> Step[State] | Refused:
    hand = state.hands[seat]
    if card not in hand:
        return match.not_in_hand(card)
    if refused := why_not(card, hand, state.trick, state.opened, state.rules):
        return refused
    played = replace_fields(state, hands=put_down(state.hands, seat, card), trick=state.trick.with_card(card))
    step = Step(played, (Event("played", {"seat": seat, "card": card.code}),))
    return step if len(played.trick.cards) < PLAYERS else _close_trick(step)


def _close_trick(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, RANKING, TRUMPS)
    after = Step(taken, (*step.events, event))
    return after if any(taken.hands) else _close_deal(after)


def _close_deal(step: Step[State]) -> Step[State]:
    state = step.state
    assert state.contract is not None
    closed = match.score(step, scoring.sheet_line(state, state.contract))
    over = closed.state
    if scoring.is_decided(over):
        return match.finish(closed, Tarocchi, payments=plain(scoring.payments(over)))
    return Step(_between_deals(over.rules, over.first_dealer, over.deal + 1, over.sheet), closed.events)


# ---- what a seat alone may know


def _make_shown_rules(game: Tarocchi, rules: Rules) -> dict[str, Json]:
    return game.rules_json(rules)


_shown_rules = once(_make_shown_rules)


def _own(state: State, seat: int) -> dict[str, Json]:
    own: dict[str, Json] = {"seat": seat, "forced": _forced(state, seat)}
    if state.phase == "discard":
        own["new"] = codes(state.hands[seat][FIRST_HAND:])
    if seat == state.dealer:
        own |= {"scarto": codes(state.scarto), **_shown_monte(state)}
        if state.phase == "discard":
            dear = barred(state)
            own["discard"] = {"count": MONTE, "barred": codes(c for c in state.hands[seat] if c in dear)}
    return own


def _forced(state: State, seat: int) -> list[Json]:
    """The forced cards of the seat on turn that narrow its choice."""
    if state.phase != "play" or seat != state.turn:
        return []
    hand, follows = state.hands[seat], state.trick.led is not None
    return [
        force.as_json()
        for force in forces(hand, state.trick, state.opened, state.rules).values()
        if any(c.suit == force.card.suit and c != force.card for c in hand) or (follows and FUGGITIVO in hand)
    ]


def _shown_monte(state: State) -> dict[str, Json]:
    """The monte, once the dealer has taken it, if the rules show it."""
    return {"monte": codes(state.monte)} if state.phase in ("discard", "play", "over") else {}


# ---- small things


def _understood(seat: int, command: Command) -> Card | Call | tuple[Card, ...] | Refused | None:
    """Parse a command: a card to play, a call, a scarto, or None for the end of the window."""
    names = [name for name, _ in command.fields]
    if command.do == "call":
        return Call.from_command(seat, command)
    if command.do == "timeout" and not names:
        return None if seat == CLOCK else Refused("bad_command", "only the clock closes the bidding")
    if command.do == "discard" and names == ["cards"]:
        read = [SICILIAN63.read(code) for code in _texts(command.get("cards"))]
        cards = tuple(card for card in read if isinstance(card, Card))
        return cards if len(cards) == len(read) else Refused("bad_command", "the scarto is a list of cards")
    if command.do != "play" or names != ["card"]:
        return Refused("bad_command", "a command is 'call', 'discard' with cards, or 'play' with a card")
    return card_of(command.get("card"), SICILIAN63)


def _texts(value: Json) -> tuple[Json, ...]:
    return value if isinstance(value, tuple) else (None,)


def _price(card: Card) -> tuple[int, bool, int]:
    """The cost of losing a card, as a sort key: its points, then whether it is a trump, then its strength."""
    return VALUES[card.code], card.suit == TRUMPS, RANKING.strength(card)


def _price_of_scarto(command: Command) -> list[tuple[int, bool, int]]:
    return sorted(map(_price, SICILIAN63.of(command.get("cards"))), reverse=True)
