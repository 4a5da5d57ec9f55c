"""The sheets of simulated real tables: bots play the deals in memory, a director writes the scores down."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ludocards.bots.slips import choose
from ludocards.engine import shuffle
from ludocards.engine.game import Game, unrefused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tournaments import actions, tie_parts
from tournaments.formats import catalog
from tournaments.models import Event, TournamentTable
from tournaments.running import seating
from tournaments.scores import score_sheets


def fill_sheet(
    by: User, table: TournamentTable, policies: Mapping[int, str], shape: catalog.EventSides
) -> int:
    """Play what is missing on the sheet of a table, with the policy of each entry; return the moves made.

    The cards follow from the event's secret and the label of the deal, so that a label means the same cards.
    """
    event, [sheet] = table.round.event, score_sheets.read_score_sheets([table]).values()
    missing = [row for row, line in enumerate(sheet) if line.counts is None]
    drawn = catalog.HistoryTable(tuple(table.places), table.stage)
    seats = [policies[who] for who, _place in catalog.seats_of_table(shape, drawn, table.room)]
    found: dict[str, Sequence[int]] = {}
    moves = 0
    for _at, rows in groupby(missing, tie_parts.plan_of_event(event).part_of):
        labels = [table.labels[row] for row in rows]
        part = tie_parts.part_of_row(event, table.labels.index(labels[0]))
        game = GAMES[part.game]
        is_whole = event.scores == Event.Scores.MATCH
        rules = part.rules if is_whole else seating.rules_for_deals(part, len(seats), len(labels))
        played = _Played(game, unrefused(game.rules_from(rules or part.rules)), seats)
        seeds = [f"{event.secret} {label}" for label in labels]
        found |= dict(zip(labels, played.totals(seeds[0]) if is_whole else played.deals(seeds), strict=False))
        moves += played.moves
    actions.enter_scores(by, table, found)
    return moves


class _Played:
    """A match that bots play in memory."""

    def __init__(self, game: Game[Any, Any], rules: Any, seats: Sequence[str]) -> None:
        self._game, self._seats, self.moves = game, seats, 0
        self._state = unrefused(game.start(rules, len(seats), 0))

    def totals(self, seed: str) -> list[list[int]]:
        """Play until the match is over, and return its result as the only row."""
        number = 0
        while not self._game.is_over(self._state):
            [*self._deal(f"{seed} {number}")]
            number += 1
        return [[*self._game.totals(self._state)]]

    def deals(self, seeds: Sequence[str]) -> Iterator[list[int]]:
        """Play a deal for each seed, and yield the scores of each by side."""
        for seed in seeds:
            yield from self._deal(seed)

    def _deal(self, seed: str) -> Iterator[list[int]]:
        """Play one deal; a deal that is void is dealt again."""
        game, again = self._game, 0
        while not game.is_over(self._state):
            if game.awaits_deal(self._state) is not None:
                key = hmac.digest(seed.encode(), str(again).encode(), hashlib.sha256)
                cards = shuffle.shuffle(game.pack(self._state), key, "simulated", again)
                step = unrefused(game.deal(self._state, game.hand_out(self._state, cards)))
                again += 1
            else:
                seat = game.to_act(self._state)[0]
                view, legal = game.view(self._state, seat), game.legal(self._state, seat)
                step = unrefused(game.apply(self._state, seat, choose(view, legal, self._seats[seat])))
                self.moves += 1
            self._state = step.state
            scored = [each.public["scores"] for each in step.events if each.kind == "scored"]
            if scored:
                yield from scored
                return
