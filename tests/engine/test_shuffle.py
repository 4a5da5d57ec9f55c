from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.shuffle import below, commitment_of, first_dealer, shuffle
from tests.engine.matches import seed_of

PACK = tuple(ITALIAN40.cards.values())


def by_the_book(cards: list[str], seed: bytes, match: str, deal: int) -> list[str]:
    """Shuffle with a second implementation of the documented algorithm."""
    message = match.encode() + deal.to_bytes(4, "big")
    stream = b"".join(hmac.digest(seed, message + i.to_bytes(4, "big"), "sha256") for i in range(20))
    numbers = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    for i in reversed(range(1, len(cards))):
        while numbers[0] >= 2**32 // (i + 1) * (i + 1):
            del numbers[0]
        j = numbers.pop(0) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_the_shuffle_is_the_documented_one() -> None:
    for number in range(50):
        seed = seed_of(number)
        assert codes(shuffle(PACK, seed, "k3f9", number)) == by_the_book(codes(PACK), seed, "k3f9", number)


def test_a_shuffle_that_never_changes() -> None:
    assert " ".join(codes(shuffle(PACK, bytes(32), "match", 0))[:10]) == "CD CC 6D 5S 7D CS 2B 5D 4C 7S"


def test_the_commitment_is_sha256_of_seed_match_and_deal() -> None:
    seed = seed_of(7)
    assert (
        commitment_of(seed, "è mia", 3) == hashlib.sha256(seed + "è mia".encode() + b"\0\0\0\3").hexdigest()
    )


@pytest.mark.parametrize("other", [(seed_of(2), "m", 0), (seed_of(1), "n", 0), (seed_of(1), "m", 1)])
def test_seed_match_and_deal_all_matter(other: tuple[bytes, str, int]) -> None:
    assert shuffle(PACK, *other) != shuffle(PACK, seed_of(1), "m", 0)
    assert commitment_of(*other) != commitment_of(seed_of(1), "m", 0)


def test_biased_random_numbers_are_skipped() -> None:
    assert below(3, iter([2**32 - 1, 5])) == 2
    assert below(3, iter([2**32 - 2, 5])) == (2**32 - 2) % 3
    assert below(4, iter([2**32 - 1])) == 3
    assert below(40, iter([2**32 // 40 * 40, 2**32 // 40 * 40 - 1])) == 39


def test_every_order_is_equally_likely() -> None:
    three = PACK[:3]
    seen = Counter(shuffle(three, seed_of(number), "m", 0) for number in range(6000))
    assert len(seen) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 20.5  # chi-square, 5 degrees, p = 0.001


def test_every_card_is_equally_likely_in_every_place() -> None:
    seen: Counter[tuple[Card, int]] = Counter()
    for number in range(4000):
        seen.update((card, place) for place, card in enumerate(shuffle(PACK, seed_of(number), "m", 0)))
    assert sum((seen[card, place] - 100) ** 2 / 100 for card in PACK for place in range(40)) < 1700


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_deals_first_equally_often(players: int) -> None:
    seen = Counter(first_dealer(seed_of(number), "m", players) for number in range(3000))
    assert set(seen) == set(range(players))
    assert max(seen.values()) - min(seen.values()) < 200


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle(PACK, seed, "m", 0)
