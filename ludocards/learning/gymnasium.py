"""A game as an environment of Gymnasium: one agent against a level of the bots.

An observation has the view as numbers (`observation`) and the legal actions (`action_mask`). An illegal
action, also a number that is none, changes nothing: `info["refused"]` has the code of the refusal, the reward
is 0, and the agent acts again.

When this module is imported, `gymnasium.make("ludocards/<Game>-v0", level="circolo")` knows every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ludocards.bots.registry import policy_of
from ludocards.engine.extras import needs_extra
from ludocards.engine.game import Json, RefusedError
from ludocards.engine.registry import GAMES
from ludocards.learning.episodes import Episode, EpisodeTable

with needs_extra("gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete


def observation_space_of(setting: EpisodeTable) -> Dict:
    """The space of observations; the numbers of a view have no common bounds, since some are points."""
    view = Box(-np.inf, np.inf, (setting.layout.size,), np.float32)
    mask = Box(0, 1, (len(setting.space.commands),), np.int8)
    return Dict({"observation": view, "action_mask": mask})


def observation_of(episode: Episode, seat: int) -> dict[str, Any]:
    """What a seat may know, and its legal actions."""
    mask = np.zeros(len(episode.setting.space.commands), np.int8)
    mask[episode.legal_actions(seat)] = 1
    return {"observation": np.array(episode.tensor_of(seat), np.float32), "action_mask": mask}


class AgainstLevelEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """The agent has one seat, and all others play at a level, or `random`; the reward is its return, at the
    end of the episode."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        level: str = "circolo",
        seat: int = 0,
        *,
        rules: str | Mapping[str, Json] = "",
        players: int = 0,
        deals: int = 1,
        render_mode: str | None = None,
    ) -> None:
        """`rules`, `players` and `deals` are those of `EpisodeTable.of`. Raises `RefusedError` for those that
        do not exist, and for a level that the game lacks."""
        self.setting, self.seat = EpisodeTable.of(game, rules, players, deals), seat
        self.policy = policy_of(game, level)
        self.render_mode = render_mode
        self.observation_space = observation_space_of(self.setting)
        self.action_space = Discrete(len(self.setting.space.commands))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.random = Random(int(self.np_random.integers(2**62)))
        self.episode = Episode(self.setting, self.random.randrange(self.setting.players))
        self._play_others()
        return observation_of(self.episode, self.seat), {}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        info = {}
        try:
            self.episode.take_action(int(action))
        except RefusedError as error:
            info["refused"] = error.refused.code
        self._play_others()
        is_over = self.episode.is_over
        reward = self.episode.returns()[self.seat] if is_over else 0.0
        return observation_of(self.episode, self.seat), reward, is_over, False, info

    def render(self) -> str | None:
        """The view of the agent."""
        view = self.setting.game.view(self.episode.state, self.seat)
        return str(view) if self.render_mode == "ansi" else None

    def _play_others(self) -> None:
        """Deal, and play for the others, until the agent acts or the episode is over."""
        game = self.setting.game
        while not self.episode.is_over:
            if self.episode.awaits_deal:
                self.episode.shuffle_and_deal(self.random)
            elif (seat := self.episode.seat) == self.seat:
                return
            else:
                state = self.episode.state
                self.episode.give_command(self.policy(game.view(state, seat), game.legal(state, seat)))


for _name in GAMES:
    gymnasium.register(
        f"ludocards/{_name.title()}-v0",
        "ludocards.learning.gymnasium:AgainstLevelEnv",
        kwargs={"game": _name},
    )
