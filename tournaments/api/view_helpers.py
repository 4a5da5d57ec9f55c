"""Helpers of the API views of tournaments: look-ups by address, and refusals as problems."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from clubs.models import Member as ClubMember
from clubs.roles import Capability
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, validated_body
from ludopoli.api.shapes import Shape
from ludopoli.base.lookups import number_of, or_404
from ludopoli.http.refusals import ActionRefused
from tournaments import access, actions
from tournaments.club_lines import EventLines
from tournaments.entering.door import Door
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.roles import EventCapability

ENTER = dict.fromkeys(("POST", "PUT"), Scope.ENTER)
DIRECT = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), Scope.DIRECT)

TAGS = ["tournaments"]
ENTRIES, DIRECTING, SEASONS, FEDERATIONS = ["entries"], ["directing"], ["seasons"], ["federations"]


class Organising(Operation):
    """An operation for directors."""

    scopes = DIRECT


def sent_fields(shape: type[Shape[Any]], request: Request) -> dict[str, Any]:
    """Return the fields that were sent, validated, without defaults."""
    return validated_body(shape, request, partial=True)


def person_named(name: str) -> User:
    """Return the person with this name; raise a problem if there is none."""
    found = people.find_person(name.replace("\x00", ""))
    if found is None:
        raise ActionRefused("no_person")
    return found


WAYS = ("name", "named", "member", "licence", "level")
"""The fields that say who enters, exactly one of which is sent."""


def entrant_of(sent: dict[str, Any], event: Event) -> User | actions.Named | str:
    """Return the member to enter: the person with the account `name`, a bot by its `level`, a person without
    an account who is `named`, at real tables perhaps with a `category`, a `member` of the event's club, or
    somebody with a `licence` of its federation."""
    ways = [each for each in WAYS if each in sent]
    if len(ways) != 1 or ("category" in sent and not (event.is_real and "named" in sent)):
        raise ActionRefused("bad_member")
    if "name" in sent:
        return person_named(sent["name"])
    if "level" in sent:
        return str(sent["level"])
    if "named" in sent:
        return actions.Named(sent["named"], category=sent.get("category", ""))
    person = Door(event).person_of(_line_of(sent, event))
    return person.user or actions.Named(person.name, person.card, person.category)


def _line_of(sent: dict[str, Any], event: Event) -> ClubMember:
    """Return the line of the list that a `member` or a `licence` means."""
    if "licence" in sent:
        licence = EventLines(event).licence_with_number(sent["licence"])
        if licence is None:
            raise ActionRefused("no_licence")
        return licence.line
    listed = ClubMember.objects.filter(club=event.club_id, role__may=Capability.PARTICIPATE)
    line = listed.filter(number=sent["member"]).select_related("user").first()
    if line is None:
        raise ActionRefused("no_member")
    return line


def event_of(request: Request, event: str) -> Event:
    return access.access_event(request.user, event)


def directed_event(request: Request, event: str) -> Event:
    """Return an event that the account directs; raise a problem if it does not."""
    found = event_of(request, event)
    if not access.has_event_capability(requesting_account(request), found, EventCapability.LOOK):
        raise ActionRefused("not_director")
    return found


def round_of(request: Request, event: str, number: str) -> Round:
    """Return a round of an event that the account directs; raise a problem if it does not."""
    found = directed_event(request, event)
    round_ = or_404(found.rounds.filter(number=path_number(number)).first())
    round_.event = found
    return round_


def table_of(request: Request, event: str, round: str, table: str) -> TournamentTable:
    return access.table_of_round(event_of(request, event), path_number(round), path_number(table))


def entry_of(event: Event, entry: str) -> Entry:
    return access.access_entry(event, path_number(entry))


def path_number(text: str) -> int:
    """Read a number in an address. Raises `Http404`."""
    return or_404(number_of(text, 9))


def number_parameters(*names: str, least: int = 1) -> list[OpenApiParameter]:
    """Document path parameters that are numbers."""
    return [
        OpenApiParameter(name, {"type": "integer", "minimum": least}, OpenApiParameter.PATH) for name in names
    ]
