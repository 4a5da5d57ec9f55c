"""The points that follow from the results of tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.catalog import FORMATS, TableScores, score_tables
from tournaments.formats.scoring import deal_worths
from tournaments.formats.victory import victory_points

PAIRS, THREE, CHANGING = (0, 1), (0, 1, 2), (0, 1, 0, 1)


def scored(scoring: str, *tables: TableScores, **chosen: Any) -> list[tuple[int | None, ...] | None]:
    format = FORMATS["tables" if len(tables[0].sides) == 3 else "swiss"]
    return score_tables(format.settings({"scoring": scoring, **chosen}), tables)


def test_a_match_gives_two_points_per_opponent_beaten() -> None:
    assert scored("match", TableScores(PAIRS, {"a": (20, 13), "b": (11, 22)})) == [(0, 200)]
    assert scored("match", TableScores(PAIRS, {"a": (16, 16)})) == [(100, 100)]
    assert scored("match", TableScores(THREE, {"a": (5, -1, -4), "b": (0, -4, 4)})) == [(400, 0, 200)]
    assert scored("match", TableScores(CHANGING, {"a": (20, 13)})) == [(200, 0, 200, 0)], (
        "partners are not beaten"
    )


def test_points_of_the_game_are_hundredths_of_a_point() -> None:
    assert scored("game", TableScores(PAIRS, {"a": (20, 11), "b": (0, 11)})) == [(2000, 2200)]


def test_matchpoints_are_the_mean_percentage_of_the_deals() -> None:
    one, two, three = (
        TableScores(PAIRS, {"a": each, "b": (10, 10)}) for each in ((20, 13), (13, 20), (20, 13))
    )
    assert scored("matchpoints", one, two, three) == [(6250, 3750), (2500, 7500), (6250, 3750)]


def test_matchpoints_compare_the_same_seat() -> None:
    tables = [TableScores(THREE, {"a": each}) for each in ((9, 0, -9), (3, 3, -6), (0, 0, 0))]
    assert scored("matchpoints", *tables) == [(10000, 2500, 0), (5000, 10000, 5000), (0, 2500, 10000)]


def test_only_the_same_deal_is_compared() -> None:
    tables = [
        TableScores(PAIRS, {"1a": (30, 0)}),
        TableScores(PAIRS, {"1b": (0, 30)}),
        TableScores(PAIRS, {"1a": (20, 10)}),
    ]
    assert scored("matchpoints", *tables) == [(10000, 0), (5000, 5000), (0, 10000)]


def test_the_cross_difference_is_the_margin_over_the_others() -> None:
    tables = [TableScores(PAIRS, {"a": each}) for each in ((7, 4), (4, 7), (6, 5))]
    assert scored("cross", *tables) == [(400, -400), (-500, 500), (100, -100)]


def test_victory_points_share_twenty_by_the_cross_difference() -> None:
    tables = [TableScores(PAIRS, {"a": (7, 4), "b": (5, 6)}), TableScores(PAIRS, {"a": (7, 4), "b": (4, 7)})]
    [first, second] = scored("victory", *tables)
    assert first is not None
    assert first[0] is not None
    assert first[0] > 1000, "two points better on the second deal"
    assert second == first[::-1]
    assert first[0] + (first[1] or 0) == 2000


def test_without_comparison_the_margin_decides_the_victory_points() -> None:
    assert scored("victory", TableScores(PAIRS, {"a": (11, 0)}), swing=3) == [(2000, 0)]


def test_an_annulled_deal_does_not_count() -> None:
    tables = [
        TableScores(PAIRS, {"a": None, "b": (20, 13)}),
        TableScores(PAIRS, {"a": (30, 3), "b": (13, 20)}),
    ]
    assert scored("matchpoints", *tables) == [(10000, 0), (2500, 7500)]


def test_without_a_result_there_are_no_points() -> None:
    for scoring in FORMATS["swiss"].scorings:
        assert scored(scoring, TableScores(PAIRS), TableScores(PAIRS, {"a": None})) == [None, None]


def test_adjustments_and_penalties_count() -> None:
    made = TableScores(PAIRS, {"a": (20, 13)}, adjusted=(None, 150), penalties=(50, 0))
    assert scored("match", made) == [(150, 150)]
    assert scored("match", TableScores(PAIRS, adjusted=(120, 60))) == [(120, 60)]
    assert scored("match", TableScores(PAIRS, adjusted=(120, None))) == [(120, None)]


RESULTS = st.lists(
    st.fixed_dictionaries(
        {label: st.none() | st.tuples(st.integers(0, 33), st.integers(0, 33)) for label in "abc"}
    ),
    min_size=1,
    max_size=9,
)


@given(RESULTS, st.sampled_from(FORMATS["swiss"].scorings))
def test_compared_tables_share_a_constant_total(
    results: list[dict[str, tuple[int, int] | None]], scoring: str
) -> None:
    """Except with the points of the game itself, every table shares the same total."""
    shared = {"match": 200, "matchpoints": 10000, "victory": 2000, "cross": 0}.get(scoring)
    for made, points in zip(
        results, scored(scoring, *(TableScores(PAIRS, each) for each in results)), strict=True
    ):
        if not any(made.values()):
            assert points is None
        elif shared is not None:
            assert points is not None
            assert abs(sum(each or 0 for each in points) - shared) <= 1, "rounding"


@given(RESULTS, st.sampled_from(["matchpoints", "cross", "victory"]), st.integers(1, 9))
def test_the_displayed_terms_add_up_to_the_points(
    results: list[dict[str, tuple[int, int] | None]], scoring: str, swing: int
) -> None:
    tables = [TableScores(PAIRS, each) for each in results]
    settings = FORMATS["swiss"].settings({"scoring": scoring, "swing": swing})
    for at, points in enumerate(score_tables(settings, tables)):
        rows = deal_worths(settings, tables, at)
        if points is None:
            assert rows == []
            continue
        total = sum((each.worth for each in rows), Fraction(0))
        made: dict[str, Fraction | int] = {
            "matchpoints": 100 * total / len(rows),
            "cross": 100 * total,
            "victory": round(100 * victory_points(float(total), len(rows), swing)[0]),
        }
        assert points[0] == round(made[scoring])
        for each in rows:
            assert (each.mean is None) == (each.others == 0)
