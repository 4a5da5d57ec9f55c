"""Friends, who follows whom, who has blocked whom. Every write to `Tie` is here.

Who is blocked is not told: to him all goes on as with somebody who does not answer. He may ask, and
his request waits unseen; he may follow, and hears nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts.models import Tie, User
from ludopoli.base.throttle import shared_bucket

Kind = Tie.Kind

MOST: dict[str, int] = {Kind.FRIEND: 500, Kind.ASKED: 50, Kind.FOLLOW: 500, Kind.BLOCK: 1000}
"""How many ties of a kind a person may have."""


ACTIONS_AT_ONCE, ACTIONS_PER_SECOND = 30, 0.5

SAID = {
    "no_person": _("Nobody here has this name."),
    "yourself": _("That is you."),
    "guest": _("%(name)s plays as a guest."),
    "blocked": _("You have blocked %(name)s."),
    "too_many": _("There is no room for more. Remove somebody first."),
    "throttled": _("Too many attempts. Wait a little."),
}


def behind(person: User) -> QuerySet[User]:
    """The accounts that one person plays with: their own and their bots', whichever of them is given."""
    own = person.owner_id or person.pk
    return User.objects.filter(Q(pk=own) | Q(owner=own))


class NotAllowed(Exception):
    """Why something between two people is not done: a code of `SAID`, and its sentence for who asked."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(SAID[code] % {"name": name})
        self.code = code


# ---- what is so


@dataclass(frozen=True)
class Between:
    """What I am to somebody: whom my page may ask, answer, follow, block."""

    friend: bool = False
    asked: bool = False
    asks_me: bool = False
    follow: bool = False
    block: bool = False


@dataclass
class Circle:
    """All of a person's ties, each list oldest first."""

    friends: list[User] = field(default_factory=list)
    asked: list[User] = field(default_factory=list)
    asking: list[User] = field(default_factory=list)
    following: list[User] = field(default_factory=list)
    blocked: list[User] = field(default_factory=list)


def between(me: User, other: User) -> Between:
    """One query."""
    both = Q(person=me, other=other) | Q(person=other, other=me, kind=Kind.ASKED)
    ties = {(tie.person_id == me.pk, tie.kind) for tie in Tie.objects.filter(both)}
    block = (True, Kind.BLOCK) in ties
    return Between(
        friend=(True, Kind.FRIEND) in ties,
        asked=(True, Kind.ASKED) in ties,
        asks_me=(False, Kind.ASKED) in ties and not block,
        follow=(True, Kind.FOLLOW) in ties,
        block=block,
    )


def circle(me: User) -> Circle:
    """Two queries, however many they are."""
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
    """Who wants to know what the person does, without those whom the person has blocked."""
    followers = User.objects.filter(ties__other=person, ties__kind=Kind.FOLLOW)
    return followers.exclude(pk__in=Tie.objects.filter(person=person, kind=Kind.BLOCK).values("other"))


def blocked_by(me: User | AnonymousUser | None) -> set[int]:
    """The ids of those whose lines and profile texts are not shown to me."""
    if me is None or me.pk is None:
        return set()
    return {*Tie.objects.filter(person=me, kind=Kind.BLOCK).values_list("other", flat=True)}


def apart_from(me: User) -> set[int]:
    """The ids of those whom I have blocked and of those who have blocked me: we are not brought together."""
    pairs = Tie.objects.filter(Q(person=me) | Q(other=me), kind=Kind.BLOCK).values_list("person", "other")
    return {person if other == me.pk else other for person, other in pairs}


def may_invite(me: User, other: User) -> bool:
    """Whether an invitation arrives. To the one who invites it must look the same if it does not."""
    pair = Q(person=me, other=other) | Q(person=other, other=me)
    return not Tie.objects.filter(pair, kind=Kind.BLOCK).exists()


def find(name: str) -> User | None:
    """The person of this name, in whatever case; not a ghost."""
    if "\0" in name:  # which PostgreSQL would not look for
        return None
    people, name = User.objects.filter(is_active=True), name.strip()
    return people.filter(username=name).first() or people.filter(username__iexact=name).first()


# ---- what I do


