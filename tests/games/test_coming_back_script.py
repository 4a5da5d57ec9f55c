"""A link that leads back to a table takes the seat back from its bot: `static/js/table/main.js`."""

from __future__ import annotations

import pytest

from games.play import actions
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tests.games.table_script import TABLE, page_of
from tests.node import run_on_whole_page

AWAY = """
    const frame = JSON.parse(textOf("#frame"));
    frame.seats[frame.me].state = now;
    find("#frame").textContent = JSON.stringify(frame);
"""
CONNECTED = """
    socket.onopen();
    give(sent.filter(({ t }) => t === "back").length);
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("link", "state", "back"), [("#torno", "away", 1), ("#torno", "here", 0), ("", "away", 0)]
)
def test_the_link_back_to_a_table_takes_the_seat_back_from_its_bot(link: str, state: str, back: int) -> None:
    anna = User.objects.create_user("Anna")
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.fill_with_bots(anna, table, DEFAULT_POLICY, None)
    there = f"http://localhost/tavolo/{table.code}/{link}"
    script = f"{{{AWAY}}}{TABLE}{CONNECTED}"
    assert run_on_whole_page(script, page_of(table, anna), address=there, now=state) == back
