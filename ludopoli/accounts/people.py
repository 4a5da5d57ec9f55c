"""Friends, followers and blocks. Every write to `Tie` is here.

People are not notified that they are blocked: the other person just never seems to answer. They may still
ask to be friends, and the request waits unseen; they may still follow, and get no news.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal

from ludopoli.accounts import names
from ludopoli.accounts.models import Tie, User
from ludopoli.base.lookups import PreparedQuery
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import address_block, shared_bucket
from ludopoli.text import letters

Kind = Tie.Kind

MOST_TIES: dict[str, int] = {Kind.FRIEND: 500, Kind.ASKED: 50, Kind.FOLLOW: 500, Kind.BLOCK: 1000}
"""The most ties of each kind that a person may have."""

ACTIONS_AT_ONCE, ACTIONS_PER_SECOND = 30, 0.5
"""The rate limit of `act_on_person`: its burst, and how fast that fills up again."""


def accounts_of_person(person: User) -> QuerySet[User]:
    """A person's own account and those of their bots; `person` may be any of these accounts."""
    own = person.owner_id or person.pk
    return User.objects.filter(Q(pk=own) | Q(owner=own))


_locked = PreparedQuery(
    lambda pk: User.objects.select_for_update(no_key=True).filter(pk=pk, is_active=True).values_list("pk")
)


def lock_account(person: User) -> bool:
    """Lock an account until the transaction ends; False if it has been deleted or disabled meanwhile.

    Code that also locks matches or tables locks the account first.
    """
    return bool(_locked(person.pk))


blocked = Signal()
"""Sent when `me` has blocked the `other`."""

befriended = Signal()
"""Sent when `me` has accepted the request of the `other` to be friends."""

company: list[Callable[[User], list[User]]] = []
"""Hooks that return the people with whom a person has lately played, and has no tie yet."""

SHORTEST_PART, MOST_FOUND = 3, 10
"""The fewest letters by which people are searched, and the most people that are listed."""

SEARCHES_AT_ONCE, SEARCHES_PER_SECOND = 20, 0.5
"""The rate limit of searches from one address: its burst, and how fast that fills up again."""


# ---- reading


@dataclass(frozen=True)
class TiesBetween:
    """My ties to another person and their request to me; they decide which buttons a page shows."""

    friend: bool = False
    asked: bool = False
    asks_me: bool = False
    follow: bool = False
    block: bool = False


@dataclass
class Circle:
    """All of a person's ties, each list oldest first.

    The person has asked those in `asked` to be friends; those in `asking` have asked the person.
    """

    friends: list[User] = field(default_factory=list)
    asked: list[User] = field(default_factory=list)
    asking: list[User] = field(default_factory=list)
    following: list[User] = field(default_factory=list)
    blocked: list[User] = field(default_factory=list)


def ties_between(me: User, other: User) -> TiesBetween:
    """The ties between me and another person, in one query."""
    both = Q(person=me, other=other) | Q(person=other, other=me, kind=Kind.ASKED)
    ties = {(tie.person_id == me.pk, tie.kind) for tie in Tie.objects.filter(both)}
    block = (True, Kind.BLOCK) in ties
    return TiesBetween(
        friend=(True, Kind.FRIEND) in ties,
        asked=(True, Kind.ASKED) in ties,
        asks_me=(False, Kind.ASKED) in ties and not block,
        follow=(True, Kind.FOLLOW) in ties,
        block=block,
    )


def circle_of(me: User) -> Circle:
    """All ties of a person, in two queries."""
    found = Circle()
    lists = {
        Kind.FRIEND: found.friends,
        Kind.ASKED: found.asked,
        Kind.FOLLOW: found.following,
        Kind.BLOCK: found.blocked,
    }
    for tie in Tie.objects.filter(person=me).select_related("other"):
        lists[Kind(tie.kind)].append(tie.other)
    hidden = {person.pk for person in found.blocked}
    for tie in Tie.objects.filter(other=me, kind=Kind.ASKED).select_related("person"):
        if tie.person_id not in hidden:
            found.asking.append(tie.person)
    return found


