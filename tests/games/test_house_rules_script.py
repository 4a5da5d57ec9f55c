"""House rules on the pages that show them: choosing, copying and keeping them, by the pages' scripts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.play import actions
from ludopoli.accounts.models import User
from tests.games.table_script import page_of
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db

NAME = "Le regole di casa nostra"
OURS: dict[str, Any] = {"preset": "ludopoli", "accuse_window": 0, "match_end": {"points": 31}}

CHOOSING = """
    await load("lobby");
    const { elements } = find("#apri");
    const take = (name) => findAll(".choice").find((each) => each.textContent.includes(name)).click();
    const seen = () => [elements.option_match_end.value, elements.option_accuse_window.value,
        elements.name.value, elements.base.value];
    const told = [seen()];
    take("Bredese");
    told.push(seen());
    take(name);
    told.push(seen());
    told.push(findAll(".rule-group [data-says]").map(({ textContent }) => textContent).join(" "));
    give(told);
"""


def test_choosing_a_preset_sets_the_options_and_choosing_house_rules_their_name(anna: User) -> None:
    house = actions.save_rules(anna, game="tressette", name=NAME, rules=OURS)
    client = Client()
    client.force_login(anna)
    page = client.get(f"/tavoli/?casa={house.code}").content.decode()
    first, bredese, ours, said = run_on_whole_page(CHOOSING, page, name=NAME)
    assert first == ours == ['{"points": 31}', "0", NAME, ours[3]]
    assert (bredese[0], bredese[2], bredese[3]) == ('{"points": 101}', "", "bredese")
    assert "31 punti" in said


COPYING = """
    const copied = [];
    navigator.clipboard = {
        async writeText(text) {
            if (isRefused) throw new Error("not allowed");
            copied.push(text);
        },
    };
    await load("lobby");
    const field = find(".house-tools input");
    find("[data-copy]").click();
    await until(() => copied.length || !field.hidden);
    give([copied, field.hidden, field.value]);
"""


@pytest.mark.parametrize("is_refused", [False, True])
def test_the_link_to_house_rules_is_copied_or_shown(anna: User, is_refused: bool) -> None:
    house = actions.save_rules(anna, game="tressette", name=NAME, rules=OURS)
    client = Client()
    client.force_login(anna)
    page = client.get(f"/tavoli/?casa={house.code}").content.decode()
    copied, is_hidden, link = run_on_whole_page(COPYING, page, isRefused=is_refused)
    assert link.endswith(house.get_absolute_url())
    assert (copied, is_hidden) == (([], False) if is_refused else ([link], True))


KEEPING = """
    const asked = [];
    globalThis.FormData = class {};
    globalThis.fetch = async (address, { method }) => {
        asked.push([method, address]);
        return { ok, json: async () => ({ message: "Hai già tante regole." }) };
    };
    await load("save-house-rules");
    const form = find("[data-keep]");
    const button = form.querySelector("button");
    const status = form.querySelector("[role=status]");
    button.click();
    button.click();
    await until(() => status.textContent.trim() && !button.hasAttribute("aria-busy"));
    give([asked, status.textContent, button.hidden]);
"""


@pytest.mark.parametrize(
    ("ok", "said", "is_done"),
    [(True, "Sono tra le tue regole di casa.", True), (False, "Hai già tante regole.", False)],
)
def test_the_rules_of_a_table_are_kept_without_leaving_it(
    anna: User, vito: User, ok: bool, said: str, is_done: bool
) -> None:
    table = actions.open_table(anna, game="tressette", rules=OURS, rules_name=NAME, players=4)
    actions.take_seat(vito, table, 1)
    asked, text, is_hidden = run_on_whole_page(KEEPING, page_of(table, vito), ok=ok)
    assert asked == [["POST", f"/tavolo/{table.code}/tieni/"]]
    assert (text, is_hidden) == (said, is_done)
