"""The words for the share of deals in which a choice brings something."""

from __future__ import annotations

import pytest
from django.utils import translation

from ludocards.words.frequency import compare_frequencies


@pytest.mark.parametrize(
    ("best", "other", "said"),
    [
        (60, 0, "A: you win every time. B: never."),
        (8, 1, "A: you win 13 times in 100. B: 2 times in 100."),
        (30, 8, "A: you win about half the time. B: hardly ever."),
        (32, 29, "A: you win 53 times in 100. B: 48 times in 100."),
    ],
)
def test_counts_are_words_or_hundredths_if_the_words_are_the_same(best: int, other: int, said: str) -> None:
    fact = {"best": best, "other": other, "of": 60}
    with translation.override("en"):
        assert compare_frequencies("%(card)s: you win %(often)s.", fact, "A", "B") == said
