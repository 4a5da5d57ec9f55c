"""The menu of a table: `static/js/table/menus.js`."""

from __future__ import annotations

import pytest

from games.play import actions
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tests.games.table_script import TABLE, page_of
from tests.node import run_on_whole_page

PEOPLE = """
    find("[data-open=menu-dialog]").click();
    const people = findAll("#menu-dialog[open] .people li");
    give(people.map((each) => each.querySelectorAll("a").map(({ href }) => href)));
"""


@pytest.mark.django_db
def test_the_menu_leads_to_the_profile_and_to_a_report_of_each_person_at_the_table() -> None:
    anna, bruno = User.objects.create_user("Anna"), User.objects.create_user("Bruno")
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.take_seat(bruno, table, 1)
    actions.fill_with_bots(anna, table, DEFAULT_POLICY, None)
    assert run_on_whole_page(TABLE + PEOPLE, page_of(table, anna)) == [
        ["/giocatori/Bruno/", f"/segnala/?tavolo={table.code}&chi=Bruno"]
    ]
