"""The games as environments of OpenSpiel, PettingZoo and Gymnasium, by the tests of these libraries."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_type_hints

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import cfr, exploitability
from pettingzoo.test import api_test

from ludocards import Briscola
from ludocards.engine.game import Determinizable, RefusedError
from ludocards.engine.registry import GAMES
from ludocards.learning.episodes import Episode, EpisodeTable
from ludocards.learning.gymnasium import AgainstLevelEnv
from ludocards.learning.openspiel import from_states
from ludocards.learning.pettingzoo import CardTableEnv, card_env

game_by_name = pytest.mark.parametrize("name", GAMES)


def begun(name: str, seed: int = 1, **parameters: Any) -> Episode:
    episode = Episode(EpisodeTable.of(name, **parameters))
    episode.shuffle_and_deal(Random(seed))
    return episode


# ---- episodes


@game_by_name
def test_returns_add_up_to_nothing_and_stay_within_their_span(name: str) -> None:
    for players in GAMES[name].players:
        random, episode, actions = Random(players), begun(name, players=players), 0
        while not episode.is_over:
            episode.take_action(random.choice(episode.legal_actions(episode.seat)))
            actions += 1
        assert sum(episode.returns()) == pytest.approx(0)
        assert max(map(abs, episode.returns())) <= episode.setting.span
        assert actions <= episode.setting.most_actions
        assert len(episode.state.sheet) == 1


def test_who_may_speak_at_once_speaks_in_turn() -> None:
    """All three may call: first the player at the dealer's right, the dealer last."""
    episode, spoken = begun("tarocchi"), []
    while episode.state.phase == "bid":
        spoken.append(episode.seat)
        assert [bool(episode.legal_actions(seat)) for seat in range(3)].count(True) == 1
        episode.take_action(episode.legal_actions(episode.seat)[0])
    assert spoken == [1, 2, 0]


