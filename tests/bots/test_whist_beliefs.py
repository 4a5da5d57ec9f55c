"""Beliefs at Whist: never in conflict with the truth, and drawn from the view of a seat alone."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import Ints, seed_of
from ludocards.bots.places import Beliefs, worlds
from ludocards.bots.registry import choose
from ludocards.catalogue.whist.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.whist.bot.club import choose as choose_at_the_club
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.whist.bot.kernels.play import HANDS, OUT
from ludocards.catalogue.whist.bot.levels import EXPERT, honest
from tests.bots.test_whist import bidding, seen
from tests.bots.test_whist_kernels import tables
from tests.engine.matches import Played, playing
from tests.engine.whist.table import GAME


def drawn(view: Any, known: Beliefs, many: int) -> Ints:
    return worlds(known, many, np.array([seed_of(view)], np.int64))


def truth(played: Played, known: Beliefs) -> list[int]:
    """Return the true hidden hands, followed by the cards that were not dealt."""
    hands = [bits((card.code for card in hand), played.state.rules.asso_alto) for hand in played.state.hands]
    hidden = [hands[seat] for seat in known.seats]
    return [*hidden, sum(1 << int(card) for card in known.hidden) & ~sum(hidden)]


def agrees(known: Beliefs, world: Any) -> bool:
    """Return whether a determinization has the hidden cards in hands of the right sizes, respecting voids."""
    rows = [int(hand) for hand in world]
    room = Counter(known.places.tolist())
    return (
        sum(rows) == sum(1 << int(card) for card in known.hidden)
        and all(hand.bit_count() == room[place] for place, hand in enumerate(rows))
        and all(hand & int(known.barred[place]) == 0 for place, hand in enumerate(rows))
    )


@tables
def test_the_truth_and_every_determinization_agree_with_the_beliefs(
    players: int, options: dict[str, Any]
) -> None:
    for number, played in enumerate(playing("whist", players, 11, **options)):
        for seat in played.game.to_act(played.state):
            view = played.game.view(played.state, seat)
            known = beliefs(view)
            assert agrees(known, truth(played, known))
            if number % 5 == 0:
                assert all(agrees(known, row) for row in drawn(view, known, 6))


def test_a_board_shows_no_hand_of_others() -> None:
    for played in playing("whist", 4, 1):
        for seat in played.game.to_act(played.state):
            known = beliefs(played.game.view(played.state, seat))
            assert not known.board[HANDS : HANDS + 6].any()
            assert not known.boards[:, HANDS : HANDS + 6].any()


def test_every_determinization_is_equally_likely() -> None:
    """Seven hidden cards: two in each of three hands, and one that was not dealt. Seat 2 is void of hearts.
    Every possible deal must be sampled about equally often."""
    view = GAME.view(seen("KS QS", turned="9S", bids=[0, 0, 0, 0], taken=[(0, "AH 2H 3D 4H")]), 0)
    hidden = [INDEX[False][code] for code in ("KH", "QH", "2D", "4D", "5C", "6C", "7C")]
    places = np.array([0, 0, 1, 1, 2, 2, 3], np.int64)
    known = replace(beliefs(view), hidden=np.array(hidden, np.int64), places=places)
    found = Counter(tuple(map(int, row)) for row in drawn(view, known, 20000))
    ways = 5 * 4 // 2 * (5 * 4 // 2) * 3
    assert all(agrees(known, row) for row in found)
    assert len(found) == ways
    assert max(found.values()) < 1.8 * 20000 / ways
    assert min(found.values()) > 0.4 * 20000 / ways


def test_contradictory_beliefs_still_give_determinizations() -> None:
    """All others are void of every suit but spades, of which there are not enough."""
    view = GAME.view(seen("KS QS", turned="9S", bids=[0, 0, 0, 0]), 0)
    known = replace(beliefs(view), barred=np.array([bits(INDEX[False])] * 3 + [0], np.int64))
    rows = drawn(view, known, 5)
    assert all(sum(map(int, row)) == sum(1 << int(card) for card in known.hidden) for row in rows)


def test_hands_that_explain_bids_and_play_are_likelier() -> None:
    """After three tricks of *circolo* bots, the truth explains the play better than most determinizations."""
    out, better = np.zeros(OUT, np.float64), []
    for seed in range(12):
        for played in playing("whist", 4, 50 + seed, [choose_at_the_club] * 4):
            if len(played.deals) == 4 and len(played.state.tricks) == 3:
                view = played.game.view(played.state, played.state.turn)
                known = beliefs(view)
                rows = np.concatenate([drawn(view, known, 100), np.array([truth(played, known)], np.int64)])
                weights = likelihood(known, rows, EXPERT.heat, EXPERT.slips, out)
                better.append(float(np.mean(weights[:-1] < weights[-1])))
                break
    assert statistics.mean(better) > 0.7


def test_a_high_bid_suggests_a_strong_hand() -> None:
    """After a bid of two of four, weighting the determinizations raises the number of high trumps."""
    view = GAME.view(bidding("2H 3D 4C 5C", 2, turned="9S"), 1)
    known = beliefs(view)
    rows = drawn(view, known, 400)
    weights = likelihood(known, rows, EXPERT.heat, EXPERT.slips, np.zeros(OUT, np.float64))
    bosses = bits(["KS", "QS", "JS", "10S"])
    held = np.array([(int(row[0]) & bosses).bit_count() for row in rows])
    assert np.average(held, weights=weights) > 1.3 * held.mean()


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("level", ["esperto", "maestro"])
@pytest.mark.parametrize("said", [(1, 1, 1), (3, 0, 0), (0, 2, 1)])
def test_never_bids_zero_with_the_boss_trump_despite_the_hook(level: str, said: tuple[int, ...]) -> None:
    state = bidding("KS 2H 3D 4C", *said, turned="9S")
    view = GAME.view(state, state.turn)
    assert view["forbidden"]["tricks"] == 1
    assert sorted(honest(beliefs(view))) == [2, 3, 4]
    assert choose(view, GAME.legal(state, state.turn), level).get("tricks") == 2


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("level", ["esperto", "maestro"])
def test_levels_use_certain_knowledge(level: str) -> None:
    def chosen(state: Any) -> Any:
        return choose(GAME.view(state, 0), GAME.legal(state, 0), level).get("card")

    assert chosen(seen("KS 3D QH", turned="9S", bids=[3, 0, 0, 0])) == "KS", "it needs every trick"
    assert chosen(seen("KH AH", "9H 3H 4H", turned="9S", bids=[0, 1, 1, 1])) == "AH", "it wants none"
    assert chosen(seen("KH 2H", "9H 3H 4H", turned="9S", bids=[1, 1, 1, 1])) == "KH", "it wants one"
