"""The maxims of the level *circolo*, each tested with a hand. The bot is seat 0, its partner seat 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ludocards.bots.registry import choose
from ludocards.catalogue.thirds.bot.kernels.pack import bits
from ludocards.catalogue.tressette.bot.board import board_of
from ludocards.catalogue.tressette.bot.club import holds
from ludocards.catalogue.tressette.bot.kernels.play import SHOWN, VOIDS, gained
from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Json
from tests.engine.tressette.table import GAME, cards, play, position


def seen(
    hand: str,
    on_table: str = "",
    leader: int | None = None,
    taken: Sequence[tuple[int, str]] = (),
    players: int = 4,
    **options: Json,
) -> State:
    """Return a position with this hand at seat 0, on turn; the others hold the remaining cards."""
    table = cards(on_table)
    leader = -len(table) % players if leader is None else leader
    gone = {*cards(hand), *table, *(card for _, trick in taken for card in cards(trick))}
    rest = [card.code for card in ITALIAN40.cards.values() if card not in gone]
    sizes = [len(hand.split()) - (players - seat <= len(table)) for seat in range(1, players)]
    hands = [hand]
    for size in sizes:
        hands.append(" ".join(rest[:size]))
        del rest[:size]
    return position(hands, leader, on_table, taken, **options)


def chosen(state: State) -> Any:
    return choose(GAME.view(state, 0), GAME.legal(state, 0)).get("card")


LOW = "4C 5C 6C 4S 5S"


def test_accuses_every_combination_held() -> None:
    state = seen("3B 2B AB AC AD 4S 5S 6S 7S FS")
    said = []
    while (command := choose(GAME.view(state, 0), GAME.legal(state, 0))).do == "accuse":
        said.append(command)
        step = GAME.apply(state, 0, command)
        state = step.state  # type: ignore[union-attr]
    assert {*said} == {
        Command.of("accuse", combo="napoletana", suit="B"),
        Command.of("accuse", combo="three", rank="A"),
    }


# ---- playing to a trick


@pytest.mark.parametrize(
    ("hand", "on_table", "card", "why"),
    [
        ("AD 7D " + LOW, "3D 4D", "AD", "the partner's 3 is sure: load it with the ace"),
        ("FD 7D " + LOW, "3D 4D", "FD", "or with a figure"),
        ("3D FD 4D " + LOW, "2D 5D", "FD", "my 3 makes the partner's 2 sure: do not overtake"),
        ("2D 7D " + LOW, "3D 4D 5D", "7D", "no 2 under an opponent's 3"),
        ("AD 7D " + LOW, "3D 4D 5D", "7D", "no ace under an opponent's 3"),
        ("AD 5D 6D " + LOW, "RD 4D CD", "AD", "last of all, the ace takes and is safe"),
        ("3D 2D RD " + LOW, "FD 4D 5D", "RD", "the cheapest card that takes"),
        ("3D 6D " + LOW, "7D 4D 5D", "6D", "no 3 on a trick that is worth nothing"),
        ("3D 6D " + LOW, "AD 4D RD", "3D", "but on an ace"),
        ("AS 2C 4C 5C 7S", "3D 4D", "AS", "void: an unguarded ace on the partner's sure trick"),
        ("AS 2C 5C 7B", "3D 4D 5D", "7B", "void: nothing on an opponent's trick, no guard of the 2"),
    ],
)
def test_playing_to_a_trick(hand: str, on_table: str, card: str, why: str) -> None:
    leader = 2 if len(on_table.split()) == 2 else None
    assert chosen(seen(hand, on_table, leader, accuse_window=0)) == card, why


# ---- leading


def test_cashes_masters() -> None:
    assert chosen(seen("3D 2D AD " + LOW, accuse_window=0)) in {"3D", "2D", "AD"}


def test_counts_the_cards_already_played() -> None:
    gone = [(0, "3D 4D 5D 6D"), (1, "2D 7D FD AD")]
    assert chosen(seen("RD 4C 7B 5S 6S 7S", taken=gone)) == "RD"


@pytest.mark.parametrize("hand", ["AD 4C 5C 6C 4S 5S 6S 7B", "AD 4D 5C 6C 4S 5S 6S 7B"])
def test_never_leads_an_ace_that_may_be_captured(hand: str) -> None:
    assert chosen(seen(hand)) != "AD"


def test_returns_the_partners_suit() -> None:
    """Seat 2 led coppe; apart from that, spade and coppe are equally good."""
    plain = position(["4S 5S 4C 5C", *[""] * 3])
    returned = seen("4S 5S 4C 5C", taken=[])
    assert GAME.legal(plain, 0) == GAME.legal(returned, 0)
    view = GAME.view(returned, 0)
    view["tricks"] = [{"leader": 2, "seats": [2, 3, 0, 1], "cards": ["RC", "FC", "AC", "3C"], "winner": 0}]
    assert choose(view, GAME.legal(returned, 0)).get("card") in {"4C", "5C"}


def test_leads_a_suit_shown_by_the_partner() -> None:
    state = seen("4S 5S 4C 5C 4B 5B 4D 5D")
    view = GAME.view(state, 0)
    view["accuse"] = [
        {"seat": 2, "combo": "napoletana", "suit": "C", "missing": None, "points": 3, "trick": 0}
    ]
    assert choose(view, GAME.legal(state, 0)).get("card")[1] == "C"


def test_does_not_lead_a_suit_shown_by_an_opponent() -> None:
    state = seen("RS 5S RC 5C 7B 5B RD 5D")
    view = GAME.view(state, 0)
    view["accuse"] = [
        {"seat": 1, "combo": "napoletana", "suit": "B", "missing": None, "points": 3, "trick": 0}
    ]
    assert choose(view, GAME.legal(state, 0)).get("card")[1] != "B"


# ---- declarations and signals


def with_the_card(state: State) -> dict[str, Any]:
    command = choose(GAME.view(state, 0), GAME.legal(state, 0))
    return {name: value for name, value in command.as_json().items() if name not in ("do", "card")}


def test_declares_the_suit_led() -> None:
    assert with_the_card(seen("3D 2D RD 7D 4C 5S", preset="ludopoli")) == {"declare": ["suit"]}


def test_declares_nothing_when_there_is_nothing_to_say() -> None:
    assert with_the_card(seen("3D 2D AD " + LOW, preset="ludopoli", accuse_window=0)) == {}
    assert with_the_card(seen("4S 5S 4C", players=3, declarations="automatic")) == {}


@pytest.mark.parametrize("preset", ["bredese", "neutra"])
def test_knocks_for_the_partners_best_card(preset: str) -> None:
    assert with_the_card(seen("RD 6D 5D 4D", preset=preset)) == {"signal": "busso"}


@pytest.mark.parametrize("preset", ["bredese", "neutra"])
def test_signals_the_last_card_of_a_suit(preset: str) -> None:
    assert with_the_card(seen("5D 4C 5C", "3D 7D", leader=2, preset=preset)) == {"signal": "volo"}


@pytest.mark.parametrize(
    ("on_table", "signal", "card"),
    [("6D 7D", "busso", "RD"), ("6D 7D", "via", "5D"), ("6D 7D", None, "5D"), ("6D 3D", "busso", "5D")],
)
def test_gives_its_best_when_the_partner_knocks(on_table: str, signal: str | None, card: str) -> None:
    state = seen("RD CD 5D 4C", on_table, leader=2, preset="bredese")
    view = GAME.view(state, 0)
    if signal:
        view["signalled"] = [{"seat": 2, "trick": 0, "card": "6D", "signal": signal}]
    assert choose(view, GAME.legal(state, 0)).get("card") == card


# ---- without a partner


def test_three_play_against_the_leader() -> None:
    view = GAME.view(seen("4S 5S 4C", players=3, match_end={"points": 31}), 0)
    view["totals"] = [3, 20, 9]
    board = board_of(view)
    assert gained(board, 0, 1) < gained(board, 0, 2) < 0 < gained(board, 0, 0)


def test_shown_cards_stay_with_their_seat() -> None:
    view = GAME.view(seen("4S 5S 4C 5C"), 0)
    view["accuse"] = [{"seat": 3, "combo": "three", "rank": "2", "missing": "B", "points": 3, "trick": 0}]
    board = board_of(view)
    assert [holds(board, seat, bits(["2D"])) for seat in (1, 2, 3)] == [False, False, True]
    assert [holds(board, seat, bits(["2B"])) for seat in (1, 2, 3)] == [True, True, True]
    assert [int(each) for each in board[SHOWN : SHOWN + 4]] == [0, 0, 0, bits(["2C", "2D", "2S"])]


def test_a_seat_that_did_not_follow_is_void() -> None:
    view = GAME.view(seen("4S 5S 4C 5C", taken=[(0, "3D 7D 4B 5D")]), 0)
    board = board_of(view)
    assert [int(each) for each in board[VOIDS : VOIDS + 4]] == [0, 0, 1 << [*ITALIAN40.suits].index("D"), 0]
    assert not holds(board, 2, bits(["2D"]))


def test_a_single_legal_card_is_played() -> None:
    state = seen("4S 5C", "RS 3S 7S")
    assert choose(GAME.view(state, 0), GAME.legal(state, 0)) == play("4S")
