"""Rights in an event, and look-ups of the objects that an address names."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.base.lookups import by_code, or_404
from tournaments.models import Claim, Entry, Event, Series, TournamentTable

Reader = User | AnonymousUser

NOT_DIRECTOR = Refused("not_director", "only who directs the event can do this")
NOT_ORGANISER = Refused("not_organiser", "only who has made the event can do this")


def organises(user: Reader, event: Event) -> bool:
    return event.organiser_id is not None and event.organiser_id == user.pk


def directs(user: Reader, event: Event) -> bool:
    """Return whether a person directs the event: the organiser, or a director they have added."""
    return organises(user, event) or (user.pk is not None and event.directors.filter(pk=user.pk).exists())


def access_event(user: Reader, code: str) -> Event:
    """Return the event with this code, which everybody may see. Raises `Http404`."""
    found = by_code(Event.objects.select_related("organiser", "series"), code)
    return or_404(found, _("There is no such tournament."))


def access_series(code: str) -> Series:
    found = by_code(Series.objects.select_related("organiser"), code)
    return or_404(found, _("There is no such series."))


def access_table(event: Event, number: int, table: int) -> TournamentTable:
    """Return a table by the number of its round and its own. Raises `Http404`."""
    tables = TournamentTable.objects.select_related("round__event", "table")
    found = tables.filter(round__event=event, round__number=number, number=table).first()
    return or_404(found, _("There is no such table."))


def access_claim(event: Event, number: int) -> Claim:
    return or_404(event.claims.filter(number=number).first(), _("There is no such claim."))


def access_entry(event: Event, number: int) -> Entry:
    return or_404(event.entries.filter(number=number).first(), _("There is no such entry."))
