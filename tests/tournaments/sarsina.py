"""The Mondiale di maraffone of Sarsina: rounds a figure for all, a knockout of the best, on two evenings.

`hold_sarsina` says what is played, with mishaps in every round. A `SarsinaHall` is the way in which it is
written down: by actions (`sarsina_actions.py`), or by phones at a running site (`bench/sarsina_site.py`).
`recomputed_places` works out the standings from the scores alone, without any code of the site.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from itertools import chain, count
from random import Random
from typing import Protocol

WON = 124
"""The figures with which a match is won."""

LOSING = (8, 16, 25, 34, 43, 51, 52, 60, 69, 78, 86, 87, 95, 96, 104, 113, 121, 122)
"""The figures that the others may have then."""

Figures = tuple[int, int]
Place = tuple[int, int, int]
"""A line of the standings: place, entry, score in hundredths."""


@dataclass(frozen=True, slots=True)
class SarsinaPlan:
    """The size of the event."""

    pairs: int = 128
    rounds: int = 5
    best: int = 32
    seed: int = 1

    def list_of_pairs(self) -> list[list[str]]:
        """The list that the director has, with its titles."""
        return [["nome", "compagno"], *([f"Persona {at}", f"Compagno {at}"] for at in range(self.pairs))]


@dataclass(frozen=True, slots=True)
class SeatedPairs:
    """A table of the round: its number, the two pairs, and the stage of the knockout."""

    number: int
    pairs: tuple[int, int]
    stage: str = ""


@dataclass(frozen=True, slots=True)
class PhoneWriting:
    """A pair's phone sends its scores; `is_repeated`: the answer is lost, and it sends them again."""

    pair: int
    figures: Figures
    is_repeated: bool = False


