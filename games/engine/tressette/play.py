"""A match of Tressette: dealing, accusing, playing, taking, and what everybody may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine.cards import ITALIAN40, Card, codes
from games.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer
from games.engine.tressette import scoring
from games.engine.tressette.accuse import COMBOS, Accusa, held
from games.engine.tressette.rules import OPTIONS, PRESETS, Rules, rules_from, rules_json
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
        leader = (deal.dealer + 1) % state.players
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
        return _play(state, seat, wanted) if isinstance(wanted, Card) else _accuse(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        seat = state.turn
        card = min(must_follow(state.hands[seat], state.trick), key=_price)
        return seat, Command.of("play", card=card.code)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        own = {} if viewer is None else {"hand": codes(state.hands[viewer])}
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


def _understood(command: Command) -> Card | Command | Refused:
    """The card to play, or the accuse; refused when it is neither."""
    if command in COMBOS:
        return command
    if command.do == "accuse":
        return Refused("bad_command", "accuse a napoletana and its suit, or three or four and their rank")
    if command.do != "play" or [name for name, _ in command.fields] != ["card"]:
        return Refused("bad_command", "a command of this table is 'play' with a card, or 'accuse'")
    card = ITALIAN40.read(command.get("card"))
    return card if isinstance(card, Card) else Refused("bad_command", card.message)


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


def _play(state: State, seat: int, card: Card) -> Step[State] | Refused:
    hand = state.hands[seat]
    if card not in hand:
        return Refused("not_in_hand", f"{card} is not in the hand", {"card": card.code})
    if card not in must_follow(hand, state.trick):
        suit = state.trick.cards[0].suit
        return Refused("must_follow_suit", f"one must play {ITALIAN40.suits[suit]}", {"suit": suit})
    rest = tuple(other for other in hand if other != card)
    hands = (*state.hands[:seat], rest, *state.hands[seat + 1 :])
    played = replace(state, hands=hands, trick=state.trick.with_card(card))
    event = Event("played", {"seat": seat, "card": card.code})
    if len(played.trick.cards) < state.players:
        return Step(played, (event,))
    return _close_trick(Step(played, (event,)))


def _close_trick(step: Step[State]) -> Step[State]:
    state = step.state
    trick = state.trick
    winner = trick.seat(winning_position(trick, ITALIAN40), state.players)
    taken = replace(state, trick=Trick(winner), tricks=(*state.tricks, Presa(trick, winner)))
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
    after = Step(taken, (*step.events, event))
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


# ---- small things


def _price(card: Card) -> tuple[int, int]:
    """What losing a card costs: its thirds, then its strength."""
    return scoring.worth(card), ITALIAN40.strength(card)


def _listed(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)
