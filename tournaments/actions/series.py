"""Series: creating and changing them, and the points that their organisers take away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs import access as clubs
from clubs import roster
from clubs.licences import LicenceBook
from clubs.models import Club
from clubs.models import Member as ClubMember
from clubs.roles import Capability
from games.fairplay import publishing
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters, zones
from tournaments import access
from tournaments.actions.checking import check_reason, one_line
from tournaments.actions.events import LONGEST_DESCRIPTION, LONGEST_NAME, check_published_words
from tournaments.models import Penalty, Series
from tournaments.outlets import notices
from tournaments.series import seasons

SEASON = (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
"""The default points for the places of an event."""

MOST_SERIES, MOST_PENALTIES = 100, 500

MOST_POINTS = 10_000


MOST_DIVISIONS, LONGEST_DIVISION, MOST_SEASONS = 20, 40, 100


def _count(value: Any) -> bool:
    return value is None or (type(value) is int and 1 <= value <= 1000)


def _moving(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 1000


def _is_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_list(value: Any, most: int, good: Callable[[Any], bool]) -> bool:
    """Return whether a value is a list of different good values."""
    return (
        isinstance(value, list | tuple)
        and len(value) <= most
        and all(good(each) for each in value)
        and len({*value}) == len(value)
    )


GOOD: Mapping[str, Callable[[Any], bool]] = {
    "name": lambda value: bool(one_line(value, LONGEST_NAME)),
    "description": lambda value: (
        isinstance(value, str) and len(value) <= LONGEST_DESCRIPTION // 2 and letters.is_readable(value)
    ),
    "points": lambda value: (
        isinstance(value, list | tuple)
        and 0 < len(value) <= 500
        and all(type(each) is int and 0 <= each <= MOST_POINTS for each in value)
    ),
    "best": _count,
    "excused": _count,
    "least": _count,
    "missed": lambda value: value in Series.Missed.values,
    "ties": lambda value: value in Series.Ties.values,
    "credit": lambda value: value in Series.Credit.values,
    "period": lambda value: value in Series.Period.values,
    "season_starts": lambda value: _is_list(value, MOST_SEASONS, _is_day),
    "divisions": lambda value: _is_list(
        value, MOST_DIVISIONS, lambda name: name == one_line(name, LONGEST_DIVISION) != ""
    ),
    "up": _moving,
    "down": _moving,
    "border": lambda value: value in Series.Border.values,
    "inactive": lambda value: value in Series.Inactive.values,
    "newcomers": lambda value: value in Series.Newcomers.values,
}
"""The fields of a series with the check of their values; `club` depends on the organiser."""


LISTS = ("points", "divisions", "season_starts")


DIVISION_IN_USE = _("Tournaments belong to the last division: it stays, or change them first.")


def create_series(by: User, *, name: Any, points: Sequence[int] = SEASON, **fields: Any) -> Series:
    """Create a series. The fields are those of `change_series`."""
    if by.is_guest:
        raise ActionRefused("sign_up")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)  # one at a time, so that the count is right
        if by.series_organised.count() >= MOST_SERIES:
            raise ActionRefused("too_many_series", most=MOST_SERIES)
        return _saved(by, Series(organiser=by), {"name": name, "points": points, **fields})


def change_series(by: User, series: Series, **fields: Any) -> Series:
    """Change some fields: those of `GOOD`, and `club`, one that the organiser directs, or None."""
    _check_organiser(by, series)
    return _saved(by, series, fields)


def _check_organiser(by: User, series: Series) -> None:
    if not access.organises_series(by, series):
        raise ActionRefused("not_organiser")


def _saved(by: User, series: Series, fields: Mapping[str, Any]) -> Series:
    for name, value in fields.items():
        good = _is_own_club(by, series, value) if name == "club" else name in GOOD and GOOD[name](value)
        if not good:
            raise ActionRefused("bad_event", field=name)
        setattr(series, name, list(value) if name in LISTS else value)
    series.season_starts.sort()
    if series.pk and series.events.filter(division__gte=len(series.divisions)).exists():
        raise ActionRefused("bad_event", DIVISION_IN_USE, field="divisions")
    if fields.get("divisions"):
        publishing.check_published_name(by, " ".join(series.divisions))
    check_published_words(by, fields)
    _begins, series.season_ends = seasons.season_span(series, zones.site_day())
    series.save()
    return series


def close_seasons() -> None:
    """Notify the people who change their division of the seasons that are over, once."""
    today = zones.site_day()
    for pk in Series.objects.filter(season_ends__lte=today).values_list("pk", flat=True):
        with transaction.atomic():
            series = Series.objects.select_for_update().get(pk=pk)
            ends = series.season_ends
            if ends is None or ends > today:
                continue  # changed meanwhile
            ended = [each for each in seasons.season_history(series).seasons if each.ends == ends]
            if not all(each.over for each in ended):
                continue  # a tournament is still being played
            for each in ended:
                notices.notify_of_divisions(series, each)
            _begins, series.season_ends = seasons.season_span(series, ends)
            series.save(update_fields=["season_ends"])


def _is_own_club(by: User, series: Series, club: Any) -> bool:
    if series.federation_id is not None:
        return club is None
    if club == series.club:
        return True
    if series.pk and series.organiser_id != by.pk:
        return False
    return club is None or (
        isinstance(club, Club)
        and clubs.has_capability(clubs.membership_of(by, club), Capability.ORGANISE_EVENTS)
    )


def person_in_series(series: Series, said: str) -> User | ClubMember:
    """Return the person with a name: an account, or a member of the series' club, also by the number; in the
    ranking of a federation somebody with a licence.

    Refused as `no_person` if there is nobody, or if several are meant.
    """
    tidy = " ".join(said.replace("\0", "").split())
    person = people.find_person(tidy)
    if person is not None:
        return person
    if series.federation is not None:
        book = LicenceBook(series.federation)
        licence = book.with_number(tidy) or book.find(tidy, "")
        line = None if licence is None else licence.line
    else:
        line = roster.find_line(series.club_id, tidy)
    if line is None:
        raise ActionRefused("no_person")
    return line.user or line


def take_points(by: User, series: Series, who: User | ClubMember, points: Any, reason: Any) -> Penalty:
    """Take points from a person, or from a member of the club without an account, with a reason that
    everybody reads."""
    _check_organiser(by, series)
    if type(points) is not int or not 1 <= points <= MOST_POINTS:
        raise ActionRefused("points_bounds", least=1, most=MOST_POINTS)
    check_reason(by, reason)
    publishing.check_words_of_name(str(reason))
    with transaction.atomic():
        Series.objects.select_for_update().get(pk=series.pk)
        person: dict[str, Any] = {"user": who} if isinstance(who, User) else {"club_line": who}
        last = series.penalties.aggregate(last=Max("number"))["last"] or 0
        if last >= MOST_PENALTIES:
            raise ActionRefused("many_penalties", most=MOST_PENALTIES)
        return Penalty.objects.create(
            series=series, number=last + 1, points=points, reason=one_line(reason, 300) or "",
            at=timezone.now(), **person,
        )  # fmt: skip


def give_back_points(by: User, series: Series, number: int) -> None:
    """Take a penalty back."""
    _check_organiser(by, series)
    deleted, _of = series.penalties.filter(number=number).delete()
    if not deleted:
        raise ActionRefused("no_penalty")
