"""Following suit, trumping, taking tricks; the refusals of a play; the clock's cards."""

from __future__ import annotations

from typing import Any

import pytest

from ludocards.catalogue.whist.rules.state import State
from ludocards.catalogue.whist.values import ACE_HIGH
from ludocards.engine.cards import FRENCH52
from ludocards.engine.game import Command, Event
from tests.engine.whist.table import (
    GAME,
    cards,
    done,
    legal_cards,
    new_match,
    play,
    played,
    position,
    refused,
)


def following(hand: str, on_table: str, turned: str = "") -> State:
    """Return a position in which seat 0 plays to these cards."""
    return position([hand, "", "", ""], -len(cards(on_table)) % 4, on_table, turned=turned)


def test_must_follow_suit() -> None:
    state = following("3H QH 3S KD", "9H", turned="2S")
    assert legal_cards(state) == {"3H", "QH"}
    answer = refused(state, play("3S"))
    assert (answer.code, answer.details) == ("must_follow_suit", {"suit": "H"})
    assert answer.message == "one must play hearts"


def test_must_trump_when_void() -> None:
    state = following("3S 9S KD", "9H", turned="2S")
    assert legal_cards(state) == {"3S", "9S"}
    answer = refused(state, play("KD"))
    assert (answer.code, answer.details) == ("must_trump", {"suit": "S"})
    assert answer.message == "one must trump with spades"


def test_example_four_a_lower_trump_must_be_played_as_well() -> None:
    assert legal_cards(following("3S KD", "9H JS", turned="2S")) == {"3S"}
    assert legal_cards(following("3S KD", "9H JS")) == {"3S", "KD"}


def test_nobody_has_to_overtrump() -> None:
    assert legal_cards(following("3S KS KD", "9H JS", turned="2S")) == {"3S", "KS"}


def test_nobody_has_to_beat_the_trick() -> None:
    assert legal_cards(following("3H KH KD", "9H", turned="2S")) == {"3H", "KH"}


def test_a_hand_that_can_follow_must_not_trump() -> None:
    assert legal_cards(following("3H 3S", "9H JS", turned="2S")) == {"3H"}


def test_a_hand_void_of_both_is_free() -> None:
    assert legal_cards(following("3C KD", "9H JS", turned="2S")) == {"3C", "KD"}
    assert legal_cards(following("3C KD KS", "9H JC")) == {"3C", "KD", "KS"}


def test_a_trump_lead_is_followed_like_any_suit() -> None:
    assert legal_cards(following("3S KD", "9S", turned="2S")) == {"3S"}
    assert legal_cards(following("3C KD", "9S", turned="2S")) == {"3C", "KD"}


def test_the_leader_is_free() -> None:
    assert legal_cards(following("3H 3S KD", "", turned="2S")) == {"3H", "3S", "KD"}


# ---- taking


def taker(trick: str, turned: str = "", **options: Any) -> int:
    """Return the position of the winning card in a trick played from hands of one card."""
    state = position(trick.split(), turned=turned, bids=[1] * len(trick.split()), **options)
    _, events = done(state, *map(play, trick.split()))
    return int(next(event for event in events if event.kind == "taken").public["seat"])


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("9H KH QH 10H", 1),
        ("9H KS QD KC", 0),
        ("10D 9D", 0),
        ("2C AC 3D", 0),
        ("3C 2C 5C 4C 6C 7D", 4),
    ],
)
def test_the_highest_of_the_suit_led_takes(trick: str, place: int) -> None:
    assert taker(trick) == place


def test_the_ace_is_the_lowest() -> None:
    order = [card.code for card in FRENCH52.cards.values() if card.suit == "H"]
    assert " ".join(order) == "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H AH"
    assert taker("AH 2H") == 1
    assert taker("3S AS 2S", turned="9S") == 0


