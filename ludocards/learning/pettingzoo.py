"""Every game as an environment of PettingZoo, of the kind in which agents act in turn (AEC).

There is no parallel environment: in a game of cards one seat acts at a time. An observation has the view as
numbers (`observation`) and the legal actions (`action_mask`); the rewards come when the episode ends.

An illegal action, also a number that is none, ends it: the side of the agent has the worst score of a deal
and all others the best, so that rewards still add up to zero (`EpisodeTable.forfeit_returns`), and
`infos[agent]["refused"]` has the code of the refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ludocards.engine.extras import needs_extra
from ludocards.engine.game import Json, RefusedError
from ludocards.learning.episodes import Episode, EpisodeTable

with needs_extra("pettingzoo"):
    from gymnasium.spaces import Discrete, Space
    from pettingzoo import AECEnv

    from ludocards.learning.gymnasium import observation_of, observation_space_of


def card_env(
    game: str, rules: str | Mapping[str, Json] = "", players: int = 0, deals: int = 1
) -> CardTableEnv:
    """The environment of a game; parameters as in `EpisodeTable.of`."""
    return CardTableEnv(EpisodeTable.of(game, rules, players, deals))


class CardTableEnv(AECEnv[str, Any, int]):
    """An environment whose agents are `seat_0` and so on, in playing order."""

    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def __init__(self, setting: EpisodeTable) -> None:
        super().__init__()
        self.setting = setting
        self.metadata = {"name": f"ludocards_{setting.game.name}_v0", "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space_of(setting) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(setting.space.commands)) for agent in self.possible_agents}
        self.random = Random()

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.random = Random(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.episode = Episode(self.setting, self.random.randrange(self.setting.players))
        self.episode.shuffle_and_deal(self.random)
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        return observation_of(self.episode, self.seats[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        try:
            self.episode.take_action(int(action))
        except RefusedError as error:
            self.infos[agent]["refused"] = error.refused.code
            self._end_episode(self.setting.forfeit_returns(self.seats[agent]))
        else:
            self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        if self.episode.awaits_deal:
            self.episode.shuffle_and_deal(self.random)
        if self.episode.is_over:
            self._end_episode(self.episode.returns())
        else:
            self.agent_selection = self.possible_agents[self.episode.seat]

    def _end_episode(self, returns: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str:
        return str(self.setting.game.view(self.episode.state, None))

    def close(self) -> None: ...
