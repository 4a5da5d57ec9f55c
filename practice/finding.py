"""Finds puzzles: positions of real deals in which one choice is clearly better by what its player could know.

Pure functions of the matches. Each candidate has to pass three judgements (`docs/practice.md`): that of the
review, that of the exact solver in many worlds, and that of a stronger search in other worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count
from random import Random
from typing import TYPE_CHECKING, Any

from games.archive.replay import replayed_or_raise
from games.review import explaining
from ludocards.bots import registry
from ludocards.engine import shuffle
from ludocards.engine.game import Command, Game, Json
from ludocards.engine.record import Action
from practice.positions import PuzzlePosition

if TYPE_CHECKING:
    from ludocards.bots.proving import Prover, View
    from ludocards.bots.reviewing import ChoiceValues, Reviewer

FEWEST = 3
"""The least number of choices, and of cards in the hand, of a puzzle."""
ALIKE, WORSE = 0.15, 1.0
"""The largest loss of an answer and the smallest of any other choice, by the review, as shares of
`Reviewer.halving_loss`."""
STILL_ALIKE, STILL_WORSE = 0.3, 0.6
"""The same by the other judgements."""
GLANCE = 0.4
"""The loss of the third best choice, as a share of `Reviewer.halving_loss`, from which a position is looked
at."""
CERTAIN = 3.0
"""The number of standard errors that the loss of a wrong choice must exceed."""
EFFECTIVE = 20.0
"""The least effective number of worlds of a judgement."""
ANSWERS, SETS = 2, 4
"""The most choices that count as the answer, equal within `ALIKE`: cards that are alike (`Prover.alike`), or
sets of cards of which any two differ in one card. Of any others one."""
EASY = 0.2
"""The share of candidates that are kept although every level of the bots finds the answer."""

LEVELS = ("principiante", "circolo", "esperto")
"""The levels whose choices say how hard a puzzle is."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle before it is stored."""

    position: PuzzlePosition
    answers: list[Json]
    losses: list[Json]
    """Every choice with its loss by the stronger search, in points, best first: `[command, loss]`."""
    tempting: Json
    """The wrong choice with which the explanation compares the answer."""
    solved_by: int
    """The number of `LEVELS` that find the answer."""
    themes: list[str]
    facts: list[Json]

    def as_json(self) -> dict[str, Json]:
        return {
            "position": self.position.as_json(),
            "answers": self.answers,
            "losses": self.losses,
            "tempting": self.tempting,
            "solved_by": self.solved_by,
            "themes": self.themes,
            "facts": self.facts,
        }


Finds = Iterator["Found | None"]
"""For each deal a puzzle, or None."""


