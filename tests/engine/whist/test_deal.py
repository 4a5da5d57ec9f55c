"""The players, the schedule of deals, the cards, the turned card."""

from __future__ import annotations

import pytest

from ludocards.catalogue.whist.rules.presets import schedule
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine.cards import FRENCH52, codes
from ludocards.engine.game import Deal, Refused, Step
from tests.engine.whist.table import GAME, PLAYERS, cards, dealt, new_match, rules

PACK = tuple(FRENCH52.cards.values())
EVERY_DEAL = [
    pytest.param(players, deal, briscola, id=f"{players}-{deal}-{'con' if briscola else 'senza'}")
    for players in PLAYERS
    for deal in range(9 if players == 6 else 13)
    for briscola in (True, False)
]


def before(players: int, deal: int, briscola: bool = True) -> State:
    state = new_match(players, preset="andata_ritorno", briscola=briscola)
    return State(state.rules, players, state.first_dealer, "deal", deal, state.hands, state.trick)


@pytest.mark.parametrize("players", PLAYERS)
def test_two_to_six_may_play(players: int) -> None:
    assert GAME.awaits_deal(new_match(players)) == 0
    assert players in GAME.players


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 40])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    started = GAME.start(rules(), players, 0)
    assert isinstance(started, Refused)
    assert started.code == "wrong_players"


@pytest.mark.parametrize("dealer", [-1, 4])
def test_the_dealer_must_sit_at_the_table(dealer: int) -> None:
    assert isinstance(GAME.start(rules(), 4, dealer), Refused)


def test_every_player_is_a_side() -> None:
    assert GAME.sides(new_match(5)) == (0, 1, 2, 3, 4)


# ---- the table of the regulation


@pytest.mark.parametrize(
    ("players", "preset", "sizes"),
    [
        *((n, "andata", [4, 5, 6, 7, 8, 9, 10]) for n in (2, 3, 4, 5)),
        *((n, "andata_ritorno", [4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4]) for n in (2, 3, 4, 5)),
        (6, "andata", [4, 5, 6, 7, 8]),
        (6, "andata_ritorno", [4, 5, 6, 7, 8, 7, 6, 5, 4]),
    ],
)
def test_the_schedule_is_that_of_the_regulation(players: int, preset: str, sizes: list[int]) -> None:
    assert list(schedule(rules(preset=preset), players)) == sizes
    assert GAME.view(new_match(players, preset=preset), None)["schedule"] == sizes


@pytest.mark.parametrize(
    ("players", "one_way", "both_ways"), [*((n, 7, 13) for n in (2, 3, 4, 5)), (6, 5, 9)]
)
def test_the_number_of_deals(players: int, one_way: int, both_ways: int) -> None:
    assert len(schedule(rules(preset="andata"), players)) == one_way
    assert len(schedule(rules(preset="andata_ritorno"), players)) == both_ways


def test_example_five_of_the_last_deal_of_five_players() -> None:
    """In the last of seven deals each player has ten cards; one is turned, and one is left over."""
    state = before(5, 6)
    deal = GAME.hand_out(state, PACK)
    used = [*deal.stock, *(card for hand in deal.hands for card in hand)]
    assert [len(hand) for hand in deal.hands] == [10] * 5
    assert len(deal.stock) == 1
    assert len(PACK) - len({*used}) == 1


# ---- the cards


def test_the_pack_is_the_whole_deck() -> None:
    assert GAME.pack(new_match()) == PACK
    assert len(PACK) == 52


@pytest.mark.parametrize(("players", "deal", "briscola"), EVERY_DEAL)
def test_every_deal_of_every_schedule_can_be_dealt(players: int, deal: int, briscola: bool) -> None:
    state = before(players, deal, briscola)
    given = GAME.hand_out(state, PACK)
    assert [len(hand) for hand in given.hands] == [state.size] * players
    assert len(given.stock) == briscola
    assert isinstance(GAME.deal(state, given), Step)


def test_the_cards_go_round_one_at_a_time() -> None:
    deal = GAME.hand_out(new_match(4, dealer=1), PACK)
    assert deal.hands == (PACK[2:16:4], PACK[3:16:4], PACK[0:16:4], PACK[1:16:4])


