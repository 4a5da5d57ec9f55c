"""The replay of a long match comes in portions, whose cost does not grow with the match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.archive import finished_matches, reading_limit, replay
from games.archive.replay import PORTION, Stretch
from games.models import Match, Review, ReviewedDeal
from games.review import judging
from ludocards.engine.game import Json
from tests.api.conftest import anybody
from tests.e2e.finished import prolonged
from tests.games.test_replay import JSON, MATCHES, logged, positions
from tests.node import run_on_whole_page

__all__ = ["anybody"]

RECORD = "/api/v1/matches/{}/record/"
WATCHED = ("/partita/{}/", "/partita/{}/incorporata/")
READ = ("/partita/{}/record.json", RECORD)


# ---- portions


@pytest.mark.parametrize("name", MATCHES)
def test_a_portion_shows_what_the_whole_match_shows(name: str) -> None:
    """Frames and positions are the same; only the sheet begins with the first deal of the portion."""
    played, log, _ = logged(name)
    game, rules, players = played.game, played.rules, played.players
    starts = [place for place, each in enumerate(log) if each.event.kind == "dealt" and each.event.sealed]
    scored = [each.event.public for each in log if each.event.kind == "scored"]
    whole = replay.replay_document(game, rules, players, Stretch.whole(log), range(players))
    every = dict(
        zip([each["at"] for each in whole["frames"] if "patch" in each], positions(whole), strict=True)
    )
    for first in range(1, len(starts)):
        resumed = game.resume(rules, players, log[0].event.public["dealer"], scored[:first])
        assert (resumed is None) == (name == "signals"), "where signals may be false it is counted who lied"
        rest = log if resumed is None else log[starts[first] :]
        stretch = Stretch(range(first, len(starts)), len(starts), rest, (), resumed)
        portion = replay.replay_document(game, rules, players, stretch, range(players))
        assert portion["first"] == first
        assert portion["deals"] == len(starts)
        assert [each["events"] for each in portion["frames"]] == [
            each["events"] for each in whole["frames"] if replay.deal_of_place(each["at"]) >= first
        ]
        places = [each["at"] for each in portion["frames"] if "patch" in each]
        for at, position in zip(places, positions(portion), strict=True):
            assert position == {**every[at], "sheet": every[at]["sheet"][first:]}, at


@pytest.mark.parametrize(
    ("place", "first"),
    [
        ("", 0),
        ("s1", 0),
        ("s20-p1-c1", 0),
        ("s21", 20),
        ("s999-fine", 980),
        ("s0", 0),
        ("s12345", 0),
        ("x", 0),
    ],
)
def test_a_position_is_in_the_portion_of_its_deal(place: str, first: int) -> None:
    assert replay.portion_of(place) == range(first, first + PORTION)


# ---- what a long match costs


@pytest.fixture
def long(match: Callable[..., Match], finished: Callable[..., Match]) -> Callable[[int], Match]:
    return lambda deals: prolonged(finished(rules={"preset": "classico", "match_end": {"deals": 4}}), deals)


def cost(path: str, reader: Any, **headers: str) -> tuple[int, int]:
    """Return the number of queries and the bytes of a response."""
    with CaptureQueriesContext(connection) as taken:
        answer = reader.get(path, headers=headers)
    assert answer.status_code == 200, (path, answer.content[:300])
    return len(taken), len(answer.content)


def test_a_match_of_200_deals_costs_no_more_than_one_of_20(
    long: Callable[[int], Match], fresh: None, client: Client, anybody: APIClient
) -> None:
    rows = {deals: reviewed(long(deals), deals) for deals in (20, 200)}
    page, embedded = "/partita/{}/?dove=s{}-p3-c2", "/partita/{}/incorporata/?dove=s{}-p3-c2"
    for address, headers in ((page, {}), (page, JSON), (embedded, JSON)):
        few = cost(address.format(rows[20].pk, 17), client, **headers)
        for deal in (100, 197):
            queries, size = cost(address.format(rows[200].pk, deal), client, **headers)
            assert queries == few[0]
            assert size < 1.1 * few[1], (address, headers, deal)
    review = "/api/v1/matches/{}/review/?deal={}"
    few = cost(review.format(rows[20].pk, 3), anybody)
    queries, size = cost(review.format(rows[200].pk, 190), anybody)
    assert queries == few[0]
    assert size < 1.1 * few[1]
    _game, _rules, stretch = finished_matches.replay_arguments(rows[200], range(190, 191))
    assert len(stretch.log) < 100, "the picture of a position, and a worker that judges a deal, read one deal"


def reviewed(row: Match, deals: int) -> Match:
    """Give a match a review that is equally long for every deal."""
    about: Json = {"algorithm": judging.ALGORITHM, "game": row.game, "point": 3, "half": 1.5, "turns": []}
    review = Review.objects.create(
        match=row, algorithm=judging.ALGORITHM, status="done", asked_at=row.started_at,
        held_until=row.started_at, document={**about, "players": []},
    )  # fmt: skip
    ReviewedDeal.objects.bulk_create(
        ReviewedDeal(review=review, deal=deal, document=said_of(deal)) for deal in range(deals)
    )
    return row


def said_of(deal: int) -> Json:
    choices = [
        {"at": f"s{deal + 1}-p{trick}-c1", "seat": 0, "command": {"do": "play", "card": "AD"}}
        for trick in range(1, 11)
    ]
    return {"deal": deal, "choices": choices, "curve": None, "missed": []}


def test_every_deal_can_be_reached_and_the_portions_join(
    long: Callable[[int], Match], fresh: None, client: Client, anybody: APIClient
) -> None:
    row = reviewed(long(45), 45)
    seen, totals, carried = [], [0, 0], None
    for deal in (1, 21, 41):
        portion = client.get(f"/partita/{row.pk}/?dove=s{deal}", headers=JSON).json()
        assert portion["deals"] == 45
        assert sorted(map(int, portion["fair"])) == list(range(max(0, deal - 2), min(45, deal + 19)))
        shown = positions(portion)
        assert carried is None or shown[0]["totals"] == carried["totals"]
        assert shown[0]["sheet"] == []
        seen += [each["at"] for each in portion["frames"] if each["at"].count("-") == 0]
        for frame in portion["frames"]:
            for event in frame["events"]:
                if event["kind"] == "scored":
                    totals = [a + b for a, b in zip(totals, event["scores"], strict=True)]
                    assert event["totals"] == totals
        carried = shown[-1] if shown[-1]["phase"] == "deal" else {"totals": totals}
    assert seen == [f"s{deal}" for deal in range(1, 46)]
    beyond = client.get(f"/partita/{row.pk}/?dove=s700", headers=JSON).json()
    assert beyond["first"] == 0
    path = f"/api/v1/matches/{row.pk}/review/?deal="
    found = [
        deal["deal"] for at in (0, 20, 44) for deal in anybody.get(f"{path}{at}").json()["review"]["deals"]
    ]
    assert found == list(range(45))
    assert anybody.get(f"{path}44").json()["review"]["total"] == 45
    assert [each["deal"] for each in anybody.get(f"{path}45").json()["review"]["deals"]] == list(range(20))
    assert anybody.get(f"{path}-1").status_code == 400


REPLAY = """
    let isLost = false;
    const lost = async () => { throw new SyntaxError("a proxy has lost its way"); };
    const asked = [];
    globalThis.fetch = async (url) => {
        if (!String(url).includes("/partita/")) return { ok: false }; // there is no review
        asked.push(new URL(url, address).searchParams.get("dove"));
        return { ok: true, json: isLost ? lost : async () => JSON.parse(portion) };
    };
    const here = () => find(".moves [aria-current] button").dataset.at;
    await load("replay/main");
