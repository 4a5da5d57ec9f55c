"""The positions of finished matches: those that everybody may see, as puzzles, and a person's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice

from django.contrib.auth.models import AnonymousUser

from games.archive import finished_matches
from games.models import Match
from games.play import event_log
from ludocards.engine import record
from ludocards.engine.game import Deal, Json
from ludocards.engine.record import Action
from ludocards.engine.registry import GAMES
from practice.positions import PuzzlePosition


def open_matches(game: str, since: datetime) -> Iterator[Match]:
    """The matches of a game that were over after `since`, if everybody may see all their cards."""
    rows = Match.objects.filter(game=game, status=Match.Status.FINISHED, finished_at__gte=since)
    for row in rows.select_related("table__boards").order_by("finished_at", "pk"):
        if finished_matches.is_open_to(AnonymousUser(), row):
            yield row


def deals_of(row: Match) -> Iterator[list[PuzzlePosition]]:
    """The positions before each command of a player, deal by deal; only those of the first deal if later ones
    depend on more than the scores of the earlier ones."""
    game, players = GAMES[row.game], len(row.players)
    rules = game.rules_from(row.rules)
    dealer = 0
    scored: list[Json] = []
    deal: Deal | None = None
    actions: list[Action] = []
    positions: list[PuzzlePosition] = []
    for logged in map(finished_matches.logged_event, event_log.read_events(row.pk)):
        event = logged.event
        if "hands" in event.sealed:
            deal = record.read_deal({**event.public, **event.sealed}, game.deck)
            actions, positions = [], []
            dealer = dealer if scored else deal.dealer
        if logged.command is not None and deal is not None:
            if logged.seat is not None:
                so_far = tuple(scored), deal, tuple(actions)
                positions.append(PuzzlePosition(game, rules, players, dealer, *so_far, logged.seat))
            actions.append(Action(logged.seat, logged.command))
        if event.kind == "scored":
            yield positions
            scored.append(event.public)
            if game.resume(rules, players, dealer, scored) is None:
                return


def position_at(row: Match, at: str) -> PuzzlePosition | None:
    """The position before a card of a match (`s3-p4-c2`); None if it cannot be played again by itself."""
    deal, trick, place = (int(part[1:]) for part in at.split("-"))
    before = (trick - 1) * len(row.players) + place - 1
    for positions in islice(deals_of(row), deal - 1, deal):
        so_far = [each for each in positions if _plays(each.actions) == before]
        return so_far[-1] if so_far else None
    return None


def _plays(actions: Sequence[Action]) -> int:
    return sum(action.command.do == "play" for action in actions)


def own_choices(row: Match, seat: int) -> set[str]:
    """The commands that the player of a seat has given, as the replay names them: none of the clock, of a
    bot, or of an earlier player."""
    own, deal, plays, acts, players = set(), 0, 0, 0, len(row.players)
    for event in event_log.read_events(row.pk, only=("kind", "public", "command", "command_id")):
        if event.kind == "dealt" and event.public["deal"] + 1 != deal:
            deal, plays, acts = event.public["deal"] + 1, 0, 0
        if event.command is None:
            continue
        if event.command["do"] == "play":
            at = f"s{deal}-p{plays // players + 1}-c{plays % players + 1}"
            plays += 1
        else:
            acts += 1
            at = f"s{deal}-a{acts}"
        if (event.command_id or "").partition(":")[0] == str(seat) and event.seq > row.since(seat):
            own.add(at)
    return own
