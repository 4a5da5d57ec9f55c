"""The interpretation of signals: as facts where they must be true, else by the candour of the speaker."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.bots.kernels.numbers import seed_of
from ludocards.catalogue.thirds.bot.kernels.pack import RANKS, bits
from ludocards.catalogue.tressette.bot.beliefs import PLAYER_TYPES, Beliefs, beliefs, likelihood, worlds
from ludocards.catalogue.tressette.bot.board import board_of
from ludocards.catalogue.tressette.bot.club import choose, holds
from ludocards.catalogue.tressette.bot.kernels.play import OUT
from ludocards.catalogue.tressette.bot.signals import SAYINGS, _true, credit
from ludocards.catalogue.tressette.rules.signals import MEANS
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command
from tests.bots.test_tressette_beliefs import hidden
from tests.engine.matches import Chooser, playing
from tests.engine.tressette.table import GAME, position


def heard(preset: str, *signals: tuple[str, str], candour: Any = ()) -> dict[str, Any]:
    """Return the view of seat 0 after a trick of denari whose cards were played with these signals."""
    state = position(["4S 5S 6S 7S", "2D RD 4C 5C", "4B 5B 6B 7B", "3D AD 6C 7C"], preset=preset,
                     taken=[(0, "FD 6D 7D CD")])  # fmt: skip
    view = GAME.view(state, 0)
    seats = {code: seat for seat, code in enumerate(view["tricks"][0]["cards"])}
    view["signalled"] = [
        {"seat": seats[card], "trick": 0, "card": card, "signal": signal} for card, signal in signals
    ]
    return {**view, "candour": [*candour]} if "candour" in view else view


def test_signals_mean_what_the_engine_checks() -> None:
    assert {*SAYINGS} == {*MEANS}
    for many in range(4):
        for ranks in combinations(RANKS, many):
            kept = np.array([sum(1 << RANKS.index(rank) for rank in ranks)])
            for saying in SAYINGS:
                assert bool(_true(saying, kept)[0]) == MEANS[saying](frozenset(ranks))


def test_where_signals_are_true_volo_means_a_void() -> None:
    view = heard("neutra", ("7D", "volo"))
    assert beliefs(view).most[1, 2] == 0
    assert not holds(board_of(view), 2, bits(["2D"]))
    in_bredese = heard("bredese", ("7D", "volo"))
    assert beliefs(in_bredese).most[1, 2] > 0
    assert holds(board_of(in_bredese), 2, bits(["2D"]))


def test_where_signals_are_true_liscio_means_another_plain_card() -> None:
    """Three plain cards of denari are unseen; where the 4 is the only one it is certain."""
    known = beliefs(heard("neutra", ("6D", "liscio")))
    assert known.least[0].tolist() == [0, 0, 1, 0]
    rows = np.array([[bits(["RD"]), 0, 0], [bits(["2D"]), 0, 0]])
    assert np.diff(credit(known.signals, known.talkers, rows))[0] < -20
    view = {**heard("neutra", ("6D", "liscio")), "hand": ["RD", "5D", "6S", "7S"]}
    assert int(beliefs(view).held[0]) == bits(["4D"])


def test_frequent_liars_are_believed_less() -> None:
    """A signal shifts the odds that seat 1 has the 3 by less, the more often seat 1 has lied."""

    def moved(true: int, false: int) -> float:
        record = [[0, 0], [true, false], [0, 0], [0, 0]]
        known = beliefs(heard("bredese", ("6D", "busso_il_tre"), candour=record))
        rows = np.array([[bits(["3D", "RD"]), 0, 0], [bits(["2D", "RD"]), 0, 0]])
        return float(-np.diff(credit(known.signals, known.talkers, rows))[0])

    believed = [moved(8, 0), moved(2, 0), moved(0, 0), moved(1, 3), moved(0, 8)]
    assert believed == sorted(believed, reverse=True)
    assert believed[0] > 2
    assert abs(believed[3]) < 0.3
    assert believed[4] < 0


def test_a_lie_in_the_same_deal_counts() -> None:
    """Seat 1 signalled a void in denari; where that is a lie, the other signal counts for less."""
    view = heard("bredese", ("6D", "volo"))
    trick = {"leader": 0, "seats": [0, 1, 2, 3], "cards": ["FC", "CC", "RC", "AC"], "winner": 3}
    view["tricks"].append(trick)
    view["signalled"].append({"seat": 1, "trick": 1, "card": "CC", "signal": "busso_il_tre"})
    known = beliefs(view)
    kept = [["3C", "4C"], ["2C", "4C"], ["3C", "5D"], ["2C", "5D"]]
    true, false, lied_true, lied_false = credit(
        known.signals, known.talkers, np.array([[bits(each), 0, 0] for each in kept])
    )
    assert true - false > 1 > lied_true - lied_false


def test_a_discard_carries_no_signal() -> None:
    state = position(["4S 5S", "6C 2C", "4B 5B", "3D AD"], preset="bredese", taken=[(0, "FD 6S 7D CD")])
    view = GAME.view(state, 0)
    view["signalled"] = [{"seat": 1, "trick": 0, "card": "6S", "signal": "volo"}]
    assert beliefs(view).signals == []


# ---- accuracy


def talker(truth: float, random: Random) -> Chooser:
    """Return a chooser like *circolo* that signals with 70 % of its cards, truly at the rate `truth`."""

    def chooser(view: Any, legal: Sequence[Command]) -> Command:
        command = choose(view, legal)
        card = command.get("card")
        led = [*view["trick"]["cards"], card][0]
        if command.do != "play" or card not in view.get("signals", ()) or led[1] != card[1]:
            return command
        kept = frozenset(other[0] for other in view["hand"] if other[1] == card[1] and other != card)
        lies = random.random() > truth
        may = [saying for saying in SAYINGS if MEANS[saying](kept) != lies]
        given = {"signal": random.choice(may)} if random.random() < 0.7 else {}
        return Command.of("play", card=card, **given)

    return chooser


def gained(known: Beliefs, deaf: Beliefs, rows: Any) -> float:
    """Return how much signals add to the log likelihood ratio of the truth, the last of `rows`."""
    out = np.zeros(OUT, np.float64)
    listened, plain = (likelihood(each, rows, PLAYER_TYPES, out) for each in (known, deaf))
    return float(np.log(listened[-1] / listened.mean()) - np.log(plain[-1] / plain.mean()))


@pytest.mark.parametrize(("truth", "least"), [(1.0, 0.5), (0.3, -0.1), (0.0, 0.0)])
def test_heeding_signals_helps_and_never_hurts_among_liars(truth: float, least: float) -> None:
    """Measured in a second deal, when the first has shown who lies; 30 % of random signals are true."""
    found = []
    for seed in range(6):
        talkers = [talker(truth, Random(seed))] * 4
        for played in playing("tressette", 4, seed, talkers, preset="bredese", match_end={"deals": 2}):
            if played.state.phase == "play" and played.state.deal == 1 and len(played.state.tricks) in (4, 6):
                view = played.game.view(played.state, played.state.turn)
                known, deaf = beliefs(view), beliefs({**view, "signalled": []})
                rows = worlds(known, 100, np.array([seed_of(view)], np.int64))
                found.append(gained(known, deaf, np.concatenate([rows, [hidden(played, known)]])))
    assert statistics.mean(found) > least


# ---- giving signals


@pytest.mark.parametrize(("taken", "says"), [("3C 7C RC 6C", {"signal": "volo"}), ("3C 7S RC 6C", {})])
def test_signals_are_given_while_the_partner_may_have_the_suit(taken: str, says: dict[str, str]) -> None:
    rest = [code for code in ITALIAN40.cards if code not in ["5C", "4S", "5S", *taken.split()]]
    state = position(["5C 4S", " ".join(rest[:3]), " ".join(rest[3:6]), "2C"], leader=3, on_table="FC",
                     taken=[(3, taken)], preset="bredese")  # fmt: skip
    view = GAME.view(state, 0)
    view["tricks"][0].update(leader=1, seats=[1, 2, 3, 0])
    said = dict(choose(view, GAME.legal(state, 0)).fields)
    assert {name: said[name] for name in said if name == "signal"} == says
