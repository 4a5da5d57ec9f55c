"""Every write to clubs and their lists of members."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import transaction
from django.utils import timezone

from clubs import access, club_details, feed, lines, notices, roles, roster
from clubs.csv_lists import MOST_LINES
from clubs.models import Club, Member, new_club_secret
from clubs.roles import Capability
from clubs.roster import LineOutcome, RosterLine
from clubs.signals import list_changed
from games.fairplay import bans, publishing
from games.models import Table
from games.play import actions as play
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.base.lookups import Lookup
from ludopoli.http.refusals import ActionRefused
from ludopoli.sockets.sessions import recheck_sessions
from ludopoli.text import letters

MOST_OWNED = 10
"""The most clubs of one owner."""

P = ParamSpec("P")
R = TypeVar("R")
About = TypeVar("About", Club, Member)


# ---- rights


def check_capability(own: Member | None, capability: Capability) -> None:
    """Raise `ActionRefused` if this line of the list does not give its person a capability."""
    if access.has_capability(own, capability):
        return
    match capability:
        case Capability.PARTICIPATE:
            raise ActionRefused("not_club_member")
        case Capability.ADMINISTER:
            raise ActionRefused("not_club_owner")
        case _:
            raise ActionRefused("not_club_director")


def club_action(
    capability: Capability,
) -> Callable[[Callable[Concatenate[User, About, P], R]], Callable[Concatenate[User, About, P], R]]:
    """Decorate an action on a club, or on a member, which is read afresh.

    The club is locked until the action has ended; a person without the capability is refused.
    """

    def holds(
        act: Callable[Concatenate[User, About, P], R],
    ) -> Callable[Concatenate[User, About, P], R]:
        @wraps(act)
        def on_the_held(by: User, about: About, /, *args: P.args, **kwargs: P.kwargs) -> R:
            with transaction.atomic():
                club = lock_club(about if isinstance(about, Club) else about.club_id)
                if club is None:
                    raise ActionRefused("no_club")
                check_capability(access.membership_of(by, club), capability)
                if isinstance(about, Club):
                    return act(by, club, *args, **kwargs)
                member = club.members.select_related("user").filter(pk=about.pk).first()
                if member is None:
                    raise ActionRefused("no_member")
                member.club = club
                return act(by, member, *args, **kwargs)

        return on_the_held

    return holds


_locked = Lookup(lambda: Club.objects.select_for_update(), "pk")


def lock_club(club: Club | int) -> Club | None:
    """Lock a club until the end of the transaction; None if it is gone."""
    return _locked(club.pk if isinstance(club, Club) else club)


# ---- the club


def create_club(by: User, **fields: Any) -> Club:
    """Create a club, which the person owns. The fields are those of `change_club`."""
    if by.is_guest:
        raise ActionRefused("club_account")
    bans.check_not_banned(by)
    club = Club()
    _set(by, club, {"name": "", **fields})
    with transaction.atomic():
        if not people.lock_account(by):  # one at a time, so that the count is right
            raise ActionRefused("club_account")
        if by.memberships.filter(role__may=Capability.ADMINISTER).count() >= MOST_OWNED:
            raise ActionRefused("too_many_clubs", most=MOST_OWNED)
        club.save()
        _add(club, user=by, role=roles.FOUNDER)
    return club


@club_action(Capability.EDIT_CLUB)
def change_club(by: User, club: Club, **fields: Any) -> Club:
    """Change some of `name`, `place`, `description`, `rules`, `private`, `categories` and `sites`.

    Members keep a category that the club gives up, until somebody changes it. A private club takes no
    requests, so those that are open are declined.
    """
    _set(by, club, fields)
    known = Club.objects.get(pk=club.pk)  # by the name that those who ask know
    club.save(update_fields=[*fields])
    if club.private:
        asking = club.members.filter(role=roles.ASKING)
        notices.notify_ended(known, asking, by, "declined")
        asking.delete()
        open_still = club.tables.exclude(table__status=Table.Status.CLOSED)
        play.hide_tables(open_still.values_list("table", flat=True))
    return club


@club_action(Capability.ADMINISTER)
def delete_club(by: User, club: Club) -> None:
    """Delete a club with its list of members. What was played stays with the people who played it."""
    notices.notify_ended(club, club.members.all(), by, "deleted")
    club.delete()
    return None


@club_action(Capability.MANAGE_MEMBERS)
def renew_joining_link(by: User, club: Club) -> Club:
    """Make a new link for joining; the one before stops working."""
    club.secret = new_club_secret()
    club.save(update_fields=["secret"])
    return club


def _set(by: User, club: Club, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        tidy = club_details.tidy_detail(name, value)
        if tidy is None:
            raise ActionRefused("bad_club", field=name)
        setattr(club, name, tidy)
    names = [fields[name] for name in ("name", "place") if fields.get(name)]
    for name in names:
        publishing.check_words_of_name(name)
    if club_details.TEXTS.keys() & fields.keys():
        publishing.check_may_publish(by)


# ---- joining and leaving


def ask_to_join(user: User, club: Club) -> Member:
    """Ask to become a member; the directors are notified. A second time changes nothing."""
    _check_joining(user)
    with transaction.atomic():
        held_club = lock_club(club)
        if held_club is None or held_club.private:
            raise ActionRefused("no_club")
        if not people.lock_account(user):
            raise ActionRefused("club_account")
        return access.membership_of(user, held_club) or _request(held_club, user)


def join_by_link(user: User, club: Club, secret: str, card: str = "") -> Member:
    """Become a member by the club's link. With a membership number, or a whole name, they ask to be that
    person of the list, also later, unless somebody has joined as them already: a number is easily guessed.

    A person whom a director has taken off the list only asks to become one again."""
    _check_joining(user)
    with transaction.atomic():
        held_club = lock_club(club)
        if held_club is None or held_club.secret != secret:
            raise ActionRefused("bad_link")
        if not people.lock_account(user):
            raise ActionRefused("club_account")
        own = access.membership_of(user, held_club)
        listed = lines.find_unowned(held_club, card, user)
        if own is not None and listed is not None:
            return lines.ask_for_line(own, listed)
        removed = held_club.removed_people.filter(pk__in=people.accounts_of_person(user)).exists()
        if own is not None and (removed or not own.is_asking):
            return own
        if listed is not None or removed:
            return _request(held_club, user, listed)
        if own is not None:
            own.delete()
        joined = _add(held_club, user=user)
        feed.publish_joining(joined)
        list_changed.send(Club, club=held_club, lines=[joined.pk])
        return joined


def _request(club: Club, user: User, line: Member | None = None) -> Member:
    """Ask to become a member, or to be the person of a line of the list."""
    asking = _add(club, user=user, role=roles.ASKING, asks_for=None if line is None else line.number)
    notices.notify_directors(asking)
    feed.publish_request(asking)
    return asking


def leave_club(user: User, club: Club) -> Club:
    """Leave a club, or take back a request to join. A line with a name stays on the list without the
    account."""
    with transaction.atomic():
        held_club = lock_club(club)
        own = None if held_club is None else access.membership_of(user, held_club)
        if held_club is None or own is None:
            raise ActionRefused("not_club_member")
        if _is_last_owner(own):
            raise ActionRefused("last_owner")
        if access.is_member(own):
            feed.publish_leaving(held_club, own.number, user)
        left = own.pk
        _release(own)
        list_changed.send(Club, club=held_club, lines=[left])
        recheck_sessions(user.pk)
        return held_club


def withdraw_everywhere(user: User) -> None:
    """Take a person who deletes their account out of all clubs.

    Where they were the only owner, the director, or else the member, who is longest on the list becomes one,
    if possible one who is not muted; a club without any active account is deleted.
    """
    for own in user.memberships.select_related("club"):
        with transaction.atomic():
            club = lock_club(own.club)
            if club is None:
                continue
            own.delete()
            if access.is_member(own):
                feed.publish_leaving(club, own.number, None)
            if club.members.filter(role__may=Capability.ADMINISTER).exists():
                continue
            heirs = club.members.filter(
                role__may=Capability.PARTICIPATE, user__is_active=True, user__is_bot=False
            )
            directing = heirs.filter(role__may=Capability.DIRECT)
            speaking = heirs.filter(muted=False)
            heir = directing.first() or speaking.first() or heirs.first()
            if heir is None:
                club.delete()
            else:
                _give_role(heir, roles.FOUNDER)


def _check_joining(user: User) -> None:
    if user.is_guest:
        raise ActionRefused("club_account")
    bans.check_not_banned(user)


# ---- the list of members


@club_action(Capability.MANAGE_MEMBERS)
def accept_request(by: User, member: Member) -> Member:
    """Accept a request to join, or to be the person of a line, who is notified. A second time changes
    nothing."""
    if member.is_asking:
        if member.asks_for is None:
            _give_role(member, roles.ORDINARY)
        else:
            member = _join_as_line(member)
            lines.end_claims(member, by)
        if member.user is not None:
            member.club.removed_people.remove(*people.accounts_of_person(member.user))
        notices.notify_accepted(member, by)
        feed.publish_joining(member)
        list_changed.send(Club, club=member.club, lines=[member.pk])
    return member


def _join_as_line(request: Member) -> Member:
    """Give a line of the list the account that asks to be its person."""
    line, user = request.asked_line, request.user
    if line is None or user is None:
        raise ActionRefused("no_member")
    request.delete()
    line.user = user
    line.save(update_fields=["user"])
    set_muted(line, muted=line.muted or is_muted(line.club, user))
    return line


@club_action(Capability.MANAGE_MEMBERS)
def remove_member(by: User, member: Member) -> Member:
    """Take somebody off the list, or decline their request. Only owners remove people who hold an office."""
    if member.has_office:
        check_capability(access.membership_of(by, member.club), Capability.ADMINISTER)
    if _is_last_owner(member):
        raise ActionRefused("last_owner")
    if access.is_member(member) and member.user is not None:
        member.club.removed_people.add(*people.accounts_of_person(member.user))
        feed.publish_leaving(member.club, member.number, member.user)
        recheck_sessions(member.user.pk)
    how = "declined" if member.is_asking else "removed"
    notices.notify_ended(member.club, Member.objects.filter(pk=member.pk), by, how)
    removed = member.pk
    member.delete()
    list_changed.send(Club, club=member.club, lines=[removed])
    return member


@club_action(Capability.ADMINISTER)
def set_role(by: User, member: Member, role: str) -> Member:
    """Give a member one of the roles that are offered."""
    if role not in roles.assignable_roles():
        raise ActionRefused("bad_club", field="role")
    if member.is_asking:
        raise ActionRefused("asks_still")
    if member.user_id is None:
        raise ActionRefused("no_account_yet")
    if role not in roles.roles_with(Capability.ADMINISTER) and _is_last_owner(member):
        raise ActionRefused("last_owner")
    if member.role != role:
        _give_role(member, role)
        notices.notify_role(member, by)
    return member


@club_action(Capability.MANAGE_MEMBERS)
def add_member(
    by: User, club: Club, name: str, card: str = "", category: str = "", *, homonym: bool = False
) -> Member:
    """Put somebody without an account on the list.

    Refused as `possible_double` if somebody of the same name is on it, unless that is a `homonym`.
    """
    member = Member(club=club)
    _describe(by, member, {"name": name, "card": card, "category": category})
    if not homonym and roster.find_alike(club.members.select_related("user"), member.name, member.card):
        raise ActionRefused("possible_double", names=member.name)
    added = _add(club, name=member.name, card=member.card, category=member.category)
    list_changed.send(Club, club=club, lines=[added.pk])
    return added


@club_action(Capability.MANAGE_MEMBERS)
def change_member(by: User, member: Member, **fields: str) -> Member:
    """Change some of `name`, `card` and `category`, as the directors see them."""
    _describe(by, member, fields)
    member.save(update_fields=[*fields])
    list_changed.send(Club, club=member.club, lines=[member.pk])
    return member


def revise_member(by: User, member: Member, role: str = "", **fields: str) -> Member:
    """Do `change_member` and, if a role is given, `set_role`, or neither."""
    with transaction.atomic():
        revised = change_member(by, member, **fields)
        return set_role(by, revised, role) if role else revised


@club_action(Capability.MANAGE_MEMBERS)
def import_members(by: User, club: Club, text: str) -> list[RosterLine]:
    """Store the lines of a list that are not wrong, all at once; return all lines, with what each did.

    Categories that the club does not have yet are added.
    """
    publishing.check_may_publish(by)
    read = roster.read_roster(text, club, club.members.all())
    new = [each for each in read if each.outcome == LineOutcome.NEW]
    categories = [each.category for each in read if each.category and each.outcome != LineOutcome.WRONG]
    if brought := [each for each in dict.fromkeys(categories) if each not in club.categories]:
        club.categories = [*club.categories, *brought]
        club.save(update_fields=["categories"])
    if club.members.count() + len(new) > MOST_LINES:
        raise ActionRefused("club_full", most=MOST_LINES)
    changed = []
    for each in read:
        if each.outcome == LineOutcome.CHANGED and each.member is not None:
            each.member.name, each.member.card, each.member.category = each.name, each.card, each.category
            changed.append(each.member)
    Member.objects.bulk_update(changed, ["name", "card", "category"], batch_size=500)
    now = timezone.now()
    Member.objects.bulk_create(
        Member(club=club, number=number, name=each.name, card=each.card, category=each.category, since=now)
        for number, each in zip(_numbers(club, len(new)), new, strict=True)
    )
    list_changed.send(Club, club=club, lines=[each.pk for each in changed])
    return read


def _describe(by: User, member: Member, fields: Mapping[str, str]) -> None:
    """Set the fields of a member's line, checked as those of a list from a file.

    A category that the club lacks is added.
    """
    if member.is_asking:
        raise ActionRefused("asks_still")
    tidy = {name: " ".join(value.split()) for name, value in fields.items()}
    unnamed = member.user_id is not None and not tidy.get("name")
    if "name" in tidy and not unnamed:
        roster.check_member_name(tidy["name"])
    if tidy.get("name", member.name) != member.name:
        publishing.check_may_publish(by)
    if card := tidy.get("card", ""):
        roster.check_card(card)
        if lines.holder_of_card(member.club, card) not in (None, member):
            raise ActionRefused("card_taken", card=card)
    if tidy.get("category", "") not in ("", member.category):
        tidy["category"] = _find_or_add_category(by, member.club, tidy["category"])
    for name, value in tidy.items():
        setattr(member, name, value)
    return None


def _find_or_add_category(by: User, club: Club, category: str) -> str:
    """Return a category as the club spells it; one that it lacks is added."""
    for known in club.categories:
        if letters.fold_text(known) == letters.fold_text(category):
            return str(known)
    roster.check_new_category(category, len(club.categories))
    publishing.check_may_publish(by)
    club.categories = [*club.categories, category]
    club.save(update_fields=["categories"])
    return category


def _add(club: Club, user: User | None = None, **fields: Any) -> Member:
    if club.members.count() >= MOST_LINES:
        raise ActionRefused("club_full", most=MOST_LINES)
    [number] = _numbers(club, 1)
    muted = user is not None and is_muted(club, user)
    return Member.objects.create(
        club=club, number=number, since=timezone.now(), user=user, muted=muted, **fields
    )


def is_muted(club: Club, user: User) -> bool:
    """Return whether a director has muted this person, in whatever membership and with whatever account."""
    return club.muted_people.filter(pk__in=people.accounts_of_person(user)).exists()


def set_muted(member: Member, *, muted: bool) -> None:
    """Mute the person of a line of the list, or unmute them."""
    club = member.club
    if member.user is not None:
        own = people.accounts_of_person(member.user)
        (club.muted_people.add if muted else club.muted_people.remove)(*own)
        club.members.filter(user__in=own).update(muted=muted)
    member.muted = muted
    member.save(update_fields=["muted"])


def _numbers(club: Club, count: int) -> range:
    """Give out numbers of members. None is given twice, so that an old page acts on nobody else."""
    first = club.last_number + 1
    club.last_number += count
    club.save(update_fields=["last_number"])
    return range(first, first + count)


def _give_role(member: Member, role: str) -> None:
    member.role = role
    member.save(update_fields=["role"])
    if member.muted and access.has_capability(member, Capability.MODERATE_CHAT):
        set_muted(member, muted=False)


def _is_last_owner(member: Member) -> bool:
    others = member.club.members.filter(role__may=Capability.ADMINISTER).exclude(pk=member.pk)
    return access.has_capability(member, Capability.ADMINISTER) and not others.exists()


def _release(member: Member) -> None:
    """Take an account off a line of the list; a line without a name goes with it."""
    if member.name and not member.is_asking:
        member.user, member.role, member.muted = None, roles.ORDINARY, False
        member.asks_for, member.line_offered = None, False
        member.save(update_fields=["user", "role", "muted", "asks_for", "line_offered"])
    else:
        member.delete()
