"""Beliefs at Tressette: never in conflict with the truth, and drawn from the view of a seat alone."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import seed_of
from ludocards.bots.player_types import PlayerType
from ludocards.bots.registry import POLICIES
from ludocards.catalogue.thirds.bot.kernels.pack import PACK, SUIT, bits
from ludocards.catalogue.thirds.bot.kernels.pack import cards as codes
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.catalogue.tressette.bot.beliefs import (
    DECLARATIONS,
    PLAYER_TYPES,
    RULE_TYPES,
    SILENCE,
    TAKER_DECLARATIONS,
    Beliefs,
    beliefs,
    likelihood,
    worlds,
)
from ludocards.catalogue.tressette.bot.club import choose
from ludocards.catalogue.tressette.bot.kernels.play import HANDS, LAST, OUT, TAKEN, turn, values
from ludocards.catalogue.tressette.rules.accuse import held
from ludocards.catalogue.tressette.rules.declarations import CAPTURE, PHRASES
from ludocards.catalogue.tressette.rules.declarations import SUIT as PLAY_SUIT
from ludocards.engine.cards import ITALIAN40
from tests.bots.tressette_options import EACH_OPTION
from tests.engine.matches import AtRandom, Chooser, Played, playing
from tests.engine.tressette.table import GAME, position


def hidden(played: Played, known: Beliefs) -> list[int]:
    """Return the true hidden hands; with three players the removed card counts as a hand."""
    hands = [bits(card.code for card in hand) for hand in played.state.hands]
    removed = PACK & ~bits(card.code for card in played.state.pack)
    return [hands[seat] if seat < played.players else removed for seat in known.seats]


def agrees(known: Beliefs, world: Any) -> bool:
    """Return whether a determinization fits the beliefs."""
    free = [int(world[place]) & ~int(known.held[place]) for place in range(3)]
    numbers = [[(hand >> 16 * suit & SUIT).bit_count() for suit in range(4)] for hand in free]
    return (
        sum(free) == known.free
        and [hand.bit_count() for hand in free] == known.room.tolist()
        and all(free[place] & int(known.barred[place]) == 0 for place in range(3))
        and all(int(world[place]) & int(known.held[place]) == known.held[place] for place in range(3))
        and bool(np.all(known.least <= numbers))
        and bool(np.all(known.most >= numbers))
    )


@pytest.mark.parametrize(("players", "options"), EACH_OPTION)
def test_the_truth_and_every_determinization_agree_with_the_beliefs(
    players: int, options: dict[str, Any]
) -> None:
    """The deals are played at random, with accuse, declarations and signals wherever they are possible."""
    for number, played in enumerate(playing("tressette", players, 11, **options)):
        for seat in played.game.to_act(played.state):
            view = played.game.view(played.state, seat)
            known = beliefs(view)
            assert agrees(known, hidden(played, known))
            if number % 5 == 0:
                rows = worlds(known, 8, np.array([seed_of(view)], np.int64))
                assert len(rows) == 8
                assert all(agrees(known, row) for row in rows)
            assert known.board[LAST] == SCORINGS[played.rules.scoring].last_trick
            assert view["accuse_window"] == played.rules.accuse_window
        if number > 90:
            break


def test_a_board_shows_no_hand_of_others() -> None:
    for played in playing("tressette", 4, 1):
        for seat in played.game.to_act(played.state):
            known = beliefs(played.game.view(played.state, seat))
            assert not known.board[HANDS : HANDS + 4].any()
            assert not known.boards[:, HANDS : HANDS + 4].any()


@pytest.mark.parametrize(("players", "seed"), [(4, 2), (3, 4)])
def test_a_card_is_judged_by_the_knowledge_at_its_time(players: int, seed: int) -> None:
    """A later accusa, in the same trick or the next, does not count."""
    then: dict[int, tuple[int, list[int]]] = {}
    late = 0
    for played in playing("tressette", players, seed, preset="classico", match_end={"deals": 3}):
        for seat in played.game.to_act(played.state):
            view = played.game.view(played.state, seat)
            known = beliefs(view)
            many = sum(len(trick["cards"]) for trick in [*view["tricks"], view["trick"]])
            for board in (known.board, *known.boards):
                board[TAKEN : TAKEN + 4] = 0
            then[many] = seat, known.board.tolist()
            assert known.boards.tolist() == [then[at][1] for at in range(many) if then[at][0] != seat]
            late += any(made["trick"] or made["seat"] != then[0][0] for made in view["accuse"])
    assert late


def test_every_declaration_is_understood() -> None:
    of_suit = {code for code, phrase in PHRASES.items() if phrase.box == PLAY_SUIT}
    of_capture = {code for code, phrase in PHRASES.items() if phrase.box == CAPTURE}
    assert DECLARATIONS.keys() == of_suit
    assert TAKER_DECLARATIONS.keys() == of_capture


def test_every_determinization_is_equally_likely() -> None:
    """Six hidden cards, two a hand, seat 2 void of denari: 36 deals, each sampled equally often."""
    state = position(["4S 5S", "2D RD", "4C 5C", "2B RB"], taken=[(0, "3D 7D 4B 5D")])
    known = replace(beliefs(GAME.view(state, 0)), free=bits(["2D", "RD", "4C", "5C", "2B", "RB"]))
    rows = worlds(known, 6000, np.array([12345], np.int64))
    found = Counter(tuple(map(int, row)) for row in rows)
    assert all(row[1] & bits(["2D", "RD"]) == 0 for row in found)
    assert len(found) == 36
    assert all(abs(times - 6000 / 36) < 60 for times in found.values())


def test_accused_cards_are_held_and_the_missing_one_is_not() -> None:
    view = GAME.view(position(["4S 5S 6S 7S", "3D 2D AD 4D", "5D 6D 7D FD", "AB AC AS 7C"]), 0)
    view["accuse"] = [
        {"seat": 1, "combo": "napoletana", "suit": "D", "missing": None, "points": 3, "trick": 0},
        {"seat": 3, "combo": "three", "rank": "A", "missing": "D", "points": 3, "trick": 0},
    ]
    known = beliefs(view)
    assert known.held.tolist() == [bits(["3D", "2D", "AD"]), 0, bits(["AB", "AC", "AS"])]
    assert int(known.barred[2]) & bits(["AD"])


def log_ratio(policy: Chooser, player_types: Sequence[PlayerType]) -> float:
    """Return the mean log likelihood ratio of the truth to random determinizations, after five tricks."""
    out, found = np.zeros(OUT, np.float64), []
    for seed in range(12):
        for played in playing("tressette", 4, 50 + seed, [policy] * 4, preset="classico"):
            if len(played.state.tricks) == 5:
                view = played.game.view(played.state, played.state.turn)
                known = beliefs(view)
                rows = worlds(known, 100, np.array([seed_of(view)], np.int64))
                truth = np.array([hidden(played, known)], np.int64)
                weights = likelihood(known, np.concatenate([rows, truth]), player_types, out)
                found.append(float(np.log(weights[-1] / weights.mean())))
                break
    return statistics.mean(found)


def test_a_determinization_is_weighted_by_how_well_it_explains_the_play() -> None:
    """The kernel, which evaluates equal hands once, is compared with evaluating every play of every hand."""
    played = next(each for each in playing("tressette", 4, 3, [choose] * 4) if len(each.state.tricks) == 7)
    view = played.game.view(played.state, played.state.turn)
    known, out = replace(beliefs(view), unsaid=[()] * 3), np.zeros(OUT, np.float64)
    rows = worlds(known, 60, np.array([seed_of(view)], np.int64))
    expected = []
    for row in rows:
        ways = np.ones((3, len(RULE_TYPES)))
        for board, place, before, card in zip(
            known.boards, known.holders, known.before, known.chosen, strict=True
        ):
            found = values(board, turn(board), row[place] | before, out)
            worth, cards = out[0, :found], out[1, :found].astype(int).tolist()
            for number, kind in enumerate(RULE_TYPES):
                chances = np.exp((worth - worth.max()) / kind.heat)
                sharp = chances[cards.index(card)] / chances.sum()
                ways[place, number] *= (1 - kind.slips) * sharp + kind.slips / found
        expected.append(ways.mean(axis=1).prod())
    assert len({*map(int, rows[:, 0])}) < len(rows)
    assert likelihood(known, rows, RULE_TYPES, out) == pytest.approx(np.array(expected) / max(expected))


@pytest.mark.parametrize("window", [0, 1, 2])
def test_silence_makes_an_accusa_unlikely(window: int) -> None:
    """The engine lists what a hand could accuse; a seat that has not been on turn reveals nothing."""
    out, found = np.zeros(OUT, np.float64), 0
    for seed in range(4):
        for played in islice(playing("tressette", 4, seed, accuse_window=window), 3, 30, 5):
            view = played.game.view(played.state, played.state.turn)
            known = beliefs(view)
            rows = worlds(known, 60, np.array([seed_of(view)], np.int64))
            expected = np.zeros(len(rows))
            for place, seat in enumerate(known.seats.tolist()):
                made = {accusa.spent for accusa in played.state.accuse if accusa.seat == seat}
                for number, row in enumerate(rows if known.gone[place] and window else []):
                    hand = ITALIAN40.of(codes(int(row[place] | known.gone[place])))
                    expected[number] += sum(each.spent not in made for each in held(seat, hand))
            heard, deaf = (
                np.log(likelihood(each, rows, PLAYER_TYPES, out))
                for each in (known, replace(known, unsaid=[()] * 3))
            )
            found += int(expected.sum())
            assert heard - deaf - (heard - deaf).max() == pytest.approx(
                (expected - expected.min()) * np.log(SILENCE)
            )
    assert bool(found) == bool(window)


def test_the_play_reveals_the_hands() -> None:
    assert log_ratio(choose, PLAYER_TYPES) > 2


def test_random_opponents_mislead_less_when_several_opponent_types_are_expected() -> None:
    several, one = (
        log_ratio(AtRandom(Random(4)), player_types) for player_types in (RULE_TYPES, RULE_TYPES[:1])
    )
    assert several > one + 2


def test_the_network_hears_more_in_the_play_of_those_who_search() -> None:
    with_it, without = (
        log_ratio(POLICIES["tressette"]["provetto"], player_types)
        for player_types in (PLAYER_TYPES, RULE_TYPES)
    )
    assert with_it > without + 0.2
