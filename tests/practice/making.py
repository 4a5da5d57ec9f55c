"""Mistakes of people in finished matches, for tests of pages."""

from __future__ import annotations

from games.models import Match
from ludopoli.accounts.models import User
from practice import archive
from practice.models import Mistake, StudiedMatch


def studied(person: User, row: Match, accuracy: float = 80.0) -> StudiedMatch:
    """Make a studied match without mistakes."""
    at = row.finished_at or row.started_at
    figures = {"choices": 20, "accuracy": accuracy, "lost": round((100 - accuracy) / 8, 2)}
    return StudiedMatch.objects.create(user=person, match=row, game=row.game, at=at, **figures)


def mistake_in(match: StudiedMatch, skip: int = 0) -> Mistake:
    """Make a mistake of a card with several alternatives that the person has played, after some others."""
    seat = match.match.seat_of(match.user_id)
    assert seat is not None, match
    for at in sorted(archive.own_choices(match.match, seat)):
        position = archive.position_at(match.match, at) if "-p" in at else None
        legal = position and position.game.legal(position.state(), seat)
        cards = [command.as_json() for command in legal or () if command.do == "play"]
        if len(cards) > 2 and (skip := skip - 1) < 0:
            return Mistake.objects.create(
                studied=match,
                game=match.game,
                at=at,
                loss=1.5,
                answers=cards[:1],
                losses=[[card, 0.75 * number] for number, card in enumerate(cards)],
                tempting=cards[1],
                facts=[{"kind": "void", "seat": (seat + 1) % len(match.match.players), "suit": "C"}],
                themes=" lead count ",
            )
    raise AssertionError(f"{match}: no choice")
