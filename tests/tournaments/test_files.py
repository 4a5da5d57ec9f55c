"""The exported files of a tournament."""

from __future__ import annotations

import csv
import io
import re

from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.test_real_tables import enter
from tournaments import selectors
from tournaments.actions import Named
from tournaments.outlets import files


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
    sheet = selectors.event_sheet(tonight.event)
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


def test_readers_take_the_results_from_the_page_once_they_are_final(
    evening: NewEvening, club: list[User]
) -> None:
    tonight = evening(settings={"rounds": 1})
    tonight.enter(*([club[2 * at], club[2 * at + 1]] for at in range(4)))
    link = f'href="/api/v1/tournaments/{tonight.event.code}/results/"'
    page = tonight.event.get_absolute_url()
    assert link not in Client().get(page).content.decode()
    tonight.start()
    assert link not in Client().get(page).content.decode()
    tonight.to_the_end()
    assert link in Client().get(page).content.decode()


def test_the_results_open_in_the_director_s_spreadsheet(evening: NewEvening) -> None:
    tonight = evening(venue="real", settings={"rounds": 1, "deals": 1})
    tonight.enter(*([Named(f"Èva {at}", f"01{at}"), Named(f"Ugo {at}")] for at in range(4)))
    tonight.start()
    for table in tonight.tables():
        enter(tonight, table, (8, 3))
    director = Client(headers={"Accept-Language": "it"})
    director.force_login(tonight.organiser)
    text = director.get(reverse("console-results", args=[tonight.event.code])).getvalue().decode()
    assert text.startswith("\ufeffPosto;Numero;Nome;Punteggio;")
    rows = [*csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";")]
    standings, tables = rows[1:5], rows[7:]
    assert all(re.fullmatch(r"\d+(,\d+)?", row[3]) for row in standings)
    assert any("," in row[3] for row in standings)
    titles = rows[6]
    for row in tables:
        shown = dict(zip(titles, row, strict=True))
        assert (shown["Punteggio"], shown["Smazzata per smazzata"]) == ("8–3", "8–3")
        assert "," in shown["Punti"]
        assert "." not in shown["Punti"]
    assert not [cell for row in rows for cell in row if re.fullmatch(r"\d+[-/.:]\d+", cell)]
    data = director.get(reverse("console-results-excel", args=[tonight.event.code])).getvalue()
    book = load_workbook(io.BytesIO(data))
    assert book.sheetnames == ["Classifica", "Tavoli"]
    line = next(book.worksheets[1].iter_rows(min_row=2, values_only=True))
    assert line[3] == "8–3"
    for_programs = director.get(f"/api/v1/tournaments/{tonight.event.code}/results/").getvalue().decode()
    assert for_programs.startswith("place,entry,name,score,rounds,byes,members,cards,categories")
    assert ",8 3," in for_programs
    pairs = r",8-3,Èva (\d) – Ugo \1 / Èva (\d) – Ugo \2,01\1 / "
    assert re.search(pairs, for_programs), "who played, with their numbers"
