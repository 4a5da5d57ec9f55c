"""A puzzle, or a step of a lesson, as a reader may see it: before it is answered, nothing but what its player
knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games import texts
from games.archive import finished_matches
from games.texts.reasons import choice_name
from ludocards.engine.game import Command, Json
from ludocards.ratings.skill import Skill
from ludocards.words.lessons import write_notation
from practice import texts as practice_texts
from practice.actions import Answered
from practice.models import Explained, Puzzle
from practice.positions import PuzzlePosition, position_record


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a puzzle or a mistake with everything that the page and the API then show."""

    answered: Answered
    answer: str
    """The names of the right choices."""
    is_one_of_several: bool
    """True if other choices are right too."""
    chosen: str
    """The sentence about what the reader has chosen."""
    reasons: list[str]
    losses: list[tuple[str, float]]
    """Every choice with the points that it loses, best first."""


def puzzle_position(puzzle: Puzzle) -> PuzzlePosition:
    return PuzzlePosition.from_json(puzzle.position)


def position_context(puzzle: Explained, position: PuzzlePosition, *, is_open: bool) -> dict[str, Any]:
    """Return the context of an unanswered puzzle or mistake; it has all hands only if `is_open`."""
    view = position.view()
    return {
        "puzzle": puzzle,
        "partner": practice_texts.partner_sentence(view, position.seat),
        "lead": practice_texts.lead_sentence(view, position.seat),
        "frame": puzzle_frame(position, is_open=is_open),
        "words": texts.page_words(position.game.name, position.game.rules_json(position.rules)),
        "choices": offered_choices(puzzle, position),
        "task": "practice/_task.html",
    }


def puzzle_choices(puzzle: Explained, position: PuzzlePosition) -> list[Json]:
    """The commands among which the player has to choose, in the order of the engine; none if they are sets of
    cards, which are many and follow from the view."""
    legal = position.game.listed(position.state(), position.seat)
    return [command.as_json() for command in legal if puzzle.offers(command.as_json())]


def offered_choices(
    puzzle: Explained, position: PuzzlePosition
) -> list[tuple[str, str | None, list[str], str]]:
    """The same for a form: the notation, the card if it is one, the cards that it takes, and the name of each
    choice. Where a set is asked for, the cards that may be in it."""
    if puzzle.cards_to_choose:
        legal = position.game.legal(position.state(), position.seat)
        may = dict.fromkeys(code for command in legal for code in command.get("cards"))
        return [(code, code, [], texts.card_name(position.game.deck.name, code)) for code in may]
    return [
        (notation_of(each), each.get("card"), each.get("take") or [], choice_name(position.game.name, each))
        for each in puzzle_choices(puzzle, position)
    ]


def notation_of(command: Json) -> str:
    read = Command.from_json(command)
    assert isinstance(read, Command), command
    return write_notation(read)


def chosen_command(puzzle: Explained, *said: str) -> Command:
    """The choice with this notation, or of these cards; a command that is none of the choices if there is
    none."""
    if puzzle.cards_to_choose:
        codes = [code for text in said for code in text.rpartition("=")[2].split("+")]
        return Command.of(puzzle.answers[0]["do"], cards=codes)
    found = [command for command, _loss in puzzle.losses if [notation_of(command)] == [*said]]
    read = Command.from_json(found[0]) if found else None
    return read if isinstance(read, Command) else Command.of("")


def shown_rating(puzzle: Puzzle) -> int:
    return Skill(puzzle.mu, puzzle.sigma).shown


def puzzle_frame(position: PuzzlePosition, *, is_open: bool) -> dict[str, Any]:
    """The data of the viewer, in the form of `finished_matches.replay_frame`. All hands only if `is_open`."""
    game, players = position.game, position.players
    document = position_record(position, range(players) if is_open else [position.seat])
    seats = [
        finished_matches.shown_seat(seat, practice_texts.seat_name(seat, position.seat))
        for seat in range(players)
    ]
    return {
        **finished_matches.seats_frame(game.name, game.rules_json(position.rules), seats, position.seat),
        **document,
        "from": document["first"],
        "at": document["frames"][-1]["at"],
    }


def solution_of(puzzle: Explained, position: PuzzlePosition, answered: Answered) -> Solution:
    return Solution(
        answered,
        practice_texts.one_of_names([choice_name(position.game.name, command) for command in puzzle.answers]),
        len(puzzle.answers) > 1,
        practice_texts.choice_text(position, answered.command),
        practice_texts.explanation_sentences(position, puzzle.facts, puzzle.answers[0], puzzle.tempting),
        [(choice_name(position.game.name, command), loss) for command, loss in puzzle.losses],
    )
