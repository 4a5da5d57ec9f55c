"""The deals that people have seen before they may be played: one record of it, which every way to a seat
consults.

A look at the hands of a round is a line of the event's log; a spectator has a `Vantage`. Directors and
players who were replaced are taken to know the deals that are being played.
"""

from __future__ import annotations

from django.db.models import Min, Q, QuerySet

from clubs import roster
from clubs.models import Member as ClubMember
from games.models import Boards, Vantage
from ludopoli.accounts import lookalikes
from ludopoli.accounts.models import User
from ludopoli.accounts.people import accounts_of_person
from ludopoli.base.lookups import PreparedQuery
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters
from tournaments import access, selectors
from tournaments.formats import catalog
from tournaments.models import Event, LogEntry, Round
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability

Seat = tuple[int, int]
"""The number of an entry, and the place of a member."""

SEEN, TAKEN = happenings.DEALS_SEEN.what, happenings.DEALS_TAKEN.what


def log_seen_hands(by: User, event: Event, number: int, boards: Boards) -> None:
    """Log that a person looks at the hands of a round; once for the same deals."""
    if not event.log.filter(what=SEEN, by=by, facts__boards=boards.name).exists():
        happened(event, happenings.DEALS_SEEN, by=by, round=number, boards=boards.name)


def were_seen(event: Event, round_: Round) -> bool:
    """Return whether somebody has looked at the hands of a round."""
    if round_.boards is None:
        return False
    return event.log.filter(what=SEEN, facts__boards=round_.boards.name).exists()


def check_unseen(who: User, event: Event, seat: Seat | None = None, *, from_next_round: bool = False) -> None:
    """Refuse a seat to a person who may know deals that they would play there, or whose role forbids it.

    With `from_next_round` they only play what is paired later. `seat` is as for `has_seen`.
    """
    if not all(access.may_play(each, event) for each in accounts_of_person(who)):
        raise ActionRefused("comments_here", name=who.username)
    is_later = from_next_round and not catalog.FORMATS[event.format].flows
    knows = has_taken(who, event) if is_later else has_seen(who, event, seat)
    if knows:
        raise ActionRefused("has_watched", name=who.username)


def check_named_unseen(name: str, card: str, event: Event, *, from_next_round: bool = False) -> None:
    """Like `check_unseen`, for a person without an account in the event whose account their club knows."""
    for each in accounts_of(name, card, event):
        check_unseen(each, event, from_next_round=from_next_round)


def accounts_of(name: str, card: str, event: Event) -> QuerySet[User]:
    """Return the accounts that somebody entered by name may have: of the member of the event's club with this
    number, or where one of both has none of those with this name; and the account of this name,
    also with the surname first."""
    known = ClubMember.objects.filter(club=event.club_id, user__isnull=False).select_related("user")
    alike = [each.user_id for each in roster.find_alike(known, name, card)]
    words = letters.fold_text(name).split()
    from_each = [" ".join(words[at:] + words[:at]) for at in range(len(words))]
    named = Q(username=name) | Q(folded__in=from_each) | Q(skeleton=lookalikes.skeleton(name))
    return User.objects.filter(Q(pk__in=alike) | named, is_active=True)


def plays_in(person: User, event: Event) -> bool:
    """Return whether a person is in an event, with one of their accounts or by a name that their club
    knows."""
    own = accounts_of_person(person)
    if event.members.filter(user__in=own).exists():
        return True
    known = list(ClubMember.objects.filter(club=event.club_id, user__in=own).select_related("user"))
    account = lookalikes.likenesses(person.username)
    named = event.members.filter(user=None).exclude(name="").values_list("name", "card")
    return any(
        account & lookalikes.likenesses(name) or roster.find_alike(known, name, card) for name, card in named
    )


def has_seen(user: User, event: Event, seat: Seat | None = None) -> bool:
    """Return whether a person may know cards of deals that are still, or will be, in play.

    They have looked at the hands, watched, directed, or played until they were replaced. A person who returns
    to their own `seat` has seen nothing there that they will not see anyway.
    """
    closed, own = selectors.closed_rounds(event), accounts_of_person(user)
    if Vantage.objects.filter(user__in=own, boards__in=closed.values("boards")).exists():
        return True
    names = list(closed.values_list("boards__name", flat=True))
    if event.log.filter(what=SEEN, by__in=own, facts__boards__in=names).exists() or has_taken(user, event):
        return True
    first = closed.exclude(started_at=None).aggregate(number=Min("number"))["number"]
    if first is None:
        return False
    if any(access.has_event_capability(each, event, EventCapability.LOOK) for each in own):
        return True
    began = event.log.filter(what=happenings.ROUND_BEGAN.what, facts__round=first).earliest("pk")
    removed = event.log.filter(what=happenings.DIRECTOR_REMOVED.what, pk__gt=began.pk)
    if removed.filter(facts__who__in=[*own.values_list("pk", flat=True)]).exists():
        return True
    left = replacements_of(event, user).filter(pk__gt=began.pk).values_list("facts", flat=True)
    return any((facts.get("entry"), facts.get("place")) != seat for facts in left)


_takers = PreparedQuery(
    lambda event: LogEntry.objects.filter(event=event, what=TAKEN).values_list("by", flat=True)
)


def has_taken(user: User, event: Event) -> bool:
    """Return whether a person has had deals to print before their rounds were paired."""
    takers = {*_takers(event.pk)}
    return bool(takers) and accounts_of_person(user).filter(pk__in=takers).exists()


def takers_of_deals(event: Event) -> QuerySet[User]:
    """Return the accounts of which `has_taken` is true."""
    by = User.objects.filter(pk__in=event.log.filter(what=TAKEN).values("by"))
    own = {each.owner_id or each.pk for each in by}
    return User.objects.filter(Q(pk__in=own) | Q(owner__in=own))


def replacements_of(event: Event, user: User) -> QuerySet[LogEntry]:
    """Return the log entries by which a person was replaced."""
    people = [*accounts_of_person(user).values_list("pk", flat=True)]
    return event.log.filter(what=happenings.SUBSTITUTED.what, facts__before__in=people)