def friends_of(me: User) -> QuerySet[User]:
    return User.objects.filter(ties_of_others__person=me, ties_of_others__kind=Kind.FRIEND)


def followers_of(person: User) -> QuerySet[User]:
    """The followers of a person, without those whom the person has blocked."""
    followers = User.objects.filter(ties__other=person, ties__kind=Kind.FOLLOW)
    return followers.exclude(pk__in=Tie.objects.filter(person=person, kind=Kind.BLOCK).values("other"))


def ids_blocked_by(me: User | AnonymousUser | None) -> set[int]:
    """The ids of the people I have blocked: their chat lines and profile texts are not shown to me."""
    if me is None or me.pk is None:
        return set()
    return {*Tie.objects.filter(person=me, kind=Kind.BLOCK).values_list("other", flat=True)}


def ids_blocked_either_way(me: User) -> set[int]:
    """The ids of people I have blocked or who have blocked me: we are never brought together."""
    pairs = Tie.objects.filter(Q(person=me) | Q(other=me), kind=Kind.BLOCK).values_list("person", "other")
    return {person if other == me.pk else other for person, other in pairs}


def may_invite(me: User, other: User) -> bool:
    """Return whether an invitation may be delivered: neither has blocked the other.

    If it may not, the sender must not be able to notice.
    """
    pair = Q(person=me, other=other) | Q(person=other, other=me)
    return not Tie.objects.filter(pair, kind=Kind.BLOCK).exists()


def find_person(name: str) -> User | None:
    """The person of this name, else the only one whose name differs in case or accents alone.

    Accounts that are deleted or disabled are not found.
    """
    return find_named(name, User.objects.filter(is_active=True))


def find_named(name: str, among: QuerySet[User]) -> User | None:
    """Find a person among some by name: exactly, else the only one that differs in case or accents alone."""
    if "\0" in name:  # PostgreSQL refuses it
        return None
    name = names.tidy_username(name)
    known = among.filter(Q(folded=letters.fold_text(name)) | Q(username=name))
    alike = letters.closest_names(name, known, lambda each: each.username)
    return alike[0] if len(alike) == 1 else None


def people_named_like(part: str, address: str) -> list[User]:
    """The accounts with a word in their name that begins like `part`, at most `MOST_FOUND`.

    Guests, bots, and people who do not want to be named in the lobby are found by their full name alone.
    Raises `ActionRefused` if searches from this address are too frequent.
    """
    folded = letters.fold_text(part.replace("\0", ""))
    if len(folded) < SHORTEST_PART:
        return []
    who = ("search", address_block(address))
    if not shared_bucket(who, rate=SEARCHES_PER_SECOND, burst=SEARCHES_AT_ONCE).take():
        raise ActionRefused("throttled")
    unchosen, chosen = Q(preferences__in_lobby__isnull=True), Q(preferences__in_lobby=True)
    listed = User.objects.filter(unchosen | chosen, is_active=True, is_guest=False, is_bot=False)
    alike = listed.filter(Q(folded__startswith=folded) | Q(folded__contains=f" {folded}"))
    return list(alike.order_by("folded")[:MOST_FOUND])


# ---- writing


@transaction.atomic
def befriend(me: User, other: User) -> TiesBetween:
    """Ask somebody to be friends, or accept their request. Raises `ActionRefused`."""
    ties = _lock_both(me, other, accounts_only=True)
    if ties.block:
        raise ActionRefused("blocked", name=other.username)
    if ties.friend:
        return ties
    if ties.asks_me:
        _check_room(me, Kind.FRIEND)
        _check_room(other, Kind.FRIEND)
        Tie.objects.filter(_in_either_direction(me, other), kind=Kind.ASKED).delete()
        Tie.objects.create(person=me, other=other, kind=Kind.FRIEND)
        Tie.objects.create(person=other, other=me, kind=Kind.FRIEND)
        befriended.send(User, me=me, other=other)
    elif not ties.asked:
        _add_tie(me, other, Kind.ASKED)
    return ties_between(me, other)


