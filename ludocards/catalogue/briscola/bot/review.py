"""The review of a deal of Briscola: results with all cards and the stock open, and the value of each card to
a player who sees only their own hand.

Amounts are points of the side. The last three tricks are searched; the worth of winning the game does not
count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints, seed_of
from ludocards.bots.reviewing import OpenPositions, PlayedDeal, Reviewer, Weighed
from ludocards.catalogue.briscola.bot.beliefs import beliefs
from ludocards.catalogue.briscola.bot.board import number_of, start
from ludocards.catalogue.briscola.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.briscola.bot.kernels.play import (
    DRAWS,
    HANDS,
    LAST,
    LEADER,
    SIDES,
    TAKEN,
    play_out,
    put,
    side,
)
from ludocards.catalogue.briscola.bot.kernels.worlds import settle
from ludocards.catalogue.briscola.bot.levels import MASTER, memory, weighed_by
from ludocards.catalogue.briscola.values import CARDS
from ludocards.engine.game import Command

JUDGE = replace(MASTER, played=400)
"""The parameters for judging a card."""


def drawn(deal: PlayedDeal) -> list[str]:
    """The cards of the stock in the order in which they were drawn.

    A seat has drawn what is new in its hand at its next card; its first three cards were dealt.
    """
    held = [[*view["hand"]] for view in deal.views]
    new: list[list[str]] = [[] for _ in deal.views]
    turned = deal.views[0]["turned"]
    for choice in deal.choices:
        theirs = held[choice.seat]
        new[choice.seat] += [card for card in choice.view["hand"] if card not in theirs]
        card = choice.command.get("card")
        theirs[:] = [each for each in choice.view["hand"] if each != card]
        if choice.command.do == "exchange":
            theirs.append(turned)
            turned = card
    winners = [choice.view["trick"]["leader"] for choice in deal.plays[:: len(held)]][1:]
    order = [(leader + place) % len(held) for leader in winners for place in range(len(held))]
    return [new[seat].pop(0) for seat in order if new[seat]]


def boards_of(deal: PlayedDeal) -> list[Ints]:
    """The positions before the first card and after each."""
    first = start(deal.views[0])
    for seat, view in enumerate(deal.views):
        first[HANDS + seat] = bits(view["hand"])
    first[LEADER], first[LAST] = deal.plays[0].seat, 0
    stock = drawn(deal)
    first[DRAWS : DRAWS + len(stock)] = [INDEX[card] for card in reversed(stock)]
    first[DRAWS] = INDEX[deal.views[0]["turned"]]
    boards = [first]
    for choice in deal.choices:
        if choice.command.do == "exchange":
            put(boards[-1], number_of(choice.command))
            continue
        boards.append(boards[-1].copy())
        put(boards[-1], number_of(choice.command))
    return boards


class Open(Ending):
    """The deal with all cards open: searched once the stock is empty, and before that played out by rules of
    thumb."""

    def __init__(self, deal: PlayedDeal) -> None:
        super().__init__(deal, boards_of(deal), CARDS)
        self.sides = int(self.boards[0][SIDES])

    def put(self, board: Ints, command: Command) -> None:
        put(board, INDEX[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def sheet(self, ended: Ints) -> list[float]:
        taken: list[float] = ended[TAKEN : TAKEN + self.sides].tolist()
        return taken

    def gains(self, ended: Ints) -> list[float]:
        return [float(ended[TAKEN + side(ended, seat)]) for seat in range(self.players)]

    def settled(self, board: Ints) -> list[float]:
        memory.boards[0] = board
        settle(memory.boards, memory.ends)
        return [float(memory.ends[0, side(board, seat)]) for seat in range(self.players)]

    def basis(self, number: int) -> str:
        return "rules" if number < self.since else "optimum" if self.sides == 2 else "each"


def opened(deal: PlayedDeal) -> OpenPositions:
    return Open(deal)


def weighed(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> Weighed:
    """The points of each card in worlds that agree with what the seat may know."""
    return weighed_by(beliefs(view), legal, JUDGE, seed_of(view, "review"))


REVIEWER = Reviewer(weighed, half=6.0, opened=opened, aside=("signal",))
