"""Rank the sides of a match for its ratings by comparison with other matches that had the same deals.

At a single table the cards decide much; a comparison with others who had the same cards shows how they were
played. Two matches share a deal if their logs have the same commitment for it.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from django.db.models import Q

from games.models import Boards, Match
from games.play import event_log
from ludocards.engine.duplicate import cross_difference, matchpoints_of, result_of
from ludocards.engine.registry import GAMES

MEASURES = {Boards.Measure.CROSS: cross_difference, Boards.Measure.MATCHPOINTS: matchpoints_of}

Scores = dict[uuid.UUID, Sequence[int]]
"""The scores by side in one deal, for each match that had it."""


def compared_places(row: Match) -> list[int] | None:
    """The places of the sides of a match by comparison; None if nobody else has finished a deal of it."""
    boards = row.table.boards
    if boards is None:
        return None
    worth: list[Fraction] = []
    for scores in _deals(row).values():
        if row.pk not in scores or len(scores) < 2:
            continue
        here = list(scores).index(row.pk)
        worth = worth or [Fraction(0)] * len(scores[row.pk])
        for side in range(len(worth)):
            compared = MEASURES[Boards.Measure(boards.measure)](
                [result_of(each, side) for each in scores.values()]
            )
            worth[side] += compared[here] or 0
    return [1 + sum(other > mine for other in worth) for mine in worth] or None


def compared_matches(row: Match) -> list[Match]:
    """The rated matches whose outcome depends on this one, since they share deals with it."""
    if row.table.boards is None:
        return []
    with_the_same = Match.objects.filter(_shares_deals(row), rated=True, scored=True, annulled_at=None)
    return list(
        with_the_same.exclude(pk=row.pk).select_related("table__boards").order_by("finished_at", "pk")
    )


def _deals(row: Match) -> dict[str, Scores]:
    """For each deal of this match, by commitment: the scores of every match that had it and counts."""
    over = Match.objects.filter(_shares_deals(row), annulled_at=None).exclude(status=Match.Status.PLAYING)
    ids = over.values_list("pk", flat=True)
    commitments: dict[uuid.UUID, dict[int, str]] = defaultdict(dict)
    scored: dict[uuid.UUID, list[Sequence[int]]] = defaultdict(list)
    for event in event_log.read_events(*ids, kinds=("committed", "scored"), only=("kind", "public")):
        if event.kind == "committed":
            commitments[event.match_id][event.public["deal"]] = event.public["commitment"]
        else:
            scored[event.match_id].append(GAMES[row.game].results(event.public["scores"]))
    found: dict[str, Scores] = defaultdict(dict)
    for match, deals in scored.items():
        for number, scores in enumerate(deals):
            found[commitments[match][number]][match] = scores
    return found


def _shares_deals(row: Match) -> Q:
    on_them = Match.objects.filter(table__boards=row.table.boards_id).values_list("pk", flat=True)
    committed: dict[uuid.UUID, set[str]] = defaultdict(set)
    for event in event_log.read_events(*on_them, kinds=["committed"], only=["public"]):
        committed[event.match_id].add(event.public["commitment"])
    return Q(pk__in=[match for match, theirs in committed.items() if theirs & committed[row.pk]])
