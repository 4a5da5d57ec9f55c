"""Many tables of a game at once: what its kernels do not know.

The module `bot.tables` of a game has its `TableKernels`: the compiled rules of its deals, the numbers of its
commands, and where its boards have what a seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludocards.bots.kernels.numbers import Ints
from ludocards.engine.game import Command


@dataclass(frozen=True, slots=True)
class ObservedField:
    """A field of the view, and where the board has it.

    `count` is the number of sets, numbers or places; of `CARD_ROW` the index of the number of cards.
    """

    name: str
    kind: int
    offset: int = 0
    count: int = 1
    is_optional: bool = False
    """True if it may be absent (a number below 0): the field begins with a 1 if it is there."""
    meaning: str = ""
    """Set for a field that no view has."""


@dataclass(frozen=True, slots=True)
class TableKernels:
    """How the deals of a game are played at many tables."""

    play_tables: Callable[..., None]
    """Made by `tables_kernel`."""
    board: int
    """The size of a board. The dealer comes after it, then `more` numbers that only these kernels know."""
    board_of: Callable[[Mapping[str, Any]], Ints]
    numbers_of: Callable[[Any], Mapping[str, int]]
    """By rules, the number of each card."""
    choice_of: Callable[[Any, Command], int | None]
    """By rules, the choice of the kernels that a command is; None if they do not know it."""
    hands: int
    counts: int
    """The offsets of the hands on a board, and of their numbers of cards."""
    fields: Callable[[int, int], Sequence[ObservedField]]
    """What is observed besides the hand and the numbers of cards, by the numbers of players and of sides."""
    missing: Callable[[Any, int], str]
    """By rules and the number of players, what these kernels lack; "" if nothing."""
    scores_of: Callable[[Any, Sequence[int]], Sequence[int]] = lambda rules, counted: counted
    """By rules, the scores of the sides from what the kernels count for them."""
    stock: Callable[[int, int, int], tuple[int, bool]] = lambda place, size, dealer: (0, False)
    """Where a card of the stock is on a board, by its place, the size of the stock and the dealer; and
    whether a set of cards is there."""
    opened: Callable[[Any], Any] = lambda dealt: dealt
    """The state at the first choice, from the one in which the cards are dealt."""
    more: int = 0
    room: int = 16
    """The most choices that a seat may have."""
    state_at: Callable[[Any, int], Any] | None = None
    """The state before the deal of this number, from the one before the first; None if all deals are like the
    first."""


def plain_card(command: Command, numbers: Mapping[str, int]) -> int | None:
    """The number of a card played without a word; None for other commands."""
    is_plain = command.do == "play" and [name for name, _ in command.fields] == ["card"]
    return numbers[command.get("card")] if is_plain else None
