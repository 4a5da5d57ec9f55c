"""The facts about a position of Scopone or Scopa that explain why one choice is better than another.

They follow from the view of the seat, and from random deals that agree with it. `scopone/reasons.py` has the
sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints, drawn, one_of, seed_of
from ludocards.bots.places import worlds
from ludocards.bots.proving import DEALS, TELLING, Explanation, View
from ludocards.catalogue.scopone.bot.beliefs import beliefs
from ludocards.catalogue.scopone.bot.kernels.pack import LIKES, MONEY, PACK, PLAYED, SEVEN, number_of
from ludocards.catalogue.scopone.bot.kernels.play import (
    DEALER,
    DRAWS,
    FIGURES,
    HANDS,
    PILES,
    PLAYERS,
    SCOPE,
    SIDES,
    STOCK,
    TURN,
    gone,
    play_out,
    primiera,
    put,
    side,
)
from ludocards.catalogue.scopone.bot.levels import memory
from ludocards.catalogue.scopone.values import NUMBER_OF
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.game import Command, Json

POINTS = 3
"""The most sentences about such differences."""

SUFFICIENT = ("scopa", "open", "likes", "wins")
"""The kinds of facts of which an explanation has at least one."""

THEMES: Mapping[str, str] = {
    "scopa": "scopa",
    "conceded": "guard",
    "settebello": "settebello",
    "primiera": "primiera",
    "denari": "denari",
    "carte": "carte",
}
"""The themes of the points in `wins`."""


def explained(view: View, best: Command, other: Command) -> Explanation:
    """Explain why `best` is better than `other`."""
    known = beliefs(view)
    before = known.board.copy()
    before[HANDS + before[TURN]] = known.hand
    unseen = ITALIAN40.of(code for code in ITALIAN40.cards if code not in _seen(view))
    facts = [
        *_scope(view, best, other),
        *_open(view, best, other, unseen),
        *_wins(view, best, other),
        *_likes(best, other, unseen),
        *_pairs(before, best, other),
    ]
    return Explanation([*_themes(best, other, facts)], facts)


def _seen(view: View) -> set[str]:
    """The cards that the seat has seen."""
    turns = [code for turn in view["turns"] for code in (turn["card"], *turn["take"])]
    return {*view["hand"], *view["table"], *turns}


def _left(view: View, command: Command) -> tuple[Card, ...]:
    """The cards on the table after a choice."""
    taken = command.get("take") or ()
    table = [code for code in view["table"] if code not in taken]
    return ITALIAN40.of(table if taken else [*table, command.get("card")])


def _scope(view: View, best: Command, other: Command) -> Iterator[Json]:
    """Either choice, if it empties the table."""
    for name, command in (("best", best), ("other", other)):
        if not _left(view, command):
            yield {"kind": "scopa", "of": name}


def _open(view: View, best: Command, other: Command, unseen: Sequence[Card]) -> Iterator[Json]:
    """The tables that the choices leave, and the unseen cards that sweep them, if one is safer."""
    left = [_left(view, command) for command in (best, other)]
    sums = [sum(NUMBER_OF[card] for card in cards) for cards in left]
    out = [sum(NUMBER_OF[card] == number for card in unseen) for number in sums]
    if out[0] or not out[1]:
        return
    for name, cards, number, sweeping in zip(("best", "other"), left, sums, out, strict=True):
        if cards:
            yield {"kind": "open", "of": name, "left": codes(cards), "sum": number, "out": sweeping}


def _likes(best: Command, other: Command, unseen: Sequence[Card]) -> Iterator[Json]:
    """The unseen likes of cards that stay on the table, if only the better one has none."""
    cards = [ITALIAN40.cards[command.get("card")] for command in (best, other)]
    out = [sum(each.rank == card.rank for each in unseen) for card in cards]
    if best.get("take") or other.get("take") or out[0] or not out[1]:
        return
    for name, many in zip(("best", "other"), out, strict=True):
        yield {"kind": "likes", "of": name, "out": many}


def _pairs(before: Ints, best: Command, other: Command) -> Iterator[Json]:
    """The numbers that each choice leaves odd, with two sides, if that suits the seat: the dealer's side, who
    plays last, wants pairs."""
    odd = [_odd(before, number_of(command)) for command in (best, other)]
    is_last = side(before, before[TURN]) == side(before, before[DEALER])
    if before[PLAYERS] == 4 and odd[0] != odd[1] and (odd[0] < odd[1]) == is_last:
        yield {"kind": "pairs", "best": odd[0], "other": odd[1], "is_last": is_last}


def _odd(before: Ints, choice: int) -> int:
    """The numbers of which an odd number of cards is left after a choice."""
    taken = choice & PACK
    left = PACK & ~(gone(before) | (taken | 1 << (choice >> PLAYED) if taken else 0))
    return sum((left >> 4 * number & LIKES).bit_count() & 1 for number in range(10))


# ---- the points of random deals


def _wins(view: View, best: Command, other: Command) -> Iterator[Json]:
    """The points that the side of the seat gets more often after the better choice, the clearest first."""
    counts: list[dict[str, int]] = []
    for command in (best, other):
        ends = [*_ends(view, command)]
        counts.append({name: sum(end[name] for end in ends) for name in ends[0]})
    signs = {"conceded": -1}
    gained = {name: signs.get(name, 1) * (mine - counts[1][name]) for name, mine in counts[0].items()}
    clear = [name for name in gained if gained[name] >= TELLING * DEALS]
    for name in sorted(clear, key=lambda name: -gained[name])[:POINTS]:
        yield {"kind": "wins", "what": name, "best": counts[0][name], "other": counts[1][name], "of": DEALS}
        if name in ("carte", "denari"):
            yield _counted(view, name)


def _ends(view: View, command: Command) -> Iterator[dict[str, bool]]:
    """For each random deal the points of the side of the seat at its end, if all play by the rules of
    thumb."""
    known = beliefs(view)
    chance = np.array([seed_of(view, "reasons")], np.int64)
    for world in worlds(known, DEALS, chance):
        board = known.board.copy()
        me, mine = int(board[TURN]), int(side(board, board[TURN]))
        board[HANDS + me] = known.hand
        board[HANDS + known.seats] = world[:-1]
        stock = int(world[-1])
        for place in range(board[STOCK]):
            board[DRAWS + place] = one_of(stock, drawn(chance))
            stock &= ~(1 << int(board[DRAWS + place]))
        scope = board[SCOPE : SCOPE + 4].copy()
        put(board, number_of(command))
        play_out(board, memory.outs[0], 0)
        piles = [int(pile) for pile in board[PILES : PILES + board[SIDES]]]
        made = board[SCOPE : SCOPE + 4] - scope
        yield {
            "settebello": bool(piles[mine] & SEVEN),
            "primiera": _is_ahead(mine, [int(primiera(pile, board[FIGURES])) for pile in piles]),
            "denari": _is_ahead(mine, [(pile & MONEY).bit_count() for pile in piles]),
            "carte": _is_ahead(mine, [pile.bit_count() for pile in piles]),
            "scopa": bool(made[mine]),
            "conceded": bool(made.sum() > made[mine]),
        }


def _is_ahead(mine: int, numbers: Sequence[int]) -> bool:
    return all(number < numbers[mine] for each, number in enumerate(numbers) if each != mine)


def _counted(view: View, what: str) -> Json:
    """The cards, or those of denari, that the side of the seat and the best of the others have so far."""
    known = beliefs(view)
    mine = int(side(known.board, known.board[TURN]))
    counted = MONEY if what == "denari" else PACK
    have = [(int(pile) & counted).bit_count() for pile in known.board[PILES : PILES + known.board[SIDES]]]
    return {"kind": "so_far", "what": what, "mine": have.pop(mine), "theirs": max(have)}


def _themes(best: Command, other: Command, facts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    found = [THEMES[fact["what"]] for fact in facts if fact["kind"] == "wins"]
    if any(fact["kind"] == "scopa" and fact["of"] == "best" for fact in facts):
        found.append("scopa")
    if any(fact["kind"] == "open" for fact in facts):
        found.append("guard")
    if any(fact["kind"] == "pairs" for fact in facts):
        found.append("pairs")
    if best.get("card") == other.get("card"):
        found.append("capture")
    yield from dict.fromkeys(found)
