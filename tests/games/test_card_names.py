"""A card inside a sentence of the server has its article, in both languages."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.texts import RulesRefused
from games.texts.reasons import reason_sentences, the_choice
from ludocards.engine.cards import DECKS
from ludocards.engine.game import Refused
from ludocards.words.cards import RANKS, SUITS, THE_RANKS, the_card
from practice.texts import PLAY

REFUSALS = [
    ("en", "tressette", "not_in_hand", "The two of batons is not in your hand."),
    ("it", "tressette", "not_in_hand", "Il due di bastoni non è nella tua mano."),
    ("en", "scopone", "must_capture", "The two of batons can take something, so it must: choose what."),
    ("it", "tarocchi", "must_overtrump", "Devi superare il trionfo 7, Giustizia."),
]


@pytest.mark.parametrize(("language", "game", "code", "said"), REFUSALS)
def test_a_refusal_that_names_a_card(language: str, game: str, code: str, said: str) -> None:
    card = "T7" if game == "tarocchi" else "2B"
    with override(language):
        assert str(RulesRefused(Refused(code, "", {"card": card}), game)) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The ace of swords is the highest left of its suit; 2 lower ones are still to come."),
        ("it", "L’asso di spade è la carta più alta rimasta del suo seme; fuori restano 2 carte più basse."),
    ],
)
def test_a_reason_that_begins_with_a_card(language: str, said: str) -> None:
    facts = [{"kind": "master", "card": "AS", "out": 2}]
    card = {"do": "play", "card": "AS"}
    with override(language):
        assert reason_sentences("tressette", facts, card, card, (0, 1, 0, 1), str) == [said]


@pytest.mark.parametrize(
    ("language", "taken", "said"),
    [
        (
            "en",
            ["4C", "AB"],
            "You played the seven of coins, taking the four of cups and the ace of batons.",
        ),
        (
            "it",
            ["4C", "AB"],
            "Hai giocato il sette di denari prendendo il quattro di coppe e l’asso di bastoni.",
        ),
        ("it", [], "Hai giocato il sette di denari."),
    ],
)
def test_an_answer_that_names_cards(language: str, taken: list[str], said: str) -> None:
    command = {"do": "play", "card": "7D", "take": taken}
    with override(language):
        assert str(PLAY.chosen) % {"choice": the_choice("scopone", command)} == said


def test_every_card_with_a_name_has_an_article() -> None:
    for deck, ranks in RANKS.items():
        assert ranks.keys() <= THE_RANKS[deck].keys()
        with override("en"):
            named = [the_card(deck, code) for code in DECKS[deck].cards]
        assert all(each.startswith(("the ", "trump ")) for each in named)
        assert len({*named}) == len(named)


@pytest.mark.parametrize("deck", DECKS)
def test_messages_of_the_engine_name_suits_like_the_english_site(deck: str) -> None:
    with override("en"):
        names = {suit: str(name) for suit, name in SUITS[deck].items()}
    assert {suit: DECKS[deck].suits[suit] for suit in names} == names
