"""The roles on the list of a club, and the capabilities of each: a new role is one more row of `ROLES`.

The rights in a tournament, also in one of the club, are in `tournaments/roles.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Capability(StrEnum):
    """A permission in a club. Templates read it from `may`: `{% if may.manage_members %}`."""

    allows: str

    def __new__(cls, name: str, allows: str) -> Self:
        capability = str.__new__(cls, name)
        capability._value_, capability.allows = name, allows
        return capability

    PARTICIPATE = "participate", "see the list of members, play at the club's tables, write in its chat"
    MANAGE_MEMBERS = (
        "manage_members",
        "change the list of members, answer requests, mute people, hand out the link for joining",
    )
    DIRECT = "direct", "be named as a director on the club's page, and be the first to inherit the club"
    MODERATE_CHAT = "moderate_chat", "remove lines of others in the chat, and never be muted there"
    EDIT_CLUB = "edit_club", "change how the club presents itself, and its house rules"
    ORGANISE_EVENTS = (
        "organise_events",
        "put dates and tournaments on the calendar, let teams play for the club",
    )
    ADMINISTER = "administer", "give roles, export the club, delete it; a club always has a member who may"


@dataclass(frozen=True, slots=True)
class ClubRole:
    label: Promise
    capabilities: frozenset[Capability] = frozenset()


FOUNDER, ORDINARY, ASKING = "owner", "member", "asking"
"""The roles of the person who creates a club, of everybody who joins it, and of everybody who asks to."""

ROLES: Mapping[str, ClubRole] = {
    "owner": ClubRole(pgettext_lazy("club", "owner"), frozenset(Capability)),
    "director": ClubRole(pgettext_lazy("club", "director"), frozenset(Capability) - {Capability.ADMINISTER}),
    "member": ClubRole(pgettext_lazy("club", "member"), frozenset({Capability.PARTICIPATE})),
    "asking": ClubRole(_("asks to join")),
}
"""By the codes that are stored, in the order in which they are offered."""


def roles_with(capability: Capability) -> list[str]:
    """Return the roles that have a capability."""
    return [code for code, role in ROLES.items() if capability in role.capabilities]


def role_with_code(code: str) -> ClubRole:
    """Return a role; the ordinary one for a code that only a newer version of the site knows."""
    return ROLES.get(code, ROLES[ORDINARY])


def club_role_choices() -> list[tuple[str, Promise]]:
    """Return all roles with their labels, as choices of a column."""
    return [(code, role.label) for code, role in ROLES.items()]


def assignable_roles() -> list[str]:
    """Return the roles that can be given to a member."""
    return roles_with(Capability.PARTICIPATE)
