"""The event of Sarsina at a running site: a director in a browser without scripts, and a phone at each table.

The director opens pages, fills in their forms and presses their buttons; everything is counted. A phone scans
the card of a pair, so it opens the link of its score sheet; what it writes is kept and sent with an id until
there is an answer, as `static/js/tournaments/score_sheet.js` does. Only its socket is left out: the phone
fetches the `parts` of its page after each writing.
"""

from __future__ import annotations

import io
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from secrets import token_hex
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from openpyxl import Workbook

from bench.page_client import (
    AGAIN_SECONDS,
    FORM,
    LONGEST_SECONDS,
    NoAnswer,
    PageAnswer,
    PageForms,
    SiteClient,
    moment,
    multipart,
    visible_text,
)
from tests.live.browser import PASSWORD
from tests.live.stack import Stack
from tests.tournaments.sarsina import Place, PlayedTable, SarsinaPlan, SeatedPairs

REFUSED = (400, 404, 409)
"""The answers after which a phone does not send again."""

ROME = ZoneInfo("Europe/Rome")


@dataclass
class ClickCount:
    """The work of a director for one purpose."""

    clicks: int = 0
    """Forms that were sent."""
    pages: int = 0
    """Pages that were opened to get there."""
    fields: int = 0
    keys: int = 0
    """The characters that were typed."""
    waited: float = 0.0
    """Seconds until the answers."""

    @property
    def minutes(self) -> float:
        """The time for it by the keystroke-level model (Card, Moran and Newell 1980), with the waiting: each
        click and each field takes a thought, a movement and a press, each key that of an average typist."""
        thought, point, press, key = 1.35, 1.1, 0.2, 0.28
        hands = self.clicks + self.pages + self.fields
        return (hands * (thought + point + press) + self.keys * key + self.waited) / 60


class BrowsingDirector:
    """The director's browser: every form that is sent is a click, counted by its purpose."""

    def __init__(self, url: str) -> None:
        self.client, self.counts = SiteClient(url), dict[str, ClickCount]()
        self.acts: list[str] = []
        """The ids of the acts that the site has answered."""
        self._page = PageAnswer(0, "", "")

    def press(
        self,
        purpose: str,
        path: str,
        action: str,
        typed: Mapping[str, str] = MappingProxyType({}),
        *,
        file: bytes = b"",
        is_lost: bool = False,
    ) -> PageAnswer:
        """Fill in the form of a page whose address ends so, and send it until there is an answer.

        The first answer to one that `is_lost` never arrives.
        """
        count = self.counts.setdefault(purpose, ClickCount())
        begun = time.monotonic()
        address, fields = self._form(count, path, action)
        act = token_hex(12)
        sent = {**fields, **typed, "sent_as": act}
        kind = FORM
        if file:
            body, kind = multipart(sent, "file", "coppie.xlsx", file)
        else:
            body = urllib.parse.urlencode(sent).encode()
        to = urllib.parse.urlsplit(address).path or path
        if is_lost:
            self.client.post_unanswered(to, body)
        self._page = self._answered(to, body, kind)
        count.clicks += 1
        count.fields += sum(fields.get(name) != value for name, value in typed.items()) + bool(file)
        count.keys += sum(len(value) for name, value in typed.items() if fields.get(name) != value)
        count.waited += time.monotonic() - begun
        if self._page.status >= 400:
            raise RuntimeError(f"{to}: {self._page.status}\n{visible_text(self._page.text)[-3000:]}")
        if "/direzione/" in to and "/lista/" not in to and "/modifica/" not in to:
            self.acts.append(act)
        return self._page

    def _form(self, count: ClickCount, path: str, action: str) -> tuple[str, dict[str, str]]:
        """Return the form of a page; one that is open already shows what has changed by itself."""
        is_open = urllib.parse.urlsplit(self._page.url).path == path
        found = PageForms(self._page.text).find(action) if is_open else None
        if found is None:
            self._page = self.client.patient_get(path)
            count.pages += not is_open
            found = PageForms(self._page.text).find(action)
        if found is None:
            raise RuntimeError(f"{path} has no form for {action}:\n{visible_text(self._page.text)[:3000]}")
        return found

    def _answered(self, path: str, body: bytes, kind: str) -> PageAnswer:
        while True:
            try:
                answer = self.client.post(path, body, kind, "text/html")
            except NoAnswer:
                time.sleep(AGAIN_SECONDS)
                continue
            if answer.status < 500:
                return answer
            time.sleep(AGAIN_SECONDS)

    def read(self, path: str) -> Any:
        """Read a document of the API, which a person sees on the pages."""
        answer = self.client.patient_get(path, "application/json")
        return json.loads(answer.text) if answer.status == 200 else None


@dataclass(frozen=True, slots=True)
class WrittenScores:
    """Scores that a phone has sent and the site has acknowledged."""

    sent_as: str
    round: int
    table: int
    pair: int
    figures: tuple[int, int]


