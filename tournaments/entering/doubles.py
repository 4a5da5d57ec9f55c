"""People who may be entered twice in an event: somebody with the same name, or the same membership number.

Nobody can tell whether it is the same person, so whoever enters them is asked.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from clubs.models import Member as ClubMember
from ludopoli.accounts import names
from ludopoli.accounts.lookalikes import likenesses
from ludopoli.accounts.models import User
from ludopoli.base.lookups import PreparedQuery
from ludopoli.text import letters
from tournaments.models import GONE, Event, Member


@dataclass(frozen=True, slots=True)
class Identity:
    """A person as they are known; the number is folded."""

    names: frozenset[str]
    """The likenesses of all their names."""
    card: str
    account: int | None
    """None for people without one, also for those with a seat link."""


_joined = PreparedQuery(lambda club: ClubMember.objects.filter(club=club, user__isnull=False))


class Identifier:
    """Tells what the club of an event knows of its people."""

    def __init__(self, event: Event) -> None:
        joined = [] if event.club_id is None else _joined(event.club_id)
        self._in_club = {each.user_id: each for each in joined}

    def identify(self, user: User | None, name: str = "", card: str = "") -> Identity:
        """Return the identity of a person with an account, or of one by name."""
        called = {name}
        if user is not None:
            called.add(names.without_mark(user.username))
            if (member := self._in_club.get(user.pk)) is not None:
                called.add(member.name)
                card = card or member.card
        account = user.pk if user is not None and not user.is_named else None
        return Identity(frozenset().union(*map(likenesses, called)), letters.fold_text(card), account)


class KnownPeople:
    """People by their names and membership numbers."""

    def __init__(self) -> None:
        self._cards: dict[str, list[tuple[Identity, int]]] = defaultdict(list)
        self._names: dict[str, list[tuple[Identity, int]]] = defaultdict(list)

    def add(self, who: Identity, where: int) -> None:
        """Add a person, with the number of their entry or line."""
        for each in who.names:
            self._names[each].append((who, where))
        if who.card:
            self._cards[who.card].append((who, where))

    def has_card(self, who: Identity) -> bool:
        return bool(who.card) and who.card in self._cards

    def find(self, who: Identity) -> int | None:
        """Return where somebody is who may be the same person; None if there is nobody."""
        alike = [*self._cards.get(who.card, ())]
        for each in who.names:
            alike += (one for one in self._names.get(each, ()) if not (one[0].card and who.card))
        return next((where for one, where in alike if not (one.account and who.account)), None)


_present = PreparedQuery(
    lambda event: (
        Member.objects.filter(event=event, left=None, bot="")
        .exclude(entry__status__in=GONE)
        .select_related("user", "entry")
    )
)


def entered_people(event: Event, identifier: Identifier, without: Member | None = None) -> KnownPeople:
    """Return the people of an event, except one."""
    found = KnownPeople()
    for each in _present(event.pk):
        if each != without:
            found.add(identifier.identify(each.user, each.name, each.card), each.entry.number)
    return found
