"""Claims: a player lays down their hand and claims all tricks that are left in the deal.

A claim is certain if every card of the hand takes its trick wherever the cards lie that the player has not
seen, in whatever order it is played. That depends on nothing hidden, so a claim that is not certain betrays
nothing. An accepted claim is played out card by card: the record has plays, and no claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludocards.engine.cards import Card
from ludocards.engine.game import Command, Game, Refused, Step
from ludocards.engine.match import not_your_turn
from ludocards.engine.tricks import Order, winning_position
from ludocards.engine.worlds import cards_played

MOST = 5
"""The most cards of a hand that may be shown for a claim that is not certain.

Otherwise a false claim would be a way to show one's partner a whole hand.
"""


def refuse_claim(game: Game[Any, Any], state: Any, seat: int) -> Refused | None:
    """Return why a seat may not claim the rest of the tricks now, or None if it may."""
    order = game.claims(state)
    if order is None:
        return Refused("no_claim", "the rest of the tricks cannot be claimed now")
    if seat not in game.to_act(state):
        return not_your_turn(seat)
    if state.trick.cards or len(state.hands[seat]) < 2:
        return Refused("claim_when_leading", "the tricks that are left are claimed by the seat that leads")
    if len(state.hands[seat]) > MOST and not is_certain(game, state, seat):
        message = f"with more than {MOST} cards only tricks that are certain are claimed"
        return Refused("claim_too_early", message, {"most": MOST})
    return None


def is_certain(game: Game[Any, Any], state: Any, seat: int) -> bool:
    """Return whether every card of the hand takes its trick, wherever the cards lie that the seat has not
    seen."""
    order, hand = game.claims(state), state.hands[seat]
    if order is None:
        return False
    known = {*cards_played(state), *hand, *order.out}
    return _takes_all(order, hand, [card for card in game.pack(state) if card not in known])


def is_safe_from(game: Game[Any, Any], state: Any, seat: int, other: int) -> bool:
    """Return whether no card of the other seat can beat a card of the seat that claims."""
    order = game.claims(state)
    return order is not None and _takes_all(order, state.hands[seat], state.hands[other])


def _takes_all(order: Order, hand: tuple[Card, ...], against: Sequence[Card]) -> bool:
    return all(card.suit and not any(order.beats(each, card) for each in against) for card in hand)


def played_out(game: Game[Any, Any], state: Any, seat: int) -> Iterator[tuple[int, Command, Step[Any]]]:
    """Play the deal to its end in favour of the seat that claims; yield each play with its seat and step.

    The seat plays its best cards first, and the others let it win where their cards allow it.
    """
    order, deals = game.claims(state), len(state.sheet)
    assert order is not None, state
    while len(state.sheet) == deals:
        [acting] = game.to_act(state)
        plays = [command for command in game.legal(state, acting) if command.do == "play"]
        if acting == seat:
            command = max(plays, key=lambda play: _strength(game, state, order, seat, play))
        else:
            usual = game.on_timeout(state)[1]
            yielding = [play for play in plays if _winner_after(game, state, order, play) == seat]
            command = usual if usual in yielding or not yielding else yielding[0]
        step = game.apply(state, acting, command)
        assert not isinstance(step, Refused), step
        yield acting, command, step
        state = step.state


def _strength(
    game: Game[Any, Any], state: Any, order: Order, seat: int, play: Command
) -> tuple[bool, bool, bool, int]:
    card = game.deck.cards[play.get("card")]
    others = [held for other, hand in enumerate(state.hands) if other != seat for held in hand]
    return (
        _winner_after(game, state, order, play) == seat,
        _takes_all(order, (card,), others),
        card.suit == order.trump,
        order.ranking.strength(card),
    )


def _winner_after(game: Game[Any, Any], state: Any, order: Order, play: Command) -> int:
    """The seat that would take the trick if this were its last card."""
    trick = state.trick.with_card(game.deck.cards[play.get("card")])
    if not any(card.suit for card in trick.cards):
        return int(trick.leader)
    return int(trick.seat(winning_position(trick, order.ranking, order.trump), len(state.hands)))
