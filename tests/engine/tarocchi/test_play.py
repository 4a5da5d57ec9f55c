"""S and sections 3, 5, 8: legal cards, the winner of a trick, and the reasons of refusals."""

from __future__ import annotations

import pytest

from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.catalogue.tarocchi.values import RANKING
from ludocards.engine.game import Command, Json
from ludocards.engine.tricks import Trick, winning_position
from tests.engine.tarocchi.table import (
    GAME,
    VADO,
    after,
    cards,
    done,
    legal_cards,
    play,
    position,
    refused,
    to_play,
)


def free(hand: str, on_table: str = "", opened: str = "", **options: Json) -> set[str]:
    return legal_cards(to_play(hand, on_table, opened, **options))


# ---- section 8.1


@pytest.mark.parametrize(
    ("hand", "trick", "opened", "legal"),
    [
        pytest.param("QO 8O 4O RC T5 F", "9O", "", "4O 8O QO F", id="L1 follow or Fuggitivo"),
        pytest.param("RS QS 6S T20 F", "7S", "", "RS", id="L2 i, F no escape"),
        pytest.param("RS QS 6S T20 F", "7S", "S", "RS QS 6S F", id="L3 the suit is open"),
        pytest.param("RS 6S T20", "7S T3", "", "RS", id="L4 i despite the ruff"),
        pytest.param("CB 9B T4 T18 5O", "7B", "", "CB", id="L5 ii"),
        pytest.param("CB DB T4", "7B", "", "CB DB", id="L6 the Donna is no numeral"),
        pytest.param("CB 9B 8B T4", "7B", "", "CB 9B 8B", id="L7 two numerals"),
        pytest.param("CB 9B T4", "7B", "B", "CB 9B", id="L8 the suit is open"),
        pytest.param("DC 10C 5C T2", "RC", "", "DC", id="L9 iii"),
        pytest.param("DC 10C 5C T2 F", "RC", "C", "DC", id="L10 iii in a later trick too"),
        pytest.param("DC 10C 5C", "QC T7", "", "DC 10C 5C", id="L11 no Re"),
        pytest.param("DC 10C 5C", "RC T7", "", "DC", id="L12 iii under a ruff"),
        pytest.param("T0 T1 T17 RB 9C", "6S T9", "S", "T0 T1 T17", id="L13 must trump, need not beat"),
        pytest.param("RB 9C F", "6S T9", "", "RB 9C F", id="L14 void in both"),
        pytest.param("T3 T20 RO F", "T9", "", "T3 T20 F", id="L15 trumps led"),
        pytest.param("RO 5C F", "T9", "", "RO 5C F", id="L16 no trump"),
        pytest.param("RS 8S CB 9B DC 5C T4 F", "", "", "RS CB DC 5C T4 F", id="L17 leading"),
    ],
)
def test_examples_of_legal_cards(hand: str, trick: str, opened: str, legal: str) -> None:
    assert free(hand, trick, opened) == {*legal.split()}


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("7S RS QS", 1),
        ("7S T3 RS", 1),
        ("T9 T20 T19", 1),
        ("F 6C 9C", 2),
        ("6S 9C RB", 0),
        ("F 6C T0", 2),
        ("F T4 RC", 1),
        ("F 6C RO", 1),
        ("6S F 5S", 0),
        ("5S RO T0", 2),
        ("T0 RO F", 0),
    ],
)
def test_examples_of_taking_a_trick(trick: str, place: int) -> None:
    assert winning_position(Trick(0, cards(trick)), RANKING, "T") == place


def test_the_leader_plays_any_card() -> None:
    assert free("QO 8O RC T5 T0 F", opened="C") == {"QO", "8O", "RC", "T5", "T0", "F"}