@dataclass
class Finder:
    """Looks for puzzles of one game, and counts why candidates are rejected (`counts`)."""

    game: Game[Any, Any]
    counts: Counter[str] = field(default_factory=Counter)
    asks: Sequence[str] = ()
    """The phases to look at; by default all that the prover asks about."""

    def __post_init__(self) -> None:
        self.prover: Prover = registry.prover(self.game.name)
        found = registry.reviewer(self.game.name)
        assert found is not None, self.game.name
        self.reviewer: Reviewer = found
        self.asks = self.asks or self.prover.asks

    def examine(self, position: PuzzlePosition) -> Found | None:
        """The puzzle of a position, if it is one."""
        judged = self._judged(position)
        if judged is None:
            return None
        self.counts["positions"] += 1
        self.counts[judged if isinstance(judged, str) else "found"] += 1
        return None if isinstance(judged, str) else judged

    def _judged(self, position: PuzzlePosition) -> Found | str | None:
        """The puzzle of a position, or why it is none; None if there is too little to choose from, or too
        much to solve."""
        state, seat = position.state(), position.seat
        if state.phase not in self.asks:
            return None
        legal = [each for each in self.game.legal(state, seat) if each.do == state.phase]
        view = self.game.view(state, seat)
        if min(len(legal), len(view["hand"])) < FEWEST or not self.prover.affordable(view):
            return None
        if self.prover.glance and not self._is_promising(self.prover.glance(view, legal)):
            return "no clear answer"
        reviewed = self._reviewed(view, self.prover.shortlist(view, legal))
        answers = reviewed and self.answers(reviewed, ALIKE, WORSE)
        if not reviewed or not answers:
            return "no clear answer"
        picks = [self.reviewer.bare_command(registry.choose(view, legal, name)) for name in LEVELS]
        solved_by = sum(pick in answers for pick in picks)
        if solved_by == len(LEVELS) and Random(repr(view)).random() > EASY:
            return "too easy"
        rivals = self._rivals(reviewed, answers, picks)
        if self.answers(self.prover.exact(view, rivals), STILL_ALIKE, STILL_WORSE) != answers:
            return "not by the exact solver"
        stronger = self.prover.stronger(view, rivals)
        if self.answers(stronger, STILL_ALIKE, STILL_WORSE) != answers:
            return "not by the stronger search"
        losses = sorted(
            ((command, stronger.loss(number)[0]) for number, command in enumerate(stronger.commands)),
            key=lambda each: each[1],
        )
        right = [command for command, _ in losses if command in answers]
        wrong = [command for command, _ in losses if command not in answers]
        tempting = next((pick for pick in reversed(picks) if pick in wrong), wrong[0])
        explained = explaining.explain_choice(self.game, position.rules, view, seat, right[0], tempting)
        if not {*explaining.SUFFICIENT, *self.prover.sufficient} & {fact["kind"] for fact in explained.facts}:
            return "nothing to say"
        point = self.game.point
        return Found(
            position=position,
            answers=[command.as_json() for command in right],
            losses=[[command.as_json(), round(max(0.0, loss) / point, 2)] for command, loss in losses],
            tempting=tempting.as_json(),
            solved_by=solved_by,
            themes=explained.themes,
            facts=explained.facts,
        )

    def answers(self, judged: ChoiceValues, alike: float, worse: float) -> set[Command] | None:
        """The choices that lose no more than `alike`, if all others clearly lose `worse`; None otherwise."""
        if judged.effective_worlds() < EFFECTIVE:
            return None
        best, half = set(), self.reviewer.halving_loss
        for number, command in enumerate(judged.commands):
            loss, error = judged.loss(number)
            if loss <= alike * half:
                best.add(command)
            elif loss < worse * half or loss < CERTAIN * error:
                return None
        is_one = len(best) == 1 or self._are_alike(best)
        return best if is_one and len(best) < len(judged.commands) else None

    def _reviewed(self, view: View, legal: Sequence[Command]) -> ChoiceValues | None:
        if self.prover.reviewed:
            return self.prover.reviewed(view, legal)
        return self.reviewer.evaluate_choices(view, legal, legal[0])

    def _rivals(
        self, reviewed: ChoiceValues, answers: set[Command], picks: Sequence[Command]
    ) -> Sequence[Command]:
        """The choices that the later judgements compare: of many the best, and those of the bots."""
        if self.prover.rivals is None:
            return reviewed.commands
        losses = {command: reviewed.loss(number)[0] for number, command in enumerate(reviewed.commands)}
        best = sorted(losses, key=losses.__getitem__)[: len(answers) + self.prover.rivals]
        return [*dict.fromkeys([*best, *picks])]

    def _is_promising(self, glanced: ChoiceValues) -> bool:
        """Return whether no more choices are about as good as an answer may have, at a glance."""
        losses = sorted(glanced.loss(number)[0] for number in range(len(glanced.commands)))
        return losses[ANSWERS] >= GLANCE * self.reviewer.halving_loss

    def _are_alike(self, commands: set[Command]) -> bool:
        """Return whether these may be one answer: cards that have in common what the game asks for, or sets
        of cards that differ little."""
        sets = [{*command.get("cards")} for command in commands if command.get("cards")]
        if len(sets) == len(commands):
            return len(sets) <= SETS and all(len(one - other) == 1 for one, other in combinations(sets, 2))
        cards = self.game.deck.of(command.get("card") for command in commands if command.do == "play")
        return len(cards) == len(commands) <= ANSWERS and len({*map(self.prover.alike, cards)}) == 1


def find_among(finder: Finder, deals: Iterable[Sequence[PuzzlePosition]]) -> Finds:
    """For each of these deals that has positions a puzzle among them, or None.

    They are examined in random order, but the last tricks, of which there is less to say, after the others.
    """
    for positions in filter(None, deals):
        random, last = Random(len(positions)), FEWEST * positions[0].players
        early, late = positions[:-last], positions[-last:]
        order = [*random.sample(early, len(early)), *random.sample(late, len(late))]
        yield next(filter(None, map(finder.examine, order)), None)


def from_bots(finder: Finder, first: int) -> Finds:
    """The same for matches between bots, without end; `first` is the number of the first match."""
    for number in count(first):
        yield from find_among(finder, deals_of_bots(finder.game, finder.prover, number))


def deals_of_bots(game: Game[Any, Any], prover: Prover, number: int) -> Iterator[list[PuzzlePosition]]:
    """The positions of every deal of a match between bots of several levels; the match follows from its
    number."""
    random = Random(number)
    data, players = prover.tables[number % len(prover.tables)]
    rules, dealer = replayed_or_raise(game.rules_from(data)), random.randrange(players)
    state = replayed_or_raise(game.start(rules, players, dealer))
    policies = [random.choice(LEVELS) for _ in range(players)]
    scored: list[Json] = []
    while not game.is_over(state):
        shuffled = shuffle.shuffle(game.pack(state), random.randbytes(shuffle.SEED_BYTES), "", 0)
        deal = game.hand_out(state, shuffled)
        step = replayed_or_raise(game.deal(state, deal))
        actions: list[Action] = []
        positions: list[PuzzlePosition] = []
        while not any(event.kind == "scored" for event in step.events):
            seat = game.to_act(step.state)[0]
            view, legal = game.view(step.state, seat), game.legal(step.state, seat)
            positions.append(
                PuzzlePosition(game, rules, players, dealer, tuple(scored), deal, tuple(actions), seat)
            )
            command = registry.choose(view, legal, policies[seat])
            actions.append(Action(seat, command))
            step = replayed_or_raise(game.apply(step.state, seat, command))
        yield positions
        scored += [event.public for event in step.events if event.kind == "scored"]
        state = step.state
        if game.resume(rules, players, dealer, scored) is None:
            return  # a later deal needs more of the earlier ones than their scores
