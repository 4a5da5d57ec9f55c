"""S1: the players, the deal, who leads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.cards import ITALIAN40, codes
from ludocards.engine.game import Deal, Refused, Step
from tests.engine.tressette.table import GAME, cards, new_match, rules

PACK = tuple(ITALIAN40.cards.values())


def dealt(state: State) -> Deal:
    return GAME.hand_out(state, GAME.pack(state))


def begun(state: State) -> Step[State]:
    step = GAME.deal(state, dealt(state))
    assert isinstance(step, Step), step
    return step


def test_partners_sit_opposite() -> None:
    assert GAME.sides(new_match(4)) == (0, 1, 0, 1)


def test_three_play_individually() -> None:
    assert GAME.sides(new_match(3, dealer=0)) == (0, 1, 2)


@pytest.mark.parametrize("players", [0, 1, 2, 5, 40])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    assert isinstance(GAME.start(rules(), players, 0), Refused)


@pytest.mark.parametrize("dealer", [-1, 4])
def test_the_dealer_must_sit_at_the_table(dealer: int) -> None:
    assert isinstance(GAME.start(rules(), 4, dealer), Refused)


def test_three_play_without_the_four_of_bastoni() -> None:
    pack = codes(GAME.pack(new_match(3, dealer=0)))
    assert len(pack) == 39
    assert "4B" not in pack
    assert GAME.pack(new_match(4)) == PACK


@pytest.mark.parametrize("removed", ["4B", "4C", "4D", "4S"])
def test_any_four_may_be_removed(removed: str) -> None:
    pack = GAME.pack(new_match(3, dealer=0, removed_card=removed))
    assert {*PACK} - {*pack} == {*cards(removed)}


def test_the_cards_go_round_one_at_a_time() -> None:
    hands = dealt(new_match(dealer=1)).hands
    assert hands == (PACK[2::4], PACK[3::4], PACK[0::4], PACK[1::4])


def test_three_get_thirteen_cards_each() -> None:
    pack = GAME.pack(new_match(3, dealer=2))
    assert dealt(new_match(3, dealer=2)).hands == (pack[0::3], pack[1::3], pack[2::3])
    assert [len(hand) for hand in dealt(new_match(3, dealer=2)).hands] == [13, 13, 13]


def test_packets_of_five() -> None:
    hands = dealt(new_match(dealer=3, deal_packet=5)).hands
    assert hands[0] == PACK[0:5] + PACK[20:25]
    assert hands[3] == PACK[15:20] + PACK[35:40]


def test_packets_of_five_for_three_end_with_three_cards_each() -> None:
    state = new_match(3, dealer=2, deal_packet=5)
    pack = GAME.pack(state)
    assert dealt(state).hands[0] == pack[0:5] + pack[15:20] + pack[30:33]
    assert dealt(state).hands[2] == pack[10:15] + pack[25:30] + pack[36:39]


@pytest.mark.parametrize("dealer", range(4))
def test_the_player_at_the_dealers_right_leads(dealer: int) -> None:
    state = begun(new_match(dealer=dealer)).state
    assert GAME.to_act(state) == ((dealer + 1) % 4,)


@pytest.mark.parametrize("dealer", range(4))
def test_the_four_of_denari_has_the_lead(dealer: int) -> None:
    state = new_match(dealer=dealer, first_lead="four_of_denari")
    begins = begun(state).state
    assert "4D" in codes(begins.hands[begins.turn])
    later = begun(replace(state, deal=1, first_dealer=dealer - 1)).state
    assert later.turn == (dealer + 1) % 4


def test_without_the_four_of_denari_the_player_at_the_dealers_right_has_the_lead() -> None:
    state = new_match(3, dealer=1, first_lead="four_of_denari", removed_card="4D")
    assert GAME.to_act(begun(state).state) == (2,)


def test_nobody_acts_before_the_deal() -> None:
    state = new_match()
    assert GAME.awaits_deal(state) == 0
    assert GAME.to_act(state) == ()
    assert GAME.awaits_deal(begun(state).state) is None


def test_players_see_all_counts_and_only_their_own_hand() -> None:
    step = begun(new_match(dealer=3))
    [event] = step.events
    hands = [codes(hand) for hand in step.state.hands]
    public = {"kind": "dealt", "deal": 0, "dealer": 3, "counts": [10, 10, 10, 10]}
    assert event.shown_to(None) == public
    assert [event.shown_to(seat) for seat in range(4)] == [{**public, "hand": hand} for hand in hands]
    assert event.sealed == {"hands": hands, "stock": []}


def swapped(deal: Deal, card: str, other: str) -> Deal:
    """Return the deal with one card replaced by another."""
    [new] = cards(other)
    return Deal(
        deal.dealer,
        tuple(tuple(new if c.code == card else c for c in hand) for hand in deal.hands),
        deal.stock,
    )


def test_only_the_whole_pack_can_be_dealt() -> None:
    state = new_match(dealer=3)
    right = dealt(state)
    wrong = {
        "a card twice": swapped(right, "3B", "2B"),
        "a hand too many": Deal(3, (*right.hands, ())),
        "a hand too few": Deal(3, right.hands[:3]),
        "a short hand": Deal(3, (right.hands[0][1:], *right.hands[1:])),
        "a stock": Deal(3, right.hands, cards("3B")),
    }
    for name, deal in wrong.items():
        refused = GAME.deal(state, deal)
        assert isinstance(refused, Refused), name
        assert refused.code == "wrong_cards", name


def test_three_cannot_be_dealt_the_removed_card() -> None:
    state = new_match(3, dealer=0)
    refused = GAME.deal(state, swapped(dealt(state), "4C", "4B"))
    assert isinstance(refused, Refused)


def test_only_the_next_dealer_can_deal() -> None:
    state = new_match(dealer=3)
    refused = GAME.deal(state, Deal(2, dealt(state).hands))
    assert isinstance(refused, Refused)
    assert refused.code == "wrong_dealer"


def test_no_new_deal_before_the_last_one_ends() -> None:
    state = new_match(dealer=3)
    refused = GAME.deal(begun(state).state, dealt(state))
    assert isinstance(refused, Refused)
    assert refused.code == "deal_unfinished"
