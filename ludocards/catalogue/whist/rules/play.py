"""A match of Whist: dealing, bidding, playing, taking, and the views of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludocards.catalogue.whist.rules import scoring
from ludocards.catalogue.whist.rules.bidding import forbidden, legal_bids, plausible_bid, wrong_bid
from ludocards.catalogue.whist.rules.presets import OPTIONS, PRESETS, Rules, rules_from, schedule
from ludocards.catalogue.whist.rules.scorepad import scorepad
from ludocards.catalogue.whist.rules.state import SheetLine, State, load
from ludocards.catalogue.whist.rules.wire import WIRE
from ludocards.catalogue.whist.rules.worlds import determinized
from ludocards.catalogue.whist.values import MOST
from ludocards.engine import match
from ludocards.engine.cards import FRENCH52, Card, codes
from ludocards.engine.commands import schema_commands
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer, plain
from ludocards.engine.match import card_of, packets, replace_fields
from ludocards.engine.tricks import Order, Trick, must_follow, put_down

BIDS = [Command.of("bid", tricks=tricks) for tricks in range(max(MOST.values()) + 1)]


class Whist(Game[Rules, State]):
    """Whist of Ludopoli, in which each says how many tricks they will take, for two to six."""

    name = "whist"
    deck = FRENCH52
    players = (4, 5, 6, 3, 2)
    presets = PRESETS
    options = OPTIONS
    wire = WIRE
    rules_from = staticmethod(rules_from)
    determinized = staticmethod(determinized)
    load = staticmethod(load)
    scorepad = staticmethod(scorepad)

    def length(self, rules: Rules, players: int) -> int | None:
        return len(schedule(rules, players))

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return scoring.deal_bounds(MOST[players])

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        wrong = match.wrong_start(self.name, MOST, players, dealer)
        return wrong or _between_deals(rules, players, dealer, deal=0)

    def resume(self, rules: Rules, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]) -> State:
        sheet = tuple(map(SheetLine.from_json, scored))
        return match.resumed(_between_deals(rules, players, dealer, len(sheet), sheet), scoring.is_decided)

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        given = state.players * state.size
        turned = cards[given : given + 1] if state.rules.briscola else ()
        return Deal(state.dealer, packets(cards[:given], state.players, state.dealer, 1), turned)

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := _wrong_deal(state, deal):
            return wrong
        turned = deal.stock[0] if deal.stock else None
        dealt = replace_fields(state, phase="bid", hands=deal.hands, turned=turned)
        return Step(dealt, (match.dealt(dealt, deal, turned=plain(turned)),))

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase in ("bid", "play") else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == "bid":
            return tuple([BIDS[tricks] for tricks in legal_bids(state)])
        return tuple(map(match.play, _playable(state)))

    def duty(self, state: State, seat: int) -> Refused | None:
        if seat not in self.to_act(state):
            return None
        if state.phase == "bid":
            no = forbidden(state)
            return None if no is None else wrong_bid(state, no)
        return match.duty(FRENCH52, state.hands[seat], state.trick, state.trump)

    def possible(self, rules: Rules, players: int) -> Iterator[Command]:
        return schema_commands(self, {"bid": {"tricks": range(MOST[players] + 1)}})

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if state.phase == "over":
            return match.OVER
        wanted = _understood(command)
        if isinstance(wanted, Refused):
            return wanted
        if seat not in self.to_act(state):
            return match.not_your_turn(seat)
        if isinstance(wanted, Card):
            return _play(state, seat, wanted)
        return _bid(state, seat, wanted)

    def on_timeout(self, state: State) -> tuple[int, Command]:
        if state.phase == "bid":
            return state.turn, BIDS[plausible_bid(state)]
        return state.turn, match.play(min(_playable(state), key=lambda card: _price(state, card)))

    def claims(self, state: State) -> Order | None:
        out = (state.turned,) if state.turned else ()
        return Order(state.rules.ranking, state.trump, out) if state.phase == "play" else None

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        common = match.view(self, state, viewer)
        return {
            **common,
            "schedule": [*state.schedule],
            "cards": state.size,
            "asso_alto": state.rules.asso_alto,
            "trump": {"suit": state.turned.suit, "card": state.turned.code} if state.turned else None,
            "bids": [*state.bids_by_seat],
            "bids_sum": sum(state.bids),
            "forbidden": _forbidden_json(state),
            "made": common["taken"],
            "sources": scoring.sources(state),
        }

    def tally(self, event: Event) -> tuple[tuple[int, str], ...]:
        if event.kind != "scored":
            return ()
        line = event.public
        made = [seat for seat, bid in enumerate(line["bids"]) if bid == line["made"][seat]]
        return (
            *((seat, "bids") for seat in range(len(line["bids"]))),
            *((seat, "bids_made") for seat in made),
        )


# ---- dealing


def _between_deals(
    rules: Rules, players: int, dealer: int, deal: int, sheet: tuple[SheetLine, ...] = ()
) -> State:
    leader = Trick((dealer + deal + 1) % players)
    return State(rules, players, dealer, "deal", deal, hands=((),) * players, trick=leader, sheet=sheet)


def _wrong_deal(state: State, deal: Deal) -> Refused | None:
    if wrong := match.not_to_deal(state, deal.dealer):
        return wrong
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
    """Parse a command: a card to play, or the number of tricks bid."""
    match command:
        case Command("play", (("card", code),)):
            return card_of(code, FRENCH52)
        case Command("bid", (("tricks", tricks),)):
            return tricks if type(tricks) is int else Refused("bad_command", "bid a whole number of tricks")
    return Refused("bad_command", "a command of this table is 'bid' with tricks, or 'play' with a card")


def _bid(state: State, seat: int, tricks: int) -> Step[State] | Refused:
    if state.phase != "bid":
        return Refused("bid_too_late", "everybody has bid, and cards are played")
    if wrong := wrong_bid(state, tricks):
        return wrong
    bids = (*state.bids, tricks)
    phase = "play" if len(bids) == state.players else "bid"
    bid = {"seat": seat, "tricks": tricks, "bids_sum": sum(bids)}
    return Step(replace_fields(state, bids=bids, phase=phase), (Event("bid", bid),))


def _playable(state: State) -> tuple[Card, ...]:
    return must_follow(state.hands[state.turn], state.trick, state.trump)


def _play(state: State, seat: int, card: Card) -> Step[State] | Refused:
    if wrong := _wrong_play(state, seat, card):
        return wrong
    played = replace_fields(state, hands=put_down(state.hands, seat, card), trick=state.trick.with_card(card))
    step = Step(played, (Event("played", {"seat": seat, "card": card.code}),))
    return step if len(played.trick.cards) < state.players else _close_trick(step)


def _wrong_play(state: State, seat: int, card: Card) -> Refused | None:
    if card not in state.hands[seat]:
        return match.not_in_hand(card)
    if state.phase == "bid":
        return Refused("bid_first", "cards are played when everybody has bid")
    return match.wrong_card(FRENCH52, card, state.hands[seat], state.trick, state.trump)


def _close_trick(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, step.state.rules.ranking, step.state.trump)
    after = Step(taken, (*step.events, event))
    return after if any(taken.hands) else _close_deal(after)


def _close_deal(step: Step[State]) -> Step[State]:
    closed = match.score(step, scoring.sheet_line(step.state))
    over = closed.state
    if scoring.is_decided(over):
        return match.finish(closed, Whist)
    following = _between_deals(over.rules, over.players, over.first_dealer, over.deal + 1, over.sheet)
    return Step(following, closed.events)


# ---- small things


def _price(state: State, card: Card) -> tuple[bool, int]:
    """The cost of losing a card, as a sort key: whether it is a trump, then its strength."""
    return card.suit == state.trump, state.rules.ranking.strength(card)


def _forbidden_json(state: State) -> dict[str, Json] | None:
    """The forbidden bid with its reason: the sum of the bids, and the number of tricks."""
    no = forbidden(state)
    return None if no is None else {"tricks": no, "sum": sum(state.bids), "cards": state.size}
