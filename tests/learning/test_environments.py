"""The games as environments of OpenSpiel, PettingZoo and Gymnasium, by the tests of these libraries."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import cfr, exploitability
from pettingzoo.test import api_test

from ludocards.engine.game import Determinizable, RefusedError
from ludocards.engine.registry import GAMES
from ludocards.learning.episodes import Episode, EpisodeTable
from ludocards.learning.gymnasium import AgainstLevelEnv
from ludocards.learning.openspiel import from_states
from ludocards.learning.pettingzoo import card_env

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


def test_a_table_that_nobody_may_sit_at_is_refused() -> None:
    with pytest.raises(RefusedError, match="wrong_players"):
        EpisodeTable.of("briscola", players=5)


# ---- OpenSpiel


@game_by_name
def test_openspiel_plays_every_game_at_random(name: str) -> None:
    game = pyspiel.load_game(f"ludocards_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_has_other_tables_by_parameters() -> None:
    game = pyspiel.load_game("ludocards_briscola", {"players": 4, "preset": "osteria"})
    assert (game.num_players(), game.num_distinct_actions()) == (4, 480)


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


# ---- PettingZoo and Gymnasium


@game_by_name
@pytest.mark.filterwarnings("ignore:Observation")  # they would have it a mere array, which has no mask
def test_pettingzoo_accepts_every_game(name: str) -> None:
    api_test(card_env(name), num_cycles=50)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_illegal_action_ends_the_episode_of_all() -> None:
    env = card_env("briscola")
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1.0


@game_by_name
@pytest.mark.filterwarnings("ignore:.*(minimum|maximum) value is|.*Not able to test alternative")
def test_gymnasium_accepts_every_game(name: str) -> None:
    check_env(AgainstLevelEnv(name, "random"))


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
    after, reward, over, _, info = env.step(wrong)
    assert info == {"refused": "not_in_hand"}
    assert (after["observation"] == observation["observation"]).all()
    assert (reward, over) == (0.0, False)