class ScorePhone:
    """The phone at a table, which scans the cards of both pairs one after the other."""

    def __init__(self, url: str, code: str, heard: Callable[[WrittenScores], None]) -> None:
        self.client, self.code, self.heard = SiteClient(url), code, heard
        self.repeats = 0
        """The number of times that something was sent again."""

    def write(self, number: int, played: PlayedTable, links: Mapping[int, str]) -> None:
        opened = 0
        for each in played.by_phones:
            if each.pair != opened:
                link = self.client.patient_get(links[each.pair])
                assert link.status == 200, (link.status, visible_text(link.text))
                opened = each.pair
            sheet = self.client.patient_get(f"/tornei/{self.code}/foglio/")
            form = PageForms(sheet.text).find("/foglio/")
            assert form is not None, visible_text(sheet.text)
            fields, at = form[1], f"{number}-{played.table.number}"
            assert (fields["table"], fields["entry"]) == (at, str(each.pair)), (fields, at, each)
            scores = {f"score-1-{side}": str(value) for side, value in enumerate(each.figures)}
            sent = {"table": at, "entry": fields["entry"], **scores, "sent_as": token_hex(12)}
            self._send(sent, is_repeated=each.is_repeated)
            table = played.table.number
            self.heard(WrittenScores(sent["sent_as"], number, table, each.pair, each.figures))
            self.client.patient_get(f"/tornei/{self.code}/foglio/parti/?tavolo={table}")

    def _send(self, sent: dict[str, str], *, is_repeated: bool) -> None:
        """Send until there is an answer."""
        path, body = f"/tornei/{self.code}/foglio/", urllib.parse.urlencode(sent).encode()
        while True:
            try:
                if is_repeated:
                    is_repeated = False
                    self.client.post_unanswered(path, body)
                    self.repeats += 1
                answer = self.client.post(path, body, FORM, "application/json")
            except NoAnswer:
                self.repeats += 1
                time.sleep(AGAIN_SECONDS)
                continue
            if answer.status == 200:
                return
            if answer.status in REFUSED:
                raise RuntimeError(f"{sent}: {answer.status} {answer.text}")
            self.repeats += 1
            time.sleep(AGAIN_SECONDS)


