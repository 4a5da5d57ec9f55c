"""Happenings of tournaments, for their directors' programs: on their accounts' streams, and by webhooks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from clubs.roles import Capability
from clubs.selectors import clubs_to_organise_for
from games.play import feed
from ludopoli.accounts.models import User
from ludopoli.text import times
from ludopoli.text.times import format_utc
from ludopoli.text.word_filter import mask_words
from ludopoli.webhooks import deliveries, kinds
from ludopoli.webhooks.models import Webhook
from tournaments import access, selectors
from tournaments.models import Claim, Entry, Event, LogEntry, Round
from tournaments.outlets import bulletins
from tournaments.roles import EventCapability

NEWS = "event_news"
"""The kind of bulletins, which only webhooks receive."""

kinds.register_webhook_kinds(
    **{NEWS: _("the news of a tournament that you direct, written out for a chat")},
    event_entered=_("somebody enters a tournament that you direct"),
    event_started=_("a tournament that you direct begins"),
    event_round_drawn=_("the pairings for a round of a tournament that you direct come out"),
    event_round_over=_("a round of a tournament that you direct is over"),
    event_claimed=_("a player calls the directors of a tournament of yours"),
    event_finished=_("a tournament that you direct is over"),
    event_cancelled=_("a tournament that you direct is cancelled"),
)
kinds.APART.add(NEWS)


def publish_entry(logged: LogEntry, entry: Entry) -> None:
    names = [each.user.username for each in entry.members.select_related("user") if each.user]
    _publish(logged.event, "event_entered", entry=entry.number, names=names)


def publish_start(logged: LogEntry, event: Event) -> None:
    _publish(event, "event_started", entries=logged.facts["entries"])


def publish_pairing(logged: LogEntry, round_: Round) -> None:
    tables = [
        {"table": each.number, "entries": each.places, "code": each.table.code if each.table else None}
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


def publish_news(*names: str) -> Callable[[LogEntry, Any], None]:
    """Return the outlet that sends the bulletins with these names to webhooks, in their owners' languages."""

    def publish(logged: LogEntry, _about: Any) -> None:
        event = logged.event
        directors = access.ids_with(event, EventCapability.LOOK)
        hooks = deliveries.webhooks_for(directors, NEWS, _followers(event, directors, _holders(event)))
        link = f"{settings.SITE_URL}{event.get_absolute_url()}"
        deliveries.store_deliveries(_news(event, hooks, names, link), times.now())

    return publish


def _news(
    event: Event, hooks: Sequence[Webhook], names: Collection[str], link: str
) -> Iterator[tuple[Webhook, str, dict[str, str]]]:
    for hook in hooks:
        with translation.override(hook.user.language or settings.LANGUAGE_CODE):
            for told in bulletins.bulletins_of(event):
                if told.name in names:
                    facts = {"event": event.code, "name": event.name, "news": told.name}
                    yield hook, NEWS, {**facts, "text": told.text(link)}


def _holders(event: Event) -> list[int]:
    """Return the people who hold events for the event's club."""
    if event.club is None:
        return []
    holders = event.club.members.filter(role__may=Capability.ORGANISE_EVENTS, user__isnull=False)
    return [*holders.values_list("user", flat=True)]


def _followers(event: Event, directors: Iterable[int], holders: Iterable[int] = ()) -> dict[str, list[int]]:
    """Return who may follow an event by its own code, and by its club's, where the `holders` may, too."""
    of_club = {} if event.club is None else {event.club.code: [*directors, *holders]}
    return {event.code: [*directors], **of_club}


def _topics(user: User) -> Iterator[tuple[str, str]]:
    for club in clubs_to_organise_for(user):
        yield club.code, club.name
    for event in selectors.own_events(user):
        yield event.code, event.name


kinds.TOPICS.append(_topics)


def _publish(event: Event, kind: str, **facts: Any) -> None:
    directors = access.ids_with(event, EventCapability.LOOK)
    data = {"event": event.code, "name": event.name, **facts}
    feed.publish_happening(directors, kind, data, _followers(event, directors))
