"""The kinds of notices that clubs send, and the functions that send them.

They are about requests to join, the end of a membership, roles, the calendar, and federations.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs import roles
from clubs.models import Club, Federation, Member
from clubs.roles import Capability
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.notices.kinds import Facts, topic_registrar
from ludopoli.notices.notifying import notify_people

register = topic_registrar(_("Clubs"))

ONCE_IN = timedelta(days=1)
"""The shortest time between two notices about the same person who asks, or the same club and federation, who
may withdraw and ask again."""


def _is_still_asking(facts: Facts) -> bool:
    asking = Q(role=roles.ASKING) | Q(asks_for__isnull=False, line_offered=False)
    return Member.objects.filter(asking, club__code=facts["club"], number=facts["member"]).exists()


ASKED_FOR: Mapping[str, Promise] = {
    "member": _("asks to join."),
    "line": _("says who they are on the list of members."),
}
"""The requests that the directors answer, with the words of `ASKS`."""

LINES: Mapping[str, Promise] = {
    "offered": _("a director thinks that you are on the list of members without your account. Is it you?"),
    "joined": _("what was played under your name on the list of members is yours now."),
    "taken": _("somebody else is by now the person of the list that you said you are, or were asked about."),
}
"""The news about the line of a list that is a member's own, with the words of `LINE`."""

ENDS: Mapping[str, Promise] = {
    "declined": _("the directors have not accepted your request to join."),
    "removed": _("a director has taken you off the list of members."),
    "deleted": _("an owner has deleted the club."),
}
"""The ways in which others end a membership or a request, with the words of `ENDED`."""

CHANGES: Mapping[str, Promise] = {
    "changed": _("%(what)s (with changes)"),
    "called_off": _("%(what)s is called off"),
}
"""The changes that a director can make to a date already announced, with the words of `ANNOUNCES`."""


def _calendar_words(facts: Facts) -> Facts:
    change = CHANGES.get(facts.get("how", ""))
    return facts if change is None else {**facts, "what": str(change) % {"what": facts["what"]}}


ASKS = register(
    "club_asks", mail=True, icon="users", button=_("Answer"), matters=_is_still_asking,
    label=_("Somebody asks to join a club that you direct"),
    hint=_("Or says who they are on its list. You accept or decline there."),
    text=_("%(name)s: %(who)s %(what)s"),
    words=lambda facts: {**facts, "what": ASKED_FOR[facts.get("how", "member")]},
)  # fmt: skip
ACCEPTED = register(
    "club_accepted", icon="check", button=_("Go to the club"),
    label=_("A club has accepted you"),
    hint=_("After you have asked to join."),
    text=_("You are now a member of %(name)s."),
)  # fmt: skip

LINE = register(
    "club_line", icon="users", button=_("See"),
    label=_("A club finds you on its list of members"),
    hint=_("When a director asks whether that is you, or agrees that it is."),
    text=_("%(name)s: %(what)s"),
    words=lambda facts: {**facts, "what": LINES[facts["how"]]},
)  # fmt: skip

ROLE = register(
    "club_role", icon="users", button=_("Go to the club"),
    label=_("Your role in a club changes"),
    hint=_("An owner decides who directs it."),
    text=_("%(name)s: your role is now “%(role)s”."),
    words=lambda facts: {**facts, "role": roles.role_with_code(facts["role"]).label},
)  # fmt: skip
ENDED = register(
    "club_ended", icon="users", button=_("Go to your clubs"),
    label=_("A club does not accept you, or removes you"),
    hint=_("It declines your request, takes you off its list, or is deleted."),
    text=_("%(name)s: %(what)s"),
    words=lambda facts: {**facts, "what": ENDS[facts["how"]]},
)  # fmt: skip

ANNOUNCES = register(
    "club_calendar", icon="cup", button=_("Go to the calendar"), words=_calendar_words,
    label=_("A club of yours announces a tournament or another event"),
    hint=_("When a director puts it on the calendar, changes it or calls it off."),
    text=_("%(name)s announces: %(what)s."),
)  # fmt: skip

AFFILIATIONS: Mapping[str, Promise] = {
    "asked": _("%(club)s asks to belong to it."),
    "invited": _("%(club)s is invited to belong to it."),
    "member": _("%(club)s belongs to it now."),
    "ended": _("%(club)s does not belong to it."),
}
"""The relations of a club to a federation, with the words of `FEDERATION`."""