def test_fewer_penalty_points_are_a_better_return() -> None:
    episode = begun("traversone")
    random = Random(2)
    while not episode.is_over:
        episode.take_action(random.choice(episode.legal_actions(episode.seat)))
    totals = GAMES["traversone"].totals(episode.state)
    assert episode.returns()[totals.index(max(totals))] == min(episode.returns())


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"players": 5}, "wrong_players"),
        ({"rules": "nessuno"}, "bad_rules: the presets are classico, osteria, torneo"),
        ({"rules": {"exchange": "ace"}}, "bad_rules"),
        ({"rules": "{"}, "bad_rules"),
    ],
)
def test_a_table_that_nobody_may_sit_at_is_refused(chosen: dict[str, Any], code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        EpisodeTable.of("briscola", **chosen)


def test_a_game_that_is_not_there_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(RefusedError, match=r"no_game: the games are tressette, .*, whist"):
        EpisodeTable.of("bridge")


POINTS = {"preset": "classico", "match_end": {"deals": 1}}


def test_briscola_counts_deals_won_or_points_as_its_rules_say() -> None:
    """Classico is played to two deals won; in a match of one deal the points are the score."""
    for rules, worst in (("", 0.5), ("torneo", 0.5), (POINTS, 60), (json.dumps(POINTS), 60)):
        table = EpisodeTable.of("briscola", rules, players=4 if rules == "torneo" else 2)
        assert table.span == worst
    assert EpisodeTable.of("briscola", POINTS).rules == EpisodeTable.of("briscola", json.dumps(POINTS)).rules
    episode, random = begun("briscola", rules=POINTS), Random(5)
    while not episode.is_over:
        episode.take_action(random.choice(episode.legal_actions(episode.seat)))
    [line] = episode.state.sheet
    assert episode.returns() == [points - 60 for points in line.points]


@game_by_name
def test_the_worst_result_of_a_seat_is_the_bound_of_returns(name: str) -> None:
    for players in GAMES[name].players:
        table = EpisodeTable.of(name, players=players)
        for seat in range(players):
            returns = table.forfeit_returns(seat)
            assert sum(returns) == pytest.approx(0)
            assert returns[seat] == min(returns) == -table.span


# ---- OpenSpiel


@game_by_name
def test_openspiel_plays_every_game_at_random(name: str) -> None:
    game = pyspiel.load_game(f"ludocards_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_has_other_tables_by_parameters() -> None:
    game = pyspiel.load_game("ludocards_briscola", {"players": 4, "rules": "osteria"})
    assert (game.num_players(), game.num_distinct_actions()) == (4, 480)
    by_points = pyspiel.load_game("ludocards_briscola", {"rules": json.dumps(POINTS)})
    assert (by_points.min_utility(), by_points.max_utility()) == (-60, 60)
    assert from_states("briscola", [], rules=POINTS).get_parameters()["rules"] == json.dumps(POINTS)


def test_the_information_state_is_the_view() -> None:
    state = pyspiel.load_game("ludocards_briscola").new_initial_state()
    random = Random(4)
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    mine, theirs = (state.information_state_string(player) for player in (0, 1))
    assert mine != theirs
    assert state.clone().information_state_string(0) == mine
    assert sum(state.information_state_tensor(0)[:2]) == 1
    card = state.action_to_string(state.current_player(), state.legal_actions()[0])
    assert card.startswith('{"do": "play"')


def test_openspiel_refuses_an_illegal_action() -> None:
    state = pyspiel.load_game("ludocards_briscola").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state), state.history()
    wrong = next(action for action in range(40) if action not in state.legal_actions())
    for action in (wrong, 99):
        with pytest.raises(RefusedError):
            state.apply_action(action)
        assert (str(state), state.history()) == before


def test_counterfactual_regret_falls_in_the_last_tricks_of_a_deal() -> None:
    """Two players of Whist before their last two cards, which could lie in many ways."""
    random, episode = Random(3), begun("whist", 3, players=2)
    while len(episode.state.hands[0]) > 2 or episode.state.trick.cards:
        episode.take_action(random.choice(episode.legal_actions(episode.seat)))
    setting = episode.setting
    assert isinstance(setting.game, Determinizable)
    view = setting.game.view(episode.state, None)
    states = [setting.game.determinized(setting.rules, view, None, random) for _ in range(24)]
    game = from_states("whist", states, players=2)
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(15):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(game, solver.average_policy())
    assert after < before / 4


def test_an_ending_is_played_by_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Algorithms walk its tree again and again."""
    episode, random = begun("briscola"), Random(2)
    while episode.state.stock or len(episode.state.hands[0]) > 2 or episode.state.trick.cards:
        episode.take_action(random.choice(episode.legal_actions(episode.seat)))
    solver = cfr.CFRSolver(from_states("briscola", [episode.state]))
    solver.evaluate_and_update_policy()
    for asked in ("apply", "every", "view"):
        monkeypatch.delattr(Briscola, asked)
    solver.evaluate_and_update_policy()


# ---- PettingZoo and Gymnasium


@game_by_name
@pytest.mark.filterwarnings("ignore:Observation")  # they would have it a mere array, which has no mask
def test_pettingzoo_accepts_every_game(name: str) -> None:
    api_test(card_env(name), num_cycles=50)


@pytest.mark.parametrize(("players", "returns"), [(2, [-0.5, 0.5]), (4, [-0.5, 0.5, -0.5, 0.5])])
def test_an_illegal_action_ends_the_episode_as_the_worst_result(players: int, returns: list[float]) -> None:
    env = card_env("briscola", players=players)
    for wrong, code in ((None, "not_in_hand"), (99, "bad_command"), (-1, "bad_command")):
        env.reset(seed=2)
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        env.step(np.flatnonzero(mask == 0)[0] if wrong is None else wrong)
        assert all(env.terminations.values())
        assert env.infos[agent] == {"refused": code}
        worst = returns if env.seats[agent] % 2 == 0 else returns[::-1]
        assert [*env.rewards.values()] == worst


@game_by_name
@pytest.mark.filterwarnings("ignore:.*(minimum|maximum) value is|.*Not able to test alternative")
def test_gymnasium_accepts_every_game(name: str) -> None:
    env = gymnasium.make(f"ludocards/{name.title()}-v0", level="random")
    check_env(env.unwrapped)


def test_an_agent_plays_a_deal_against_a_level() -> None:
    env = AgainstLevelEnv("tressette", "circolo", seat=2, render_mode="ansi")
    observation, _ = env.reset(seed=5)
    over, random, plays = False, Random(1), 0
    while not over:
        action = random.choice([*np.flatnonzero(observation["action_mask"])])
        observation, reward, over, _, info = env.step(action)
        plays += 1
        assert info == {}
    assert plays >= 10
    assert reward == env.episode.returns()[2]
    assert "'hand': []" in str(env.render())


def test_an_illegal_action_changes_nothing_for_the_agent() -> None:
    env = AgainstLevelEnv("briscola", "random")
    observation, _ = env.reset(seed=1)
    wrong = np.flatnonzero(observation["action_mask"] == 0)[0]
    for action, code in (
        (wrong, "not_in_hand"),
        (np.int64(99), "bad_command"),
        (np.int64(-1), "bad_command"),
    ):
        after, reward, over, _, info = env.step(action)
        assert info == {"refused": code}
        assert (after["observation"] == observation["observation"]).all()
        assert (reward, over) == (0.0, False)


def test_a_level_that_is_not_there_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(RefusedError, match=r"no_level: the levels are random, principiante, .*, maestro"):
        AgainstLevelEnv("briscola", "nessuno")
    with pytest.raises(RefusedError, match="no_game"):
        AgainstLevelEnv("bridge")


def test_the_environments_have_types() -> None:
    assert get_type_hints(card_env)["return"] is CardTableEnv
    assert get_type_hints(CardTableEnv)["rewards"] == dict[str, float]
