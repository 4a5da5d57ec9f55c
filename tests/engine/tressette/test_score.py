"""S1: the values of the cards, and the points of a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludocards.catalogue.thirds.rules import worth
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.catalogue.tressette.rules.scoring import sheet_line
from ludocards.catalogue.tressette.rules.state import SheetLine
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from tests.engine.tressette.table import GAME, after, cards, done, play, played, position, three


def whole(raw: int, scoring: str = "nearest33") -> int:
    """Return the points of these thirds."""
    return SCORINGS[scoring].score(raw)


def test_the_worth_of_the_cards() -> None:
    assert [worth(card) for card in cards("AB 3B 2B RB CB FB 7B 6B 5B 4B")] == [3, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    assert sum(map(worth, ITALIAN40.cards.values())) == 32


def test_five_thirds_are_one_point() -> None:
    assert sum(map(worth, cards("5B RB 3C AB"))) == 5


def last_trick(**options: Json) -> SheetLine:
    """Return the line of a deal with its last trick alone: 5 thirds, and the last trick, to seats 1 and 3."""
    return played(position(["5B", "RB", "3C", "AB"], **options), "5B", "RB", "3C", "AB").sheet[0]


def test_the_last_trick_is_worth_one_third() -> None:
    assert last_trick().points == (0, 6)


def test_the_last_trick_is_worth_a_point_in_floor35() -> None:
    assert last_trick(scoring="floor35").points == (0, 8)


def test_pairs_count_together() -> None:
    taken = [(0, "AB 4B 5B 6B"), (2, "AC 4C 5C 6C"), (1, "AD 4D 5D 6D"), (3, "3S 4S 5S 6S")]
    assert sheet_line(position(["", "", "", ""], taken=taken)).points == (6, 5)


def test_a_line_lists_the_sources_of_its_thirds() -> None:
    line = last_trick()
    assert (line.aces, line.figures, line.last_trick) == ((0, 3), (0, 2), (0, 1))
    assert SheetLine.from_json(line.as_json()) == line


def test_a_line_without_parts_is_read() -> None:
    old = {"points": [20, 13], "accuse": [3, 0], "scores": [10, 4]}
    assert SheetLine.from_json(old).as_json() == {**old, "cards": [7, 4]}


def test_three_players_count_separately() -> None:
    taken = [(0, "AB 4C 5B"), (2, "AC 4D 5C"), (1, "AD 4S 5D")]
    assert sheet_line(position(["", "", ""], taken=taken)).points == (3, 4, 3)


@pytest.mark.parametrize(
    ("raw", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (32, 11), (33, 11)]
)
def test_thirds_are_rounded_to_the_nearest_whole(raw: int, points: int) -> None:
    assert whole(raw) == points


@pytest.mark.parametrize(("raw", "points"), [(0, 0), (2, 0), (3, 1), (17, 5), (18, 6), (35, 11)])
def test_floor35_drops_the_remainder(raw: int, points: int) -> None:
    assert whole(raw, "floor35") == points


@pytest.mark.parametrize("scoring", ["nearest33", "floor35"])
def test_a_deal_is_worth_eleven_points(scoring: str) -> None:
    total = 32 + SCORINGS[scoring].last_trick
    for ours in range(total + 1):
        assert whole(ours, scoring) + whole(total - ours, scoring) == 11


@pytest.mark.parametrize(
    ("scoring", "card_thirds", "points"),
    [
        ("nearest33", [15, 17], [5, 6]),
        ("floor35", [15, 17], [6, 5]),
        ("nearest33", [32, 0], [11, 0]),
        ("floor35", [32, 0], [11, 0]),
        ("nearest33", [10, 11, 11], [4, 4, 4]),
        ("floor35", [10, 11, 11], [4, 3, 3]),
    ],
)
def test_examples_of_both_scoring_methods(scoring: str, card_thirds: list[int], points: list[int]) -> None:
    """The first side takes the last trick in each example."""
    thirds = [card_thirds[0] + SCORINGS[scoring].last_trick, *card_thirds[1:]]
    assert [whole(raw, scoring) for raw in thirds] == points


def test_the_scoring_methods_differ_in_22_of_66_outcomes() -> None:
    """They differ just when the card thirds of the side with the last trick are divisible by three."""
    differ = [ours for ours in range(33) if whole(ours + 1) != whole(ours + 3, "floor35")]
    assert differ == list(range(0, 33, 3))


@given(st.lists(st.sampled_from([0, 1, 2]), min_size=39, max_size=39))
def test_three_share_ten_to_twelve_points(takers: list[int]) -> None:
    pack = [card for card in ITALIAN40.cards.values() if card.code != "4B"]
    raw = [sum(worth(c) for c, t in zip(pack, takers, strict=True) if t == side) for side in range(3)]
    assert sum(whole(each + (side == 0)) for side, each in enumerate(raw)) in (10, 11, 12)
    in_floor = sum(whole(each + 3 * (side == 0), "floor35") for side, each in enumerate(raw))
    assert in_floor in (10, 11)


LAST_CARDS = ["AB", "RB", "3C", "4B"]


def test_the_deal_ends_with_the_last_card() -> None:
    state, events = done(position(LAST_CARDS), *enumerate(map(play, LAST_CARDS)))
    assert [event.kind for event in events[4:]] == ["taken", "scored"]
    assert state.phase == "deal"
    assert GAME.awaits_deal(state) == 1
    assert state.dealer == 0


def test_the_accuse_is_added_to_the_score() -> None:
    state = position(["AB AC AD", "5B 5C 5D", "6B 6C 6D", "7B 7C 7D"], match_end={"points": 31})
    state = after(state, 0, three("A"))
    state, events = done(played(state, "AB", "5B", "6B", "7B", "AC", "5C", "6C", "7C"), (0, play("AD")))
    state, events = done(state, (1, play("5D")), (2, play("6D")), (3, play("7D")))
    line = {"points": [10, 0], "cards": [3, 0], "accuse": [3, 0], "scores": [6, 0]}
    line |= {"aces": [9, 0], "figures": [0, 0], "last_trick": [1, 0]}
    assert events[-1].public == {"deal": 0, **line, "totals": [6, 0]}
    assert GAME.view(state, None)["sheet"] == [{**line, "totals": [6, 0]}]
    assert GAME.view(state, None)["sources"] is None, "the match is not over"


def test_a_finished_match_explains_its_points() -> None:
    """In the classic count, eight thirds are rounded up to three points."""
    first = SheetLine((8, 25), (3, 0), (6, 8), (6, 8), (6, 6), (2, 18), (0, 1))
    second = SheetLine((9, 24), (0, 3), (3, 11), (3, 11), (3, 9), (5, 15), (1, 0))
    over = replace(position(LAST_CARDS), phase="over", sheet=(first, second))
    assert GAME.view(over, None)["sources"] == {
        "aces": [9, 15], "figures": [7, 33], "last_trick": [1, 1],
        "rounded": [1, -1], "accuse": [3, 3], "score_points": [9, 19],
    }  # fmt: skip
    assert [line["totals"] for line in GAME.view(over, None)["sheet"]] == [[6, 8], [9, 19]]


def test_playing_by_games_a_deal_counts_one_game_and_shows_its_points() -> None:
    _, events = done(position(LAST_CARDS), *enumerate(map(play, LAST_CARDS)))
    assert events[-1].public == {
        "deal": 0,
        "points": [6, 0],
        "cards": [2, 0],
        "accuse": [0, 0],
        "scores": [1, 0],
        "score_points": [2, 0],
        "aces": [3, 0],
        "figures": [2, 0],
        "last_trick": [1, 0],
        "totals": [1, 0],
    }
