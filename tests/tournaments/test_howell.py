"""Howell: everybody meets everybody once, and plays each set of deals once, which go from table to table."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from tests.tournaments.conftest import NewEvening
from tournaments import actions, chronicle, selectors, tie_parts
from tournaments.formats.howell import howell_movement
from tournaments.models import Event
from tournaments.pages.guide_cards import guide_cards, table_cards


@pytest.mark.parametrize("entrants", range(2, 31))
def test_everybody_meets_everybody_once_and_plays_each_set_once(entrants: int) -> None:
    drawn, sets = howell_movement(range(1, entrants + 1))
    met = Counter(frozenset(pair) for pairs in drawn for pair in pairs)
    people: list[int | None] = [*range(1, entrants + 1), *([None] * (entrants % 2))]
    assert met == Counter(map(frozenset, combinations(people, 2)))
    assert len(drawn) == len(people) - 1
    for pairs in drawn:
        assert Counter(chain(*pairs)) == Counter(people), "everybody once in each round"
    played = Counter(
        (who, deals)
        for pairs, of_round in zip(drawn, sets, strict=True)
        for pair, deals in zip(pairs, of_round, strict=True)
        for who in pair
    )
    assert {*played.values()} == {1}
    assert len(played) == len(people) * len(drawn)


@pytest.mark.parametrize("entrants", [8, 10, 12, 14, 16, 18])
def test_no_two_tables_need_a_set_at_once_and_each_table_gets_the_next_one(entrants: int) -> None:
    _drawn, sets = howell_movement(range(entrants))
    assert all(len({*of_round}) == entrants // 2 for of_round in sets)
    for now, then in pairwise(sets):
        assert [after % len(sets) for after in now] == [deals - 1 for deals in then]


@pytest.mark.parametrize("entrants", [4, 6])
def test_four_and_six_share_the_sets(entrants: int) -> None:
    _drawn, sets = howell_movement(range(entrants))
    assert sets == [(turn,) * (entrants // 2) for turn in range(1, entrants)]


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_an_evening_of_eight_pairs_compares_each_deal_over_all_rounds(evening: NewEvening) -> None:
    tonight = evening(format="howell", venue="real", settings={"deals": 2})
    people = [actions.Named(f"P{number}") for number in range(16)]
    tonight.enter(*zip(people[::2], people[1::2], strict=True))
    tonight.start()
    assert tonight.round.boards is None, "cards are shuffled where a set is played first"
    while not tonight.fresh().is_over:
        for table in tonight.tables():
            best = min(table.places)
            rows = {
                label: [11 - best, best] if table.places[0] == best else [best, 11 - best]
                for label in table.labels
            }
            actions.enter_scores(tonight.organiser, table, rows, now=tonight.now)
        hidden = selectors.event_sheet(tonight.event)
        if not tonight.fresh().is_over:
            assert not any(hidden.points(each) for each in hidden.tables(1)), "others play these deals yet"
            assert hidden.lines, "though there are standings"
        tonight.at(seconds=1)
        tonight.begin_round()
    assert tonight.round.number == 7
    state = chronicle.read_chronicle(tonight.event)
    tables = [each for of_round in state.tables.values() for each in of_round]
    assert Counter(label for each in tables for label in each.labels) == dict.fromkeys(
        [f"{deals}-{deal}" for deals in range(1, 8) for deal in (1, 2)], 4
    )
    assert {each.number for each in tables} == {1, 2, 3, 4}
    numbers = {int(each.labels[0].partition("-")[0]): each for each in tables}
    for number, table in numbers.items():
        titles = [tie_parts.row_title(table, row) for row in range(2)]
        assert titles == [f"Smazzata {2 * number - 1}", f"Smazzata {2 * number}"], "as on the guide cards"
    first = next(each for each in tables if 1 in each.places)
    compared = [each for each in tables if first.labels[0] in each.labels]
    mine = first.places.index(1)
    margin = {each.pk: each.deals[first.labels[0]][mine] for each in compared}
    others = [margin[each.pk] for each in compared if each != first]
    beaten = sum(1 if each < margin[first.pk] else 0.5 if each == margin[first.pk] else 0 for each in others)
    points = state.points[first.pk]
    assert points is not None
    assert points[mine] == round(10_000 * beaten / 3)


@pytest.mark.django_db
def test_a_howell_online_gives_all_tables_the_same_deals_at_once(evening: NewEvening) -> None:
    tonight = evening(format="howell", settings={"deals": 1})
    state = chronicle.read_chronicle(Event.objects.get(pk=tonight.event.pk))
    assert state.has_boards
    assert not state.sets_travel


# ---- guide cards


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
@pytest.mark.parametrize(("format", "rounds"), [("howell", 7), ("mitchell", 4)])
def test_a_guide_card_leads_an_entry_through_the_whole_movement(
    evening: NewEvening, format: str, rounds: int
) -> None:
    options: dict[str, Any] = {"deals": 2, "scoring": "matchpoints"}
    options |= {} if format == "howell" else {"rounds": rounds}
    tonight = evening(format=format, venue="real", settings=options)
    people = [actions.Named(f"P{number}") for number in range(16)]
    tonight.enter(*zip(people[::2], people[1::2], strict=True))
    client = Client()
    client.force_login(tonight.organiser)
    address = reverse("console-guide-cards", args=[tonight.event.code])
    before = client.get(address).content.decode()
    assert (before.count('id="guida-'), before.count('id="al-tavolo-')) == (8, 4), "before it begins, too"
    on_tables = {
        (each.table, line.round): line
        for each in table_cards(selectors.event_sheet(tonight.event))
        for line in each.lines
    }
    cards = {each.entry: each for each in guide_cards(selectors.event_sheet(tonight.event))}
    assert all([line.round for line in card.lines] == [*range(1, rounds + 1)] for card in cards.values())
    deals = [line.deals or (0, 0) for line in cards[1].lines]
    assert sorted(deals) == [(at, at + 1) for at in range(1, 2 * rounds, 2)], "each deal once"
    tonight.start()
    for _ in range(rounds):
        for table in tonight.tables():
            for side, who in enumerate(table.places):
                line = cards[who].lines[tonight.round.number - 1]
                assert (line.table, line.seats) == (table.number, ((1, 3), (2, 4))[side])
                assert line.opponents == (cards[table.places[1 - side]].name,)
                set_number = int(table.labels[0].partition("-")[0])
                assert line.deals == (2 * set_number - 1, 2 * set_number)
            lies_there = on_tables[table.number, tonight.round.number]
            assert lies_there.deals == line.deals
            assert lies_there.entries == tuple(
                (seats, cards[who].name) for seats, who in zip(((1, 3), (2, 4)), table.places, strict=True)
            )
            rows = {label: [6, 5] for label in table.labels}
            actions.enter_scores(tonight.organiser, table, rows, now=tonight.now)
        tonight.at(seconds=1)
        tonight.begin_round()
    assert tonight.fresh().is_over
    answer = APIClient().get(f"/api/v1/tournaments/{tonight.event.code}/guide-cards/").json()
    assert [card["entry"] for card in answer["results"]] == [*range(1, 9)]


@pytest.mark.django_db
def test_rounds_that_follow_from_results_have_no_guide_cards(evening: NewEvening) -> None:
    tonight = evening(venue="real")
    assert guide_cards(selectors.event_sheet(tonight.event)) == []
