"""Every game for OpenSpiel, registered as `ludocards_` and its name when this module is imported.

Parameters are those of `EpisodeTable.of`: `rules`, `players` and `deals`; rules that are no preset are given
as the text of their JSON. Chance deals the pack card by card, so its probabilities are explicit. A game that
`from_states` returns begins with a choice of chance among given states instead, such as the ends of a deal.
An illegal action raises `RefusedError`, and changes nothing.

The information state is the view: all that a seat has seen in a deal, and the scores of earlier ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ludocards.engine.extras import needs_extra
from ludocards.engine.game import Json
from ludocards.engine.once import once
from ludocards.engine.registry import GAMES
from ludocards.learning.episodes import Episode, EpisodeTable

with needs_extra("openspiel"):
    import numpy as np
    import pyspiel

KEPT_TURNS = 2**14
"""The most turns that are kept: the endings that algorithms walk again and again."""

PARAMETERS = {"rules": "", "players": 0, "deals": 1}


class OpenSpielGame(pyspiel.Game):
    """A game with its table; `kind` names the game."""

    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None, states: Sequence[Any] = ()) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        self.setting = EpisodeTable.of(self.kind.short_name.removeprefix("ludocards_"), **chosen)
        self.states = states
        self.start = EpisodeTurn(self.setting, Episode(self.setting).state)
        self.pack = self.setting.game.pack(self.start.state)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.space.commands),
            max_chance_outcomes=max(len(self.setting.game.deck.cards), len(states)),
            num_players=self.setting.players,
            min_utility=-self.setting.span,
            max_utility=self.setting.span,
            utility_sum=0.0,
            max_game_length=self.setting.most_actions,
        )
        super().__init__(self.kind, info, chosen)

    def __deepcopy__(self, memo: Any) -> OpenSpielGame:
        return self  # the copies of a state share their game

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.deals * len(self.setting.game.deck.cards)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ViewObserver:
        return ViewObserver(self.setting)


class EpisodeTurn:
    """A state of an episode, with what algorithms ask of it each time that they come by."""

    def __init__(self, setting: EpisodeTable, state: Any) -> None:
        self.setting, self.state = setting, state
        episode = self.episode_here()
        self.awaits_deal, self.is_over = episode.awaits_deal, episode.is_over
        self.seat = None if self.awaits_deal or self.is_over else episode.seat
        self.legal = [] if self.seat is None else episode.legal_actions(self.seat)
        self.states_after: dict[int, Any] = {}
        self.views: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> EpisodeTurn:
        return self

    def episode_here(self) -> Episode:
        episode = Episode(self.setting)
        episode.state = self.state
        return episode

    def after(self, action: int) -> EpisodeTurn:
        if action not in self.states_after:
            episode = self.episode_here()
            episode.take_action(action)
            self.states_after[action] = episode.state
        return _turn_of(self.setting, self.states_after[action])

    def view_text(self, seat: int) -> str:
        if seat not in self.views:
            self.views[seat] = json.dumps({"seat": seat, **self.setting.game.view(self.state, seat)})
        return self.views[seat]


_turn_of = once(EpisodeTurn, most=KEPT_TURNS)


class OpenSpielState(pyspiel.State):
    """A turn of an episode, and the cards that chance has drawn for the next deal."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.game = game
        self.turn = game.start
        self.drawn: tuple[int, ...] = ()
        self.awaits_state = bool(game.states)

    def current_player(self) -> int:
        if self.awaits_state or self.turn.awaits_deal:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.turn.seat is None else self.turn.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.awaits_state:
            return [(number, 1 / len(self.game.states)) for number in range(len(self.game.states))]
        left = [card for card in range(len(self.game.pack)) if card not in self.drawn]
        return [(card, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        return self.turn.legal if player == self.turn.seat else []

    def _apply_action(self, action: int) -> None:
        if self.awaits_state:
            self.turn, self.awaits_state = _turn_of(self.game.setting, self.game.states[action]), False
        elif not self.turn.awaits_deal:
            self.turn = self.turn.after(action)
        else:
            self.drawn += (action,)
            if len(self.drawn) == len(self.game.pack):
                episode = self.turn.episode_here()
                episode.deal_cards([self.game.pack[card] for card in self.drawn])
                self.turn, self.drawn = EpisodeTurn(self.game.setting, episode.state), ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return json.dumps(self.game.setting.space.commands[action].as_json())
        return f"state {action}" if self.awaits_state else f"deal {self.game.pack[action]}"

    def is_terminal(self) -> bool:
        return not self.awaits_state and self.turn.is_over

    def returns(self) -> list[float]:
        is_over = self.is_terminal()
        return self.turn.episode_here().returns() if is_over else [0.0] * self.game.setting.players

    def __str__(self) -> str:
        return json.dumps([self.drawn, self.game.setting.game.dump(self.turn.state)])


class ViewObserver:
    """The view of a player, as text and as a tensor; the same for every kind of observation."""

    def __init__(self, setting: EpisodeTable) -> None:
        self.tensor = np.zeros(setting.layout.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor[:] = state.turn.episode_here().tensor_of(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.turn.view_text(player)


def from_states(
    name: str, states: Sequence[Any], rules: str | Mapping[str, Json] = "", players: int = 0, deals: int = 1
) -> OpenSpielGame:
    """A game that begins with one of these states, all equally likely."""
    text = rules if isinstance(rules, str) else json.dumps(rules)
    return _CLASSES[name]({"rules": text, "players": players, "deals": deals}, states)


def _class_of(name: str) -> type[OpenSpielGame]:
    players = GAMES[name].players
    kind = pyspiel.GameType(
        short_name=f"ludocards_{name}",
        long_name=f"{name.title()}, by ludocards",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )
    return type(name.title(), (OpenSpielGame,), {"kind": kind})


_CLASSES = {name: _class_of(name) for name in GAMES}

for each in _CLASSES.values():
    pyspiel.register_game(each.kind, each)
