"""Tressette and Whist as games of OpenSpiel: an example of the library in research (docs/library.md).

    pip install "./ludocards" "open-spiel>=2.0.2,<3"
    python docs/openspiel.py

Chance deals one card at a time. An action is a command by its place in `Cards.commands`. Tarocchi is left
out: its bidding has no turns.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pyspiel

from ludocards.engine.game import Command
from ludocards.engine.registry import GAMES

CHOSEN = {"tressette": 4, "whist": 3}
"""The games, with the number of players."""


def other_commands(name: str) -> list[Command]:
    """The commands of a game besides playing a card."""
    if name == "whist":
        return [Command.of("bid", tricks=tricks) for tricks in range(18)]
    return [
        *(Command.of("accuse", combo="napoletana", suit=suit) for suit in "BCDS"),
        *(Command.of("accuse", combo=combo, rank=rank) for combo in ("three", "four") for rank in "A23"),
    ]


class Cards(pyspiel.Game):
    """A match of one deal, or of as many as the rules of the game prescribe."""

    def __init__(self, params: Any = None, *, name: str = "tressette") -> None:
        self.cards, players = GAMES[name], CHOSEN[name]
        self.rules = self.cards.rules_from({**self.cards.lasting(1)})
        self.commands = [Command.of("play", card=code) for code in self.cards.deck.cards] + other_commands(
            name
        )
        self.action_of = {command: action for action, command in enumerate(self.commands)}
        self.deals = self.cards.length(self.rules, players) or 1
        least, most = self.cards.deal_bounds(self.rules, players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.commands),
            max_chance_outcomes=len(self.cards.deck.cards),
            num_players=players,
            min_utility=float(self.deals * least),
            max_utility=float(self.deals * most),
            max_game_length=2 * self.deals * len(self.cards.deck.cards),
        )
        super().__init__(TYPES[name], info, params or {})

    def __deepcopy__(self, memo: Any) -> Cards:
        return self  # the copies of a state share their game

    def new_initial_state(self) -> CardsState:
        return CardsState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.deals * len(self.cards.deck.cards)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


class CardsState(pyspiel.State):
    """A state of the library, and the cards that chance has drawn for the next deal."""

    def __init__(self, game: Cards) -> None:
        super().__init__(game)
        self.game = game
        self.state = game.cards.start(game.rules, game.num_players(), dealer=0)
        self.drawn: tuple[int, ...] = ()

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.game.cards.awaits_deal(self.state) is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.game.cards.to_act(self.state)[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in range(len(self.game.cards.pack(self.state))) if card not in self.drawn]
        return [(card, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game.action_of[command] for command in self.game.cards.legal(self.state, player))

    def _apply_action(self, action: int) -> None:
        cards = self.game.cards
        if not self.is_chance_node():
            self.state = cards.apply(self.state, self.current_player(), self.game.commands[action]).state
            return
        self.drawn += (action,)
        pack = cards.pack(self.state)
        if len(self.drawn) == len(pack):
            deal = cards.hand_out(self.state, tuple(pack[card] for card in self.drawn))
            self.state, self.drawn = cards.deal(self.state, deal).state, ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.game.cards.pack(self.state)[action]}"
        return json.dumps(self.game.commands[action].as_json())

    def is_terminal(self) -> bool:
        return bool(self.game.cards.is_over(self.state))

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return [*map(float, self.game.cards.returns(self.state))]

    def view(self, player: int) -> dict[str, Any]:
        """The view of a player."""
        return self.game.cards.view(self.state, player)

    def determinized(self, player: int, random: Random) -> Any:
        """A determinization: a state of the library that agrees with the player's view."""
        return self.game.cards.determinized(self.game.rules, self.view(player), player, random)

    def __str__(self) -> str:
        return json.dumps([self.drawn, self.game.cards.dump(self.state)])


class Observer:
    """The view of a player as text."""

    def __init__(self) -> None:
        self.tensor, self.dict = np.zeros(0, np.float32), {}

    def set_from(self, state: CardsState, player: int) -> None: ...

    def string_from(self, state: CardsState, player: int) -> str:
        return json.dumps(state.view(player))


TYPES = {
    name: pyspiel.GameType(
        short_name=f"ludocards_{name}",
        long_name=f"{name.title()}, by ludocards",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )
    for name, players in CHOSEN.items()
}


def game_class(name: str) -> type[Cards]:
    """The class that OpenSpiel calls with the parameters alone."""

    class Named(Cards):
        def __init__(self, params: Any = None) -> None:
            super().__init__(params, name=name)

    return Named


for name, kind in TYPES.items():
    pyspiel.register_game(kind, game_class(name))


if __name__ == "__main__":
    for kind in TYPES.values():
        pyspiel.random_sim_test(
            pyspiel.load_game(kind.short_name), num_sims=5, serialize=False, verbose=False
        )
        print(kind.short_name, "passes random_sim_test")
