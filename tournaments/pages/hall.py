"""The page of an event for a screen in the hall: big letters, always up to date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ludocards.engine.registry import GAMES
from ludopoli.http.framing import let_frame
from tournaments import access, selectors
from tournaments.pages.board import HandShown, hands_shown
from tournaments.pages.display import EventShown
from tournaments.running import deals
from tournaments.running.deals import Traveller
from tournaments.scores.amounts import table_score
from tournaments.selectors import EventSheet


@require_safe
@never_cache
def hall_page(request: HttpRequest, event: str) -> HttpResponse:
    """The screen. `?riquadro` may be framed by the club's sites; `?striscia` lies over a stream."""
    context = _context(request, event)
    framed, club = "riquadro" in request.GET, context["event"].club
    context |= {"framed": framed, "over_stream": "striscia" in request.GET}
    page = render(request, "tournaments/hall.html", context)
    return let_frame(request, page, club.sites if framed and club else ())


@require_safe
@never_cache
def hall_parts(request: HttpRequest, event: str) -> HttpResponse:
    """Render the parts of the screen that change."""
    return render(request, "tournaments/_hall.html", _context(request, event))


def _context(request: HttpRequest, code: str) -> dict[str, Any]:
    event = access.access_event(request.user, code)
    shown = EventShown(selectors.event_sheet(event))
    latest = shown.rounds[0] if shown.rounds else None
    link = request.build_absolute_uri(event.get_absolute_url())
    context = {"event": event, "shown": shown, "latest": latest, "link": link}
    return {
        **context,
        "barometer": shown.barometer,
        "hand": _hand(shown.sheet),
        "deck": GAMES[event.game].deck.name,
    }


@dataclass(frozen=True, slots=True)
class HighlightShown:
    """The hand of the evening, as the screen shows it."""

    label: str
    best: tuple[str, str]
    """The names at the table, and its score."""
    worst: tuple[str, str]
    match: UUID | None
    """The match of the best result, to be replayed; None if not everybody may see it, and at real tables."""
    deal: int
    """The number of the deal in it, from 1."""
    hands: list[HandShown]
    """The cards, at real tables."""


def _hand(sheet: EventSheet) -> HighlightShown | None:
    found = deals.hand_of_evening(sheet)
    if found is None:
        return None
    best = found.best
    is_public = best.table.table is not None and not best.table.table.private
    where = deals.replay_links([best.table]).get(best.table.pk, []) if is_public else []
    match, deal = where[best.deal] if best.deal < len(where) else (None, best.deal)
    hands = hands_shown(sheet.event.game, found.cards) if found.cards is not None else []
    return HighlightShown(found.label, _at(best), _at(found.worst), match, deal + 1, hands)


def _at(line: Traveller) -> tuple[str, str]:
    return " – ".join(line.names), table_score(line.scores or ())
