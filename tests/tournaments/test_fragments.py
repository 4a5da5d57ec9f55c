"""An open page of an event is sent what has changed, and nothing that its reader may not know."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.game import Refused
from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, doorbell
from tournaments.models import Event
from tournaments.pages import fragments


@pytest.fixture(autouse=True)
def _nothing_rendered() -> None:
    fragments._kept.clear()
    cache.clear()


@pytest.fixture
def second_round(club: list[User], evening: NewEvening) -> Evening:
    """Six pairs; the first round is over, the second is being played."""
    tonight = evening()
    tonight.pairs(club, 6)
    tonight.start()
    tonight.play()
    tonight.begin_round()
    return tonight


def browser(user: User | None = None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if user is not None:
        client.force_login(user)
    return client


def page(event: Event, user: User | None = None, query: str = "") -> str:
    return str(browser(user).get(event.get_absolute_url() + query).content.decode())


def since(event: Event, version: str, **asked: Any) -> Any:
    query = urlencode({"gioca": 0, "classifica": 1, **asked, "da": version})
    return browser().get(f"{event.get_absolute_url()}vivo/comune/?{query}")


def version_of(html: str) -> str:
    found = re.search(r'data-version="(\w+)"', html)
    assert found is not None
    return found[1]


def parts_of(html: str) -> set[str]:
    return {*re.findall(r'data-part="([\w-]+)"', html)}


# ---- what is sent


def test_a_page_that_shows_everything_is_sent_nothing(second_round: Evening) -> None:
    answer = since(second_round.event, version_of(page(second_round.event)))
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_table_that_ends_is_one_row(second_round: Evening) -> None:
    before = page(second_round.event)
    ended = second_round.tables()[0]
    second_round.play(ended)
    html = since(second_round.event, version_of(before)).content.decode()
    assert parts_of(html) == {"news", "place", "rounds", "tables"}
    assert len(re.findall(r'<li data-key="\d+" data-status=', html)) == 1
    assert f'<li data-key="{ended.pk}" data-status="over"' in html
    assert len(re.findall(r'<li data-key="\d+" data-same></li>', html)) == 2
    assert version_of(html) != version_of(before)


def test_an_entry_that_comes_is_one_row(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 3)
    before = page(tonight.event)
    tonight.enter(club[6:8])
    html = since(tonight.event, version_of(before)).content.decode()
    assert re.findall(r'<li data-key="(\d+)"( data-same)?', html) == [
        ("1", " data-same"), ("2", " data-same"), ("3", " data-same"), ("4", ""),
    ]  # fmt: skip


def test_a_version_that_nobody_knows_any_more_is_sent_all(second_round: Evening) -> None:
    everything = since(second_round.event, "").content.decode()
    for unknown in ("0123456789ab", "nonsense", "x" * 5000):
        assert since(second_round.event, unknown).content.decode() == everything
    assert "data-same" not in everything
    assert "standings" in parts_of(everything)


def test_each_reader_is_told_their_place_though_nobody_is_looked_up(second_round: Evening) -> None:
    html = since(second_round.event, "", io=1).content.decode()
    assert re.search(r'<p data-part="place">So far: place \d with', html)
    for nobody in ("", "99", "x", "-1", "1" * 4000):
        assert '<p data-part="place"></p>' in since(second_round.event, "", io=nobody).content.decode()


def test_standings_come_by_the_page(second_round: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fragments, "A_PAGE", 4)
    first, second = page(second_round.event), page(second_round.event, query="?classifica=2")
    rows = re.compile(r'<tr data-key="(\d+)"')
    assert (len(rows.findall(first)), len(rows.findall(second))) == (4, 2)
    assert len({*rows.findall(first), *rows.findall(second)}) == 6
    assert 'href="?classifica=2#classifica"' in first
    assert rows.findall(page(second_round.event, query="?classifica=99")) == rows.findall(second)
    second_round.play()
    html = since(second_round.event, version_of(second), classifica=2).content.decode()
    places = re.findall(r'<td class="pos c">(\d)</td>', html)
    assert {*places} <= {"5", "6"}


def test_what_is_past_is_folded_and_fetched_when_it_is_unfolded(second_round: Evening) -> None:
    html, url = page(second_round.event), second_round.event.get_absolute_url()
    assert f'data-load="{url}turni/1/"' in html
    assert html.count("data-table=") == 3, "the tables of this round alone"
    for folded in (f"{url}turni/1/", f"{url}iscritti/", f"{url}iscritti/1/"):
        alone = browser().get(f"{folded}?solo=1")
        assert "<html" not in alone.content.decode()
        whole = browser().get(folded).content.decode()
        assert "<html" in whole, "it is a page for browsers without a script"
        assert alone.content.decode().strip() in whole
        again = browser().get(f"{folded}?solo=1", headers={"If-None-Match": alone["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    for unknown in ("turni/9/", "iscritti/99/"):
        assert browser().get(url + unknown).status_code == 404


def test_many_entries_are_folded_once_it_has_begun(
    second_round: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f'data-load="{second_round.event.get_absolute_url()}iscritti/"'
    assert url not in page(second_round.event)
    fragments._kept.clear()
    cache.clear()
    monkeypatch.setattr(fragments, "MOST_UNFOLDED", 5)
    assert url in page(second_round.event)


def test_a_past_round_that_a_ruling_changes_is_sent_again(second_round: Evening) -> None:
    before = page(second_round.event)
    ruled = actions.penalise(second_round.organiser, second_round.tables(1)[0], [100, 0], "in ritardo")
    assert not isinstance(ruled, Refused), ruled
    html = since(second_round.event, version_of(before)).content.decode()
    [print_before], [print_now] = (re.findall(r'data-print="(\w+)"', each) for each in (before, html))
    assert print_before != print_now


# ---- what is not


def test_nothing_of_a_closed_round_is_in_a_fragment(second_round: Evening, club: list[User]) -> None:
    before = page(second_round.event)
    second_round.play(second_round.tables()[0])
    url = second_round.event.get_absolute_url()
    fragments_now = [
        since(second_round.event, version_of(before)).content.decode(),
        since(second_round.event, "").content.decode(),
        browser(club[0]).get(f"{url}vivo/").content.decode(),
        browser(club[0]).get(f"{url}turni/2/").content.decode(),
        *(browser(club[0]).get(f"{url}iscritti/{number}/").content.decode() for number in range(1, 7)),
    ]
    [scores] = second_round.tables()[0].deals.values()
    for html in fragments_now:
        tables = re.findall(r'<li data-key="\d+" data-status="over".*?</ul>', html, re.DOTALL)
        of_round_two = [each for each in tables if f'data-key="{second_round.tables()[0].pk}"' in each]
        assert not [each for each in of_round_two if 'class="num"' in each]
        assert f"{scores[0]}–{scores[1]}" not in html
        assert "Round 2," not in html.replace("Round 2, table", "")
        assert second_round.event.secret not in html


def test_players_of_these_deals_are_not_shown_where_to_watch(second_round: Evening, club: list[User]) -> None:
    url, watch = second_round.event.get_absolute_url(), re.compile(r'href="/tavolo/\w+/" aria-label="Watch')
    assert watch.search(since(second_round.event, "", gioca=0).content.decode())
    assert not watch.search(since(second_round.event, "", gioca=1).content.decode())
    assert "gioca=1" in page(second_round.event, club[0])
    assert not watch.search(browser(club[0]).get(f"{url}turni/2/").content.decode())


# ---- what it costs


def test_a_reader_costs_no_query_once_somebody_has_asked(second_round: Evening) -> None:
    before = version_of(page(second_round.event))
    second_round.play(second_round.tables()[0])
    newest = second_round.event.revision
    since(second_round.event, before, fino=newest)
    with CaptureQueriesContext(connection) as queries:
        assert since(second_round.event, before, fino=newest).status_code == 200
    assert not queries.captured_queries


def test_nobody_is_sent_an_older_state_than_they_have_heard_of(second_round: Evening) -> None:
    before = version_of(page(second_round.event))
    second_round.play(second_round.tables()[0])
    assert since(second_round.event, before, fino=second_round.event.revision).status_code == 200


# ---- whom it concerns


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Any:
    heard: list[list[int] | None] = []
    monkeypatch.setattr(doorbell, "ring", lambda _group, message: heard.append(message["concerned"]))

    def during(act: Any) -> list[list[int] | None]:
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return heard[:]

    return during


def test_a_table_that_ends_concerns_its_people_alone(second_round: Evening, rung: Any) -> None:
    table = second_round.tables()[0]
    heard = rung(lambda: second_round.play(table))
    assert [sorted(each or ()) for each in heard] == [sorted(table.places)]


def test_a_call_tells_nobody_whose_table_it_is_about(second_round: Evening, rung: Any) -> None:
    table = second_round.tables()[0]
    caller = second_round.event.entries.get(number=table.places[0]).members.all()[0].user
    assert caller is not None
    assert rung(lambda: actions.claim(caller, table, "Ha tardato")) == [None]


def test_a_round_that_is_drawn_concerns_everybody(second_round: Evening, rung: Any) -> None:
    assert None in rung(second_round.play)


def test_an_entry_concerns_itself_unless_places_run_out(
    evening: NewEvening, club: list[User], rung: Any
) -> None:
    tonight, limited = evening(), evening(capacity=4)
    assert rung(lambda: tonight.pairs(club, 1)) == [[1, 0]], "who had no entry may have one now"
    assert rung(lambda: limited.pairs(club, 1)) == [None]
