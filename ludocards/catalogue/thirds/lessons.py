"""How the lessons of Tressette and its family count a trick: in thirds of a point."""

from __future__ import annotations

from ludocards.catalogue.thirds.rules import worth
from ludocards.engine.cards import ITALIAN40
from ludocards.words.lessons import AnswerOutcome, takes_trick


def thirds(outcome: AnswerOutcome) -> int:
    """The thirds in the cards of the trick."""
    return sum(map(worth, ITALIAN40.of(outcome.last("taken")["cards"])))


def gain(outcome: AnswerOutcome) -> int:
    """The thirds in the cards of the trick; negative if another side takes the trick."""
    return thirds(outcome) if takes_trick(outcome) else -thirds(outcome)
