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


LAST = """
    find("#menu-dialog [data-last]").click();
    await 0;
    give([find(".last").dataset.pointed ?? null]);
"""


@pytest.mark.django_db
def test_what_is_asked_for_is_marked_where_it_was_in_view_already() -> None:
    anna = User.objects.create_user("Anna")
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.fill_with_bots(anna, table, DEFAULT_POLICY, None)
    assert run_on_whole_page(TABLE + LAST, page_of(table, anna)) == [""]


BACK = """
    const isOpen = () => Boolean(find("dialog[open], .side[data-shown]"));
    const open = async (opener) => {
        find(opener).click();
        await new Promise((done) => setTimeout(done, 5));
        return isOpen();
    };
    const back = () => { history.back(); return [isOpen(), history.isLeft]; };
    const closed = [];
    for (const opener of ["[aria-controls=side]", ".tscore", "[data-open=menu-dialog]"])
        closed.push(await open(opener) && back());
    await open("[data-open=menu-dialog]");
    find("#menu-dialog [data-close]").click();
    await open("[aria-controls=side]");
    closed.push(back());
    await open("[aria-controls=side]");
    find("[data-close-sheet]").click();
    give([closed, back()]);
"""


@pytest.mark.django_db
def test_back_closes_what_is_open_over_the_table_and_leaves_when_nothing_is() -> None:
    anna = User.objects.create_user("Anna")
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.fill_with_bots(anna, table, DEFAULT_POLICY, None)
    still_there, left = [False, False], [False, True]
    assert run_on_whole_page(TABLE + BACK, page_of(table, anna)) == [[still_there] * 4, left]


SHARES = """
    const asked = [];
    globalThis.fetch = async (address, { method }) => {
        asked.push(method);
        return { ok: true, json: async () => ({ url: "/condivisa/abc/" }) };
    };
    const { makeShare } = await load("table/share");
    makeShare().open({ made: "/api/match/share/" });
    const before = [...asked];
    find("#share-dialog [data-make]").click();
    await until(() => find("#share-link").value);
    give([before, asked, find("#share-link").value, find("[data-whatsapp]").href]);
"""


@pytest.mark.django_db
def test_a_match_is_shared_only_when_its_link_is_asked_for() -> None:
    anna = User.objects.create_user("Anna")
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.fill_with_bots(anna, table, DEFAULT_POLICY, None)
    link = "http://localhost/condivisa/abc/"
    whatsapp = "https://wa.me/?text=http%3A%2F%2Flocalhost%2Fcondivisa%2Fabc%2F"
    assert run_on_whole_page(TABLE + SHARES, page_of(table, anna)) == [[], ["POST"], link, whatsapp]
