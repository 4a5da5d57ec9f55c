"""The proposals of players to each other at a match, and the one that waits for answers.

A claim of the tricks that are left, taking one's last card back, a pause, and the early ends of a match; what
they do is in `actions/proposing.py`. The snapshot of a match has the `proposal` that waits, and `shown`: the
hands that were shown for claims in the deal in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.models import Match
from games.texts import accept_or_raise
from ludocards.engine import claims
from ludocards.engine.game import Event, Json, Viewer, plain
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused, passes

WAITS = {"proposed", "agreed"}
"""The events after which a proposal waits for further answers."""

ENDS = {"declined", "undone", "stopped", "away", "left", "substituted", "finished", "broken_off"}
"""The events that end a proposal."""

ENDS_MATCH = {"concede", "win", "annul"}
"""The proposals about the whole match: nobody who has left is asked."""

COSTS = {"concede", "annul"}
"""The proposals by which somebody may lose: no bot answers these for a person who may come back."""

OF_SIDE = {"concede", "win"}
"""The proposals that a side decides about alone."""


def is_friendly(row: Match) -> bool:
    """True if nothing depends on a match: it is not rated, and no tournament's."""
    return not (row.rated or row.table.hosted)


def check_friendly(row: Match) -> None:
    """Refuse a match that counts."""
    if not is_friendly(row):
        raise ActionRefused("not_friendly")


def _check_claim(row: Match, state: Any, seat: int) -> None:
    if str(seat) in _shown(row):
        raise ActionRefused("claimed_already")
    accept_or_raise(claims.refuse_claim(GAMES[row.game], state, seat), row.game)


def _check_undo(row: Match, state: Any, seat: int) -> None:
    check_friendly(row)
    if state.phase != "play":
        raise ActionRefused("nothing_to_undo")


def _check_pause(row: Match, state: Any, seat: int) -> None:
    check_friendly(row)


def _check_concession(row: Match, state: Any, seat: int) -> None:
    game = GAMES[row.game]
    sides, results = game.sides(state), game.results(game.totals(state))
    if row.table.hosted or len({*sides}) != 2:
        raise ActionRefused("no_concession")
    if not state.sheet or results[sides[seat]] >= max(results):
        raise ActionRefused("not_behind")


def _check_win(row: Match, state: Any, seat: int) -> None:
    sides = GAMES[row.game].sides(state)
    against = [other for other, side in enumerate(sides) if side != sides[seat]]
    if row.table.hosted or not state.sheet or not all(map(row.has_left, against)):
        raise ActionRefused("not_alone")


def _check_annulment(row: Match, state: Any, seat: int) -> None:
    has_left = any(map(row.has_left, range(len(row.players))))
    if row.table.hosted or row.people < 2 or (row.rated and has_left):
        raise ActionRefused("no_annulment")


RULES: Mapping[str, Callable[[Match, Any, int], None]] = {
    "claim": _check_claim,
    "undo": _check_undo,
    "pause": _check_pause,
    "concede": _check_concession,
    "win": _check_win,
    "annul": _check_annulment,
}
"""The check that a seat may propose each of these now."""


def check_proposal(row: Match, state: Any, seat: int, what: str) -> None:
    """Check that a seat may propose this now."""
    if row.stopped_at is not None:
        raise ActionRefused("match_stopped")
    if "proposal" in row.snapshot:
        raise ActionRefused("proposal_open")
    RULES[what](row, state, seat)


def seats_to_ask(row: Match, state: Any, seat: int, what: str) -> list[int]:
    """The seats whose agreement a proposal needs: the others, to concede or to win those of the same side.

    Nobody who has left is asked how the match should end.
    """
    sides = GAMES[row.game].sides(state)
    others = [other for other in range(len(sides)) if other != seat]
    if what in ENDS_MATCH:
        others = [other for other in others if not row.has_left(other)]
    return [other for other in others if what not in OF_SIDE or sides[other] == sides[seat]]


def is_match_decided(row: Match, state: Any) -> bool:
    """Return whether the deals that are left can bring the side that is behind no more than a loss."""
    game, players = GAMES[row.game], len(row.players)
    length = game.length(state.rules, players)
    if length is None:
        return False
    least, most = game.deal_bounds(state.rules, players)
    totals = game.totals(state)
    return abs(totals[0] - totals[1]) > (length - len(state.sheet)) * (most - least)


def kept_proposals(row: Match, events: Sequence[Event], deal: int) -> dict[str, Json]:
    """The parts of the snapshot that outlive a step of this deal. Any play ends a claim."""
    names = [name for name in ("proposal", "shown") if row.snapshot.get(name, {}).get("deal") == deal]
    kinds = {event.kind for event in events}
    if "proposal" in names and (kinds & ENDS or (_is_claim(row) and not kinds & WAITS)):
        names.remove("proposal")
    return {name: row.snapshot[name] for name in names}


def _is_claim(row: Match) -> bool:
    return bool(row.snapshot["proposal"]["what"] == "claim")


def proposals_frame(row: Match, state: Any, viewer: Viewer, *, plays: bool) -> dict[str, Json]:
    """The proposal that waits, the cards that were shown and are still held, and what the viewer may
    propose."""
    found: dict[str, Json] = {}
    if (waits := row.snapshot.get("proposal")) is not None:
        found["proposal"] = {name: waits[name] for name in ("id", "seat", "what", "asked")}
    held = {
        int(seat): [card for card in cards if card in plain(state.hands[int(seat)])]
        for seat, cards in _shown(row).items()
    }
    if any(held.values()):
        found["shown"] = [{"seat": seat, "cards": cards} for seat, cards in held.items() if cards]
    if plays and viewer is not None and row.status == Match.Status.PLAYING:
        found["may_propose"] = [what for what in RULES if passes(check_proposal, row, state, viewer, what)]
        if "claim" in found["may_propose"] and claims.is_certain(GAMES[row.game], state, viewer):
            found["certain_claim"] = True
    return found


def _shown(row: Match) -> Mapping[str, Sequence[str]]:
    shown: Mapping[str, Sequence[str]] = row.snapshot.get("shown", {}).get("cards", {})
    return shown
