"""The strength of the levels relative to each other, and the duel that measures it."""

from __future__ import annotations

import itertools
import json
import math
import statistics
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.management import call_command

from bench.duel import main
from ludocards.bots.levels import LEVELS, Learner
from ludocards.bots.registry import POLICIES, THOUGHT_ABOUT, YARDSTICKS
from ludocards.catalogue.tressette.bot import levels as tressette_levels
from ludocards.engine.game import Command
from ludocards.engine.registry import GAMES, PACKAGES, part
from ludocards.exam.duels import Duel, duplicate_seatings, play_deal, state_before_deal
from ludocards.exam.positions import exam_positions
from tests.engine.matches import playing


def gain(
    first: str, second: str, deals: int, seed: int, players: int = 0, game: str = "tressette", **rules: Any
) -> float:
    """Return the gain of a policy over another, in points of the deal, at the usual table of the game."""
    seats = players or max(each for each in GAMES[game].players if each <= 4)
    duel = Duel(game, seats, {"preset": next(iter(GAMES[game].presets)), **rules}, (first, second))
    return statistics.fmean(play_deal(duel, number).difference for number in range(seed, seed + deals))


def test_warm_up_loads_the_levels() -> None:
    call_command("warm_up")
    assert {f"{PACKAGES[game]}.bot.levels" for game in THOUGHT_ABOUT} <= {*sys.modules}


OPTIONAL = {"provetto"}
"""The levels that a game need not have."""

MISTAKES = {"maestro": 1, "esperto": 2}
"""The most positions of the exam in which these levels may be wrong; *circolo* is in 4 to 9."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_levels(game: str) -> None:
    assert [each for each in POLICIES[game] if each not in OPTIONAL] == [
        each for each in LEVELS if each not in OPTIONAL
    ]
    assert [*POLICIES[game]] == [each for each in LEVELS if each in POLICIES[game]]


@pytest.mark.parametrize("level", ["principiante", "circolo"])
@pytest.mark.parametrize("game", GAMES)
def test_the_lowest_level_and_that_of_the_club_beat_random_play(game: str, level: str) -> None:
    """In a few fixed deals; `python -m bench rungs` compares each level with the one below it, in many."""
    assert gain(level, "random", 4, 300, game=game) > 0


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("game", THOUGHT_ABOUT)
def test_levels_that_search_find_more_of_the_best_choices_than_the_club(game: str) -> None:
    """In the positions of the exam; `manage.py exam` measures their strength in duels."""
    asked = exam_positions(game)
    found = {name: sum(each.is_right(level) for each in asked) for name, level in POLICIES[game].items()}
    for name in found.keys() & MISTAKES.keys():
        assert len(asked) - found[name] <= MISTAKES[name]
        assert found[name] > found["circolo"] + 2
    if "provetto" in found and found["provetto"] <= found["circolo"]:
        assert gain("provetto", "circolo", 8, 300, game=game) > 0


@pytest.mark.parametrize("game", POLICIES)
def test_a_learner_plays_like_circolo_but_forgets_and_misjudges(game: str) -> None:
    club = part(game, "bot.club")

    def card(view: Any, legal: Sequence[Command], learner: Learner) -> Any:
        return club.choose_as_learner(view, legal, learner).get("card")

    same = forgot = misjudged = asked = 0
    for played in itertools.islice(playing(game, GAMES[game].players[0], 5), 1, 300):
        for seat in played.game.to_act(played.state):
            view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
            if legal[0].do == "play" and len(legal) > 1:
                sure = card(view, legal, Learner(tricks=99, error=0))
                asked += 1
                same += sure == club.choose(view, legal).get("card")
                forgot += sure != card(view, legal, Learner(tricks=1, error=0))
                misjudged += sure != card(view, legal, Learner(tricks=99, error=1))
    assert same == asked or (game == "whist" and same > 0.8 * asked)  # learners overlook tricks for certain
    assert forgot
    assert misjudged


@pytest.mark.parametrize(("players", "briscola"), [(2, True), (6, False)])
def test_a_search_plays_whist_with_any_number_of_players(players: int, briscola: bool) -> None:
    assert gain("esperto", "random", 1, 300, players, "whist", briscola=briscola) > 0


def test_a_duel_of_whist_has_hands_of_every_size() -> None:
    sizes = {
        state_before_deal(Duel("whist", 4, {}, ("circolo", "random")), number).size for number in range(28)
    }
    assert sizes == {*range(4, 11)}


def test_tressette_for_three_is_played_as_well() -> None:
    assert gain("esperto", "random", 1, 300, players=3) > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_against_itself_gains_nothing(game: str) -> None:
    """The cards are played from every seat, so only the seating could make a difference."""
    rules, players = {"preset": next(iter(GAMES[game].presets))}, GAMES[game].players[0]
    assert play_deal(Duel(game, players, rules, ("circolo", "circolo")), 4).difference == pytest.approx(0)


def test_a_deal_of_tarocchi_that_is_bought_off_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats 0, 1 and 2 speak in turn. In four of the six seatings an offer of 4 is taken, which costs the
    giver 6 points; in the other two nobody is left to take it."""

    def giver(view: Any, legal: Sequence[Command]) -> Command:
        return Command.of("call", call="offro", points=4)

    def taker(view: Any, legal: Sequence[Command]) -> Command:
        return next((each for each in legal if each.get("call") == "piglio"), legal[0])

    monkeypatch.setitem(YARDSTICKS, "tarocchi", {"giver": giver, "taker": taker})
    duel = Duel("tarocchi", 3, {"preset": "calatafimi"}, ("giver", "taker"))
    assert play_deal(duel, 1).difference == pytest.approx(-4)


def test_every_side_plays_each_policy() -> None:
    assert duplicate_seatings([0, 1, 0, 1]) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert len(duplicate_seatings([0, 1, 2])) == 6


def test_a_duel_reports_the_better_policy_and_its_margin(capsys: pytest.CaptureFixture[str]) -> None:
    main(["circolo", "random", "--deals=12", "--seed=40", "--processes=1", "--json"])
    result = json.loads(capsys.readouterr().out)
    low, high = result["interval"]
    assert low < result["difference"] < high
    assert result["difference"] > 1
    assert result["milliseconds"]["first"]["median"] <= result["milliseconds"]["first"]["p95"]
    main(["circolo", "random", "--deals=3", "--seed=40", "--processes=1"])
    assert "circolo +" in capsys.readouterr().out


@pytest.mark.parametrize(("unhurried", "ms"), [(["--unhurried"], math.inf), ([], 60)])
def test_a_duel_may_lift_the_limit_on_time(
    unhurried: list[str], ms: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []

    def think(view: Any, legal: Sequence[Command], level: tressette_levels.Level) -> Command:
        given.append(level.ms)
        return legal[0]

    monkeypatch.setattr(tressette_levels, "think", think)
    main(["esperto", "circolo", "--deals=1", "--processes=1", *unhurried])
    assert {*given} == {ms}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["maestro", "campione"], "no policy campione"),
        (["pimc", "circolo", "--game", "whist"], "whist has no policy pimc"),
        (["circolo", "circolo", "--deals", "0"], "at least 1"),
        (["circolo", "circolo", "--players", "7"], "7"),
    ],
)
def test_an_impossible_duel_is_refused(arguments: list[str], why: str) -> None:
    with pytest.raises(SystemExit, match=why):
        main(arguments)
