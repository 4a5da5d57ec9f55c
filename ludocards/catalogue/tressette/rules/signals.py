"""The signals of S2: a player may give one with each card.

| clause | function | test |
|---|---|---|
| any seat, with the card, never a duty | `signals.offered` | `test_a_signal_goes_with_a_card` |
| Bredese: eight, with their dialect names | `signals.SIGNALS` | `test_signals_follow_the_sources` |
| false ones are allowed (segnare falso) | `signals.offered` | `test_in_bredese_signals_may_be_false` |
| Neutra: busso, volo, liscio | `signals.SIGNALS` | `test_signals_follow_the_sources` |
| no false ones | `signals.refusal` | `test_in_neutra_signals_must_be_true` |
| volo: the last card of the suit led | `signals.WHEN` | `test_volo_signals_the_last_card_of_the_suit` |
| liscio: low cards of the suit are left | `signals.WHEN` | `test_liscio_signals_another_plain_card` |
| busso invites the partner: who leads | `signals.WHEN` | `test_only_the_leader_may_busso` |
| not in the last trick (the program) | `signals.refusal` | `test_no_signal_in_the_last_trick` |
| who lied shows when the deal is over | `signals.candour` | `test_false_signals_come_out_after_the_deal` |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludocards.catalogue.tressette.rules.declarations import HONOURS
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.cards import Card
from ludocards.engine.game import Refused
from ludocards.engine.signals import Signal

SIGNALS: Mapping[str, tuple[Signal, ...]] = {
    "none": (),
    "bredese": (
        Signal("busso", "Busso", dialect="Cioca"),
        Signal("volo", "Volo", dialect="Volo"),
        Signal("striscio_lungo", "Striscio lungo", dialect="Stresa tant"),
        Signal("punto", "Punto", dialect="A la Punti"),
        Signal("via", "Via", dialect="Via"),
        Signal("busso_il_tre", "Busso il tre", dialect="Cioca al tri"),
        Signal("busso_il_due", "Busso il due", dialect="Cioca al du"),
        Signal("punta_l_asso", "Punta l'asso", dialect="Punta l'Ass"),
    ),
    "neutra": (
        Signal("busso", "Busso", "leading"),
        Signal("volo", "Volo", "last_of_suit"),
        Signal("liscio", "Liscio", "low_left"),
    ),
}
"""The signals of each variant (the rule `signals`)."""

CODES = frozenset(signal.code for variant in SIGNALS.values() for signal in variant)

WHEN: Mapping[str, Callable[[Card, tuple[Card, ...], str | None], bool]] = {
    "always": lambda card, kept, led: True,
    "leading": lambda card, kept, led: led is None,
    "last_of_suit": lambda card, kept, led: led in (None, card.suit) and not kept,
    "low_left": lambda card, kept, led: (
        led in (None, card.suit) and any(low.rank not in HONOURS for low in kept)
    ),
}
"""The conditions for a signal with a card, given the cards of its suit that are kept, and the suit led."""


def offered(state: State, seat: int, card: Card) -> tuple[str, ...]:
    """The signals that the seat may give with a card that it may play."""
    hand = state.hands[seat]
    if len(hand) == 1:
        return ()
    suit, led = card.suit, state.trick.led
    kept = tuple([other for other in hand if other.suit == suit and other != card])
    return tuple([each.code for each in SIGNALS[state.rules.signals] if WHEN[each.when](card, kept, led)])


MEANS: Mapping[str, Callable[[frozenset[str]], bool]] = {
    "volo": lambda kept: not kept,
    "striscio_lungo": lambda kept: len(kept) > 1,
    "punto": lambda kept: len(kept) == 1,
    "busso_il_tre": lambda kept: "3" in kept,
    "busso_il_due": lambda kept: "2" in kept,
    "punta_l_asso": lambda kept: "A" in kept,
}
"""For each signal that may be false: a test whether it is true of a hand that keeps these ranks of the suit.

Signals that are not here are requests, which cannot be false.
"""


def may_lie(rules: Rules) -> bool:
    return any(signal.code in MEANS and signal.when == "always" for signal in SIGNALS[rules.signals])


def candour(state: State) -> tuple[tuple[int, int], ...]:
    """The numbers of true and of false signals of each seat, in this finished deal and those before.

    A signal with a card of another suit than the one led does not count.
    """
    counts = [[true, false] for true, false in state.candour or ((0, 0),) * state.players]
    for given in state.signalled:
        if given.signal in MEANS and state.tricks[given.trick].trick.led == given.card.suit:
            kept = frozenset(
                card.rank
                for presa in state.tricks[given.trick + 1 :]
                for place, card in enumerate(presa.trick.cards)
                if presa.trick.seat(place, state.players) == given.seat and card.suit == given.card.suit
            )
            counts[given.seat][not MEANS[given.signal](kept)] += 1
    return tuple((true, false) for true, false in counts)


def refusal(state: State, seat: int, card: Card, signal: str | None) -> Refused | None:
    if signal is None or signal in offered(state, seat, card):
        return None
    variant = SIGNALS[state.rules.signals]
    if not variant:
        return Refused("no_signals", "this table plays without signals")
    if signal not in {known.code for known in variant}:
        return Refused("no_such_signal", f"{state.rules.signals} has no {signal}", {"signal": signal})
    if len(state.hands[seat]) == 1:
        return Refused("signal_too_late", "no signals in the last trick")
    return Refused("false_signal", f"{signal} is not true of {card}", {"signal": signal, "card": card.code})