def test_nobody_has_to_beat_the_trick() -> None:
    assert free("T3 T20 T12", "6S T9", "S") == {"T3", "T20", "T12"}
    assert free("5S QS", "CS", "S") == {"5S", "QS"}
    assert free("T3 T20 T12 F", "6S T9", "S", overtrump=True) == {"T20", "T12", "F"}
    assert free("T3 T20 T12", "T9 T15", overtrump=True) == {"T20"}
    assert free("T3 T2", "T9", overtrump=True) == {"T3", "T2"}
    assert free("T3 T20 5S", "6S T9", "S", overtrump=True) == {"5S"}
    assert free("T3 T20", "6S", "S", overtrump=True) == {"T3", "T20"}


# ---- the Fuggitivo


@pytest.mark.parametrize("trick", ["9O", "T9", "6S T9", "9C"])
def test_the_fuggitivo_excuses(trick: str) -> None:
    assert "F" in free("QO 8O T5 6S F", trick, "OSC")


def test_leading_the_fuggitivo() -> None:
    assert "F" in free("QO F")
    assert free("QO F", fujutuMayLead=False) == {"QO"}
    assert free("F", fujutuMayLead=False) == {"F"}
    assert refused(to_play("QO F", fujutuMayLead=False), 0, play("F")).code == "fuggitivo_may_not_lead"


def test_after_the_fuggitivo_the_second_card_leads() -> None:
    assert free("QO 8O RC 5C T5", "F", opened="C") == {"QO", "8O", "RC", "5C", "T5"}
    assert free("QO 8O RC T5", "F 9O") == {"QO", "8O"}
    assert free("RC T5", "F 9O") == {"T5"}
    state = position(["F 5O", "6C 5C", "9C 7C"])
    state, events = done(state, (0, play("F")), (1, play("6C")), (2, play("9C")))
    assert events[-1].public["seat"] == 2
    assert GAME.view(state, None)["opened"] == ["C"]


def test_forced_cards_bind_the_seat_that_sets_the_suit_after_the_fuggitivo() -> None:
    assert free("RC 5C CO 6O T5", "F") == {"RC", "CO", "T5"}
    assert free("DO 5O", "F RO") == {"DO"}


def test_the_fuggitivo_is_no_escape() -> None:
    for hand, trick in [("RS QS F", "7S"), ("CB 9B F", "7B"), ("DC 5C F", "RC")]:
        [forced] = free(hand, trick)
        assert free(hand, trick, fujutuExcusesForced=True) == {forced, "F"}


# ---- the three rules


def test_the_king_falls_at_the_first_trick() -> None:
    answer = refused(to_play("RS QS 6S", "7S"), 0, play("QS"))
    assert (answer.code, answer.details) == ("must_play_re", {"card": "RS", "suit": "S"})
    assert free("RS QS 6S", "7S", opened="S") == {"RS", "QS", "6S"}


def test_the_bare_cavallo_falls_at_the_first_trick() -> None:
    answer = refused(to_play("CB 9B", "7B"), 0, play("9B"))
    assert (answer.code, answer.details) == ("must_play_cavallo", {"card": "CB", "suit": "B"})
    for beside in ("10", "9", "8", "7", "6", "5", "4"):
        assert free(f"CO {beside}O T1", "DO") == {"CO"}
    assert free("CB QB", "7B") == {"CB", "QB"}
    assert free("CB", "7B") == {"CB"}


def test_the_donna_follows_the_king() -> None:
    answer = refused(to_play("DC 5C", "RC"), 0, play("5C"))
    assert (answer.code, answer.details) == ("must_play_fanta", {"card": "DC", "suit": "C"})
    assert free("DC QC 5C", "6C RC") == {"DC"}
    assert free("DC 5C", "6C QC") == {"DC", "5C"}


def test_a_king_thrown_on_another_suit_forces_nothing() -> None:
    assert free("DC 5C 8S", "6S RC", "S") == {"8S"}
    assert free("DC 5C 8O", "6S RC", "S") == {"DC", "5C", "8O"}


