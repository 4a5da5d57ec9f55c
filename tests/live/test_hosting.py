"""Actions of the host that players see at once over their sockets: a substitute, a stop."""

from __future__ import annotations

from contextlib import AsyncExitStack

from tests.live.player import Player, at_table
from tests.live.stack import Stack

ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}

SUBSTITUTE = """
from games.play import actions
from games.models import Table
from ludopoli.accounts.models import User
actions.substitute_player(Table.objects.get(code="{code}"), 1, User.objects.get(username="{name}"))
"""

STOP = """
from games.play import actions
from games.models import Table
actions.{verb}_match(Table.objects.get(code="{code}").match_id)
"""


async def heard(players: list[Player]) -> None:
    """Make players ping, since web processes other than the host's may miss the doorbell."""
    for player in players:
        await player.ask({"t": "ping"}, "pong")


async def test_a_substitute_gets_the_cards_and_the_replaced_player_none(embedded: Stack) -> None:
    [table] = embedded.seed(people=4, rules=ONE_DEAL, watchers=1)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        gone, new = players[1], players[4]
        hand = gone.view["hand"]
        assert "hand" not in new.view
        embedded.manage("shell", "-c", SUBSTITUTE.format(code=table["code"], name=table["names"][4]))
        await heard(players)
        await new.until(lambda: new.table["me"] == 1 and new.view.get("hand") == hand)
        await gone.until(lambda: gone.table["me"] is None and "hand" not in gone.view)
        assert players[0].table["seats"][1]["name"] == table["names"][4]
        refused = await gone.do({"do": "play", "card": hand[0]})
        assert refused["code"] == "not_seated"


async def test_nobody_plays_while_the_clocks_are_stopped(embedded: Stack) -> None:
    [table] = embedded.seed(people=4, rules=ONE_DEAL, move_seconds=60)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        first = next(player for player in players if player.legal)
        command = first.legal[0]
        embedded.manage("shell", "-c", STOP.format(verb="stop", code=table["code"]))
        await heard(players)
        await first.until(lambda: first.state.get("stopped") and first.state["clock"] is None)
        assert first.legal == []
        assert (await first.do(command))["code"] == "match_stopped"
        embedded.manage("shell", "-c", STOP.format(verb="go_on", code=table["code"]))
        await heard(players)
        await first.until(lambda: "stopped" not in first.state and first.state["clock"])
        assert (await first.do(first.legal[0]))["t"] == "ack"
