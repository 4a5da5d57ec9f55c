"""The pages that a director prints for an evening at real tables."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ludocards.engine.registry import GAMES
from ludopoli.accounts.access import account_of
from ludopoli.base.lookups import or_404
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters
from ludopoli.text.qr import qr_code
from tournaments import actions, selectors
from tournaments.console.view_helpers import directed_event_or_refuse
from tournaments.models import PLAYING, Event, with_people
from tournaments.pages.board import HandShown, hands_shown
from tournaments.pages.display import EventShown, RoundShown
from tournaments.pages.guide_cards import guide_cards, table_cards
from tournaments.pages.scorecard import Scorecard, certificates_response
from tournaments.running.deals import board_deal
from tournaments.scores import score_links


@require_safe
@login_required
@never_cache
def place_cards(request: HttpRequest, event: str) -> HttpResponse:
    """A card for each entry, or each member of a team, with its number and the link to its score sheets."""
    held = _real(request, event)
    entries = held.entries.filter(status__in=PLAYING).prefetch_related(with_people())
    cards = [] if held.is_over else score_links.printed_score_links(request, held, entries)
    return render(request, "tournaments/console/place_cards.html", {"event": held, "cards": cards})


@require_safe
@login_required
@never_cache
def guide_cards_print(request: HttpRequest, event: str) -> HttpResponse:
    """A card for each entry, and one for each table, with a whole movement that is known beforehand."""
    held = _real(request, event)
    sheet = selectors.event_sheet(held)
    cards, tables = guide_cards(sheet), table_cards(sheet)
    with_deals = any(line.deals for card in tables for line in card.lines)
    context = {"event": held, "cards": cards, "tables": tables, "with_deals": with_deals}
    return render(request, "tournaments/console/guide_cards.html", context)


@require_safe
@login_required
@never_cache
def door_notice(request: HttpRequest, event: str) -> HttpResponse:
    """A notice for the door: the code of the event's page, where people enter by themselves."""
    held = _real(request, event)
    link = request.build_absolute_uri(held.get_absolute_url())
    context = {"event": held, "link": link, "picture": qr_code(link)}
    return render(request, "tournaments/console/door.html", context)


@require_safe
@login_required
@never_cache
def podium_certificates(request: HttpRequest, event: str) -> HttpResponse:
    """A certificate for each of the first places, and for the winners of categories."""
    held = directed_event_or_refuse(request, event)
    shown = EventShown(selectors.event_sheet(held))
    cards = [Scorecard(shown, line.entry) for line in shown.lines]
    best = [each for each in cards if each.has_certificate and (each.is_on_podium or each.honours)]
    return certificates_response(request, held, best)


@require_safe
@login_required
@never_cache
def score_slips(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """A slip for each table of a round, on which people write the scores with a pen."""
    held, shown, round_ = _round(request, event, number)
    context = {"event": held, "shown": shown, "round": round_}
    return render(request, "tournaments/console/score_slips.html", context)


@require_safe
@login_required
@never_cache
def round_sheet(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The tables of a round for the wall: by table, and by entry."""
    held, shown, round_ = _round(request, event, number)
    at = [(name, each.row.number) for each in round_.tables for name in shown.names_at(each.row)]
    context = {"event": held, "shown": shown, "round": round_, "at": sorted(at, key=_by_name)}
    return render(request, "tournaments/console/round_sheet.html", context)


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A deal to be laid out by hand, for all tables alike."""

    number: int
    hands: list[HandShown]


@require_safe
@login_required
@never_cache
def boards_print(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The deals of a round, for directors who do not play: a slip for each hand, and a curtain card.

    Rounds that are not paired yet are for directors who have taken the deals (`actions.take_deals`).
    """
    held = _real(request, event)
    try:
        table = actions.look_at_deals(account_of(request), held, number)
    except ActionRefused as why:
        raise (PermissionDenied if why.code == "plays_here" else Http404) from why
    deals = [
        BoardShown(at + 1, hands_shown(held.game, board_deal(held, table.round, table, at)))
        for at in range(len(table.labels))
    ]
    context = {"event": held, "number": number, "boards": deals, "deck": GAMES[held.game].deck.name}
    return render(request, "tournaments/console/boards.html", context)


def _by_name(entry: tuple[str, int]) -> str:
    return letters.fold_text(entry[0])


def _round(request: HttpRequest, code: str, number: int) -> tuple[Event, EventShown, RoundShown]:
    held = _real(request, code)
    shown = EventShown(selectors.event_sheet(held))
    found = next((each for each in shown.rounds if each.row.number == number), None)
    return held, shown, or_404(found)


def _real(request: HttpRequest, code: str) -> Event:
    """Return the event, if its tables are real, or refuse a person who does not direct it."""
    held = directed_event_or_refuse(request, code)
    if not held.is_real:
        raise Http404
    return held
