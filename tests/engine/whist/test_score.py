"""The scores of a deal, the end of the match, the places; the rules of a table."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from ludocards.catalogue.whist.rules.presets import Rules
from ludocards.catalogue.whist.rules.scoring import score
from ludocards.catalogue.whist.rules.state import SheetLine, State
from ludocards.engine.game import Json, Refused
from tests.engine.whist.table import GAME, PLAYERS, bid, dealt, done, new_match, play, position, rules


@pytest.mark.parametrize(("said", "made", "points"), [(3, 3, 13), (0, 0, 10), (3, 1, -5), (1, 4, -6)])
def test_the_score_of_example_two(said: int, made: int, points: int) -> None:
    assert score(said, made) == points


@pytest.mark.parametrize("tricks", range(11))
def test_an_exact_bid_scores_ten_plus_its_tricks(tricks: int) -> None:
    assert score(tricks, tricks) == 10 + tricks


def test_a_missed_bid_costs_three_and_more() -> None:
    for said, made in product(range(11), repeat=2):
        if said != made:
            assert score(said, made) == -3 - abs(said - made)


LAST = position(["KH", "QH", "2H", "3H"], bids=[1, 0, 1, 0], taken=[(0, "")] * 3)


def test_the_deal_is_scored_with_the_last_card() -> None:
    state, events = done(LAST, *map(play, ["KH", "QH", "2H", "3H"]))
    assert [event.kind for event in events[4:]] == ["taken", "scored"]
    line = {"points": [4, 0, 0, 0], "bids": [1, 0, 1, 0], "made": [4, 0, 0, 0], "scores": [-6, 10, -4, 10]}
    assert events[-1].public == {"deal": 0, **line, "totals": [-6, 10, -4, 10]}
    assert GAME.view(state, None)["sheet"] == [{**line, "totals": [-6, 10, -4, 10]}]


def test_a_finished_match_shows_the_results_of_the_bids() -> None:
    lines = (SheetLine((1, 0), (1, 3), (11, -6)), SheetLine((2, 2), (2, 3), (12, -4)))
    over = replace(new_match(2), phase="over", sheet=lines)
    assert GAME.view(new_match(2), None)["sources"] is None
    assert GAME.view(over, None)["sources"] == {
        "made": {"points": [23, 0], "bids": [2, 0]},
        "missed": {"points": [0, -10], "bids": [0, 2]},
    }


def test_the_next_deal_follows() -> None:
    state, _ = done(LAST, *map(play, ["KH", "QH", "2H", "3H"]))
    assert (state.phase, GAME.awaits_deal(state), state.dealer, state.size) == ("deal", 1, 0, 5)
    assert (state.bids, state.tricks, state.turned) == ((), (), None)
    again = dealt(state)
    assert [len(hand) for hand in again.hands] == [5] * 4
    assert GAME.to_act(again) == (1,)
    assert GAME.totals(again) == (-6, 10, -4, 10)


def test_nothing_is_scored_before_the_end_of_the_deal() -> None:
    state, _ = done(dealt(new_match(3)), *map(bid, [1, 1, 1]))
    assert GAME.totals(state) == (0, 0, 0)
    assert GAME.view(state, None)["sheet"] == []


# ---- the end


def finished(*rows: tuple[int, ...]) -> State:
    """Return a finished match with these scores."""
    none = (0,) * len(rows[0])
    lines = tuple(SheetLine(none, none, row) for row in rows)
    return replace(new_match(len(rows[0])), phase="over", sheet=lines)


def test_the_highest_total_wins() -> None:
    state = finished((13, -4, 10), (-5, 12, 10))
    assert GAME.totals(state) == (8, 8, 20)
    assert GAME.places(state) == (2, 2, 1)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((31, 44, 12, 27), (2, 1, 4, 3)),
        ((10, 10, 10, 10), (1, 1, 1, 1)),
        ((20, 20, 5, 5, -3, 20), (1, 1, 4, 4, 6, 1)),
        ((-7, -9), (1, 2)),
    ],
)
def test_ties_share_places(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert GAME.places(finished(scores)) == expected


def test_no_places_before_the_end() -> None:
    assert GAME.places(new_match()) is None


def last_deal(players: int, preset: str) -> State:
    """Return a match one trick before its end; all earlier deals scored nothing."""
    state = new_match(players, preset=preset, briscola=False)
    none = (0,) * players
    number = len(state.schedule) - 1
    hands = [f"{rank}H" for rank in ["K", "Q", "J", "10", "9", "8"][:players]]
    near = position(hands, bids=[1, *none[1:]], deal=number, preset=preset)
    return replace(near, sheet=(SheetLine(none, none, none),) * number)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("preset", GAME.presets)
def test_the_match_is_over_after_the_last_deal_of_the_schedule(players: int, preset: str) -> None:
    state = last_deal(players, preset)
    hands = [hand[0].code for hand in state.hands]
    state, events = done(state, *map(play, hands))
    assert GAME.is_over(state)
    assert (GAME.to_act(state), GAME.awaits_deal(state)) == ((), None)
    assert [event.kind for event in events[-2:]] == ["scored", "finished"]
    scores = [11, *[10] * (players - 1)]
    assert events[-1].public == {"totals": scores, "places": [1, *[2] * (players - 1)]}
    for command in (play("KH"), bid(0)):
        late = GAME.apply(state, 0, command)
        assert isinstance(late, Refused)
        assert late.code == "match_over"
    late = GAME.deal(state, GAME.hand_out(state, GAME.pack(state)))
    assert isinstance(late, Refused)
    assert late.code == "match_over"
    assert GAME.view(state, None)["bids"] == [1, *[0] * (players - 1)]


# ---- the rules of a table


def test_the_default_is_andata_with_trumps_and_a_low_ace() -> None:
    assert rules() == Rules("andata", both_ways=False, briscola=True, asso_alto=False)
    assert rules(preset="andata_ritorno") == Rules("andata_ritorno", both_ways=True)


@pytest.mark.parametrize(
    "data",
    [
        {"preset": "andata"},
        {"preset": "andata_ritorno"},
        {"preset": "andata", "briscola": False},
        {"preset": "andata_ritorno", "briscola": False, "asso_alto": True},
    ],
)
def test_rules_store_only_differences_from_the_preset(data: Json) -> None:
    assert GAME.rules_json(rules(**data)) == data


def test_values_of_the_preset_are_not_stored() -> None:
    assert GAME.rules_json(rules(briscola=True, asso_alto=False)) == {"preset": "andata"}


@pytest.mark.parametrize(
    ("data", "option"),
    [
        ({"preset": "ritorno"}, "preset"),
        ({"preset": 1}, "preset"),
        ({"briscola": 1}, "briscola"),
        ({"briscola": "con"}, "briscola"),
        ({"asso_alto": None}, "asso_alto"),
        ({"both_ways": True}, "both_ways"),
        ({"players": 4}, "players"),
    ],
)
def test_invalid_rules_are_refused_with_their_place(data: Json, option: str) -> None:
    answer = GAME.rules_from(data)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.details) == ("bad_rules", {"option": option})