"""
"""The replay of a match, which gets this `portion` for whatever is `asked` for."""

OPENED = """
    give([asked, here(), findAll(".tcard").length]);
"""

GOING = """
    const rows = (part) => findAll(`.score ${part}`).map((row) => row.textContent);
    const steps = async (key, at) => { press(key); await until(() => here() === at); };
    isLost = true;
    choose(find("[name=deal]"), "22");
    await until(() => textOf("#voce").includes("Non è stato possibile"));
    press("ArrowRight");
    const told = { lost: [asked.splice(0), here().split("-")[0]] };
    isLost = false;
    location.hash = "#s20-fine";
    dispatchEvent(new Event("hashchange"));
    await until(() => here() === "s20-fine");
    told.deals = findAll("[name=deal] option").length;
    const [before, total] = [rows("tbody tr"), rows("tfoot td")];
    await steps("ArrowRight", "s21");
    told.asked = asked;
    told.next = [rows("tbody tr").length, find(".moves button").dataset.at];
    told.isBroughtForward = String(rows("tbody tr:first-child td")) === String(total);
    await steps("ArrowLeft", "s20-fine");
    give({ ...told, isBack: String(rows("tbody tr")) === String(before), length: before.length });
"""


def test_a_reader_goes_from_one_portion_to_the_next(long: Callable[[int], Match], client: Client) -> None:
    """One that cannot be read leaves the reader in place; its score begins with what was before."""
    address = f"/partita/{long(25).pk}/"
    page = client.get(address).content.decode()
    portion = client.get(f"{address}?dove=s21", headers=JSON).content.decode()

    def run(script: str, place: str) -> Any:
        opened = f"http://localhost{address}{place}"
        return run_on_whole_page(REPLAY + script, page, address=opened, portion=portion)

    told = run(GOING, "#s3")
    assert told["lost"] == [["s23"], "s3"]
    assert told["deals"] == 25
    assert (told["asked"], told["next"]) == (["s21"], [2, "s21"]), "brought forward, and so far"
    assert told["isBroughtForward"]
    assert told["isBack"]
    assert told["length"] >= 20, "the points of each deal, and its accuse where there were any"
    assert run(OPENED, "#s24-p1-c1") == [["s24"], "s24-p1-c1", 1]


def test_a_page_of_events_reads_only_its_part_of_the_log(
    finished: Callable[..., Match], monkeypatch: pytest.MonkeyPatch, anybody: APIClient
) -> None:
    row = finished()
    monkeypatch.setattr("games.api.matches.MOST_EVENTS", 10)
    with CaptureQueriesContext(connection) as taken:
        events = anybody.get(f"/api/v1/matches/{row.pk}/events/?have=3").json()["events"]
    assert [event["seq"] for event in events] == list(range(4, 14))
    log = [each["sql"] for each in taken if "games_event" in each["sql"] and '"seq" >= 4' in each["sql"]]
    assert all('"seq" < 14' in sql for sql in log)
    assert log


# ---- rate limits


@pytest.mark.parametrize("address", [*WATCHED, *READ])
def test_short_matches_use_little_of_the_limit_and_a_long_record_all_of_it(
    address: str, finished: Callable[..., Match], fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_limit, "EVENTS_AT_ONCE", 1_000)
    monkeypatch.setattr(reading_limit, "EVENTS_PER_SECOND", 0.001)
    row, reader = finished(), Client()
    path = address.format(row.pk)
    assert [reader.get(path).status_code for _ in range(5)] == [200] * 5
    Match.objects.filter(pk=row.pk).update(version=900)
    refused = reader.get(path)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0


def test_the_api_states_when_to_retry_a_record(
    finished: Callable[..., Match], fresh: None, monkeypatch: pytest.MonkeyPatch, anybody: APIClient
) -> None:
    """A request with the current ETag does not count."""
    row = finished()
    monkeypatch.setattr(reading_limit, "EVENTS_AT_ONCE", row.version)
    monkeypatch.setattr(reading_limit, "EVENTS_PER_SECOND", 10)
    first = anybody.get(RECORD.format(row.pk))
    assert first.status_code == 200
    refused = anybody.get(RECORD.format(row.pk))
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert refused["Content-Type"] == "application/problem+json"
    assert int(refused["Retry-After"]) == -(-row.version // 10)
    known = anybody.get(RECORD.format(row.pk), headers={"If-None-Match": first["ETag"]})
    assert known.status_code == 304


def test_portions_of_long_and_short_matches_cost_the_same(
    finished: Callable[..., Match], fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_limit, "EVENTS_AT_ONCE", 6_000)
    monkeypatch.setattr(reading_limit, "EVENTS_PER_SECOND", 0.001)
    row, reader = finished(), Client()
    Match.objects.filter(pk=row.pk).update(version=50_000)
    assert [reader.get(f"/partita/{row.pk}/").status_code for _ in range(5)] == [200] * 4 + [429]


def test_a_match_beyond_the_whole_limit_can_still_be_read_once(
    finished: Callable[..., Match], fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_limit, "EVENTS_AT_ONCE", 20)
    monkeypatch.setattr(reading_limit, "EVENTS_PER_SECOND", 0.001)
    row = finished()
    assert row.version > 20
    assert Client().get(f"/partita/{row.pk}/").status_code == 200
    assert Client().get(f"/partita/{row.pk}/").status_code == 429