def test_the_next_card_is_turned_for_trumps() -> None:
    assert GAME.hand_out(new_match(4), PACK).stock == (PACK[16],)


def test_without_trumps_no_card_is_turned() -> None:
    state = new_match(4, briscola=False)
    assert GAME.hand_out(state, PACK).stock == ()
    assert GAME.view(dealt(state), 0)["trump"] is None


def test_the_turned_card_names_the_trumps_of_its_deal() -> None:
    state = new_match(4)
    assert GAME.view(state, None)["trump"] is None
    deal = GAME.hand_out(state, PACK)
    step = GAME.deal(state, Deal(deal.dealer, deal.hands, cards("7D")))
    assert isinstance(step, Step)
    assert step.state.trump == "D"
    for viewer in (None, 0, 3):
        assert GAME.view(step.state, viewer)["trump"] == {"suit": "D", "card": "7D"}


@pytest.mark.parametrize("dealer", range(4))
def test_the_player_at_the_dealers_right_bids_first(dealer: int) -> None:
    state = dealt(new_match(4, dealer=dealer))
    assert state.phase == "bid"
    assert GAME.to_act(state) == ((dealer + 1) % 4,)


def test_the_dealer_rotates() -> None:
    dealers = [before(5, deal).dealer for deal in range(7)]
    assert dealers == [4, 0, 1, 2, 3, 4, 0]


def test_nobody_acts_before_the_deal() -> None:
    state = new_match()
    assert GAME.to_act(state) == ()
    assert GAME.awaits_deal(dealt(state)) is None
    view = GAME.view(state, 0)
    assert (view["phase"], view["cards"], view["hand"]) == ("deal", 4, [])
    assert (view["bids"], view["forbidden"]) == ([None] * 4, None)


def test_players_see_all_counts_the_turned_card_and_only_their_own_hand() -> None:
    state = new_match(3, dealer=2)
    step = GAME.deal(state, GAME.hand_out(state, PACK))
    assert isinstance(step, Step)
    [event] = step.events
    hands = [codes(hand) for hand in step.state.hands]
    public = {"kind": "dealt", "deal": 0, "dealer": 2, "counts": [4, 4, 4], "turned": "AS"}
    assert event.shown_to(None) == public
    assert [event.shown_to(seat) for seat in range(3)] == [{**public, "hand": hand} for hand in hands]
    assert event.sealed == {"hands": hands, "stock": ["AS"]}


def test_without_trumps_the_event_says_so() -> None:
    state = new_match(3, briscola=False)
    step = GAME.deal(state, GAME.hand_out(state, PACK))
    assert isinstance(step, Step)
    assert step.events[0].public["turned"] is None


def test_only_a_regular_deal_can_be_dealt() -> None:
    state, without = new_match(4), new_match(4, briscola=False)
    right = GAME.hand_out(state, PACK)
    first, *others = right.hands
    wrong = {
        "no turned card": (state, Deal(3, right.hands)),
        "two turned cards": (state, Deal(3, right.hands, cards("2D 3D"))),
        "a turned card without trumps": (without, right),
        "a turned card that is in a hand": (state, Deal(3, right.hands, (first[0],))),
        "a card in two hands": (state, Deal(3, (first, first, *others[1:]), right.stock)),
        "a short hand": (state, Deal(3, (first[1:], *others), right.stock)),
        "hands of the next deal": (state, GAME.hand_out(before(4, 1), PACK)),
        "a hand too few": (state, Deal(3, tuple(others), right.stock)),
    }
    for name, (match, deal) in wrong.items():
        answer = GAME.deal(match, Deal(3, deal.hands, deal.stock))
        assert isinstance(answer, Refused), name
        assert answer.code == "wrong_cards", name


def test_only_the_next_dealer_can_deal() -> None:
    state = new_match(dealer=3)
    answer = GAME.deal(state, Deal(2, *(GAME.hand_out(state, PACK).hands,)))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.details) == ("wrong_dealer", {"dealer": 3})


def test_no_new_deal_before_the_last_one_ends() -> None:
    state = new_match()
    answer = GAME.deal(dealt(state), GAME.hand_out(state, PACK))
    assert isinstance(answer, Refused)
    assert answer.code == "deal_unfinished"
