"""Functions for the matches of all games: dealing in turn, taking tricks, keeping the sheet, ranking.

Each game has a dataclass for its state and a module for its course. The functions here work on any state
that satisfies `Match`; those about tricks need a `TrickMatch`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Protocol, TypeVar

from ludocards.engine.cards import Card, Deck, Ranking, codes
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer, plain
from ludocards.engine.once import once
from ludocards.engine.sheet import DealLine, MatchState, by_side, places_by_side, sheet_lines, totals_by_side
from ludocards.engine.tricks import Hands, Presa, Trick, bound_to, winning_position


class TrickMatch(MatchState, Protocol):
    """The state of a game with tricks."""

    @property
    def trick(self) -> Trick: ...

    @property
    def tricks(self) -> tuple[Presa, ...]: ...


M = TypeVar("M", bound=MatchState)
T = TypeVar("T", bound=TrickMatch)

OVER = Refused("match_over", "the match is over")


def replace_fields(state: M, **fields: Any) -> M:
    """Like `dataclasses.replace`, in a quarter of the time for a state without slots."""
    known = getattr(state, "__dict__", None)
    if known is None or not fields.keys() <= known.keys():
        return replace(state, **fields)
    made: M = object.__new__(type(state))
    object.__setattr__(made, "__dict__", {**known, **fields})
    return made


# ---- dealing


def wrong_start(name: str, allowed: Collection[int], players: int, dealer: int) -> Refused | None:
    if players not in allowed:
        return Refused("wrong_players", f"{name} is not for {players} players")
    if not 0 <= dealer < players:
        return Refused("wrong_dealer", f"the dealer is a seat from 0 to {players - 1}")
    return None


def packets(cards: tuple[Card, ...], players: int, dealer: int, size: int) -> Hands:
    """Deal the cards into hands, `size` at a time from the dealer's right; the last round may have fewer."""
    hands: list[tuple[Card, ...]] = [()] * players
    left, seat = cards, dealer
    while left:
        packet = min(size, len(left) // players)
        for _ in range(players):
            seat = (seat + 1) % players
            hands[seat] += left[:packet]
            left = left[packet:]
    return tuple(hands)


def not_to_deal(state: MatchState, dealer: int) -> Refused | None:
    """Return why this seat may not deal now, or None if it may."""
    if state.phase == "over":
        return OVER
    if state.phase != "deal":
        return Refused("deal_unfinished", "the deal before is not played out")
    if dealer != state.dealer:
        return Refused("wrong_dealer", f"the dealer is seat {state.dealer}", {"dealer": state.dealer})
    return None


def dealt(state: MatchState, deal: Deal, **public: Json) -> Event:
    """The event of a deal: each seat sees its own hand; the log keeps the whole deal."""
    sealed = {"hands": [codes(hand) for hand in deal.hands], "stock": codes(deal.stock)}
    return replace(_hands_dealt(state, **public), sealed=sealed)


def deal_more(state: M, cards: tuple[Card, ...], stock: tuple[Card, ...], size: int = 1) -> Step[M]:
    """Deal further cards to everybody, `size` at a time, while the deal goes on; `stock` is what is left."""
    new = packets(cards, len(state.sides), state.dealer, size)
    hands = tuple(hand + more for hand, more in zip(state.hands, new, strict=True))
    after = replace_fields(state, hands=hands, stock=stock)
    return Step(after, (_hands_dealt(after, more=len(new[0]), stock=len(stock)),))


def _hands_dealt(state: MatchState, **public: Json) -> Event:
    hands = [codes(hand) for hand in state.hands]
    return Event(
        "dealt",
        {"deal": state.deal, "dealer": state.dealer, "counts": [len(hand) for hand in hands], **public},
        private={seat: {"hand": hand} for seat, hand in enumerate(hands)},
    )


# ---- playing


def not_your_turn(seat: int) -> Refused:
    return Refused("not_your_turn", f"it is not the turn of seat {seat}", {"seat": seat})


@cache
def play(card: Card) -> Command:
    return Command("play", (("card", card.code),))


def card_of(code: Json, deck: Deck) -> Card | Refused:
    """The card that a command names."""
    card = deck.read(code)
    return card if isinstance(card, Card) else Refused("bad_command", card.message)


def card_played(game: Game[Any, M], state: M, seat: int, command: Command) -> Card | Refused:
    """The card of a `play` without other fields; refused out of turn, or if the card is not in the hand."""
    if state.phase == "over":
        return OVER
    if command.do != "play" or [name for name, _ in command.fields] != ["card"]:
        return Refused("bad_command", "the only command is 'play' with a card")
    card = card_of(command.get("card"), game.deck)
    if isinstance(card, Refused):
        return card
    if seat not in game.to_act(state):
        return not_your_turn(seat)
    return card if card in state.hands[seat] else not_in_hand(card)


def not_in_hand(card: Card) -> Refused:
    return Refused("not_in_hand", f"{card} is not in the hand", {"card": card.code})


def duty(deck: Deck, hand: tuple[Card, ...], trick: Trick, trump: str | None = None) -> Refused | None:
    """Return the refusal of any card that does not follow suit or trump; None if every card may be played."""
    suit = bound_to(hand, trick, trump)
    return None if suit is None else _must_play(deck, suit, trick)


def _must_play(deck: Deck, suit: str, trick: Trick) -> Refused:
    if suit == trick.led:
        return Refused("must_follow_suit", f"one must play {deck.suits[suit]}", {"suit": suit})
    return Refused("must_trump", f"one must trump with {deck.suits[suit]}", {"suit": suit})


def wrong_card(
    deck: Deck, card: Card, hand: tuple[Card, ...], trick: Trick, trump: str | None = None
) -> Refused | None:
    """Return why a card of the hand may not be played to the trick, or None if it may."""
    suit = bound_to(hand, trick, trump)
    return None if suit is None or suit == card.suit else _must_play(deck, suit, trick)


def take(state: T, ranking: Ranking, trump: str | None = None, **also: Any) -> tuple[T, Event]:
    """Give the complete trick to its winner, who leads the next; `also` sets other fields of the state."""
    trick, sides = state.trick, state.sides
    winner = trick.seat(winning_position(trick, ranking, trump), len(sides))
    taken = {"seat": winner, "side": sides[winner], "trick": len(state.tricks), **trick.as_json()}
    after = replace_fields(state, trick=Trick(winner), tricks=(*state.tricks, Presa(trick, winner)), **also)
    return after, Event("taken", taken)


def teamed(game: Game[Any, M], state: M) -> Event:
    """The event when the teams of this deal become better known: each seat learns what it may know."""
    known = plain(game.teams(state, None))
    own = {seat: plain(game.teams(state, seat)) for seat in range(len(state.sides))}
    more = {seat: {"teams": teams} for seat, teams in own.items() if teams != known}
    return Event("teamed", {"teams": known}, private=more)


def draw(state: M, seat: int, cards: tuple[Card, ...], stock: tuple[Card, ...]) -> Step[M]:
    """Add these cards to a seat's hand, unseen by the others; `stock` is what is left to draw."""
    hands = (*state.hands[:seat], state.hands[seat] + cards, *state.hands[seat + 1 :])
    public = {"seat": seat, "count": len(cards), "stock": len(stock)}
    drawn = Event("drawn", public, private={seat: {"cards": codes(cards)}})
    return Step(replace_fields(state, hands=hands, stock=stock), (drawn,))


# ---- the sheet


def score(step: Step[M], line: DealLine) -> Step[M]:
    """Enter a finished deal on the sheet. The match is over, too, unless the caller starts another deal."""
    over = replace_fields(step.state, phase="over", sheet=(*step.state.sheet, line))
    scored = {"deal": over.deal, **line.as_json(), "totals": list(totals_by_side(over))}
    return Step(over, (*step.events, Event("scored", scored)))


def resumed(state: M, is_decided: Callable[[M], bool]) -> M:
    """The match before its next deal, or over if the deals on its sheet decide it."""
    is_over = bool(state.sheet) and is_decided(state)
    return replace_fields(state, phase="over", deal=state.deal - 1) if is_over else state


def finish(step: Step[M], game: type[Game[Any, M]], **public: Json) -> Step[M]:
    """End the match; `Game.fewest_win` decides whether the most points win or the fewest."""
    state = step.state
    placed = plain(places_by_side(state, game.fewest_win))
    finished = {"totals": list(totals_by_side(state)), "places": placed, **public}
    return Step(state, (*step.events, Event("finished", finished)))


def concede(game: Game[Any, M], state: M, seat: int) -> Step[M]:
    """End a match of two sides that a side concedes, which is behind: the deal in play does not count."""
    return _end(state, game, game.places(replace_fields(state, phase="over")), conceded=seat)


def win_by_default(game: Game[Any, M], state: M, seat: int) -> Step[M]:
    """End a match as won by the side of a seat, whatever the totals, since its opponents have left: the deal
    in play does not count."""
    sides = game.sides(state)
    places = tuple(1 if side == sides[seat] else 2 for side in range(len({*sides})))
    return _end(state, game, places, by_default=seat)


def _end(state: M, game: Game[Any, M], placed: tuple[int, ...] | None, **public: Json) -> Step[M]:
    over: M = replace_fields(state, phase="over")
    finished = {"totals": list(game.totals(over)), "places": plain(placed), **public}
    return Step(over, (Event("finished", finished),))


# ---- views and dumps


def view(game: Game[Any, M], state: M, viewer: Viewer) -> dict[str, Json]:
    """The keys common to the views of all games, with those about tricks if it has any: see `wire`."""
    return {
        **_seen_by_all(game, state),
        **({} if viewer is None else {"hand": codes(state.hands[viewer])}),
        **({"teams": plain(game.teams(state, viewer))} if game.wire.has_teams else {}),
    }


def _make_seen_by_all(game: Game[Any, Any], state: MatchState) -> dict[str, Json]:
    sides = state.sides
    return {
        "game": game.name,
        "phase": state.phase,
        "players": len(sides),
        "sides": list(sides),
        "deal": state.deal,
        "dealer": state.dealer,
        "to_act": list(game.to_act(state)),
        "counts": [len(hand) for hand in state.hands],
        **(_shown_tricks(state, sides) if game.wire.has_tricks else {}),
        "sheet": sheet_lines(state),
        "totals": list(game.totals(state)),
        "places": plain(game.places(state)),
    }


_seen_by_all = once(_make_seen_by_all, most=64)


def _shown_tricks(state: Any, sides: tuple[int, ...]) -> dict[str, Json]:
    return {
        "trick": state.trick.as_shown(len(sides)),
        "tricks": [presa.shown for presa in state.tricks],
        "taken": list(taken(state)),
    }


def taken(state: TrickMatch) -> tuple[int, ...]:
    """The tricks taken in this deal, by side."""
    sides = state.sides
    takers = [sides[presa.winner] for presa in state.tricks]
    return tuple(map(takers.count, range(len({*sides}))))


def worth_taken(state: TrickMatch, worth: Callable[[Card], int]) -> tuple[int, ...]:
    """The worth of the cards that each side has taken in this deal so far."""
    return by_side(state, _takings(state.tricks, worth))


def _make_takings(tricks: tuple[Presa, ...], worth: Callable[[Card], int]) -> list[tuple[int, int]]:
    return [(presa.winner, sum(map(worth, presa.trick.cards))) for presa in tricks]


_takings = once(_make_takings, size=len)


def load(data: Mapping[str, Json], deck: Deck, rules_from: Callable[[Json], Any]) -> dict[str, Any]:
    """Read the common fields of a dumped state, except the sheet; with the tricks if there are any."""
    rules = rules_from(data["rules"])
    if isinstance(rules, Refused):
        raise ValueError(rules.message)
    return {
        "rules": rules,
        "first_dealer": data["first_dealer"],
        "phase": data["phase"],
        "deal": data["deal"],
        "hands": tuple(map(deck.of, data["hands"])),
        **(_read_tricks(data, deck) if "trick" in data else {}),
    }


def _read_tricks(data: Mapping[str, Json], deck: Deck) -> dict[str, Any]:
    return {
        "trick": Trick.from_json(data["trick"], deck),
        "tricks": tuple(Presa.from_json(presa, deck) for presa in data["tricks"]),
    }
