"""The figures of a review: losses, accuracy and the verdicts that follow from them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.review import judging
from ludocards.bots.reviewing import ChoiceValues
from ludocards.engine.game import Command


def test_losses_are_measured_over_shared_determinizations() -> None:
    one, other = Command.of("play", card="AB"), Command.of("play", card="3C")
    evaluated = ChoiceValues(
        (one, other), np.array([[6.0, 5.0], [0.0, 3.0], [9.0, 9.0]]), np.array([1.0, 1.0, 2.0])
    )
    assert evaluated.best() == 1
    assert evaluated.loss(0)[0] == pytest.approx(0.5)
    assert evaluated.loss(1) == (0.0, 0.0)


def test_determinizations_count_by_effective_sample_size() -> None:
    words, values = (Command.of("play", card="AB"), Command.of("play", card="3C")), np.array([[0.0, 1.0]] * 8)
    assert ChoiceValues(words, values, np.full(8, 0.3)).effective_worlds() == pytest.approx(8)
    assert ChoiceValues(words, values, np.array([1.0, *[1e-6] * 7])).effective_worlds() < 1.1


def test_accuracy_is_halved_at_half_weight() -> None:
    assert judging.accuracy_of([0, 0, 0, 0], 1.5) == 100
    assert judging.accuracy_of([1.5], 1.5) == 50
    assert judging.accuracy_of([3, 0], 1.5) == pytest.approx((25 + 100) / 2)
    assert judging.accuracy_of([], 1.5) is None


def verdicts(seen: float | None, opened: float, basis: str = "optimum", *, clear: bool = True) -> Any:
    """The verdicts on a choice with these losses: by what the player could know, and with open cards."""
    choice = {"open": {"loss": opened, "basis": basis}}
    if seen is not None:
        choice["seen"] = {"loss": seen, "clear": clear}
    deal = judging.with_verdicts({"choices": [choice], "curve": None}, half=1.5, point=3)
    [judged] = deal["choices"]
    return judged.get("seen", {}).get("verdict"), judged["open"]["verdict"], judged["marked"]


@pytest.mark.parametrize(
    ("judged", "verdict"),
    [
        (verdicts(0.6, 2), ("worse", "worse", "seen")),
        (verdicts(0.6, 0), ("worse", "best", "seen")),
        (verdicts(0.59, 2), ("worse", "worse", "open")),
        (verdicts(0.15, 0), ("worse", None, None)),
        (verdicts(0.14, 0), (None, None, None)),
        (verdicts(2.0, 0, clear=False), ("best", None, None)),
        (verdicts(None, 1), (None, "worse", "open")),
        (verdicts(None, 1.49, "rules"), (None, None, None)),
        (verdicts(None, 1.5, "rules"), (None, "worse", "open")),
        (verdicts(None, 1.49, "each"), (None, "worse", "open")),
    ],
)
def test_the_verdict_on_a_choice_follows_from_its_losses(judged: Any, verdict: Any) -> None:
    assert judged == verdict


def test_sides_that_share_a_fixed_sum_have_a_total() -> None:
    def total(*points: list[float]) -> Any:
        return judging.with_verdicts({"choices": [], "curve": {"points": points}}, 1.5, 3)["curve"]["total"]

    assert total([18, 15], [16, 17], [16.2, 17.2]) == 33
    assert total([18, 15], [16, 16]) is None


def test_the_costly_choices_of_a_player_are_three_known_losses_of_the_whole_match() -> None:
    def deal(number: int, *losses: float, seat: int = 0, clear: bool = True) -> Any:
        choices = [
            {
                "at": f"s{number}-p{place}-c1",
                "seat": seat,
                "command": {"do": "play", "card": "AB"},
                "seen": {"loss": loss, "clear": clear, "better": {"do": "play", "card": "3C"}},
            }
            for place, loss in enumerate(losses, 1)
        ]
        return {"choices": choices}

    judged = [deal(1, 0.6, 0.59), deal(2, 3, 1, 2), deal(3, 9, clear=False), deal(4, 5, seat=1)]
    found = [(each["at"], each["seat"], each["loss"]) for each in judging.costly_choices(judged, half=1.5)]
    assert found == [("s4-p1-c1", 1, 5), ("s2-p1-c1", 0, 3), ("s2-p3-c1", 0, 2), ("s2-p2-c1", 0, 1)]
    [first, *_] = judging.costly_choices(judged, half=1.5)
    assert (first["command"]["card"], first["better"]["card"]) == ("AB", "3C")
