"""Rights in an event, and look-ups of the objects that an address names."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.access import has_capability, membership_of
from clubs.federations import is_organiser
from clubs.models import Club
from clubs.models import Member as ClubMember
from clubs.roles import Capability
from clubs.selectors import clubs_to_organise_for
from ludopoli.accounts.models import User
from ludopoli.base.lookups import Lookup, PreparedQuery, by_code, or_404
from ludopoli.http.refusals import ActionRefused
from tournaments import roles
from tournaments.models import (
    Claim,
    Entry,
    Event,
    EventOfficer,
    EventTemplate,
    Invitee,
    Member,
    Series,
    TournamentTable,
)
from tournaments.roles import EventCapability

Reader = User | AnonymousUser


_roles = PreparedQuery(
    lambda event, user: EventOfficer.objects.filter(event=event, user=user).values_list("role", flat=True)
)


def role_in(event: Event, user: Reader) -> str:
    """Return the code of a person's role in running an event; empty for others."""
    if user.pk is None:
        return ""
    if event.organiser_id == user.pk:
        return roles.ORGANISER
    return next(iter(_roles(event.pk, user.pk)), "")


def has_event_capability(user: Reader, event: Event, capability: EventCapability) -> bool:
    """Return whether a person has a capability in an event."""
    return role_in(event, user) in roles.event_roles_with(capability)


def may_play(user: User, event: Event) -> bool:
    """Return whether a person's role, if they have one, lets them take a seat in the event."""
    code = role_in(event, user)
    return code not in roles.ROLES or roles.ROLES[code].may_play


_officers = PreparedQuery(lambda event: EventOfficer.objects.filter(event=event).values_list("user", "role"))


def ids_with(event: Event, capability: EventCapability) -> frozenset[int]:
    """Return the ids of the people who have a capability in an event."""
    held = [*_officers(event.pk), (event.organiser_id, roles.ORGANISER)]
    codes = roles.event_roles_with(capability)
    return frozenset(user for user, role in held if role in codes and user is not None)


def people_with(event: Event, capability: EventCapability) -> QuerySet[User]:
    """Return the people who have a capability in an event; no query until they are read."""
    codes = roles.event_roles_with(capability)
    own = Q(pk__in=EventOfficer.objects.filter(event=event, role__in=codes).values("user"))
    if roles.ORGANISER in codes:
        own |= Q(pk=event.organiser_id)
    return User.objects.filter(own)


def visible_to(reader: Reader) -> Q:
    """Return the filter of the events that a reader may know of.

    Those of a private club are for its members, and for the people who direct them, have entered or are asked
    to; those that somebody plays alone with bots for nobody else.
    """
    known = Q(alone=None) & (Q(club=None) | Q(club__private=False))
    if reader.pk is None:
        return known
    part = Member.objects.filter(Q(user=reader.pk) | Q(offered_to=reader.pk))
    directing = EventOfficer.objects.filter(user=reader.pk)
    invited = Invitee.objects.filter(user=reader.pk)
    own = (Q(pk__in=rows.values("event")) for rows in (part, directing, invited))
    return known | Q(organiser=reader.pk) | Q(club__in=_clubs_of(reader)) | reduce(or_, own)


def _clubs_of(reader: Reader) -> QuerySet[ClubMember, int]:
    """Return the ids of the clubs to which a reader belongs."""
    own = ClubMember.objects.filter(user=reader.pk, role__may=Capability.PARTICIPATE)
    return own.values_list("club", flat=True)


def may_know(reader: Reader, event: Event) -> bool:
    """Return whether a reader may know of an event; no query unless its club is private."""
    if event.alone_id is not None:
        return event.alone_id == reader.pk
    if event.club is None or not event.club.private:
        return True
    return Event.objects.filter(visible_to(reader), pk=event.pk).exists()


_events = Lookup(lambda: Event.objects.select_related("organiser", "series", "club"), "code")


def find_event(code: str) -> Event | None:
    """Return the event with this code, for readers who hold a proof that they may know of it."""
    return by_code(_events, code)


def access_event(user: Reader, code: str) -> Event:
    """Return the event with this code. Raises `Http404`, also if the reader may not know of it."""
    found = find_event(code)
    return or_404(
        found if found and may_know(user, found) else None, _("Tournament not found: check the link.")
    )


def visible_series(reader: Reader) -> Q:
    """Return the filter of the series that a reader may know of: those of a private club are for its members
    and for whoever has made them."""
    known = Q(club=None) | Q(club__private=False)
    return known if reader.pk is None else known | Q(organiser=reader.pk) | Q(club__in=_clubs_of(reader))


def organises_series(user: Reader, series: Series) -> bool:
    """Return whether a person sets the rules of a series and adds events to it: its organiser, of a club's
    series those who hold events for the club, of a ranking those of the federation."""
    if not isinstance(user, User):
        return False
    if series.federation is not None:
        return is_organiser(user, series.federation)
    if series.organiser_id == user.pk or series.club is None:
        return series.organiser_id == user.pk
    return has_capability(membership_of(user, series.club), Capability.ORGANISE_EVENTS)


def organised_series(user: User) -> QuerySet[Series]:
    """Return the series and championships, newest first, to which a person adds events."""
    own = Q(organiser=user) | Q(club__in=clubs_to_organise_for(user))
    return Series.objects.filter(own, federation=None).order_by("-created_at")


def access_series(reader: Reader, code: str) -> Series:
    rows = Series.objects.filter(visible_series(reader)).select_related("organiser", "club", "federation")
    return or_404(by_code(rows, code), _("Series not found: check the link."))


def table_of_round(event: Event, number: int, table: int) -> TournamentTable:
    """Return a table by the number of its round and its own. Raises `Http404`."""
    tables = TournamentTable.objects.select_related("round__event", "table")
    found = tables.filter(round__event=event, round__number=number, number=table).first()
    return or_404(found, _("Table not found: it may have closed."))


def access_claim(event: Event, number: int) -> Claim:
    return or_404(event.claims.filter(number=number).first(), _("Call not found: choose one from the list."))


def access_entry(event: Event, number: int) -> Entry:
    return or_404(
        event.entries.filter(number=number).first(), _("Entry not found: it may have been withdrawn.")
    )


def access_template(club: Club, number: int) -> EventTemplate:
    """Return a template of a club by its number; refused as `no_template`."""
    found = EventTemplate.objects.filter(club=club, pk=number).select_related("club", "event").first()
    if found is None:
        raise ActionRefused("no_template")
    return found
