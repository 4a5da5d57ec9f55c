"""The narrow hand: how many cards stand in a row, and with that how large they are."""

from __future__ import annotations

from tests.node import run_on_page

PLACES = """
    const { arrangeHand } = await load("table/fan");
    const places = (dealt, count) => {
        const values = new Map();
        const style = { getPropertyValue: (name) => values.get(name), setProperty: (name, value) => values.set(name, value) };
        const children = Array.from({ length: count }, () => ({ style: { getPropertyValue: nothing, setProperty: nothing } }));
        arrangeHand({ children, style, toggleAttribute: nothing }, dealt);
        return values.get("--c-s");
    };
    const counts = (dealt) => Array.from({ length: dealt }, (_, played) => dealt - played);
    console.log(JSON.stringify(deals.map((dealt) => counts(dealt).map((count) => places(dealt, count)))));
"""  # noqa: E501


def places_in_a_row(dealt: int) -> list[int]:
    """The width of a row, in cards, before each card of a deal."""
    [places] = run_on_page(PLACES, deals=[dealt])
    return [int(each) for each in places]


def test_no_card_gets_smaller_during_a_deal() -> None:
    for places in run_on_page(PLACES, deals=[*range(1, 22)]):
        assert places == sorted(places, reverse=True)


def test_hands_of_three_and_of_four_cards_are_larger_than_others() -> None:
    assert places_in_a_row(3) == [3, 3, 3]
    assert places_in_a_row(4) == [4, 4, 4, 4]
    assert places_in_a_row(7) == [7, 6, 5, 5, 5, 5, 5]


def test_a_hand_leaves_no_place_of_its_rows_empty_for_long() -> None:
    """Thirteen cards at a table of three stand seven in a row, twelve and eleven six."""
    assert places_in_a_row(13) == [7, 6, 6, *[5] * 10]
