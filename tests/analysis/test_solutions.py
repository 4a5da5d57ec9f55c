"""Positions with all hands open: what each card loses, as far as the rest of the deal is searched."""

from __future__ import annotations

from typing import Any

import pytest

from analysis import boards, thinking
from analysis.boards import Board, BoardLine
from games.archive import replay
from games.review import judging
from ludocards.bots import registry
from ludocards.engine.game import Command
from ludocards.engine.registry import GAMES
from tests.analysis.dealing import board


def played_deal(game: Any, players: int) -> Board:
    """A deal in which cards were played."""
    deals = (board(game, players, seed=seed) for seed in range(20))
    return next(on for on in deals if on and any(action.command.do == "play" for action in on.record()))


def solved(on: Board, many: int) -> tuple[int, Any]:
    """The seat on turn after so many commands of the record, and the solution of that position."""
    played = boards.play_line(on, BoardLine(many))
    [seat] = on.game.to_act(played.state)
    return seat, thinking.answer_question(played, thinking.SOLUTION, seat, "")


@pytest.mark.parametrize(
    "game", [GAMES[name] for name in sorted(registry.REVIEWED)], ids=lambda each: each.name
)
def test_a_solution_agrees_with_the_review(game: Any) -> None:
    """The loss of the card that was played is the one that the review finds with open cards."""
    on = played_deal(game, min(4, max(game.players)))
    record = on.record()
    acts = [*replay.replayed_commands(game, on.rules, on.players, on.stretch(on.log))]
    reviewer = registry.reviewer(game.name)
    assert reviewer is not None
    assert reviewer.open_positions is not None
    opened: Any = reviewer.open_positions(judging.choices_of_deal(game, acts, on.players))
    for _ in opened.final_scores():
        pass
    plays = [number for number, action in enumerate(record) if action.command.do == "play"]
    for number in (len(plays) - 2 * on.players, len(plays) - 2 * on.players - 1):
        seat, found = solved(on, plays[number])
        command = reviewer.bare_command(record[plays[number]].command)
        loss, _ = opened.loss_and_best(number)
        lost = {Command.from_json(each["command"]): each["loss"] for each in found["choices"]}
        assert seat == record[plays[number]].seat
        assert lost.keys() == {reviewer.bare_command(each) for each in opened_legal(on, plays[number], seat)}
        assert min(lost.values()) == 0
        assert lost[command] == pytest.approx(loss / game.point, abs=0.01)
        assert found["basis"] == opened.basis(number) != "rules"


def opened_legal(on: Board, many: int, seat: int) -> list[Any]:
    played = boards.play_line(on, BoardLine(many))
    return [command for command in on.game.legal(played.state, seat) if command.do == "play"]


def test_a_position_that_is_not_searched_says_so() -> None:
    on = played_deal(GAMES["tarocchi"], 3)
    first = next(number for number, action in enumerate(on.record()) if action.command.do == "play")
    assert solved(on, first)[1] == {"choices": [], "basis": "rules"}
    assert solved(on, first - 1)[1] == {"choices": [], "basis": "rules"}


def test_two_pairs_are_solved_from_the_first_card_on() -> None:
    on = played_deal(GAMES["tressette"], 4)
    first = next(number for number, action in enumerate(on.record()) if action.command.do == "play")
    _, found = solved(on, first)
    assert found["basis"] == "optimum"
    assert len(found["choices"]) == 10
