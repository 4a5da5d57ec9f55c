"""Rights in an event, and look-ups of the objects that an address names."""

from __future__ import annotations

import re

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils.translation import gettext as _

from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from tournaments.models import Claim, Entry, Event, Series, TournamentTable

Reader = User | AnonymousUser

CODE = re.compile(r"[a-z0-9]{1,12}")

NOT_DIRECTOR = Refused("not_director", "only who directs the event can do this")
NOT_ORGANISER = Refused("not_organiser", "only who has made the event can do this")


def organises(user: Reader, event: Event) -> bool:
    return event.organiser_id is not None and event.organiser_id == user.pk


def directs(user: Reader, event: Event) -> bool:
    """Return whether a person directs the event: the organiser, or a director they have added."""
    return organises(user, event) or (user.pk is not None and event.directors.filter(pk=user.pk).exists())


def access_event(user: Reader, code: str) -> Event:
    """Return the event with this code, which everybody may see. Raises `Http404`."""
    known = Event.objects.select_related("organiser", "series")
    found = known.filter(code=code).first() if CODE.fullmatch(code) else None
    if found is None:
        raise Http404(_("There is no such tournament."))
    return found


def access_series(code: str) -> Series:
    found = (
        Series.objects.select_related("organiser").filter(code=code).first() if CODE.fullmatch(code) else None
    )
    if found is None:
        raise Http404(_("There is no such series."))
    return found


def access_table(event: Event, number: int, table: int) -> TournamentTable:
    """Return a table by the number of its round and its own. Raises `Http404`."""
    tables = TournamentTable.objects.select_related("round__event", "table")
    found = tables.filter(round__event=event, round__number=number, number=table).first()
    if found is None:
        raise Http404(_("There is no such table."))
    return found


def access_claim(event: Event, number: int) -> Claim:
    found = event.claims.filter(number=number).first()
    if found is None:
        raise Http404(_("There is no such claim."))
    return found


def access_entry(event: Event, number: int) -> Entry:
    found = event.entries.filter(number=number).first()
    if found is None:
        raise Http404(_("There is no such entry."))
    return found