def test_the_ace_is_the_highest_by_option() -> None:
    assert taker("KH AH 2H", asso_alto=True) == 1
    assert taker("KH AH 2S AS", turned="9S", asso_alto=True) == 3
    hearts = [card for card in FRENCH52.cards.values() if card.suit == "H"]
    ranks = tuple(card.rank for card in sorted(hearts, key=ACE_HIGH.strength, reverse=True))
    assert ranks == ACE_HIGH.ranks["H"] == ("A", "K", "Q", "J", *map(str, range(10, 1, -1)))
    assert sorted(map(ACE_HIGH.strength, hearts)) == list(range(1, 14))


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("QH KH AH 2S", 3),
        ("KH AS 2H QH", 1),
        ("KH 3S JS 2S", 2),
        ("3S KS KH KD", 1),
        ("3D KH KC QC", 0),
    ],
)
def test_the_highest_trump_takes(trick: str, place: int) -> None:
    assert taker(trick, turned="9S") == place


def test_example_three_with_and_without_trumps() -> None:
    assert taker("QH KH AH 2S", turned="9S") == 3
    assert taker("QH KH AH 2S") == 1


def test_the_taker_leads_the_next_trick() -> None:
    state = position(["5H 4D", "KH 5D", "3H 6D", "2H 7D"])
    state = played(state, "5H KH 3H 2H")
    assert GAME.to_act(state) == (1,)
    assert GAME.view(state, None)["trick"] == {"leader": 1, "seats": [], "cards": []}
    assert GAME.view(state, None)["made"] == [0, 1, 0, 0]


def test_a_taken_event_shows_the_trick() -> None:
    state = position(["5H 4D", "KH 5D", "3H 6D", "2H 7D"], leader=2)
    _, events = done(state, *map(play, ["3H", "2H", "5H", "KH"]))
    assert events[0] == Event("played", {"seat": 2, "card": "3H"})
    assert events[-1] == Event(
        "taken", {"seat": 1, "side": 1, "trick": 0, "leader": 2, "cards": ["3H", "2H", "5H", "KH"]}
    )


# ---- refusals


@pytest.mark.parametrize(
    ("command", "seat", "code"),
    [
        (play("QH"), 1, "not_your_turn"),
        (play("2C"), 0, "not_in_hand"),
        (play("1H"), 0, "bad_command"),
        (play("3h"), 0, "bad_command"),
        (Command.of("play"), 0, "bad_command"),
        (Command.of("play", card=["3H"]), 0, "bad_command"),
        (Command.of("play", card="3H", declare=("suit",)), 0, "bad_command"),
        (Command.of("accuse", combo="three", rank="A"), 3, "bad_command"),
    ],
)
def test_a_refused_command_changes_nothing(command: Command, seat: int, code: str) -> None:
    state = following("3H QH 3S KD", "9H", turned="2S")
    before = GAME.dump(state)
    assert refused(state, command, seat).code == code
    assert GAME.dump(state) == before


def test_nothing_can_be_done_between_deals() -> None:
    assert refused(new_match(), play("3H"), seat=0).code == "not_your_turn"
    assert GAME.legal(new_match(), 0) == ()


# ---- the clock


@pytest.mark.parametrize(
    ("hand", "on_table", "card"),
    [
        ("KH 3H 9H", "8H", "3H"),
        ("KH AH 9H", "8H", "AH"),
        ("KD 3S AS", "8H", "AS"),
        ("KD QC AS", "", "QC"),
        ("KS 2S", "", "2S"),
        ("5D 5C", "8H", "5D"),
    ],
)
def test_the_clock_plays_the_weakest_card_and_trumps_last(hand: str, on_table: str, card: str) -> None:
    assert GAME.on_timeout(following(hand, on_table, turned="9S")) == (0, play(card))


def test_the_clock_respects_the_rank_of_the_ace() -> None:
    state = position(["AH 2H", ""], leader=1, on_table="8H", asso_alto=True)
    assert GAME.on_timeout(state) == (0, play("2H"))
