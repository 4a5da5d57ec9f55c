"""Updates of an open page of an event: only what has changed, and only what its reader may see."""

from __future__ import annotations

import re
from datetime import timedelta
from gzip import decompress as unzip
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ludopoli.accounts.models import User
from tests.conftest import Lasting
from tests.tournaments.conftest import Begun, NewEvening, begun
from tests.tournaments.evening import Evening
from tournaments import access, actions, selectors
from tournaments.models import Event, TournamentTable
from tournaments.outlets import doorbell
from tournaments.pages import fragments
from tournaments.pages.reader_parts import Readers
from tournaments.roles import EventCapability


@pytest.fixture(autouse=True)
def _nothing_rendered() -> None:
    fragments._kept.clear()
    cache.clear()


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """An event of six pairs; the first round is over, the second is in play."""

    def begin(tonight: Evening, club: list[User]) -> None:
        tonight.pairs(club, 6)
        tonight.start()
        tonight.play()
        tonight.begin_round()

    return begun(lasting, begin)


@pytest.fixture
def second_round(tonight: Evening) -> Evening:
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


def own(event: Event, user: User, version: str, heard: int = 0) -> str:
    asked = urlencode({"classifica": 1, "da": version, "fino": heard})
    return str(browser(user).get(f"{event.get_absolute_url()}vivo/?{asked}").content.decode())


def own_table(evening: Evening, user: User) -> TournamentTable:
    found = selectors.my_table(user, evening.event)
    assert found is not None
    return found


def version_of(html: str) -> str:
    found = re.search(r'data-version="(\w+)"', html)
    assert found is not None
    return found[1]


def parts_of(html: str) -> set[str]:
    return {*re.findall(r'data-part="([\w-]+)"', html)}


# ---- what is sent


def test_an_up_to_date_page_is_sent_nothing(second_round: Evening) -> None:
    answer = since(second_round.event, version_of(page(second_round.event)))
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_finished_table_updates_one_row(second_round: Evening) -> None:
    before = page(second_round.event)
    ended = second_round.tables()[0]
    second_round.play(ended)
    html = since(second_round.event, version_of(before)).content.decode()
    assert parts_of(html) == {"news", "place", "rounds", "tables"}
    assert len(re.findall(r'<li data-key="\d+" data-status=', html)) == 1
    assert f'<li data-key="{ended.pk}" data-status="over"' in html
    assert len(re.findall(r'<li data-key="\d+" data-same></li>', html)) == 2
    assert version_of(html) != version_of(before)


def test_a_new_entry_updates_one_row(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 3)
    before = page(tonight.event)
    tonight.enter(club[6:8])
    html = since(tonight.event, version_of(before)).content.decode()
    assert re.findall(r'<li data-key="(\d+)"( data-same)?', html) == [
        ("1", " data-same"), ("2", " data-same"), ("3", " data-same"), ("4", ""),
    ]  # fmt: skip


def test_a_page_of_a_forgotten_version_is_sent_everything(second_round: Evening) -> None:
    everything = since(second_round.event, "").content.decode()
    for unknown in ("0123456789ab", "nonsense", "x" * 5000):
        assert since(second_round.event, unknown).content.decode() == everything
    assert "data-same" not in everything
    assert "standings" in parts_of(everything)


def test_each_reader_sees_their_place_without_a_lookup(second_round: Evening) -> None:
    html = since(second_round.event, "", io=1).content.decode()
    assert re.search(r'<p data-part="place">So far you are \d\w\w with', html)
    for nobody in ("", "99", "x", "-1", "1" * 4000):
        assert '<p data-part="place"></p>' in since(second_round.event, "", io=nobody).content.decode()


def test_each_reader_sees_their_own_table_without_a_lookup(
    begun_evening: NewEvening, club: list[User]
) -> None:
    tonight = begun_evening(4)
    tonight.play(tonight.tables()[0])
    pages = {user: page(tonight.event, user) for user in (club[0], club[2], tonight.organiser)}

    def check(words: str) -> None:
        for user, html in pages.items():
            [common] = re.findall(r'data-common="([^"]+)"', html)
            newer = browser().get(f"{common.replace('&amp;', '&')}&da={version_of(html)}").content.decode()
            if user == tonight.organiser:
                assert not {"next", "my-news"} & parts_of(newer)
                continue
            table = own_table(tonight, user)
            assert re.findall(r'<div data-part="next".*?<p>\s*(.*?)\s*</p>', newer, re.DOTALL) == [
                words.format(table.number)
            ]
            assert f'data-my-table="{table.pk}"' in newer
            assert f"You play at table {table.number}." in newer
            assert words.format(table.number) in page(tonight.event, user)

    tonight.play()
    check("Round 2: your next table is number {}.")
    tonight.begin_round()
    check("Round 2: you play at table {}.")


