"""The positions of finished matches that everybody may see, as material for puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from games.archive import finished_matches
from games.models import Match
from games.play import event_log
from ludocards.engine import record
from ludocards.engine.game import Deal, Json, Refused
from ludocards.engine.record import Action
from ludocards.engine.registry import GAMES
from practice.positions import Position


def open_matches(game: str, since: datetime) -> Iterator[Match]:
    """The matches of a game that were over after `since`, if everybody may see all their cards."""
    rows = Match.objects.filter(game=game, status=Match.Status.FINISHED, finished_at__gte=since)
    for row in rows.select_related("table__boards").order_by("finished_at", "pk"):
        if not isinstance(finished_matches.eyes_of(AnonymousUser(), row), Refused):
            yield row


def deals_of(row: Match) -> Iterator[list[Position]]:
    """The positions before each command of a player, deal by deal; only those of the first deal if later ones
    depend on more than the scores of the earlier ones."""
    game, players = GAMES[row.game], len(row.players)
    rules = game.rules_from(row.rules)
    dealer = 0
    scored: list[Json] = []
    deal: Deal | None = None
    actions: list[Action] = []
    positions: list[Position] = []
    for logged in map(finished_matches.logged, event_log.read(row.pk)):
        event = logged.event
        if "hands" in event.sealed:
            deal = record.read_deal({**event.public, **event.sealed}, game.deck)
            actions, positions = [], []
            dealer = dealer if scored else deal.dealer
        if logged.command is not None and deal is not None:
            if logged.seat is not None:
                so_far = tuple(scored), deal, tuple(actions)
                positions.append(Position(game, rules, players, dealer, *so_far, logged.seat))
            actions.append(Action(logged.seat, logged.command))
        if event.kind == "scored":
            yield positions
            scored.append(event.public)
            if game.resume(rules, players, dealer, scored) is None:
                return
