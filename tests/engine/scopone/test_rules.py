"""The clauses of Scopone and Scopa (`rules/presets.py`), each with a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ludocards.catalogue.scopone.rules import GAME, captures, scoring
from ludocards.catalogue.scopone.rules.presets import PRESETS
from ludocards.catalogue.scopone.rules.state import Scored, SheetLine, State, Turn
from ludocards.engine.cards import ITALIAN40, codes
from ludocards.engine.game import Command, Deal, Json, Refused, Step
from tests.engine.matches import play as match
from tests.engine.scopone.table import (
    NINE,
    SCOPA,
    begun,
    cards,
    done,
    new_match,
    play,
    played,
    position,
    refusal,
    rules,
    stock_of,
    ways,
)

PACK = tuple(ITALIAN40.cards.values())

# ---- the deal


def test_pairs_or_everybody_alone() -> None:
    assert new_match().sides == (0, 1, 0, 1)
    assert [new_match(players, 0, **SCOPA).sides for players in (2, 3, 4)] == [
        (0, 1),
        (0, 1, 2),
        (0, 1, 0, 1),
    ]
    for preset in ("scientifico", "nove_carte"):
        for players in (2, 3, 5):
            wrong = GAME.start(PRESETS[preset], players, 0)
            assert isinstance(wrong, Refused)
            assert wrong.code == "wrong_players"


@pytest.mark.parametrize(
    ("packet", "hand"), [(1, PACK[::4]), (3, (*PACK[:3], *PACK[12:15], *PACK[24:27], PACK[36]))]
)
def test_ten_cards_each_and_an_empty_table(packet: int, hand: tuple[Any, ...]) -> None:
    state = new_match(dealer=3, deal_packet=packet)
    deal = GAME.hand_out(state, PACK)
    assert deal.hands[0] == hand
    assert [len(each) for each in deal.hands] == [10] * 4
    step = GAME.deal(state, deal)
    assert isinstance(step, Step)
    assert (step.state.table, step.state.stock) == ((), ())


def test_nine_cards_and_four_on_the_table() -> None:
    state = new_match(**NINE)
    deal = GAME.hand_out(state, PACK)
    assert [len(each) for each in deal.hands] == [9] * 4
    assert deal.stock == PACK[36:]
    step = GAME.deal(state, deal)
    assert isinstance(step, Step)
    assert (step.state.table, step.state.stock) == (PACK[36:], ())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_cards_each_and_a_stock(players: int) -> None:
    state = new_match(players, 0, **SCOPA)
    deal = GAME.hand_out(state, PACK)
    assert [len(each) for each in deal.hands] == [3] * players
    step = GAME.deal(state, deal)
    assert isinstance(step, Step)
    given = 3 * players
    assert (step.state.table, step.state.stock) == (PACK[given : given + 4], PACK[given + 4 :])
    assert GAME.view(step.state, 0)["stock"] == 36 - given


@pytest.mark.parametrize("players", [2, 3, 4])
def test_empty_hands_get_three_more(players: int) -> None:
    whole = match("scopone", players, 1, **SCOPA)
    rounds = {2: 6, 3: 4, 4: 3}[players]
    dealt = [event for event in whole.events if event.kind in ("dealt", "scored")]
    first = dealt[: [event.kind for event in dealt].index("scored")]
    assert len(first) == rounds
    assert [event.public.get("more") for event in first] == [None, *[3] * (rounds - 1)]


@pytest.mark.parametrize(("packet", "hands"), [(1, ("AB 3B 5B", "2B 4B 6B")), (3, ("AB 2B 3B", "4B 5B 6B"))])
def test_the_stock_is_dealt_from_the_dealers_right(packet: int, hands: tuple[str, str]) -> None:
    stock = "AB 2B 3B 4B 5B 6B 7B"
    state = position(["RB", "CC"], table="2C", stock=stock, dealer=1, deal_packet=packet, **SCOPA)
    state, events = done(state, play("RB"), play("CC"))
    assert state.hands == tuple(map(cards, hands))
    assert state.stock == cards("7B")
    public = {"kind": "dealt", "deal": 0, "dealer": 1, "counts": [3, 3], "more": 3, "stock": 1}
    assert events[-1].shown_to(None) == public
    assert events[-1].shown_to(1) == {**public, "hand": hands[1].split()}
    assert state.turn == 0


@pytest.mark.parametrize(
    "deal",
    [
        Deal(3, (PACK[:10], PACK[10:20], PACK[20:30], PACK[30:39])),
        Deal(3, (PACK[:10], PACK[10:20], PACK[20:30], PACK[29:39])),
        Deal(3, (PACK[:9], PACK[9:18], PACK[18:27], PACK[27:36]), PACK[36:]),
        Deal(3, (PACK[:10], PACK[10:20], PACK[20:30], PACK[30:]), PACK[:1]),
    ],
    ids=["a card is missing", "a card twice", "nine each", "a card too many"],
)
def test_wrong_cards_are_refused(deal: Deal) -> None:
    refused = GAME.deal(new_match(), deal)
    assert isinstance(refused, Refused)
    assert refused.code == "wrong_cards"


HANDS = ["2B 3B 4B 5B 6B 7B FB CB AB", "2C 3C 4C 5C 6C 7C FC CC AC", "2D 3D 4D 5D 6D 7D FD CD AD"]
LAST = "3S 4S 5S 6S 7S FS CS AS RS"


def kings(table: str = "RB RC RD 2S", **options: Json) -> Step[State]:
    state = new_match(dealer=1, **{**NINE, **options})
    last = LAST if "2S" in table else LAST.replace("RS", "2S")
    step = GAME.deal(state, Deal(1, (*map(cards, HANDS), cards(last)), cards(table)))
    assert isinstance(step, Step), step
    return step


@pytest.mark.parametrize("table", ["RB RC RD 2S", "RB RC RD RS"])
def test_three_kings_make_a_void_deal(table: str) -> None:
    step = kings(table)
    assert [event.kind for event in step.events] == ["dealt", "scored"]
    scored = step.events[-1].public
    assert (scored["scored"], scored["scores"], scored["totals"]) == (None, [0, 0], [0, 0])
    assert (step.state.phase, step.state.deal, step.state.hands) == ("deal", 1, ((),) * 4)
    assert kings(table, redeal_kings=False).state.phase == "play"


def test_the_same_dealer_deals_again() -> None:
    step = kings()
    assert (step.state.dealer, step.state.turn) == (1, 2)
    again = GAME.resume(step.state.rules, 4, 1, [line.as_json() for line in step.state.sheet])
    assert again == step.state
    assert replace(step.state, sheet=(*step.state.sheet, line((1, 0))), deal=2).dealer == 2


def test_a_void_deal_does_not_count_among_so_many() -> None:
    state = kings(match_end={"deals": 1}).state
    assert not scoring.is_decided(state)
    assert GAME.length(state.rules, 4) is None
    assert GAME.length(rules(**{**NINE, **GAME.lasting(8)}), 4) == 8
    assert GAME.length(rules(match_end={"deals": 4}), 4) == 4


def test_the_dealers_right_begins() -> None:
    assert begun(["AB FB 4S CB 2D RB RS CS 4B 6C", *TENS], dealer=3).turn == 0
    assert position(["AB 2B", "AC 2C", "AD 2D", "AS 2S"], dealer=1).turn == 2


TENS = [
    "FC 2C AS 6D CC 3S 3C 5C 6S RC",
    "7B 2S 5B FD AD 3B 6B 4C FS 7S",
    "CD 2B 5S 7D 4D RD 3D 7C 5D AC",
]


def test_the_deal_goes_round() -> None:
    whole = match("scopone", 4, 1, match_end={"deals": 4})
    dealers = [deal.dealer for deal, _ in whole.deals]
    assert dealers == [(dealers[0] + number) % 4 for number in range(4)]


# ---- captures

CAPTURES: list[tuple[str, str, list[str]]] = [
    ("7D", "4C 3B 7S 2D", ["7S"]),
    ("7D", "4C 3B 5S 2D", ["4C 3B", "5S 2D"]),
    ("RB", "6D 4S 3C AB 5B", ["6D 4S", "6D 3C AB", "4S AB 5B"]),
    ("FB", "7D AC", ["7D AC"]),
    ("CS", "RD FD", [""]),
    ("AC", "AD AS 5B", ["AD", "AS"]),
    ("6C", "AB 2C 3D 3S AD", ["3D 3S", "AB 2C 3D", "AB 2C 3S", "2C 3D AD", "2C 3S AD"]),
    ("RS", "2B 2C 2D 4S", ["2B 2C 2D 4S"]),
    ("RD", "7C 3B 5S 5D AB 2D", ["7C 3B", "5S 5D", "7C AB 2D", "3B 5S 2D", "3B 5D 2D"]),
]
"""The worked examples 1 to 9 of the dossier, in the order in which the captures are listed."""


@pytest.mark.parametrize(("card", "table", "expected"), CAPTURES)
def test_captures(card: str, table: str, expected: list[str]) -> None:
    state = position([f"{card} 6S", "6B 6D"], table=table, **SCOPA)
    found = ways(state, card)
    assert [{*each} for each in found] == [{*each.split()} for each in expected]
    assert all(each == codes(captures.in_order(ITALIAN40.of(each))) for each in found)


def test_an_equal_card_goes_before_a_sum() -> None:
    state = position(["7D 6S", "6B 6D"], table="4C 3B 7S", **SCOPA)
    assert ways(state, "7D") == [["7S"]]
    assert refusal(state, play("7D", "4C 3B")) == "wrong_capture"
    assert codes(played(state, "7D 7S").table) == ["4C", "3B"]


def test_any_card_may_be_played() -> None:
    state = position(["7D RD 2B", "6B 6D 6S"], table="4C 3B 5S 2D", **SCOPA)
    assert {each.get("card") for each in GAME.legal(state, 0)} == {"7D", "RD", "2B"}
    assert GAME.legal(state, 1) == ()


def test_the_player_chooses_what_is_taken() -> None:
    state = position(["7D 6S", "6B 6D"], table="4C 3B 5S 2D", **SCOPA)
    assert codes(played(state, "7D 5S 2D").table) == ["4C", "3B"]
    assert codes(played(state, "7D 3B 4C").table) == ["5S", "2D"]
    for wrong in ("4C", "4C 3B 5S 2D", "5S 3B", "RD"):
        assert refusal(state, play("7D", wrong)) == "wrong_capture"


def test_the_cards_taken_may_be_named_in_any_order() -> None:
    state = position(["7D 6S", "6B 6D"], table="4C 3B 5S", **SCOPA)
    one, other = (
        GAME.apply(state, 0, Command.of("play", card="7D", take=take))
        for take in (["4C", "3B"], ["3B", "4C"])
    )
    assert one == other
    assert isinstance(one, Step)
    assert one.events[-1].public["cards"] == ["3B", "4C", "7D"]


def test_capture_is_compulsory() -> None:
    state = position(["7D RS", "6B 6D"], table="4C 3B", **SCOPA)
    assert refusal(state, play("7D")) == "must_capture"
    assert refusal(state, Command.of("play", card="7D", take=[])) == "must_capture"
    assert refusal(state, play("RS", "4C 3B")) == "wrong_capture"
    assert ways(state, "RS") == [[]]


def test_a_card_that_takes_nothing_stays() -> None:
    state = position(["7D RS", "6B 6D"], table="4C 3B", **SCOPA)
    after, events = done(state, Command.of("play", card="RS", take=[]))
    assert codes(after.table) == ["4C", "3B", "RS"]
    assert [event.public for event in events] == [{"seat": 0, "card": "RS"}]
    assert (GAME.view(after, None)["taken"], after.last) == ([0, 0], None)


# ---- scope and the rest


def test_an_emptied_table_is_a_scopa() -> None:
    state = position(["FB 2S", "6B 6D"], table="7D AC", **SCOPA)
    after, [_, event] = done(state, play("FB", "7D AC"))
    assert event.shown_to(None) == {
        "kind": "captured",
        "seat": 0,
        "side": 0,
        "cards": ["AC", "7D", "FB"],
        "scopa": True,
        "rest": False,
    }
    view = GAME.view(after, None)
    assert (view["scope"], view["taken"], view["table"], view["last"]) == ([1, 0], [3, 0], [], 0)
    assert view["turns"] == [{"seat": 0, "card": "FB", "take": ["AC", "7D"], "scopa": True}]
    assert GAME.tally(event) == ((0, "scope"),)


@pytest.mark.parametrize("counts", [False, True])
def test_the_last_card_makes_no_scopa(counts: bool) -> None:
    state = position(["2S", "7B"], table="5D", turns=[(0, "AS AD")], last_scopa=counts, **SCOPA)
    after, events = done(state, play("2S"), play("7B", "5D 2S"))
    [captured] = [event for event in events if event.kind == "captured"]
    assert captured.public["scopa"] is counts
    assert after.sheet[0].scored is not None
    assert after.sheet[0].scored.scope == (0, int(counts))
    more = position(["2S", "7B"], table="5D", stock="AS AB AC AD 3S 3C", **SCOPA)
    _, events = done(more, play("2S"), play("7B", "5D 2S"))
    assert [event.public["scopa"] for event in events if event.kind == "captured"] == [True]


def test_the_rest_goes_to_the_last_to_capture() -> None:
    state = position(["2S", "RB"], table="5D", turns=[(0, "AS AD")], **SCOPA)
    after, events = done(state, play("2S"), play("RB"))
    [rest] = [event.public for event in events if event.kind == "captured"]
    assert rest == {"seat": 0, "side": 0, "cards": ["RB", "5D", "2S"], "scopa": False, "rest": True}
    assert after.sheet[0].points == (5, 0)
    assert [event.kind for event in events] == ["played", "played", "captured", "scored"]


# ---- the points


def piles(*texts: str, **options: Json) -> State:
    """Return a finished deal in which each side has taken these cards in one turn."""
    hands = [""] * (4 if len(texts) == 2 else len(texts))
    state = position(hands, **(options if len(texts) == 2 else {**SCOPA, **options}))
    turns = tuple(Turn(side, None, cards(text)) for side, text in enumerate(texts))
    return replace(state, turns=turns)


def scored(*texts: str, **options: Json) -> Scored:
    found = scoring.sheet_line(piles(*texts, **options)).scored
    assert found is not None
    return found


def line(scores: Sequence[int], napola: tuple[int, ...] | None = None) -> SheetLine:
    nothing = (0,) * len(scores)
    won = Scored(None, None, None, None, nothing, napola)
    return SheetLine(nothing, nothing, (None,) * len(scores), won, tuple(scores))


def test_most_cards_score_a_point() -> None:
    assert scored("AB 2B 3B", "AC 2C").carte == 0
    assert scored("AB", "AC 2C", "AS").carte == 1


def test_most_denari_score_a_point() -> None:
    assert scored("AB 2B 3B AD", "2D 3D").denari == 1


def test_the_settebello_scores_a_point() -> None:
    assert scored("AB 2B 3B AD", "7D").settebello == 1


@pytest.mark.parametrize(
    ("pile", "figures", "expected"),
    [
        ("7B 7C 7D 7S", "ten", 84),
        ("7B 7C 7D 6S", "ten", 81),
        ("7B 7C 6D 6S", "ten", 78),
        ("7B 7C 6D AS 2S RS", "ten", 76),
        ("RB CC FD RS", "ten", 40),
        ("RB CC FD RS", "r10_c9_f8", 37),
        ("5B 4C 3D 2S", "ten", 54),
    ],
)
def test_primiera(pile: str, figures: str, expected: int) -> None:
    assert scoring.primiera(cards(pile), figures) == expected


def test_no_primiera_without_a_suit() -> None:
    """Worked example 11 of the dossier."""
    assert scoring.primiera(cards("7B 7C 7D 6D 6B")) is None
    assert scored("7B 7C 7D 6D 6B", "RB CC FD RS").primiera == 1
    assert scored("7B 7C 7D 6D 6B", "RB CC FD").primiera is None


@pytest.mark.parametrize(
    ("numbers", "side"),
    [
        ((20, 20), None),
        ((5, 5), None),
        ((21, 19), 0),
        ((14, 13, 13), 0),
        ((14, 14, 12), None),
        ((None, 40), 1),
        ((None, None), None),
    ],
)
def test_a_tie_scores_nothing(numbers: tuple[int | None, ...], side: int | None) -> None:
    assert scoring.most(numbers) == side


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("AD 2D", 0),
        ("AD 2D 3D", 3),
        ("AD 2D 3D 5D 6D", 3),
        ("2D 3D 4D 5D", 0),
        ("AD 2D 3D 4D 5D 6D 7D FD", 8),
        ("AD 2D 3D 4D 5D 6D 7D FD CD RD", 10),
    ],
)
def test_the_napola(pile: str, points: int) -> None:
    assert scoring.napola(cards(pile)) == points
    assert scored(pile, "AB", napola="full").napola == (points, 0)
    assert scored(pile, "AB").napola is None


DENARI = "AD 2D 3D 4D 5D 6D 7D FD CD RD"


@pytest.mark.parametrize(
    ("option", "end", "places"),
    [
        ("full_wins", {"points": 31}, (1, 2)),
        ("full", {"points": 31}, None),
        ("full_wins", {"deals": 4}, None),
    ],
)
def test_ten_denari_may_win_the_match(
    option: str, end: dict[str, int], places: tuple[int, ...] | None
) -> None:
    state = position(
        ["RD", "RB"],
        table="RC",
        turns=[(0, "FD AD 2D 4D"), (0, "CD 3D 6D"), (0, "FB 5D 7D")],
        **{**SCOPA, "napola": option, "match_end": end},
    )
    state = replace(state, sheet=(line((0, 20)),), deal=1, first_dealer=0)
    after, events = done(state, play("RD", "RC"), play("RB"))
    assert GAME.places(after) == places
    if places:
        assert events[-1].public["places"] == list(places)
        assert GAME.totals(after)[0] < GAME.totals(after)[1]


def test_the_rebello() -> None:
    assert scored("RD", "AB AC", rebello=True).rebello == 0
    assert scored("RD", "AB AC", rebello=True).as_json()["rebello"] == 0
    assert "rebello" not in scored("RD", "AB AC").as_json()


def test_every_point_counts() -> None:
    state = piles(f"{DENARI} 7B 7C 7S", "AB", napola="full", rebello=True)
    state = replace(state, turns=(*state.turns, Turn(1, cards("2B")[0], cards("2S"), scopa=True)))
    assert scoring.sheet_line(state).scores == (15, 1)
    assert GAME.deal_bounds(state.rules, 4) == (0, 35)


# ---- the end of a match


@pytest.mark.parametrize(
    ("end", "scores", "is_over"),
    [
        ({"points": 21}, [(20, 10)], False),
        ({"points": 21}, [(20, 10), (1, 4)], True),
        ({"points": 21}, [(21, 21)], False),
        ({"points": 21}, [(21, 21), (0, 1)], True),
        ({"points": 11}, [(11, 12)], True),
        ({"deals": 2}, [(1, 0)], False),
        ({"deals": 2}, [(1, 0), (0, 1)], True),
    ],
)
def test_the_end_of_a_match(end: dict[str, int], scores: list[tuple[int, int]], is_over: bool) -> None:
    state = replace(new_match(match_end=end), sheet=tuple(map(line, scores)))
    assert scoring.is_decided(state) is is_over


def test_points_may_be_counted_in_order() -> None:
    """Both sides are close to 21: who has more cards gets there first, although the other has more points."""
    texts = "AB 2B 3B 4B 5B 6B", "7D 6C 5S 4C"
    state = replace(piles(*texts), sheet=(line((20, 20)),), deal=1)
    assert scoring.sheet_line(state).scores == (1, 2)
    ordered = replace(state, rules=rules(finish="in_order"))
    found = scoring.sheet_line(ordered)
    assert found.scores == (1, 0)
    assert found.scored is not None
    assert (found.scored.carte, found.scored.settebello) == (0, None)
    assert scoring.sheet_line(replace(ordered, sheet=(line((10, 10)),))).scores == (1, 2)


def test_scope_are_counted_as_they_were_made() -> None:
    state = replace(position(["", "", "", ""], finish="in_order"), sheet=(line((19, 20)),), deal=1)
    swept = [Turn(seat, cards(card)[0], cards(took), scopa=True) for seat, card, took in (
        (0, "AB", "AC"), (1, "2B", "2C"), (0, "3B", "3C"),
    )]  # fmt: skip
    rest = Turn(1, None, cards("4B 5B"))
    assert scoring.sheet_line(replace(state, turns=(*swept, rest))).scores == (1, 1)


# ---- commands, views, clock


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (1, Command.of("play", card="6B"), "not_your_turn"),
        (0, Command.of("play", card="6B"), "not_in_hand"),
        (0, Command.of("play"), "bad_command"),
        (0, Command.of("play", card="1X"), "bad_command"),
        (0, Command.of("play", card="7D", take="4C"), "bad_command"),
        (0, Command.of("play", card="7D", take=["4C", 3]), "bad_command"),
        (0, Command.of("play", card="7D", take=["4C", "4C"]), "wrong_capture"),
        (0, Command.of("play", card="7D", signal="busso"), "bad_command"),
        (0, Command.of("accuse"), "bad_command"),
    ],
)
def test_wrong_commands_are_refused(seat: int, command: Command, code: str) -> None:
    state = position(["7D 6S", "6B 6D"], table="4C 3B", **SCOPA)
    refused = GAME.apply(state, seat, command)
    assert isinstance(refused, Refused)
    assert refused.code == code


def test_hands_and_stock_are_hidden() -> None:
    state = begun(["CD 6C 4S", "4B 3D CB"], stock_of(["CD 6C 4S", "4B 3D CB"], "FC AB 4D 5D"), **SCOPA)
    view = GAME.view(state, None)
    assert (view["table"], view["stock"], view["counts"]) == (["FC", "AB", "4D", "5D"], 30, [3, 3])
    assert "hand" not in view
    assert GAME.view(state, 1)["hand"] == ["4B", "3D", "CB"]


def test_a_table_may_show_all_captures_again() -> None:
    assert GAME.view(new_match(), None)["review"] == "last_capture"
    assert GAME.view(new_match(review="all"), None)["review"] == "all"


def test_a_late_player_captures_or_lays_the_cheapest_card() -> None:
    state = position(["7D 6S RB", "6B 6D"], table="4C 3B", **SCOPA)
    assert GAME.on_timeout(state) == (0, play("7D", "4C 3B"))
    assert GAME.on_timeout(replace(state, table=())) == (0, play("RB"))
