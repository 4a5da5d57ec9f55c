"""A match of Whist: dealing, bidding, playing, taking, and what everybody may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine.cards import FRENCH52, Card, codes
from games.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer
from games.engine.tricks import Trick, must_follow, winning_position
from games.engine.whist import scoring
from games.engine.whist.bidding import forbidden, legal_bids, plausible_bid, wrong_bid
from games.engine.whist.rules import MOST, OPTIONS, PRESETS, Rules, rules_from, rules_json
from games.engine.whist.state import Presa, State, dump, load


class Whist(Game[Rules, State]):
    name = "whist"
    deck = FRENCH52
    players = (4, 5, 6, 3, 2)
    presets = PRESETS
    options = OPTIONS

    def rules_from(self, data: Json) -> Rules | Refused:
        return rules_from(data)

    def rules_json(self, rules: Rules) -> dict[str, Json]:
        return rules_json(rules)

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        if players not in MOST:
            return Refused("wrong_players", f"whist is not for {players} players")
        if not 0 <= dealer < players:
            return Refused("wrong_dealer", f"the dealer is a seat from 0 to {players - 1}")
        return _between_deals(rules, players, dealer, deal=0)

    def awaits_deal(self, state: State) -> int | None:
        return state.deal if state.phase == "deal" else None

    def pack(self, state: State) -> tuple[Card, ...]:
        return tuple(FRENCH52.cards.values())

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        given = state.players * state.size
        hands: list[tuple[Card, ...]] = [()] * state.players
        for place in range(state.players):
            hands[(state.di_mano + place) % state.players] = cards[place : given : state.players]
        turned = cards[given : given + 1] if state.rules.briscola else ()
        return Deal(state.dealer, tuple(hands), turned)

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        turned = deal.stock[0] if deal.stock else None
        dealt = replace(state, phase="bid", hands=deal.hands, turned=turned)
        hands = [codes(hand) for hand in deal.hands]
        event = Event(
            "dealt",
            {
                "deal": state.deal,
                "dealer": deal.dealer,
                "counts": [len(hand) for hand in hands],
                "turned": turned.code if turned else None,
            },
            private={seat: {"hand": hand} for seat, hand in enumerate(hands)},
            sealed={"hands": hands, "stock": codes(deal.stock)},
        )
        return Step(dealt, (event,))

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase in ("bid", "play") else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == "bid":
            return tuple(Command.of("bid", tricks=tricks) for tricks in legal_bids(state))
        return tuple(Command.of("play", card=card.code) for card in _playable(state))

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return Refused("match_over", "the match is over")
        wanted = _understood(command)
        if isinstance(wanted, Refused):
            return wanted
        if seat not in self.to_act(state):
            return Refused("not_your_turn", f"it is not the turn of seat {seat}", {"seat": seat})
        if isinstance(wanted, Card):
            return _play(state, seat, wanted)
        return _bid(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        seat = state.turn
        if state.phase == "bid":
            return seat, Command.of("bid", tricks=plausible_bid(state))
        card = min(_playable(state), key=lambda card: _price(state, card))
        return seat, Command.of("play", card=card.code)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        own = {} if viewer is None else {"hand": codes(state.hands[viewer])}
        places = scoring.places(state)
        return {
            "game": self.name,
            "phase": state.phase,
            "players": state.players,
            "sides": list(self.sides(state)),
            "deal": state.deal,
            "schedule": list(state.schedule),
            "cards": state.size,
            "dealer": state.dealer,
            "to_act": list(self.to_act(state)),
            **own,
            "counts": [len(hand) for hand in state.hands],
            "asso_alto": state.rules.asso_alto,
            "trump": {"suit": state.turned.suit, "card": state.turned.code} if state.turned else None,
            "bids": list(state.bids_by_seat),
            "forbidden": _forbidden_json(state),
            "trick": {"leader": state.trick.leader, "cards": codes(state.trick.cards)},
            "tricks": [presa.as_json() for presa in state.tricks],
            "taken": list(state.made),
            "made": list(state.made),
            "sheet": [line.as_json() for line in state.sheet],
            "totals": list(scoring.totals(state)),
            "places": None if places is None else list(places),
        }

    def sides(self, state: State) -> tuple[int, ...]:
        return tuple(range(state.players))

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
    if state.phase != "deal":
        return Refused("deal_unfinished", "the deal before is not played out")
    if deal.dealer != state.dealer:
        return Refused("wrong_dealer", f"the dealer is seat {state.dealer}", {"dealer": state.dealer})
    turned = "one card is turned" if state.rules.briscola else "no card is turned"
    if (
        len(deal.stock) != int(state.rules.briscola)
        or [len(hand) for hand in deal.hands] != [state.size] * state.players
    ):
        return Refused("wrong_cards", f"{state.players} hands of {state.size} cards are dealt, and {turned}")
    dealt = codes([*deal.stock, *(card for hand in deal.hands for card in hand)])
    if len({*dealt} & {*FRENCH52.cards}) != len(dealt):
        return Refused("wrong_cards", "the cards dealt are not of the pack")
    return None


# ---- bidding and playing


def _understood(command: Command) -> Card | int | Refused:
    """The card to play, or the tricks bid; refused when it is neither."""
    names = [name for name, _ in command.fields]
    if command.do == "bid" and names == ["tricks"]:
        tricks = command.get("tricks")
        return tricks if type(tricks) is int else Refused("bad_command", "bid a whole number of tricks")
    if command.do != "play" or names != ["card"]:
        return Refused("bad_command", "a command of this table is 'bid' with tricks, or 'play' with a card")
    card = FRENCH52.read(command.get("card"))
    return card if isinstance(card, Card) else Refused("bad_command", card.message)


def _bid(state: State, seat: int, tricks: int) -> Step[State] | Refused:
    if state.phase != "bid":
        return Refused("bid_too_late", "everybody has bid, and cards are played")
    if wrong := wrong_bid(state, tricks):
        return wrong
    bids = (*state.bids, tricks)
    phase = "play" if len(bids) == state.players else "bid"
    return Step(replace(state, bids=bids, phase=phase), (Event("bid", {"seat": seat, "tricks": tricks}),))


def _playable(state: State) -> tuple[Card, ...]:
    return must_follow(state.hands[state.turn], state.trick, state.trump)


def _play(state: State, seat: int, card: Card) -> Step[State] | Refused:
    if wrong := _wrong_play(state, seat, card):
        return wrong
    rest = tuple(other for other in state.hands[seat] if other != card)
    hands = (*state.hands[:seat], rest, *state.hands[seat + 1 :])
    played = replace(state, hands=hands, trick=state.trick.with_card(card))
    event = Event("played", {"seat": seat, "card": card.code})
    if len(played.trick.cards) < state.players:
        return Step(played, (event,))
    return _close_trick(Step(played, (event,)))


def _wrong_play(state: State, seat: int, card: Card) -> Refused | None:
    if card not in state.hands[seat]:
        return Refused("not_in_hand", f"{card} is not in the hand", {"card": card.code})
    if state.phase == "bid":
        return Refused("bid_first", "cards are played when everybody has bid")
    playable = _playable(state)
    if card in playable:
        return None
    suit = playable[0].suit
    if suit == state.trick.led:
        return Refused("must_follow_suit", f"one must play {FRENCH52.suits[suit]}", {"suit": suit})
    return Refused("must_trump", f"one must trump with {FRENCH52.suits[suit]}", {"suit": suit})


def _close_trick(step: Step[State]) -> Step[State]:
    state = step.state
    trick = state.trick
    winner = trick.seat(winning_position(trick, state.rules.deck, state.trump), state.players)
    taken = replace(state, trick=Trick(winner), tricks=(*state.tricks, Presa(trick, winner)))
    event = Event(
        "taken",
        {
            "seat": winner,
            "side": winner,
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
    if len(sheet) == len(over.schedule):
        places = list(scoring.places(over) or ())
        return Step(over, (*events, Event("finished", {"totals": totals, "places": places})))
    following = _between_deals(over.rules, over.players, over.first_dealer, over.deal + 1)
    return Step(replace(following, sheet=sheet), events)


# ---- small things


def _price(state: State, card: Card) -> tuple[bool, int]:
    """What losing a card costs: trumps are dearer, then the stronger is."""
    return card.suit == state.trump, state.rules.deck.strength(card)


def _forbidden_json(state: State) -> dict[str, Json] | None:
    """The number with its reason: so much is bid, so many tricks there are."""
    no = forbidden(state)
    return None if no is None else {"tricks": no, "sum": sum(state.bids), "cards": state.size}
