"""The knowledge of a seat at a table of Scopone or Scopa about the hidden cards, and worlds that agree with
it.

No play contradicts any deal of the hidden cards, since any card may be played. So worlds are weighted by the
likelihood of the choices made with the present hands, for players who follow the rules of thumb: who left the
settebello on the table hardly holds another seven.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ludocards.bots import places
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.places import Beliefs, Observed, pack_beliefs
from ludocards.catalogue.scopone.bot.board import board_of
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, PACK, PLAYED, bits
from ludocards.catalogue.scopone.bot.kernels.play import TABLE, gone
from ludocards.catalogue.scopone.bot.kernels.worlds import write_log_likelihoods

likelihood = partial(places.likelihood, write_log_likelihoods)


def beliefs(view: Mapping[str, Any], seat: int | None = None) -> Beliefs:
    """The beliefs of the seat of the view: that on turn, unless another is given."""
    me, players = view["to_act"][0] if seat is None else seat, view["players"]
    observed = Observed([(me + step) % players for step in range(1, players)])
    board = board_of(view, observed.meet)
    hand = bits(view["hand"])
    unseen = PACK & ~(gone(board) | int(board[TABLE]) | hand)
    hidden = [card for card in INDEX.values() if unseen >> card & 1]

    def card_of(_board: Ints, choice: int) -> int:
        return 1 << (choice >> PLAYED)

    return pack_beliefs(board, hand, hidden, view["counts"], [0] * players, observed, card_of)
