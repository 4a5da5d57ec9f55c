"""The frames of a match, each with what its reader may know. `docs/spine.md` documents the wire."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, cast

import orjson

from games.models import Match
from games.play import clock, proposals, speaking_windows, wire
from games.play.live import Live, Numbered, load_match, places_of
from ludocards.engine.game import Viewer
from ludopoli.text import times

SHARED_FOR = timedelta(milliseconds=50)
"""The age up to which a frame is sent to further readers: its clocks are exact to this."""


def frame_text(live: Live, viewer: Viewer, newer: Sequence[Numbered] | None, *, plays: bool) -> str:
    """The frame `events` with the latest events of a match, or its `state` if `newer` is None, as it is sent.

    It is made once for all readers of this process who may know the same: spectators, or pages of one person.
    """
    now, reading = times.now(), (viewer, plays, None if newer is None else len(newer))
    made_at, made = live.texts.get(reading, (None, ""))
    if made_at is None or not timedelta(0) <= now - made_at <= SHARED_FOR:
        shown: wire.MatchFrame = (
            state_frame(live, viewer, now, plays=plays)
            if newer is None
            else events_frame(live, viewer, newer, now, plays=plays)
        )
        made = orjson.dumps(shown, option=orjson.OPT_NON_STR_KEYS).decode()
        live.texts[reading] = now, made
    return made


def make_ready(before: Live, after: Live) -> None:
    """Make the frames with which the readers of a version will be sent the next one."""
    for viewer, plays in {(viewer, plays) for viewer, plays, _ in before.texts}:
        newer = after.since(before.version, viewer)
        if newer is not None:
            frame_text(after, viewer, newer, plays=plays)


def state_frame(live: Live, viewer: Viewer, now: datetime, *, plays: bool = True) -> wire.StateFrame:
    """Everything that the viewer may know, without history; a spectator (not `plays`) may do nothing."""
    shown = _now(live, viewer, now, plays)
    if "nonces" in (fair := live.row.snapshot["fair"]):
        shown["fair"]["nonces"] = fair["nonces"]
    return cast(wire.StateFrame, {"t": "state", **shown})


def state_for_player(match: Match, user_id: int | None, now: datetime) -> wire.StateFrame | None:
    """The state for a player of the match; None for everybody else."""
    if (seat := match.seat_of(user_id)) is None:
        return None
    return state_frame(load_match(match.pk), seat, now)


def events_frame(
    live: Live, viewer: Viewer, newer: Sequence[Numbered], now: datetime, *, plays: bool = True
) -> wire.EventsFrame:
    """The newer events, each as the viewer may know it, and the position after them."""
    shown = [{"seq": seq, **event.shown_to(viewer)} for seq, event in newer]
    return cast(wire.EventsFrame, {"t": "events", "events": shown, **_now(live, viewer, now, plays)})


def _now(live: Live, viewer: Viewer, now: datetime, plays: bool) -> dict[str, Any]:
    fair = live.row.snapshot["fair"]
    acting = live.to_act()
    may_act = plays and viewer in acting and live.row.stopped_at is None
    legal = live.game.listed(live.state, viewer) if viewer is not None and may_act else ()
    duty = live.game.duty(live.state, viewer) if viewer is not None and may_act else None
    window = live.window()
    return {
        "match": str(live.row.pk),
        "version": live.version,
        "view": _view(live, viewer),
        "legal": [command.as_json() for command in legal],
        **({"duty": {"code": duty.code, **duty.details}} if duty else {}),
        "clock": None if window else _clock(live.row, acting, now),
        **({live.game.window_name: speaking_windows.window_frame(live.row, window, now)} if window else {}),
        **proposals.proposals_frame(live.row, live.state, viewer, plays=plays),
        **({"stopped": True} if live.row.stopped_at is not None else {}),
        **{name: live.row.snapshot[name] for name in ("conceded", "annulled") if name in live.row.snapshot},
        "fair": {name: fair[name] for name in ("deal", "commitment", "shuffle", "boards") if name in fair},
    }


def _view(live: Live, viewer: Viewer) -> dict[str, Any]:
    view = live.game.view(live.state, viewer)
    return {**view, "places": places_of(live.row, live.state)}


def _clock(row: Match, acting: tuple[int, ...], now: datetime) -> wire.Clock | None:
    seats = [seat for seat in acting if not row.is_played_by_bot(seat)]
    seconds = max((clock.move_seconds(row, row.table, seat) or 0 for seat in seats), default=0)
    if row.deadline_at is None or not seconds:
        return None
    return {
        "seats": seats,
        "first_deal": [seat for seat in seats if clock.is_unhurried(row, row.table, seat)],
        "left_ms": int((row.deadline_at - now).total_seconds() * 1000),
        "move_ms": seconds * 1000,
        "bank_ms": [clock.reserve_ms(row, row.table, seat) for seat in range(len(row.players))],
    }