def test_cards_played_before_the_king_are_not_forced() -> None:
    state = position(["5C", "6C DC", "RC"])
    assert legal_cards(after(state, (0, play("5C"))), 1) == {"6C", "DC"}


@pytest.mark.parametrize("options", [{}, {"forcedAppliesToLeader": False}])
def test_the_leader_is_bound(options: dict[str, Json]) -> None:
    bound = not options
    assert free("RS 8S CB 9B", **options) == ({"RS", "CB"} if bound else {"RS", "8S", "CB", "9B"})
    assert free("RS 8S", "F", **options) == ({"RS"} if bound else {"RS", "8S"})
    assert free("RS 8S", "9S", **options) == {"RS"}
    if bound:
        assert refused(to_play("RS 8S"), 0, play("8S")).details == {"card": "RS", "suit": "S"}
        assert refused(to_play("CB 9B"), 0, play("9B")).code == "must_play_cavallo"


def test_a_suit_is_opened_by_leading_it() -> None:
    thrown = position(["RS 8S", "5S", "9C"], taken=[(1, 1, "7C 6C 10S")])
    assert legal_cards(thrown, 0) == {"RS"}
    ruffed = position(["RS 8S", "5S", "9C"], taken=[(1, 2, "10S T5 7S")])
    assert legal_cards(ruffed, 0) == {"RS", "8S"}


def test_only_leading_the_fuggitivo_saves_the_king() -> None:
    state = position(["F RS 5S", "8S 9S DS", "7S 6S T5"], dealer=2)
    state = after(state, (0, play("F")), (1, play("8S")), (2, play("7S")))
    assert state.opened == {"S"}
    assert legal_cards(after(state, (1, play("DS")), (2, play("6S"))), 0) == {"RS", "5S"}
    later = after(state, (1, play("9S")), (2, play("6S")), (0, play("RS")))
    assert later.tricks[-1].winner == 0
    kept = position(["RS 5S", "DS 9S", "6S T5"], opened="S")
    assert legal_cards(after(kept, (0, play("RS"))), 1) == {"DS"}


# ---- duties


@pytest.mark.parametrize(
    ("hand", "trick", "reasons"),
    [
        ("RS QS T5", "7S", [("RS", "re")]),
        ("RS T5", "7S", []),
        ("RS T5 F", "7S", [("RS", "re")]),
        ("CB 9B", "7B", [("CB", "cavallo")]),
        ("DC 5C", "RC", [("DC", "fanta")]),
        ("RS 8S CB 9B RC T5 F", "", [("RS", "re"), ("CB", "cavallo")]),
        ("QS T5 RO 5O", "7S", []),
    ],
)
def test_the_forced_card_is_explained_to_its_holder(
    hand: str, trick: str, reasons: list[tuple[str, str]]
) -> None:
    state = to_play(hand, trick)
    expected = [{"card": card, "suit": card[-1], "why": why} for card, why in reasons]
    assert GAME.view(state, 0)["forced"] == expected
    assert GAME.view(state, 1)["forced"] == GAME.view(state, 2)["forced"] == []
    assert "forced" not in GAME.view(state, None)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (to_play("QO T5", "9O"), "must_follow_suit"),
        (to_play("QO T5", "T9"), "must_follow_suit"),
        (to_play("QO T5 F", "9C"), "must_trump"),
        (to_play("T3 T20 5O", "5C T9", overtrump=True), "must_overtrump"),
        (to_play("T3 5O", "5C T9", overtrump=True), "must_trump"),
        (to_play("RS 5S T5", "9S"), "must_play_re"),
        (to_play("RS T5", "9S"), "must_follow_suit"),
        (to_play("RS T5 F", "9S"), "must_play_re"),
        (to_play("CB 9B", "7B"), "must_play_cavallo"),
        (to_play("DC 5C", "RC"), "must_play_fanta"),
        (to_play("QO 5O", "9C"), None),
        (to_play("RS 5S F", "F"), None),
        (to_play("RS 8S CB", ""), None),
    ],
)
def test_the_duty_names_the_narrowest_rule_on_following(state: State, code: str | None) -> None:
    duty = GAME.duty(state, 0)
    assert (duty.code if duty else None) == code
    assert GAME.duty(state, 1) is GAME.duty(state, 2) is None


