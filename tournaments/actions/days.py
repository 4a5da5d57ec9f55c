"""Playing the deal of the day."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import texts
from ludopoli.accounts.models import User
from ludopoli.text import zones
from tournaments import deal_of_the_day, selectors
from tournaments.actions.entries import register_entry
from tournaments.actions.events import set_event_fields
from tournaments.models import DealOfTheDay, Event, TournamentTable
from tournaments.outlets import happenings, notices
from tournaments.outlets.happenings import happened
from tournaments.running import sequencer

TO_FINISH = timedelta(hours=1)
"""The time after midnight in which those who have begun can end their deal."""


def play_deal_of_the_day(person: User, now: datetime | None = None) -> TournamentTable | None:
    """Seat a person at their table with today's deal, if need be with the event that it belongs to; None if
    so many play it that the table comes in a moment."""
    now = now or timezone.now()
    day = zones.site_day(now)
    event = deal_of_the_day.event_of_day(day) or _hold_event(day, now)
    if selectors.my_entry(person, event) is None:
        register_entry(person, event, now=now)
        sequencer.advance_event(event.pk, now)
        notices.settle_event_notices(person, event)
    return deal_of_the_day.table_of_day(person, day)


def _hold_event(day: date, now: datetime) -> Event:
    """Make and begin the event of a day; somebody else's if they were faster."""
    try:
        with transaction.atomic():
            return _new_event(day, now)
    except IntegrityError:
        return Event.objects.get(deal_of_the_day__day=day)


def _new_event(day: date, now: datetime) -> Event:
    game, (rules, players) = deal_of_the_day.game_of_day(day), deal_of_the_day.rules_of_day(day)
    midnight = deal_of_the_day.end_of_day(day)
    event = Event(game=game, players=players, format="daily", registers_at=now)
    chosen = {
        "name": f"{texts.game_name(game)} {day:%d/%m/%Y}",
        "rules": rules,
        "settings": {"instances": 1, "minutes": (midnight + TO_FINISH - now) // timedelta(minutes=1)},
        "deals": 1,
        "starts_at": now,
        "rated": False,
        "spectators": Event.Spectators.CLOSED,
    }
    set_event_fields(event, chosen, now)
    event.save()
    DealOfTheDay.objects.create(day=day, event=event)
    happened(event, happenings.CREATED, now=now)
    sequencer.take_step(event, now)
    return event
