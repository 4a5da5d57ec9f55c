"""Scoring a finished match: results, then ratings, then standings, all in one transaction."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction

from games.fairplay import quits
from games.models import Annulled, Match, Result
from games.people import comparison, ratings, solo, standings
from games.play import event_log, feed, live, participation, spectators
from games.play.participation import Presence
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.engine.game import Event as Happened
from ludocards.engine.game import Game

FACTS = (
    "user", "bot", "side", "score", "place", "game", "preset", "players", "at", "rated", "rank", "won",
    "left", "absent", "undone", "partner", "deals", "points", "tally",
)  # fmt: skip
"""The columns of a result that come from the log; the others are its ratings."""

KEPT_OF_ANNULLED = ("match", "seat", "user_id", "bot", "side", "score", "place", "game", "preset", "at")


def score_match(match_id: uuid.UUID) -> None:
    """Score a finished match, once. A match whose deals others still play is scored when they are over.

    The result of a match betrays something about its cards, and results are published everywhere: in
    histories, ratings, leaderboards and feeds.
    """
    row = Match.objects.select_related("table__boards").get(pk=match_id)
    if row.status == Match.Status.FINISHED and not row.scored and not spectators.is_closed(row.table):
        enter_results(row, facts(row))


def enter_results(row: Match, results: Sequence[Result]) -> None:
    """Store the results of a finished match, and all that follows from them, unless it has been done."""
    with transaction.atomic():
        ratings.lock_game(row.game)
        if Match.objects.filter(pk=row.pk, scored=False).update(scored=True):
            row.annulled_at = Match.objects.values_list("annulled_at", flat=True).get(pk=row.pk)
            results = write_results(row, results)
            standings.add_results(results)
            standings.shift_gains(row.game, ratings.rerate_after([row]))
            if len(person := _people(results)) == 1:  # others change no solo results
                solo.rerate_solo_matches(row, person)
            quits.warn_quitters(results)
            feed.match_finished(row, list(Result.objects.filter(match=row).order_by("seat")))


def rescore_match(match_id: uuid.UUID) -> None:
    """Score a match again that has been annulled or changed since it was scored.

    The outcomes of matches with the same deals change with it.
    """
    row = Match.objects.select_related("table__boards").get(pk=match_id)
    with transaction.atomic():
        ratings.lock_game(row.game)
        stored = list(Result.objects.filter(match=row))
        before = _people(stored)
        results = stored if stored and row.annulled_at is not None else facts(row)
        theirs = before | _people(write_results(row, results))
        compared = comparison.compared_matches(row)
        for other in compared:
            theirs |= _people(write_results(other, facts(other)))
        moved = ratings.rerate_after([row, *compared], before)
        for user in theirs:
            standings.sum_up_person(row.game, user)
        solo.rerate_solo_matches(row, theirs)
        standings.shift_gains(row.game, (each for each in moved if each.user not in theirs))


def write_results(row: Match, results: Sequence[Result]) -> list[Result]:
    """Store the results of a finished match, without ratings, over those that were stored before.

    An annulled match gets no results, only the rows that say who sat there.
    """
    Annulled.objects.filter(match=row).delete()
    if row.annulled_at is not None:
        Result.objects.filter(match=row).delete()
        Annulled.objects.bulk_create(
            Annulled(**{name: getattr(each, name) for name in KEPT_OF_ANNULLED}) for each in results
        )
        return []
    Result.objects.bulk_create(
        results, update_conflicts=True, unique_fields=["match", "seat"], update_fields=FACTS
    )
    return list(Result.objects.filter(match=row).order_by("seat"))


def facts(row: Match) -> list[Result]:
    """The unsaved results of all seats, by the log of a finished match.

    A person who never came counts as a bot. If a seat has changed hands, its player gets only the deals that
    ended since.
    """
    finished = live.load_match(row.pk)
    game, sides = finished.game, finished.game.sides(finished.state)
    totals, places = game.totals(finished.state), live.places_of(row, finished.state)
    assert places is not None, row.pk
    assert row.finished_at is not None, row.pk
    log = event_log.read_events(row.pk, only=("kind", "public"))
    events = [Happened(event.kind, event.public) for event in log]
    since = {
        event.public["seat"]: place
        for place, event in enumerate(events)
        if event.kind == "substituted" and not event.public.get("same")
    }
    tallies = tally(game, events, len(row.players), since)
    ends = [(place, event.public) for place, event in enumerate(events) if event.kind == "scored"]
    scored = [
        [deal for place, deal in ends if place >= since.get(seat, 0)] for seat in range(len(row.players))
    ]
    undone = any(event.kind == "undone" for event in events)
    present = participation.presences_of(row)
    ranks = (comparison.compared_places(row) if row.rated else None) or places
    return [
        Result(
            match=row,
            seat=seat,
            user_id=player["user"] if present[seat].came else None,
            bot=player["bot"] if present[seat].came else DEFAULT_POLICY,
            side=sides[seat],
            score=totals[sides[seat]],
            place=places[sides[seat]],
            game=row.game,
            preset=row.rules["preset"],
            players=len(row.players),
            at=row.finished_at,
            rated=row.rated,
            rank=ranks[sides[seat]],
            left=_has_left(row, present[seat], seat),
            absent=present[seat].is_absent,
            undone=undone,
            won=places[sides[seat]] == 1 < max(places) and present[seat].has_played,
            partner_id=_partner(row.players, present, sides, seat),
            deals=len(scored[seat]),
            points=sum(deal["points"][sides[seat]] for deal in scored[seat] if deal["points"] is not None),
            tally=dict(sorted(tallies[seat].items())),
        )
        for seat, player in enumerate(row.players)
    ]


def tally(
    game: Game[Any, Any], events: Sequence[Happened], players: int, since: Mapping[int, int] | None = None
) -> list[Counter[str]]:
    """The game's tally by seat; `since` has, by seat, the index of the event that gave it to its player."""
    counted: list[Counter[str]] = [Counter() for _ in range(players)]
    begun = since or {}
    for place, event in enumerate(events):
        for seat, what in game.tally(event):
            if place >= begun.get(seat, 0):
                counted[seat][what] += 1
    return counted


