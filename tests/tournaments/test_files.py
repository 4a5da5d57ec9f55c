"""The exported files of a tournament."""

from __future__ import annotations

import csv

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tournaments import files, selectors


def test_the_sheet_of_results_has_tie_breaks_byes_and_members(
    evening: NewEvening, club: list[User], organiser: User
) -> None:
    tonight = evening(settings={"rounds": 2, "odd": "bye", "breaks": ["wins", "sonneborn_berger"]})
    tonight.enter(*([club[2 * at], club[2 * at + 1]] for at in range(5)))
    named = tonight.event.entries.get(number=1)
    named.name = "=I due"
    named.save()
    tonight.start()
    tonight.to_the_end()
    sheet = selectors.sheet(tonight.event)
    rows = [*csv.DictReader(files.results_csv(tonight.event, organiser).splitlines()[:6])]
    first = next(each for each in rows if each["entry"] == "1")
    assert first["name"] == "'=I due", "no formula"
    assert first["members"] == f"{club[0]} / {club[1]}"
    rested = {(str(number), str(each.number)) for each in sheet.rounds for number in each.byes}
    assert {(each["entry"], turn) for each in rows for turn in each["byes"].split()} == rested
    assert len(rested) == 2
    for line, row in zip(sheet.lines, rows, strict=True):
        assert float(row["wins"]) == line.breaks["wins"].value
        if "sonneborn_berger" in line.breaks:
            assert float(row["sonneborn_berger"]) == line.breaks["sonneborn_berger"].value / 200
