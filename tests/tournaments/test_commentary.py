"""Commentators see all hands of the deals that nobody can play any more, and no result before its time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.play import live
from ludopoli.accounts.models import User
from tests.clubs.conftest import client_of
from tests.conftest import Lasting
from tests.games.playing import Moves
from tests.refusals import refused
from tests.security.readings import read
from tests.security.test_side_channels import exchange, play
from tests.tournaments.conftest import Begun, NewEvening, begun, four_pairs
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.actions import Named
from tournaments.models import Event, TournamentTable

JSON = {"Accept": "application/json"}
NORA = 10
"""The place of the commentator in the club."""


def with_commentator(tonight: Evening, club: list[User]) -> None:
    four_pairs(tonight, club)
    actions.add_director(tonight.organiser, tonight.event, club[NORA], "commentator")


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """Four pairs at two tables with the same two deals, and a commentator."""
    return begun(lasting, with_commentator, settings={"rounds": 1, "deals": 2})


def address(on: Evening, number: int = 1) -> str:
    return reverse("commented-table", args=[on.event.code, 1, number])


def shown(on: Evening, reader: User, number: int = 1, **query: str) -> Any:
    """Return the data of the viewer; empty before the first deal is opened, the status if refused."""
    answer = client_of(reader).get(address(on, number), query, headers=JSON)
    return answer.json() if answer.status_code == 200 else answer.status_code


def match_at(on: Evening, number: int = 1) -> Match:
    table = on.tables(1)[number - 1].table
    assert table is not None
    assert table.match is not None
    return table.match


def finish_deal(on: Evening, number: int = 1) -> None:
    """Play the deal in play at a table to its end."""
    moves = Moves(match_at(on, number).pk)
    deal = moves.now.state.deal
    while (acting := moves.now.to_act()) and moves.now.state.deal == deal:
        moves.take(acting[0], moves.now.game.legal(moves.now.state, acting[0])[0], moves.now.row.turn_at)
    moves.store()


# ---- who


def test_only_the_organiser_names_commentators_and_none_who_play(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    event, dario = tonight.event, club[3]
    actions.add_director(organiser, event, club[8])
    with refused("not_organiser"):
        actions.add_director(club[8], event, club[9], "commentator")
    with refused("plays_here"):
        actions.add_director(organiser, event, dario, "commentator")
    program = User.objects.create(username="Macchina", owner=dario, is_bot=True)
    guest = User.objects.create(username="Ospite", is_guest=True)
    for nobody in (program, guest):
        with refused("account_to_comment"):
            actions.add_director(organiser, event, nobody, "commentator")


def test_a_commentator_takes_no_seat_in_the_event(
    evening: NewEvening, club: list[User], organiser: User
) -> None:
    on, nora = evening(), club[NORA]
    program = User.objects.create(username="Macchina", owner=nora, is_bot=True)
    actions.add_director(organiser, on.event, nora, "commentator")
    for person, partner in ((nora, club[0]), (club[0], nora), (club[0], program)):
        with refused("comments_here"):
            actions.enter_members(organiser, on.event, [person, partner], now=on.now)
    with refused("comments_here"):
        actions.enter_members(organiser, on.event, [club[0], Named("Nora")], now=on.now)
    on.pairs(club)
    on.start()
    with refused("comments_here"):
        actions.substitute_member(organiser, on.event.entries.get(number=1), 0, nora, "manca uno")
    actions.remove_director(organiser, on.event, nora)
    with refused("has_watched"):
        actions.substitute_member(organiser, on.event.entries.get(number=1), 0, nora, "manca uno")


def test_the_page_opens_for_commentators_and_directors_who_do_not_play(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    for number in (1, 2):
        finish_deal(tonight, number)
    for reader in (club[NORA], organiser):
        assert shown(tonight, reader)["eyes"] == [0, 1, 2, 3]
    actions.add_director(organiser, tonight.event, club[0])
    for outsider in (club[0], club[1], club[11]):  # a director who plays, a player, a stranger
        assert shown(tonight, outsider) == 409
    assert Client().get(address(tonight), headers=JSON).status_code == 409
    actions.remove_director(organiser, tonight.event, club[NORA])
    assert shown(tonight, club[NORA]) == 409


def test_the_notice_and_the_log_say_who_comments(tonight: Evening, club: list[User]) -> None:
    nora = client_of(club[NORA])
    assert "telecronaca" in nora.get(reverse("notices")).content.decode()
    assert nora.get(reverse("console", args=[tonight.event.code])).status_code == 403
    about = nora.get(f"/api/v1/tournaments/{tonight.event.code}/").json()
    assert (about["directors"], about["directs"]) == ([], False)
    listed = nora.get(reverse("event-commentary", args=[tonight.event.code])).content.decode()
    assert address(tonight) in listed


# ---- which deals


def test_a_deal_is_opened_once_every_table_has_finished_it(tonight: Evening, club: list[User]) -> None:
    nora = club[NORA]
    finish_deal(tonight, 1)
    assert shown(tonight, nora) == {}, "the other table still plays it"
    page = client_of(nora).get(address(tonight)).content.decode()
    assert 'id="frame"' not in page
    finish_deal(tonight, 2)
    first = shown(tonight, nora)
    assert (first["deals"], first["first"], first["over"]) == (1, 0, False)
    assert first["frames"][0]["at"] == "s1"
    finish_deal(tonight, 1)
    assert shown(tonight, nora)["deals"] == 1, "the second deal is over only here"
    finish_deal(tonight, 2)
    tonight.at(seconds=1)
    assert (shown(tonight, nora)["deals"], shown(tonight, nora)["over"]) == (2, True)


def test_a_table_that_has_ended_keeps_no_deal_closed(tonight: Evening, club: list[User]) -> None:
    finish_deal(tonight, 1)
    other = TournamentTable.objects.get(pk=tonight.tables(1)[1].pk)
    actions.end_table(tonight.organiser, other, "piove", now=tonight.now)
    tonight.at(seconds=1)
    assert shown(tonight, club[NORA])["deals"] == 1


def test_where_each_table_has_deals_of_its_own_it_waits_for_no_other(
    begun_evening: NewEvening, club: list[User], organiser: User
) -> None:
    on = begun_evening(4, settings={"rounds": 1, "deals": 2, "duplicate": False, "scoring": "match"})
    actions.add_director(organiser, on.event, club[NORA], "commentator")
    assert shown(on, club[NORA]) == {}
    finish_deal(on)
    assert shown(on, club[NORA])["deals"] == 1
    assert shown(on, club[11]) == 409, "the match is played"


def test_where_further_tables_may_get_a_deal_it_is_opened_at_the_end(
    evening: NewEvening, club: list[User], organiser: User
) -> None:
    on = evening(format="daily", settings={"deals": 1})
    on.enter([club[0]], [club[1]])
    on.start()
    actions.add_director(organiser, on.event, club[NORA], "commentator")
    on.play(*on.tables(1))
    assert shown(on, club[NORA]) == {}
    on.until(on.fresh().closes_at or on.now)
    on.at(seconds=1)
    assert shown(on, club[NORA])["deals"] == 1


# ---- nothing of later cards


def everything(on: Evening, reader: User, queries: Iterable[str]) -> list[Any]:
    return [read(client_of(reader), address(on) + query) for query in queries]


def test_nothing_follows_from_the_cards_of_a_deal_in_play(tonight: Evening, club: list[User]) -> None:
    """With other hands in the deal in play, or more cards played, every answer has the same bytes, validators
    and status."""
    for number in (1, 2):
        finish_deal(tonight, number)
    queries = ("", "?dove=s2-p1-c1", "?da=1", "?incontro=2")
    match = match_at(tonight)
    play(match, 1)
    [acts] = live.load_match(match.pk).to_act()
    before = everything(tonight, club[NORA], queries)
    assert {each[2] for each in before} == {200, 204}
    with transaction.atomic():
        exchange(match, (acts + 1) % 4, (acts + 2) % 4)
        assert everything(tonight, club[NORA], queries) == before
        transaction.set_rollback(True)
    live.empty_cache()
    play(match, 3)
    assert everything(tonight, club[NORA], queries) == before


def test_no_seed_and_no_card_of_a_later_deal_is_sent(tonight: Evening, club: list[User]) -> None:
    for number in (1, 2):
        finish_deal(tonight, number)
    frame = shown(tonight, club[NORA], dove="s2")
    assert {each["at"].partition("-")[0] for each in frame["frames"]} == {"s1"}
    assert all(each["seed"] is None for each in frame["fair"].values())
    assert "shuffled_as" in frame
    assert '"left_ms"' not in json.dumps(frame)


# ---- no result before the end


def test_a_finished_match_is_shown_without_its_result(tonight: Evening) -> None:
    tonight.to_the_end()
    page = Client().get(address(tonight)).content.decode()
    head, _main, heading = page.partition("<main")
    for name in ("title", "og:title", "description", "og:description"):
        assert not re.search(rf"{name}[^<]*\d+[-–]\d+", head), name
    assert len(re.findall(r"data-final hidden", heading)) == 2
    assert shown(tonight, tonight.organiser)["at"] == "s1"
    listed = Client().get(reverse("event-commentary", args=[tonight.event.code])).content.decode()
    assert address(tonight) in listed


def test_a_linked_place_hides_the_result_in_a_frame_of_another_site_too(tonight: Evening) -> None:
    tonight.to_the_end()
    Event.objects.filter(pk=tonight.event.pk).update(club=None)
    replay = reverse("match-replay", args=[match_at(tonight).pk])
    asked = {"url": f"http://testserver{replay}?dove=s1"}
    assert "incorporata/?dove=s1&quot;" in Client().get(reverse("oembed"), asked).json()["html"].replace(
        '"', "&quot;"
    )
    embedded = Client().get(reverse("match-embedded", args=[match_at(tonight).pk]), {"dove": "s1"})
    assert len(re.findall(r"data-final hidden", embedded.content.decode())) == 2
