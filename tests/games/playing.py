"""Playing matches on: people, and bots for people who are away."""

from __future__ import annotations

from games import tasks
from games.models import Match
from games.play import actions, live


def play_on(match: Match, decisions: int = 10_000) -> None:
    """Take the next decisions: each seat the first legal one, but the bots for seats that are away.

    The bots do not wait for spare time, of which a busy machine has none.
    """
    while (now := live.load(match.pk)).to_act() and decisions:
        assert now.row.stopped_at is None, "the match stands still"
        seat, decisions = now.to_act()[0], decisions - 1
        if now.row.is_played_by_bot(seat):
            tasks.play_bot(str(match.pk), seat, now.version, has_room=True)
            continue
        command = now.game.legal(now.state, seat)[0]
        answer = actions.submit(match.pk, seat, command, f"{now.version}", now.version)
        assert isinstance(answer, actions.Accepted), answer
