"""S2: the signals of Bredese and Neutra."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludocards.catalogue.tressette.rules.signals import SIGNALS, WHEN
from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.game import Event
from tests.engine.tressette.table import GAME, after, done, play, played, position, refusal

BREDESE = ["busso", "volo", "striscio_lungo", "punto", "via", "busso_il_tre", "busso_il_due", "punta_l_asso"]


def table(preset: str, hand: str, on_table: str = "", leader: int | None = None) -> State:
    """Return a position in which seat 0 has this hand."""
    leader = -len(on_table.split()) % 4 if leader is None else leader
    return position([hand, "", "", ""], leader=leader, on_table=on_table, preset=preset)


def offered(state: State) -> Any:
    return GAME.view(state, 0)["signals"]


def test_signals_follow_the_sources() -> None:
    assert {name: [signal.code for signal in each] for name, each in SIGNALS.items()} == {
        "none": [],
        "bredese": BREDESE,
        "neutra": ["busso", "volo", "liscio"],
    }
    assert [signal.dialect for signal in SIGNALS["bredese"]] == [
        "Cioca",
        "Volo",
        "Stresa tant",
        "A la Punti",
        "Via",
        "Cioca al tri",
        "Cioca al du",
        "Punta l'Ass",
    ]
    assert {signal.when for each in SIGNALS.values() for signal in each} == {*WHEN}


def test_a_signal_goes_with_a_card() -> None:
    state, events = done(table("bredese", "5B 4B"), (0, play("5B", signal="busso")))
    assert events == [Event("played", {"seat": 0, "card": "5B", "signal": "busso"})]
    given = {"seat": 0, "trick": 0, "card": "5B", "signal": "busso"}
    assert all(GAME.view(state, viewer)["signalled"] == [given] for viewer in (None, 0, 3))
    assert GAME.load(GAME.dump(state)) == state


def test_a_card_without_a_signal() -> None:
    state, events = done(table("bredese", "5B 4B"), (0, play("5B")))
    assert events == [Event("played", {"seat": 0, "card": "5B"})]
    assert GAME.view(state, None)["signalled"] == []


def test_any_seat_may_signal_at_its_turn() -> None:
    assert offered(table("bredese", "5B 4B 7C", "RB")) == {"5B": BREDESE, "4B": BREDESE}
    assert refusal(played(table("bredese", "5B 4B"), "5B"), 0, play("4B", signal="via")) == "not_your_turn"


def test_in_bredese_signals_may_be_false() -> None:
    state = table("bredese", "5B 4B")
    for signal in BREDESE:
        after(state, 0, play("5B", signal=signal))


def test_each_dialect_has_its_own_signals() -> None:
    assert refusal(table("bredese", "7B 4B"), 0, play("7B", signal="liscio")) == "no_such_signal"
    assert refusal(table("neutra", "7B 4B"), 0, play("7B", signal="via")) == "no_such_signal"
    assert refusal(table("classico", "7B 4B"), 0, play("7B", signal="busso")) == "no_signals"
    assert "signals" not in GAME.view(table("classico", "7B 4B"), 0)


def test_in_neutra_signals_must_be_true() -> None:
    assert refusal(table("neutra", "7B 4B"), 0, play("7B", signal="volo")) == "false_signal"
    assert refusal(table("neutra", "4B AB"), 0, play("4B", signal="liscio")) == "false_signal"
    assert refusal(table("neutra", "7B 4B", "RB"), 0, play("7B", signal="busso")) == "false_signal"


@pytest.mark.parametrize(
    ("hand", "on_table", "card", "true"),
    [
        ("5B 4C", "", "5B", True),
        ("5B 4B", "", "5B", False),
        ("5B 4C", "RB", "5B", True),
        ("5B 4B", "RB", "5B", False),
        ("5B 4C", "RS", "5B", False),
    ],
)
def test_volo_signals_the_last_card_of_the_suit(hand: str, on_table: str, card: str, true: bool) -> None:
    assert ("volo" in offered(table("neutra", hand, on_table))[card]) is true


@pytest.mark.parametrize(
    ("hand", "on_table", "card", "true"),
    [
        ("7B 4B", "", "7B", True),
        ("7B 4B", "RB", "7B", True),
        ("7B 4B", "RB", "4B", True),
        ("7B 6B 4B", "", "4B", True),
        ("RB 4B", "", "4B", True),
        ("AB 4B", "", "4B", False),
        ("3B RB", "", "3B", True),
        ("3B AB", "", "3B", False),
        ("3B 2B", "", "3B", False),
        ("3B 2B 4B", "", "3B", True),
        ("7B 4B", "RS", "7B", False),
        ("7B 4C", "", "7B", False),
    ],
)
def test_liscio_signals_another_plain_card(hand: str, on_table: str, card: str, true: bool) -> None:
    assert ("liscio" in offered(table("neutra", hand, on_table))[card]) is true


def test_only_the_leader_may_busso() -> None:
    assert "busso" in offered(table("neutra", "7B 4B"))["7B"]
    assert "busso" not in offered(table("neutra", "7B 4B", "RB"))["7B"]


def test_a_discard_has_no_signal_of_neutra() -> None:
    assert offered(table("neutra", "7B 4B 5C", "RS")) == {"7B": [], "4B": [], "5C": []}


@pytest.mark.parametrize("preset", ["bredese", "neutra"])
def test_no_signal_in_the_last_trick(preset: str) -> None:
    state = table(preset, "7B")
    assert "signals" not in GAME.view(state, 0)
    assert refusal(state, 0, play("7B", signal="busso")) == "signal_too_late"


def test_only_the_seat_on_turn_is_offered_signals() -> None:
    state = table("bredese", "7B 4B")
    assert all("signals" not in GAME.view(state, viewer) for viewer in (None, 1, 2, 3))


def test_signals_and_declarations_may_go_together() -> None:
    state = position(["3B RB 5B 4S", "", "", ""], preset="ludopoli", signals="bredese")
    _, events = done(state, (0, play("5B", "suit", signal="busso")))
    assert [event.kind for event in events] == ["played", "announced"]
    assert events[0].public["signal"] == "busso"


def test_false_signals_come_out_after_the_deal() -> None:
    """Signals with a discard, and requests, count as neither true nor false."""
    state = position(["5B 4B 4S", "6B 3D 5S", "7B 2B 6S", "FC AD 7S"], preset="bredese")
    assert GAME.view(state, None)["candour"] == []
    state = replace(state, candour=((0, 2), (0, 0), (0, 0), (0, 0)))
    for card, signal in (
        ("5B", "volo"), ("6B", "volo"), ("7B", "punto"), ("FC", "volo"),
        ("2B", "busso_il_tre"), ("7S", "via"), ("4B", "volo"), ("5S", None),
        ("6S", None), ("AD", None), ("4S", None), ("3D", None),
    ):  # fmt: skip
        state = after(state, state.turn, play(card, signal=signal))
    assert GAME.view(state, None)["candour"] == [[1, 3], [1, 0], [1, 1], [0, 0]]
    assert GAME.load(GAME.dump(state)) == state


@pytest.mark.parametrize(("preset", "shown"), [("bredese", True), ("neutra", False), ("classico", False)])
def test_honesty_is_published_where_signals_may_be_false(preset: str, shown: bool) -> None:
    assert ("candour" in GAME.view(table(preset, "5B 4B"), None)) == shown
