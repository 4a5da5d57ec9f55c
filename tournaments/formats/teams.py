"""Meetings of teams: several rooms play the same deals, and in each room a team sits on another side.

A match of two pairs a side has two rooms, one of three players alone has three: so many as there are sides.
The rooms together are scored as one table, by the sums of each team.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.scoring import TableScores


def rooms_of_teams(places: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the teams by place in each room: as drawn in the first, and moved on by one in each further
    one."""
    return tuple((*places[room:], *places[:room]) for room in range(len(places)))


def turn_places(values: Sequence[int | None], room: int) -> tuple[int | None, ...]:
    """Return what belongs to the places of the first room by the places of another."""
    return (*values[room:], *values[:room])


def join_rooms(made: Sequence[TableScores]) -> TableScores:
    """Return the rooms of a meeting as one table with the places of the first room.

    Only deals that all rooms have played count. A deal that was annulled in one room is annulled. Points that
    a director has set in a room are those of the match, and deductions add up.
    """
    sides = len(made)

    def back(values: Sequence[int | None], room: int) -> tuple[int | None, ...]:
        return turn_places(values, (sides - room) % sides) if values else (None,) * sides

    labels = [label for label in made[0].boards if all(label in each.boards for each in made)]
    boards = {}
    for label in labels:
        scores = [each.boards[label] for each in made]
        played = [back(each, room) for room, each in enumerate(scores) if each is not None]
        boards[label] = (
            tuple(sum(each or 0 for each in team) for team in zip(*played, strict=True))
            if len(played) == sides
            else None
        )
    given = [back(each.adjusted, room) for room, each in enumerate(made)]
    adjusted = tuple(next((n for n in team if n is not None), None) for team in zip(*given, strict=True))
    less = [back(each.penalties, room) for room, each in enumerate(made)]
    penalties = tuple(sum(each or 0 for each in team) for team in zip(*less, strict=True))
    return TableScores(
        tuple(range(sides)), boards, adjusted if any(n is not None for n in adjusted) else (), penalties
    )
