"""S, section 3: the pack, the two rounds of dealing, the monte; and their visibility."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.catalogue.tarocchi.values import RANKING, VALUES
from ludocards.engine.cards import SICILIAN63, codes
from ludocards.engine.game import Deal, Json, Refused
from tests.engine.tarocchi.table import (
    GAME,
    TENGO,
    VADO,
    after,
    cards,
    dealt,
    done,
    new_match,
    rules,
    step,
)

PACK = tuple(SICILIAN63.cards.values())


def dealing(state: State) -> Deal:
    return GAME.hand_out(state, GAME.pack(state))


def test_sixty_three_cards() -> None:
    assert len({*GAME.pack(new_match())}) == 63
    sizes = {suit: sum(card.suit == suit for card in PACK) for suit in SICILIAN63.suits}
    assert sizes == {"O": 11, "C": 10, "S": 10, "B": 10, "T": 21, "": 1}
    assert "4O" in SICILIAN63.cards
    assert not {"4C", "AO", "3O"} & SICILIAN63.cards.keys()


def test_the_ranking_of_the_cards() -> None:
    for suit, lowest in {"O": "4", "C": "5", "S": "5", "B": "5"}.items():
        ranks = RANKING.ranks[suit]
        assert ranks[:6] == ("R", "Q", "C", "D", "10", "9")
        assert ranks[-1] == lowest
    strengths = [RANKING.strength(card) for card in cards("T0 T1 T2 T10 T19 T20")]
    assert strengths == sorted(strengths)


def test_the_worth_of_the_cards() -> None:
    assert sum(VALUES.values()) == 106
    assert sorted((v for v in VALUES.values() if v), reverse=True) == (
        [10] * 3 + [5] * 8 + [4] * 4 + [3] * 4 + [2] * 4
    )
    assert {code for code, value in VALUES.items() if value == 10} == {"T20", "T1", "F"}
    assert VALUES["T0"] == VALUES["T2"] == VALUES["T15"] == VALUES["10S"] == 0


def test_three_play_without_partners() -> None:
    assert GAME.sides(new_match()) == (0, 1, 2)


@pytest.mark.parametrize("players", [0, 2, 4])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    assert isinstance(GAME.start(rules(), players, 0), Refused)


@pytest.mark.parametrize("dealer", [-1, 3])
def test_the_dealer_must_sit_at_the_table(dealer: int) -> None:
    assert isinstance(GAME.start(rules(), 3, dealer), Refused)


@pytest.mark.parametrize("dealer", range(3))
def test_packets_of_five_from_the_right(dealer: int) -> None:
    deal = dealing(new_match(dealer))
    for place in range(3):
        seat = (dealer + 1 + place) % 3
        packets = [PACK[first : first + 5] for first in range(5 * place, 60, 15)]
        assert deal.hands[seat] == sum(packets, ())
    assert deal.stock == PACK[60:]


def test_the_bidding_sees_fifteen_cards() -> None:
    step_ = step(GAME.deal(new_match(), dealing(new_match())))
    [event] = step_.events
    deal = dealing(new_match())
    public = {"kind": "dealt", "deal": 0, "dealer": 2, "counts": [15, 15, 15]}
    assert event.shown_to(None) == public
    for seat in range(3):
        first = codes(deal.hands[seat][:15])
        assert event.shown_to(seat) == {**public, "hand": first}
        view = GAME.view(step_.state, seat)
        assert (view["phase"], view["hand"], view["counts"]) == ("bid", first, [15, 15, 15])
        assert "monte" not in view
    assert event.sealed == {"hands": [codes(hand) for hand in deal.hands], "stock": codes(deal.stock)}


def test_five_more_each_and_the_monte_to_the_dealer() -> None:
    deal = dealing(new_match())
    state, events = done(dealt(), (1, TENGO))
    event = events[-1]
    public = {"kind": "dealt", "deal": 0, "dealer": 2, "counts": [20, 20, 23]}
    hands = [codes(deal.hands[0]), codes(deal.hands[1]), codes(deal.hands[2] + deal.stock)]
    own = [{"hand": hand, "new": hand[15:20]} for hand in hands]
    assert event.shown_to(None) == public
    assert event.shown_to(0) == {**public, **own[0]}
    assert event.shown_to(1) == {**public, **own[1]}
    assert event.shown_to(2) == {**public, **own[2], "monte": codes(deal.stock)}
    assert not event.sealed
    assert GAME.to_act(state) == (2,)
    assert [GAME.view(state, seat)["hand"] for seat in range(3)] == hands
    assert ["monte" in GAME.view(state, viewer) for viewer in (None, 0, 1, 2)] == [False, False, False, True]


def test_the_monte_may_be_shown() -> None:
    state, events = done(dealt(monteShown=True), (1, TENGO))
    monte = codes(dealing(new_match()).stock)
    assert [events[-1].shown_to(viewer)["monte"] for viewer in (None, 0, 1, 2)] == [monte] * 4
    assert [GAME.view(state, viewer)["monte"] for viewer in (None, 0, 1, 2)] == [monte] * 4
    assert "monte" not in GAME.view(dealt(monteShown=True), 0)
    assert "scarto" not in GAME.view(state, 0)


def test_an_abandoned_deal_passes_the_cards_on() -> None:
    state = after(dealt(dealer=2), (0, VADO), (2, VADO), (1, VADO))
    assert (state.phase, state.deal, state.dealer) == ("deal", 1, 0)
    assert GAME.awaits_deal(state) == 1
    assert GAME.view(state, 0)["hand"] == []


def test_the_deal_rotates() -> None:
    assert [replace(new_match(dealer=1), deal=deal).dealer for deal in range(4)] == [1, 2, 0, 1]


def wrong_deals() -> dict[str, tuple[Deal, str]]:
    right = dealing(new_match())
    a, b, c = right.hands
    [other] = cards("T20")
    assert other in b + a + c
    return {
        "a card twice": (Deal(2, (a[:19] + b[:1], b, c), right.stock), "wrong_cards"),
        "no monte": (Deal(2, right.hands), "wrong_cards"),
        "a short monte": (Deal(2, right.hands, right.stock[:2]), "wrong_cards"),
        "a hand too few": (Deal(2, (a, b), right.stock), "wrong_cards"),
        "fifteen cards": (Deal(2, (a[:15], b[:15], c[:15]), right.stock), "wrong_cards"),
        "the dealer has the monte": (Deal(2, (a, b, c + right.stock)), "wrong_cards"),
        "another dealer": (Deal(0, right.hands, right.stock), "wrong_dealer"),
    }


@pytest.mark.parametrize("name", wrong_deals())
def test_only_the_whole_pack_can_be_dealt(name: str) -> None:
    deal, code = wrong_deals()[name]
    answer = GAME.deal(new_match(), deal)
    assert isinstance(answer, Refused)
    assert answer.code == code


@pytest.mark.parametrize("state", [dealt(), after(dealt(), (0, TENGO))])
def test_no_new_deal_before_the_last_one_ends(state: State) -> None:
    answer = GAME.deal(state, dealing(new_match()))
    assert isinstance(answer, Refused)
    assert answer.code == "deal_unfinished"


@pytest.mark.parametrize("number", [0, 3])
def test_nobody_acts_before_the_deal(number: int) -> None:
    state = replace(new_match(), deal=number)
    assert GAME.awaits_deal(state) == number
    assert GAME.to_act(state) == ()
    view: dict[str, Json] = GAME.view(state, 0)
    assert (view["phase"], view["counts"], view["calls"]) == ("deal", [0, 0, 0], [])
