from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludocards.catalogue.thirds.values import RANKING
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.tricks import Trick, must_follow, put_down, winning_position
from tests.engine.tressette.table import cards

some_cards = st.lists(
    st.sampled_from(list(ITALIAN40.cards.values())), min_size=1, max_size=10, unique=True
).map(tuple)


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("5B RB 3C AB", 3),
        ("4D 7D 5D 6D", 1),
        ("RS AS 2S 3S", 3),
        ("3S 2S AS RS", 0),
        ("4C 3B 3D 3S", 0),
        ("FC CC 7C 2B", 1),
        ("AD", 0),
    ],
)
def test_the_highest_of_the_led_suit_takes(trick: str, place: int) -> None:
    assert winning_position(Trick(0, cards(trick)), RANKING) == place


@given(some_cards)
def test_another_suit_never_takes(trick: tuple[Card, ...]) -> None:
    winner = trick[winning_position(Trick(0, trick), RANKING)]
    assert winner.suit == trick[0].suit
    followed = [card for card in trick if card.suit == winner.suit]
    assert winner == max(followed, key=RANKING.strength)


@pytest.mark.parametrize(
    ("hand", "trick", "free"),
    [
        ("3C 4S 7D", "4D", "7D"),
        ("3C 4S 7D", "4B", "3C 4S 7D"),
        ("3C 4S 7D", "", "3C 4S 7D"),
        ("AB 4B 7D", "3B 2D", "AB 4B"),
        ("AB 4B 7D", "RS 2D", "AB 4B 7D"),
    ],
)
def test_a_hand_follows_or_is_free(hand: str, trick: str, free: str) -> None:
    assert must_follow(cards(hand), Trick(0, cards(trick))) == cards(free)


def test_a_card_is_removed_from_its_hand() -> None:
    hands = cards("3C 4S 7D"), cards("2C AD"), ()
    assert put_down(hands, 0, *cards("7D 3C")) == (cards("4S"), cards("2C AD"), ())
    assert put_down(hands, 1, *cards("AD")) == (cards("3C 4S 7D"), cards("2C"), ())


def test_seats_play_in_order_from_the_leader() -> None:
    assert [Trick(2).seat(place, 4) for place in range(4)] == [2, 3, 0, 1]
    assert [Trick(2).seat(place, 3) for place in range(3)] == [2, 0, 1]
