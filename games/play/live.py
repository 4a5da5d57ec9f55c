"""A cache of matches in progress, so that a doorbell costs no query in the process where the move was made.

It holds committed versions only, and a match is only ever replaced by a newer version of itself.
"""

from __future__ import annotations

import asyncio
import threading
import time
import uuid
from collections import OrderedDict
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.models import Event, Match
from games.play import prepared_sql
from ludocards.engine import game as engine
from ludocards.engine.registry import GAMES
from ludopoli.work.threads import in_thread

KEPT_MATCHES = 2000
KEPT_SECONDS = 600.0
"""A match without news for this process for so long is dropped: it may have ended elsewhere."""

KEPT_EVENTS = 64
"""A reader further behind than this gets the state instead of the events."""

Numbered = tuple[int, engine.Event]

Reading = tuple[engine.Viewer, bool, int | None]
"""A frame: the seat whose cards it shows, if its reader plays, and the number of events; None for a state."""


@dataclass(frozen=True, slots=True)
class Live:
    """A match at one version: the row, the state behind it, and the latest events."""

    row: Match
    state: Any
    events: tuple[Numbered, ...]
    texts: dict[Reading, tuple[datetime, str]] = field(default_factory=dict, compare=False, repr=False)
    """The frames that were made of this version, each with its time, for `frames.frame_text`."""
    since_when: float = field(default_factory=time.monotonic, compare=False, repr=False)
    """When this process learnt of the version, by the monotonic clock."""

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def game(self) -> engine.Game[Any, Any]:
        return GAMES[self.row.game]

    def since(self, have: int, viewer: engine.Viewer = None) -> tuple[Numbered, ...] | None:
        """The events after version `have`; None if they are not kept, or some precede the viewer's taking the
        seat."""
        if viewer is not None and have < self.row.since(viewer):
            return None
        count = self.version - have
        return self.events[len(self.events) - count :] if 0 <= count <= len(self.events) else None

    def to_act(self) -> tuple[int, ...]:
        return () if self.row.status != Match.Status.PLAYING else self.game.to_act(self.state)

    def window(self) -> engine.Window | None:
        return None if self.row.status != Match.Status.PLAYING else self.game.window(self.state)


_kept: OrderedDict[uuid.UUID, Live] = OrderedDict()
_lock = threading.Lock()
_loading: dict[uuid.UUID, asyncio.Future[Live]] = {}


def cache_version(live: Live) -> None:
    """Remember a committed version, unless a newer one is there already."""
    with _lock:
        known = _kept.get(live.row.pk)
        if known is None or known.version <= live.version:
            _kept[live.row.pk] = live
            _kept.move_to_end(live.row.pk)
            while len(_kept) > KEPT_MATCHES or _is_old(next(iter(_kept.values())), live):
                _kept.popitem(last=False)


def _is_old(kept: Live, latest: Live) -> bool:
    return kept.since_when < latest.since_when - KEPT_SECONDS


def cached_match(match_id: uuid.UUID) -> Live | None:
    return _kept.get(match_id)


def empty_cache() -> None:
    """Empty the cache, as a restart would; for tests."""
    with _lock:
        _kept.clear()


def state_of(row: Match) -> Any:
    """The game's state of a match, from the cache if it has this very version."""
    known = _kept.get(row.pk)
    if known is not None and known.version == row.version:
        return known.state
    return GAMES[row.game].load(row.snapshot["state"])


def places_of(row: Match, state: Any) -> list[int] | None:
    """The final places by side: those by which the players ended the match early, else the game's; None
    until it is over."""
    places = row.snapshot.get("places") or GAMES[row.game].places(state)
    return None if places is None else [*places]


def load_match(match_id: uuid.UUID) -> Live:
    """Read a match from the database: its row, and the events that are not cached yet."""
    known = _kept.get(match_id)
    row = prepared_sql.read_match(match_id)
    if row is None:
        raise Match.DoesNotExist(match_id)
    before = known.events if known is not None and known.version >= row.version - KEPT_EVENTS else ()
    last = before[-1][0] if before else row.version - KEPT_EVENTS
    stored = prepared_sql.events_between(match_id, last, row.version) if last < row.version else ()
    newer = tuple((event.seq, restore_event(event)) for event in stored)
    live = Live(row, state_of(row), (before + newer)[-KEPT_EVENTS:])
    cache_version(live)
    return live


def restore_event(event: Event) -> engine.Event:
    private = {int(seat): fields for seat, fields in event.private.items()}
    return engine.Event(event.kind, event.public, private, event.sealed)


def lock_match(match_id: uuid.UUID) -> Match | None:
    """Lock a match until the transaction ends, and return a copy of it that the caller may change."""
    version = prepared_sql.lock_match_row(match_id)
    known = _kept.get(match_id)
    if known is not None and known.row.version == version:
        return copy(known.row)
    return prepared_sql.read_match(match_id)


def after_step(row: Match, state: Any, events: tuple[Numbered, ...]) -> Live:
    """The match after a step, with the events before it if the version before is in memory."""
    known = _kept.get(row.pk)
    before = known.events if known is not None and known.version == row.version - len(events) else ()
    return Live(row, state, (before + events)[-KEPT_EVENTS:])


def remembered_match(match_id: uuid.UUID, version: int) -> Match | None:
    """Return a copy of a match in memory at this version, for a move without a lock; None if there is
    none."""
    known = _kept.get(match_id)
    return None if known is None or known.version != version else copy(known.row)


async def at_least(match_id: uuid.UUID, version: int = 0) -> Live:
    """The match at `version` or later; readers that miss at the same time share one look-up."""
    known = _kept.get(match_id)
    if known is not None and known.version >= version:
        return known
    pending = _loading.get(match_id)
    if pending is None:
        pending = _loading[match_id] = asyncio.ensure_future(in_thread(load_match, match_id))
        pending.add_done_callback(lambda _: _loading.pop(match_id, None))
    live = await asyncio.shield(pending)
    return live if live.version >= version else await in_thread(load_match, match_id)
