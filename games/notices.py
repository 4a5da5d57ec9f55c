"""The notices of games: invitations and challenges to a table, and friends who sit down to play."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import texts
from games.models import Challenge, Event, Match, Seat, Table
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import Facts, topic_registrar
from ludopoli.notices.models import Notice
from ludopoli.text.times import format_utc

register = topic_registrar(_("Tables"))

ONCE_IN = timedelta(hours=1)
"""The least time between two notices that the same person plays."""


def _named(facts: Facts) -> Facts:
    return {"game": texts.game_name(facts["game"], facts.get("preset", ""))}


def _challenged(facts: Facts) -> Facts:
    return {**_named(facts), "how": A_DAY_A_CARD if facts.get("by_days") else ""}


def _on_turn(facts: Facts) -> Facts:
    """Add against whom and until when: names as they are now, since people may leave the site."""
    others = Seat.objects.filter(table__code=facts["table"]).exclude(number=facts.get("seat", -1))
    names = [texts.bot_name(each.name_number) if each.user is None else each.user.username
             for each in others.select_related("user")]  # fmt: skip
    until = parse_datetime(facts.get("until") or "")
    how = ""
    if until is not None:
        said = {"names": ", ".join(names), "until": date_format(localtime(until), "l j F, H:i")}
        how = gettext("Against %(names)s, until %(until)s.") % said
    return {**_named(facts), "how": how}


def _waits(facts: Facts) -> bool:
    """Return whether there is still a seat at the table of a notice."""
    seats = Seat.objects.filter(table__code=facts["table"]).exclude(table__status=Table.Status.CLOSED)
    free = seats.filter(user=None, bot="").exclude(table__status=Table.Status.PLAYING)
    of_bots = seats.exclude(bot="").filter(table__joinable=True, coming=None)
    return free.exists() or of_bots.exists()


TO_TABLE = _("Go to the table")
A_DAY_A_CARD = _("A card a day is enough: nobody waits at the table.")

INVITED = register(
    "invited", mail=True, push=True, icon="table", button=TO_TABLE, words=_named, matters=_waits,
    label=_("Somebody invites you to a table"),
    hint=_("Open the link and choose a seat."),
    text=_("%(who)s invites you to play %(game)s."),
)  # fmt: skip
CHALLENGED = register(
    "challenged", mail=True, push=True, icon="crown", button=_("See the challenge"),
    label=_("Somebody challenges you"),
    hint=_("You have an hour to say yes or no."),
    text=_("%(who)s challenges you to %(game)s. %(how)s"),
    words=_challenged, matters=_waits,
)  # fmt: skip
DECLINED = register(
    "challenge_declined", icon="crown", button=TO_TABLE, words=_named,
    label=_("Somebody declines your challenge"),
    hint=_("The seat at your table is still free then."),
    text=_("%(who)s declines your challenge to %(game)s."),
)  # fmt: skip
PLAYS = register(
    "plays", push=True, icon="eye", button=TO_TABLE, words=_named, matters=_waits,
    label=_("A friend sits down to play"),
    hint=_("Or somebody you follow: at a public table, once an hour at most."),
    text=_("%(who)s is at a %(game)s table."),
)  # fmt: skip


def _still_waits(facts: Facts) -> bool:
    """Return whether the turn of a notice is not over: nobody has played since."""
    since = Event.objects.filter(match=facts["match"], seq__gt=facts["version"], command_id__isnull=False)
    playing = Match.objects.filter(pk=facts["match"], status=Match.Status.PLAYING)
    return playing.exists() and not since.exists()


TURN = register(
    "turn", mail=True, push=True, icon="clock", button=TO_TABLE, words=_on_turn, matters=_still_waits,
    label=_("Your turn, with a day for each card"),
    hint=_("If you are not at the table."),
    text=_("It is your turn at a %(game)s table. %(how)s"),
)  # fmt: skip


@receiver(people.blocked)
def _settle_meetings(me: User, other: User, **_signal: Any) -> None:
    """Settle the notices that would bring two people together who are apart now."""
    kinds = [kind.key for kind in (INVITED, CHALLENGED, PLAYS)]
    for person, actor in ((me, other), (other, me)):
        notifying.mark_read(person, Notice.objects.filter(kind__in=kinds, actor=actor))


def notice_subject(table: Table) -> str:
    """The subject of notices about a table."""
    return f"table:{table.pk}"


def _turn(row: Match) -> str:
    """The subject of the notices that it is somebody's turn in a match."""
    return f"turn:{row.pk}"


