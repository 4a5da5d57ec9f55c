"""S and section 6: the match; and the rules of a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludocards.catalogue.tarocchi.rules.bidding import Contract
from ludocards.catalogue.tarocchi.rules.presets import OPTIONS, Rules
from ludocards.catalogue.tarocchi.rules.scoring import is_decided, payments
from ludocards.catalogue.tarocchi.rules.state import SheetLine, State
from ludocards.engine.game import Json, Refused
from tests.engine.tarocchi.table import (
    GAME,
    PLAYED,
    TENGO,
    VADO,
    dealt,
    done,
    new_match,
    play,
    refused,
    rules,
)

GIVEN_UP = Contract(False, "vado")


def line(*scores: int, contract: Contract = PLAYED) -> SheetLine:
    return SheetLine((0, 0, 0) if contract.played else None, scores, contract)


def match(*sheet: SheetLine, **options: Json) -> State:
    """Return a match after these deals, the last of which has just finished."""
    return replace(new_match(**options), phase="over", deal=len(sheet) - 1, sheet=sheet)


def test_nine_deals_make_a_match() -> None:
    nothing = line(0, 0, 0)
    for deals in (3, 6, 9, 12):
        options: dict[str, Json] = {} if deals == 9 else {"deals": deals}
        assert not is_decided(match(*[nothing] * (deals - 1), **options))
        assert is_decided(match(*[nothing] * deals, **options))


def test_abandoned_deals_may_count() -> None:
    sheet = [line(1, 0, -1), line(0, 0, 0, contract=GIVEN_UP), line(0, 2, -2)]
    assert is_decided(match(*sheet, deals=3))
    assert not is_decided(match(*sheet, deals=3, countAbandoned=False))
    assert is_decided(match(*sheet, line(0, 0, 0), deals=3, countAbandoned=False))


def test_a_match_may_end_with_an_abandoned_deal() -> None:
    state = replace(dealt(deals=3), sheet=(line(3, -1, -2), line(0, 0, 0)))
    state, events = done(state, (0, VADO), (2, VADO), (1, VADO))
    assert GAME.is_over(state)
    assert [event.kind for event in events] == ["called"] * 3 + ["closed", "scored", "finished"]
    assert events[-1].public == {"totals": [3, -1, -2], "places": [1, 2, 3], "payments": [3, -1, -2]}
    assert GAME.view(state, 0)["contract"]["why"] == "vado"
    assert GAME.view(state, 0)["hand"] == []


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((10, -4, -6), (1, 2, 3)),
        ((5, 5, -10), (1, 1, 3)),
        ((-5, 10, -5), (2, 1, 2)),
        ((0, 0, 0), (1, 1, 1)),
    ],
)
def test_ties_share_places(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert GAME.places(match(line(*scores))) == expected


def test_no_places_before_the_end() -> None:
    assert GAME.places(new_match()) is None
    assert payments(new_match()) is None
    view = GAME.view(new_match(), 0)
    assert (view["places"], view["payments"]) == (None, None)


def test_payments_follow_the_score() -> None:
    assert payments(match(line(11, -3, -8))) == (11, -3, -8)
    assert payments(match(line(11, -3, -8), stakeUnit=5)) == (55, -15, -40)


def test_a_finished_match_explains_its_scores() -> None:
    """Scores are points less 36, or 37 for the dealer; an offer that was taken is listed separately."""
    played = SheetLine((40, 50, 19), (3, 14, -17), PLAYED)
    taken = SheetLine(None, (4, -4, 0), Contract(False, "piglio", 0, 1, 4))
    assert GAME.view(new_match(), None)["sources"] is None
    assert GAME.view(match(played, taken), None)["sources"] == {
        "taken": [40, 50, 19], "owed": [37, 36, 36], "offered": [4, -4, 0],
    }  # fmt: skip


def test_nothing_can_be_done_after_the_match() -> None:
    state = match(line(0, 0, 0))
    for command in (VADO, TENGO, play("5O")):
        assert refused(state, 0, command).code == "match_over"
    assert isinstance(GAME.deal(state, GAME.hand_out(state, GAME.pack(state))), Refused)
    assert GAME.to_act(state) == ()


# ---- the rules of a table


def test_the_calatafimi_preset() -> None:
    """Section 9."""
    assert {option.name: getattr(rules(), option.field) for option in OPTIONS} == {
        "discardPolicy": "noFives",
        "monteShown": False,
        "fujutuMayLead": True,
        "fujutuExcusesForced": False,
        "forcedAppliesToLeader": True,
        "overtrump": False,
        "offerMax": 8,
        "unansweredOffer": "abandon",
        "bidWindowMs": 25_000,
        "bidOpenDelayMs": 3_000,
        "offerLockMs": 1_500,
        "bidBatchMs": 250,
        "deals": 9,
        "countAbandoned": True,
        "stakeUnit": 1,
    }


def test_a_short_match_has_one_deal_of_each_dealer() -> None:
    assert rules(preset="breve") == Rules("breve", deals=3)
    assert GAME.quick_preset == "breve"


def test_the_first_choice_of_an_option_is_the_presets() -> None:
    assert all(option.choices[0] == getattr(rules(), option.field) for option in OPTIONS)
    assert all(option.accepts(choice) for option in OPTIONS for choice in option.choices)


def test_rules_store_only_differences_from_the_preset() -> None:
    for option in OPTIONS:
        for choice in option.choices[1:]:
            data = {"preset": "calatafimi", option.name: choice}
            assert GAME.rules_json(rules(**{option.name: choice})) == data
    assert GAME.rules_json(rules(deals=9, offerMax=8)) == {"preset": "calatafimi"}
    assert GAME.rules_from({}) == rules() == Rules("calatafimi")


@pytest.mark.parametrize(
    ("data", "option"),
    [
        ({"preset": "barcellona"}, "preset"),
        ({"preset": ["calatafimi"]}, "preset"),
        ({"offer_max": 8}, "offer_max"),
        ({"deals": 4}, "deals"),
        ({"deals": 0}, "deals"),
        ({"deals": -3}, "deals"),
        ({"deals": 102}, "deals"),
        ({"deals": "9"}, "deals"),
        ({"deals": 9.0}, "deals"),
        ({"deals": True}, "deals"),
        ({"offerMax": 0}, "offerMax"),
        ({"monteShown": 1}, "monteShown"),
        ({"discardPolicy": "nofives"}, "discardPolicy"),
        ({"bidWindowMs": 100}, "bidWindowMs"),
        ({"bidWindowMs": None}, "bidWindowMs"),
        ({"stakeUnit": 0}, "stakeUnit"),
        ({"bidWindowMs": 5_000, "bidOpenDelayMs": 5_000}, "bidOpenDelayMs"),
        ({"bidWindowMs": 5_000, "bidOpenDelayMs": 2_000, "offerLockMs": 3_000}, "offerLockMs"),
    ],
)
def test_unknown_options_are_refused(data: Json, option: str) -> None:
    answer = GAME.rules_from(data)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.details) == ("bad_rules", {"option": option})
