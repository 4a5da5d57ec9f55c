"""The clauses of Tressette a perdere (`rules/presets.py`), each with a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludocards.catalogue.thirds.rules import worth
from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.traversone.rules import GAME, scoring
from ludocards.catalogue.traversone.rules.presets import PRESETS
from ludocards.catalogue.traversone.rules.state import SheetLine
from ludocards.catalogue.traversone.values import ALL_THIRDS
from ludocards.engine.cards import ITALIAN40, codes
from ludocards.engine.game import Command, Deal, Json, Refused, Step
from tests.engine.matches import play as match
from tests.engine.traversone.table import (
    begun,
    cards,
    done,
    lay_by,
    legal_cards,
    new_match,
    play,
    played,
    position,
    refusal,
    rules,
)

PACK = tuple(ITALIAN40.cards.values())
MONTE: dict[str, Json] = {"three_deck": "monte"}
CIAPANO: dict[str, Json] = {"preset": "ciapano"}

# ---- the deal


def test_everybody_plays_alone() -> None:
    for players in GAME.players:
        assert new_match(players).sides == tuple(range(players))
    assert isinstance(GAME.start(rules(), 2, 0), Refused)


@pytest.mark.parametrize(
    ("players", "removed"),
    [(3, "4B"), (4, ""), (5, ""), (6, "4B 4C 4D 4S")],
)
def test_the_pack_is_divided_evenly(players: int, removed: str) -> None:
    state = new_match(players)
    assert {*state.removed} == {*cards(removed)}
    deal = GAME.hand_out(state, GAME.pack(state))
    assert {len(hand) for hand in deal.hands} == {{3: 13, 4: 10, 5: 8, 6: 6}[players]}
    assert deal.stock == ()
    assert sum(map(worth, GAME.pack(state))) == ALL_THIRDS


def test_another_four_may_be_left_out() -> None:
    assert new_match(3, removed_card="4D").removed == cards("4D")


@pytest.mark.parametrize(("players", "left"), [(3, 1), (4, 0), (6, 4)])
def test_cards_may_be_left_over(players: int, left: int) -> None:
    state = new_match(players, **MONTE)
    deal = GAME.hand_out(state, GAME.pack(state))
    assert deal.stock == PACK[40 - left :]
    step = GAME.deal(state, deal)
    assert isinstance(step, Step)
    assert GAME.view(step.state, 0)["left"] == left


def test_the_cards_are_dealt_one_at_a_time() -> None:
    state = new_match(4, dealer=3)
    assert GAME.hand_out(state, PACK).hands[0] == PACK[::4]


@pytest.mark.parametrize(
    "deal",
    [
        Deal(0, (PACK[:10], PACK[10:20], PACK[20:30], PACK[30:39])),
        Deal(0, (PACK[:10], PACK[10:20], PACK[20:30], PACK[29:39])),
        Deal(0, (PACK[:10], PACK[10:20], PACK[20:30])),
        Deal(0, (PACK[:10], PACK[10:20], PACK[20:30], PACK[30:]), PACK[:1]),
    ],
    ids=["a card is missing", "a card twice", "three hands", "a card left over"],
)
def test_wrong_cards_are_refused(deal: Deal) -> None:
    refused = GAME.deal(new_match(4), deal)
    assert isinstance(refused, Refused)
    assert refused.code == "wrong_cards"


def test_the_dealers_right_leads() -> None:
    state = new_match(4, dealer=2)
    step = GAME.deal(state, GAME.hand_out(state, PACK))
    assert isinstance(step, Step)
    assert step.state.turn == 3


def test_the_deal_goes_round() -> None:
    played = match("traversone", 3, 1, match_end={"deals": 4})
    dealers = [deal.dealer for deal, _ in played.deals]
    assert dealers == [(dealers[0] + number) % 3 for number in range(4)]


# ---- the card laid by

THIRTEEN = " ".join(codes(PACK[1:14])), " ".join(codes(PACK[14:27])), " ".join(codes(PACK[27:]))


def test_the_dealer_lays_a_card_by() -> None:
    state = begun([THIRTEEN[0], THIRTEEN[1], f"{THIRTEEN[2]} 3B"], **CIAPANO)
    assert (state.phase, GAME.to_act(state)) == ("discard", (2,))
    assert len(GAME.legal(state, 2)) == 14
    assert refusal(state, play("3B")) == "discard_first"
    assert refusal(state, lay_by("2B")) == "not_in_hand"
    assert refusal(state, Command.of("discard", cards=("3B", "4S"))) == "bad_command"
    after, _ = done(state, lay_by("3B"))
    assert (after.phase, after.turn, after.stock) == ("play", 0, cards("3B"))
    assert refusal(after, lay_by(THIRTEEN[0].split()[0])) == "no_discard"
    assert begun([*THIRTEEN], **MONTE, stock="3B").phase == "play"
    assert new_match(4, **CIAPANO).dealer_discards is False


def test_the_card_laid_by_is_hidden() -> None:
    state, [event] = done(begun([THIRTEEN[0], THIRTEEN[1], f"{THIRTEEN[2]} 3B"], **CIAPANO), lay_by("3B"))
    assert event.shown_to(0) == {"kind": "discarded", "seat": 2, "count": 1}
    assert event.shown_to(2)["cards"] == ["3B"]
    assert "laid" not in GAME.view(state, 0)
    assert GAME.view(state, 2)["laid"] == ["3B"]


# ---- tricks


def test_suit_must_be_followed() -> None:
    state = position(["RD", "AD 4D 2B", "4S 5S", "4B 5B"], on_table="RD")
    assert legal_cards(state) == {"AD", "4D"}
    assert refusal(state, play("2B")) == "must_follow_suit"


def test_a_void_hand_plays_any_card() -> None:
    state = position(["RD", "AC 4S 2B", "4D 5S", "4B 5B"], on_table="RD")
    assert legal_cards(state) == {"AC", "4S", "2B"}
    assert GAME.duty(state, 1) is None


@pytest.mark.parametrize(
    ("trick", "winner"), [("7D AD 2S 4D", 1), ("4D AS 3S 2S", 0), ("AC RC 2C 3C", 3), ("7B 6B 5B 4B", 0)]
)
def test_who_takes_the_trick(trick: str, winner: int) -> None:
    assert all("".join(row) == "32ARCF7654" for row in RANKING.ranks.values())
    state = played(position(trick.split(), match_end={"deals": 1}), *trick.split())
    assert state.tricks[-1].winner == winner


def test_who_takes_leads() -> None:
    assert played(position(["7D 4S", "AD 5S", "4D 6S"]), "7D", "AD", "4D").turn == 1


# ---- the points


def test_the_worth_of_the_cards() -> None:
    assert [worth(card) for card in cards("A" + "B 3B 2B RB CB FB 7B 6B 5B 4B")] == [
        3,
        1,
        1,
        1,
        1,
        1,
        0,
        0,
        0,
        0,
    ]
    assert sum(map(worth, PACK)) == ALL_THIRDS


WORKED: list[tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]] = [
    ((10, 9, 9, 4), 0, (4, 3, 3, 1), (4, 3, 3, 1)),
    ((7, 10, 12, 3), 3, (2, 3, 4, 2), (2, 3, 4, 2)),
    ((8, 8, 8, 8), 2, (2, 2, 5, 2), (2, 2, 3, 2)),
    ((1, 1, 1, 29), 0, (2, 0, 0, 9), (1, 0, 0, 9)),
    ((2, 2, 2, 26), 3, (11, 11, 11, 0), (0, 0, 0, 9)),
    ((32, 0, 0, 0), 0, (0, 11, 11, 11), (0, 11, 11, 11)),
    ((0, 0, 0, 32), 1, (0, 1, 0, 10), (0, 1, 0, 10)),
    ((29, 1, 1, 1), 0, (0, 11, 11, 11), (10, 0, 0, 0)),
]
"""The worked examples 1 to 8 of the dossier: thirds in cards, the last trick, the points by both ways to
count fractions."""


@pytest.mark.parametrize(("thirds", "last", "to_last", "dropped"), WORKED)
def test_points_are_rounded_down(
    thirds: tuple[int, ...], last: int, to_last: tuple[int, ...], dropped: tuple[int, ...]
) -> None:
    assert scoring.scores(rules(), thirds, last) == to_last
    assert scoring.scores(rules(fractions="dropped"), thirds, last) == dropped


def test_the_last_trick_is_a_point() -> None:
    assert scoring.scores(rules(fractions="dropped"), (9, 9, 9, 5), 3) == (3, 3, 3, 2)


def test_fractions_go_to_the_last_trick() -> None:
    assert scoring.scores(rules(), (8, 8, 8, 8), 2)[2] == 2 + 1 + 2


def test_fractions_may_be_dropped() -> None:
    assert sum(scoring.scores(rules(fractions="dropped"), (8, 8, 8, 8), 2)) == 9


def test_the_cappotto() -> None:
    assert scoring.cappotto(rules(), (29, 1, 1, 1), 0) == 0
    assert scoring.cappotto(rules(), (0, 0, 0, 32), 1) is None, "the last trick is missing"
    assert scoring.cappotto(rules(cappotto="none"), (32, 0, 0, 0), 0) is None
    assert scoring.scores(rules(cappotto="none"), (32, 0, 0, 0), 0) == (11, 0, 0, 0)


def test_the_strict_cappotto() -> None:
    assert scoring.scores(rules(cappotto="strict"), (29, 1, 1, 1), 0) == (11, 0, 0, 0)
    assert scoring.scores(rules(cappotto="strict"), (32, 0, 0, 0), 0) == (0, 11, 11, 11)


def test_the_ace_of_bastoni_may_cost_more() -> None:
    costs = rules(asso_di_bastoni="plus_11")
    assert scoring.scores(costs, (10, 9, 9, 4), 0, ace=2) == (4, 3, 14, 1)
    assert scoring.scores(rules(), (10, 9, 9, 4), 0, ace=2) == (4, 3, 3, 1)
    assert scoring.scores(costs, (32, 0, 0, 0), 0, ace=0) == (0, 11, 11, 11), "the cappotto goes first"
    assert GAME.deal_bounds(costs, 4) == (0, 22)


def test_the_monte_goes_to_the_last_trick() -> None:
    taken = [(1, " ".join(codes(PACK[3 * number + 1 : 3 * number + 4]))) for number in range(12)]
    state = position([*(code for code in codes(PACK[37:]))], taken=taken, stock="3B", **MONTE)
    end, events = done(replace(state, rules=rules(**MONTE, cappotto="none")), *map(play, codes(PACK[37:])))
    [uncovered] = [event for event in events if event.kind == "uncovered"]
    assert uncovered.public == {"seat": 0, "cards": ["3B"]}
    [line] = end.sheet
    assert line.points == (3 + 1, 31, 0)
    assert end.stock == ()


# ---- the match


def after(*scores: tuple[int, ...], **options: Json) -> str:
    """Return the phase of a match after deals with these scores."""
    lines = [SheetLine((0,) * len(each), each, None).as_json() for each in scores]
    state = GAME.resume(rules(**options), len(scores[0]), 0, lines)
    assert state is not None
    return state.phase


def test_the_end_of_a_match() -> None:
    """Worked example 14 of the dossier, and a number of deals."""
    assert after((28, 30, 29, 31)) == "over"
    assert after((28, 30, 29, 30)) == "deal"
    assert after((30, 33, 28, 28)) == "deal", "the first place is shared"
    assert after((30, 33, 28, 28), (0, 0, 11, 0)) == "over"
    assert after((28, 30, 29, 31), match_end={"points": 41}) == "deal"
    assert after((5, 5, 1, 0), match_end={"deals": 2}) == "deal"
    assert after((5, 5, 1, 0), (0, 0, 5, 6), match_end={"deals": 2}) == "over"


def test_the_fewest_points_win() -> None:
    lines = [SheetLine((0,) * 4, (28, 30, 29, 31), None).as_json()]
    state = GAME.resume(rules(), 4, 0, lines)
    assert state is not None
    assert GAME.places(state) == (1, 3, 2, 4)
    assert GAME.results((28, 30)) == (-28, -30)


def test_presets_differ_as_the_dossier_says() -> None:
    assert [*PRESETS] == ["traversone", "ciapano", "rovescino"]
    assert GAME.rules_json(PRESETS["traversone"]) == {"preset": "traversone"}
    ciapano, rovescino = PRESETS["ciapano"], PRESETS["rovescino"]
    assert (ciapano.three_deck, ciapano.fractions, ciapano.cappotto) == (
        "dealer_discards",
        "dropped",
        "others_11",
    )
    assert (rovescino.match_end.as_json(), rovescino.cappotto) == ({"points": 21}, "none")


def test_the_clock_plays_low_and_lays_the_highest_by() -> None:
    state = position(["3D 4D RB", "5D", "6D"])
    assert GAME.on_timeout(state) == (0, play("4D"))
    state = begun([THIRTEEN[0], THIRTEEN[1], f"{THIRTEEN[2]} 3B"], **CIAPANO)
    assert GAME.on_timeout(state) == (2, lay_by("3S"))


def test_a_cappotto_is_counted_for_statistics() -> None:
    lines = SheetLine((35, 0, 0, 0), (0, 11, 11, 11), 0)
    played_match = match("traversone", 4, 1, match_end={"deals": 1})
    scored = next(event for event in played_match.events if event.kind == "scored")
    assert GAME.tally(scored) == ()
    assert GAME.tally(replace(scored, public={**scored.public, **lines.as_json()})) == ((0, "cappotto"),)