def test_a_view_names_its_seat() -> None:
    assert [GAME.view(to_play("5O"), seat)["seat"] for seat in range(3)] == [0, 1, 2]
    assert "seat" not in GAME.view(to_play("5O"), None)


# ---- refusals and the clock


@pytest.mark.parametrize(
    ("state", "card", "code", "details"),
    [
        (to_play("QO T5", "9O"), "T5", "must_follow_suit", {"suit": "O"}),
        (to_play("QO T5", "T9"), "QO", "must_follow_suit", {"suit": "T"}),
        (to_play("QO T5", "9C"), "QO", "must_trump", {"suit": "T"}),
        (to_play("T3 T20", "9C T9", overtrump=True), "T3", "must_overtrump", {"card": "T9"}),
        (to_play("T3 T20", "T9", overtrump=True), "T3", "must_overtrump", {"card": "T9"}),
        (to_play("T3 T20 5O", "T9", overtrump=True), "5O", "must_follow_suit", {"suit": "T"}),
        (to_play("T3 T20 5O", "5C T9", overtrump=True), "5O", "must_trump", {"suit": "T"}),
        (to_play("RS 5S F", "9S"), "F", "must_play_re", {"card": "RS", "suit": "S"}),
        (to_play("RS 5S T5", "9S"), "T5", "must_play_re", {"card": "RS", "suit": "S"}),
        (to_play("QO T5", "9O"), "4O", "not_in_hand", {"card": "4O"}),
    ],
)
def test_refusals_name_the_broken_rule(state: State, card: str, code: str, details: dict[str, Json]) -> None:
    answer = refused(state, 0, play(card))
    assert (answer.code, dict(answer.details)) == (code, details)


def test_the_refusal_names_the_suit() -> None:
    assert refused(to_play("QO T5", "9O"), 0, play("T5")).message == "one must play coins"


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (1, play("QO"), "not_your_turn"),
        (-1, play("QO"), "not_your_turn"),
        (9, play("QO"), "not_your_turn"),
        (0, play("4C"), "bad_command"),
        (0, play(""), "bad_command"),
        (0, Command.of("play"), "bad_command"),
        (0, Command.of("play", card=3), "bad_command"),
        (0, Command.of("play", card=["QO"]), "bad_command"),
        (0, Command.of("play", card="QO", signal="busso"), "bad_command"),
        (0, VADO, "wrong_phase"),
        (0, Command.of("discard", cards=["QO", "T5", "4O"]), "wrong_phase"),
    ],
)
def test_a_refused_command_changes_nothing(seat: int, command: Command, code: str) -> None:
    assert refused(to_play("QO T5"), seat, command).code == code


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("QO 8O 4O F", "9O", "4O"),
        ("T1 T5 T0 F", "9O", "T0"),
        ("QO T2 5C", "", "5C"),
        ("RS 5S", "7S", "RS"),
        ("RS F", "T5", "RS"),
    ],
)
def test_the_clock_plays_what_costs_least(hand: str, trick: str, card: str) -> None:
    assert GAME.on_timeout(to_play(hand, trick)) == (0, play(card))


def test_the_taker_leads_the_next_trick() -> None:
    state = position(["5C 5O", "RC 6O", "6C 7O"])
    state, events = done(state, (0, play("5C")), (1, play("RC")), (2, play("6C")))
    assert GAME.to_act(state) == (1,)
    assert events[-1].public == {
        "seat": 1,
        "side": 1,
        "trick": 0,
        "leader": 0,
        "cards": ["5C", "RC", "6C"],
    }
    assert GAME.view(state, None)["taken"] == [0, 1, 0]
