"""S and section 3.4: the scarto."""

from __future__ import annotations

import math

import pytest

from ludocards.catalogue.tarocchi.rules.play import barred
from ludocards.engine.cards import codes
from ludocards.engine.game import Command, Event
from tests.engine.tarocchi.table import (
    GAME,
    TENGO,
    VADO,
    after,
    dealt,
    discard,
    done,
    legal_cards,
    play,
    refused,
    to_discard,
)

HAND = "RO QO CO DO 10O 5O T20 T19 T16 T15 T1 T0 F RS 9S"
FREE = "QO CO DO 10O 5O T15 T0 9S"


def test_cards_barred_from_the_scarto() -> None:
    state = to_discard(HAND)
    allowed = {code for command in GAME.legal(state, 2) for code in command.get("cards")}
    assert allowed == {*FREE.split()}
    for card in {*HAND.split()} - allowed:
        answer = refused(state, 2, discard(f"10O {card} 5O"))
        assert (answer.code, answer.details) == ("barred_card", {"card": card})


def test_eleven_cards_are_barred_from_the_scarto() -> None:
    every = " ".join(codes(GAME.pack(to_discard(HAND))))
    names = {card.code for card in barred(to_discard(every))}
    assert names == {"RO", "RC", "RS", "RB", "T20", "T19", "T18", "T17", "T16", "T1", "F"}


def test_a_table_may_allow_any_scarto() -> None:
    state = to_discard(HAND, discardPolicy="free")
    assert len(GAME.legal(state, 2)) == math.comb(15, 3)
    state = after(state, (2, discard("T20 F RO")))
    assert codes(state.scarto) == ["RO", "T20", "F"]


@pytest.mark.parametrize("seed", range(20))
def test_three_cards_can_always_be_discarded(seed: int) -> None:
    state = after(dealt(seed=seed), (0, TENGO))
    assert len(GAME.legal(state, 2)) == math.comb(23 - len(barred(state)), 3) >= math.comb(12, 3)


def test_the_dealer_discards_three_cards() -> None:
    state, events = done(to_discard(HAND), (2, discard("9S QO 5O")))
    assert codes(state.hands[2]) == [card for card in HAND.split() if card not in ("QO", "5O", "9S")]
    assert events == [
        Event("discarded", {"seat": 2, "count": 3}, private={2: {"cards": ["QO", "5O", "9S"]}}),
    ]
    assert events[0].shown_to(None) == events[0].shown_to(0) == {"kind": "discarded", "seat": 2, "count": 3}
    assert GAME.view(state, 2)["scarto"] == ["QO", "5O", "9S"]
    assert all("scarto" not in GAME.view(state, viewer) for viewer in (None, 0, 1))


def test_cards_of_the_monte_may_be_discarded() -> None:
    state = after(dealt(seed=3), (0, TENGO))
    monte = [card for card in state.monte if card not in barred(state)]
    old = [card for card in state.hands[2] if card not in barred(state) and card not in state.monte]
    chosen = " ".join(codes([*monte, *old][:3]))
    assert after(state, (2, discard(chosen))).phase == "play"


@pytest.mark.parametrize("dealer", range(3))
def test_the_player_at_the_dealers_right_leads(dealer: int) -> None:
    state = after(dealt(dealer), (0, TENGO))
    assert GAME.to_act(state) == (dealer,)
    state = after(state, (dealer, GAME.legal(state, dealer)[0]))
    assert GAME.to_act(state) == ((dealer + 1) % 3,)
    assert GAME.view(state, None)["counts"] == [20, 20, 20]


def test_the_dealers_view_lists_the_permitted_discards() -> None:
    state = to_discard(HAND)
    assert GAME.view(state, 2)["discard"] == {
        "count": 3,
        "barred": ["RO", "T20", "T19", "T16", "T1", "F", "RS"],
    }
    assert all("discard" not in GAME.view(state, viewer) for viewer in (None, 0, 1))


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (2, discard("5O 10O"), "wrong_scarto"),
        (2, discard("5O 10O 9S QO"), "wrong_scarto"),
        (2, discard("5O 10O 5O"), "wrong_scarto"),
        (2, discard(""), "wrong_scarto"),
        (2, discard("5O 10O 9C"), "not_in_hand"),
        (2, discard("5O 10O 4C"), "bad_command"),
        (2, Command.of("discard", cards="5O"), "bad_command"),
        (2, Command.of("discard", cards=[1, 2, 3]), "bad_command"),
        (2, Command.of("discard"), "bad_command"),
        (2, Command.of("discard", cards=["5O", "10O", "9S"], card="5O"), "bad_command"),
        (0, discard("5O 10O 9S"), "not_your_turn"),
        (2, play("5O"), "wrong_phase"),
        (0, VADO, "wrong_phase"),
    ],
)
def test_a_refused_command_changes_nothing(seat: int, command: Command, code: str) -> None:
    assert refused(to_discard(HAND), seat, command).code == code


def test_the_clock_discards_the_cards_worth_least() -> None:
    assert GAME.on_timeout(to_discard(HAND)) == (2, discard("10O 5O 9S"))
    assert GAME.on_timeout(to_discard("RO QO CO DO T2 T0 F")) == (2, discard("DO T2 T0"))


def test_the_order_of_the_scarto_does_not_matter() -> None:
    listed = GAME.legal(to_discard(HAND), 2)
    assert discard("QO CO DO") in listed
    assert discard("DO CO QO") not in listed
    states = [after(to_discard(HAND), (2, discard(order))) for order in ("QO CO DO", "DO CO QO")]
    assert states[0] == states[1]


def test_play_begins_only_after_the_scarto() -> None:
    state = after(dealt(), (0, TENGO))
    assert legal_cards(state, 0) == set()
    assert refused(state, 0, play("5O")).code == "wrong_phase"
