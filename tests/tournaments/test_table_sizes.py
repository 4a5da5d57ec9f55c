"""Tables of different sizes: nobody is left out, no bot is needed, and no size has an advantage."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from html import unescape
from itertools import combinations, product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from hypothesis import given, settings
from hypothesis import strategies as st

from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.refusals import refused
from tournaments import chronicle, selectors, simulation
from tournaments.console import summary
from tournaments.formats.catalog import (
    FORMATS,
    BadSetting,
    EventHistory,
    EventSides,
    HistoryEntrant,
    HistoryRound,
    PlayedRound,
    TableScores,
    next_round,
    score_tables,
)
from tournaments.formats.tables import divide_into_tables
from tournaments.models import Event, TournamentTable

TABLES = FORMATS["tables"]
WHIST = chronicle.sizes_of(TABLES, "whist", {"preset": "andata"}, "single")


def shape_of(usual: int, sizes: tuple[int, ...] = WHIST) -> EventSides:
    return EventSides("single", tuple(range(usual)), sizes)


def rounds_of(entrants: int, shape: EventSides, rounds: int, seed: str) -> list[HistoryRound]:
    chosen = TABLES.settings({"odd": "sizes", "rounds": rounds})
    everybody = tuple(HistoryEntrant(number) for number in range(1, entrants + 1))
    played: list[PlayedRound] = []
    for _ in range(rounds):
        drawn = next_round(TABLES, chosen, shape, EventHistory(everybody, tuple(played)), seed)
        assert isinstance(drawn, HistoryRound)
        played.append(PlayedRound(drawn, (None,) * len(drawn.tables)))
    return [each.round for each in played]


@cache
def can_be(people: int, sizes: tuple[int, ...]) -> bool:
    """Return whether the people can be divided at all, tried by brute force."""
    return people == 0 or any(size <= people and can_be(people - size, sizes) for size in sizes)


def test_whist_takes_three_to_six_single_players() -> None:
    assert WHIST == (3, 4, 5, 6)


@pytest.mark.parametrize(
    ("people", "usual", "expected"),
    [(9, 4, (5, 4)), (5, 4, (5,)), (6, 4, (3, 3)), (7, 4, (4, 3)), (10, 4, (5, 5)), (12, 4, (4, 4, 4)),
     (9, 3, (3, 3, 3)), (9, 6, (5, 4)), (2, 4, (3,))],
)  # fmt: skip
def test_tables_are_as_close_to_the_usual_size_as_possible(
    people: int, usual: int, expected: tuple[int, ...]
) -> None:
    assert divide_into_tables(people, shape_of(usual)) == expected


@pytest.mark.parametrize(
    "sizes", [some for count in (1, 2, 3, 4) for some in combinations((3, 4, 5, 6), count)]
)
def test_bots_fill_up_only_where_no_table_sizes_fit(sizes: tuple[int, ...]) -> None:
    for people, usual in product(range(2, 41), sizes):
        divided = divide_into_tables(people, shape_of(usual, sizes))
        fewest = next(bots for bots in range(max(sizes)) if can_be(people + bots, sizes))
        assert {*divided} <= {*sizes}
        assert sum(divided) == people + fewest


@settings(max_examples=40)
@given(st.integers(3, 30), st.sampled_from(WHIST), st.integers(1, 4), st.text(max_size=3))
def test_every_whist_entrant_sits_once_a_round_without_bots(
    people: int, usual: int, rounds: int, seed: str
) -> None:
    for drawn in rounds_of(people, shape_of(usual), rounds, seed):
        assert not drawn.byes
        assert sorted(who for table in drawn.tables for who in table.places) == [*range(1, people + 1)]
        assert {len(table.places) for table in drawn.tables} <= {*WHIST}


@pytest.mark.parametrize(("people", "rounds"), [(19, 2), (22, 3), (27, 4), (41, 5)])
def test_avoidable_repeats_do_not_occur(people: int, rounds: int) -> None:
    drawn = rounds_of(people, shape_of(4), rounds, "seed")
    assert len({len(table.places) for each in drawn for table in each.tables}) == 2
    met = EventHistory((), tuple(PlayedRound(each, (None,) * len(each.tables)) for each in drawn)).meetings
    assert max(met.values()) == 1


def test_the_mean_is_fifty_at_a_table_of_any_size() -> None:
    chosen = TABLES.settings({"odd": "sizes"})
    five = TableScores((0, 1, 2, 3, 4), {"1-1-5": (9, 7, 7, 3, 1), "1-2-5": (1, 1, 1, 1, 1)})
    three = TableScores((0, 1, 2), {"1-1-8": (40, 20, 30)})
    nothing = TableScores((0, 1, 2))
    assert score_tables(chosen, [five, three, nothing]) == [
        (10000, 6250, 6250, 2500, 0),
        (10000, 0, 5000),
        None,
    ]


@pytest.mark.parametrize(
    ("more", "option"), [({"scoring": "matchpoints"}, "scoring"), ({"duplicate": True}, "duplicate")]
)
def test_incomparable_tables_are_refused(more: Mapping[str, Any], option: str) -> None:
    with pytest.raises(BadSetting) as refused:
        TABLES.settings({"odd": "sizes", **more})
    assert refused.value.option == option


@pytest.mark.parametrize(
    ("capacity", "said"),
    [
        (9, "5 rounds of 7 deals, about 3 hours, 1 table of 5 and 1 table of 4, 9 players"),
        (13, "5 rounds of 7 deals, about 3 hours, 1 table of 5 and 2 tables of 4, 13 players"),
        (None, "5 rounds of 7 deals, about 3 hours, tables of 3 to 5, so that nobody is left over"),
    ],
)
def test_the_wizard_describes_the_tables(capacity: int | None, said: str) -> None:
    chosen = TABLES.settings({"odd": "sizes", "deals": 7})
    with translation.override("en"):
        assert said == summary.sentence(
            TABLES, chosen, shape=shape_of(4), capacity=capacity, round_minutes=None, break_seconds=60
        )


# ---- default sizes


def asked(**chosen: Any) -> Mapping[str, Any]:
    """Return the settings of a new event of Whist, made with these choices."""
    return TABLES.settings(TABLES.asked(chosen, WHIST))


def test_a_new_event_of_whist_has_tables_of_different_sizes() -> None:
    usual = asked(rounds=3)
    assert (usual["odd"], usual["scoring"], usual["duplicate"]) == ("sizes", "place", False)
    assert asked(scoring="place")["odd"] == "sizes"


@pytest.mark.parametrize(
    "chosen", [{"odd": "bots"}, {"odd": "bye"}, {"scoring": "matchpoints"}, {"duplicate": True}]
)
def test_equal_tables_and_bots_can_be_chosen(chosen: Mapping[str, Any]) -> None:
    assert asked(**chosen)["odd"] == chosen.get("odd", "bots")
    assert asked(**chosen)["duplicate"]


def test_a_game_with_one_table_size_is_unchanged() -> None:
    assert TABLES.settings(TABLES.asked({}, (3,)))["odd"] == "bots"
    robin = FORMATS["robin"]
    assert robin.settings(robin.asked({}, WHIST))["odd"] == "bots"


def wizard(organiser: User, **fields: str) -> tuple[Client, dict[str, str]]:
    starts = timezone.localtime() + timedelta(days=1)
    sent = {"name": "Whist", "starts_at": f"{starts:%Y-%m-%dT%H:%M}", "format": "tables", "game": "whist-4"}
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    return client, {**sent, "guests": "on", "late_entries": "on", **fields}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"capacity": "9"}, "5 rounds of 7 deals, about 3 hours, 1 table of 5 and 1 table of 4, 9 players"),
        ({"game": "whist-6", "capacity": "11"},
         "5 rounds of 5 to 7 deals, about 3 hours, 1 table of 6 and 1 table of 5, 11 players"),
        ({"game": "whist-6", "capacity": "12"},
         "5 rounds of 5 deals, about 2 hours, 2 tables of 6, 12 players"),
        ({"game": "whist-6", "capacity": "12", "option_odd": "bots"},
         "5 rounds of 5 deals, about 2 hours, the same deals at all tables, 12 players"),
    ],
)  # fmt: skip
def test_the_wizard_states_the_length_of_the_tables(fields: dict[str, str], said: str) -> None:
    client, sent = wizard(User.objects.create(username="Ugo", password="!"), **fields)
    assert said in client.post("/tornei/nuovo/riassunto/", sent).content.decode()
    assert client.post("/tornei/nuovo/", sent).status_code == 302
    assert Event.objects.get().settings["odd"] == fields.get("option_odd", "sizes")


@pytest.mark.django_db
def test_the_wizard_offers_different_sizes_only_where_possible() -> None:
    client, _sent = wizard(User.objects.create(username="Ugo", password="!"))
    page = client.get("/tornei/nuovo/").content.decode()
    found = re.search(r'name="option_odd"[^>]*data-only="([^"]*)"', page)
    assert found is not None
    assert json.loads(unescape(found.group(1))) == {
        "sizes": [
            f"{format}:{game}-{number}"
            for format in ("tables", "heats")
            for game in ("traversone", "whist")
            for number in (3, 4, 5, 6)
        ]
    }


@pytest.mark.django_db
def test_a_game_with_one_table_size_has_no_others() -> None:
    game = next(
        name for name, each in GAMES.items()
        if len(chronicle.sizes_of(TABLES, name, {"preset": next(iter(each.presets))}, "single")) == 1
    )  # fmt: skip
    with refused("bad_setting", option="odd"):
        simulation.make_event("one", game=game, players=3, format="tables", settings={"odd": "sizes"})


@pytest.mark.django_db
def test_nine_players_finish_an_event_without_bots(client: Client) -> None:
    event = simulation.make_event(
        "sizes", game="whist", players=4, format="tables", entries=9, settings={"rounds": 1}
    )
    address = f"/api/v1/tournaments/{event.code}/"
    assert client.get(address).json()["table_sizes"] == [5, 4]
    assert simulation.finish_event(event).status == Event.Status.FINISHED
    tables = TournamentTable.objects.filter(round__event=event)
    assert Counter(len(each.places) for each in tables) == {5: 1, 4: 1}
    assert all(number > 0 for each in tables for number in each.places)
    rules = GAMES["whist"].rules_from(event.rules)
    for table in tables:
        length = GAMES["whist"].length(rules, len(table.places))
        assert len(table.labels) == len(table.deals) == length
        assert {len(scores) for scores in table.deals.values()} == {len(table.places)}
    lines = selectors.standings_of_event(event)
    assert {line.entrant for line in lines} == {*range(1, 10)}
    assert sum(line.score for line in lines) == pytest.approx(9 * 5000, abs=9), "50 each, on average"
    page = client.get(event.get_absolute_url(), headers={"accept-language": "en"})
    assert "1 table of 5 and 1 table of 4" in page.content.decode()
    for table in tables.select_related("round"):
        at = {"event": event.code, "round": table.round.number, "number": table.number}
        assert client.get(reverse("event-result", kwargs=at)).status_code == 200
        deal = reverse("event-deal", kwargs={"event": event.code, "label": table.labels[0]})
        assert client.get(deal).status_code == 200


def test_the_length_of_a_match_follows_from_its_table() -> None:
    event = Event(
        game="whist", rules={"preset": "andata"}, players=4, format="tables", unit="single",
        settings=dict(TABLES.settings({"odd": "sizes", "deals": 7})),
    )  # fmt: skip
    state = chronicle.Chronicle(event, {}, [], {}, frozenset())
    assert [state.settings_at(players)["deals"] for players in WHIST] == [7, 7, 7, 5]
