"""The review of a deal of Briscola.

`evaluate_choices` values each card for a player who sees only their own hand. `OpenBriscola` follows the deal
with all hands and the stock open, and searches its last three tricks. Amounts are points of a side; winning
the game adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import ChoiceValues, PlayedDeal, Reviewer
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
from ludocards.catalogue.briscola.bot.kernels.worlds import search_ending
from ludocards.catalogue.briscola.bot.levels import SEARCH, memory
from ludocards.catalogue.briscola.values import CARDS
from ludocards.engine.game import Command


def stock_of(deal: PlayedDeal) -> list[str]:
    """Return the cards of the stock in the order in which they were drawn.

    A card that is new in a seat's hand since its last choice was drawn; those of the first hand were dealt.
    """
    hands = [[*view["hand"]] for view in deal.views]
    draws: list[list[str]] = [[] for _ in deal.views]
    turned = deal.views[0]["turned"]
    for choice in deal.choices:
        hand = hands[choice.seat]
        draws[choice.seat] += [card for card in choice.view["hand"] if card not in hand]
        card = choice.command.get("card")
        hand[:] = [each for each in choice.view["hand"] if each != card]
        if (
            choice.command.do == "exchange"
        ):  # the turned card comes to the hand, and the other takes its place
            hand.append(turned)
            turned = card
    # After each trick its winner, who leads the next, draws first.
    winners = [choice.view["trick"]["leader"] for choice in deal.plays[:: len(hands)]][1:]
    order = [(leader + place) % len(hands) for leader in winners for place in range(len(hands))]
    return [draws[seat].pop(0) for seat in order if draws[seat]]


def boards_of(deal: PlayedDeal) -> list[Ints]:
    """Return the positions before the first card and after each; an exchange makes no new position."""
    first = start(deal.views[0])
    for seat, view in enumerate(deal.views):
        first[HANDS + seat] = bits(view["hand"])
    first[LEADER] = deal.plays[0].seat
    first[LAST] = 0  # in a review the last trick is worth its points only, also where it breaks a tie
    stock = stock_of(deal)
    first[DRAWS : DRAWS + len(stock)] = [INDEX[card] for card in reversed(stock)]
    # The last card to draw is the turned one, not the card that was exchanged for it later.
    first[DRAWS] = INDEX[deal.views[0]["turned"]]
    boards = [first]
    for choice in deal.choices:
        if choice.command.do == "exchange":
            put(boards[-1], number_of(choice.command))
            continue
        boards.append(boards[-1].copy())
        put(boards[-1], number_of(choice.command))
    return boards


class OpenBriscola(Ending):
    """The deal with all cards open: heuristic playouts while there is a stock, then a search."""

    def __init__(self, deal: PlayedDeal) -> None:
        boards = boards_of(deal)
        super().__init__(deal, boards, CARDS, sides=int(boards[0][SIDES]))

    def play_card(self, board: Ints, command: Command) -> None:
        put(board, INDEX[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def side_scores(self, ended: Ints) -> list[float]:
        taken: list[float] = ended[TAKEN : TAKEN + self.sides].tolist()
        return taken

    def seat_gains(self, ended: Ints) -> list[float]:
        return [float(ended[TAKEN + side(ended, seat)]) for seat in range(self.players)]

    def search_ending(self, board: Ints) -> list[float]:
        memory.boards[0] = board
        search_ending(memory.boards, memory.ends)
        return [float(memory.ends[0, side(board, seat)]) for seat in range(self.players)]


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> ChoiceValues:
    """Return the points that each card brings in worlds that agree with what the seat may know."""
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


REVIEWER = Reviewer(
    evaluate_choices, halving_loss=6.0, open_positions=OpenBriscola, unjudged_fields=("signal",)
)
