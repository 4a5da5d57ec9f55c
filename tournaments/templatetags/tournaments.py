"""Tags and filters about tournaments, also for other pages: home, profiles, tables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from babel import Locale
from babel.dates import format_datetime
from django import template
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.template.defaultfilters import date
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import TIME_STRINGS

from clubs import selectors as clubs
from clubs.models import Club, Date, Federation
from ludopoli.accounts.access import account_of
from ludopoli.accounts.models import User
from ludopoli.base.sharing import Shared
from ludopoli.text import zones
from tournaments import access, club_records, deal_of_the_day, format_texts, selectors, tie_parts
from tournaments import texts as event_texts
from tournaments.models import Entry, Event, Member, Phase, TournamentTable
from tournaments.scores.amounts import table_score
from tournaments.series import federation_phases

register = template.Library()

ON_HOME = 3
OF_CLUB = 5
ON_PROFILE = 20
RANKED_ON_A_PAGE = 100
DAY = 86_400


@register.filter
def rounds_of_member(member: Member) -> str:
    """Say which rounds somebody has played who is not alone in their place."""
    return format_texts.rounds_said(member.first_round, member.last_round)


@register.simple_tag
def next_tournaments(user: User | AnonymousUser) -> list[Event]:
    """Return the next tournaments, in one query."""
    return list(selectors.calendar_events(user).exclude(status=Event.Status.CANCELLED)[:ON_HOME])


@register.simple_tag
def daily_tournaments(user: User | AnonymousUser) -> list[Event]:
    """Return the running tournaments of the day, in one query."""
    return list(selectors.calendar_events(user).filter(format="daily", status=Event.Status.RUNNING)[:ON_HOME])


@register.simple_tag
def todays_deal(user: User | AnonymousUser) -> dict[str, Any]:
    """Return the deal of the day: its game, how many play it, and the reader's table and score. One query;
    none for a visitor."""
    day = zones.site_day()
    mine = deal_of_the_day.table_of_day(user, day)
    return {
        "game": deal_of_the_day.game_of_day(day),
        "players": _players_of_day(day),
        "table": mine and mine.table,
        "score": mine and table_score(deal_of_the_day.own_scores(mine)),
    }


_players_of_day = Shared(deal_of_the_day.players_of_day, 5.0)


@register.simple_tag
def club_coming(club: Club, user: User | AnonymousUser) -> list[Event | Date]:
    """Return what comes next on the calendar of a club, in two queries."""
    return selectors.coming_events_of_club(club, user)[:OF_CLUB]


@register.simple_tag
def phases_of(federation: Federation, user: User | AnonymousUser) -> list[Phase]:
    """Return the events of a federation, in one query, or two."""
    return federation_phases.phases_of(federation, user)


@register.filter
def split_running(coming: Iterable[Event | Date]) -> tuple[list[Event], list[Event | Date]]:
    """Return the events that are being played, and what comes next."""
    running = [each for each in coming if isinstance(each, Event) and each.status == Event.Status.RUNNING]
    return running, [each for each in coming if each not in running]


@register.simple_tag
def club_teams(club: Club, user: User | AnonymousUser) -> list[Entry]:
    """Return the latest teams that play for a club, in one query."""
    return list(selectors.teams_of_club(club, user)[:OF_CLUB])


@register.simple_tag
def may_represent(user: User) -> list[Club]:
    """Return the clubs for which a person may let a team play, in one query."""
    return list(clubs.clubs_to_organise_for(user).filter(private=False)) if user.is_authenticated else []


@register.simple_tag
def trophies(person: User, reader: User | AnonymousUser) -> list[Entry]:
    return selectors.trophies_of(person, reader)


@register.simple_tag
def evenings(person: User, reader: User | AnonymousUser) -> list[Member]:
    return list(selectors.evenings_of(person, reader)[:ON_PROFILE])


@register.simple_tag
def tournament_of(code: str, reader: User | AnonymousUser) -> TournamentTable | None:
    """Return the tournament's table for a game table, in one query; None if the reader may not know of the
    tournament."""
    rows = TournamentTable.objects.filter(table__code=code).select_related(
        "round__event__club", "round__event__deal_of_the_day"
    )
    found = rows.first()
    return found if found and access.may_know(reader, found.round.event) else None


@register.simple_tag
def listed_reasons() -> tuple[str | Promise, ...]:
    return event_texts.REASONS


@register.filter
def format_name(event: Event) -> str:
    return str(format_texts.FORMATS[event.format].name)


@register.filter
def entry_name(entry: Entry) -> str:
    return selectors.entry_name(entry)


@register.filter
def member_name(member: Member) -> str:
    return selectors.member_name(member)


@register.simple_tag
def club_ranking(club: Club, request: HttpRequest) -> Page[club_records.RankedRecord]:
    """Return a page of the leaderboard of a club's real tables, in at most six queries."""
    found = club_records.club_ranking(club, account_of(request))
    return Paginator(found, RANKED_ON_A_PAGE).get_page(request.GET.get("pagina"))


@register.filter
def rules_of(event: Event) -> str:
    """Return the game and the rules of an event, in words."""
    return tie_parts.title_of_event(event)


@register.filter
def replay_hash(deal: int) -> str:
    """Return the hash in a replay's address that selects a deal."""
    return f"#s{deal}"


WHEN = {"": "EEEE d MMMM, HH:mm", "moment": "EEE d MMM, HH:mm", "day": "d MMM", "time": "HH:mm"}


@register.simple_tag
def when(at: datetime | None, how: str = "") -> SafeString:
    """Render a time in the reader's zone; `how` is "time", "day", "moment" for both, or "" for both in whole
    words, with the zone if it is not the site's."""
    here = at and timezone.localtime(at)
    said = (
        format_datetime(here, WHEN[how], locale=Locale.parse(zones.locale_of_dates(), sep="-"))
        if here
        else ""
    )
    said = said if how or zones.is_sites() else zones.with_city(said)
    return format_html('<time datetime="{}" data-local="{}">{}</time>', date(here, "c"), how, said)


@register.simple_tag
def adds_nonce(event: Event) -> SafeString:
    """Return the attributes of a form that sends a nonce for the deals; none once these are fixed."""
    if event.nonces_at is not None:
        return SafeString("")
    attributes = ' data-shuffle="enter" data-match="{}" data-commitment="{}"'
    return format_html(attributes, event.code, event.commitment)


@register.filter
def remaining(at: datetime) -> str:
    """The time until then, as `tournaments/times.js` counts it down from there: in place, whatever wraps."""
    seconds = max(0, math.ceil((at - timezone.now()).total_seconds()))
    if seconds >= 2 * DAY:
        days = seconds // DAY
        return str(TIME_STRINGS["day"] % {"num": days})
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
