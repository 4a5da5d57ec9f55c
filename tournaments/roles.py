"""The roles of the people who run an event, and the capabilities of each: a new role is one more row of
`ROLES`.

The rights in the club that holds an event are in `clubs/roles.py`; none of them is one in the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EventCapability(StrEnum):
    """A permission in an event."""

    allows: str

    def __new__(cls, name: str, allows: str) -> Self:
        capability = str.__new__(cls, name)
        capability._value_, capability.allows = name, allows
        return capability

    LOOK = (
        "look",
        "see the console, the log, every call and all results; get the notices and events for directors",
    )
    DIRECT = (
        "direct",
        "change and cancel the event; enter people; begin, pause and draw again; make announcements",
    )
    RULE = "rule", "enter scores, rule on results and answer calls, until the event is archived"
    COLLECT = "collect", "take entry fees and give them back, until the event is archived"
    COMMENT = "comment", "watch deals with all hands once nobody can play them any more"
    ADMINISTER = "administer", "say who runs the event; only its organiser may"


@dataclass(frozen=True, slots=True)
class EventRole:
    label: Promise
    capabilities: frozenset[EventCapability]
    given: Promise | str = ""
    """The notice to a person who gets the role."""
    taken: Promise | str = ""
    """The notice to a person who loses it."""
    given_in_log: Promise | str = ""
    taken_in_log: Promise | str = ""
    may_play: bool = True
    """False if its people take no seat in the event."""


ORGANISER, ORDINARY = "organiser", "director"
"""The role of the person who creates an event, and the one that others get if nothing is said."""

ROLES: Mapping[str, EventRole] = {
    "organiser": EventRole(pgettext_lazy("event", "organiser"), frozenset(EventCapability)),
    "director": EventRole(
        pgettext_lazy("event", "director"),
        frozenset(EventCapability) - {EventCapability.ADMINISTER},
        _("You are one of its directors now."),
        _("You are no longer one of its directors."),
        _("%(who)s is a director"),
        _("%(who)s is no longer a director"),
    ),
    "commentator": EventRole(
        pgettext_lazy("event", "commentator"),
        frozenset({EventCapability.COMMENT}),
        _("You are one of its commentators now."),
        _("You are no longer one of its commentators."),
        _("%(who)s is a commentator"),
        _("%(who)s is no longer a commentator"),
        may_play=False,
    ),
}
"""By the codes that are stored."""


def event_roles_with(capability: EventCapability) -> list[str]:
    """Return the roles that have a capability."""
    return [code for code, role in ROLES.items() if capability in role.capabilities]


def role_choices() -> list[tuple[str, Promise]]:
    """Return the roles that an organiser can give, with their labels, as choices."""
    return [(code, role.label) for code, role in ROLES.items() if code != ORGANISER]
