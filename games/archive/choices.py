"""The choices that people made in finished matches that everybody may see."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import AnonymousUser

from games.archive import finished_matches, replay
from games.models import Match, Rating
from games.play import event_log
from ludocards.engine.registry import GAMES
from ludocards.exam.agreement import MadeChoice, is_choice


def of_people(game: str) -> Iterator[MadeChoice]:
    """The choices that people made at a game, latest match first. Those of bots and the clock are left out,
    those without an alternative, and annulled matches. A query for each match."""
    ratings = dict(Rating.objects.filter(game=game).values_list("user", "shown"))
    rows = Match.objects.filter(game=game, status=Match.Status.FINISHED, annulled_at=None)
    rows = rows.select_related("table__boards").defer("snapshot").order_by("-finished_at", "-pk")
    for row in rows.iterator():
        if row.people and finished_matches.is_open_to(AnonymousUser(), row):
            yield from _in_match(row, ratings)


def _in_match(row: Match, ratings: dict[int, int]) -> Iterator[MadeChoice]:
    game, players = GAMES[row.game], len(row.players)
    events = [*event_log.read_events(row.pk)]
    stretch = replay.Stretch.whole([finished_matches.logged_event(event) for event in events])
    given = [event for event in events if event.command is not None]
    moments = replay.replayed_commands(game, game.rules_from(row.rules), players, stretch)
    for event, moment in zip(given, moments, strict=True):
        seat, own = moment.seat, f"{moment.seat}:"
        if not (event.command_id or "").startswith(own) or event.seq <= row.since(seat):
            continue
        legal = [each for each in game.legal(moment.before, seat) if each.do == moment.command.do]
        if is_choice(game.name, legal):
            view, rating = game.view(moment.before, seat), ratings.get(row.players[seat]["user"])
            yield MadeChoice(view, legal, moment.command, row.pk, rating)
