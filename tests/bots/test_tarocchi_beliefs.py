"""Beliefs at Tarocchi: never in conflict with the truth, and drawn from the view of a seat alone."""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import seed_of
from ludocards.bots.player_types import PlayerType
from ludocards.catalogue.tarocchi.bot.beliefs import PLAYER_TYPES, Beliefs, beliefs, likelihood, worlds
from ludocards.catalogue.tarocchi.bot.club import choose
from ludocards.catalogue.tarocchi.bot.kernels.pack import OF_SUIT, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import HANDS, MOST_CARDS, SCARTO, VOIDS, turn, values
from ludocards.catalogue.tarocchi.bot.levels import BY_NAME, MASTER, wanted
from ludocards.engine.game import Json
from tests.bots.test_tarocchi_kernels import HOUSE
from tests.engine.matches import Played, playing
from tests.engine.tarocchi.table import GAME, position

OUT = np.zeros((2, MOST_CARDS), np.float64)


def hidden(played: Played, known: Beliefs) -> list[int]:
    """Return the true hidden hands and scarto."""
    hands = [bits(card.code for card in played.state.hands[seat]) for seat in known.seats]
    deals = known.me == played.state.dealer
    return [*hands, 0 if deals else bits(card.code for card in played.state.scarto)]


def agrees(known: Beliefs, world: Any) -> bool:
    """Return whether a determinization fits the beliefs."""
    places = [int(each) for each in world]
    numbers = [[(place & int(cards)).bit_count() for cards in OF_SUIT] for place in places]
    return (
        sum(places) == known.free
        and [place.bit_count() for place in places] == known.room.tolist()
        and all(place & int(barred) == 0 for place, barred in zip(places, known.barred, strict=True))
        and bool(np.all(known.most >= numbers))
    )


def found(view: Any, known: Beliefs, many: int) -> Any:
    return worlds(known, many, MASTER.noise, np.array([seed_of(view)], np.int64), OUT)


@pytest.mark.parametrize("options", HOUSE)
def test_the_truth_and_every_determinization_agree_with_the_beliefs(options: dict[str, Json]) -> None:
    """The deals are played at random, under all rules about what must be played."""
    asked = 0
    for seed in range(3):
        for number, played in enumerate(playing("tarocchi", 3, seed, deals=3, **options)):
            if played.state.phase not in ("discard", "play"):
                continue
            [seat] = played.game.to_act(played.state)
            view = played.game.view(played.state, seat)
            known = beliefs(view)
            if played.state.phase == "play":
                assert agrees(known, hidden(played, known))
                asked += 1
            if number % 5 == 0:
                rows = found(view, known, 8)
                assert len(rows) == 8
                assert all(agrees(known, row) for row in rows)
    assert asked > 50


def test_a_board_shows_no_hand_or_scarto_of_others() -> None:
    for played in playing("tarocchi", 3, 1, deals=3):
        if played.state.phase == "play":
            seat = played.state.turn
            known = beliefs(played.game.view(played.state, seat))
            for board in (known.board, *known.boards):
                assert not board[HANDS : HANDS + 3].any()
                assert bool(board[SCARTO]) == (seat == played.state.dealer)


def test_a_seat_that_did_not_follow_is_void_and_one_that_withheld_a_king_has_none() -> None:
    hands = ["5C 6C", "7C 8C", "9C 10C"]
    taken = [(0, 2, "7O T5 T6"), (2, 2, "RB 5B DB"), (2, 2, "9S 8S F")]
    known = beliefs(GAME.view(position(hands, taken=taken), 0))
    assert known.board[VOIDS : VOIDS + 3].tolist() == [0, 0b10, 0b10]
    for hand in known.barred[:2]:
        assert int(hand) & bits(["QO", "RS", "DS", "RC", "T20"]) == bits(["QO", "RS"])
    assert int(known.barred[2]) & bits(["T20", "F", "QC"]) == bits(["T20", "F"])


def test_hands_that_explain_the_play_are_likelier() -> None:
    """After nine tricks of *circolo* bots, the truth explains the play better than most determinizations."""
    better = []
    for seed in range(12):
        for played in playing("tarocchi", 3, 50 + seed, [choose] * 3, deals=3):
            if len(played.state.tricks) == 9 and played.state.phase == "play":
                seat = played.state.turn
                view = played.game.view(played.state, seat)
                known = beliefs(view)
                truth = np.array([hidden(played, known)], np.int64)
                rows = np.concatenate([found(view, known, 60), truth])
                weights = likelihood(known, rows, (PlayerType(0.15, 0.1),), OUT)
                better.append(float(np.mean(weights[:-1] < weights[-1])))
                break
    assert statistics.mean(better) > 0.75


def test_each_of_the_others_is_of_one_of_the_types_of_players() -> None:
    """The kernel is compared with the mean over the types of all plays of a hand."""
    played = next(
        each
        for each in playing("tarocchi", 3, 4, [choose] * 3)
        if each.state.phase == "play" and len(each.state.tricks) == 8
    )
    view = played.game.view(played.state, played.state.turn)
    known = beliefs(view)
    known = replace(known, calls=known.calls[:0])
    rows = found(view, known, 40)
    expected = []
    for row in rows:
        ways = np.array([[kind.share for kind in PLAYER_TYPES]] * 2)
        for board, place, before, card in zip(
            known.boards, known.holders, known.before, known.chosen, strict=True
        ):
            board[SCARTO] = row[2]
            many = values(board, turn(board), row[place] | before, OUT)
            worth, cards = OUT[0, :many].copy(), OUT[1, :many].astype(int).tolist()
            for number, kind in enumerate(PLAYER_TYPES):
                chances = np.exp((worth - worth.max()) / kind.heat)
                sharp = chances[cards.index(card)] / chances.sum() if card in cards else 0.0
                ways[place, number] *= ((1 - kind.slips) * sharp + kind.slips / many) * (card in cards)
        expected.append(ways.sum(axis=1).prod())
    weights = likelihood(known, rows, PLAYER_TYPES, OUT)
    assert sum(weight > 0.01 for weight in weights) > 3
    assert weights == pytest.approx(np.array(expected) / max(expected), abs=1e-12)


# ---- the match


def match_with(totals: list[int], done: int, **rules: Json) -> Any:
    return {"seat": 0, "totals": totals, "sheet": [{"points": [37, 36, 36]}] * done, "rules": rules}


@pytest.mark.parametrize(
    ("totals", "done", "against"),
    [
        ([0, 30, -30], 3, [1, 0, 0]),
        ([0, 30, -30], 7, [1, -0.5, 0]),
        ([30, -40, 10], 8, [1, 0, -0.5]),
        ([-60, 70, -10], 8, [1, 0, 0]),
    ],
)
def test_near_the_end_of_a_match_bots_play_against_their_rival(
    totals: list[int], done: int, against: list[float]
) -> None:
    """The rival is the leader, or the second if the bot itself leads; none if the distance is too large."""
    assert wanted(match_with(totals, done), BY_NAME["maestro"])[0].tolist() == against
    assert wanted(match_with(totals, done, deals=99), BY_NAME["maestro"])[0].tolist() == [1, 0, 0]
