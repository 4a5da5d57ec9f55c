"""Many deals of a game at once, compiled: a vectorised environment.

At each of so many tables a deal is played; when it is over, the next one is dealt at once. One call acts at
all tables. Everything is compiled, and made of the rules that the bots' playouts use.

An action is the number of a command (`ludocards.engine.commands`), the same as in the other environments.
Commands that nobody has to give are left out (the library's README says which, and which presets are
covered). So a deal is one in which nobody speaks.

An observation is what the seat on turn may know. Its fields are some of those of `view_layout`, with the same
names and meanings, and the history of the deal: `played`, `order`. The returns are those of `Episode`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludocards.bots.kernels.numbers import Floats, Ints, Singles
from ludocards.bots.kernels.tables import (
    CARD_ROW,
    CARD_SETS,
    MAYBE_NUMBERS,
    NUMBERS,
    ONE_OF,
    OWN_CARDS,
    VIEWER,
    Masks,
    deal_tables,
    key_place,
    note_actions,
    observe_tables,
    seed_tables,
)
from ludocards.bots.tables import ObservedField, TableKernels
from ludocards.engine.game import unrefused
from ludocards.engine.registry import has, part
from ludocards.engine.tensors import TensorField
from ludocards.learning.episodes import Episode, EpisodeTable, less_average

TABLES = "bot.tables"
UNUSED = (-1, False)
"""The place of a card that is not dealt: the last number of a board, which nothing reads."""


class UncoveredTableError(ValueError):
    """A table that the compiled rules do not cover."""


class IllegalActionError(ValueError):
    """An action that is not legal at its table; nothing has changed."""


@dataclass(frozen=True, slots=True)
class TableTurns:
    """The turns at all tables, a row for each. The next step writes over these arrays."""

    seats: Ints
    """The seat that acts."""
    mask: Masks
    """For each action 1 if it is legal, else 0."""
    numbers: Ints
    """The legal actions; only the first `counts` of a row are."""
    counts: Ints
    """The number of legal actions."""
    ended: NDArray[np.bool_]
    """True if the last action has ended a deal: the seat that acts is one of the next deal."""
    returns: Floats
    """By seat, the returns of the deal that has ended; 0 if none has."""


class VectorTables:
    """So many tables of a game; `reset` deals.

    `deal` is the number of the deal in a match, where it makes the number of cards. Raises
    `UncoveredTableError` for a game or rules that are not compiled.
    """

    def __init__(self, setting: EpisodeTable, tables: int, deal: int = 0) -> None:
        self.setting = setting
        self.kernels = _kernels_of(setting, deal)
        self._starts = self._before_the_deal(deal)
        self._pack = setting.game.pack(self._starts[0])
        self._sides = setting.game.sides(self._starts[0])
        self._returns_of = lru_cache(maxsize=2**16)(self._make_returns)
        self._number_cards()
        self._number_choices()
        self._lay_out_fields()
        self._lay_out_deals()
        self.boards = _zeros(tables, self._empty.shape[1])
        self._orders = _zeros(tables, len(self._pack))
        self._chance, self._dealers, self._moves = _zeros(tables), _zeros(tables), _zeros(tables)
        self._views = np.zeros((tables, self.size), np.float32)
        self._counted = np.zeros((tables, len({*self._sides})))
        self._every_table, self._no_actions = np.arange(tables), np.full(tables, -1)
        self.turns = TableTurns(
            seats=_zeros(tables),
            mask=np.zeros((tables, len(setting.space.commands)), np.uint8),
            numbers=_zeros(tables, self.kernels.room),
            counts=_zeros(tables),
            ended=np.zeros(tables, np.bool_),
            returns=np.zeros((tables, setting.players)),
        )

    def reset(self, seeds: ArrayLike) -> TableTurns:
        """Deal at all tables; a table with the same seed has the same deals if the same is played."""
        seed_tables(self._by_table(seeds), self._chance)
        self.turns.ended[:], self.turns.returns[:] = False, 0
        self._begin_deals(self._every_table)
        return self.turns

    def step(self, actions: ArrayLike) -> TableTurns:
        """Do an action at each table, and deal where that has ended a deal.

        Raises `IllegalActionError` if one is not legal.
        """
        turns, chosen = self.turns, self._by_table(actions)
        wrong = note_actions(
            chosen, turns.seats, turns.mask, self._played, self._views, self._moves, *self._history
        )
        if wrong >= 0:
            raise IllegalActionError(f"table {wrong}: action {chosen[wrong]} is not legal")
        self._play(self._every_table, chosen)
        turns.ended[:], turns.returns[:] = turns.counts == 0, 0
        over = np.flatnonzero(turns.ended)
        if len(over):
            turns.returns[over] = [*map(self._returns_of, map(tuple, self._counted[over].tolist()))]
        self._begin_deals(over)
        return turns

    def observe(self) -> Singles:
        """What the seat that acts at each table may know; the next step writes over it."""
        cards = len(self.setting.game.deck.cards)
        observe_tables(self.boards, self.turns.seats, self._rows, self._place_of, self._views, cards)
        return self._views

    def episode_at(self, table: int) -> Episode:
        """The deal at a table before its first action, for the engine."""
        episode = Episode(self.setting)
        episode.state = self._starts[self._dealers[table]]
        episode.deal_cards([self._pack[place] for place in self._orders[table]])
        episode.state = self.kernels.opened(episode.state)
        return episode

    def _by_table(self, values: ArrayLike) -> Ints:
        array = np.ascontiguousarray(values, np.int64)
        if array.shape != self.turns.seats.shape:
            raise ValueError(f"{len(self.turns.seats)} numbers are needed, one for each table")
        return array

    def _play(self, rows: Ints, actions: Ints) -> None:
        turns = self.turns
        self.kernels.play_tables(
            rows,
            self.boards,
            actions,
            self._choices,
            self._keys,
            self._found,
            turns.mask,
            turns.numbers,
            turns.counts,
            turns.seats,
            self._counted,
        )

    def _begin_deals(self, rows: Ints) -> None:
        """Deal at these tables, again where a deal is thrown in."""
        while len(rows):
            deal_tables(
                rows,
                self.boards,
                self._empty,
                self._places,
                self._pack_numbers,
                self._orders,
                self._chance,
                self._dealers,
                self._views,
                self._moves,
            )
            self._play(rows, self._no_actions)
            rows = rows[self.turns.counts[rows] == 0]

    def _make_returns(self, counted: tuple[float, ...]) -> list[float]:
        """The returns by seat from what the kernels have counted for each side."""
        scores = self.kernels.scores_of(self.setting.rules, [*map(int, counted)])
        return less_average(self.setting.game.results([scores[side] for side in self._sides]))

    # ---- from the rules to arrays

    def _before_the_deal(self, deal: int) -> list[Any]:
        """The states before the deal, by dealer."""
        setting, state_at = self.setting, self.kernels.state_at
        starts = [
            unrefused(setting.game.start(setting.rules, setting.players, first))
            for first in range(setting.players)
        ]
        if state_at is not None:
            starts = [state_at(state, deal) for state in starts]
        return sorted(starts, key=attrgetter("dealer"))

    def _number_cards(self) -> None:
        numbers = self.kernels.numbers_of(self.setting.rules)
        self._pack_numbers = np.array([numbers[card.code] for card in self._pack], np.int64)
        self._place_of = np.zeros(64, np.int64)
        for place, code in enumerate(self.setting.game.deck.cards):
            self._place_of[numbers[code]] = place

    def _number_choices(self) -> None:
        """Number the choices of the kernels as the commands are, with a table of hashes for the way back."""
        commands, rules = self.setting.space.commands, self.setting.rules
        choices = [self.kernels.choice_of(rules, command) for command in commands]
        self._choices = np.array([-1 if choice is None else choice for choice in choices], np.int64)
        self.left_out: NDArray[np.bool_] = self._choices < 0
        self._keys = np.full(1 << (2 * len(commands)).bit_length(), -1, np.int64)
        self._found = self._keys.copy()
        self._played = np.full(len(commands), -1, np.int64)
        deck = [*self.setting.game.deck.cards]
        for number, (choice, command) in enumerate(zip(choices, commands, strict=True)):
            if choice is not None:
                place = key_place(self._keys, choice)
                self._keys[place], self._found[place] = choice, number
                if command.do == "play":
                    self._played[number] = deck.index(command.get("card"))

    def _lay_out_fields(self) -> None:
        """The layout of an observation: `fields`, `size`, and the same for the kernels."""
        setting, kernels = self.setting, self.kernels
        players, cards = setting.players, len(setting.game.deck.cards)
        observed = (
            ObservedField("", VIEWER),
            ObservedField("dealer", ONE_OF, kernels.board, players),
            ObservedField("hand", OWN_CARDS, kernels.hands),
            ObservedField("counts", NUMBERS, kernels.counts, players),
            *kernels.fields(players, len({*self._sides})),
        )
        self.fields: list[TensorField] = []
        self.size, rows = 0, []
        for each in observed:
            start = self.size
            for field in _fields_of(each, setting):
                self.fields.append(replace(field, start=self.size))
                self.size += field.size
            rows.append((each.kind, each.offset, each.count, start, self.size - start, each.is_optional))
        self._rows = np.array(rows, np.int64)
        self._history = self.size, self.size + players * cards, cards
        for name, size, meaning in (
            ("played", players * cards, "by seat, a 1 for each card that it has played in this deal"),
            ("order", cards, "the place of each card among those played, by the place in the deck"),
        ):
            self.fields.append(TensorField(name, self.size, size, meaning))
            self.size += size

    def _lay_out_deals(self) -> None:
        """By dealer: the board before the cards are dealt, and the places of the cards."""
        game, kernels = self.setting.game, self.kernels
        boards, places = [], []
        for dealer, state in enumerate(self._starts):
            deal = game.hand_out(state, self._pack)
            slots = {
                card: (kernels.hands + seat, True) for seat, hand in enumerate(deal.hands) for card in hand
            }
            for place, card in enumerate(deal.stock):
                slots[card] = kernels.stock(place, len(deal.stock), dealer)
            dealt = kernels.opened(unrefused(game.deal(state, deal)).state)
            board = np.zeros(kernels.board + 1 + kernels.more + 1, np.int64)
            board[: kernels.board] = kernels.board_of(game.view(dealt, game.to_act(dealt)[0]))
            board[kernels.board] = dealer
            board[[where for where, _ in slots.values()]] = 0
            boards.append(board)
            places.append([slots.get(card, UNUSED) for card in self._pack])
        self._empty, self._places = np.array(boards), np.array(places, np.int64)


def _zeros(*shape: int) -> Ints:
    return np.zeros(shape, np.int64)


def _kernels_of(setting: EpisodeTable, deal: int) -> TableKernels:
    name = setting.game.name
    if not has(name, TABLES):
        raise UncoveredTableError(f"{name} is not compiled")
    kernels: TableKernels = part(name, TABLES).TABLES
    missing = kernels.missing(setting.rules, setting.players)
    if setting.deals != 1:
        missing = "more deals than one"
    elif deal and kernels.state_at is None:
        missing = "deals that differ by their number"
    if missing:
        raise UncoveredTableError(f"{name}, {setting.rules.preset}: not compiled are {missing}")
    return kernels


def _fields_of(observed: ObservedField, setting: EpisodeTable) -> list[TensorField]:
    """A field of a view in the parts that it has there, or one that no view has."""
    cards, count = len(setting.game.deck.cards), observed.count
    if observed.meaning:
        size = cards if observed.kind == CARD_SETS else 1
        return [TensorField(observed.name, 0, observed.is_optional + size * count, observed.meaning)]
    first = 1 if observed.kind == OWN_CARDS else 0  # in a view it is optional
    last = first + observed.is_optional + {CARD_ROW: 2, MAYBE_NUMBERS: 2 * count}.get(observed.kind, 1)
    of_name = re.compile(rf"{re.escape(observed.name)}($|[.\[])")
    return [field for field in setting.layout.fields if of_name.match(field.name)][first:last]
