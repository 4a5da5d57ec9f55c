"""Happenings of tournaments, for their directors' programs: on their accounts' streams, and by webhooks."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.play import feed
from ludopoli.text.times import format_utc
from ludopoli.text.word_filter import mask_words
from ludopoli.webhooks import kinds
from tournaments import access
from tournaments.models import Claim, Entry, Event, LogEntry, Round
from tournaments.roles import EventCapability

kinds.register_webhook_kinds(
    event_entered=_("somebody enters a tournament that you direct"),
    event_started=_("a tournament that you direct begins"),
    event_round_drawn=_("the pairings for a round of a tournament that you direct come out"),
    event_round_over=_("a round of a tournament that you direct is over"),
    event_claimed=_("a player calls the directors of a tournament of yours"),
    event_finished=_("a tournament that you direct is over"),
    event_cancelled=_("a tournament that you direct is cancelled"),
)


def publish_entry(logged: LogEntry, entry: Entry) -> None:
    names = [each.user.username for each in entry.members.select_related("user") if each.user]
    _publish(logged.event, "event_entered", entry=entry.number, names=names)


def publish_start(logged: LogEntry, event: Event) -> None:
    _publish(event, "event_started", entries=logged.facts["entries"])


def publish_pairing(logged: LogEntry, round_: Round) -> None:
    tables = [
        {"table": each.number, "places": each.places, "code": each.table.code if each.table else None}
        for each in round_.tables.select_related("table")
    ]
    starts_at = format_utc(round_.starts_at)
    _publish(logged.event, "event_round_drawn", round=round_.number, starts_at=starts_at, tables=tables)


def publish_round_end(logged: LogEntry, round_: Round) -> None:
    _publish(logged.event, "event_round_over", round=round_.number)


def publish_claim(logged: LogEntry, claim: Claim) -> None:
    """Publish a claim without its text, because a director may play the same deals."""
    table, who = claim.table, claim.by.username if claim.by else None
    where = {"round": table.round.number, "table": table.number}
    _publish(logged.event, "event_claimed", claim=claim.number, by=who, **where)


def publish_finish(_logged: LogEntry, event: Event) -> None:
    placed = event.entries.filter(place__isnull=False).order_by("place", "number")
    places = [{"place": each.place, "entry": each.number, "score": each.score} for each in placed]
    _publish(event, "event_finished", places=places)


def publish_cancellation(logged: LogEntry, event: Event) -> None:
    """Publish a cancellation; without a reason, too few had entered."""
    _publish(event, "event_cancelled", reason=mask_words(logged.reason))


def _publish(event: Event, kind: str, **facts: Any) -> None:
    people = access.people_with(event, EventCapability.LOOK).values_list("pk", flat=True)
    feed.publish_happening([*people], kind, {"event": event.code, "name": event.name, **facts})
