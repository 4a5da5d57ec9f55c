"""Who has played a match: how many decisions of each seat a person took, and how many a bot.

The log tells them apart by the ids of commands, and a person cannot take those of a bot. What the clock
played is neither's: it plays badly, so nobody gains by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from games.models import Event, Match

SUBSTANTIAL = Fraction(1, 4)
"""The share of a seat's decisions from which on a bot has played the match rather than the person."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The decisions of a seat."""

    own: int = 0
    by_bot: int = 0
    came: bool = True
    """False if the match began without the person, who never came to it."""
    got_up: bool = False

    @property
    def is_absent(self) -> bool:
        return self.by_bot > 0 and self.by_bot >= SUBSTANTIAL * (self.own + self.by_bot)


def of(row: Match) -> list[Presence]:
    """The presence at each seat of a match, by its log."""
    decided = Event.objects.filter(match=row, seat__isnull=False, command_id__isnull=False)
    own, by_bot = [0] * len(row.players), [0] * len(row.players)
    for seat, command_id in decided.values_list("seat", "command_id"):
        assert seat is not None and command_id is not None  # noqa: PT018
        own[seat] += command_id.startswith(f"{seat}:")
        by_bot[seat] += command_id.startswith(f"bot{seat}:")
    moves = Event.objects.filter(match=row, kind__in=["away", "left", "returned"])
    moved = set(moves.values_list("kind", "public__seat"))
    return [
        Presence(
            own[seat],
            by_bot[seat],
            came=seat not in row.away or any(who == seat for _kind, who in moved),
            got_up=("left", seat) in moved,
        )
        for seat in range(len(row.players))
    ]
