"""The chat of players and of spectators, and who may read it."""

from __future__ import annotations

from games.models import Table
from games.play import actions, selectors
from ludopoli.accounts import people as acquaintances
from ludopoli.accounts.models import User


def test_lines_of_blocked_people_are_hidden_from_those_who_blocked_them(people: list[User]) -> None:
    anna, bruno = people[:2]
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    assert isinstance(table, Table)
    actions.sit(bruno, table, 1)
    actions.say(bruno, table, "busso")
    actions.say(anna, table, "volo")
    acquaintances.block(anna, bruno)
    assert [line["text"] for line in selectors.messages(anna, table.pk, True)] == ["volo"]
    assert [line["text"] for line in selectors.messages(bruno, table.pk, True)] == ["busso", "volo"]
