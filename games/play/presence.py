"""Who has played a match: how many decisions of each seat a person took, and how many a bot.

The log tells them apart by the ids of commands, and a person cannot take those of a bot. What the clock
played is neither's: it plays badly, so nobody gains by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q

from games.models import Event, Match

MOVED = ("away", "left", "returned", "substituted")
"""Events about who plays a seat. What was played there before a substitute came is not theirs."""

SUBSTANTIAL = Fraction(1, 4)
"""The share of a seat's decisions from which on a bot has played the match rather than the person."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The decisions of a seat."""

    own: int = 0
    by_bot: int = 0
    came: bool = True
    """False if the match began without the person, who never came to it."""
    removed: bool = False
    """True if a director has taken the person from the seat: they have not left."""
    before: int = 0
    """The decisions that were taken at the seat before it was the person's."""

    @property
    def is_absent(self) -> bool:
        return self.by_bot > 0 and self.by_bot >= SUBSTANTIAL * (self.own + self.by_bot)

    @property
    def has_played(self) -> bool:
        """True unless a bot did, or the person came when most of the match had been played."""
        return not self.is_absent and self.before <= self.own + self.by_bot


def of(row: Match) -> list[Presence]:
    """The presence at each seat of a match, by its log."""
    told = Event.objects.filter(Q(command_id__isnull=False) | Q(kind__in=MOVED), match=row).order_by("seq")
    own, by_bot, before = ([0] * len(row.players) for _ in range(3))
    moved: set[tuple[str, int]] = set()
    removed: set[int] = set()
    columns = ("kind", "public__seat", "public__removed", "public__same", "seat", "command_id")
    for kind, about, was_removed, is_same, seat, command_id in told.values_list(*columns):
        if was_removed:
            removed.add(about)
        elif kind == "left":
            removed.discard(about)
        if kind == "substituted" and not is_same:
            before[about] += own[about] + by_bot[about]
            own[about] = by_bot[about] = 0
        if kind in MOVED:
            moved.add((kind, about))
        if seat is not None and command_id is not None:
            own[seat] += command_id.startswith(f"{seat}:")
            by_bot[seat] += command_id.startswith(f"bot{seat}:")
    return [
        Presence(
            own[seat],
            by_bot[seat],
            came=seat not in row.away or any(about == seat for _kind, about in moved),
            removed=seat in removed,
            before=before[seat],
        )
        for seat in range(len(row.players))
    ]
