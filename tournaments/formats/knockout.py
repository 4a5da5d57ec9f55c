"""Eliminazione: a knockout; the best seeds meet last, and get the byes if there are any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.format import EventSides, Format, Settings, two_sides
from tournaments.formats.history import CannotDraw, EventHistory, HistoryRound, HistoryTable, Next, Over
from tournaments.formats.options import ABSENT, DEALS, DUPLICATE, EXTRA, TIED, choice_option
from tournaments.formats.standings import StandingsLine

Tie = tuple[int | None, int | None]
"""Two opponents; None is nobody, so that the other goes on."""

THIRD_PLACE = choice_option("third_place", True, False)

THIRD = "third"
STAGES = {1: "final", 2: "semifinal", 4: "quarterfinal"}
"""The stage by the number of ties; larger rounds are named by their entrants, "last:16"."""


def is_elimination(stage: str) -> bool:
    """Return whether the loser of a table with this stage is out, or plays for the third place."""
    kind = stage.rpartition("consolation:")[2]
    return kind == THIRD or kind in STAGES.values() or kind.startswith("last:")


def first_round(seeded: Sequence[int]) -> tuple[Tie, ...]:
    """Return the first round for entrants in the order of their seeds; the ties are in the bracket's
    order."""
    places = [1]
    while len(places) < max(2, len(seeded)):
        total = 2 * len(places) + 1
        places = [place for seed in places for place in (seed, total - seed)]
    entrants = [seeded[place - 1] if place <= len(seeded) else None for place in places]
    return _ties(entrants)


def seeds_as_drawn(through: Sequence[int], first: HistoryRound) -> tuple[int, ...]:
    """Return the seeds of a knockout whose first round was paired so, whatever the standings that led to it
    say now; those of `through` who were paired, and others in place of the rest, if it was paired by hand."""
    drawn = [who for table in first.tables for who in table.places if who > 0] + [*first.byes]
    pattern = first_round(range(len(drawn)))
    resting = [one if other is None else other for one, other in pattern if None in (one, other)]
    if len(resting) == len(first.byes):
        tables, byes = iter(first.tables), iter(first.byes)
        found: dict[int | None, int] = {}
        for one, other in pattern:
            if one is None or other is None:
                found[other if one is None else one] = next(byes)
            else:
                found[one], found[other] = next(tables).places
        return tuple(found[seed] for seed in range(len(drawn)))
    instead = iter([who for who in drawn if who not in through])
    kept = [who if who in drawn else next(instead, None) for who in through]
    return (*(who for who in kept if who is not None), *instead)


def next_ties(winners: Sequence[int | None]) -> tuple[Tie, ...]:
    """Return the next round: neighbours in the bracket meet; `winners` are in the bracket's order."""
    return _ties(winners)


def third_place(semifinals: Sequence[Tie], winners: Sequence[int | None]) -> Tie:
    """Return the losers of the semifinals; either may be None."""
    one, other = (next((who for who in tie if who not in winners), None) for tie in semifinals)
    return one, other


def how_many(_settings: Settings, _shape: EventSides, entrants: int) -> int:
    return max(entrants - 1, 0).bit_length()


