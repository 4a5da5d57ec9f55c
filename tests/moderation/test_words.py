"""The word filter: texts are masked for readers and kept unchanged for moderators."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Message
from games.play import actions, selectors
from ludopoli.accounts.models import User
from ludopoli.text.word_filter import WORDS, mask_words

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("sei uno stronzo!", "sei uno s******!"),
        ("Strònzo", "S******"),
        ("STRONZOOO", "S********"),
        ("str0nz0", "s******"),
        ("s t r o n z o", "s * * * * * *"),
        ("testa di cazzo", "t**** ** *****"),
        ("bussa e cazzo,merda", "bussa e c****,m****"),
        ("fuck you", "f*** ***"),
        ("l'handicappato", "l'h***********"),
    ],
)
def test_a_word_of_the_list_is_masked_however_it_is_written(said: str, shown: str) -> None:
    assert mask_words(said) == shown


@pytest.mark.parametrize(
    "said",
    [
        "bella mano, asso di coppe", "Negroamaro", "il fagotto", "ottima giocata!!!", "7B e 3S",
        "a b c d e f", "cappotto", "che busso!", "Scunthorpe", "ho il 3 di denari", "👏", "",
    ],
)  # fmt: skip
def test_innocent_words_stay(said: str) -> None:
    assert mask_words(said) == said


def test_no_word_of_the_card_table_is_masked() -> None:
    for word in re.findall(r"\w+", GLOSSARY.read_text()):
        assert mask_words(word) == word


@given(st.text(max_size=300))
def test_masking_keeps_the_length_and_is_idempotent(said: str) -> None:
    shown = mask_words(said)
    assert len(shown) == len(said)
    assert all(new in (old, "*") for old, new in zip(said, shown, strict=True))


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_of_the_list_is_found(word: str) -> None:
    assert mask_words(word) == word[0] + "*" * (len(word) - 1)


def test_readers_see_the_mask_and_the_log_keeps_the_words(people: list[User]) -> None:
    table = actions.open_table(people[0], game="tressette", rules={"preset": "classico"}, players=4)
    actions.add_table_line(people[0], table, "che cazzo di carte")
    assert [line["text"] for line in selectors.chat_messages(people[0], table.pk, True)] == [
        "che c**** di carte"
    ]
    assert Message.objects.get().text == "che cazzo di carte"
