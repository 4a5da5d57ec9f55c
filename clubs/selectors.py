"""Every read of clubs that a page or an operation of the API needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from django.db.models import Count, F, Model, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs import access, roles
from clubs.models import Affiliation, Club, ClubMessage, Date, Federation, Licence, Member
from clubs.roles import Capability
from games.models import HouseRules
from games.play import lobby
from games.play import selectors as play
from games.play.lobby import LobbyTable
from ludopoli.accounts.models import User
from ludopoli.accounts.people import ids_blocked_by
from ludopoli.text import letters
from ludopoli.text.table_files import Both, Cell, Heading, Sheet

Row = TypeVar("Row", bound=Model)

MOST_FOUND = 8
"""The most lines that are suggested."""

CHAT_SHOWN = 50
"""The number of lines that one page of the chat shows."""


def public_clubs(text: str = "") -> QuerySet[Club]:
    """The clubs that are not private, annotated with the number of members, `people`.

    With a `text`, only those whose name or place contains it.
    """
    people = Count("members", filter=Q(members__role__may=Capability.PARTICIPATE))
    clubs = Club.objects.filter(private=False).annotate(people=people)
    clubs = clubs.order_by("name", "pk")
    return _containing(clubs, text, "name", "place") if text else clubs


def own_memberships(user: access.Reader) -> QuerySet[Member]:
    """The reader's memberships and requests to join, with the clubs; none without an account."""
    if user.pk is None:
        return Member.objects.none()
    return Member.objects.filter(user=user.pk).select_related("club").order_by("club__name", "pk")


def clubs_to_organise_for(user: User) -> QuerySet[Club]:
    """The clubs for which a person can organise events."""
    memberships = Member.objects.filter(user=user, role__may=Capability.ORGANISE_EVENTS)
    return Club.objects.filter(pk__in=memberships.values("club"))


def members_of(club: Club) -> QuerySet[Member]:
    """The members of a club by number, with their accounts; without people who have only asked to join."""
    return club.members.filter(role__may=Capability.PARTICIPATE).select_related("user")


def member_ids_by_name(club: Club, text: str = "", *, manages: bool = False) -> list[int]:
    """The ids of the members in the alphabetical order of their public names.

    With a `text`, only those whose public name contains it; if the reader `manages` the list, the name that
    directors know and the membership number count, too.
    """
    public = Coalesce("user__username", "name")
    fold, wanted = letters.fold_text, letters.fold_text(text)
    found = [
        (fold(shown), pk)
        for pk, shown, *known in members_of(club).values_list("pk", public, "name", "card")
        if any(wanted in fold(each) for each in (shown, *(known if manages else ())))
    ]
    return [pk for _name, pk in sorted(found)]


def _containing(rows: QuerySet[Row], text: str, *attributes: str) -> QuerySet[Row]:
    """The rows with the text in one of these attributes, whatever its case and accents.

    Compared in Python: databases fold letters differently, and an attribute may be a property.
    """
    wanted = letters.fold_text(text)
    return rows.filter(
        pk__in=[
            row.pk
            for row in rows
            if any(wanted in letters.fold_text(getattr(row, name)) for name in attributes)
        ]
    )


def member_sheet(club: Club) -> Sheet:
    """The list of members as a file; `roster` can read it back, and skips the columns after the category."""
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
            member.name,
            member.card,
            member.category,
            member.user.username if member.user else "",
            Both(member.role, member.get_role_display()),
            member.since,
        ]
        for member in members_of(club)
    )
    return Sheet(gettext("Members"), headings, rows)


def requests_to_answer(club: Club) -> QuerySet[Member]:
    """The requests to join, and the members who claim a line."""
    claiming = Q(asks_for__isnull=False, line_offered=False)
    return club.members.filter(Q(role=roles.ASKING) | claiming).select_related("user")


def requests_with_lines(club: Club) -> list[tuple[Member, Member | None]]:
    """The requests to answer, each with the line whose person they say they are, while nobody has joined as
    it."""
    requests = [*requests_to_answer(club)]
    asked = club.members.filter(number__in=[each.asks_for for each in requests if each.asks_for], user=None)
    lines = {each.number: each for each in asked}
    return [(each, lines.get(each.asks_for or 0)) for each in requests]


def unowned_lines(club: Club, text: str) -> list[str]:
    """The first members without an account whose name has the words of a text, or whose number begins with
    it, as they are typed to say that somebody is one: name and number."""
    fold, wanted = letters.fold_text, letters.fold_text(text)
    found = [
        ", ".join(filter(None, (name, card)))
        for name, card in club.members.filter(user=None).values_list("name", "card")
        if fold(card).startswith(wanted) or all(word in fold(name) for word in wanted.split())
    ]
    return sorted(found)[:MOST_FOUND]


def club_directors(club: Club) -> list[User]:
    """The accounts of a club's directors, in the order of its list."""
    directors = club.members.filter(role__may=Capability.DIRECT).select_related("user")
    return [member.user for member in directors if member.user is not None]


