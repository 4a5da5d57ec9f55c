"""The line-up of an event: forming pairs of people who entered alone, and noting everybody's strength."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from games.models import Rating
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.ratings.skill import CENTRE
from tournaments import chronicle
from tournaments.formats import catalog
from tournaments.formats.catalog import HistoryEntrant
from tournaments.models import Entry, Event, Member
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened


def settle_pairs(event: Event, now: datetime) -> None:
    """Remove members who have not accepted or have left, and form pairs of people who are alone.

    People who are present are paired with each other first. Anybody left over plays with a bot.
    """
    event.members.filter(Q(accepted=False) | Q(left__isnull=False)).delete()
    event.entries.filter(status=Entry.Status.ASKED).update(status=Entry.Status.REGISTERED)
    if event.check_in_minutes:
        event.entries.filter(status=Entry.Status.REGISTERED).update(status=Entry.Status.NO_SHOW)
    else:
        event.members.update(here=True)
    if event.unit != Event.Unit.PAIR:
        return
    alone = [each for each in event.entries.prefetch_related("members") if each.plays and _is_alone(each)]
    strengths = _strengths(event, alone)
    state = chronicle.read_chronicle(event)
    by_number = {each.number: each for each in alone}
    left: list[Entry] = []
    for there in (True, False):
        some = left + [each for each in alone if (each.status != Entry.Status.NO_SHOW) is there]
        singles = [HistoryEntrant(each.number, strengths[each.pk]) for each in some]
        how = "balanced" if event.pairs == Event.Pairs.BALANCED else "random"
        drawn = catalog.draw_pairs(singles, f"{event.draw_seed}/pairs/{there}", how, state.forbidden)
        left = [by_number[one] for one, other in drawn if other is None]
        for one, other in drawn:
            if other is not None:
                _join(by_number[one], by_number[other], now)
    partner = "" if event.is_real else DEFAULT_POLICY  # at real tables a director finds somebody
    for entry in left:
        Member.objects.create(
            event=event, entry=entry, place=1 - entry.members.get().place, bot=partner, here=True
        )


def _is_alone(entry: Entry) -> bool:
    return len(entry.members.all()) == 1


def _join(one: Entry, other: Entry, now: datetime) -> None:
    """Make a pair of two entries of single people."""
    first, second = one.members.get(), other.members.get()
    second.entry, second.place = one, 1 - first.place
    second.save(update_fields=["entry", "place"])
    if not second.here:
        one.status = other.status
        one.save(update_fields=["status"])
    other.payments.update(entry=one, number=one.number, place=second.place)
    other.delete()
    happened(one.event, happenings.PAIR_FORMED, one, now=now)


def measure_strength(event: Event, entries: Sequence[Entry]) -> None:
    """Store the strength of entries, the basis of seeding and of forming pairs."""
    strengths = _strengths(event, entries)
    for entry in entries:
        entry.strength = strengths[entry.pk]
    Entry.objects.bulk_update(entries, ["strength"])


def _strengths(event: Event, entries: Sequence[Entry]) -> dict[int, int]:
    """Return the rating of each entry, for pairs the mean; people without one count as average."""
    rated = Rating.objects.filter(game=event.game, user__entered__event=event)
    shown: dict[int | None, int] = dict(rated.values_list("user", "shown"))
    found = {}
    for entry in entries:
        ratings = [shown.get(each.user_id, CENTRE) for each in entry.members.all()]
        found[entry.pk] = round(sum(ratings) / len(ratings)) if ratings else CENTRE
    return found
