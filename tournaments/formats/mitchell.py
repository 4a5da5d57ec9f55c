"""Mitchell: one line stays seated, the other moves by a table each round, so that nobody meets twice.

It takes late entrants, two to a new table, which is inserted where nobody meets twice, nor the empty place
twice. At real tables at most one rests whoever leaves: a late entrant takes the empty place, or a table
closes; somebody changes the line only if two in the same line are missing. The moving line then goes where it
repeats nothing, in this round and the coming ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random

from tournaments.formats.format import EventSides, Format, Settings, as_planned, two_sides
from tournaments.formats.history import EventHistory, HistoryRound, PlayedRound
from tournaments.formats.matching import pair_at_least_cost
from tournaments.formats.options import ROUND_BY_ROUND, choice_option
from tournaments.formats.round_robin import Pairing, fill_rounds

SWITCH = choice_option("switch", True, False)
"""In the last round the lines change places, so that all are compared, in one ranking instead of two."""

ATTEMPTS = 8
"""The number of ways tried to go on without repetitions after somebody has left."""

Meetings = Collection[frozenset[int | None]]
"""Those who have met; whoever has rested has met None."""


class MitchellLines:
    """The seated line and the moving line; None is an empty place, of which there is at most one.

    Both are listed in the order in which the moving line goes from table to table.
    """

    def __init__(self, seeds: Sequence[int]) -> None:
        """Split the seeds into equally strong lines: of each four, the first and last sit, the others
        move."""
        places: list[int | None] = [*seeds, *([None] * (len(seeds) % 2))]
        self.sitting = [who for at, who in enumerate(places) if at % 4 in (0, 3)]
        self.moving = [who for at, who in enumerate(places) if at % 4 in (1, 2)]
        self._numbers = [*range(1, len(self.sitting) + 1)]
        """The numbers of the tables in that order: a new table has the lowest that is free, wherever it is
        inserted."""
        self._spared = 0
        """The position where the next empty place comes: from there on, nobody has met one yet."""

    @classmethod
    def as_paired(cls, first: HistoryRound) -> MitchellLines:
        """Return the lines of an event whose first round was paired so: home sits, away moves.

        Of an odd number one rests, at the table that is missing or, if none is, at a further one.
        """
        lines = cls(())
        pairs: dict[int, Pairing] = {}
        for at, table in enumerate(first.tables, start=1):
            home, away = (who if who > 0 else None for who in table.places)
            pairs[table.number or at] = home, away
        for who in first.byes:
            number = next(number for number in range(1, len(pairs) + 2) if number not in pairs)
            tables = len(first.tables) + len(first.byes)
            pairs[number] = (who, None) if tables % 2 else (None, who)
        lines._numbers = sorted(pairs)
        lines.sitting = [pairs[number][0] for number in lines._numbers]
        lines.moving = [pairs[number][1] for number in lines._numbers]
        return lines

    def pairs(self) -> tuple[Pairing, ...]:
        """Return the pairs that meet, table by table."""
        return tuple((home, away) for _number, home, away in self._tables())

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the tables, in the order of `pairs`."""
        return tuple(number for number, _home, _away in self._tables())

    def _tables(self) -> list[tuple[int, int | None, int | None]]:
        tables = zip(self._numbers, self.sitting, self.moving, strict=True)
        return sorted(tables, key=lambda table: table[0])

    def move_up(self, late: Sequence[int] = (), gone: Collection[int] = ()) -> None:
        """Move the moving line by one table, from the last to the first.

        Late entrants sit down at new tables, two at each; the last of an odd number takes the empty place, or
        leaves one. New tables are inserted before the one where the empty place would come next, and the
        entrant who would arrive there goes to the new table: so nobody meets twice, not even the empty place.

        Those who are `gone` leave empty places. Late entrants take them first; of two a table closes.
        """
        for line in (self.sitting, self.moving):
            line[:] = [None if who in gone else who for who in line]
        waiting: list[int | None] = [*late]
        while waiting and len(holes := self._holes()) > 1:
            line, at = holes[0]
            line[at] = waiting.pop(0)
        self._close_tables()
        if len(waiting) % 2:
            if holes := self._holes():
                line, at = holes[0]
                line[at] = waiting.pop()
            else:
                waiting.append(None)
        self.moving = [*self.moving[-1:], *self.moving[:-1]]
        for sits, comes in zip(waiting[::2], waiting[1::2], strict=True):
            free = next(number for number in range(1, len(self._numbers) + 2) if number not in self._numbers)
            self._numbers.insert(self._spared, free)
            self.sitting.insert(self._spared, sits)
            self.moving.insert(self._spared + 1, comes)
        if None in self.moving:
            self._spared = (self.moving.index(None) + 1) % len(self.moving)

    def _holes(self) -> list[tuple[list[int | None], int]]:
        """Return the empty places: the line and the position of each, those of the seated line first."""
        lines = (self.sitting, self.moving)
        return [(line, at) for line in lines for at, who in enumerate(line) if who is None]

    def _close_tables(self) -> None:
        """Close tables until at most one place is empty: who is left there takes another empty place.

        If one place is empty in each line, that is an entrant of the moving line. Somebody changes the line
        only if both are in the same one.
        """
        while len(holes := self._holes()) > 1:
            (line, at), (other, there) = holes[0], holes[-1]
            if line is other:
                (line, at), (other, there) = (other, there), (line, at)
            left = next((who for who in (self.sitting[at], self.moving[at]) if who is not None), None)
            other[there] = left
            for each in (self._numbers, self.sitting, self.moving):
                del each[at]
        self._spared = min(self._spared, max(0, len(self.sitting) - 1))

    def follow(self, round_: HistoryRound) -> None:
        """Put the moving line where it was when this round was paired."""
        away = {table.places[0]: table.places[1] for table in round_.tables}
        away |= {other: one for one, other in away.items()}
        there = [away.get(who) if who is not None else None for who in self.sitting]
        known = {who for who in there if who in self.moving}
        others = iter([who for who in self.moving if who is None or who not in known])
        self.moving = [who if who is not None and who in known else next(others) for who in there]

    def part_those_who_met(self, met: Meetings, rounds: int) -> None:
        """Choose the lines so that as few as possible of those who have `met` meet again in so many rounds.

        If they must, entrants of the two lines are exchanged: until all have enough new opponents in the
        other line, or as many as possible.
        """
        known = defaultdict[int | None, set[int | None]](set)
        for who, other in (pair for pair in map(tuple, met) if len(pair) == 2):
            known[who].add(other)
            known[other].add(who)
        seeds, fewest = ([*self.sitting], [*self.moving]), None
        best = seeds
        for lack in (
            lambda _new: 0,
            lambda new: max(0, rounds - new),
            lambda new: (len(seeds[0]) - new) ** 2,
        ):
            self.sitting, self.moving = [*seeds[0]], [*seeds[1]]
            self._exchange_while_better(known, lack)
            split = [*self.sitting], [*self.moving]
            repeats = self.avoid_repeats(met, rounds)
            if fewest is None or repeats < fewest:
                best, fewest = split, repeats
            if fewest == (0, 0):
                break
        self.sitting, self.moving = best

    def _exchange_while_better(
        self, known: Mapping[int | None, set[int | None]], lack: Callable[[int], int]
    ) -> None:
        """Exchange entrants of the two lines while that lowers the sum of what each lacks, by the number of
        new opponents; neighbours among the seeds first, so that the lines stay equally strong."""
        far = sorted(product(range(len(self.sitting)), repeat=2), key=lambda two: abs(two[0] - two[1]))

        def missing() -> int:
            lines = (self.sitting, {*self.moving}), (self.moving, {*self.sitting})
            return sum(lack(len(others - known[who])) for line, others in lines for who in line)

        left = missing()
        while left:
            for sits, moves in far:
                self._exchange(sits, moves)
                if (fewer := missing()) < left:
                    left = fewer
                    break
                self._exchange(sits, moves)
            else:
                return

    def _exchange(self, sits: int, moves: int) -> None:
        self.sitting[sits], self.moving[moves] = self.moving[moves], self.sitting[sits]

    def avoid_repeats(self, met: Meetings, rounds: int) -> tuple[int, int]:
        """Assign the moving line anew if in this and the coming `rounds` some would meet who have `met`, or
        rest again: the first of several attempts without, or the best. Return its repeated meetings and
        rests."""
        best, fewest = self.moving, (rounds * len(self.moving), 0)
        for attempt in range(ATTEMPTS):
            moving, repeats = self._attempt(met, rounds, Random(attempt) if attempt else None)
            if repeats < fewest:
                best, fewest = moving, repeats
            if fewest == (0, 0):
                break
        self.moving = best
        return fewest

    def _attempt(
        self, met: Meetings, rounds: int, random: Random | None
    ) -> tuple[list[int | None], tuple[int, int]]:
        """Return the moving line of an attempt, with the repeated meetings and rests that follow."""
        known, moving = {*met}, self.moving
        first: list[int | None] | None = None
        repeats, rests = 0, 0
        for _round in range(rounds):
            pairs = [frozenset(pair) for pair in zip(self.sitting, moving, strict=True)]
            if random or not known.isdisjoint(pairs):
                moving = self._assigned(moving, known, random)
                pairs = [frozenset(pair) for pair in zip(self.sitting, moving, strict=True)]
            again = [pair for pair in pairs if pair in known]
            rests += sum(None in pair for pair in again)
            repeats += sum(None not in pair for pair in again)
            first = first or moving
            known.update(pairs)
            moving = [*moving[-1:], *moving[:-1]]
        return first or moving, (repeats, rests)

    def _assigned(
        self, moving: Sequence[int | None], met: Meetings, random: Random | None
    ) -> list[int | None]:
        """Return the moving line in the order in which as few as possible meet or rest again, each as near as
        possible to the table to which they would move, or by lot."""
        size = len(self.sitting)

        def cost(one: int, other: int) -> tuple[int, int, int, int]:
            if one >= size or other < size:
                return 1, 0, 0, 0
            pair = frozenset((self.sitting[one], moving[other - size]))
            far = random.randrange(size) if random else min((one - other) % size, (other - one) % size)
            return 0, int(pair in met and None not in pair), int(pair in met), far**2

        paired = pair_at_least_cost(range(2 * size), cost)
        return [moving[other - size] for _one, other in sorted(paired)]


