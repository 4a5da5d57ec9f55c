"""S1: the end of a match, to games, points or deals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.scoring import is_decided
from ludocards.catalogue.tressette.rules.state import SheetLine, State
from ludocards.engine.ends import MatchEnd
from ludocards.engine.game import Json, Refused
from ludocards.engine.scorepad import won_alone
from tests.engine.tressette.table import GAME, line, new_match, rules


def match(*sheet: SheetLine, **options: Json) -> State:
    """Return a match after these deals, the last of which has just finished."""
    players = 3 if len(sheet[0].scores) == 3 else 4
    state = new_match(players, dealer=0, **options)
    return replace(state, phase="over", sheet=sheet)


TO_31: dict[str, Json] = {"match_end": {"points": 31}}


def test_three_games_win_the_match() -> None:
    won, lost = line(1, 0), line(0, 1)
    assert not is_decided(match(won, lost, won, lost))
    assert is_decided(match(won, lost, won, lost, won))


def test_a_tied_deal_wins_nobody_a_game() -> None:
    assert won_alone((7, 7)) == (0, 0)
    assert won_alone((9, 5)) == (1, 0)
    assert won_alone((4, 4, 3)) == (0, 0, 0)
    assert won_alone((3, 4, 3)) == (0, 1, 0)
    assert won_alone((2, 14)) == (0, 1)


def test_thirty_one_points_win_the_match() -> None:
    assert not is_decided(match(line(30, 25), **TO_31))
    assert is_decided(match(line(31, 25), **TO_31))
    assert is_decided(match(line(33, 32), **TO_31))


def test_a_tie_at_the_target_needs_another_deal() -> None:
    tied = match(line(29, 28), line(5, 6), **TO_31)
    assert GAME.totals(tied) == (34, 34)
    assert not is_decided(tied)
    assert is_decided(replace(tied, sheet=(*tied.sheet, line(5, 6))))


def test_three_players_at_the_target_need_one_strictly_ahead() -> None:
    assert not is_decided(match(line(31, 31, 10), **TO_31))
    assert is_decided(match(line(31, 32, 10), **TO_31))
    assert is_decided(match(line(10, 10, 31), **TO_31))


def test_a_number_of_deals_may_end_in_a_tie() -> None:
    state = match(line(6, 5), line(5, 6), match_end={"deals": 2})
    assert is_decided(state)
    assert GAME.places(state) == (1, 1)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((31, 20), (1, 2)), ((20, 31), (2, 1)), ((31, 20, 20), (1, 2, 2)), ((9, 31, 20), (3, 1, 2))],
)
def test_ties_share_places(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert GAME.places(match(line(*scores), **TO_31)) == expected


def test_no_places_before_the_end() -> None:
    assert GAME.places(new_match()) is None


def test_the_deal_rotates() -> None:
    dealers = [replace(new_match(dealer=2), deal=deal).dealer for deal in range(5)]
    assert dealers == [2, 3, 0, 1, 2]


# ---- the rules of a table


def test_the_classico_preset() -> None:
    assert rules() == Rules(
        preset="classico",
        players=(4, 3),
        removed_card="4B",
        deal_packet=1,
        accuse_window=2,
        scoring="nearest33",
        match_end=MatchEnd("games", 3),
    )


def test_the_presets() -> None:
    assert [*GAME.presets] == ["classico", "ludopoli", "bredese", "neutra"]
    assert {
        name: (each.players, each.deal_packet, each.scoring, each.accuse_window, each.match_end.target)
        for name, each in GAME.presets.items()
    } == {
        "classico": ((4, 3), 1, "nearest33", 2, 3),
        "ludopoli": ((4,), 5, "floor35", 1, 41),
        "bredese": ((4,), 5, "floor35", 1, 101),
        "neutra": ((4,), 5, "floor35", 1, 31),
    }
    assert {name: (each.declarations, each.signals) for name, each in GAME.presets.items()} == {
        "classico": ("none", "none"),
        "ludopoli": ("automatic", "none"),
        "bredese": ("none", "bredese"),
        "neutra": ("none", "neutra"),
    }


@pytest.mark.parametrize("preset", ["ludopoli", "bredese", "neutra"])
def test_only_classico_is_for_three(preset: str) -> None:
    refused = GAME.start(rules(preset=preset), 3, 0)
    assert isinstance(refused, Refused)
    assert refused.code == "wrong_players"


@pytest.mark.parametrize(
    "data",
    [
        {"preset": "classico"},
        {"preset": "ludopoli", "declarations": "manual", "terzo_con_re": True, "match_end": {"points": 21}},
        {"preset": "neutra", "accuse_window": 0, "first_lead": "four_of_denari"},
        {"preset": "classico", "match_end": {"points": 31}},
        {"preset": "classico", "match_end": {"deals": 8}, "accuse_window": 0},
        {"preset": "classico", "scoring": "floor35", "deal_packet": 5, "removed_card": "4S"},
    ],
)
def test_rules_store_only_differences_from_the_preset(data: Json) -> None:
    chosen = GAME.rules_from(data)
    assert not isinstance(chosen, Refused)
    assert GAME.rules_json(chosen) == data


def test_values_of_the_preset_are_not_stored() -> None:
    assert GAME.rules_json(rules(accuse_window=2, match_end={"games": 3})) == {"preset": "classico"}


@pytest.mark.parametrize(
    ("data", "option"),
    [
        ({"preset": "moderno"}, "preset"),
        ({"preset": 1}, "preset"),
        ({"preset": ["classico"]}, "preset"),
        ({"accuse_windows": 1}, "accuse_windows"),
        ({"accuse_window": 3}, "accuse_window"),
        ({"accuse_window": True}, "accuse_window"),
        ({"accuse_window": 1.0}, "accuse_window"),
        ({"accuse_window": {}}, "accuse_window"),
        ({"deal_packet": 2}, "deal_packet"),
        ({"scoring": "nearest"}, "scoring"),
        ({"removed_card": "5B"}, "removed_card"),
        ({"match_end": 31}, "match_end"),
        ({"match_end": {}}, "match_end"),
        ({"match_end": {"points": 31, "games": 3}}, "match_end"),
        ({"match_end": {"points": 0}}, "match_end"),
        ({"match_end": {"points": 10**30}}, "match_end"),
        ({"match_end": {"points": "31"}}, "match_end"),
        ({"match_end": {"hours": 1}}, "match_end"),
        ({"players": 4}, "players"),
        ({"declarations": True}, "declarations"),
        ({"signals": "romana"}, "signals"),
        ({"terzo_con_re": 1}, "terzo_con_re"),
        ({"first_lead": "4D"}, "first_lead"),
    ],
)
def test_invalid_rules_are_refused_with_their_place(data: Json, option: str) -> None:
    refused = GAME.rules_from(data)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.details) == ("bad_rules", {"option": option})