def house_rules_of_clubs(clubs: Iterable[Club]) -> list[HouseRules]:
    """The house rules of these clubs, oldest first."""
    return [*HouseRules.objects.filter(of_club__club__in=[*clubs]).select_related("owner").order_by("pk")]


def live_club_tables(club: Club) -> list[LobbyTable]:
    """The tables of a club that wait for players or are playing, if people sit there.

    Those with free seats come first, then those where a bot's seat can be taken, then those to watch.
    """
    tables = lobby.live_tables_by_room(play.with_match().filter(of_club__club=club)).order_by(
        "room", "-changed_at"
    )
    return [lobby.lobby_table(table) for table in tables]


def chat_lines(club: Club, reader: access.Reader, before: int | None = None) -> list[ClubMessage]:
    """The latest lines of a club's chat, oldest first; with `before`, the latest before the line of that id.

    Lines of people whom the reader has blocked are left out.
    """
    lines = club.messages.select_related("club", "user")
    if before is not None:
        lines = lines.filter(pk__lt=before)
    if isinstance(reader, User) and (hidden := ids_blocked_by(reader)):
        lines = lines.exclude(user__in=hidden)
    return [*reversed(lines.order_by("-pk")[:CHAT_SHOWN])]


def dates_from_today(club: Club) -> QuerySet[Date]:
    """The dates that begin today or later, earliest first; those of today even once they are over."""
    now = timezone.localtime(timezone=timezone.get_default_timezone())
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return club.dates.filter(starts_at__gte=midnight)


def member_account_ids(club: Club) -> list[int]:
    """The ids of the members' accounts, for a leaderboard; without bots and disabled accounts."""
    with_account = members_of(club).filter(user__is_active=True, user__is_bot=False)
    return [*with_account.values_list("user", flat=True)]


def export_club(club: Club) -> dict[str, Any]:
    """Everything that a club owns, for the file that its owners can download."""
    member_fields = ("number", "name", "card", "category", "role", "since")
    date_fields = ("number", "title", "words", "starts_at", "minutes")
    return {
        "code": club.code,
        "name": club.name,
        "location": club.place,
        "description": club.description,
        "rules": club.rules,
        "house_rules": [
            {"game": each.game, "name": each.name, "rules": each.rules}
            for each in house_rules_of_clubs([club])
        ],
        "private": club.private,
        "categories": club.categories,
        "sites": club.sites,
        "created_at": club.created_at,
        "scorepads": [*club.scorepads.values("game", "rules", "names", "log", "created_at", "finished_at")],
        "dates": [*club.dates.values(*date_fields, location=F("place"))],
        "chat": [*club.messages.values("at", "text", "removed_at", account=F("user__username"))],
        "members": [*club.members.values(*member_fields, account=F("user__username"))],
    }


# ---- federations


def all_federations() -> QuerySet[Federation]:
    """The federations by name, annotated with the number of their clubs, `clubs`."""
    members = Q(affiliations__status=Affiliation.Status.MEMBER)
    return Federation.objects.annotate(clubs=Count("affiliations", filter=members)).order_by("name", "pk")


def affiliations_of(federation: Federation) -> list[Affiliation]:
    """The clubs of a federation by name, with those that ask or are invited."""
    return [*federation.affiliations.select_related("club")]


def clubs_of_federation(federation: Federation) -> list[Club]:
    """The clubs that belong to a federation, by name."""
    own = federation.affiliations.filter(status=Affiliation.Status.MEMBER)
    return [*Club.objects.filter(pk__in=own.values("club")).order_by("name", "pk")]


def affiliations_of_club(club: Club, *, administers: bool) -> list[Affiliation]:
    """The federations to which a club belongs; for its owners also those that it may join."""
    own = club.affiliations.select_related("federation").order_by("federation__name", "pk")
    return [*(own if administers else own.filter(status=Affiliation.Status.MEMBER))]


def find_licences(federation: Federation, text: str = "") -> list[Licence]:
    """The licences of a federation by number; with a `text`, those whose number or name contains it."""
    licences = [*federation.licences.select_related("line__user", "line__club")]
    wanted = letters.fold_text(text)
    found = [each for each in licences if wanted in letters.fold_text(f"{each.number} {each.line.shown}")]
    return found if text else licences


def licence_sheet(federation: Federation) -> Sheet:
    """The licences of a federation as a file; `licence_lists` can read it back."""
    headings = [
        Heading("number", _("Licence number")),
        Heading("name", _("Name")),
        Heading("club", _("Club")),
        Heading("card", _("Membership number")),
        Heading("born", _("Year of birth")),
        Heading("valid_from", _("Valid from")),
        Heading("valid_until", _("Valid until")),
    ]
    rows: Iterator[list[Cell]] = (
        [
            each.number,
            each.line.name or each.line.shown,
            each.line.club.name,
            each.line.card,
            each.born,
            each.valid_from.isoformat(),
            each.valid_until.isoformat(),
        ]
        for each in find_licences(federation)
    )
    return Sheet(gettext("Licences"), headings, rows)
