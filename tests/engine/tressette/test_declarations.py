"""S0: the declarations about a suit, for every possible holding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.tressette.rules.declarations import (
    BOXES,
    LED,
    PHRASES,
    TABLE,
    Holding,
    capture,
    play_suit,
)

RANKS = "32ARCF7654"


def suit(mine: str, gone: str = "") -> Holding:
    """Return the holding in a suit with these ranks; all ranks not in `gone` are held by other players."""
    return Holding(frozenset(mine), frozenset(RANKS) - {*mine} - {*gone})


def said(mine: str, led: str, gone: str = "", terzo_con_re: bool = False) -> str | None:
    return play_suit(suit(mine, gone), led, terzo_con_re)


# ---- the lines of S0


@pytest.mark.parametrize(
    ("mine", "gone", "code"),
    [
        ("5", "", "sola"),
        ("R", "", "sola"),
        ("3", "", "piombo"),
        ("R", "32A", "piombo"),
        ("A", "32", "piombo"),
    ],
)
def test_a_single_card_is_sola_or_piombo(mine: str, gone: str, code: str) -> None:
    assert said(mine, mine, gone) == code


@pytest.mark.parametrize(
    ("mine", "led", "code"),
    [
        ("R5", "R", "si_liscia"),
        ("R5", "5", None),
        ("35", "3", "si_liscia"),
        ("A7", "A", "si_liscia"),
        ("35", "5", None),
        ("2A", "2", "ventotto_piombo"),
        ("2A", "A", None),
        ("3A", "3", "ventinove_piombo"),
        ("3A", "A", None),
        ("32", "2", "venticinque_piombo"),
        ("32", "3", None),
    ],
)
def test_declarations_with_two_cards(mine: str, led: str, code: str | None) -> None:
    assert said(mine, led) == code


@pytest.mark.parametrize("honour", "32A")
def test_three_cards_with_one_honour_led(honour: str) -> None:
    assert said(honour + "C5", honour) == "terzo"
    assert said(honour + "R5", honour) is None
    assert said(honour + "R5", honour, terzo_con_re=True) == "terzo"
    assert said(honour + "R65", honour) == "lungo"


@pytest.mark.parametrize(
    ("mine", "led", "code"),
    [
        ("RC5", "5", "terzo_di_re"),
        ("RC5", "C", "terzo_di_re"),
        ("RC5", "R", "terzo"),
        ("RC75", "7", "lungo_di_re"),
        ("RC75", "R", "lungo"),
        ("RC754", "C", "lunghissimo_di_re"),
        ("RC754", "R", "lunghissimo"),
    ],
)
def test_declarations_with_the_king_kept(mine: str, led: str, code: str) -> None:
    assert said(mine, led) == code


@pytest.mark.parametrize(
    ("mine", "led", "gone", "code"),
    [
        ("RC5", "C", "32A", "e_mia_terzo"),
        ("RC5", "5", "32A", "terzo_di_re"),
        ("RC5", "5", "32AF76", "e_mia_terzo"),
        ("RC5", "R", "32A", "terzo"),
        ("CF75", "F", "32AR", "e_mia_lungo"),
        ("CF754", "F", "32AR", "e_mia_lunghissimo"),
        ("CF7", "F", "32A", "terzo"),
        ("RC5", "C", "32", "terzo_di_re"),
    ],
)
def test_e_mia(mine: str, led: str, gone: str, code: str) -> None:
    assert said(mine, led, gone) == code


@pytest.mark.parametrize(
    ("mine", "led", "code"),
    [
        ("C75", "7", "terzo"),
        ("CF75", "5", "lungo"),
        ("CF754", "C", "lunghissimo"),
        ("37654", "3", "lunghissimo"),
        ("A765", "A", "lungo"),
        ("RCF7654", "R", "lunghissimo"),
    ],
)
def test_declarations_of_long_suits(mine: str, led: str, code: str) -> None:
    assert said(mine, led) == code


@pytest.mark.parametrize(("honour", "name"), [("A", "asso"), ("2", "due"), ("3", "tre")])
@pytest.mark.parametrize(("plain", "word"), [("R5", "terzo"), ("C75", "lungo"), ("RF654", "lunghissimo")])
def test_a_plain_card_led_with_one_honour_kept(honour: str, name: str, plain: str, word: str) -> None:
    for led in plain:
        assert said(honour + plain, led) == f"{name}_{word}"


@pytest.mark.parametrize(("pair", "name"), [("2A", "ventotto"), ("3A", "ventinove"), ("32", "venticinque")])
def test_declarations_with_two_honours(pair: str, name: str) -> None:
    for led in pair:
        assert said(pair + "5", led) == f"{name}_terzo"
        assert said(pair + "R", led) == f"{name}_terzo"
    assert said(pair + "5", "5") is None
    for led in pair + "R7":
        assert said(pair + "R7", led) == f"{name}_lungo"
    for led in pair + "C765":
        assert said(pair + "C765", led) == f"{name}_lunghissimo"


def test_changes_of_the_experts() -> None:
    assert [said("32", led) for led in "32"] == [None, "venticinque_piombo"]
    assert [said("325", led) for led in "325"] == ["venticinque_terzo", "venticinque_terzo", None]


def test_the_whole_napoletana_is_not_declared() -> None:
    for mine in ("32A", "32A7", "32AR7"):
        assert {said(mine, led) for led in mine} == {None}


@pytest.mark.parametrize(
    ("left", "gone", "code"),
    [
        ("", "", "piombo_preso"),
        ("5", "32A", "liscio_qui"),
        ("A", "", "liscio_qui"),
        ("35", "", "liscio_qui"),
        ("3", "", None),
        ("32A", "", None),
        ("RC", "32A", None),
        ("RF", "32A", "liscio_qui"),
    ],
)
def test_declarations_of_the_taker(left: str, gone: str, code: str | None) -> None:
    assert capture(suit(left, gone)) == code


# ---- every case

WIDTHS = {3: "terzo", 4: "lungo", 5: "lunghissimo"}
NAMES = {"A": "asso", "2": "due", "3": "tre"}
PAIRS = {"2A": "ventotto", "3A": "ventinove", "32": "venticinque"}


def literally(mine: str, out: str, led: str) -> set[str]:
    """Return all lines of S0 that fit literally, where a line that names cards may fit longer holdings."""
    n, width = len(mine), WIDTHS.get(min(len(mine), 5), "")
    order = RANKS.index
    above = [rank for rank in mine + out if order(rank) < order(led)]
    honours = [rank for rank in "32A" if rank in mine]
    plain = led not in "32A"
    lines = set()
    if n == 1:
        lines.add("sola" if above else "piombo")
    if n == 2 and not [rank for rank in mine if order(rank) < order(led)] and not {*mine} - {led} & {*"32A"}:
        lines.add("si_liscia")
    for pair, name in PAIRS.items():
        if {*pair} <= {*mine}:
            if n == 2 and led == pair[0 if pair != "32" else 1]:
                lines.add(f"{name}_piombo")
            if n == 3 and led in pair:
                lines.add(f"{name}_terzo")
            if n > 3:
                lines.add(f"{name}_{width}")
    if n < 3:
        return lines
    lines |= {f"{NAMES[honour]}_{width}" for honour in honours if plain}
    rest = [rank for rank in mine if rank != led]
    if n == 3 and not {*rest} & {*"32AR"}:
        lines.add("terzo")
    if n > 3 and honours == [led]:
        lines.add(width)
    if n > 3 and not honours and (led == "R" or "R" not in mine):
        lines.add(width)
    if not honours and "R" in rest:
        lines.add(f"{width}_di_re")
    if plain and above and all(rank in mine and rank not in "32A" for rank in above):
        lines.add(f"e_mia_{width}")
    return lines


def cases() -> Iterator[tuple[str, str, str]]:
    """Yield all holdings (each rank is mine, another player's, or played) with each card that I may lead."""
    for places in product("mog", repeat=10):
        mine = "".join(rank for rank, place in zip(RANKS, places, strict=True) if place == "m")
        out = "".join(rank for rank, place in zip(RANKS, places, strict=True) if place == "o")
        for led in mine:
            yield mine, out, led


COUNTS: dict[str | None, int] = {
    None: 28176,
    "sola": 4097,
    "piombo": 1023,
    "si_liscia": 10752,
    "terzo": 15246,
    "lungo": 11749,
    "lunghissimo": 6149,
    "terzo_di_re": 3654,
    "lungo_di_re": 3615,
    "lunghissimo_di_re": 2257,
    "e_mia_terzo": 300,
    "e_mia_lungo": 316,
    "e_mia_lunghissimo": 230,
    **dict.fromkeys(("asso_terzo", "due_terzo", "tre_terzo"), 5376),
    **dict.fromkeys(("asso_lungo", "due_lungo", "tre_lungo"), 6720),
    **dict.fromkeys(("asso_lunghissimo", "due_lunghissimo", "tre_lunghissimo"), 6524),
    **dict.fromkeys(("ventotto_piombo", "ventinove_piombo", "venticinque_piombo"), 256),
    **dict.fromkeys(("ventotto_terzo", "ventinove_terzo", "venticinque_terzo"), 1792),
    **dict.fromkeys(("ventotto_lungo", "ventinove_lungo", "venticinque_lungo"), 5376),
    **dict.fromkeys(("ventotto_lunghissimo", "ventinove_lunghissimo", "venticinque_lunghissimo"), 10378),
}


def resolved(lines: set[str], mine: str) -> set[str]:
    """Keep the lines that name exactly the honours held, and prefer *è mia* to *di Re*."""
    named: dict[str, str] = {name: held for held, name in [*NAMES.items(), *PAIRS.items()]}
    honours = {*mine} & {*"32A"}
    exact = {line for line in lines if {*named.get(line.split("_")[0], honours)} == honours}
    for first in ("e_mia", "di_re"):
        if any(first in line for line in exact):
            return {line for line in exact if first in line}
    return exact


def test_every_case_has_at_most_one_declaration() -> None:
    counts: Counter[str | None] = Counter()
    lines_that_fit: Counter[int] = Counter()
    for mine, out, led in cases():
        code = play_suit(Holding(frozenset(mine), frozenset(out)), led)
        lines = literally(mine, out, led)
        counts[code] += 1
        lines_that_fit[min(len(lines), 2)] += 1
        assert resolved(lines, mine) == ({code} if code else set()), (mine, out, led)
    assert counts == COUNTS
    assert sum(counts.values()) == 196_830
    assert lines_that_fit == {0: 13_824, 1: 139_878, 2: 43_128}


def gap(mine: str, led: str) -> str:
    """Return the reason why there is no declaration."""
    honours = {*mine} & {*"32A"}
    if len(honours) == 3:
        return "a whole napoletana"
    if len(mine) == 2:
        return "two honours alone, the other one led" if len(honours) == 2 else "the lower of two"
    if len(honours) == 2:
        return "a plain card of a third with two honours"
    assert (len(mine), len(honours), "R" in mine, led in honours) == (3, 1, True, True)
    return "an honour beside the Re and one more"


def test_cases_without_a_declaration() -> None:
    """Every holding of an untouched suit with every card led."""
    silent = Counter(
        gap(mine, led)
        for mine in map("".join, product(*(["", rank] for rank in RANKS)))
        for led in mine
        if said(mine, led) is None
    )
    assert silent == {
        "the lower of two": 42,
        "two honours alone, the other one led": 3,
        "an honour beside the Re and one more": 18,
        "a plain card of a third with two honours": 21,
        "a whole napoletana": 832,
    }
    assert silent.total() == 916


def test_the_option_fills_one_gap_only() -> None:
    changed = [
        (mine, led)
        for mine in map("".join, product(*(["", rank] for rank in RANKS)))
        for led in mine
        if said(mine, led) != said(mine, led, terzo_con_re=True)
    ]
    assert len(changed) == 18
    assert {said(mine, led, terzo_con_re=True) for mine, led in changed} == {"terzo"}


# ---- the words


def test_every_declaration_has_a_text() -> None:
    spoken = {code for code, phrase in PHRASES.items() if phrase.box == "suit"}
    assert spoken == {row.code for row in TABLE}
    assert len(spoken) == 33
    assert {phrase.box for phrase in PHRASES.values()} == {*BOXES}
    assert {row.led for row in TABLE} == {*LED}


def test_no_two_declarations_share_a_text() -> None:
    texts = [phrase.text for phrase in PHRASES.values()]
    assert len({*texts}) == len(texts)
    assert PHRASES["tre_terzo"].text == "busso"
    assert not {*texts} & {"liscio", "doppio liscio", "la migliore", "la buona"}


def test_the_ranks_are_those_of_the_deck() -> None:
    assert "".join(RANKING.ranks["B"]) == RANKS