@transaction.atomic
def unfriend(me: User, other: User) -> TiesBetween:
    """End a friendship, withdraw a request or decline one, without notifying the other person."""
    _lock_both(me, other)
    Tie.objects.filter(_in_either_direction(me, other), kind__in=[Kind.FRIEND, Kind.ASKED]).delete()
    return ties_between(me, other)


@transaction.atomic
def follow(me: User, other: User) -> TiesBetween:
    """Follow somebody, to be notified when they play. Raises `ActionRefused`."""
    if _lock_both(me, other, accounts_only=True).block:
        raise ActionRefused("blocked", name=other.username)
    _add_tie(me, other, Kind.FOLLOW)
    return ties_between(me, other)


@transaction.atomic
def unfollow(me: User, other: User) -> TiesBetween:
    _lock_both(me, other)
    Tie.objects.filter(person=me, other=other, kind=Kind.FOLLOW).delete()
    return ties_between(me, other)


@transaction.atomic
def block(me: User, other: User) -> TiesBetween:
    """Block somebody, guests included.

    Their own request or follow stays, without effect, so that they do not notice.
    """
    _lock_both(me, other)
    _add_tie(me, other, Kind.BLOCK)
    Tie.objects.filter(_in_either_direction(me, other), kind=Kind.FRIEND).delete()
    Tie.objects.filter(person=me, other=other, kind__in=[Kind.ASKED, Kind.FOLLOW]).delete()
    blocked.send(User, me=me, other=other)
    return ties_between(me, other)


@transaction.atomic
def unblock(me: User, other: User) -> TiesBetween:
    _lock_both(me, other)
    Tie.objects.filter(person=me, other=other, kind=Kind.BLOCK).delete()
    return ties_between(me, other)


ACTIONS = {
    "befriend": befriend,
    "unfriend": unfriend,
    "follow": follow,
    "unfollow": unfollow,
    "block": block,
    "unblock": unblock,
}


def act_on_person(me: User, action: str, name: str) -> tuple[User, TiesBetween]:
    """Do one of `ACTIONS` to the person of this name; return them and the ties between us afterwards.

    For pages and the API. Raises `ActionRefused`, also if `me` acts faster than by hand.
    """
    if not shared_bucket(("people", me.pk), rate=ACTIONS_PER_SECOND, burst=ACTIONS_AT_ONCE).take():
        raise ActionRefused("throttled")
    other = find_person(name)
    if other is None:
        raise ActionRefused("no_person")
    return other, ACTIONS[action](me, other)


def _lock_both(me: User, other: User, *, accounts_only: bool = False) -> TiesBetween:
    """Check that one may act on the other, lock both accounts, and return the ties between them.

    The order of locking is always the same. If both ask to be friends at the same time, the second request
    thus finds the first, and accepts it.
    """
    if me.pk == other.pk:
        raise ActionRefused("yourself")
    if accounts_only and other.is_guest:
        raise ActionRefused("guest", name=other.username)
    list(User.objects.select_for_update().filter(pk__in=[me.pk, other.pk]).order_by("pk"))
    return ties_between(me, other)


def _add_tie(me: User, other: User, kind: Tie.Kind) -> None:
    if not Tie.objects.filter(person=me, other=other, kind=kind).exists():
        _check_room(me, kind)
        Tie.objects.create(person=me, other=other, kind=kind)


def _check_room(person: User, kind: Tie.Kind) -> None:
    if Tie.objects.filter(person=person, kind=kind).count() >= MOST_TIES[kind]:
        raise ActionRefused("too_many")


def _in_either_direction(me: User, other: User) -> Q:
    return Q(person=me, other=other) | Q(person=other, other=me)


def forget_ties(person: User) -> None:
    """Delete all ties from and to a person."""
    Tie.objects.filter(Q(person=person) | Q(other=person)).delete()


def ties_as_data(person: User) -> dict[str, list[str]]:
    """The names in each list of a person's `Circle`, for the export of their data."""
    lists: dict[str, Iterable[User]] = vars(circle_of(person))
    return {kind: [each.username for each in people] for kind, people in lists.items()}
