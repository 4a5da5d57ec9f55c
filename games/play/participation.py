"""The part of a match that each person played: own decisions at the seat, and those a bot took for them.

The ids of commands in the log distinguish them (`Request.id` in `actions/play.py`); no person can use an id
of a bot. A move that the clock plays after a timeout counts for neither: it is a poor one, so nobody gains by
waiting for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from games.models import Match
from games.play import event_log

MOVED = ("away", "left", "returned", "substituted")
"""Events that change who plays a seat."""

SUBSTANTIAL = Fraction(1, 4)
"""If a bot takes at least this share of a seat's decisions, the match counts as the bot's."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The decisions taken at a seat, and whose they were; the person is the last who had the seat."""

    own: int = 0
    by_bot: int = 0
    came: bool = True
    """False if the person never came to the match."""
    removed: bool = False
    """True if a director took the person off the seat: they did not leave by choice."""
    before: int = 0
    """The decisions taken at the seat before the person had it."""

    @property
    def is_absent(self) -> bool:
        return self.by_bot > 0 and self.by_bot >= SUBSTANTIAL * (self.own + self.by_bot)

    @property
    def has_played(self) -> bool:
        """True unless a bot took too many of the decisions (`is_absent`), or more were taken before the
        person came than after."""
        return not self.is_absent and self.before <= self.own + self.by_bot


def presences_of(row: Match) -> list[Presence]:
    """The presence at each seat of a match, by its log."""
    own, by_bot, before = ([0] * len(row.players) for _ in range(3))
    changed_hands: set[int] = set()
    removed: set[int] = set()
    for event in event_log.read_events(row.pk, only=("kind", "public", "seat", "command_id")):
        if event.kind in MOVED:
            changed = event.public["seat"]
            changed_hands.add(changed)
            if event.public.get("removed"):
                removed.add(changed)
            elif event.kind == "left":  # by choice
                removed.discard(changed)
            is_same_person = event.public.get("same")  # a guest has signed in
            if event.kind == "substituted" and not is_same_person:
                before[changed] += own[changed] + by_bot[changed]
                own[changed] = by_bot[changed] = 0
        if event.seat is not None and event.command_id is not None:
            own[event.seat] += event.command_id.startswith(f"{event.seat}:")
            by_bot[event.seat] += event.command_id.startswith(f"bot{event.seat}:")
    return [
        Presence(
            own[seat],
            by_bot[seat],
            came=seat not in row.away or seat in changed_hands,
            removed=seat in removed,
            before=before[seat],
        )
        for seat in range(len(row.players))
    ]