@transaction.atomic
def befriend(me: User, other: User) -> Between:
    """Ask, or say yes to who has asked. Raises `NotAllowed`."""
    now = _meeting(me, other, accounts_only=True)
    if now.block:
        raise NotAllowed("blocked", other.username)
    if now.friend:
        return now
    if now.asks_me:
        _check_room(me, Kind.FRIEND)
        _check_room(other, Kind.FRIEND)
        Tie.objects.filter(_pair(me, other), kind=Kind.ASKED).delete()
        Tie.objects.create(person=me, other=other, kind=Kind.FRIEND)
        Tie.objects.create(person=other, other=me, kind=Kind.FRIEND)
    elif not now.asked:
        _tie(me, other, Kind.ASKED)
    return between(me, other)


@transaction.atomic
def unfriend(me: User, other: User) -> Between:
    """No longer friends; also takes a request back, or says no to one. The other is not told."""
    _meeting(me, other)
    Tie.objects.filter(_pair(me, other), kind__in=[Kind.FRIEND, Kind.ASKED]).delete()
    return between(me, other)


@transaction.atomic
def follow(me: User, other: User) -> Between:
    """Hear when the other plays. Raises `NotAllowed`."""
    if _meeting(me, other, accounts_only=True).block:
        raise NotAllowed("blocked", other.username)
    _tie(me, other, Kind.FOLLOW)
    return between(me, other)


@transaction.atomic
def unfollow(me: User, other: User) -> Between:
    _meeting(me, other)
    Tie.objects.filter(person=me, other=other, kind=Kind.FOLLOW).delete()
    return between(me, other)


@transaction.atomic
def block(me: User, other: User) -> Between:
    """Hear no more of the other, a guest too. What he asks or follows stays, unseen: he learns nothing."""
    _meeting(me, other)
    _tie(me, other, Kind.BLOCK)
    Tie.objects.filter(_pair(me, other), kind=Kind.FRIEND).delete()
    Tie.objects.filter(person=me, other=other, kind__in=[Kind.ASKED, Kind.FOLLOW]).delete()
    return between(me, other)


@transaction.atomic
def unblock(me: User, other: User) -> Between:
    _meeting(me, other)
    Tie.objects.filter(person=me, other=other, kind=Kind.BLOCK).delete()
    return between(me, other)


ACTIONS = {
    "befriend": befriend,
    "unfriend": unfriend,
    "follow": follow,
    "unfollow": unfollow,
    "block": block,
    "unblock": unblock,
}


def act(me: User, action: str, name: str) -> tuple[User, Between]:
    """Do one of `ACTIONS` to the person of this name; who that is, and what I am to him now.

    For who asks from outside, by page or program: not faster than a person would. Raises `NotAllowed`.
    """
    if not shared_bucket(("people", me.pk), rate=ACTIONS_PER_SECOND, burst=ACTIONS_AT_ONCE).take():
        raise NotAllowed("throttled")
    other = find(name)
    if other is None:
        raise NotAllowed("no_person")
    return other, ACTIONS[action](me, other)


def _meeting(me: User, other: User, *, accounts_only: bool = False) -> Between:
    """Lock the two, always in the same order, so that two who ask each other at once become friends."""
    if me.pk == other.pk:
        raise NotAllowed("yourself")
    if accounts_only and other.is_guest:
        raise NotAllowed("guest", other.username)
    list(User.objects.select_for_update().filter(pk__in=[me.pk, other.pk]).order_by("pk"))
    return between(me, other)


def _tie(me: User, other: User, kind: Tie.Kind) -> None:
    if not Tie.objects.filter(person=me, other=other, kind=kind).exists():
        _check_room(me, kind)
        Tie.objects.create(person=me, other=other, kind=kind)


def _check_room(person: User, kind: Tie.Kind) -> None:
    if Tie.objects.filter(person=person, kind=kind).count() >= MOST[kind]:
        raise NotAllowed("too_many")


def _pair(me: User, other: User) -> Q:
    return Q(person=me, other=other) | Q(person=other, other=me)


def forget(person: User) -> None:
    """All ties of a person and to the person."""
    Tie.objects.filter(Q(person=person) | Q(other=person)).delete()


def ties_as_data(person: User) -> dict[str, list[str]]:
    """For the export: names by kind of tie."""
    mine = circle(person)
    named: dict[str, Iterable[User]] = vars(mine)
    return {kind: [each.username for each in people] for kind, people in named.items()}
