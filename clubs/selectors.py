"""Every read of clubs that a page or an operation of the API needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from django.db.models import Count, F, Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs import access, roles
from clubs.models import Club, ClubMessage, Date, Member
from clubs.roles import Capability
from games.models import HouseRules
from games.play import selectors as play
from games.play.selectors import LobbyTable
from ludopoli.accounts.models import User
from ludopoli.accounts.people import blocked_by
from ludopoli.text import letters
from ludopoli.text.table_files import Both, Cell, Heading, Sheet

Row = TypeVar("Row", bound=Model)

CHAT_SHOWN = 50
"""The number of lines on a page of the chat."""


def public_clubs(text: str = "") -> QuerySet[Club]:
    """The clubs that are not private, with the number of their `people`; those whose name or place has the
    text."""
    people = Count("members", filter=Q(members__role__in=roles.assignable_roles()))
    clubs = Club.objects.filter(private=False).annotate(people=people)
    clubs = clubs.order_by("name", "pk")
    return _with_text(clubs, text, "name", "place") if text else clubs


def own_memberships(user: access.Reader) -> QuerySet[Member]:
    """The reader's memberships and requests, with their clubs; none for a visitor."""
    if user.pk is None:
        return Member.objects.none()
    return Member.objects.filter(user=user.pk).select_related("club").order_by("club__name", "pk")


def directed_clubs(user: User) -> QuerySet[Club]:
    """The clubs for which a person can organise events."""
    lines = Member.objects.filter(user=user, role__in=roles.roles_with(Capability.ORGANISE_EVENTS))
    return Club.objects.filter(pk__in=lines.values("club"))


def members_of(club: Club) -> QuerySet[Member]:
    """The members of a club, in the order of the list, with their accounts."""
    return club.members.filter(role__in=roles.assignable_roles()).select_related("user")


def find_members(club: Club, text: str, *, manages: bool) -> QuerySet[Member]:
    """The members whose name has the text, as `shown`; for directors also by what only they see."""
    return _with_text(members_of(club), text, "shown", *(("name", "card") if manages else ()))


def _with_text(rows: QuerySet[Row], text: str, *fields: str) -> QuerySet[Row]:
    """The rows with the text in one of these fields, compared here since databases differ about letters."""
    wanted = letters.fold_text(text)
    return rows.filter(
        pk__in=[
            row.pk for row in rows if any(wanted in letters.fold_text(getattr(row, name)) for name in fields)
        ]
    )


def member_sheet(club: Club) -> Sheet:
    """The list of members for a file: its first columns are those that `roster` reads."""
    headings = [
        Heading("name", _("Name")),
        Heading("card", _("Membership number")),
        Heading("category", _("Category")),
        Heading("account", _("Account")),
        Heading("role", _("Role")),
        Heading("since", _("Member since")),
    ]
    rows: Iterator[list[Cell]] = (
        [
            each.name,
            each.card,
            each.category,
            each.user.username if each.user else "",
            Both(each.role, each.get_role_display()),
            each.since,
        ]
        for each in members_of(club)
    )
    return Sheet(gettext("Members"), headings, rows)


def requests_to_join(club: Club) -> QuerySet[Member]:
    return club.members.filter(role=roles.ASKING).select_related("user")


def club_directors(club: Club) -> list[User]:
    managing = roles.roles_with(Capability.MANAGE_MEMBERS)
    managers = club.members.filter(role__in=managing).select_related("user")
    return [each.user for each in managers if each.user is not None]


def house_rules_of_clubs(clubs: Iterable[Club]) -> list[HouseRules]:
    """The house rules of clubs, in the order in which they got them."""
    return [*HouseRules.objects.filter(of_club__club__in=[*clubs]).select_related("owner").order_by("pk")]


def open_club_tables(club: Club) -> list[LobbyTable]:
    """The open tables of a club: free seats first, then the seats of bots, then the tables to watch."""
    found = play.with_room(play.with_match().filter(of_club__club=club)).order_by("room", "-changed_at")
    return [play.lobby_table(table) for table in found]


def chat_lines(club: Club, reader: access.Reader, before: int | None = None) -> list[ClubMessage]:
    """The latest lines of a club's chat, or those before one, oldest first, without those of people whom the
    reader has blocked."""
    lines = club.messages.select_related("club", "user")
    if before is not None:
        lines = lines.filter(pk__lt=before)
    if isinstance(reader, User) and (hidden := blocked_by(reader)):
        lines = lines.exclude(user__in=hidden)
    return [*reversed(lines.order_by("-pk")[:CHAT_SHOWN])]


def coming_dates(club: Club) -> QuerySet[Date]:
    """The dates that are not over, or began today, earliest first."""
    now = timezone.localtime(timezone=timezone.get_default_timezone())
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return club.dates.filter(starts_at__gte=today)


def member_accounts(club: Club) -> list[int]:
    """The ids of the members' accounts, for a leaderboard."""
    with_account = members_of(club).filter(user__is_active=True, user__is_bot=False)
    return [*with_account.values_list("user", flat=True)]


def export_club(club: Club) -> dict[str, Any]:
    """Everything that a club owns."""
    shown = ("number", "name", "card", "category", "role", "since")
    return {
        "code": club.code,
        "name": club.name,
        "place": club.place,
        "description": club.description,
        "rules": club.rules,
        "house_rules": [
            {"game": each.game, "name": each.name, "rules": each.rules}
            for each in house_rules_of_clubs([club])
        ],
        "private": club.private,
        "categories": club.categories,
        "created_at": club.created_at,
        "scorepads": [*club.scorepads.values("game", "rules", "names", "log", "created_at", "finished_at")],
        "dates": [*club.dates.values("number", "title", "place", "words", "starts_at", "minutes")],
        "chat": [*club.messages.values("at", "text", "removed_at", account=F("user__username"))],
        "members": [*club.members.values(*shown, account=F("user__username"))],
    }