@dataclass
class SarsinaAtSite:
    """See `tests.tournaments.sarsina.SarsinaHall`. The power fails in the middle of the rounds of `cuts`."""

    stack: Stack
    cuts: Sequence[int]
    after_round: Callable[[int], None]
    written: list[WrittenScores] = field(default_factory=list)
    entered: list[PlayedTable] = field(default_factory=list)
    seconds: dict[int, float] = field(default_factory=dict)
    """The time of each round until the phones had written everything."""
    failures: int = 0

    def __post_init__(self) -> None:
        self.director = BrowsingDirector(self.stack.url)
        self._links: dict[int, str] = {}
        self._phones: dict[int, ScorePhone] = {}
        self._number = 0
        self._lock = threading.Lock()
        self._cut_at: int | None = None
        self._is_due = threading.Event()

    # ---- before

    def open_event(self, plan: SarsinaPlan) -> None:
        press, soon = self.director.press, datetime.now(ROME) + timedelta(hours=1)
        press(
            "account", "/account/iscriviti/", "/iscriviti/",
            {"username": "Ugo", "email": "ugo@example.org", "password1": PASSWORD},
        )  # fmt: skip
        made = press(
            "announce", "/tornei/nuovo/", "",
            {
                "name": "Mondiale di maraffone", "starts_at": moment(soon),
                "game": "maraffone-4", "rules": "maraffone:figure", "format": "stages",
                "venue": "real", "scores": "match", "break_seconds": "600",
                "option_first": "swiss", "option_first_rounds": str(plan.rounds),
                "option_then": "knockout", "option_then_best": str(plan.best),
                "option_scoring": "game", "option_odd": "rests", "break_1": "wins",
                "date_round_1": str(plan.rounds + 1), "date_at_1": moment(soon + timedelta(days=1)),
                "purse_fee": "20", "purse_per": "entry", "purse_house_percent": "10",
                "purse_prizes": "1: 40%\n2: 25%\n3: 15%\n4: 10%\n5-8: un prosciutto",
            },
        )  # fmt: skip
        self.code = made.url.split("/tornei/")[1].split("/")[0]
        book, sheet = io.BytesIO(), Workbook(write_only=True)
        page = sheet.create_sheet("coppie")
        for row in plan.list_of_pairs():
            page.append(row)
        sheet.save(book)
        press("list of pairs", f"{self._desk}lista/", "", file=book.getvalue())
        press("list of pairs", f"{self._desk}lista/", "", {"confirm": "1"})
        press("fees", f"{self._desk}cassa/", "/incassa-tutte/")
        press("begin", self._desk, "/fai/comincia/")
        for pair in range(1, plan.pairs + 1):
            link = self.director.read(f"{self._api}entries/{pair}/score-link/")["url"]
            self._links[pair] = urllib.parse.urlsplit(link).path

    @property
    def _desk(self) -> str:
        return f"/tornei/{self.code}/direzione/"

    @property
    def _api(self) -> str:
        return f"/api/v1/tournaments/{self.code}/"

    def draw_seed(self) -> str:
        return str(self.director.read(self._api)["draw_seed"])

    # ---- a round

    def begin_round(self, number: int) -> tuple[Sequence[SeatedPairs], Sequence[int]]:
        self._number = number
        round_ = self._await_round(number)
        if round_ is None:
            return [], []
        self.director.press("begin a round", self._desk, "/fai/comincia-turno/")
        tables = [
            SeatedPairs(
                each["number"], (each["places"][0]["entry"], each["places"][1]["entry"]), each["stage"]
            )
            for each in round_["tables"]
        ]
        return tables, round_["byes"]

    def _await_round(self, number: int) -> Any:
        """Return a round once it is paired; None if the event is over before."""
        deadline = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < deadline:
            if round_ := self.director.read(f"{self._api}rounds/{number}/"):
                return round_
            if self.director.read(self._api)["status"] == "finished":
                return None
            time.sleep(AGAIN_SECONDS / 2)
        raise RuntimeError(f"round {number} is not paired:\n{self.stack.log()[-4000:]}")

    def write_by_phones(self, tables: Sequence[PlayedTable]) -> None:
        begun = time.monotonic()
        writings = sum(len(each.by_phones) for each in tables)
        if self._number in self.cuts:
            self._cut_at = len(self.written) + writings // 2
        with ThreadPoolExecutor(len(tables)) as pool:
            running = [
                pool.submit(self._phone(each.table.number).write, self._number, each, self._links)
                for each in tables
            ]
            if self._cut_at is not None:
                self._is_due.wait()
                self.fail_power()
            for each in running:
                each.result()
        self.seconds[self._number] = time.monotonic() - begun
        self.after_round(self._number)

    def _phone(self, table: int) -> ScorePhone:
        return self._phones.setdefault(table, ScorePhone(self.stack.url, self.code, self._hear))

    def _hear(self, written: WrittenScores) -> None:
        with self._lock:
            self.written.append(written)
            if self._cut_at is not None and len(self.written) >= self._cut_at:
                self._is_due.set()

    def fail_power(self) -> None:
        """Kill the site at once, with its database, and start it again."""
        self._cut_at = None
        self._is_due.clear()
        self.stack.kill()
        self.failures += 1
        self.stack.start()

    @property
    def repeats(self) -> int:
        return sum(each.repeats for each in self._phones.values())

    # ---- the director

    def _table(self, played: PlayedTable) -> str:
        return f"{self._desk}tavoli/{self._number}/{played.table.number}/"

    def enter_result(self, played: PlayedTable) -> None:
        typed = {f"score-1-{side}": str(value) for side, value in enumerate(played.figures)}
        is_lost = len(self.entered) % 4 == 0
        self.director.press("enter a result", self._table(played), "/segna/", typed, is_lost=is_lost)
        self.entered.append(played)

    def correct_result(self, played: PlayedTable) -> None:
        typed = {f"points-{place}": str(value) for place, value in enumerate(played.figures)}
        typed["reason"] = "scritto al contrario"
        self.director.press("correct a result", self._table(played), "/correggi/", typed)

    def remove_pair(self, pair: int, reason: str) -> None:
        page = f"{self._desk}iscritti/{pair}/"
        self.director.press("a pair leaves", page, "/togli/", {"reason": reason})

    def begin_second_evening(self) -> None:
        """Bring the second evening forward, since the benchmark does not wait for a day."""
        soon = datetime.now(ROME) + timedelta(minutes=2)
        self.director.press("second evening", f"{self._desk}modifica/", "", {"date_at_1": moment(soon)})

    def standings(self) -> list[Place]:
        lines = self.director.read(f"{self._api}standings/")["results"]
        return [(each["place"], each["entry"], each["score"]) for each in lines]

    # ---- afterwards

    def lost_and_doubled(self) -> tuple[list[str], list[str]]:
        """Return the acknowledged writings of phones and acts of the director that are not stored, and those
        that are stored more often than once, or though nobody has sent them."""
        scores = "SELECT sent_as FROM tournaments_scoreentry"
        stored = Counter(each for (each,) in self.stack.query(f"{scores} WHERE side IS NOT NULL"))
        by_director = len(self.stack.query(f"{scores} WHERE side IS NULL"))
        acts = Counter(each for (each,) in self.stack.query("SELECT sent_as FROM tournaments_sentact"))
        sent = Counter(chain((each.sent_as for each in self.written), self.director.acts))
        entered = [f"{by_director - len(self.entered)} results of the director"]
        lost = [*(sent - stored - acts), *(entered if by_director < len(self.entered) else ())]
        doubled = [*((stored + acts) - sent), *(entered if by_director > len(self.entered) else ())]
        return lost, doubled