def test_a_new_partner_is_not_sent_to_the_table_of_the_substitute(
    evening: NewEvening, club: list[User]
) -> None:
    tonight, newcomer = evening(), club[8]
    event = tonight.event
    tonight.pairs(club, 4)
    tonight.start()
    actions.withdraw_from_event(club[0], event, now=tonight.now)
    actions.seek_partner(club[1], event, now=tonight.now)
    actions.take_place(newcomer, event.entries.get(number=1), now=tonight.now)
    for user, is_seated in ((newcomer, False), (club[1], True)):
        html = page(event, user)
        [common] = re.findall(r'data-common="([^"]+)"', html)
        newer = browser().get(f"{common.replace('&amp;', '&')}&da=").content.decode()
        assert ("next" in parts_of(newer)) == is_seated
        assert ("data-unseated" in html) == (not is_seated)


def test_the_director_can_be_called_once_the_table_has_begun(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(break_seconds=60)
    tonight.pairs(club, 4)
    tonight.until(tonight.event.starts_at)
    waits, form = "You can call one as soon as your table has begun.", 'name="table"'
    assert (waits in page(tonight.event, club[0]), form in page(tonight.event, club[0])) == (True, False)
    tonight.begin_round()
    html = own(tonight.event, club[0], "")
    assert (waits in html, f'<option value="1-{own_table(tonight, club[0]).number}"' in html) == (False, True)
    assert "chiama" not in page(tonight.event, tonight.organiser)
    tonight.play()
    tonight.event.rounds.update(over_at=timezone.now() - timedelta(hours=1))
    fragments._kept.clear()
    assert waits in page(tonight.event, club[0]), "also between the rounds, when all results are final"


def test_standings_are_paginated(second_round: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_past_rounds_are_folded_and_fetched_on_demand(second_round: Evening) -> None:
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


def test_long_lists_of_entries_are_folded_after_the_start(
    second_round: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f'data-load="{second_round.event.get_absolute_url()}iscritti/"'
    assert url not in page(second_round.event)
    fragments._kept.clear()
    cache.clear()
    monkeypatch.setattr(fragments, "MOST_UNFOLDED", 5)
    assert url in page(second_round.event)


def test_a_past_round_changed_by_a_ruling_is_sent_again(second_round: Evening) -> None:
    before = page(second_round.event)
    actions.penalise_table(second_round.organiser, second_round.tables(1)[0], [100, 0], "in ritardo")
    html = since(second_round.event, version_of(before)).content.decode()
    [print_before], [print_now] = (re.findall(r'data-print="(\w+)"', each) for each in (before, html))
    assert print_before != print_now


def test_affected_readers_are_sent_both_parts_at_once(second_round: Evening, club: list[User]) -> None:
    before, table = page(second_round.event, club[0]), own_table(second_round, club[0])
    second_round.play(table)
    html = own(second_round.event, club[0], version_of(before))
    assert {"mine", "buttons", "reader", "tables", "news"} <= parts_of(html)
    assert f'<li data-key="{table.pk}" data-status="over"' in html
    assert "Your table has finished." in html
    again = own(second_round.event, club[0], version_of(html))
    theirs = {"reader", "buttons", "my-news", "mine", "next", "place", "call"}
    assert parts_of(again) == theirs, "their own alone"
    assert "data-version" not in again


def test_compression_preserves_the_content(second_round: Evening, club: list[User]) -> None:
    for address in ("comune/?io=1", "?da="):
        plain, packed = (
            browser(club[0]).get(f"{second_round.event.get_absolute_url()}vivo/{address}", headers=headers)
            for headers in ({}, {"Accept-Encoding": "gzip"})
        )
        assert packed["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed["Vary"]
        assert len(packed.content) < len(plain.content) / 2
        token = re.compile(rb'value="\w{64}"')  # the token is masked differently each time
        assert token.sub(b"", plain.content) == token.sub(b"", unzip(packed.content))


def test_an_affected_reader_keeps_the_chosen_page_of_the_standings(
    second_round: Evening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fragments, "A_PAGE", 4)
    html = page(second_round.event, club[0], query="?classifica=2")
    [parts] = re.findall(r'data-parts="([^"]+)"', html)
    second_round.play()
    newer = browser(club[0]).get(f"{parts}&da={version_of(html)}").content.decode()
    assert "classifica=2" in newer.partition("data-common=")[2]
    assert {*re.findall(r'<td class="pos c">(\d)</td>', newer)} <= {"5", "6"}


# ---- parts for each reader


def test_reading_all_entries_at_once_gives_the_same_as_one_by_one(
    second_round: Evening, club: list[User]
) -> None:
    event = second_round.event
    left, director = club[3], club[11]
    actions.withdraw_from_event(left, event)
    actions.add_director(second_round.organiser, event, director)
    event.refresh_from_db()
    readers = Readers(event)
    everybody: list[User | AnonymousUser] = [*club, second_round.organiser, AnonymousUser()]
    for user in everybody:
        mine = readers.mine(user, second_round.now)
        assert mine.entry == selectors.my_entry(user, event)
        assert mine.table == selectors.my_table(user, event)
        assert mine.directs == access.has_event_capability(user, event, EventCapability.LOOK)
        assert mine.plays_these == (mine.entry is not None)
        assert {each.pk for each in mine.vacancies} == (
            set() if mine.entry else {each.pk for each in selectors.vacant_places(event).filter(wanted=True)}
        )
        if mine.entry is not None and isinstance(user, User):
            partners = mine.entry.members.exclude(user=user).filter(left=None)
            assert mine.others == tuple(each.user.username for each in partners if each.user)
            assert user.pk in {each.user_id for each in mine.entry.members.all()}


def test_each_reader_finds_only_their_own_table(second_round: Evening, club: list[User]) -> None:
    codes = {each.table.code for each in second_round.tables() if each.table}
    for user in club:
        html = own(second_round.event, user, "")
        mine = own_table(second_round, user)
        assert mine.table is not None
        assert mine.table.code in codes
        assert re.findall(r'data-my-table="(\d+)"', html) == [f"{mine.pk}"]
        to_table = browser(user).get(f"{second_round.event.get_absolute_url()}tavolo/")
        assert to_table["Location"] == f"/tavolo/{mine.table.code}/"


def test_personal_parts_cost_only_session_and_user_queries(second_round: Evening, club: list[User]) -> None:
    newest = second_round.event.revision
    own(second_round.event, club[0], "", newest)
    for user, queries in ((club[5], 2), (second_round.organiser, 2), (None, 0)):
        client, url = browser(user), f"{second_round.event.get_absolute_url()}vivo/?da=&fino={newest}"
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200
        assert len(asked) == queries


def test_an_action_shows_in_the_personal_part_at_once(second_round: Evening, club: list[User]) -> None:
    before = own(second_round.event, club[0], "", second_round.event.revision)
    assert "You have withdrawn" not in before
    actions.withdraw_from_event(club[0], second_round.event)
    event = Event.objects.get(pk=second_round.event.pk)
    assert "You have withdrawn" in own(event, club[0], "", event.revision)


# ---- what is not sent


def test_fragments_contain_nothing_of_a_closed_round(second_round: Evening, club: list[User]) -> None:
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


# ---- queries


def test_further_readers_cost_no_query(second_round: Evening) -> None:
    before = version_of(page(second_round.event))
    second_round.play(second_round.tables()[0])
    newest = second_round.event.revision
    since(second_round.event, before, fino=newest)
    with CaptureQueriesContext(connection) as queries:
        assert since(second_round.event, before, fino=newest).status_code == 200
    assert not queries.captured_queries


def test_nobody_is_sent_an_older_state_than_announced(second_round: Evening) -> None:
    before = version_of(page(second_round.event))
    second_round.play(second_round.tables()[0])
    assert since(second_round.event, before, fino=second_round.event.revision).status_code == 200


# ---- who is notified


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Any:
    heard: list[list[int] | None] = []
    monkeypatch.setattr(doorbell, "ring_group", lambda _group, message: heard.append(message["concerned"]))

    def during(act: Any) -> list[list[int] | None]:
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return heard[:]

    return during


def test_a_finished_table_affects_only_its_players(second_round: Evening, rung: Any) -> None:
    table = second_round.tables()[0]
    heard = rung(lambda: second_round.play(table))
    assert [sorted(each or ()) for each in heard] == [sorted(table.places)]


def test_a_claim_does_not_reveal_its_table(second_round: Evening, rung: Any) -> None:
    table = second_round.tables()[0]
    caller = second_round.event.entries.get(number=table.places[0]).members.all()[0].user
    assert caller is not None
    assert rung(lambda: actions.call_directors(caller, table, "Ha tardato")) == [None]


def test_a_round_affects_its_entrants(begun_evening: NewEvening, rung: Any) -> None:
    tonight = begun_evening(3, settings={"rounds": 3, "odd": "bye"})
    resting = tonight.round.byes
    *_tables, over, drawn = rung(tonight.play)
    assert over == resting, "for the others their table was the end of it"
    assert sorted(drawn) == sorted({*resting, *tonight.round.byes}), "the others hear of their table only"
    assert len(drawn) == 2
    assert rung(tonight.begin_round) == [[]], "what each reads of it comes with what everybody sees alike"


def test_the_last_pairing_affects_everybody_if_late_entry_was_possible(
    begun_evening: NewEvening, rung: Any
) -> None:
    for late, concerned in ((True, None), (False, [])):
        tonight = begun_evening(4, late_entries=late)
        assert rung(tonight.play)[-1] == concerned


def test_an_entry_affects_only_itself_unless_places_run_out(
    evening: NewEvening, club: list[User], rung: Any
) -> None:
    tonight, limited = evening(), evening(capacity=4)
    assert rung(lambda: tonight.pairs(club, 1)) == [[1, 0]], "who had no entry may have one now"
    assert rung(lambda: limited.pairs(club, 1)) == [None]