class SarsinaMishap(StrEnum):
    """A mishap at a table."""

    DISAGREE = "two phones disagree, and the director decides"
    ANSWER_LOST = "a phone gets no answer, and sends again"
    SLIP = "a pair corrects its own slip"
    FLAT_PHONE = "a phone is flat, and the director enters the result"
    REVERSED = "both sides write it the wrong way round, and the director corrects it"
    GOES_HOME = "a pair goes home after the round"


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table, its true result, and what is written there, in this order."""

    table: SeatedPairs
    figures: Figures
    by_phones: Sequence[PhoneWriting]
    mishaps: Sequence[SarsinaMishap]


class SarsinaHall(Protocol):
    """The place where the event is held: how its director and its players write."""

    def open_event(self, plan: SarsinaPlan) -> None:
        """Announce the event, enter the pairs, and begin; there is a first round then."""

    def begin_round(self, number: int) -> tuple[Sequence[SeatedPairs], Sequence[int]]:
        """Begin a round; return its tables, and the pairs that rest. No tables: the event is over."""

    def write_by_phones(self, tables: Sequence[PlayedTable]) -> None: ...

    def enter_result(self, played: PlayedTable) -> None: ...

    def correct_result(self, played: PlayedTable) -> None: ...

    def remove_pair(self, pair: int, reason: str) -> None: ...

    def begin_second_evening(self) -> None: ...

    def standings(self) -> list[Place]: ...

    def draw_seed(self) -> str: ...


@dataclass
class PlayedSarsina:
    """The outcome at every table, as somebody at the wall writes it down."""

    plan: SarsinaPlan
    seed: str = ""
    """The seed of the lots that decide between level pairs."""
    scores: list[dict[tuple[int, int], Figures]] = field(default_factory=list)
    """By round, the final figures of each table, by its pairs."""
    byes: list[list[int]] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    stages: list[dict[tuple[int, int], str]] = field(default_factory=list)
    mishaps: Counter[SarsinaMishap] = field(default_factory=Counter)
    differing: list[int] = field(default_factory=list)
    """The rounds after which the site had other standings than `recomputed_places`."""


def hold_sarsina(hall: SarsinaHall, plan: SarsinaPlan) -> PlayedSarsina:
    """Hold the event to its end; after each round compare the standings. Return what was played."""
    played, random = PlayedSarsina(plan), Random(plan.seed)
    hall.open_event(plan)
    played.seed = hall.draw_seed()
    for number in count(1):
        if number == plan.rounds + 1:
            _withdraw_overnight(hall, played)
            hall.begin_second_evening()
        tables, resting = hall.begin_round(number)
        if not tables:
            return played
        played.byes.append([*resting])
        played.stages.append({each.pairs: each.stage for each in tables})
        _play_round(hall, played, [*_as_played(tables, random, has_leaving=number <= plan.rounds)])
        if hall.standings() != recomputed_places(played):
            played.differing.append(number)
    raise AssertionError


def _as_played(tables: Sequence[SeatedPairs], random: Random, *, has_leaving: bool) -> Iterator[PlayedTable]:
    """Yield what happens at each table; the last rounds, of two tables, have the first four mishaps."""
    last = len(tables) - 1
    mishaps: defaultdict[int, list[SarsinaMishap]] = defaultdict(list)
    for at, mishap in enumerate((SarsinaMishap.DISAGREE, SarsinaMishap.ANSWER_LOST, SarsinaMishap.SLIP)):
        mishaps[at % len(tables)].append(mishap)
    mishaps[3 % len(tables)].append(SarsinaMishap.FLAT_PHONE)
    if last > 1:
        mishaps[1].append(SarsinaMishap.REVERSED)
    if has_leaving:
        mishaps[last].append(SarsinaMishap.GOES_HOME)
    for at, table in enumerate(tables):
        made = [WON, random.choice(LOSING)]
        random.shuffle(made)
        figures = made[0], made[1]
        yield PlayedTable(table, figures, [*_by_phones(table, figures, mishaps[at])], mishaps[at])


def _by_phones(
    table: SeatedPairs, figures: Figures, mishaps: Sequence[SarsinaMishap]
) -> Iterator[PhoneWriting]:
    """Yield what the phones of a table send: one pair writes the result, the other one confirms it."""
    home, away = table.pairs
    wrong = figures[1], figures[0]
    said = wrong if SarsinaMishap.REVERSED in mishaps else figures
    if SarsinaMishap.SLIP in mishaps:
        yield PhoneWriting(home, wrong)
    yield PhoneWriting(home, said, is_repeated=SarsinaMishap.ANSWER_LOST in mishaps)
    if SarsinaMishap.FLAT_PHONE not in mishaps:
        yield PhoneWriting(away, wrong if SarsinaMishap.DISAGREE in mishaps else said)


def _play_round(hall: SarsinaHall, played: PlayedSarsina, tables: list[PlayedTable]) -> None:
    """Let the phones write; then the director does the rest, and ends the round with the last of it."""
    hall.write_by_phones(tables)
    for each in tables:
        if SarsinaMishap.REVERSED in each.mishaps:
            hall.correct_result(each)
        if SarsinaMishap.GOES_HOME in each.mishaps:
            home, away = each.table.pairs
            leaving = home if sum(each.figures) % 2 else away
            hall.remove_pair(leaving, "torna a casa")
            played.gone.add(leaving)
    for each in tables:
        if {SarsinaMishap.DISAGREE, SarsinaMishap.FLAT_PHONE} & {*each.mishaps}:
            hall.enter_result(each)
        played.mishaps.update(each.mishaps)
    played.scores.append({each.table.pairs: each.figures for each in tables})


def _withdraw_overnight(hall: SarsinaHall, played: PlayedSarsina) -> None:
    """Let one of those who would go on withdraw before the second evening."""
    leaving = recomputed_places(played)[played.plan.best // 2][1]
    hall.remove_pair(leaving, "non può domani")
    played.gone.add(leaving)
    played.mishaps[SarsinaMishap.GOES_HOME] += 1


def recomputed_places(played: PlayedSarsina) -> list[Place]:
    """Return the standings from the scores alone."""
    qualifying = played.plan.rounds
    made: defaultdict[int, list[int]] = defaultdict(list)
    wins: defaultdict[int, int] = defaultdict(int)
    for tables in played.scores[:qualifying]:
        for pair, figures in tables.items():
            for who, its, theirs in zip(pair, figures, figures[::-1], strict=True):
                made[who].append(100 * its)
                wins[who] += its > theirs
    score = {who: sum(points) for who, points in made.items()}
    for who in chain(*played.byes[:qualifying]):
        score[who] = score.get(who, 0) + (2 * sum(made[who]) + len(made[who])) // (2 * len(made[who]) or 1)
    lot = {who: sha256(f"{played.seed}/{who}".encode()).digest() for who in score}
    order = sorted(score, key=lambda who: (-score[who], -wins[who], lot[who]))
    staying = [who for who in order if who not in played.gone]
    if len(played.scores) <= qualifying:
        return [(at, who, score[who]) for at, who in enumerate(staying, start=1)]
    through = staying[: played.plan.best]
    assert {who for pair in played.scores[qualifying] for who in pair} == {*through}, "the best go on"
    far = dict(_far(played, through))
    ahead = sorted(through, key=lambda who: (-far[who], order.index(who)))
    placed = [(1 + sum(far[other] > far[who] for other in ahead), who, score[who]) for who in ahead]
    behind = enumerate(staying[played.plan.best :], start=len(ahead) + 1)
    return [*placed, *((at, who, score[who]) for at, who in behind)]


def _far(played: PlayedSarsina, through: list[int]) -> Iterator[tuple[int, float]]:
    """Yield the rounds that each has survived; the third is half a round ahead of the fourth."""
    won = dict.fromkeys(through, 0.0)
    knockout = slice(played.plan.rounds, None)
    for tables, stages in zip(played.scores[knockout], played.stages[knockout], strict=True):
        for pair, figures in tables.items():
            won[pair[figures[1] > figures[0]]] += 0.5 if stages[pair] == "third" else 1
    yield from won.items()
