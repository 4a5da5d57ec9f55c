"""The clauses of Maraffone (`rules/presets.py`), each with a hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ludocards.catalogue.maraffone.rules import GAME, scoring
from ludocards.catalogue.maraffone.rules.presets import PRESETS
from ludocards.catalogue.maraffone.rules.state import SheetLine, State
from ludocards.catalogue.thirds.values import RANKING, SCORINGS
from ludocards.engine.cards import ITALIAN40, codes
from ludocards.engine.game import Command, Deal, Json, Refused, Step
from tests.engine.maraffone.table import (
    begun,
    done,
    legal_cards,
    line,
    name,
    new_match,
    play,
    played,
    position,
    refusal,
    rules,
)
from tests.engine.matches import AtRandom
from tests.engine.matches import play as match

PACK = tuple(ITALIAN40.cards.values())
CRICCA = ["AC 2C 3C 4B", "5B 6B 7B 4D", "4S 5S 6S 7S", "FD CD RD 5D"]
"""Hands of four cards in which seat 0 holds the three highest trumps."""


# ---- the deal


def test_partners_sit_opposite() -> None:
    assert GAME.sides(new_match()) == (0, 1, 0, 1)
    assert isinstance(GAME.start(rules(), 3, 0), Refused)
    assert isinstance(GAME.start(rules(), 4, 4), Refused)


def test_ten_cards_each_in_packets_of_five() -> None:
    hands = GAME.hand_out(new_match(dealer=3), PACK).hands
    assert hands[0] == PACK[:5] + PACK[20:25]
    assert hands[3] == PACK[15:20] + PACK[35:]
    one_at_a_time = GAME.hand_out(new_match(dealer=3, deal_packet=1), PACK).hands
    assert one_at_a_time[1] == PACK[1::4]


def test_cards_that_are_no_deal_are_refused() -> None:
    state = new_match()
    hands = GAME.hand_out(state, PACK).hands
    twice = (hands[0], hands[0], *hands[2:])
    for deal in (
        Deal(3, twice),
        Deal(3, hands, PACK[:1]),
        Deal(3, (hands[0][1:], *hands[1:])),
        Deal(0, hands),
    ):
        assert isinstance(GAME.deal(state, deal), Refused)


def test_the_order_of_the_cards() -> None:
    assert " ".join(RANKING.ranks["B"]) == "3 2 A R C F 7 6 5 4"


@pytest.mark.parametrize("namer", range(4))
def test_the_four_of_denari_names_first(namer: int) -> None:
    hands = [[*hand] for hand in GAME.hand_out(new_match(), PACK).hands]
    holder = next(seat for seat, hand in enumerate(hands) if "4D" in codes(hand))
    hands[holder], hands[namer] = hands[namer], hands[holder]
    step = GAME.deal(new_match(), Deal(3, tuple(map(tuple, hands))))
    assert isinstance(step, Step)
    assert step.events[0].public["namer"] == step.state.namer == namer
    assert GAME.to_act(step.state) == (namer,)


def later(**options: Json) -> list[tuple[int, int | None]]:
    """Return the dealer and the namer of a second and a third deal; seat 3 dealt first, and seat 1 named."""
    found = list[tuple[int, int | None]]()
    sheet: tuple[SheetLine, ...] = (line(6, 5, namer=1),)
    for _ in range(2):
        state = GAME.resume(rules(**options), 4, 3, [each.as_json() for each in sheet])
        assert state is not None
        step = GAME.deal(state, GAME.hand_out(state, PACK))
        assert isinstance(step, Step)
        assert state.namer is not None
        assert state.namer == step.state.namer
        found.append((state.dealer, state.namer))
        sheet = (*sheet, line(6, 5, namer=state.namer))
    return found


def test_the_namer_moves_to_the_right() -> None:
    assert later() == [(1, 2), (2, 3)]


def test_the_deal_may_rotate_by_itself() -> None:
    assert later(next_namer="from_dealer") == [(0, 1), (1, 2)]


# ---- naming


def test_trumps_are_named_first() -> None:
    state = begun([" ".join(codes(hand)) for hand in GAME.hand_out(new_match(), PACK).hands])
    assert refusal(state, play(state.hands[state.turn][0].code)) == "name_first"
    assert refusal(state, Command.of("accuse", combo="cricca")) == "name_first"
    assert refusal(state, Command.of("name", suit="X")) == "bad_command"
    after, events = done(state, name("S"))
    assert [event.shown_to(None) for event in events] == [{"kind": "named", "seat": state.turn, "suit": "S"}]
    assert (after.trump, after.turn) == ("S", state.turn)
    assert refusal(after, name("C")) == "named_already"


def test_any_suit_may_be_named() -> None:
    state = replace(position(["3B 2B", "4B 5B", "6B 7B", "FB CB"]), phase="name", trump=None)
    assert {command.get("suit") for command in GAME.legal(state, 0)} == {*"BCDS"}
    assert GAME.legal(state, 1) == ()


def test_the_namer_leads() -> None:
    state = begun([" ".join(codes(hand)) for hand in GAME.hand_out(new_match(), PACK).hands])
    assert done(state, name("B"))[0].trick.leader == state.namer


def test_the_clock_names_the_longest_suit() -> None:
    hands = ["4D 3C 2C AC RC 7B 6B 5B 4B 3S", "5D 6D 7D FD CD RD AD 2D 3D 4C"]
    rest = [card.code for card in PACK if card.code not in " ".join(hands).split()]
    state = begun([*hands, " ".join(rest[:10]), " ".join(rest[10:])])
    assert GAME.on_timeout(state) == (0, name("B"))


# ---- the play


@pytest.mark.parametrize(("hand", "playable"), [("4S 7D", "7D"), ("4S 7D AD", "7D AD")])
def test_must_follow_suit(hand: str, playable: str) -> None:
    state = position(["RD", hand, "", ""], on_table="RD")
    assert legal_cards(state) == {*playable.split()}
    assert refusal(state, play("4S")) == "must_follow_suit"
    assert refusal(state, play("3B")) == "not_in_hand"


def test_nobody_has_to_trump() -> None:
    assert legal_cards(position(["RD", "4S 7C", "", ""], trump="C", on_table="RD")) == {"4S", "7C"}


TRICKS = [
    ("4B 3B AB 5B", "C", 1, 4),
    ("4B 3B AB 4C", "C", 3, 4),
    ("AD 4S 3S 7D", "S", 2, 4),
    ("2S 3S AS 4S", "S", 1, 5),
    ("AB 2C 3C 4C", "C", 2, 5),
    ("4D 5D 7B 6D", "B", 2, 0),
    ("3C AC 2C 4B", "D", 0, 5),
]
"""The worked examples 1 to 7 of the dossier: the trick, the trumps, the place that takes it, the thirds."""


def taken(trick: str, trump: str) -> State:
    """Return the state after this trick; everybody keeps another card."""
    kept = [card for card in ITALIAN40.cards if card[1] != trick[1] and card not in trick]
    hands = [f"{card} {other}" for card, other in zip(trick.split(), kept, strict=False)]
    return played(position(hands, trump), *trick.split())


@pytest.mark.parametrize(("trick", "trump", "winner"), [each[:3] for each in TRICKS])
def test_who_takes_the_trick(trick: str, trump: str, winner: int) -> None:
    state = taken(trick, trump)
    assert state.tricks[-1].winner == state.turn == winner


@pytest.mark.parametrize(("trick", "thirds"), [(each[0], each[3]) for each in TRICKS])
def test_the_worth_of_a_trick(trick: str, thirds: int) -> None:
    last = played(position(trick.split(), "B"), *trick.split()).sheet[0]
    assert sum(last.points) == thirds + SCORINGS["floor35"].last_trick
    assert sum(last.last_trick) == 3
    assert sum(last.aces) == 3 * sum(card.startswith("A") for card in trick.split())


# ---- the points


def test_eleven_points_a_deal() -> None:
    for ours in range(36):
        assert sum(map(SCORINGS["floor35"].score, (ours, 35 - ours))) == 11


def test_figures_keep_the_thirds() -> None:
    state = played(position(["AB", "3B", "4B", "5B"], scoring="figures"), "AB", "3B", "4B", "5B")
    assert state.sheet[0].scores == state.sheet[0].points == (0, 7)
    assert GAME.deal_bounds(rules(scoring="figures"), 4) == (0, 44)
    assert GAME.deal_bounds(rules(), 4) == (0, 14)
    assert GAME.deal_bounds(rules(cricca="none"), 4) == (0, 11)


@pytest.mark.parametrize(("scoring_", "points"), [("floor35", 3), ("figures", 9)])
def test_the_cricca_of_the_namer(scoring_: str, points: int) -> None:
    state, events = done(position(CRICCA, scoring=scoring_), play("AC"))
    assert [event.kind for event in events] == ["played", "accused"]
    assert events[1].public == {
        "seat": 0, "combo": "cricca", "suit": "C", "points": points, "totals": [points, 0],
    }  # fmt: skip
    assert GAME.totals(state) == (points, 0)
    assert refusal(position(CRICCA), Command.of("accuse", combo="cricca")) == "no_accusa"
    ended = played(position([hand[:2] for hand in CRICCA]), "AC", "5B", "4S", "FD")
    assert ended.sheet[0].cricca == (0, 0), "the ace alone is none"


def test_the_cricca_is_added_to_the_score() -> None:
    cards_of = [hand.split() for hand in CRICCA]
    state = position(CRICCA)
    for trick in range(4):
        for _ in range(4):
            mine = cards_of[state.turn]
            card = next(each for each in mine if each in legal_cards(state))
            mine.remove(card)
            state = played(state, card)
        assert len(state.tricks) == trick + 1 or state.sheet
    [counted] = state.sheet
    assert counted.cricca == (3, 0)
    assert counted.scores == tuple(a + b for a, b in zip(counted.cards, (3, 0), strict=True))
    assert GAME.view(state, None)["totals"] == list(counted.scores), "it counts once"


@pytest.mark.parametrize(
    ("state", "plays"),
    [
        (position(CRICCA), ["3C", "5B", "4S", "FD", "AC"]),
        (position(CRICCA, trump="B"), ["AC"]),
        (position([CRICCA[1], CRICCA[0], *CRICCA[2:]]), ["5B", "4B", "4S", "FD"]),
        (position(CRICCA, cricca="none"), ["AC"]),
    ],
    ids=["another card", "no trumps", "not the namer", "not played"],
)
def test_a_cricca_that_is_not_led_is_lost(state: State, plays: list[str]) -> None:
    assert GAME.totals(played(state, *plays)) == (0, 0)


def test_anyone_may_accuse_the_cricca() -> None:
    state = position(CRICCA, leader=3, on_table="FD", cricca="anyone")
    accuse = Command.of("accuse", combo="cricca")
    assert GAME.legal(state, 0)[-1] == accuse
    after, [event] = done(state, accuse)
    assert event.kind == "accused"
    assert (after.turn, GAME.totals(after)) == (0, (3, 0))
    assert refusal(after, accuse) == "accuse_already"
    assert refusal(position(CRICCA, leader=1, cricca="anyone"), accuse) == "accuse_not_held"
    second = position(CRICCA, taken=[(0, "7S 7D 7B FS")], cricca="anyone")
    assert refusal(second, accuse) == "accuse_too_late"
    assert GAME.totals(played(position(CRICCA, cricca="anyone"), "AC")) == (0, 0), "leading it says nothing"


# ---- the words


def test_only_the_leader_speaks() -> None:
    state = position(["RD 4D", "4S 7D", "5S 5D", "6S 6D"])
    after, [event] = done(state, play("RD", "busso"))
    assert event.public == {"seat": 0, "card": "RD", "signal": "busso"}
    assert [given.signal for given in after.signalled] == ["busso"]
    assert refusal(after, play("7D", "busso")) == "only_the_leader_speaks"
    assert "signals" not in GAME.view(after, 1)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("RD 4S", {"busso", "volo"}),
        ("RD 5D 4S", {"busso", "striscio"}),
        ("RD 5D 6D", {"busso", "striscio"}),
    ],
)
def test_the_conditions_of_the_words(hand: str, words: set[str]) -> None:
    state = position([hand, "", "", ""])
    assert {*GAME.view(state, 0)["signals"]["RD"]} == words
    assert all(("signals" in GAME.view(state, seat)) == (seat == 0) for seat in range(4))


def test_striscio_may_mean_exactly_one() -> None:
    for hand, may in (("RD 5D 4S", True), ("RD 5D 6D", False), ("RD 4S", False)):
        state = position([hand, "", "", ""], striscio="one_left")
        assert ("striscio" in GAME.view(state, 0)["signals"]["RD"]) == may


def test_a_false_word_is_refused() -> None:
    state = position(["RD 5D", "4S 7D", "5S 6D", "6S FD"])
    assert refusal(state, play("RD", "volo")) == "false_signal"
    assert refusal(state, play("RD", "liscio")) == "bad_command"
    assert refusal(position(["RD 5D", "", "", ""], signals="none"), play("RD", "busso")) == "no_signals"


def test_no_word_in_the_last_trick() -> None:
    state = position(["RD", "4S", "5S", "6S"])
    assert refusal(state, play("RD", "busso")) == "signal_too_late"
    assert "signals" not in GAME.view(state, 0)


# ---- the end of the match


def ends(*scores: tuple[int, int], **options: Json) -> bool:
    state = replace(position(["", "", "", ""], **options), phase="over")
    return scoring.is_decided(
        replace(state, sheet=tuple(line(*each) for each in scores), deal=len(scores) - 1)
    )


def test_the_end_of_a_match() -> None:
    assert not ends((40, 37))
    assert not ends((41, 41)), "another deal"
    assert ends((42, 41))
    assert ends((31, 20), preset="corto")
    assert ends((1, 5), (3, 3), match_end={"deals": 2})
    assert not ends((50, 5), match_end={"deals": 2})


def test_forty_one_and_a_figure() -> None:
    assert not ends((41, 10), match_end={"figures": 124})
    assert ends((42, 10), match_end={"figures": 124})
    assert not ends((122, 10), preset="figure")
    assert ends((123, 10), preset="figure")
    assert not ends((123, 10), preset="figure", match_end={"figures": 124})


def test_the_presets() -> None:
    assert [(each.match_end.as_json(), each.scoring) for each in PRESETS.values()] == [
        ({"points": 41}, "floor35"),
        ({"points": 31}, "floor35"),
        ({"points": 41}, "figures"),
    ]
    assert GAME.length(rules(match_end={"deals": 4}), 4) == 4
    assert GAME.length(rules(), 4) is None


def test_the_sources_of_the_points_add_up() -> None:
    state = played(position(["AB", "3B", "4B", "5B"], match_end={"deals": 1}), "AB", "3B", "4B", "5B")
    shown = GAME.view(state, None)
    parts = shown["sources"]
    sums = [
        sum(parts[part][side] for part in ("aces", "figures", "last_trick", "rounded")) for side in (0, 1)
    ]
    assert sums == [3 * total for total in shown["totals"]]
    assert shown["places"] == [2, 1]


# ---- duplicate deals


@pytest.mark.parametrize("next_namer", ["from_namer", "from_dealer"])
def test_the_same_boards_have_the_same_namers_however_they_are_played(next_namer: str) -> None:
    """Everything before the first card of a deal follows from the cards, so tables can be compared."""
    chosen: dict[str, Json] = {"match_end": {"deals": 4}, "next_namer": next_namer}
    tables = [match("maraffone", 4, 5, [AtRandom(Random(seed))] * 4, **chosen) for seed in range(2)]
    boards = [[(deal, actions[0].seat) for deal, actions in table.deals] for table in tables]
    assert boards[0] == boards[1]
    assert tables[0].state.sheet != tables[1].state.sheet
