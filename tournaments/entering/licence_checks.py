"""The licences of people who enter an event of a federation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubs.licences import LicenceStatus
from clubs.models import Club, Licence
from ludopoli.http.refusals import ActionRefused
from tournaments.club_lines import EventLines
from tournaments.models import PLAYING, Event, Member, with_people


@dataclass(frozen=True, slots=True)
class CheckedLicence:
    """Somebody in an event, with their licence and its status on the day of the event."""

    member: Member
    licence: Licence | None
    status: LicenceStatus

    @property
    def club(self) -> Club | None:
        """The club of the person."""
        if self.licence is not None:
            return self.licence.line.club
        line = self.member.line
        return None if line is None else line.club


def check_licences(event: Event, members: Sequence[Member]) -> None:
    """Refuse people without a valid licence, as `licence_not_valid`; `members` are about to be saved."""
    wrong = [
        f"{_name(each.member)} ({each.status.label})"
        for each in _checked(event, members)
        if each.status != LicenceStatus.VALID
    ]
    if wrong:
        raise ActionRefused("licence_not_valid", names=", ".join(wrong))


def licences_in(event: Event) -> list[CheckedLicence]:
    """Return the people of an event with their licences, by entry; none unless it is a federation's."""
    entries = event.entries.filter(status__in=PLAYING).prefetch_related(with_people("members"))
    people = [each for entry in entries for each in entry.members.all() if not each.bot and each.left is None]
    return [*_checked(event, people)]


def _checked(event: Event, members: Iterable[Member]) -> Iterable[CheckedLicence]:
    lines = EventLines(event)
    for each in members if lines.phase is not None else ():
        line = each.line if each.pk is not None else lines.find(each)
        licence = lines.licence_of(None if line is None else line.pk, each.user_id)
        yield CheckedLicence(each, licence, lines.status_of_licence(licence))


def _name(member: Member) -> str:
    return member.name or (member.user.username if member.user is not None else "")
