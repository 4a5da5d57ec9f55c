"""A match of Tressette: dealing, accusing, playing, taking, and what everybody may know of it.

`legal` names each card once: what may be declared or signalled with it is in the view of the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.engine.cards import ITALIAN40, Card, codes
from games.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer
from games.engine.tressette import announce, scoring, signals
from games.engine.tressette.accuse import COMBOS, Accusa, held
from games.engine.tressette.declarations import BOXES, CAPTURE
from games.engine.tressette.rules import OPTIONS, PRESETS, Rules, rules_from, rules_json
from games.engine.tressette.spoken import Announcement, Signalled
from games.engine.tressette.state import Presa, State, by_side, dump, load
from games.engine.tricks import Trick, must_follow, winning_position


class Tressette(Game[Rules, State]):
    name = "tressette"
    deck = ITALIAN40
    players = (4, 3)
    presets = PRESETS
    options = OPTIONS

    def rules_from(self, data: Json) -> Rules | Refused:
        return rules_from(data)

    def rules_json(self, rules: Rules) -> dict[str, Json]:
        return rules_json(rules)

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        if players not in rules.players:
            return Refused("wrong_players", f"{rules.preset} is not for {players} players")
        if not 0 <= dealer < players:
            return Refused("wrong_dealer", f"the dealer is a seat from 0 to {players - 1}")
        return _between_deals(rules, players, dealer, deal=0)

    def awaits_deal(self, state: State) -> int | None:
        return state.deal if state.phase == "deal" else None

    def pack(self, state: State) -> tuple[Card, ...]:
        return state.pack

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        hands: list[tuple[Card, ...]] = [()] * state.players
        left, seat = cards, state.dealer
        while left:
            packet = min(state.rules.deal_packet, len(left) // state.players)
            for _ in range(state.players):
                seat = (seat + 1) % state.players
                hands[seat] += left[:packet]
                left = left[packet:]
        return Deal(state.dealer, tuple(hands))

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        leader = _first_leader(state, deal)
        dealt = replace(state, phase="play", hands=deal.hands, trick=Trick(leader))
        hands = [codes(hand) for hand in deal.hands]
        event = Event(
            "dealt",
            {"deal": state.deal, "dealer": deal.dealer, "counts": [len(hand) for hand in hands]},
            private={seat: {"hand": hand} for seat, hand in enumerate(hands)},
            sealed={"hands": hands, "stock": []},
        )
        return Step(dealt, (event,))

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        plays = (Command.of("play", card=card.code) for card in must_follow(state.hands[seat], state.trick))
        accuse = (accusa.command for accusa in _open_accuse(state, seat))
        return (*plays, *accuse)

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return Refused("match_over", "the match is over")
        wanted = _understood(command)
        if isinstance(wanted, Refused):
            return wanted
        if seat not in self.to_act(state):
            return Refused("not_your_turn", f"it is not the turn of seat {seat}", {"seat": seat})
        return _play(state, seat, wanted) if isinstance(wanted, Play) else _accuse(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        seat = state.turn
        card = min(must_follow(state.hands[seat], state.trick), key=_price)
        return seat, Command.of("play", card=card.code)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        own = {} if viewer is None else {"hand": codes(state.hands[viewer])}
        choices = _manners(state, viewer) if viewer is not None and viewer in self.to_act(state) else {}
        return {
            "game": self.name,
            "phase": state.phase,
            "players": state.players,
            "sides": list(state.sides),
            "deal": state.deal,
            "dealer": state.dealer,
            "to_act": list(self.to_act(state)),
            **own,
            "counts": [len(hand) for hand in state.hands],
            "trick": {"leader": state.trick.leader, "cards": codes(state.trick.cards)},
            "tricks": [presa.as_json() for presa in state.tricks],
            "taken": list(by_side(state, [(presa.winner, 1) for presa in state.tricks])),
            "accuse": [accusa.as_json() for accusa in state.accuse],
            "announcements": [said.as_json() for said in state.announcements],
            "signalled": [given.as_json() for given in state.signalled],
            **choices,
            "sheet": [line.as_json() for line in state.sheet],
            "totals": list(scoring.totals(state)),
            "places": _listed(scoring.places(state)),
        }

    def sides(self, state: State) -> tuple[int, ...]:
        return state.sides

    def totals(self, state: State) -> tuple[int, ...]:
        return scoring.totals(state)

    def places(self, state: State) -> tuple[int, ...] | None:
        return scoring.places(state)

    def dump(self, state: State) -> dict[str, Json]:
        return dump(state)

    def load(self, data: Mapping[str, Json]) -> State:
        return load(data)


# ---- dealing


def _between_deals(rules: Rules, players: int, dealer: int, deal: int) -> State:
    leader = (dealer + deal + 1) % players
    return State(rules, players, dealer, "deal", deal, hands=((),) * players, trick=Trick(leader))


def _first_leader(state: State, deal: Deal) -> int:
    if state.deal == 0 and state.rules.first_lead == "four_of_denari":
        for seat, hand in enumerate(deal.hands):
            if "4D" in codes(hand):
                return seat
    return (deal.dealer + 1) % state.players


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if state.phase == "over":
        return Refused("match_over", "the match is over")
    if state.phase == "play":
        return Refused("deal_unfinished", "the deal before is not played out")
    if deal.dealer != state.dealer:
        return Refused("wrong_dealer", f"the dealer is seat {state.dealer}", {"dealer": state.dealer})
    size = len(state.pack) // state.players
    if deal.stock or [len(hand) for hand in deal.hands] != [size] * state.players:
        return Refused("wrong_cards", f"{state.players} hands of {size} cards are dealt, and no stock")
    dealt = sorted(card.code for hand in deal.hands for card in hand)
    if dealt != sorted(codes(state.pack)):
        return Refused("wrong_cards", "the cards dealt are not the pack")
    return None


# ---- accusing and playing


@dataclass(frozen=True, slots=True)
class Play:
    """A card, and what goes with it: boxes to declare, a signal."""

    card: Card
    declare: tuple[str, ...]
    signal: str | None


def _understood(command: Command) -> Play | Command | Refused:
    """The play, or the accuse; refused when it is neither."""
    if command in COMBOS:
        return command
    if command.do == "accuse":
        return Refused("bad_command", "accuse a napoletana and its suit, or three or four and their rank")
    fields = dict(command.fields)
    if command.do != "play" or "card" not in fields or fields.keys() - {"card", "declare", "signal"}:
        return Refused("bad_command", "a command of this table is 'play' with a card, or 'accuse'")
    card, declare, signal = ITALIAN40.read(fields["card"]), fields.get("declare", ()), fields.get("signal")
    if not isinstance(card, Card):
        return Refused("bad_command", card.message)
    if not isinstance(declare, tuple) or {*declare} - {*BOXES} or len({*declare}) < len(declare):
        return Refused("bad_command", f"declare is a list of some of {', '.join(BOXES)}")
    if "signal" in fields and signal not in signals.CODES:
        return Refused("bad_command", f"a signal is one of {', '.join(sorted(signals.CODES))}")
    return Play(card, declare, signal)


def _accuse(state: State, seat: int, command: Command) -> Step[State] | Refused:
    for accusa in _open_accuse(state, seat):
        if accusa.command == command:
            made = replace(state, accuse=(*state.accuse, accusa))
            return Step(made, (Event("accused", accusa.as_json()),))
    if len(state.tricks) >= state.rules.accuse_window:
        return Refused("accuse_too_late", "the tricks in which one may accuse are past")
    if any(accusa.command == command for accusa in held(seat, state.hands[seat])):
        return Refused("accuse_already", "this was accused in this deal")
    return Refused("accuse_not_held", "the hand does not hold this combination")


def _open_accuse(state: State, seat: int) -> list[Accusa]:
    """What the seat may accuse now, with the cards it holds now."""
    if len(state.tricks) >= state.rules.accuse_window:
        return []
    spent = [accusa.spent for accusa in state.accuse if accusa.seat == seat]
    return [accusa for accusa in held(seat, state.hands[seat]) if accusa.spent not in spent]


def _play(state: State, seat: int, play: Play) -> Step[State] | Refused:
    if wrong := _wrong_play(state, seat, play):
        return wrong
    card = play.card
    rest = tuple(other for other in state.hands[seat] if other != card)
    played = replace(
        state,
        hands=(*state.hands[:seat], rest, *state.hands[seat + 1 :]),
        trick=state.trick.with_card(card),
        capturing=(*state.capturing, seat) if CAPTURE in play.declare else state.capturing,
    )
    public: dict[str, Json] = {"seat": seat, "card": card.code}
    if play.signal is not None:
        public["signal"] = play.signal
        given = Signalled(seat, len(state.tricks), card, play.signal)
        played = replace(played, signalled=(*state.signalled, given))
    outcomes = {} if state.trick.cards else announce.leading(state, seat, card, play.declare)
    step = _announced(played, Event("played", public), seat, outcomes)
    return step if len(played.trick.cards) < state.players else _close_trick(step)


def _wrong_play(state: State, seat: int, play: Play) -> Refused | None:
    hand, card = state.hands[seat], play.card
    if card not in hand:
        return Refused("not_in_hand", f"{card} is not in the hand", {"card": card.code})
    if card not in must_follow(hand, state.trick):
        suit = state.trick.cards[0].suit
        return Refused("must_follow_suit", f"one must play {ITALIAN40.suits[suit]}", {"suit": suit})
    return announce.refusal(state, seat, play.declare) or signals.refusal(state, seat, card, play.signal)


def _announced(
    state: State, event: Event, seat: int, outcomes: Mapping[str, announce.Outcome]
) -> Step[State]:
    """The event, then what the seat says; of a box that says nothing only the seat itself hears why."""
    said = tuple(outcome for outcome in outcomes.values() if isinstance(outcome, Announcement))
    unsaid = {box: why for box, why in outcomes.items() if isinstance(why, str)}
    told = replace(event, private={seat: {"unsaid": unsaid}} if unsaid else {})
    after = replace(state, announcements=(*state.announcements, *said))
    return Step(after, (told, *(Event("announced", each.as_json()) for each in said)))


def _close_trick(step: Step[State]) -> Step[State]:
    state = step.state
    trick = state.trick
    winner = trick.seat(winning_position(trick, ITALIAN40), state.players)
    taken = replace(state, trick=Trick(winner), tricks=(*state.tricks, Presa(trick, winner)), capturing=())
    event = Event(
        "taken",
        {
            "seat": winner,
            "side": state.sides[winner],
            "trick": len(state.tricks),
            "leader": trick.leader,
            "cards": codes(trick.cards),
        },
    )
    outcomes = {CAPTURE: announce.taking(taken)} if winner in state.capturing else {}
    told = _announced(taken, event, winner, outcomes)
    after = Step(told.state, (*step.events, *told.events))
    return after if any(taken.hands) else _close_deal(after)


def _close_deal(step: Step[State]) -> Step[State]:
    line = scoring.sheet_line(step.state)
    sheet = (*step.state.sheet, line)
    over = replace(step.state, phase="over", sheet=sheet)
    totals = list(scoring.totals(over))
    events = (*step.events, Event("scored", {"deal": over.deal, **line.as_json(), "totals": totals}))
    if scoring.is_decided(over):
        places = _listed(scoring.places(over))
        return Step(over, (*events, Event("finished", {"totals": totals, "places": places})))
    following = _between_deals(over.rules, over.players, over.first_dealer, over.deal + 1)
    return Step(replace(following, sheet=sheet), events)


# ---- what the seat on turn may know


def _manners(state: State, seat: int) -> dict[str, Json]:
    """How the seat may play its cards: what it may declare with each, which signals it may give."""
    manners: dict[str, Json] = {}
    if boxes := announce.boxes(state, seat):
        manners["declarations"] = {"boxes": list(boxes), "preview": announce.preview(state, seat)}
    if state.rules.signals != "none" and len(state.hands[seat]) > 1:
        cards = must_follow(state.hands[seat], state.trick)
        manners["signals"] = {card.code: list(signals.offered(state, seat, card)) for card in cards}
    return manners


# ---- small things


def _price(card: Card) -> tuple[int, int]:
    """What losing a card costs: its thirds, then its strength."""
    return scoring.worth(card), ITALIAN40.strength(card)


def _listed(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)
