"""Every write to the dates of a club: what its directors announce beside its tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.utils import timezone

from clubs import notices
from clubs.actions import club_action
from clubs.models import LONGEST_NAME, LONGEST_PLACE, LONGEST_WORDS, Club, Date
from clubs.roles import Capability
from games.fairplay import publishing
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket
from ludopoli.text import letters

MOST_COMING = 200
"""The most dates of a club that are not over."""

MOST_WEEKS = 52
"""The most dates that are made at a time, a week apart."""

FURTHEST = timedelta(days=2 * 366)

TEXTS: Mapping[str, int] = {"title": LONGEST_NAME, "place": LONGEST_PLACE, "words": LONGEST_WORDS}

TOLD_AT_ONCE, SECONDS_EACH = 30, 20
"""The dates of which all members are notified: so many at once, then one in so many seconds."""


@club_action(Capability.ORGANISE_EVENTS)
def add_dates(by: User, club: Club, weeks: int = 1, **fields: Any) -> list[Date]:
    """Announce a date, or the same in several weeks; members are notified once.

    The fields are those of `change_date`, all but `place` and `words` needed.
    """
    first = Date(club=club, by=by)
    _set(by, first, {"title": "", "starts_at": None, **fields})
    if not 1 <= weeks <= MOST_WEEKS:
        raise ActionRefused("bad_date", field="weeks")
    if club.dates.filter(starts_at__gte=timezone.now()).count() + weeks > MOST_COMING:
        raise ActionRefused("many_dates", most=MOST_COMING)
    _check_telling(club)
    last, zone = club.dates.aggregate(last=Max("number"))["last"] or 0, timezone.get_default_timezone()
    here = first.starts_at.astimezone(zone).replace(tzinfo=None)
    dates = [
        Date(
            club=club, by=by, number=last + 1 + week, title=first.title, place=first.place, words=first.words,
            minutes=first.minutes, starts_at=timezone.make_aware(here + timedelta(weeks=week), zone),
        )
        for week in range(weeks)
    ]  # fmt: skip
    Date.objects.bulk_create(dates)
    notices.notify_members(club, by, first.title)
    return dates


@club_action(Capability.ORGANISE_EVENTS)
def change_date(by: User, club: Club, number: int, **fields: Any) -> Date:
    """Change some of `title`, `starts_at`, `minutes`, `place` and `words`."""
    date = club.dates.filter(number=number).first()
    if date is None:
        raise ActionRefused("no_date")
    before = _known(date)
    _set(by, date, fields)
    tells = _known(date) != before and date.starts_at > timezone.now()
    if tells:
        _check_telling(club)
    date.changes += 1
    date.save()
    if tells:
        notices.notify_members(club, by, date.title, "changed")
    return date


@club_action(Capability.ORGANISE_EVENTS)
def delete_date(by: User, club: Club, number: int) -> None:
    date = club.dates.filter(number=number).first()
    if date is None:
        raise ActionRefused("no_date")
    tells = date.starts_at > timezone.now()
    if tells:
        _check_telling(club)
    date.delete()
    if tells:
        notices.notify_members(club, by, date.title, "called_off")
    return None


def _check_telling(club: Club) -> None:
    told = shared_bucket(("dates", club.pk), 1 / SECONDS_EACH, TOLD_AT_ONCE)
    if not told.take():
        raise ActionRefused("throttled")


def _known(date: Date) -> tuple[str, datetime, str]:
    """Return what members have to know to come."""
    return date.title, date.starts_at, date.place


def _set(by: User, date: Date, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        if not _is_good(name, value):
            raise ActionRefused("bad_date", field=name)
        setattr(date, name, " ".join(value.split()) if name in ("title", "place") else value)
    names = [fields[name] for name in ("title", "place") if fields.get(name)]
    for name in names:
        publishing.check_words_of_name(name)
    if TEXTS.keys() & fields.keys():
        publishing.check_may_publish(by)


def _is_good(name: str, value: Any) -> bool:
    match name:
        case "title" | "place" | "words":
            if not isinstance(value, str) or not letters.is_readable(value) or len(value) > TEXTS[name]:
                return False
            return name == "words" or (value.isprintable() and (name == "place" or bool(value.strip())))
        case "starts_at":
            now = timezone.now()
            return (
                isinstance(value, datetime)
                and value.tzinfo is not None
                and now - timedelta(days=1) <= value <= now + FURTHEST
            )
        case "minutes":
            return value is None or (type(value) is int and 1 <= value <= 7 * 24 * 60)
    return False
