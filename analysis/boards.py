"""The board: a deal of a finished match with all hands open, played on from any of its positions.

Pure functions over the log of the deal. The engine plays it and every line that leaves it, so the
browser needs no rules, and only what is legal can be stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.archive import replay
from games.archive.replay import Logged
from games.texts import accept_or_raise
from ludocards.engine.game import CLOCK, Command, Game, Json, unrefused
from ludocards.engine.record import Action
from ludopoli.http.refusals import ActionRefused

MOST_COMMANDS = 400
"""The longest line. No deal of the catalogue has as many commands."""

MANY = 60
"""More commands than this of one verb with a list of cards are sent as the cards to pick from."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A way through a deal: the first `start` commands of the record, and then these."""

    start: int
    actions: tuple[Action, ...] = ()

    def __len__(self) -> int:
        return self.start + len(self.actions)


@dataclass(frozen=True, slots=True)
class Board:
    """A deal of a match as it was played."""

    game: Game[Any, Any]
    rules: Any
    players: int
    deal: int
    """From 0."""
    log: Sequence[Logged]
    """Of this deal; with those of all earlier ones if the match cannot be resumed."""
    resumed: Any
    """The state before the log."""

    def record(self) -> list[Action]:
        """The commands of the deal as they were given."""
        return [Action(each.seat, each.command) for each in self._own() if each.command is not None]

    def stretch(self, log: Sequence[Logged]) -> replay.Stretch:
        only = range(self.deal, self.deal + 1)
        return replay.Stretch(only, self.deal + 1, log, resumed=self.resumed)

    def up_to(self, many: int) -> list[Logged] | None:
        """The log before the deal's command number `many`, counted from 0; None if it has fewer."""
        cut: list[Logged] = []
        seen, begun = 0, False
        for each in self.log:
            begun = begun or _begins(each, self.deal)
            if begun and each.command is not None:
                if seen == many:
                    return cut
                seen += 1
            cut.append(each)
        return cut if begun and seen == many else None

    def _own(self) -> Iterable[Logged]:
        begun = False
        for each in self.log:
            begun = begun or _begins(each, self.deal)
            if begun:
                yield each


def _begins(logged: Logged, deal: int) -> bool:
    return logged.event.kind == "dealt" and logged.event.public["deal"] == deal


@dataclass(frozen=True, slots=True)
class Played:
    """A line that the engine has accepted."""

    board: Board
    line: BoardLine
    log: Sequence[Logged]
    states: Sequence[Any]
    """The state after the deal and after every command: one more than commands."""

    @property
    def state(self) -> Any:
        return self.states[-1]

    def frames(self) -> dict[str, Json]:
        """The line as a viewer of replays takes it (`replay.replay_document`), with all hands."""
        board = self.board
        everybody = range(board.players)
        return replay.replay_document(
            board.game, board.rules, board.players, board.stretch(self.log), everybody
        )

    def actions(self) -> list[Action]:
        """All commands of the line, with those of the record."""
        return [*self.board.record()[: self.line.start], *self.line.actions]

    def turns(self) -> list[list[Json]]:
        """The commands of each of the `states`: see `choices_on_turn`."""
        return [choices_on_turn(self.board.game, state) for state in self.states]


def play_line(board: Board, line: BoardLine) -> Played:
    """Play a line. Refused as `no_position`, `long_line`, and as the game refuses its commands."""
    if len(line.actions) > MOST_COMMANDS:
        raise ActionRefused("long_line", most=MOST_COMMANDS)
    log = board.up_to(line.start)
    if log is None:
        raise ActionRefused("no_position")
    game = board.game
    states = [*replay.replayed_states(game, board.rules, board.players, board.stretch(log))]
    for action in line.actions:
        if is_over(game, states[-1]):
            raise ActionRefused("deal_over")
        seat = CLOCK if action.seat is None else action.seat
        step = accept_or_raise(game.apply(states[-1], seat, action.command), game.name)
        first, *rest = step.events
        log += [Logged(first, action.seat, action.command), *map(Logged, rest)]
        states.append(step.state)
    return Played(board, line, log, states)


def line_played_out(played: Played) -> list[Logged]:
    """The log of a line that goes on to the end of the deal as the clock would play."""
    game, state, log = played.board.game, played.state, [*played.log]
    while not is_over(game, state):
        seat, command = game.on_timeout(state)
        step = unrefused(game.apply(state, seat, command))
        first, *rest = step.events
        log += [Logged(first, None if seat == CLOCK else seat, command), *map(Logged, rest)]
        state = step.state
    return log


def is_over(game: Game[Any, Any], state: Any) -> bool:
    """Return whether the deal is played out."""
    return game.is_over(state) or game.awaits_deal(state) is not None


def choices_on_turn(game: Game[Any, Any], state: Any) -> list[Json]:
    """The commands of each seat on turn: `{"seat", "commands", "picks", "words"}`; empty once the deal is
    over.

    `picks` has the verbs with a list of cards whose commands are too many to list: `{"do", "cards",
    "count"}`; `words` what may be said with a card, `{"said", "cards"}`: further fields of the command, and
    the cards they may go with. The seat is None for the clock, which closes a window in which nobody says
    anything more.
    """
    if is_over(game, state):
        return []
    found = [{"seat": seat, **_listed(game, state, seat)} for seat in game.to_act(state)]
    seat, command = game.on_timeout(state)
    if seat == CLOCK:
        found.append({"seat": None, "commands": [command.as_json()], "picks": [], "words": []})
    return found


def _listed(game: Game[Any, Any], state: Any, seat: int) -> dict[str, Json]:
    by_verb: dict[str, list[Command]] = {}
    for command in game.legal(state, seat):
        by_verb.setdefault(command.do, []).append(command)
    commands: list[Json] = []
    picks: list[Json] = []
    for verb, each in by_verb.items():
        if len(each) > MANY and each[0].get("cards"):
            hand = [card.code for card in state.hands[seat]]
            among = {code for command in each for code in command.get("cards")}
            cards = [code for code in hand if code in among]
            picks.append({"do": verb, "cards": cards, "count": len(each[0].get("cards"))})
        else:
            commands += [command.as_json() for command in each]
    return {"commands": commands, "picks": picks, "words": _words(game, state, seat)}


def _words(game: Game[Any, Any], state: Any, seat: int) -> list[Json]:
    """The words that may go with a card, each with these cards."""
    found: list[Json] = []
    plain = {*game.legal(state, seat)}
    for command in game.every(state, seat):
        if command.do != "play" or command in plain:
            continue
        said = command.as_json()
        card = said.pop("card")
        del said["do"]
        known = next((each for each in found if each["said"] == said), None)
        if known is None:
            found.append({"said": said, "cards": [card]})
        else:
            known["cards"].append(card)
    return found


def read_actions(data: Sequence[Json]) -> tuple[Action, ...]:
    """Read actions in the form of a record, `{"seat", "do", …}`; the clock's have no seat."""
    found = []
    for each in data:
        command = accept_or_raise(Command.from_json(each))
        seat = each.get("seat")
        if not (seat is None or (type(seat) is int and seat >= 0)):
            raise ActionRefused("bad_command")
        found.append(Action(seat, command))
    return tuple(found)
