"""Spectating at a tournament while all tables play the same deals: who sees what."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import tasks
from games.models import Happening, Match, Result, Table, Vantage
from games.people import profiles, results
from games.play import actions as play
from games.play import queueing, sockets, sweeping
from games.play import selectors as tables
from games.play.actions import hosting
from ludopoli.accounts.models import User
from ludopoli.work.threads import in_thread
from tests.clubs.test_tables import page_of
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.models import Event


def at(tonight: Evening, number: int) -> Table:
    found = tonight.tables()[number].table
    assert found is not None
    return found


def test_entrants_do_not_spectate_and_directors_may_go_anywhere(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    for number in (0, 1):
        assert tables.may_watch(organiser, at(tonight, number))
    strangers = [each for each in club if not tonight.event.members.filter(user=each).exists()]
    player = next(each for each in club[:8] if not at(tonight, 0).seats.filter(user=each).exists())
    with refused("plays_these"):
        tables.check_watching(player, at(tonight, 0))
    tonight.event.members.filter(user=strangers[0]).delete()
    with refused("choose_seat"):
        tables.check_watching(strangers[0], at(tonight, 0))


def test_the_page_asks_for_a_viewpoint_and_keeps_it(tonight: Evening, club: list[User]) -> None:
    browser, first, second = Client(), at(tonight, 0), at(tonight, 1)
    without_account = browser.get(f"/tavolo/{first.code}/")
    assert without_account["location"] == f"/account/iscriviti/?next=%2Ftavolo%2F{first.code}%2F"
    browser.force_login(club[11])
    page = browser.get(f"/tavolo/{first.code}/").content.decode()
    assert f'action="/tavolo/{first.code}/guarda/"' in page
    assert 'id="frame"' not in page
    assert browser.post(f"/tavolo/{first.code}/guarda/", {"seat": "2"}).status_code == 302
    assert 'id="frame"' in browser.get(f"/tavolo/{first.code}/").content.decode()
    elsewhere = browser.get(f"/tavolo/{second.code}/", headers={"Accept": "application/json"})
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "watches_elsewhere")
    tonight.play()
    assert browser.get(f"/tavolo/{second.code}/").status_code == 200


def test_directors_may_let_a_spectator_see_a_hand(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    event, watcher = tonight.event, club[11]
    with refused("not_director"):
        actions.show_hands(club[0], event, watcher)
    with refused("plays_here"):
        actions.show_hands(organiser, event, club[0])
    play.choose_vantage(watcher, at(tonight, 0), 1)
    for allows, hand in ((actions.show_hands, True), (actions.hide_hands, False)):
        allows(organiser, event, watcher)
        assert Vantage.objects.get(user=watcher).hand is hand


async def test_the_open_page_of_a_table_ends_with_the_role_of_its_director(
    transactional_db: None, evening: NewEvening, club: list[User], organiser: User
) -> None:
    def begin() -> tuple[Event, Table]:
        on = evening()
        on.pairs(club[:8])
        on.start()
        actions.add_director(organiser, on.event, club[10])
        return on.event, at(on, 0)

    event, table = await in_thread(begin)
    socket = await page_of(table, club[10])
    await in_thread(actions.remove_director, organiser, event, club[10])
    while (heard := await socket.receive_output(5))["type"] != "websocket.close":
        pass
    assert heard["code"] == sockets.CLOSED_FORBIDDEN


def test_spectators_of_deals_cannot_play_them(
    tonight: Evening, evening: NewEvening, club: list[User], organiser: User
) -> None:
    watcher = club[11]
    play.choose_vantage(watcher, at(tonight, 0), 1)
    entry = tonight.event.entries.get(number=1)
    with refused("has_watched"):
        actions.substitute_member(organiser, entry, 0, watcher, "Anna deve andare")
    daily = evening(format="daily", settings={"deals": 1})
    daily.enter([club[0]], [club[1]])
    daily.start()
    play.choose_vantage(watcher, at(daily, 0), 1)
    with refused("has_watched"):
        actions.register_entry(watcher, daily.event, now=daily.now)


def test_directors_and_former_directors_cannot_play_deals_they_saw(
    tonight: Evening, evening: NewEvening, club: list[User], organiser: User
) -> None:
    event, entry = tonight.event, tonight.event.entries.get(number=1)
    with refused("has_watched"):
        actions.substitute_member(organiser, entry, 0, organiser, "manca uno")
    actions.add_director(organiser, event, club[10])
    actions.remove_director(organiser, event, club[10])
    with refused("has_watched"):
        actions.substitute_member(organiser, entry, 0, club[10], "manca uno")
    tonight.play()
    actions.substitute_member(organiser, entry, 0, club[10], "manca uno")
    daily = evening(format="daily", settings={"deals": 1})
    daily.enter([club[0]])
    daily.start()
    with refused("has_watched"):
        actions.register_entry(organiser, daily.event, now=daily.now)


def test_a_replaced_player_watches_no_table_and_returns_only_to_their_place(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    entry, other = tonight.event.entries.get(number=1), tonight.event.entries.get(number=3)
    member = entry.members.select_related("user").get(place=0)
    gone = member.user
    assert gone is not None
    actions.substitute_member(organiser, entry, 0, club[11], "deve andare")
    for number in (0, 1):
        with refused("plays_these"):
            tables.check_watching(gone, at(tonight, number))
    with refused("has_watched"):
        actions.substitute_member(organiser, other, 0, gone, "gioca ancora")
    actions.substitute_member(organiser, entry, 0, gone, "è tornato")


def test_closing_an_event_to_spectators_closes_tables_in_play(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    watcher = club[11]
    play.choose_vantage(watcher, at(tonight, 0), 1)
    revision = at(tonight, 0).revision
    actions.change_event(organiser, tonight.event, spectators="closed")
    with refused("not_watchable"):
        tables.check_watching(watcher, at(tonight, 0))
    assert at(tonight, 0).revision == revision + 1, "its sockets ask again"
    actions.change_event(organiser, tonight.event, spectators="open")
    assert tables.may_watch(watcher, at(tonight, 0))


# ---- results of a table while others play the same deals


def test_results_are_hidden_until_the_round_is_over(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    first, second = tonight.tables()
    tonight.play(first)
    [over] = [each for each in tonight.tables() if each.pk == first.pk]
    assert over.table is not None
    assert over.deals, "it is known here"
    event, code = tonight.fresh(), tonight.event.code
    playing = event.members.get(entry__number=second.places[0], place=0).user
    assert playing is not None
    for reader in (playing, None, organiser):
        browser, knows = Client(), reader == organiser
        if reader is not None:
            browser.force_login(reader)
        page = browser.get(f"/tornei/{code}/").content.decode()
        assert not re.search(r'<li class="best"|</span>\s*<b class="num">', page), "alike for everybody"
        rounds = browser.get(f"/api/v1/tournaments/{code}/rounds/").json()["results"]
        published = next(each for each in rounds[0]["tables"] if each["number"] == first.number)
        assert (published["points"] is not None) is knows
        assert bool(published["deals"]) is knows
        standings = browser.get(f"/api/v1/tournaments/{code}/standings/").json()["results"]
        scores = {each["score"] for each in standings}
        assert (scores != {0}) is knows
        sheet = browser.get(f"/api/v1/tournaments/{code}/results/").content.decode()
        [line] = [each for each in sheet.splitlines() if str(over.table.match_id) in each]
        assert (f",,,,{over.table.match_id}," in line) is not knows
    actions.add_director(organiser, event, playing)
    assert selectors.sheet_for(playing, event).points(over) is None, "a director who plays"


def test_a_playing_director_sees_no_claims_or_reasons_of_other_tables(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    first, second = tonight.tables()
    tonight.play(first)
    event, words = tonight.fresh(), "Aveva ancora il re di coppe"
    playing = event.members.get(entry__number=second.places[0], place=0).user
    other = event.members.get(entry__number=first.places[0], place=0).user
    assert playing is not None
    assert other is not None
    actions.add_director(organiser, event, playing)
    call = actions.call_directors(other, first, words, now=tonight.now)
    with refused("plays_these"):
        actions.answer_claim(playing, call, accepts=False, reason="no")
    actions.annul_result(organiser, first, "Il re di coppe era in terra")
    code = event.code
    for reader, knows in ((playing, False), (organiser, True)):
        browser = Client()
        browser.force_login(reader)
        for address in (
            f"/tornei/{code}/direzione/",
            f"/tornei/{code}/direzione/registro/",
            f"/tornei/{code}/direzione/tavoli/1/{first.number}/",
            f"/api/v1/tournaments/{code}/claims/",
            f"/api/v1/tournaments/{code}/log/",
            f"/api/v1/tournaments/{code}/rounds/1/tables/{first.number}/",
            f"/api/v1/tournaments/{code}/results/",
        ):
            answer = browser.get(address)
            assert answer.status_code == 200, address
            assert ("re di coppe" in answer.content.decode()) is knows, (address, reader)
        published = browser.get(f"/api/v1/tournaments/{code}/rounds/1/tables/{first.number}/").json()
        assert published["annulled"] is knows
    assert "re di coppe" not in str([*Happening.objects.values_list("data", flat=True)])
    tonight.play(second)
    assert selectors.event_sheet(event).row(first).reason


def test_overlapping_rounds_move_the_standings_without_revealing_tables(
    evening: NewEvening, club: list[User], organiser: User
) -> None:
    daily = evening(format="daily", settings={"deals": 1, "instances": 1})
    daily.enter([club[0]], [club[1]])
    daily.start()
    one, _other = daily.tables(1)
    daily.play()
    actions.penalise_table(organiser, one, [100] * len(one.places), "tardi", now=daily.now)
    sheet, browser = selectors.event_sheet(daily.fresh()), Client()
    [published] = [each for each in sheet.tables(1) if each.pk == one.pk]
    assert sheet.lines[0].score != 0
    assert (sheet.points(published), published.deals, published.penalties, published.reason) == (
        None,
        {},
        [],
        "",
    )
    address = f"/api/v1/tournaments/{daily.event.code}/"
    assert browser.get(address).json()["draw_seed"] is None, "it says who gets which deals"
    assert selectors.event_sheet(daily.event, whole=True).points(published) is not None
    daily.at(days=1)
    assert daily.to_the_end().is_over
    assert browser.get(address).json()["draw_seed"] == daily.event.draw_seed
    assert selectors.event_sheet(daily.event).points(published) is not None


def test_a_match_counts_when_the_deals_are_over_at_all_tables(
    tonight: Evening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.score_match, "delay", asked.append)
    scores = lambda do, *about, **_: do(*about) if do == queueing.queue_scoring else None  # noqa: E731
    monkeypatch.setattr(hosting, "after_commit", scores)
    first, second = tonight.tables()
    tonight.play(first)
    [over] = Match.objects.filter(table=first.table)
    results.score_match(over.pk)
    results.rebuild_results(over.game)
    sweeping.sweep_overdue(tonight.now)
    assert not Result.objects.exists()
    anna = next(User.objects.get(pk=each["user"]) for each in over.players if each["user"])
    assert not profiles.match_history(anna, User()).matches
    asked.clear()
    tonight.play(second)
    assert sorted(asked) == sorted(str(each.table.match_id) for each in tonight.tables(1) if each.table)
    for match in asked:
        results.score_match(Match.objects.get(pk=match).pk)
    assert Result.objects.count() == 8
    assert len(profiles.match_history(anna, User()).matches) == 1
