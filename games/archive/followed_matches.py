"""A match in play for the viewer that follows it: by cards without hands, or by deals with all hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.archive import finished_matches
from games.archive.replay import Eyes, deal_of_place, replay_document
from games.models import Match
from games.play import event_log


def followed_frame(row: Match, place: str = "") -> dict[str, Any] | None:
    """The data of the viewer for the deal of a place, by default the latest, as far as it has been played;
    None before the first deal.

    They have no hand, and are the same for every reader. `version` is that of the match; `over` is true once
    no card will follow.
    """
    dealt = count_dealt(row)
    if not dealt:
        return None
    frame = _frame_of_deal(row, place or f"s{dealt}", dealt, ())
    is_over = row.status != Match.Status.PLAYING
    return {**frame, "at": frame["frames"][-1]["at"], "version": row.version, "over": is_over}


def opened_frame(row: Match, deals: int, place: str = "") -> dict[str, Any]:
    """The data of the viewer for the deal of a place, with all hands.

    Only the first `deals` of the match may be seen, which are over: nothing here depends on later ones.
    """
    frame = _frame_of_deal(row, place, deals, range(len(row.players)))
    return {**frame, "at": frame["frames"][0]["at"]}


def count_dealt(row: Match) -> int:
    """The number of deals that have begun in a match."""
    begun = event_log.read_events(row.pk, kinds=("dealt",), only=("kind", "public"))
    return len({event.public["deal"] for event in begun})


def _frame_of_deal(row: Match, place: str, deals: int, eyes: Eyes) -> dict[str, Any]:
    """The data of the viewer for one deal, as if the match had only so many `deals`."""
    deal = min(deal_of_place(place), deals - 1)
    game, rules, stretch = finished_matches.replay_arguments(row, range(deal, deal + 1))
    shown = replay_document(game, rules, len(row.players), replace(stretch, of=deals), eyes)
    return {**finished_matches.players_frame(AnonymousUser(), row), **shown}