@dataclass(frozen=True)
class Bracket:
    """A knockout of entrants in the order of their seeds, which began after `since` rounds."""

    seeds: tuple[int, ...]
    history: EventHistory
    since: int = 0

    def ties(self) -> list[tuple[Tie, ...]]:
        """Return the ties of every round so far and of the next, which is empty once there is a winner."""
        drawn = [self._as_drawn(first_round(self.seeds), self.since)]
        for number in range(self.since, self.history.number):
            won = [self.winner(tie, number) for tie in drawn[-1]]
            drawn.append(self._as_drawn(next_ties(won), number + 1) if len(won) > 1 else ())
        return drawn

    def _as_drawn(self, ties: tuple[Tie, ...], number: int) -> tuple[Tie, ...]:
        """Return the ties as they were paired, if they have been, regardless of later changes of results."""
        if number >= self.history.number:
            return ties
        round_ = self.history.rounds[number].round
        left: list[Tie] = [
            (table.places[0], table.places[1]) for table in round_.tables if table.stage != THIRD
        ]
        left += [(who, None) for who in round_.byes]
        found: dict[int, Tie] = {}
        for alike in (2, 1, 0):  # each is used once, for the tie that it is most like
            for at, tie in enumerate(ties):
                those = {*tie} - {None}
                enough = min(alike, len(those))
                known = next((each for each in left if len(those & {*each}) >= enough), None)
                if at not in found and known is not None:
                    found[at] = known
                    left.remove(known)
        return tuple(found.get(at, tie) for at, tie in enumerate(ties))

    def winner(self, tie: Tie, number: int) -> int | None:
        """Return the entrant that goes on.

        Entrants win against bots. After a tie, or without a result, the better seed that has not left goes
        on.
        """
        there = {*self.history.field(number + 1)}
        seeds = self.seeds.index
        those = sorted(
            (who for who in tie if who is not None), key=lambda who: (who not in there, seeds(who))
        )
        byes = self.history.rounds[number].round.byes
        if len(resting := [who for who in those if who in byes]) == 1:
            return resting[0]
        if any(who not in self.history.competing for who in those):
            went_on = [who for who in those if who in self._after(number)]
            if len(went_on) == 1:
                return went_on[0]
        for table, points in self.history.rounds[number].results():
            if {*table.places} == {*those}:
                made = dict(zip(table.places, points, strict=True))
                return max(those, key=lambda who: (made[who] is not None, made[who] or 0))
        return those[0] if those else None

    def _after(self, number: int) -> frozenset[int]:
        """Return the entrants of the following round as it was paired, or until then all that compete."""
        if number + 1 == self.history.number:
            return self.history.competing
        followed = self.history.rounds[number + 1].round
        played = (who for table in followed.tables if table.stage != THIRD for who in table.places)
        return frozenset([*played, *followed.byes])

    def next_round(self, settings: Settings) -> Next:
        """Return the tables, possibly none; an entrant without an opponent has a bye."""
        ties = self.ties()
        if not ties[-1]:
            return Over()
        stage = STAGES.get(len(ties[-1]), f"last:{2 * len(ties[-1])}")
        there = {*self.history.field()}
        playing = [(tie, stage) for tie in ties[-1]]
        if settings["third_place"] and len(ties[-1]) == 1 and len(ties) > 1:
            playing.append((third_place(ties[-2], ties[-1][0]), THIRD))
        placed: list[HistoryTable] = []
        byes: list[int] = []
        for tie, played_for in playing:
            those = tuple(who for who in tie if who in there)
            if played_for == THIRD:
                those = tuple(who for who in those if who in self.history.competing)
            if len(those) == 2:
                placed.append(HistoryTable(those, played_for))
            elif played_for != THIRD:
                byes += those
        return HistoryRound(tuple(placed), tuple(byes))

    def lines(self) -> list[StandingsLine]:
        """Rank by the number of rounds survived, which is the score; ties share a place.

        Nobody has survived a round before their table is over.
        """
        [*paired, coming], busy = self.ties(), self.history.busy
        far = dict.fromkeys(self.seeds, 0)
        far |= {who: at for at, drawn in enumerate(paired) for tie in drawn for who in tie if who is not None}
        far |= {who: len(paired) for tie in coming for who in tie if who is not None and who not in busy}
        order = {who: (at, 0) for who, at in far.items()}
        if not coming:
            last = self.history.number - 1
            first = self.winner(paired[-1][0], last)
            far = {who: at + (who == first and who not in busy) for who, at in far.items()}
            tables = self.history.rounds[last].round.tables
            thirds = [(table.places[0], table.places[1]) for table in tables if table.stage == THIRD]
            third = self.winner(thirds[0], last) if thirds else None
            order = {who: (at, int(who == third and who not in busy)) for who, at in far.items()}
        ranked = sorted(self.seeds, key=lambda who: order[who], reverse=True)
        places = {how: 1 + sum(other > how for other in order.values()) for how in {*order.values()}}
        return [StandingsLine(places[order[who]], who, 100 * far[who]) for who in ranked]


def next_round(settings: Settings, _shape: EventSides, history: EventHistory, _seed: str) -> Next:
    seeds = history.begun
    if len(seeds) < 2:
        raise CannotDraw("too_few", f"{len(seeds)} entrants cannot play")
    return Bracket(seeds, history).next_round(settings)


def rank(_settings: Settings, _shape: EventSides, history: EventHistory, _seed: str) -> list[StandingsLine]:
    seeds = history.begun
    return Bracket(seeds, history).lines() if len(seeds) > 1 else [StandingsLine(1, who, 0) for who in seeds]


KNOCKOUT = Format(
    "knockout",
    next_round,
    two_sides,
    scorings=("match", "game"),
    options=(DEALS, DUPLICATE, ABSENT, THIRD_PLACE, TIED, EXTRA),
    rounds=how_many,
    rank=rank,
    late=False,
    out_after=lambda *_: 0,
    mixed=True,
)


def _ties(entrants: Sequence[int | None]) -> tuple[Tie, ...]:
    return tuple(zip(entrants[::2], entrants[1::2], strict=True))
