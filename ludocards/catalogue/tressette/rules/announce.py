"""Automatic declarations (S0): the boxes ticked with a card, the norms, and the announcements that follow.

Everything here follows from the seat's own hand and the cards played, so a preview reveals no hidden card.
The clauses are listed in `declarations.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.tressette.rules.declarations import (
    CAPTURE,
    OTHERS,
    PARTNER,
    PHRASES,
    SUIT,
    Holding,
    capture,
    is_lunghissimo,
    play_suit,
)
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.spoken import Announcement
from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json, Refused
from ludocards.engine.tricks import must_follow, winning_position

NOTHING, DECLARED, MUTED = "nothing", "declared", "muted"
"""The reasons why a ticked box announces nothing: no declaration fits, the suit has been declared, or it has
been led in silence."""

Outcome = Announcement | str
"""The announcement of a box, or the reason why it announces nothing."""


def boxes(state: State, seat: int) -> tuple[str, ...]:
    """The boxes that the seat on turn may tick; only one of those about the partner may be ticked."""
    if state.rules.declarations != "automatic":
        return ()
    if state.trick.cards:
        return (CAPTURE,)
    return (SUIT, OTHERS, *PARTNER) if state.players == 4 else (SUIT, OTHERS)


def tickings(rules: Rules, players: int) -> list[tuple[str, ...]]:
    """The boxes that somebody may tick together, nothing first, then those of the leader."""
    if rules.declarations != "automatic":
        return [()]
    partner = ((), *((box,) for box in PARTNER)) if players == 4 else ((),)
    led = [(*suit, *others, *of) for suit in ((), (SUIT,)) for others in ((), (OTHERS,)) for of in partner]
    return [*led, (CAPTURE,)]


def refusal(state: State, seat: int, ticked: tuple[str, ...]) -> Refused | None:
    if not ticked:
        return None
    if state.rules.declarations != "automatic":
        return Refused("no_declarations", "this table has no boxes for declarations")
    for box in ticked:
        if box not in boxes(state, seat):
            return Refused("wrong_box", f"{box} cannot be declared now", {"box": box})
    if {*PARTNER} <= {*ticked}:
        return Refused("one_partner_box", "of the partner's suit only one thing is said")
    return None


def leading(state: State, seat: int, card: Card, ticked: tuple[str, ...]) -> dict[str, Outcome]:
    """The outcome of each ticked box when this card is led."""
    return {box: BY_BOX[box](state, seat, card) for box in boxes(state, seat) if box in ticked}


def taking(state: State) -> Outcome:
    """The outcome of the capture box, which is about the suit of the trick just taken by a seat that did not
    lead it."""
    presa = state.tricks[-1]
    if not state.hands[presa.winner]:
        return NOTHING
    return _of_capture(state, presa.winner, presa.trick.cards[0].suit, len(state.tricks) - 1)


def preview(state: State, seat: int) -> dict[str, dict[str, Json]]:
    """The outcome that each box would have now, for each legal card of the seat."""
    return {
        card.code: {box: _shown(BY_BOX[box](state, seat, card)) for box in boxes(state, seat)}
        for card in must_follow(state.hands[seat], state.trick)
    }


def _shown(outcome: Outcome) -> Json:
    if isinstance(outcome, str):
        return None
    return {"code": outcome.code, "text": PHRASES[outcome.code].text}


# ---- the outcome of each box


def _play_suit(state: State, seat: int, card: Card) -> Outcome:
    code = play_suit(holding(state, seat, card.suit), card.rank, state.rules.terzo_con_re)
    if code is None:
        return NOTHING
    return barred(state, seat, card.suit, code) or _said(state, seat, code, card.suit)


def _others(state: State, seat: int, card: Card) -> Outcome:
    bars = [barred(state, seat, suit, "faglio") for suit in other_voids(state, seat, card)]
    return _said(state, seat, "faglio", None) if None in bars else next(filter(None, bars), NOTHING)


def _if_taken(state: State, seat: int, card: Card) -> Outcome:
    """The outcome of the capture box if the seat, which is winning the trick, takes it."""
    trick = state.trick.with_card(card)
    if len(state.hands[seat]) == 1 or trick.cards[winning_position(trick, RANKING)] != card:
        return NOTHING
    return _of_capture(state, seat, card.suit, len(state.tricks), card.rank)


BY_BOX: Mapping[str, Callable[[State, int, Card], Outcome]] = {
    SUIT: _play_suit,
    OTHERS: _others,
    "partner_void": lambda state, seat, card: _said(state, seat, "faglio_compagno", None),
    "partner_liscio": lambda state, seat, card: _said(state, seat, "liscio_compagno", None),
    CAPTURE: _if_taken,
}


def _said(state: State, seat: int, code: str, suit: str | None) -> Announcement:
    return Announcement(seat, len(state.tricks), code, suit)


def _of_capture(state: State, seat: int, suit: str, trick: int, playing: str = "") -> Outcome:
    held = holding(state, seat, suit)
    code = capture(Holding(held.mine - {playing}, held.out))
    if code is None:
        return NOTHING
    return barred(state, seat, suit, code) or Announcement(seat, trick, code, suit)


def holding(state: State, seat: int, suit: str) -> Holding:
    """The suit as the seat knows it: unplayed cards that it does not hold are in the hands of others."""
    mine = {card.rank for card in state.hands[seat] if card.suit == suit}
    tricks = [*(presa.trick for presa in state.tricks), state.trick]
    gone = {card.rank for trick in tricks for card in trick.cards if card.suit == suit}
    pack = {card.rank for card in state.pack if card.suit == suit}
    return Holding(frozenset(mine), frozenset(pack - gone - mine))


def other_voids(state: State, seat: int, card: Card) -> list[str]:
    """The suits in which the seat is void, other than those of the card and of the trick just taken."""
    taken = {presa.trick.cards[0].suit for presa in state.tricks[-1:]}
    present = {other.suit for other in state.hands[seat]}
    return [suit for suit in ITALIAN40.suits if suit not in present | taken | {card.suit}]


# ---- the norms


def barred(state: State, seat: int, suit: str, code: str) -> str | None:
    """The reason why the seat may no longer make this declaration about the suit, if any."""
    before = [
        said.code for said in state.announcements if (said.seat, said.suit, said.box) == (seat, suit, SUIT)
    ]
    still_lunghissimo = is_lunghissimo(code) and any(map(is_lunghissimo, before))
    if before and not still_lunghissimo:
        return DECLARED
    return MUTED if suit in _led_in_silence(state, seat) else None


def _led_in_silence(state: State, seat: int) -> set[str]:
    """The suits that the seat has led without declaring them since it got the lead."""
    if state.trick.leader != seat:
        return set()
    spoken = {said.trick for said in state.announcements if said.seat == seat and said.box == SUIT}
    suits: set[str] = set()
    for number, presa in reversed([*enumerate(state.tricks)]):
        if presa.trick.leader != seat:
            break
        if number not in spoken:
            suits.add(presa.trick.cards[0].suit)
    return suits
