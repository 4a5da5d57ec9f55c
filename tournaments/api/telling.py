"""What there is of a tournament, as the shapes have it."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q

from ludopoli.base.words import masked
from tournaments import access, selectors
from tournaments.access import Reader
from tournaments.formats.catalog import Line
from tournaments.models import OVER, PLAYING, Entry, Event, Round, Series, TournamentTable
from tournaments.pages.shown import EventShown
from tournaments.selectors import Sheet

AS_THEY_ARE = (
    "rules", "players", "pairs", "rating_least", "rating_most", "guests",
    "late_entries", "check_in_minutes", "round_minutes", "break_seconds", "move_seconds", "bank_seconds",
    "pace", "quiet", "spectators", "paused_at", "started_at", "finished_at", "commitment", "nonces_at",
    "revision",
)  # fmt: skip


def event_line(event: Event) -> dict[str, Any]:
    """In a list; `entered` is annotated there."""
    return {
        "code": event.code,
        "name": event.name,
        "organiser": event.organiser.username if event.organiser else None,
        "series": event.series.code if event.series else None,
        "status": event.status,
        "game": event.game,
        "preset": event.rules["preset"],
        "rules_name": event.rules_name,
        "format": event.format,
        "unit": event.unit,
        "access": event.access,
        "capacity": event.capacity,
        "entered": event.entered,  # type: ignore[attr-defined]  # annotated
        "rated": event.is_open_to_ratings,
        "registers_at": event.registers_at,
        "starts_at": event.starts_at,
    }


def event_whole(event: Event, reader: Reader) -> dict[str, Any]:
    told = selectors.sheet(event)
    event.entered = sum(each.status in PLAYING for each in told.entries.values())  # type: ignore[attr-defined]
    return {
        **event_line(event),
        **{name: getattr(event, name) for name in AS_THEY_ARE},
        "settings": dict(told.told.settings),
        "description": masked(event.description),
        "directors": list(event.directors.order_by("username").values_list("username", flat=True)),
        "rounds_drawn": len(told.rounds),
        "rounds_in_all": EventShown(told).in_all,
        "table_sizes": told.told.table_sizes,
        "draw_seed": event.draw_seed if _tells_draws(told) else None,
        "secret": event.told_secret if event.status in OVER else None,
        "directs": access.directs(reader, event),
    }


def _tells_draws(told: Sheet) -> bool:
    """Where rounds overlap it is cast by lot who gets which deals, also for who has not come yet."""
    event = told.event
    return event.status in OVER or (event.started_at is not None and not told.told.format.flows)


def entry(one: Entry) -> dict[str, Any]:
    """Read with its members and their people."""
    return {
        "number": one.number,
        "name": selectors.entry_name(one),
        "status": one.status,
        "members": [
            {
                "place": each.place,
                "name": selectors.member_name(each),
                "bot": bool(each.bot),
                "program": each.user is not None and each.user.is_bot,
                "accepted": each.accepted,
                "here": each.here,
                "left": each.left,
                "wanted": each.wanted,
                "nonce": each.nonce or None,
            }
            for each in one.members.all()
        ],
        **{name: getattr(one, name) for name in ("seed", "strength", "joined", "left", "place", "score")},
    }


def table(told: Sheet, one: TournamentTable) -> dict[str, Any]:
    one, points = told.row(one), told.points(one)
    return {
        "round": one.round.number,
        "number": one.number,
        "stage": one.stage,
        "status": one.status,
        "places": [{"entry": each, "name": told.name(each)} for each in one.places],
        "labels": one.labels,
        "points": points if points is None else list(points),
        **{name: getattr(one, name) for name in ("deals", "annulled", "adjusted", "penalties")},
        "reason": masked(one.reason),
        "table": one.table.code if one.table else None,
        "match": one.table.match_id if one.table else None,
    }


def round_(told: Sheet, one: Round) -> dict[str, Any]:
    kept = ("number", "status", "byes", "starts_at", "started_at", "ends_at", "over_at")
    return {
        **{name: getattr(one, name) for name in kept},
        "tables": [table(told, each) for each in told.tables(one.number)],
    }


def line(told: Sheet, one: Line) -> dict[str, Any]:
    return {
        "place": one.place,
        "entry": one.entrant,
        "name": told.name(one.entrant),
        "score": one.score,
        "breaks": [
            {
                "name": name,
                "value": made.value,
                "terms": [
                    {
                        "round": each.round,
                        "opponent": each.opponent,
                        "amount": each.amount,
                        "counts": each.counts,
                    }
                    for each in made.terms
                ],
            }
            for name, made in one.breaks.items()
        ],
    }


def series_line(series: Series) -> dict[str, Any]:
    kept = ("code", "name", "points", "best")
    return {
        **{name: getattr(series, name) for name in kept},
        "description": masked(series.description),
        "organiser": series.organiser.username if series.organiser else None,
    }


def series_whole(series: Series) -> dict[str, Any]:
    entered = Count("entries", filter=Q(entries__status__in=PLAYING))
    events = series.events.select_related("organiser", "series").annotate(entered=entered)
    return {
        **series_line(series),
        "events": [event_line(each) for each in events.order_by("starts_at", "pk")],
        "season": [
            {
                "place": each.place,
                "name": each.user.username,
                "points": each.points,
                "terms": [
                    {"event": event.code, "place": place, "points": points, "counts": counts}
                    for event, place, points, counts in each.terms
                ],
            }
            for each in selectors.season(series)
        ],
    }
