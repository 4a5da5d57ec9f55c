"""An episode of learning: some deals of a match, as numbered actions of one seat after the other.

An episode ends after its deals, or with the match. Where several seats may act at once, because a window is
open, they act one after the other from the dealer's right; the clock never closes the window. The return of
a seat is the score of its side, less the average over all seats: they add up to zero. Its unit is that of the
match's score: see `EpisodeTable.of`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any

from ludocards.engine.cards import Card
from ludocards.engine.commands import ActionSpace, action_space
from ludocards.engine.game import Command, Game, Json, Refused, RefusedError, unrefused
from ludocards.engine.record import Malformed, parse_json
from ludocards.engine.registry import GAMES
from ludocards.engine.tensors import ViewLayout, view_layout

ACTIONS_PER_CARD = 4
"""A bound of the actions in a deal, for each card: words go with cards, and little else is said."""


@dataclass(frozen=True, slots=True)
class EpisodeTable:
    """The table of an episode."""

    game: Game[Any, Any]
    rules: Any
    players: int
    deals: int

    @classmethod
    def of(
        cls, game: str, rules: str | Mapping[str, Json] = "", players: int = 0, deals: int = 1
    ) -> EpisodeTable:
        """A table by names; without them the game's first number of players, and the preset for it.

        `rules` are a preset's name, or rules as a record has them, also as the text of their JSON. Where they
        play to a number of games, a deal counts 1 for the side that wins it; with `"match_end": {"deals": 1}`
        it counts its points.

        Raises `RefusedError` for a game or rules that do not exist, or that are not for so many players.
        """
        if game not in GAMES:
            raise RefusedError(Refused("no_game", f"the games are {', '.join(GAMES)}"))
        chosen = GAMES[game]
        players = players or chosen.players[0]
        table_rules = unrefused(chosen.rules_from(_rules_json(rules or chosen.preset_for(players))))
        unrefused(chosen.start(table_rules, players, 0))
        return cls(chosen, table_rules, players, deals)

    @property
    def space(self) -> ActionSpace:
        return action_space(self.game, self.rules, self.players)

    @property
    def layout(self) -> ViewLayout:
        return view_layout(self.game, self.players)

    @property
    def most_actions(self) -> int:
        """A bound of the actions of all seats in an episode."""
        return ACTIONS_PER_CARD * self.deals * len(self.game.deck.cards)

    def forfeit_returns(self, seat: int) -> list[float]:
        """The returns if a seat's side has the worst score that a deal can bring it, and all others the best.

        No return is lower than that of the seat.
        """
        worst, best = sorted(self.game.results(self.game.deal_bounds(self.rules, self.players)))
        sides = self.game.sides(unrefused(self.game.start(self.rules, self.players, 0)))
        scores = [self.deals * (worst if side == sides[seat] else best) for side in sides]
        return less_average(scores)

    @property
    def span(self) -> float:
        """The bound of the return of a seat, up or down."""
        return -self.forfeit_returns(0)[0]


class Episode:
    """An episode that is being played; its `state` may be set to any state of the game."""

    def __init__(self, setting: EpisodeTable, dealer: int = 0) -> None:
        self.setting = setting
        self.state: Any = unrefused(setting.game.start(setting.rules, setting.players, dealer))

    def __deepcopy__(self, memo: Any) -> Episode:
        return copy(self)  # its values are immutable

    @property
    def is_over(self) -> bool:
        return self.setting.game.is_over(self.state) or len(self.state.sheet) >= self.setting.deals

    @property
    def awaits_deal(self) -> bool:
        return not self.is_over and self.setting.game.awaits_deal(self.state) is not None

    @property
    def seat(self) -> int:
        """The seat that acts now, the first one from the dealer's right."""
        players = self.setting.players
        acting = self.setting.game.to_act(self.state)
        return min(acting, key=lambda seat: (seat - self.state.dealer - 1) % players)

    def deal_cards(self, cards: Sequence[Card]) -> None:
        """Begin the next deal with the pack in this order."""
        game = self.setting.game
        self.state = unrefused(game.deal(self.state, game.hand_out(self.state, tuple(cards)))).state

    def shuffle_and_deal(self, random: Random) -> None:
        pack = self.setting.game.pack(self.state)
        self.deal_cards(random.sample(pack, len(pack)))

    def legal_actions(self, seat: int) -> list[int]:
        """The numbers of the commands that a seat may give now; none unless it is the seat that acts."""
        acts = not self.is_over and not self.awaits_deal and seat == self.seat
        return self.setting.space.legal_numbers(self.setting.game, self.state, seat) if acts else []

    def take_action(self, action: int) -> None:
        """Carry out a command by its number for the seat that acts.

        Raises `RefusedError` if it may not, or if there is no such number; then nothing has changed.
        """
        commands = self.setting.space.commands
        if not 0 <= action < len(commands):
            raise RefusedError(Refused("bad_command", f"actions are numbers from 0 to {len(commands) - 1}"))
        self.give_command(commands[action])

    def give_command(self, command: Command) -> None:
        """Like `take_action`, by the command itself."""
        self.state = unrefused(self.setting.game.apply(self.state, self.seat, command)).state

    def tensor_of(self, seat: int) -> list[float]:
        """What a seat may know, as numbers."""
        return self.setting.layout.tensor_of(self.setting.game.view(self.state, seat), seat)

    def returns(self) -> list[float]:
        """By seat, the score so far less the average of all seats; more is better in every game."""
        game = self.setting.game
        return less_average(game.results(game.returns(self.state)))


def _rules_json(rules: str | Mapping[str, Json]) -> Json:
    """Rules as a record has them, from these, their text, or the name of a preset."""
    if not isinstance(rules, str):
        return {**rules}
    if not rules.startswith("{"):
        return {"preset": rules}
    try:
        return parse_json(rules)
    except Malformed as wrong:
        raise RefusedError(Refused("bad_rules", str(wrong))) from wrong


def less_average(scores: Sequence[int]) -> list[float]:
    """Scores by seat as returns: each less the average of all, as near as a number of the machine can be."""
    return [(len(scores) * score - sum(scores)) / len(scores) for score in scores]
