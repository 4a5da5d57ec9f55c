"""The proposals of players to each other at a match, and the one that waits for answers.

A claim of the tricks that are left, taking one's last card back, a pause, and the early ends of a match; what
they do is in `actions/manners.py`. The snapshot of a match has the `proposal` that waits, and `shown`: the
hands that were shown for claims in the deal in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.models import Match
from ludocards.engine import claims
from ludocards.engine.game import Event, Json, Refused, Viewer, plain
from ludocards.engine.registry import GAMES

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

NOT_FRIENDLY = Refused("not_friendly", "this is for friendly tables: here the match counts")

NOTHING_TO_UNDO = Refused("nothing_to_undo", "this seat has played no card in this deal")


def is_friendly(row: Match) -> bool:
    """True if nothing depends on a match: it is not rated, and no tournament's."""
    return not (row.rated or row.table.hosted)


def _refuse_claim(row: Match, state: Any, seat: int) -> Refused | None:
    if str(seat) in _shown(row):
        return Refused("claimed_already", "a seat claims once in a deal")
    return claims.refuse(GAMES[row.game], state, seat)


def _refuse_undo(row: Match, state: Any, seat: int) -> Refused | None:
    if not is_friendly(row):
        return NOT_FRIENDLY
    return None if state.phase == "play" else NOTHING_TO_UNDO


def _refuse_pause(row: Match, state: Any, seat: int) -> Refused | None:
    return None if is_friendly(row) else NOT_FRIENDLY


def _refuse_concession(row: Match, state: Any, seat: int) -> Refused | None:
    game = GAMES[row.game]
    sides, results = game.sides(state), game.results(game.totals(state))
    if row.table.hosted or len({*sides}) != 2:
        return Refused("no_concession", "this match is played to its end")
    if not state.sheet or results[sides[seat]] >= max(results):
        return Refused("not_behind", "the side that is behind after a deal concedes the match")
    return None


def _refuse_win(row: Match, state: Any, seat: int) -> Refused | None:
    sides = GAMES[row.game].sides(state)
    against = [other for other, side in enumerate(sides) if side != sides[seat]]
    if row.table.hosted or not state.sheet or not all(map(row.has_left, against)):
        return Refused("not_alone", "a match is won once all opponents have left it, after a deal")
    return None


def _refuse_annulment(row: Match, state: Any, seat: int) -> Refused | None:
    has_left = any(map(row.has_left, range(len(row.players))))
    if row.table.hosted or row.people < 2 or (row.rated and has_left):
        return Refused("no_annulment", "the people of a match annul it together")
    return None


RULES: Mapping[str, Callable[[Match, Any, int], Refused | None]] = {
    "claim": _refuse_claim,
    "undo": _refuse_undo,
    "pause": _refuse_pause,
    "concede": _refuse_concession,
    "win": _refuse_win,
    "annul": _refuse_annulment,
}
"""The reason why a seat may not propose each of these now, if any."""


def refuse(row: Match, state: Any, seat: int, what: str) -> Refused | None:
    """Return why a seat may not propose this now, or None if it may."""
    if row.stopped_at is not None:
        return Refused("match_stopped", "the match has been stopped: it goes on later")
    if "proposal" in row.snapshot:
        return Refused("proposal_open", "another proposal waits for its answers")
    return RULES[what](row, state, seat)


def asked(row: Match, state: Any, seat: int, what: str) -> list[int]:
    """The seats whose agreement a proposal needs: the others, to concede or to win those of the same side.

    Nobody who has left is asked how the match should end.
    """
    sides = GAMES[row.game].sides(state)
    others = [other for other in range(len(sides)) if other != seat]
    if what in ENDS_MATCH:
        others = [other for other in others if not row.has_left(other)]
    return [other for other in others if what not in OF_SIDE or sides[other] == sides[seat]]


def is_decided(row: Match, state: Any) -> bool:
    """Return whether the deals that are left can bring the side that is behind no more than a loss."""
    game, players = GAMES[row.game], len(row.players)
    length = game.length(state.rules, players)
    if length is None:
        return False
    least, most = game.deal_bounds(state.rules, players)
    totals = game.totals(state)
    return abs(totals[0] - totals[1]) > (length - len(state.sheet)) * (most - least)


def kept(row: Match, events: Sequence[Event], deal: int) -> dict[str, Json]:
    """The parts of the snapshot that outlive a step of this deal. Any play ends a claim."""
    names = [name for name in ("proposal", "shown") if row.snapshot.get(name, {}).get("deal") == deal]
    kinds = {event.kind for event in events}
    if "proposal" in names and (kinds & ENDS or (_is_claim(row) and not kinds & WAITS)):
        names.remove("proposal")
    return {name: row.snapshot[name] for name in names}


def _is_claim(row: Match) -> bool:
    return bool(row.snapshot["proposal"]["what"] == "claim")


def frame(row: Match, state: Any, viewer: Viewer, *, plays: bool) -> dict[str, Json]:
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
        found["may_propose"] = [what for what in RULES if refuse(row, state, viewer, what) is None]
    return found


def _shown(row: Match) -> Mapping[str, Sequence[str]]:
    shown: Mapping[str, Sequence[str]] = row.snapshot.get("shown", {}).get("cards", {})
    return shown
