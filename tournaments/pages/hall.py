"""The page of an event for a screen in the hall: its letters are big, and it is always up to date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ludocards.engine.registry import GAMES
from ludopoli.base.lookups import number_of
from ludopoli.http.framing import let_frame
from tournaments import access, selectors
from tournaments.models import TournamentTable
from tournaments.pages.board import HandShown, hands_shown
from tournaments.pages.display import EventShown
from tournaments.running import deals
from tournaments.running.deals import Traveller
from tournaments.scores import score_sheets
from tournaments.scores.amounts import table_score
from tournaments.selectors import EventSheet


@require_safe
@never_cache
def hall_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the whole page.

    With `?riquadro` sites of the club may show it in a frame; with `?striscia` it is a strip over a stream.
    With `?tavolo=2` it has nothing but this table of the latest round, which may be on a stage.
    """
    context = _hall_context(request, event)
    is_framed, club = "riquadro" in request.GET, context["event"].club
    context |= {"framed": is_framed, "over_stream": "striscia" in request.GET}
    page = render(request, "tournaments/hall.html", context)
    return let_frame(request, page, club.sites if is_framed and club else ())


@require_safe
@never_cache
def hall_parts(request: HttpRequest, event: str) -> HttpResponse:
    """Render only the parts of the page that change."""
    return render(request, "tournaments/_hall.html", _hall_context(request, event))


def _hall_context(request: HttpRequest, code: str) -> dict[str, Any]:
    event = access.access_event(request.user, code)
    shown = EventShown(selectors.event_sheet(event))
    latest = shown.rounds[0] if shown.rounds else None
    link = request.build_absolute_uri(event.get_absolute_url())
    context = {"event": event, "shown": shown, "latest": latest, "link": link}
    if (number := number_of(request.GET.get("tavolo", ""), 4)) is not None:
        tables = [each for each in latest.tables if each.row.number == number] if latest else []
        score = _score_so_far(shown.sheet, tables[0].row) if tables else ""
        return {**context, "tables": tables, "on_stage": number, "score": score}
    return {
        **context,
        "tables": latest.tables if latest and not event.is_over else (),
        "barometer": shown.barometer,
        "hand": _highlight(shown.sheet),
        "deck": GAMES[event.game].deck.name,
    }


def _score_so_far(sheet: EventSheet, table: TournamentTable) -> str:
    """Return the score at a table, of a real one also while it is played; empty if its round is hidden."""
    if not sheet.event.is_real or table.status != TournamentTable.Status.PLAYING:
        return table_score(sheet.scores(table))
    [rows] = score_sheets.read_score_sheets([table]).values()
    return table_score(sheet.scores(table, score_sheets.counted_scores(rows)))


@dataclass(frozen=True, slots=True)
class HighlightShown:
    """The deal of the evening: the one whose results differ the most, as the page shows it."""

    label: str
    best: tuple[str, str]
    """The names at the table with the best result, and its score; `worst` likewise."""
    worst: tuple[str, str]
    match: UUID | None
    """The match with the best result, for its replay; None at private and at real tables."""
    deal: int
    """The number of the deal in the match, from 1."""
    hands: list[HandShown]
    """The cards, if the tables are real; otherwise empty."""


def _highlight(sheet: EventSheet) -> HighlightShown | None:
    highlight = deals.hand_of_evening(sheet)
    if highlight is None:
        return None
    best = highlight.best
    is_public = best.table.table is not None and not best.table.table.private
    replays = deals.replay_links([best.table]).get(best.table.pk, []) if is_public else []
    match, deal = replays[best.deal] if best.deal < len(replays) else (None, best.deal)
    hands = hands_shown(sheet.event.game, highlight.cards) if highlight.cards is not None else []
    return HighlightShown(
        highlight.label, _names_and_score(best), _names_and_score(highlight.worst), match, deal + 1, hands
    )


def _names_and_score(line: Traveller) -> tuple[str, str]:
    return " – ".join(line.names), table_score(line.scores or ())