def how_many(settings: Settings, _shape: EventSides, entrants: int) -> int:
    """Return the chosen number of rounds, at most the number of tables at the start: then all have met."""
    return min(int(settings["rounds"]), (entrants + 1) // 2)


def mitchell_rounds(
    settings: Settings,
    shape: EventSides,
    history: EventHistory,
    _seed: str,
    before: Sequence[PlayedRound] = (),
) -> tuple[HistoryRound, ...]:
    """Return all rounds, after those `before` of an earlier session. All tables play the same deals at once,
    so an even number of tables needs no skip."""
    entrants = max(len(_there(history, 0)), len(history.begun))
    drawn, numbers = pair_lines(how_many(settings, shape, entrants), history, before)
    if settings["switch"] and len(drawn) > 1:
        drawn[-1] = tuple((away, home) for home, away in drawn[-1])
    return fill_rounds(drawn, settings, history, numbers=numbers)


def pair_lines(
    rounds: int, history: EventHistory, before: Sequence[PlayedRound] = ()
) -> tuple[list[tuple[Pairing, ...]], list[tuple[int, ...]]]:
    """Return who meets whom in each round, and the numbers of their tables.

    The rounds that were paired are followed as they were, with whoever came and went. Those who met in
    rounds `before` do not meet again if that is possible.
    """
    known = _there(history, 0)
    if history.rounds:
        lines = MitchellLines.as_paired(history.rounds[0].round)
    else:
        lines = MitchellLines([who for who in history.begun if who in known])
    drawn, numbers = [], []
    met = {pair for each in before for pair in _met(each)}
    if met and not history.rounds:
        lines.part_those_who_met(met, rounds)
    for turn in range(rounds):
        if turn:
            there = _there(history, turn)
            late = [each.id for each in history.entrants if each.id in there - known]
            gone = known - there if history.absent_rest else set()
            lines.move_up(late, gone)
            known = known - gone | there
        if turn < history.number:
            lines.follow(history.rounds[turn].round)
        else:
            lines.avoid_repeats(met, rounds - turn)
        drawn.append(lines.pairs())
        numbers.append(lines.numbers())
        met.update(_met(history.rounds[turn]) if turn < history.number else map(frozenset, drawn[-1]))
    return drawn, numbers


@lru_cache(maxsize=8)
def count_repeats(rounds: int, history: EventHistory, before: tuple[PlayedRound, ...]) -> int:
    """Return the number of meetings, played or to come, of two who have met before."""
    known = {pair for each in before for pair in _met(each)}
    found = 0
    for turn, planned in enumerate(pair_lines(rounds, history, before)[0]):
        played = _met(history.rounds[turn]) if turn < history.number else map(frozenset, planned)
        pairs = [pair for pair in played if None not in pair]
        found += sum(pair in known for pair in pairs)
        known.update(pairs)
    return found


def _there(history: EventHistory, turn: int) -> set[int]:
    """Return the entrants of the round after so many, as it was paired if it was."""
    if turn >= history.number:
        return {*history.field(turn)}
    round_ = history.rounds[turn].round
    return {who for table in round_.tables for who in table.places if who > 0} | {*round_.byes}


def _met(played: PlayedRound) -> Iterator[frozenset[int | None]]:
    """Yield those who met in a round, and with None those who rested or met a bot."""
    for table in played.round.tables:
        yield frozenset(who if who > 0 else None for who in table.places)
    yield from (frozenset((who, None)) for who in played.round.byes)


def switched_in(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> int | None:
    """Return the number of the last round, in which the lines change places unless it is the only one."""
    rounds = len(mitchell_rounds(settings, shape, history, seed))
    return rounds if settings["switch"] and rounds > 1 else None


MITCHELL = Format(
    "mitchell",
    as_planned(mitchell_rounds),
    two_sides,
    scorings=("matchpoints", "cross", "victory", "match", "game"),
    options=(SWITCH, *ROUND_BY_ROUND),
    rounds=how_many,
    plan=mitchell_rounds,
    switched_in=switched_in,
)
