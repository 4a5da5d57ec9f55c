"""Receivers of signals from games: a match is over, so its event moves on; the server was down."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.models import Member as ClubMember
from clubs.signals import lines_merged, list_changed
from games.play import actions as play
from games.play.signals import match_over, was_down
from ludopoli.base.commits import after_commit
from ludopoli.text import times
from tournaments import actions, club_lines, tasks
from tournaments.models import OVER, Event, Member, Phase, TournamentTable
from tournaments.outlets import doorbell
from tournaments.outlets.happenings import CANCELLED, lock_event
from tournaments.running import sequencer


@receiver(match_over)
def go_on_with_event(table: int, **_others: Any) -> None:
    event = TournamentTable.objects.filter(table=table).values_list("round__event", flat=True).first()
    if event is not None:
        tasks.advance.delay(event)


@receiver(pre_delete, sender=Club)
def end_events(instance: Club, **_others: Any) -> None:
    """Cancel the unfinished events of a club that is deleted; delete all events and series of a private
    one."""
    now = times.now()
    for event in instance.events.exclude(status__in=OVER).order_by("pk").values_list("pk", flat=True):
        sequencer.cancel_and_notify(lock_event(event), CANCELLED, now, reason=_("The club no longer exists."))
    if instance.private:
        instance.events.all().delete()
        instance.series.all().delete()


@receiver(pre_delete, sender=Event)
def keep_templates(instance: Event, **_others: Any) -> None:
    actions.keep_set_up(instance)


@receiver(post_save, sender=Club)
def hide_club(instance: Club, update_fields: Collection[str] | None = None, **_others: Any) -> None:
    """Once a club is private, hide its events and their tables, and render the pages anew on which its teams
    are shown."""
    if instance.private and (update_fields is None or "private" in update_fields):
        for event in instance.events.values_list("pk", flat=True):
            after_commit(doorbell.ring_hidden, event)
        tables = TournamentTable.objects.filter(round__event__in=instance.events.all(), table__private=False)
        play.hide_tables(tables.values_list("table", flat=True))
        with_teams = Event.objects.filter(pk__in=instance.teams.values("event"))
        with_teams.update(revision=F("revision") + 1)


@receiver(list_changed)
def link_people(club: Club, lines: Collection[int], **_others: Any) -> None:
    """Link the people of a club's events who are on its list by now, and render anew the events in which
    these or people of the changed `lines` are, and all of the club and its federations that are not over."""
    linked = club_lines.link_club(club.pk)
    federated = Phase.objects.filter(federation__affiliations__club=club)
    not_over = (Q(club=club) | Q(pk__in=federated.values("event"))) & ~Q(status__in=OVER)
    showing = Member.everybody.filter(club_line__in=lines)
    shown = Event.objects.filter(not_over | Q(pk__in=showing.values("event")) | Q(pk__in=linked))
    shown.update(revision=F("revision") + 1)


@receiver(lines_merged)
def move_person(line: ClubMember, former: ClubMember, **_others: Any) -> None:
    club_lines.move_line(line, former)


@receiver(was_down)
def wait(gap: timedelta, **_others: Any) -> None:
    sequencer.add_downtime(gap, times.now())
