"""The regulation of fees and prizes: who pays how much, what the pot is, and who gets what of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.utils import translation

from ludopoli.text.letters import fold_text
from tournaments.prizes.awards import Ranked, Settlement, settle_purse
from tournaments.prizes.money import format_money, read_money
from tournaments.prizes.prize_lines import BadLine, read_lower_fees, read_prizes, write_prizes
from tournaments.prizes.prize_texts import AwardShown
from tournaments.prizes.purse import BadPurse, Fee, Payer, checked_purse, purse_document, read_purse

EURO = 100


def settled(prizes: str, collected: int, *places: int, scores: Any = (), **rules: Any) -> dict[int, int]:
    """Return the euros of each entry, numbered as ranked, for a list of prizes and so many cents."""
    found = settlement(prizes, collected, *places, scores=scores, **rules)
    return {each.entry: each.amount for each in found.awards}


def settlement(prizes: str, collected: int, *places: int, scores: Any = (), **rules: Any) -> Settlement:
    purse = checked_purse({"prizes": read_prizes(prizes), **rules})
    ranking = [
        Ranked(entry, place, scores[entry - 1] if scores else -place, frozenset({fold_text("Juniores")}))
        for entry, place in enumerate(places, start=1)
    ]
    return settle_purse(purse, collected, ranking)


# ---- fees


def test_a_fee_is_for_each_person_or_for_a_pair() -> None:
    fee = Fee(10 * EURO)
    assert fee.due([Payer()]) == 10 * EURO


def test_members_of_the_club_and_categories_may_pay_less() -> None:
    fee = Fee(10 * EURO, members=8 * EURO, categories={"Juniores": 5 * EURO})
    assert fee.due([Payer(is_member=True)]) == 8 * EURO
    assert fee.due([Payer(category="juniores")]) == 5 * EURO
    assert fee.due([Payer(is_member=True, category="Juniores")]) == 5 * EURO, "the lowest that holds"


def test_a_pair_pays_less_if_it_holds_for_both() -> None:
    fee = Fee(20 * EURO, per="entry", members=15 * EURO)
    assert fee.due([Payer(is_member=True), Payer(is_member=True)]) == 15 * EURO
    assert fee.due([Payer(is_member=True), Payer()]) == 20 * EURO


# ---- the pot


def test_the_house_keeps_its_stated_part_and_the_rest_is_the_pot() -> None:
    found = settlement("1: 100%", 32_000, 1, 2, house_percent=20, house_amount=2_000)
    assert (found.pot, found.house, found.paid_out) == (23_600, 8_400, 23_600)


def test_shares_are_of_what_the_fixed_sums_leave() -> None:
    assert settled("1: 50%\n2: 30%\n3: 20", 12_000, 1, 2, 3) == {1: 5_000, 2: 3_000, 3: 2_000}


def test_fixed_sums_above_the_pot_are_paid_by_the_house() -> None:
    found = settlement("1: 100\n2: 50%", 4_000, 1, 2)
    assert (found.paid_out, found.house) == (10_000, -6_000)


def test_a_prize_that_nobody_wins_stays_with_the_house() -> None:
    found = settlement("1: 50%\n9: 50%", 10_000, 1, 2)
    assert (found.paid_out, found.house, found.rest) == (5_000, 5_000, 5_000)


def test_shares_are_rounded_down_as_the_list_says() -> None:
    assert settled("1: 33%", 10_010, 1) == {1: 3_303}
    found = settlement("1: 33%", 10_010, 1, step=500)
    assert ({each.amount for each in found.awards}, found.house) == ({3_000}, 7_010)


# ---- ties


def test_prizes_of_a_shared_place_are_added_and_divided() -> None:
    found = settled("1: 60\n2: 40\n3: 20\n4: 10", 20_000, 1, 2, 3, 3)
    assert found == {1: 6_000, 2: 4_000, 3: 1_500, 4: 1_500}


def test_what_cannot_be_divided_stays_with_the_house() -> None:
    found = settlement("1: 100%", 10_000, 1, 1, 1)
    assert [each.amount for each in found.awards] == [3_333, 3_333, 3_333]
    assert (found.rest, found.house) == (1, 1)


def test_a_place_shared_beyond_the_last_prize_divides_what_there_is() -> None:
    assert settled("1: 50\n2: 20", 7_000, 1, 2, 2, 2) == {1: 5_000, 2: 666, 3: 666, 4: 666}


def test_those_of_different_stages_share_nothing() -> None:
    purse = checked_purse({"prizes": read_prizes("1: 60\n2: 40"), "ties": "score"})
    found = settle_purse(purse, 10_000, [Ranked(1, 1, 900), Ranked(2, 2, 900, tier=1)])
    assert {each.entry: each.amount for each in found.awards} == {1: 6_000, 2: 4_000}


def test_without_tie_breaks_all_with_the_same_score_share() -> None:
    scores = (900, 900, 700)
    assert settled("1: 60\n2: 40", 10_000, 1, 2, 3, scores=scores) == {1: 6_000, 2: 4_000}
    assert settled("1: 60\n2: 40", 10_000, 1, 2, 3, scores=scores, ties="score") == {1: 5_000, 2: 5_000}


def test_things_are_not_divided_but_go_by_the_ranking() -> None:
    found = settlement("1: un prosciutto\n2: un salame\n2: 10", 1_000, 1, 1)
    assert [each.things for each in found.awards] == [("un prosciutto",), ("un salame",)]
    assert [each.amount for each in found.awards] == [500, 500]


# ---- categories


def test_a_category_has_its_own_places() -> None:
    purse = checked_purse({"prizes": read_prizes("1: 50\n1 Juniores: 20\n2 Juniores: 10")})
    young = frozenset({fold_text("Juniores")})
    ranking = [Ranked(7, 1, 9), Ranked(3, 2, 8, young), Ranked(5, 3, 7), Ranked(1, 4, 6, young)]
    found = settle_purse(purse, 8_000, ranking)
    assert [(each.entry, each.category, each.place, each.amount) for each in found.awards] == [
        (7, "", 1, 5_000), (3, "Juniores", 1, 2_000), (1, "Juniores", 2, 1_000),
    ]  # fmt: skip


def test_an_entry_gets_one_prize_only_if_the_list_says_so() -> None:
    prizes = "1: 50\n1 Juniores: 20"
    assert [each.amount for each in settlement(prizes, 7_000, 1, 2).awards] == [5_000, 2_000]
    found = settlement(prizes, 7_000, 1, 2, several=False)
    assert [(each.entry, each.amount) for each in found.awards] == [(1, 5_000), (2, 2_000)]


# ---- sums


def test_what_is_paid_out_and_stays_with_the_house_is_what_was_collected() -> None:
    chance = Random(1)
    for _time in range(2_000):
        shares = [chance.randint(0, 25) for _place in range(4)]
        prizes: list[dict[str, Any]] = [
            {"place": at, "share": share} for at, share in enumerate(shares, start=1) if share
        ]
        prizes += [{"place": chance.randint(1, 9), "amount": chance.randint(1, 9_999)} for _one in range(3)]
        prizes += [{"place": 1, "category": "Juniores", "amount": chance.randint(1, 999)}]
        purse = checked_purse(
            {
                "prizes": prizes, "house_percent": chance.randint(0, 100),
                "house_amount": chance.randint(0, 3_000), "ties": chance.choice(["place", "score"]),
                "several": chance.random() < 0.5, "step": chance.choice([1, 100, 500, 1000]),
            }
        )  # fmt: skip
        collected, place, ranking = chance.randint(0, 99_999), 1, []
        for entry in range(1, chance.randint(2, 12)):
            place = entry if chance.random() < 0.6 else place
            kind = frozenset({"juniores"} if chance.random() < 0.5 else ())
            ranking.append(Ranked(entry, place, -place // 2, kind))
        found = settle_purse(purse, collected, ranking)
        assert found.paid_out + found.house == collected
        assert found.pot + purse.house_part(collected) == collected
        assert found.rest == found.pot - found.paid_out
        fixed = sum(each.amount for each in purse.prizes)
        if fixed <= found.pot:
            assert found.house >= purse.house_part(collected), "the house never pays what the pot covers"


# ---- as they are written


def test_prizes_are_typed_one_a_line() -> None:
    text = "1: 40%\n2: 12,50\n3-4: un salame\n1 Juniores: 20"
    found = read_prizes(text)
    assert found == [
        {"place": 1, "share": 40},
        {"place": 2, "amount": 1_250},
        {"place": 3, "thing": "un salame"},
        {"place": 4, "thing": "un salame"},
        {"place": 1, "category": "Juniores", "amount": 2_000},
    ]
    assert write_prizes(checked_purse({"prizes": found}).prizes) == text


@pytest.mark.parametrize("line", ["40%", "0: 3", "1: 0", "1: 0%", "1: 101%", "5-3: 10", "1:", "primo: 10"])
def test_a_line_that_says_no_prize_is_named(line: str) -> None:
    with pytest.raises(BadLine) as wrong:
        read_prizes(f"1: 40%\n\n{line}")
    assert wrong.value.args == (3,)


def test_lower_fees_are_typed_one_a_line() -> None:
    assert read_lower_fees("Juniores: 5\nOver 70: 7,50") == {"Juniores": 500, "Over 70": 750}
    with pytest.raises(BadLine):
        read_lower_fees("Juniores")


@pytest.mark.parametrize(
    "wrong",
    [
        {"prizes": [{"place": 1, "share": 60}, {"place": 2, "share": 50}]},
        {"prizes": [{"place": 1}]},
        {"prizes": [{"place": 1, "share": 10, "thing": "un salame"}]},
        {"prizes": [{"place": 1, "thing": "un\nsalame"}]},
        {"fee": {"amount": 500, "members": 600}},
        {"fee": {"amount": 500, "categories": {"Juniores": 501}}},
    ],
)
def test_a_purse_that_contradicts_itself_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPurse):
        checked_purse(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"fee": {"amount": -1}},
        {"fee": {"amount": 1.5}},
        {"prizes": [{"place": 0, "share": 1}]},
        {"currency": "XXX"},
        {"unknown": 1},
        {"house_percent": 101},
    ],
)
def test_a_purse_of_another_shape_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        checked_purse(wrong)


def test_a_purse_is_stored_without_what_is_as_usual() -> None:
    sent = {"fee": {"amount": 1_000}, "prizes": [{"place": 1, "share": 100}]}
    assert purse_document(read_purse(sent)) == sent
    assert purse_document(read_purse({"house_percent": 20})) == {}, "neither a fee nor prizes"


def test_sums_are_written_as_people_do() -> None:
    assert [read_money(text) for text in ("12", "12,5", "€ 12.50", "12,345", "-1", "", "dodici")] == [
        1_200, 1_250, 1_250, None, None, None, None,
    ]  # fmt: skip
    with translation.override("it"):
        assert format_money(1_250, "EUR") == "€\xa012,50"
        assert format_money(-130_000, "EUR") == "\N{MINUS SIGN}€\xa01300"


def test_only_sums_are_said_to_be_divided() -> None:
    def said(*places: int) -> list[str]:
        awards = settlement("1: 40\n2: una coppa\n3: una coppa", 100 * EURO, *places).awards
        return [AwardShown(each, "", "", "").says_shared for each in awards]

    with translation.override("en"):
        assert said(1, 1, 3) == ["shared by 2", "shared by 2", ""]
        assert said(1, 2, 2) == ["", "", ""], "each has a cup"
