"""Positions as the bots of a game see them: determinizations of a view with their weights, the value of every
command by a level, playouts, and exact solutions.

The method is determinization: the hidden cards are dealt many times, each deal is weighed by the likelihood
of what everybody has done, and every command is played out in it (`docs/bots.md`). numpy and numba, the extra
`bots`, are loaded with the first call.

A value is the result of the seat's side at the end of the deal, more being better, in the unit of the game.
The library's README says which unit, and which positions can be solved.

All calls raise `RefusedError` for what they cannot answer; `refused.code` is `no_search` (bots of this game,
or in this phase, do not search), `no_level`, `no_seat` (the view of a spectator), `not_on_turn`,
`unequal_views` or `too_large`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ludocards.bots import registry
from ludocards.bots.reviewing import ChoiceValues
from ludocards.engine.game import Command, Determinizable, Game, Json, Refused, RefusedError
from ludocards.engine.worlds import Unlikely

if TYPE_CHECKING:  # it needs numpy
    from ludocards.bots.searching import Search


class Determinizations(NamedTuple):
    """Whole states that agree with a view, each once, and their weights, which are positive and sum to 1."""

    states: Sequence[Any]
    weights: Sequence[float]

    def beliefs(self) -> dict[str, tuple[float, ...]]:
        """The probability of each card, by its code, to be in the hand of each seat; what is missing to 1 is
        that no hand holds it."""
        found: dict[str, list[float]] = {}
        for state, weight in zip(self.states, self.weights, strict=True):
            for seat, hand in enumerate(state.hands):
                for card in hand:
                    found.setdefault(card.code, [0.0] * len(state.hands))[seat] += weight
        return {code: tuple(shares) for code, shares in found.items()}


def determinize(
    game: Game[Any, Any], rules: Any, view: Mapping[str, Json], seat: int, number: int, random: Random
) -> Determinizations:
    """Draw up to `number` determinizations of the view of a seat, on turn or not.

    They are drawn as *maestro* does, from at least as many deals, by the likelihood of the cards and words of
    the others; equal ones are merged, and those that the rules exclude left out. Nothing but the view and the
    rules is used. All are equally likely where bots have no beliefs: while a window for calls is open, and
    while another seat lays cards away. Raises `Unlikely` if no deal agrees.
    """
    search = _searched(game)
    assert isinstance(game, Determinizable)
    _check_view(view)
    if not search.is_weighable(view):
        states = [game.determinized(rules, view, seat, random) for _ in range(number)]
        return Determinizations(states, [1 / number] * number)
    found: dict[Any, float] = {}
    for dealing, weight in search.drawn_worlds(view, seat, number, random):
        try:
            state = game.determinized(rules, view, seat, random, dealing)
        except Unlikely:
            continue
        found[state] = found.get(state, 0.0) + weight
    if not found:
        raise Unlikely("no deal was found that agrees with the view")
    total = sum(found.values())
    return Determinizations([*found], [weight / total for weight in found.values()])


def evaluate(
    game: Game[Any, Any],
    view: Mapping[str, Json],
    commands: Sequence[Command],
    level: str = "maestro",
    number: int | None = None,
) -> ChoiceValues:
    """Evaluate commands of the seat on turn as a level does, without its time limit.

    `number` is that of the determinizations, if it is not the level's. They are those of the level: it gives
    the command with the highest value (of equal ones the one that *circolo* likes best), unless it follows a
    convention (a trick left to the partner, the answer to a signal), has given up a card before all deals
    were evaluated, or searches a tree.
    """
    search = _searched(game)
    if level not in search.levels:
        _refuse("no_level", f"the levels that search are {', '.join(search.levels)}")
    _check_view(view)
    chosen = search.level_at(view, search.levels[level])
    if number is not None:
        chosen = replace(chosen, dealt=max(chosen.dealt, number), played=number)
    return search.evaluate(view, _judged(search, view, commands), chosen)


def playouts(
    game: Game[Any, Any], worlds: Determinizations, commands: Sequence[Command] | None = None
) -> ChoiceValues:
    """Play out each command (default: all legal ones) of the seat on turn in these states, which that seat
    must not be able to tell apart.

    In a playout every seat follows the rules of thumb of *circolo*, and uses only what it may see.
    """
    search, seat, view = _on_turn(game, worlds.states)
    if any(game.view(state, seat) != view for state in worlds.states):
        _refuse("unequal_views", "the seat on turn can tell these states apart")
    judged = _judged(search, view, game.legal(worlds.states[0], seat) if commands is None else commands)
    places = [_places(search, state) for state in worlds.states]
    return search.values_in(view, places, judged, search.heuristic, worlds.weights)


def solve(
    game: Game[Any, Any], state: Any, commands: Sequence[Command] | None = None
) -> dict[Command, float]:
    """The value of each command (default: all legal ones) of the seat on turn if everybody sees all cards and
    plays on without a mistake: minimax between two sides, max^n among more.

    Positions that are too large (the README says for which game) are refused as `too_large`.
    """
    search, seat, view = _on_turn(game, [state])
    if not search.is_solvable(view):
        _refuse("too_large", "this position is too large to be solved")
    judged = _judged(search, view, game.legal(state, seat) if commands is None else commands)
    solved = search.values_in(view, [_places(search, state)], judged, search.exact, [1.0])
    return dict(zip(solved.commands, map(float, solved.values[0]), strict=True))


def _refuse(code: str, message: str) -> NoReturn:
    raise RefusedError(Refused(code, message))


def _searched(game: Game[Any, Any]) -> Search[Any, Any]:
    if game.name not in registry.THOUGHT_ABOUT:
        _refuse("no_search", "no bots of this game search")
    return registry.searcher(game.name)


def _check_view(view: Mapping[str, Json]) -> None:
    if "hand" not in view:
        _refuse("no_seat", "this is the view of a spectator, who has no hand")


def _judged(search: Search[Any, Any], view: Mapping[str, Json], commands: Sequence[Command]) -> list[Command]:
    """The commands that a search compares."""
    if not view["to_act"]:
        _refuse("not_on_turn", "nobody is to act")
    judged = [command for command in commands if command.do not in search.unjudged]
    if not judged:
        _refuse("no_search", "bots do not search for these commands")
    return judged


def _on_turn(game: Game[Any, Any], states: Sequence[Any]) -> tuple[Search[Any, Any], int, dict[str, Json]]:
    """The search, the seat on turn, and its view."""
    search = _searched(game)
    if not game.to_act(states[0]):
        _refuse("not_on_turn", "nobody is to act")
    seat = game.to_act(states[0])[0]
    view = game.view(states[0], seat)
    if not search.is_weighable(view):
        _refuse("no_search", "bots do not search in this phase")
    return search, seat, view


def _places(search: Search[Any, Any], state: Any) -> list[list[str]]:
    """The cards of each hand, and last those that no hand holds."""
    return [[card.code for card in held] for held in (*state.hands, search.unheld_cards(state))]
