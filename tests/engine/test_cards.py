from __future__ import annotations

import pytest

from ludocards.catalogue.tarocchi import values as tarocchi
from ludocards.catalogue.thirds import values as thirds
from ludocards.catalogue.whist import values as whist
from ludocards.engine.cards import DECKS, ITALIAN40, SICILIAN63, Card, Ranking, UnknownCard, codes


def by_strength(ranking: Ranking, deck: str, suit: str) -> str:
    cards = [card for card in DECKS[deck].cards.values() if card.suit == suit]
    return " ".join(codes(sorted(cards, key=ranking.strength, reverse=True)))


def test_forty_cards_in_four_suits() -> None:
    assert list(ITALIAN40.suits) == ["B", "C", "D", "S"]
    assert [len([c for c in ITALIAN40.cards.values() if c.suit == s]) for s in "BCDS"] == [10] * 4


def test_the_ranking_of_tressette() -> None:
    assert by_strength(thirds.RANKING, "italian40", "B") == "3B 2B AB RB CB FB 7B 6B 5B 4B"


def test_the_ranking_of_whist_has_a_low_ace() -> None:
    assert by_strength(whist.RANKING, "french52", "H") == "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H AH"


def test_the_same_deck_has_another_ranking_in_another_game() -> None:
    briscola = Ranking.of(ITALIAN40, dict.fromkeys("BCDS", "A 3 R C F 7 6 5 4 2"))
    assert by_strength(briscola, "italian40", "B") == "AB 3B RB CB FB 7B 6B 5B 4B 2B"
    assert sorted(briscola.strengths.values()) == sorted([*range(1, 11)] * 4)


def test_the_sicilian_deck() -> None:
    ranking = tarocchi.RANKING
    assert by_strength(ranking, "sicilian63", "O") == "RO QO CO DO 10O 9O 8O 7O 6O 5O 4O"
    assert by_strength(ranking, "sicilian63", "S") == "RS QS CS DS 10S 9S 8S 7S 6S 5S"
    assert by_strength(ranking, "sicilian63", "T").split() == [f"T{number}" for number in range(20, -1, -1)]
    assert SICILIAN63.cards["F"].suit == ""


@pytest.mark.parametrize(("name", "size"), [("italian40", 40), ("french52", 52), ("sicilian63", 63)])
def test_the_size_of_the_decks(name: str, size: int) -> None:
    assert len(DECKS[name].cards) == size


def test_every_card_is_parsed_from_its_code() -> None:
    for deck in DECKS.values():
        assert all(deck.read(code) is card and str(card) == code for code, card in deck.cards.items())


@pytest.mark.parametrize("text", ["3X", "", "b3", "3b", "10B", "8D", "T1", 3, None, ["3B"], {}])
def test_an_unknown_card_code_is_reported(text: object) -> None:
    unknown = ITALIAN40.read(text)
    assert isinstance(unknown, UnknownCard)
    assert unknown.message == f"{text!r} is no card of italian40"


def test_cards_are_values() -> None:
    assert Card("3B", "B", "3") == ITALIAN40.cards["3B"]
    assert len({*ITALIAN40.of(["3B", "3B", "AD"])}) == 2
