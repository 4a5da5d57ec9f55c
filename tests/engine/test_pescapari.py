"""Pescapari (`tests/tinydraw`), clause by clause: a game with a stock and a table, without tricks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludocards.engine import shuffle
from ludocards.engine.cards import ITALIAN40, codes
from ludocards.engine.game import Command, Deal, Event, Refused, Step
from tests.engine.matches import seed_of
from tests.tinydraw.rules import GAME, PRESETS, Rules, State

DEALER, FIRST = 0, 1


def dealt(number: int = 1, dealer: int = DEALER, deals: int = 2, *, by_threes: bool = False) -> State:
    """Return a match after its first deal."""
    state = GAME.start(Rules("classico", deals, by_threes), 2, dealer)
    assert isinstance(state, State)
    return next_deal(state, number)


def next_deal(state: State, number: int) -> State:
    pack = shuffle.shuffle(GAME.pack(state), seed_of(number), "test", state.deal)
    step = GAME.deal(state, GAME.hand_out(state, pack))
    assert not isinstance(step, Refused), step
    return step.state


def position(
    hand: str, table: str, stock: str = "4S", other: str = "4C 5C 6C", *, by_threes: bool = False
) -> State:
    """Return a position with this hand of the player on turn and this table; other cards form the stock."""
    of = ITALIAN40.of
    return replace(
        dealt(by_threes=by_threes),
        hands=(of(other.split()), of(hand.split())),
        table=of(table.split()),
        stock=of(stock.split()),
    )


def ways(state: State, card: str) -> list[Command]:
    return [each for each in GAME.legal(state, state.turn) if each.get("card") == card]


def takings(state: State, card: str) -> list[str]:
    return [" ".join(each.get("take") or ()) for each in ways(state, card)]


def played(state: State, card: str, take: str = "") -> tuple[State, list[Event]]:
    """Play the card so that it takes these cards, or those of its first legal command."""
    command = Command.of("play", card=card, take=take.split()) if take else ways(state, card)[0]
    step = GAME.apply(state, state.turn, command)
    assert isinstance(step, Step), step
    return step.state, list(step.events)


def to_the_end(state: State) -> tuple[State, list[Event]]:
    """Play the deal out, everybody with the first card of their hand."""
    events: list[Event] = []
    deal = state.deal
    for _ in range(40):
        state, more = played(state, state.hands[state.turn][0].code)
        events += more
        if state.phase != "play" or state.deal != deal:
            return state, events
    raise AssertionError("the deal has no end")


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def test_two_players_have_forty_cards() -> None:
    starts = [GAME.start(PRESETS["classico"], players, 0) for players in (1, 2, 3)]
    assert [isinstance(state, State) for state in starts] == [False, True, False]
    assert len(GAME.pack(dealt())) == 40
    assert GAME.sides(dealt()) == (0, 1)


def test_three_each_and_four_on_the_table() -> None:
    state = dealt()
    assert [len(hand) for hand in state.hands] == [3, 3]
    assert (len(state.table), len(state.stock)) == (4, 30)
    everything = [card for cards in (*state.hands, state.table, state.stock) for card in cards]
    assert {*everything} == {*ITALIAN40.cards.values()}


@pytest.mark.parametrize("wrong", ["too few", "another dealer", "twice"])
def test_a_deal_that_is_not_the_pack_is_refused(wrong: str) -> None:
    state = GAME.start(PRESETS["classico"], 2, DEALER)
    assert isinstance(state, State)
    deal = GAME.hand_out(state, GAME.pack(state))
    bad = {
        "too few": replace(deal, stock=deal.stock[1:]),
        "another dealer": replace(deal, dealer=1 - DEALER),
        "twice": replace(deal, stock=(deal.stock[0], *deal.stock[:-1])),
    }[wrong]
    answer = GAME.deal(state, bad)
    assert isinstance(answer, Refused)
    assert answer.code == ("wrong_dealer" if wrong == "another dealer" else "wrong_cards")


def test_the_nondealer_begins() -> None:
    assert GAME.to_act(dealt(dealer=0)) == (1,)
    assert GAME.to_act(dealt(dealer=1)) == (0,)


def test_any_card_may_be_played() -> None:
    state = position("3B 4B 5B", "CC RD")
    assert [each.get("card") for each in GAME.legal(state, FIRST)] == ["3B", "4B", "5B"]
    assert GAME.legal(state, DEALER) == ()
    answer = GAME.apply(state, FIRST, Command.of("play", card="7B"))
    assert isinstance(answer, Refused)
    assert answer.code == "not_in_hand"


def test_a_card_takes_one_of_its_rank() -> None:
    state = position("3B 4B 5B", "3C RD 3S AD 2C")
    assert takings(state, "3B") == ["3C", "3S"], "no sum where there is a card of its rank"
    after, events = played(state, "3B", "3S")
    assert codes(after.table) == ["3C", "RD", "AD", "2C"]
    assert after.taken[FIRST] == 2
    assert kinds(events) == ["played", "captured", "drawn"]
    assert events[1].public == {"seat": FIRST, "side": FIRST, "cards": ["3S", "3B"]}


@pytest.mark.parametrize(
    ("card", "table", "taken"),
    [
        ("7D", "4C 3B 7S 2D", ["7S"]),
        ("7D", "4C 3B 5S 2D", ["4C 3B", "5S 2D"]),
        ("RB", "6D 4S 3C AB 5B", ["6D 4S", "6D 3C AB", "4S AB 5B"]),
        ("FB", "7D AC", ["7D AC"]),
        ("CS", "RD FD", [""]),
        ("RS", "2B 2C 2D 4S", ["2B 2C 2D 4S"]),
    ],
)
def test_without_its_rank_a_card_takes_a_sum(card: str, table: str, taken: list[str]) -> None:
    assert takings(position(f"{card} 6S", table), card) == taken


def test_players_choose_the_capture() -> None:
    state = position("7D 6S", "4C 3B 5S 2D")
    assert codes(played(state, "7D", "5S 2D")[0].table) == ["4C", "3B"]
    for wrong in ([], ["4C"], ["4C", "3B", "5S", "2D"], "5S 2D"):
        answer = GAME.apply(state, FIRST, Command.of("play", card="7D", take=wrong))
        assert isinstance(answer, Refused)
        assert answer.code == "wrong_taking"


def test_empty_hands_get_three_more_cards() -> None:
    state = position("RB", "4S", stock="2B 3C 5D 6D 7S FC AB", other="4C", by_threes=True)
    state, events = played(state, "RB")
    assert kinds(events) == ["played"]
    state, events = played(state, "4C")
    assert kinds(events) == ["played", "captured", "dealt"]
    assert [codes(state.hands[seat]) for seat in (FIRST, DEALER)] == [["2B", "5D", "7S"], ["3C", "6D", "FC"]]
    assert codes(state.stock) == ["AB"]
    again = {"kind": "dealt", "deal": 0, "dealer": DEALER, "counts": [3, 3], "more": 3, "stock": 1}
    assert events[-1].shown_to(None) == again
    assert events[-1].shown_to(FIRST) == {**again, "hand": ["2B", "5D", "7S"]}
    assert GAME.to_act(state) == (FIRST,)


def test_a_card_with_nothing_to_take_stays() -> None:
    after, events = played(position("3B 4B 5B", "RD"), "3B")
    assert codes(after.table) == ["RD", "3B"]
    assert after.taken == (0, 0)
    assert kinds(events) == ["played", "drawn"]


def test_a_card_is_drawn_after_each_play() -> None:
    after, _ = played(position("3B 4B 5B", "RD", stock="4S 6S"), "3B")
    assert codes(after.hands[FIRST]) == ["4B", "5B", "4S"]
    assert codes(after.stock) == ["6S"]


def test_a_drawn_card_is_hidden_from_the_others() -> None:
    _, events = played(position("3B 4B 5B", "RD", stock="4S 6S"), "3B")
    drawn = events[-1]
    assert drawn.shown_to(FIRST)["cards"] == ["4S"]
    for viewer in (None, DEALER):
        assert drawn.shown_to(viewer) == {"kind": "drawn", "seat": FIRST, "count": 1, "stock": 1}


def test_play_goes_on_until_the_hands_are_empty() -> None:
    state = position("3B", "RD", stock="", other="4C")
    after, events = played(state, "3B")
    assert kinds(events) == ["played"]
    assert (after.phase, after.hands[FIRST]) == ("play", ())
    assert GAME.to_act(after) == (DEALER,)


def test_the_last_to_capture_gets_the_rest() -> None:
    state = replace(position("3B", "RD 3S", stock="", other="4C"), taken=(10, 0))
    state, _ = played(state, "3B", "3S")
    _, events = played(state, "4C")
    assert [event.public for event in events if event.kind == "captured"] == [
        {"seat": FIRST, "side": FIRST, "cards": ["RD", "4C"]}
    ]
    [scored] = [event.public for event in events if event.kind == "scored"]
    assert scored["scores"] == [10, 4]


def test_every_card_is_a_point() -> None:
    for number in range(20):
        state, events = to_the_end(dealt(number, by_threes=number % 2 == 0))
        [scored] = [event.public for event in events if event.kind == "scored"]
        assert sum(scored["scores"]) == 40
        assert state.phase == "deal"


def test_the_players_deal_in_turn() -> None:
    state, _ = to_the_end(dealt(dealer=1))
    assert (state.deal, state.dealer) == (1, 0)
    assert GAME.to_act(next_deal(state, 2)) == (1,)


def test_most_points_win() -> None:
    state, _ = to_the_end(dealt(3, deals=1))
    totals = GAME.totals(state)
    assert GAME.is_over(state)
    assert GAME.places(state) == tuple(1 + (total < max(totals)) for total in totals)


def test_the_clock_plays_the_first_card() -> None:
    state = position("3B 4B 5B", "RD")
    assert GAME.on_timeout(state) == (FIRST, Command.of("play", card="3B"))


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (DEALER, Command.of("play", card="4C"), "not_your_turn"),
        (FIRST, Command.of("play"), "bad_command"),
        (FIRST, Command.of("play", card="1X"), "bad_command"),
        (FIRST, Command.of("draw"), "bad_command"),
    ],
)
def test_illegal_commands_are_refused(seat: int, command: Command, code: str) -> None:
    answer = GAME.apply(position("3B 4B 5B", "RD"), seat, command)
    assert isinstance(answer, Refused)
    assert answer.code == code


def test_a_deal_is_read_from_its_record() -> None:
    first = GAME.start(PRESETS["classico"], 2, DEALER)
    assert isinstance(first, State)
    deal = GAME.hand_out(first, GAME.pack(first))
    assert isinstance(deal, Deal)
    assert len(deal.stock) == 34
    step: Any = GAME.deal(first, deal)
    assert codes(step.state.table) == codes(deal.stock[:4])
