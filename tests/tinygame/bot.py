"""Circolo plays Tre prese: it leads its strongest card, takes as cheaply as it can, or throws the weakest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command
from ludocards.engine.tricks import Trick, winning_position
from tests.tinygame.rules import RANKING


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    trick = Trick(view["trick"]["leader"], ITALIAN40.of(view["trick"]["cards"]))
    rising = sorted(legal, key=lambda command: RANKING.strength(_card(command)))
    if not trick.cards:
        return rising[-1]
    taking = [command for command in rising if _takes(trick, _card(command))]
    return (taking or rising)[0]


POLICIES = {"circolo": choose}


def _card(command: Command) -> Card:
    return ITALIAN40.cards[command.get("card")]


def _takes(trick: Trick, card: Card) -> bool:
    return winning_position(trick.with_card(card), RANKING) == len(trick.cards)
