"""Every page of an event at real tables, and of its club, costs the same number of queries at any size, and a
change of a large event sends little."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs import actions as clubs
from clubs.models import Club
from ludopoli.accounts.models import User
from tests.lists import routes
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_fragments import version_of
from tests.tournaments.test_pages import browser
from tournaments import actions

pytestmark = [pytest.mark.usefixtures("_nothing_kept"), pytest.mark.django_db]

PURSE = {"fee": {"amount": 1_000}}

VALUES = {
    "<slug:event>": "{event}", "<slug:club>": "{club}", "<int:number>": "1", "<int:round>": "1",
    "<str:label>": "1-1", "<bulletin:name>": "prossimo",
}  # fmt: skip
"""The values in the addresses; whatever needs another is no page, or of one person."""


MOST_QUERIES = 32
MOST_SENT = 12_000
"""The most bytes that a change sends to an open page."""


def hall_of(evening: NewEvening, ours: Club, pairs: int) -> Evening:
    """An evening of the club whose first round is paired."""
    on = evening(venue="real", club=ours, settings={"rounds": 3, "deals": 1}, purse=PURSE)
    lines = (f"Persona {at},Compagno {at}" for at in range(pairs))
    actions.import_entries(on.organiser, on.event, "\n".join(["nome,compagno", *lines]), now=on.now)
    on.draw()
    on.at(seconds=1)
    return on


def play_round(on: Evening) -> None:
    on.begin_round()
    for table in on.tables():
        actions.enter_scores(on.organiser, table, {table.labels[0]: [7, 4]}, now=on.now)
    on.at(seconds=1)


def addresses_of(event: str, club: str) -> list[str]:
    found = []
    for route in routes():
        if not route.startswith(("tornei/<slug:event>/", "circoli/<slug:club>/")):
            continue
        for name, value in VALUES.items():
            route = route.replace(name, value)
        if "<" not in route:
            found.append(f"/{route}".format(event=event, club=club))
    return found


def costs_of(client: Client, addresses: list[str]) -> dict[str, int]:
    """Return the number of queries of each page, once what it keeps is kept."""
    found = {}
    for address in addresses:
        if client.get(address).status_code == 200:
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            found[address] = len(asked)
    return found


def test_no_page_of_an_event_or_a_club_asks_more_of_a_larger_one(
    evening: NewEvening, organiser: User
) -> None:
    ours = clubs.create_club(organiser, name="Circolo Garibaldi")
    costs, evenings = [], []
    for pairs in (4, 12):
        on = hall_of(evening, ours, pairs)
        play_round(on)
        on.begin_round()
        for number in range(pairs):
            clubs.add_member(organiser, ours, f"Socio {pairs} {number}")
        made = costs_of(browser(organiser), addresses_of(on.event.code, ours.code))
        costs.append({address.replace(on.event.code, "…"): asked for address, asked in made.items()})
        evenings.append(on)
    for on, made in zip(evenings, costs, strict=True):
        actions.end_event(organiser, on.event, "È tardi", now=on.now)
        file = f"{on.event.get_absolute_url()}direzione/serata.json"
        made["file"] = costs_of(browser(organiser), [file])[file]
    few, many = costs
    assert few == many
    assert len(few) > 45
    assert max(few.values()) <= MOST_QUERIES


def test_a_change_of_an_event_of_eighty_pairs_sends_little(evening: NewEvening, organiser: User) -> None:
    on = hall_of(evening, clubs.create_club(organiser, name="Circolo Garibaldi"), 80)
    client, address = browser(organiser), on.event.get_absolute_url()

    def sent(path: str) -> int:
        answer = client.get(address + path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        return len(answer.content)

    def score_one() -> None:
        table = on.tables()[0]
        actions.enter_scores(on.organiser, table, {table.labels[0]: [7, 4]}, now=on.now)

    for change in (on.begin_round, score_one):
        before = version_of(client.get(address).content.decode())
        change()
        paths = (f"vivo/?da={before}", f"vivo/comune/?da={before}", "direzione/parti/", "sala/parti/")
        assert max(map(sent, paths)) <= MOST_SENT
