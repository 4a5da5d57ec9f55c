"""Tournaments on pages that are about something else: home, a profile, a table."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.contrib.auth.models import AnonymousUser
from django.template.defaultfilters import date
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import texts
from ludopoli.accounts.models import User
from tournaments import selectors, words
from tournaments import texts as event_texts
from tournaments.models import Entry, Event, TournamentTable

register = template.Library()

ON_HOME = 3


@register.simple_tag
def next_tournaments(user: User | AnonymousUser) -> list[Event]:
    """The next ones: one query."""
    return list(selectors.calendar().exclude(status=Event.Status.CANCELLED)[:ON_HOME])


@register.simple_tag
def daily_tournaments() -> list[Event]:
    """The tournaments of the day that go on: one query."""
    return list(selectors.calendar().filter(format="daily", status=Event.Status.RUNNING)[:ON_HOME])


@register.simple_tag
def trophies(person: User) -> list[Entry]:
    return selectors.trophies(person)


@register.simple_tag
def tournament_of(code: str) -> TournamentTable | None:
    """Where a table belongs: one query."""
    rows = TournamentTable.objects.filter(table__code=code).select_related("round__event")
    return rows.first()


@register.simple_tag
def listed_reasons() -> tuple[str | Promise, ...]:
    return event_texts.REASONS


@register.filter
def format_name(event: Event) -> str:
    return str(words.FORMATS[event.format].name)


@register.filter
def entry_name(entry: Entry) -> str:
    return selectors.entry_name(entry)


@register.filter
def rules_of(event: Event) -> str:
    """What is played: the game and the preset."""
    rules = event.rules_name or texts.preset_name(event.game, event.rules["preset"])
    return f"{texts.game_name(event.game)} {rules}".strip()


@register.filter
def replay_hash(deal: int) -> str:
    """The end of a replay's address: a deal."""
    return f"#s{deal}"


WHEN = {"": "l j F, H:i", "day": "j M", "time": "H:i"}


@register.simple_tag
def when(at: datetime | None, how: str = "") -> SafeString:
    """A moment, in the zone of the reader: `how` is "time", "day", or nothing for both."""
    here = at and timezone.localtime(at)
    times = (date(here, "c"), how, date(here, WHEN[how]))
    return format_html('<time datetime="{}" data-local="{}">{}</time>', *times)


@register.simple_tag
def adds_nonce(event: Event) -> SafeString:
    """The attributes of a form whose browser adds a nonce to the deals; none when they are fixed."""
    if event.nonces_at is not None:
        return SafeString("")
    said = ' data-shuffle="enter" data-match="{}" data-commitment="{}"'
    return format_html(said, event.code, event.commitment)
