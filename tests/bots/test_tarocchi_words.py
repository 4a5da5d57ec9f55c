"""The learned likelihoods of the words in the bidding of Tarocchi, and the recipe that trains them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench import words
from ludocards.bots.weights import read
from ludocards.catalogue.tarocchi.bot.kernels.pack import bits
from ludocards.catalogue.tarocchi.bot.kernels.play import MOST_CARDS
from ludocards.catalogue.tarocchi.bot.kernels.worlds import CARDS, KNOWN, TENGO, chance_of_word, numbered
from ludocards.catalogue.tarocchi.bot.words import DIGEST, FILE, KINDS, WORDS

STRONG, WEAK = (
    bits(hand.split())
    for hand in (
        "T20 T19 T18 T17 T16 T15 T14 T13 T1 F RO QO RC QC RS QS RB 4O 5O 6O",
        "5C 6C 7C 8C 9C 5S 6S 7S 8S 9S 5B 6B 7B 8B 9B 4O 5O 6O T2 T3",
    )
)
OFFERS = range(1, 9)


def chance(hand: int, word: int) -> float:
    """The probability of this word from a seat that does not deal."""
    return chance_of_word(WORDS, hand, 0, word, np.zeros((2, MOST_CARDS)))


@pytest.mark.parametrize("hand", [STRONG, WEAK])
def test_the_chances_of_all_words_add_up(hand: int) -> None:
    assert sum(chance(hand, word) for word in (TENGO, 0, *OFFERS)) == pytest.approx(1)


def test_strong_hands_hold_and_weak_ones_pay() -> None:
    assert chance(STRONG, TENGO) > 0.9 > chance(WEAK, TENGO)
    assert sum(chance(WEAK, word) for word in OFFERS) > 0.9


def test_a_higher_offer_than_the_known_ones_counts_as_the_highest() -> None:
    assert chance(WEAK, 12) == chance(WEAK, OFFERS[-1])
    assert [numbered(word) for word in (TENGO, 0, *OFFERS, 12)] == [*range(KNOWN), KNOWN - 1]


def test_the_weights_are_those_that_were_trained(tmp_path: Path) -> None:
    assert WORDS.shape == (len(KINDS), CARDS + 2, KNOWN)
    other = tmp_path / "words.json"
    other.write_bytes(FILE.read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(ValueError, match="not what was trained"):
        read(other, DIGEST)


def test_the_recipe_gives_the_same_weights_each_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = [tmp_path / "first.json", tmp_path / "second.json"]
    for out in made:
        words.main(["--deals", "40", "--out", str(out)])
    assert made[0].read_bytes() == made[1].read_bytes()
    assert "searcher" in capsys.readouterr().out


def test_a_whole_hand_has_the_cards_that_were_seen() -> None:
    seen = np.array([each for each, _, _ in words.observed(510_000)])
    held = words.whole(seen, np.random.default_rng(1))
    assert (held[:, :CARDS] >= seen[:, :CARDS]).all()
    assert held[:, :CARDS].sum(1).tolist() == [23 if deals else 20 for deals in seen[:, CARDS]]
