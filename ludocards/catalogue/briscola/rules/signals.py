"""The signs (segni) of partners, and what they may ask of each other: one goes with a card, and may be false.

On a platform a sign is a word, so the disputed gestures for the Cavallo and the Fante do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.catalogue.briscola.rules.state import State
from ludocards.engine.game import Refused, Viewer
from ludocards.engine.signals import Signal, Signalled

SIGNALS: Mapping[str, tuple[Signal, ...]] = {
    "none": (),
    "segni": (
        Signal("asso", "Asso"),
        Signal("tre", "Tre"),
        Signal("re", "Re"),
        Signal("cavallo", "Cavallo"),
        Signal("fante", "Fante"),
        Signal("carico", "Carico"),
        Signal("briscoletta", "Briscoletta"),
        Signal("niente", "Niente"),
    ),
}
"""The signs of each variant (the rule `signals`)."""

REQUESTS = (
    Signal("voglio_carico", "Voglio un carico", "to_come"),
    Signal("voglio_liscio", "Voglio un liscio", "to_come"),
    Signal("voglio_briscola", "Voglio una briscola", "to_come"),
)
"""The requests to a partner who is still to play to the trick (the rule `requests`)."""

CODES = tuple(signal.code for variant in (*SIGNALS.values(), REQUESTS) for signal in variant)


def played_at(rules: Rules) -> tuple[Signal, ...]:
    """All that may be signed or asked at a table."""
    return (*SIGNALS[rules.signals], *(REQUESTS if rules.requests else ()))


def offered(state: State, seat: int) -> tuple[str, ...]:
    """What the seat on turn may sign or ask with a card."""
    if state.partner(seat) is None or not state.tricks or len(state.hands[seat]) == 1:
        return ()
    is_to_come = len(state.trick.cards) < 2
    words = played_at(state.rules)
    return tuple(signal.code for signal in words if signal.when == "always" or is_to_come)


def refusal(state: State, seat: int, signal: str | None) -> Refused | None:
    if signal is None or signal in offered(state, seat):
        return None
    if state.partner(seat) is None or not played_at(state.rules):
        return Refused("no_signals", "this table plays without signs")
    if signal not in {known.code for known in played_at(state.rules)}:
        return Refused("no_such_signal", f"this table has no {signal}", {"signal": signal})
    if not state.tricks:
        return Refused("signal_too_early", "no signs in the first trick")
    if len(state.hands[seat]) == 1:
        return Refused("signal_too_late", "no signs in the last trick")
    return Refused("partner_has_played", "the partner has played to this trick already")


def heard(state: State, seat: int, viewer: Viewer) -> bool:
    """Return whether a viewer sees what this seat signs."""
    return state.rules.signals_seen == "all" or viewer in (seat, state.partner(seat))


def heard_by(state: State, viewer: Viewer) -> tuple[Signalled, ...]:
    """What this viewer has seen signed in this deal."""
    return tuple(given for given in state.signalled if heard(state, given.seat, viewer))
