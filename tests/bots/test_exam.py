"""The exam of the levels: positions, ratings, exploits and times."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

from games.management.commands import exam
from ludocards.bots.levels import LEVELS
from ludocards.bots.registry import POLICIES, RATINGS, YARDSTICKS, at_random
from ludocards.engine.game import Command
from ludocards.engine.registry import GAMES
from ludocards.exam import exploits, pace
from ludocards.exam.agreement import ALL, Agreement, MadeChoice, agreement_by_band, band
from ludocards.exam.duels import Duel
from ludocards.exam.positions import command, exam_positions, graded_part

PRESET = {"preset": "classico"}


@pytest.mark.parametrize("game", GAMES)
def test_every_position_can_be_reached_and_has_right_and_wrong_choices(game: str) -> None:
    asked = exam_positions(game)
    assert asked
    for position in asked:
        state = position.reach_state()
        legal = {graded_part(game, each) for each in GAMES[game].legal(state, GAMES[game].to_act(state)[0])}
        right = {graded_part(game, command(move)) for move in position.best}
        assert right < legal, position


def test_a_position_grades_the_card_and_not_the_words() -> None:
    position = exam_positions("tressette")[0]
    seen = []

    def best(view: Any, legal: Sequence[Command]) -> Command:
        seen.append(view)
        chosen = command(position.best[0])
        return Command.of(chosen.do, **dict(chosen.fields), declare=["suit"])

    def other(view: Any, legal: Sequence[Command]) -> Command:
        right = [graded_part("tressette", command(move)) for move in position.best]
        return next(each for each in legal if each not in right)

    assert position.is_right(best)
    assert not position.is_right(other)
    assert "hands" not in seen[0]


def test_a_position_that_breaks_a_rule_is_refused() -> None:
    position = exam.exam_positions("tressette")[0]
    wrong = type(position)("tressette", "", (), moves=["4D", "4D"])
    with pytest.raises(ValueError, match="tressette"):
        wrong.reach_state()


def test_whoever_knows_a_policy_gains_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy always plays its first card, which a player who does not know it cannot foresee."""

    def first(view: Any, legal: Sequence[Command]) -> Command:
        return legal[0]

    monkeypatch.setitem(YARDSTICKS, "tressette", {"first": first})
    monkeypatch.setattr(exploits, "DRAWN", 12)
    monkeypatch.setattr(exploits, "TRIED", 6)
    duel = Duel("tressette", 4, PRESET, ("circolo", "first"))
    assert sum(exploits.exploited_points(duel, number) for number in (5, 6)) > 0


@pytest.mark.parametrize(
    ("game", "players"), [("whist", 4), ("tarocchi", 3), ("maraffone", 4), ("briscola", 2)]
)
def test_every_game_can_be_exploited(game: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploits, "DRAWN", 2)
    monkeypatch.setattr(exploits, "TRIED", 1)
    duel = Duel(game, players, {"preset": next(iter(GAMES[game].presets))}, ("circolo", "circolo"))
    assert isinstance(exploits.exploited_points(duel, 1), float)


def test_the_times_of_a_level_are_measured_by_the_number_of_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)

    def slow(view: Any, legal: Sequence[Command]) -> Command:
        clock.now += 0.1 * len(legal)
        return at_random(view, legal)

    monkeypatch.setattr(pace, "time", SimpleNamespace(thread_time=lambda: clock.now))
    monkeypatch.setitem(POLICIES["tressette"], "maestro", slow)
    duel = Duel("tressette", 4, PRESET, ("maestro", "maestro"))
    found = pace.measure_pace(duel, "maestro", range(2))
    assert found.correlation == pytest.approx(1)
    assert found.few <= 300 < found.many
    assert 0 < found.late < 1


def test_the_exam_prints_a_ladder_with_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam, "RATED_MATCHES", 400)
    out = StringIO()
    call_command(
        "exam", "maraffone", "--parts", "ladder", "--levels", "principiante", "circolo",
        "--deals", "30", "--matches", "2", stdout=out,
    )  # fmt: skip
    first, *_, beginner, club = out.getvalue().splitlines()[1:]
    assert "against principiante" in first
    assert club.split() == ["circolo", "1500"]
    assert int(beginner.split()[1]) < 1500


def test_steps_that_are_known_are_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam, "RATED_MATCHES", 400)
    monkeypatch.setattr(exam, "duel_outcomes", None)
    asked = ("exam", "scopone", "--parts", "ladder", "--levels", "principiante", "circolo", "--matches", "2")
    out = StringIO()
    call_command(*asked, "--steps", "3.6", stdout=out)
    *_, beginner, club = out.getvalue().splitlines()
    assert club.split() == ["circolo", "1500"]
    assert int(beginner.split()[1]) < 1500
    err = StringIO()
    call_command(*asked, "--steps", "1", "2", stderr=err)
    assert "2 levels have 1 steps" in err.getvalue()


def test_the_exam_grades_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    call_command("exam", "tressette", "--parts", "positions", "--levels", "circolo", stdout=out)
    assert f"of {len(exam_positions('tressette'))}" in out.getvalue()


def test_stronger_levels_have_higher_ratings() -> None:
    measured = {game: ratings for game, ratings in RATINGS.items() if ratings}
    assert "tressette" in measured
    assert len({tuple(ratings.values()) for ratings in measured.values()}) == len(measured)
    for game, ratings in measured.items():
        assert [*ratings] == [level for level in LEVELS if level in POLICIES[game]]
        assert [*ratings.values()] == sorted(ratings.values())
        assert ratings["circolo"] == 1500


def test_agreement_is_counted_by_the_rating_of_who_chose() -> None:
    legal = [Command.of("play", card=card) for card in ("4D", "AD")]

    def first(view: Any, legal: Sequence[Command]) -> Command:
        return Command.of("play", card="4D", declare=["sola"])

    def made(match: int, rating: int | None, *same: bool) -> list[MadeChoice]:
        return [MadeChoice({}, legal, legal[not each], match, rating) for each in same]

    choices = [*made(1, 1399, True, True), *made(2, None, True, False), *made(3, 1399, False, False)]
    found = agreement_by_band("tressette", choices, first)
    assert [*found] == [ALL, "below 1400", "without a rating"]
    assert (found[ALL].choices, found[ALL].share) == (6, 0.5)
    assert found[ALL].half == pytest.approx(1.96 * (3 / 2 * 2) ** 0.5 / 6)
    assert (found["below 1400"].choices, found["below 1400"].share) == (4, 0.5)
    assert found["without a rating"] == Agreement(2, 0.5, float("inf"))


@pytest.mark.parametrize(
    ("rating", "name"),
    [(900, "below 1400"), (1400, "1400 to 1599"), (1600, "1600 and more"), (None, "without a rating")],
)
def test_ratings_belong_to_bands(rating: int | None, name: str) -> None:
    assert band(rating) == name