def _playing(person: User) -> str:
    """The subject of the notice that a person plays; being asked to their table replaces it."""
    return f"plays:{person.pk}"


def notify_of_invitation(person: User, table: Table, by: User) -> None:
    """Notify a person of an invitation. The caller has checked that it may reach them."""
    notifying.settle_notices(person, _playing(by))
    notifying.notify_people(INVITED.key, [person], actor=by, about=notice_subject(table), **_leads_to(table))


def notify_of_challenge(person: User, table: Table, by: User) -> None:
    """Notify a person of a challenge; the notice leads to the page of challenges."""
    notifying.settle_notices(person, _playing(by))
    leads = {**_leads_to(table), "url": reverse("challenges")}
    leads["facts"] |= {"by_days": table.is_by_days}
    notifying.notify_people(CHALLENGED.key, [person], actor=by, about=notice_subject(table), **leads)


def notify_of_declined_challenge(person: User, table: Table, by: User) -> None:
    """Notify a challenger of a no."""
    notifying.notify_people(DECLINED.key, [person], actor=by, **_leads_to(table))


def notified_of_turns(rows: Iterable[Match]) -> dict[UUID, set[int]]:
    """The people who have been notified of the turn in play, by match. One query.

    Downtime makes turns begin later, so a notice of the same version counts whenever it was sent.
    """
    found: dict[UUID, set[int]] = {row.pk: set() for row in rows}
    by_subject = {_turn(row): row for row in rows}
    sent = Notice.objects.filter(kind=TURN.key, about__in=by_subject)
    for subject, user, at, facts in sent.values_list("about", "user", "at", "facts"):
        row = by_subject[subject]
        if facts.get("version") == row.version or (row.turn_at is not None and at > row.turn_at):
            found[row.pk].add(user)
    return found


def notify_of_turn(seat: Seat, row: Match) -> None:
    """Notify the person on a seat that a match waits for them."""
    assert seat.user is not None, seat
    leads = _leads_to(row.table)
    until = row.deadline_at and format_utc(row.deadline_at)
    leads["facts"] |= {"match": str(row.pk), "version": row.version, "seat": seat.number, "until": until}
    notifying.notify_people(TURN.key, [seat.user], about=_turn(row), **leads)


def settle_turns() -> None:
    """Settle the notices of turns that are over."""
    for notice in Notice.objects.filter(kind=TURN.key, read_at=None).select_related("user"):
        if not TURN.still_matters(notice.facts):
            notifying.mark_read(notice.user, Notice.objects.filter(pk=notice.pk))


def settle_table_notices(person: User, table: Table) -> None:
    """Settle the notices about a table: nothing there waits for the person any more."""
    notifying.settle_notices(person, notice_subject(table))


def settle_invitation(person: User, table: Table) -> None:
    """Settle the invitation of a person who has taken a seat, and notify their friends if the table is
    public."""
    notifying.settle_notices(person, notice_subject(table))
    if not (table.private or person.is_guest) and _near(person).exists():
        notify_friends.delay(person.pk, table.pk)


@shared_task
def notify_friends(person_id: int, table_id: int) -> None:
    """Notify the friends and followers who neither sit at the table nor are asked to, if it can at least be
    watched."""
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=person_id)  # so that nobody is notified twice
        table = Table.objects.get(pk=table_id)
        if table.status == Table.Status.CLOSED or not (table.watchable or table.status == Table.Status.OPEN):
            return
        invited = table.invitations.values("person")
        challenged = table.challenges.filter(status=Challenge.Status.OPEN).values("challenged")
        asked = Q(pk__in=invited) | Q(pk__in=challenged)
        notifying.notify_people(
            PLAYS.key,
            _near(person).exclude(seats__table=table).exclude(asked),
            actor=person,
            about=_playing(person),
            once_in=ONCE_IN,
            **_leads_to(table),
        )


def _near(person: User) -> QuerySet[User]:
    """The friends and followers of a person."""
    friends, followers = people.friends_of(person), people.followers_of(person)
    return User.objects.filter(Q(pk__in=friends.values("pk")) | Q(pk__in=followers.values("pk")))


def _leads_to(table: Table) -> dict[str, Any]:
    return {
        "url": reverse("table", args=[table.code]),
        "facts": {"game": table.game, "preset": table.rules["preset"], "table": table.code},
    }
