"""The board of every game: any position of a deal can be played on, and only as the rules allow."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from analysis import boards
from analysis.boards import Board, BoardLine, Played
from ludocards.engine.game import CLOCK, Command
from ludocards.engine.record import Action
from ludocards.engine.registry import GAMES
from tests.analysis.dealing import board, some_command
from tests.refusals import refused

EVERY = [(game, players) for game in GAMES.values() for players in game.players]


def played(board: Board, line: BoardLine) -> Played:
    found = boards.play_line(board, line)
    return found


def dealt(game: Any, players: int, deal: int = 0) -> Board:
    found = board(game, players, deal=deal)
    if found is None:
        pytest.skip("the match has no such deal")
    return found


def ends(end: Played) -> bool:
    return boards.is_over(end.board.game, end.state)


@pytest.mark.parametrize(("game", "players"), EVERY, ids=lambda each: getattr(each, "name", each))
@pytest.mark.parametrize("deal", [0, 1])
def test_any_position_can_be_played_on_to_the_end(game: Any, players: int, deal: int) -> None:
    on = dealt(game, players, deal)
    record, random = on.record(), Random(7)
    whole = played(on, BoardLine(len(record)))
    assert ends(whole)
    for start in (0, len(record) // 3, len(record) - 1):
        line = BoardLine(start)
        while not ends(now := played(on, line)):
            seat, command = some_command(game, now.state, random)
            line = BoardLine(start, (*line.actions, Action(None if seat == CLOCK else seat, command)))
        assert len(now.turns()) == len(now.states) == len(line) + 1
        assert now.turns()[:start] == whole.turns()[:start]
        frames = now.frames()["frames"]
        assert frames[: start + 1] == whole.frames()["frames"][: start + 1]
        assert frames[-1]["at"] == f"s{deal + 1}-fine"


@pytest.mark.parametrize(("game", "players"), EVERY, ids=lambda each: getattr(each, "name", each))
def test_the_choices_are_the_legal_commands(game: Any, players: int) -> None:
    on = dealt(game, players)
    whole = played(on, BoardLine(len(on.record())))
    for state, turn in zip(whole.states, whole.turns(), strict=True):
        if boards.is_over(game, state):
            assert turn == []
            continue
        assert [each["seat"] for each in turn if each["seat"] is not None] == [*game.to_act(state)]
        for each in turn:
            if each["seat"] is None:
                assert game.on_timeout(state)[0] == CLOCK
                continue
            legal = [command.as_json() for command in game.legal(state, each["seat"])]
            listed = {pick["do"]: pick for pick in each["picks"]}
            assert each["commands"] == [command for command in legal if command["do"] not in listed]
            for command in legal:
                if command["do"] in listed:
                    pick = listed[command["do"]]
                    assert {*command["cards"]} <= {*pick["cards"]}
                    assert len(command["cards"]) == pick["count"]
            worded = [
                Command.of("play", card=card, **words["said"])
                for words in each["words"]
                for card in words["cards"]
            ]
            assert {*worded} == {*game.every(state, each["seat"])} - {*game.legal(state, each["seat"])}


def test_a_line_that_the_rules_do_not_allow_is_refused() -> None:
    on = dealt(GAMES["tressette"], 4)
    state = played(on, BoardLine(0)).state
    [seat] = on.game.to_act(state)
    other = (seat + 1) % 4
    card = on.game.legal(state, seat)[0]
    theirs = Command.of("play", card=state.hands[other][0].code)
    with refused("not_your_turn"):
        boards.play_line(on, BoardLine(0, (Action(other, theirs),)))
    with refused("not_in_hand"):
        boards.play_line(on, BoardLine(0, (Action(seat, theirs),)))
    with refused("bad_command"):
        boards.play_line(on, BoardLine(0, (Action(seat, Command("sing")),)))
    with refused("not_your_turn"):
        boards.play_line(on, BoardLine(9, (Action(9, card),)))
    over = len(on.record())
    with refused("deal_over"):
        boards.play_line(on, BoardLine(over, (Action(seat, card),)))
    with refused("no_position"):
        boards.play_line(on, BoardLine(over + 1))
    with refused("long_line"):
        boards.play_line(on, BoardLine(0, (Action(seat, card),) * 401))


@pytest.mark.parametrize(
    "data", [[1], [{}], [{"do": 1}], [{"do": "play", "seat": "0"}], [{"do": "play", "seat": -1}]]
)
def test_actions_that_cannot_be_read_are_refused(data: Any) -> None:
    with refused("bad_command"):
        boards.read_actions(data)
