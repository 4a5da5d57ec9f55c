"""A match in play as everybody sees it who may watch it, for the viewer that follows it card by card."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.archive import finished_matches, replay
from games.models import Match
from games.play import event_log


def followed_frame(row: Match, place: str = "") -> dict[str, Any] | None:
    """The data of the viewer for the deal of a place, by default the latest, as far as it has been played;
    None before the first deal.

    They have no hand, and are the same for every reader. `version` is that of the match; `over` is true once
    no card will follow.
    """
    begun = event_log.read_events(row.pk, kinds=("dealt",), only=("kind", "public"))
    dealt = len({event.public["deal"] for event in begun})
    if not dealt:
        return None
    deal = min(replay.deal_of_place(place), dealt - 1) if place else dealt - 1
    game, rules, stretch = finished_matches.replay_arguments(row, range(deal, deal + 1))
    shown = replay.replay_document(game, rules, len(row.players), stretch, ())
    frames = shown["frames"]
    assert isinstance(frames, list), row
    return {
        **finished_matches.players_frame(AnonymousUser(), row),
        **shown,
        "at": frames[-1]["at"],
        "version": row.version,
        "over": row.status != Match.Status.PLAYING,
    }
