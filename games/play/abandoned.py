"""Matches and tables that have waited too long for their people."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from games.models import Match, Seat, Table

VANISHED = timedelta(hours=1)
"""The time a match against bots waits for its only person, if they have no page open, before it stands
still."""

DESERTED = timedelta(minutes=10)
"""The time a match stands still for people who may come back before it is aborted."""


WITHOUT_CLOCK = Q(stopped_at=None, deadline_at=None, bot_due_at=None)
"""Matches that wait for a person without a deadline."""


def vanished_matches(now: datetime) -> QuerySet[Match]:
    """The matches against bots that have waited too long for their person, who has no page open.

    An open page is enough, touched or not: nobody else waits, and its person should find the match again.
    """
    waiting = Match.objects.filter(status=Match.Status.PLAYING, turn_at__lt=now - VANISHED)
    waiting = waiting.filter(WITHOUT_CLOCK, table__hosted=False)
    seen = Seat.objects.filter(Seat.HAS_SOCKET).exclude(user=None)
    alone = waiting.exclude(table__seats__in=seen).alias(sitting=Count("table__seats__user"))
    return alone.filter(sitting=1)


def deserted_matches(now: datetime) -> QuerySet[Match]:
    """The matches that have stood still long enough for their people to come back."""
    standing = Match.objects.filter(status=Match.Status.PLAYING, table__hosted=False)
    return standing.filter(stopped_at__lt=now - DESERTED)


def idle_tables(now: datetime) -> QuerySet[Table]:
    """The tables between two matches that nobody has used for long, though a page of them may be open."""
    unused = Table.objects.filter(changed_at__lt=now - Seat.WAITING_FOR).exclude(
        status__in=["closed", "playing"]
    )
    unused = unused.exclude(hosted=True, status=Table.Status.OPEN)  # it begins when its host says so
    return unused.exclude(seats__in=Seat.objects.filter(Seat.are_present(now, Seat.WAITING_FOR)))