FEDERATION = register(
    "club_federation", icon="users", button=_("Go to the federation"),
    label=_("A club and a federation want to work together"),
    hint=_("When one of them asks, when both agree, or when one ends it."),
    text=_("%(federation)s: %(what)s"),
    words=lambda facts: {**facts, "what": str(AFFILIATIONS[facts["how"]]) % facts},
)  # fmt: skip


def notify_directors(asking: Member) -> None:
    """Notify the directors of a request to join, or of a member who claims a line, except where the person
    and the director have blocked each other, either way."""
    club = asking.club
    assert asking.user is not None, asking
    directors = User.objects.filter(memberships__club=club, memberships__role__may=Capability.MANAGE_MEMBERS)
    reachable = directors.exclude(pk__in=people.ids_blocked_either_way(asking.user))
    how = "member" if asking.is_asking else "line"
    facts = {"club": club.code, "name": club.name, "member": asking.number, "how": how}
    notify_people(
        ASKS.key, reachable, url=reverse("club-members", args=[club.code]), actor=asking.user, facts=facts,
        about=f"club:{club.code}:{asking.user.pk}:{how}", once_in=ONCE_IN,
    )  # fmt: skip


def notify_accepted(member: Member, by: User) -> None:
    club = member.club
    assert member.user is not None, member
    notify_people(
        ACCEPTED.key, [member.user], url=club.get_absolute_url(), actor=by,
        facts={"club": club.code, "name": club.name},
    )  # fmt: skip


def notify_line(member: Member, by: User, how: str, line: Member) -> None:
    """Notify a member, or whoever asks to be one, about a line of the list that is theirs, may be, or is not,
    as one of `LINES` says."""
    club = member.club
    assert member.user is not None, member
    may_read = not member.is_asking
    url = reverse("club-member", args=[club.code, line.number]) if may_read else reverse("clubs")
    notify_people(
        LINE.key, [member.user], url=url, actor=by,
        facts={"club": club.code, "name": club.name, "how": how}, about=f"line:{club.code}",
    )  # fmt: skip


def notify_role(member: Member, by: User) -> None:
    if member.user is not None and member.user.pk != by.pk:
        club = member.club
        notify_people(
            ROLE.key, [member.user], url=club.get_absolute_url(), actor=by, about=f"role:{club.code}",
            facts={"club": club.code, "name": club.name, "role": member.role},
        )  # fmt: skip


def notify_ended(club: Club, members: QuerySet[Member], by: User, how: str) -> None:
    """Notify these people that their membership, or their request to join, has ended as `how`, one of `ENDS`,
    says."""
    others = User.objects.filter(memberships__in=members).exclude(pk=by.pk)
    notify_people(
        ENDED.key, others, url=reverse("clubs"), facts={"club": club.code, "name": club.name, "how": how}
    )


def notify_members(club: Club, by: User, what: str, how: str = "") -> None:
    """Notify the other members of an entry on the club's calendar: a new one, or with `how` one of
    `CHANGES`."""
    members = User.objects.filter(memberships__club=club, memberships__role__may=Capability.PARTICIPATE)
    notify_people(
        ANNOUNCES.key, members.exclude(pk=by.pk), url=reverse("club-calendar", args=[club.code]), actor=by,
        facts={"club": club.code, "name": club.name, "what": what, **({"how": how} if how else {})},
    )  # fmt: skip


def notify_affiliation(federation: Federation, club: Club, by: User, how: str) -> None:
    """Notify owners of a club and organisers of a federation of what both are to each other: one of
    `AFFILIATIONS`."""
    owns = Q(memberships__club=club, memberships__role__may=Capability.ADMINISTER)
    people_of_both = User.objects.filter(owns | Q(federations=federation)).exclude(pk=by.pk).distinct()
    notify_people(
        FEDERATION.key, people_of_both, url=federation.get_absolute_url(), actor=by,
        facts={"federation": federation.name, "club": club.name, "how": how},
        about=f"federation:{federation.pk}:{club.code}:{how}", once_in=ONCE_IN,
    )  # fmt: skip