def rebuild_results(game: str) -> int:
    """Write the results of all finished matches of a game, with all that depends on them; return their
    number."""
    with transaction.atomic():
        ratings.lock_game(game)
        finished = Match.objects.filter(spectators.OPEN, game=game, status=Match.Status.FINISHED)
        ids = list(finished.order_by("finished_at", "pk").values_list("pk", flat=True))
        for match_id in ids:
            row = Match.objects.select_related("table__boards").get(pk=match_id)
            write_results(row, facts(row))
        Match.objects.filter(pk__in=ids).update(scored=True)
        rerate_all_matches(game)
        solo.rebuild_solo_results(game)
    return len(ids)


def rerate_all_matches(game: str) -> int:
    """Rate all matches of a game anew, and rebuild the standings, which sum up gains; return the number of
    matches."""
    with transaction.atomic():
        ratings.lock_game(game)
        ratings.rebuild_ratings(game)
        return sum_up_results(game)


def sum_up_results(game: str) -> int:
    """Sum up the results of a game anew; return the number of scored matches."""
    with transaction.atomic():
        ratings.lock_game(game)
        standings.rebuild_standings(game)
        return Match.objects.filter(game=game, scored=True).count()


def _people(results: Iterable[Result]) -> set[int]:
    return {result.user_id for result in results if result.user_id is not None}


def _has_left(row: Match, present: Presence, seat: int) -> bool:
    """Return whether a person left: was gone at the end or for much of the match, and not taken off by a
    director."""
    return (seat in row.away or present.is_absent) and not present.removed


def _partner(
    players: Sequence[dict[str, Any]], present: Sequence[Presence], sides: Sequence[int], seat: int
) -> int | None:
    """The other person on a side of two, unless they never came."""
    others = [other for other, side in enumerate(sides) if side == sides[seat] and other != seat]
    return players[others[0]]["user"] if len(others) == 1 and present[others[0]].came else None
