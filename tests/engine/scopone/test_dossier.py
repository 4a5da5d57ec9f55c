"""The worked deals of the dossier."""

from __future__ import annotations

import pytest

from ludocards.engine.game import Json
from tests.engine.scopone import oracle
from tests.engine.scopone.table import begun, played

DEALS: dict[str, tuple[list[str], str, dict[str, Json], dict[str, Json]]] = {
    "12": (
        [
            "AB FB 4S CB 2D RB RS CS 4B 6C",
            "FC 2C AS 6D CC 3S 3C 5C 6S RC",
            "7B 2S 5B FD AD 3B 6B 4C FS 7S",
            "CD 2B 5S 7D 4D RD 3D 7C 5D AC",
        ],
        "", {},
        {
            "points": [30, 10], "denari": [5, 5], "primiera": [81, None], "scores": [2, 2],
            "scored": {"carte": 0, "denari": None, "settebello": 1, "primiera": 0, "scope": [0, 1]},
        },
    ),
    "13": (
        [
            "7S AD 6B 3B 4B 6C 2D 7C 3C AB",
            "5S 2B 5C 6S 5D FS FB CS 4D 3D",
            "4S 7B FD 2C CC 2S AC RB RS 4C",
            "FC RC 7D 5B AS CB 3S 6D CD RD",
        ],
        "", {"napola": "full"},
        {
            "points": [25, 15], "denari": [7, 3], "primiera": [81, 67], "scores": [7, 2],
            "scored": {
                "carte": 0, "denari": 0, "settebello": 1, "primiera": 0, "scope": [0, 1], "napola": [4, 0],
            },
        },
    ),
    "14": (
        [
            "4S 6D 6S FB CD RB 5C 5B FD 7S",
            "7D CB 6C 3B 5S AC RS 4D RD 6B",
            "RC 4C 2B 5D 3S 2C CC AD 2D 7B",
            "7C FC CS 4B 3D AS FS 3C 2S AB",
        ],
        "", {},
        {
            "points": [24, 16], "denari": [6, 4], "primiera": [75, 72], "scores": [3, 1],
            "scored": {"carte": 0, "denari": 0, "settebello": 1, "primiera": 0, "scope": [0, 0]},
        },
    ),
    "15": (
        [
            "FC 7B 2C 5B 6C RS CC RB 6D",
            "AB CB 5C 7D FS CD 7S 3D 3C",
            "3B 4S 4C 4D 2D AD AC 5D CS",
            "FD 2B 6B 5S 2S RD RC 4B FB",
        ],
        "3S 6S 7C AS", {"preset": "nove_carte"},
        {
            "points": [28, 12], "denari": [4, 6], "primiera": [78, 65], "scores": [4, 2],
            "scored": {"carte": 0, "denari": 1, "settebello": 1, "primiera": 0, "scope": [2, 0]},
        },
    ),
    "16": (
        ["CD 6C 4S", "4B 3D CB"],
        "FC AB 4D 5D FD CS RD RS AS 2S 2B 7C AD 6D RB 5S 6B 2D RC FS CC 4C 3S 3B 5B FB 7D 6S 7B 5C 2C 7S AC "
        "3C",
        {"preset": "scopa"},
        {
            "points": [18, 22], "denari": [5, 5], "primiera": [79, 68], "scores": [2, 1],
            "scored": {"carte": 1, "denari": None, "settebello": 0, "primiera": 0, "scope": [0, 0]},
        },
    ),
}  # fmt: skip
"""The worked examples of the dossier: hands, stock with the table in front, rules, line of the sheet."""


@pytest.mark.parametrize("name", DEALS)
def test_the_worked_deals_of_the_dossier(name: str) -> None:
    hands, stock, options, line = DEALS[name]
    deal = oracle.first_cards([hand.split() for hand in hands], stock.split(), len(hands) - 1)
    state = begun(hands, stock, **options)
    state = played(
        state, *(" ".join([action["card"], *action.get("take", ())]) for action in deal["actions"])
    )
    assert state.phase == "deal"
    assert [each.as_json() for each in state.sheet] == [line]


@pytest.mark.parametrize(("name", "take"), [("15", ["7C", "AS"]), ("16", ["FC", "AB"])])
def test_the_first_capture_of_the_worked_deals(name: str, take: list[str]) -> None:
    hands, stock, *_ = DEALS[name]
    deal = oracle.first_cards([hand.split() for hand in hands], stock.split(), len(hands) - 1)
    assert deal["actions"][0]["take"] == take


def test_without_the_napola_the_second_deal_is_three_to_two() -> None:
    hands, stock, *_ = DEALS["13"]
    deal = oracle.first_cards([hand.split() for hand in hands], stock.split(), 3)
    turns = (" ".join([action["card"], *action.get("take", ())]) for action in deal["actions"])
    assert played(begun(hands, stock), *turns).sheet[0].scores == (3, 2)


def test_the_last_capture_of_the_first_deal() -> None:
    hands, stock, *_ = DEALS["12"]
    deal = oracle.first_cards([hand.split() for hand in hands], stock.split(), 3)
    rules = {
        "redeal_kings": True, "last_scopa": False, "napola": "none", "rebello": False,
        "primiera_figures": "ten", "finish": "deal_end", "target": 21, "deal_packet": 1,
    }  # fmt: skip
    rest = oracle.play_deal(deal, rules, [0, 0])["captures"][-1]
    assert rest == {"seat": 2, "cards": ["AC", "CS", "FS", "RC"], "scopa": False, "rest": True}
