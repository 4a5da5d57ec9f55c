"""A live table in a frame of the club's own site: without hands, and the same for everybody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs import actions as clubs
from clubs.models import Club
from ludopoli.accounts.models import User
from tests.clubs.conftest import client_of
from tests.node import run, served
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_framing import OWN, policy

JSON = {"Accept": "application/json"}


@pytest.fixture
def garibaldi(organiser: User) -> Club:
    return clubs.create_club(organiser, name="Circolo Garibaldi", sites=[OWN])


@pytest.fixture
def live(begun_evening: NewEvening, garibaldi: Club) -> Evening:
    """An evening with cards of its own at each table, which everybody may watch."""
    settings = {"rounds": 1, "deals": 2, "duplicate": False, "scoring": "match"}
    return begun_evening(2, club=garibaldi, settings=settings)


def address(on: Evening) -> str:
    [table, *_more] = on.tables()
    return reverse("live-table", args=[on.event.code, table.round.number, table.number])


def fetched(on: Evening, **query: str) -> Any:
    return Client().get(address(on), query, headers=JSON)


def test_the_club_s_sites_frame_a_live_table(live: Evening) -> None:
    page, framed = Client().get(address(live)), Client().get(address(live), {"riquadro": ""})
    assert (policy(page), policy(framed)) == ("'none'", OWN)
    assert "X-Frame-Options" not in framed
    assert not framed.cookies
    assert 'id="frame"' in framed.content.decode()
    assert "oembed" in page.content.decode()
    about = Client().get(reverse("oembed"), {"url": f"http://testserver{address(live)}"}).json()
    assert f"{address(live)}?riquadro" in about["html"]


def test_it_shows_no_hand_to_anybody_and_every_card_that_lies_open(live: Evening, club: list[User]) -> None:
    [table, *_more] = live.tables()
    assert table.table is not None
    shown = fetched(live).json()
    assert (shown["eyes"], shown["me"], shown["over"]) == ([], None, False)
    player = table.table.seats.get(number=0).user
    assert player is not None
    assert client_of(player).get(address(live), headers=JSON).json() == shown
    text = json.dumps(shown["frames"])
    assert '"own": ["=", {}]' in text
    assert '"hand":' not in text
    assert not any("seed" in each for each in shown["fair"])


def test_it_sends_only_what_is_new(live: Evening) -> None:
    before = fetched(live).json()
    assert fetched(live, da=str(before["version"])).status_code == 204
    live.to_the_end()
    after = fetched(live, da=str(before["version"])).json()
    assert (after["over"], after["deals"], after["first"]) == (True, 2, 1)
    first = fetched(live, dove="s1").json()
    assert first["first"] == 0
    assert {each["at"].split("-")[0] for each in first["frames"]} == {"s1"}


def test_a_table_that_visitors_may_not_watch_is_refused(
    begun_evening: NewEvening, garibaldi: Club, organiser: User
) -> None:
    on = begun_evening(4, club=garibaldi)  # all tables play the same deals
    assert fetched(on).status_code == 403
    assert client_of(organiser).get(address(on), headers=JSON).status_code == 403
    clubs.change_club(organiser, garibaldi, private=True)
    assert fetched(on).status_code == 404


FOLLOWED = """
    const { followMatch } = await import(`${site}/replay/follow.js`);
    const said = [], timers = [];
    Object.assign(globalThis, {
        document: { hidden: false },
        location: { href: "http://l/t/?riquadro#s1-p1-c1", pathname: "/t/", search: "?riquadro",
                    reload: () => said.push("reload") },
        history: { replaceState: (_state, _title, path) => said.push(path) },
        setTimeout: (next) => timers.push(next),
        fetch: async (url) => {
            said.push(url.search);
            const fresh = answers.shift();
            return fresh ? { status: 200, json: async () => fresh } : { status: 204 };
        },
    });
    const positions = [{ deal: 0 }, { deal: 0 }];
    let at = 1;
    const replace = (frames, place, isNext) => {
        positions.splice(0, positions.length, ...frames.map(() => ({ deal: 0 })));
        at = place();
        said.push([at, isNext]);
    };
    followMatch({ data: { version: 4, deals: 1, eyes }, positions, current: () => at, replace });
    while (timers.length) {
        await timers.shift()();
        if (goesBack.shift()) at = 0;
    }
    console.log(JSON.stringify(said));
"""


def followed(
    *answers: dict[str, Any] | None, goes_back: Sequence[bool] = (), eyes: Sequence[int] = ()
) -> list[Any]:
    given = {"answers": answers, "goesBack": [*goes_back], "eyes": [*eyes]}
    found: list[Any] = run(FOLLOWED, site=served().as_uri(), **given)
    return found


def frames(version: int, count: int, deals: int = 1, *, over: bool = False) -> dict[str, Any]:
    return {"version": version, "frames": [{}] * count, "deals": deals, "over": over}


def test_the_viewer_stays_with_the_latest_card_unless_the_reader_went_back() -> None:
    said = followed(frames(5, 3), None, frames(7, 5), frames(9, 6, over=True), goes_back=[False, False, True])
    assert said == [
        "?riquadro=&da=4", [2, True], "?riquadro=&da=5", "?riquadro=&da=5", [4, False], "?riquadro=&da=7",
        [0, False],
    ]  # fmt: skip


def test_with_the_next_deal_the_page_opens_at_its_latest_card() -> None:
    assert followed(frames(9, 1, 2)) == ["?riquadro=&da=4", "/t/?riquadro", "reload"]


def test_with_all_hands_open_the_next_deal_comes_once_the_reader_has_seen_the_last_one() -> None:
    said = followed(None, frames(3, 5, 3), eyes=range(4))
    assert said == ["?riquadro=&da=4", "?riquadro=&da=4", "/t/?riquadro#s2", "reload"]
