"""The review of a deal of Tressette: the result of every position with all cards open, and the value of each
choice to a player who sees only their own hand.

Amounts are in thirds of a point, with the last trick and without the accuse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import ChoiceValues, MissedWord, OpenPositions, PlayedDeal, Reviewer, SeatChoice
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits, cards
from ludocards.catalogue.tressette.bot.board import board_of
from ludocards.catalogue.tressette.bot.club import said
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LAST,
    LEADER,
    PLAYERS,
    SIDES,
    STAKES,
    TAKEN,
    TRICK,
    legal,
    play_out,
    put,
    turn,
)
from ludocards.catalogue.tressette.bot.kernels.reach import reached, search_alone, search_near
from ludocards.catalogue.tressette.bot.levels import SEARCH, memory
from ludocards.catalogue.tressette.values import ACCUSE
from ludocards.engine.game import Command

ALL_SEEN = 8
"""The number of cards in the hand from which an ending with three players is searched."""


# ---- with all cards open


def boards_of(deal: PlayedDeal) -> Ints:
    """The positions before the first card and after each."""
    boards = np.zeros((len(deal.plays) + 1, BOARD), np.int64)
    first = boards[0]
    for seat, view in enumerate(deal.views):
        first[HANDS + seat], first[COUNTS + seat] = bits(view["hand"]), len(view["hand"])
        first[SIDES + seat], first[STAKES + seat] = view["sides"][seat], -1000
    first[PLAYERS], first[LAST] = len(deal.views), deal.after["last_trick"]
    first[LEADER] = deal.views[0]["trick"]["leader"]
    for number, play in enumerate(deal.plays):
        boards[number + 1] = boards[number]
        put(boards[number + 1], INDEX[play.command.get("card")])
    return boards


def open_positions(deal: PlayedDeal) -> OpenPositions:
    return SolvedTressette(deal) if len(deal.views) == 4 else SearchedTressette(deal)


class SearchedTressette(Ending):
    """The deal of three players, or of pairs if the kernels are not compiled."""

    def __init__(self, deal: PlayedDeal) -> None:
        super().__init__(deal, [*boards_of(deal)], ALL_SEEN)
        levels = 3 * ALL_SEEN + 1
        self.rows, self.thirds = np.zeros((levels, BOARD), np.int64), np.zeros((levels, 4), np.float64)

    def play_card(self, board: Ints, command: Command) -> None:
        put(board, INDEX[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def side_scores(self, ended: Ints) -> list[float]:
        sides = int(ended[SIDES : SIDES + 4].max()) + 1
        taken: list[float] = ended[TAKEN : TAKEN + sides].tolist()
        return taken

    def seat_gains(self, ended: Ints) -> list[float]:
        taken = self.side_scores(ended)
        return [taken[side] for side in ended[SIDES : SIDES + self.players]]

    def search_ending(self, board: Ints) -> list[float]:
        self.rows[0] = board
        search_alone(self.rows, 0, self.thirds, self.keys, self.stored)
        return [float(thirds) for thirds in self.thirds[0]]


class SolvedTressette:
    """The deal of two pairs, solved exactly from every position."""

    exact = True

    def __init__(self, deal: PlayedDeal) -> None:
        self.plays = deal.plays
        self.boards = boards_of(deal)
        self.solver = solver()
        self.rows = np.zeros((5, BOARD), np.int64)
        self.total = int(self.boards[-1, TAKEN : TAKEN + 2].sum())
        self.found = [0] * len(self.boards)
        """The thirds of side 0 at the end."""

    def final_scores(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the results from the last position to the first: stored results speed up the earlier ones."""
        guess = 0
        for number in reversed(range(len(self.boards))):
            self.rows[0] = self.boards[number]
            guess = int(search_near(self.rows, guess, self.solver))
            self.found[number] = guess
            yield number, [guess, self.total - guess]

    def card_losses(self, number: int) -> dict[Command, int]:
        board = self.boards[number]
        ours = bool(board[SIDES + turn(board)] == 0)
        led = int(board[TRICK]) >> 4 if board[LAID] else -1
        found, guess = {}, -1
        for code in cards(int(legal(board[HANDS + turn(board)], led))):
            self.rows[0] = board
            put(self.rows[0], INDEX[code])
            guess = int(search_near(self.rows, guess, self.solver))
            found[code] = guess if ours else -guess
        most = max(found.values())
        return {Command.of("play", card=code): most - gain for code, gain in found.items()}

    def basis(self, number: int) -> str:
        return "optimum"

    def loss_and_best(self, number: int) -> tuple[int, list[Command]]:
        less = abs(self.found[number] - self.found[number + 1])
        return less, self._best(number) if less else [self.plays[number].command]

    def _best(self, number: int) -> list[Command]:
        board = self.boards[number]
        seat = turn(board)
        ours = bool(board[SIDES + seat] == 0)
        need = self.found[number] + (not ours)
        led = int(board[TRICK]) >> 4 if board[LAID] else -1
        return [
            Command.of("play", card=code)
            for code in cards(int(legal(board[HANDS + seat], led)))
            if (self._after(board, code, need) >= need) == ours
        ]

    def _after(self, board: Ints, code: str, need: int) -> int:
        self.rows[0] = board
        put(self.rows[0], INDEX[code])
        return int(reached(self.rows, 0, need, self.solver))


# ---- by what the player could know


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> ChoiceValues:
    """The value of each card in worlds that agree with what the seat may know."""
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


# ---- missed announcements


def find_missed_words(deal: PlayedDeal) -> list[MissedWord]:
    return [*_accuse(deal.choices), *_words(deal.choices)]


def _accuse(choices: Sequence[SeatChoice]) -> Iterator[MissedWord]:
    """The accuse that were held and never made, at the last choice where they could be made.

    Three of a kind and all four of it are the same accusa.
    """
    open_: dict[tuple[int, bool, str], MissedWord] = {}
    for choice in choices:
        if choice.command.do == "accuse":
            open_.pop((choice.seat, *_what(choice.command)), None)
            continue
        for command in choice.legal:
            if command.do == "accuse":
                points = ACCUSE[command.get("combo")]
                about = command.as_json()
                known = open_.get((choice.seat, *_what(command)))
                if known is not None and known.points > points:
                    about, points = known.about, known.points
                missing = MissedWord(choice.at, choice.seat, "accusa", about, points)
                open_[choice.seat, *_what(command)] = missing
    yield from open_.values()


def _what(accusa: Command) -> tuple[bool, str]:
    napoletana = accusa.get("combo") == "napoletana"
    return napoletana, accusa.get("suit" if napoletana else "rank")


def _words(choices: Sequence[SeatChoice]) -> Iterator[MissedWord]:
    """The announcements that the club bot makes with a card, and the player did not."""
    for choice in choices:
        if choice.command.do != "play":
            continue
        code = choice.command.get("card")
        expected = said(choice.view, board_of(choice.view), code)
        if "declare" in expected and "suit" not in (choice.command.get("declare") or ()):
            words = choice.view["declarations"]["preview"][code]["suit"]
            yield MissedWord(choice.at, choice.seat, "declaration", words)
        if "signal" in expected and choice.command.get("signal") is None:
            yield MissedWord(choice.at, choice.seat, "signal", expected["signal"])


REVIEWER = Reviewer(
    evaluate_choices,
    halving_loss=1.5,
    open_positions=open_positions,
    find_missed_words=find_missed_words,
    unjudged_fields=("declare", "signal"),
)
