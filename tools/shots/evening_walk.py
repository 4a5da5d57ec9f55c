"""A director's way from nothing to the second round of an evening at real tables, for pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.e2e.test_tournaments import Direction

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fulvio")
SURNAMES = (
    "Rossi", "Bianchi", "Greco", "Russo", "Ferrari", "Conti", "De Luca", "Marino", "Costa", "D’Angelo",
)  # fmt: skip
PEOPLE = [(f"{name} {surname}", f"{n:04}") for n, (name, surname) in enumerate(
    ((name, surname) for surname in SURNAMES for name in NAMES), start=101
)]  # fmt: skip
"""Sixty people with their membership numbers; every two who follow each other are a pair."""

POINTS = 11
"""The points of a deal of the game that is played."""

Step = tuple[str, Page]


class Walk:
    """The pages of the director and of two players; `steps` goes from one to the next."""

    def __init__(self, url: str, desk: Page, new_phone: Callable[[], Page]) -> None:
        self.url, self.desk, self.new_phone = url, desk, new_phone
        self.direction = Direction(desk)
        self.link = ""

    @property
    def api(self) -> str:
        return self.link.replace("/tornei/", "/api/v1/tournaments/")

    def steps(self) -> Iterator[Step]:
        yield from self.found_club()
        yield from self.announce()
        yield from self._begin()
        for number in (1, 2):
            yield from self._play(number)
        self.desk.goto(self.link)
        yield "standings", self.desk
        self.desk.goto(f"{self.link}sala/")
        yield "hall", self.desk

    def _bring(self, name: str, *lines: str) -> Iterator[Step]:
        """Choose a file with these lines, look at what it would do, and store it."""
        text = "\n".join(lines).encode()
        self.desk.set_input_files("#id_file", {"name": "lista.csv", "mimeType": "text/csv", "buffer": text})
        self.desk.click("form:has(#id_file) button.primary")
        yield name, self.desk
        self.desk.click("button[name=confirm]")

    def found_club(self) -> Iterator[Step]:
        self.desk.goto(f"{self.url}/circoli/nuovo/")
        self.desk.fill("[name=name]", "Circolo Garibaldi")
        yield "new-club", self.desk
        self.desk.click("main form:has([name=name]) button.primary")
        yield "club", self.desk
        self.desk.click("a[href$='/soci/lista/']")
        lines = (f"{name};{card}" for name, card in PEOPLE)
        yield from self._bring("members-preview", "nome;tessera", *lines)
        yield "members", self.desk

    def announce(self) -> Iterator[Step]:
        code = self.desk.url.split("/circoli/")[1].split("/")[0]
        self.desk.goto(f"{self.url}/tornei/nuovo/?circolo={code}")
        soon = datetime.now(ZoneInfo("Europe/Rome")) + timedelta(minutes=9)
        self.desk.fill("[name=name]", "Il giovedì del circolo")
        self.desk.fill("[name=starts_at]", f"{soon:%Y-%m-%dT%H:%M}")
        self.desk.locator("[name=format][value=mitchell]").check(force=True)
        self.desk.select_option("[name=venue]", "real")
        yield "new-event", self.desk
        self.desk.click(".wizard-end button")
        self.link = self.desk.input_value("#link")
        yield "event-is-made", self.desk

    def _begin(self) -> Iterator[Step]:
        self.desk.goto(f"{self.link}direzione/lista/")
        cards = [card for _name, card in PEOPLE]
        lines = (f"{one};{other}" for one, other in zip(cards[::2], cards[1::2], strict=True))
        yield from self._bring("entries-preview", "tessera;tessera compagno", *lines)
        self.desk.goto(f"{self.link}direzione/")
        yield "pairs", self.desk
        self.desk.goto(f"{self.link}direzione/cartellini/")
        yield "place-cards", self.desk
        self.desk.goto(f"{self.link}direzione/")
        self.direction.begin()
        self.direction.press("comincia-turno")
        expect(self.desk.locator("form[action$='/comincia-turno/']")).to_have_count(0)
        yield "round-begun", self.desk
        for name, path in (("round-sheet", "tabellone"), ("score-slips", "foglietti")):
            self.desk.goto(f"{self.link}direzione/turni/1/{path}/")
            yield name, self.desk

    def _play(self, number: int) -> Iterator[Step]:
        """Enter a round: the first table by the phones of two players, the others at the console."""
        if number > 1:
            self.desk.goto(f"{self.link}direzione/")
            yield f"round-{number}-drawn", self.desk
            self.direction.press("comincia-turno")
            expect(self.desk.locator("form[action$='/comincia-turno/']")).to_have_count(0)
        [table, *others] = self.tables(number)
        one, other = (self.phone_of(place["entry"]) for place in table["places"])
        yield f"round-{number}-phone", one
        for step, page in self.write_scores(one, other, len(table["labels"])):
            yield f"round-{number}-{step}", page
        for each in others:
            self._enter(number, each)
        self.desk.goto(f"{self.link}direzione/")

    def write_scores(self, one: Page, other: Page, deals: int) -> Iterator[Step]:
        """Let one phone write the scores of a table, and the other confirm them."""
        for row in range(1, deals + 1):
            taken = 3 * row % (POINTS + 1)
            one.fill(f"[name=score-{row}-0]", str(taken))
            one.fill(f"[name=score-{row}-1]", str(POINTS - taken))
        one.click("[data-part=sheet-rows] form button")
        expect(one.locator(".score-sheet .badge")).to_have_count(deals)
        yield "written", one
        expect(other.locator("[data-part=sheet-state] form button")).to_be_visible()
        yield "to-confirm", other
        other.click("[data-part=sheet-state] form button")
        expect(other.locator(".score-sheet input")).to_have_count(0)
        yield "confirmed", other

    def tables(self, number: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.desk.request.get(f"{self.api}rounds/{number}/").json()["tables"]
        return found

    def phone_of(self, entry: int) -> Page:
        phone = self.new_phone()
        phone.goto(self.desk.request.get(f"{self.api}entries/{entry}/score-link/").json()["url"])
        return phone

    def _enter(self, number: int, table: dict[str, Any]) -> None:
        token = next(each["value"] for each in self.desk.context.cookies() if each["name"] == "csrftoken")
        taken = [(table["number"] + deal) % (POINTS + 1) for deal in range(len(table["labels"]))]
        rows = [
            {"deal": label, "scores": [each, POINTS - each]}
            for label, each in zip(table["labels"], taken, strict=True)
        ]
        answer = self.desk.request.post(
            f"{self.api}rounds/{number}/tables/{table['number']}/scores/",
            data={"rows": rows},
            headers={"X-CSRFToken": token, "Referer": self.link},
        )
        assert answer.ok, answer.text()
