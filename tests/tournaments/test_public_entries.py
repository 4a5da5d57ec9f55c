"""The public list of entries: in the order of the alphabet, and searched where there are many."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.node import run_on_whole_page
from tests.tournaments.conftest import NewEvening
from tournaments.actions import Named
from tournaments.pages.display import MANY_ENTRIES

SEARCH = """
    const { searchEntries } = await load("tournaments/search");
    searchEntries(find("[data-parts]"));
    const field = find("[data-search]");
    field.value = sought;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const shown = findAll(".entries > li").filter((row) => !row.hidden);
    give([field.hidden, shown.map(({ textContent }) => textContent.trim().replace(/\\s+/g, " "))]);
"""


@pytest.mark.parametrize(
    ("sought", "found"),
    [("neri b", ["2 Bruno Neri – Di Bruno Neri"]), ("èlia", ["11 Élia Zappa – Di Élia Zappa"])],
)
def test_many_entries_are_in_the_order_of_the_alphabet_and_searched(
    evening: NewEvening, sought: str, found: list[str]
) -> None:
    on = evening(venue="real", settings={"rounds": 1, "deals": 1})
    names = ["Zita Neri", "Bruno Neri", *(f"Socia {each}" for each in "HGFEDCBA"), "Élia Zappa"]
    on.enter(*([Named(each), Named(f"Di {each}")] for each in names[: MANY_ENTRIES - 1]))
    address = reverse("event", args=[on.event.code])
    assert "data-search" not in Client().get(address).content.decode()
    on.enter(*([Named(each), Named(f"Di {each}")] for each in names[MANY_ENTRIES - 1 :]))
    page = Client().get(address).content.decode()
    at = [
        page.rindex(f"Di {each}") for each in ("Bruno Neri", "Élia Zappa", "Socia A", "Socia H", "Zita Neri")
    ]
    assert at == sorted(at)
    assert run_on_whole_page(SEARCH, page, sought=sought) == [False, found]
