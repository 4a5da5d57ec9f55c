"""The reasons for a choice follow from the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from games.review.explaining import Scene, explain_choice
from games.texts import reasons
from ludocards.bots.proving import telling_facts
from ludocards.bots.registry import PUZZLED, prover
from ludocards.engine.game import Command, unrefused
from ludocards.engine.registry import GAMES
from practice.positions import PuzzlePosition
from tests.engine.matches import playing
from tests.practice.conftest import shipped


@pytest.mark.parametrize("name", [name for name in PUZZLED if name != "tressette"])
def test_every_game_has_reasons(name: str) -> None:
    """A choice is explained by the view alone: with the hidden cards dealt anew, in the same words."""
    game: Any = GAMES[name]
    players, asks = game.players[0], prover(name).asks
    for played in islice(playing(name, players, 5), 8, 200):
        seat = next(iter(game.to_act(played.state)), 0)
        legal = game.legal(played.state, seat)
        if len(legal) < 2 or legal[0].do not in asks:
            continue
        view = game.view(played.state, seat)
        other_deal = game.determinized(played.rules, view, seat, Random(1))
        same = game.view(other_deal, seat)
        found = explain_choice(game, played.rules, view, seat, legal[0], legal[-1], deals=2)
        assert {fact["kind"] for fact in found.facts} <= reasons.kinds(name)
        assert explain_choice(game, played.rules, same, seat, legal[0], legal[-1], deals=2) == found
        said = reasons.reason_sentences(
            name, found.facts, legal[0].as_json(), legal[-1].as_json(), game.sides(played.state), str
        )
        assert all(said)
        if found.facts:
            return
    raise AssertionError(f"no reason was given in {name}")


def test_in_briscola_the_last_trick_is_no_reason() -> None:
    """It brings nothing but the points of its cards."""
    game: Any = GAMES["briscola"]
    for played in islice(playing("briscola", 2, 5), 10, 30):
        seat = next(iter(game.to_act(played.state)), 0)
        legal = game.legal(played.state, seat)
        if len(legal) > 1 and legal[0].do == legal[-1].do == "play":
            view = game.view(played.state, seat)
            for best, other in ((legal[0], legal[-1]), (legal[-1], legal[0])):
                found = explain_choice(game, played.rules, view, seat, best, other, deals=4)
                assert "last" not in {fact["kind"] for fact in found.facts}


def test_in_briscola_the_turned_card_is_a_reason_to_lose_the_trick_before_it() -> None:
    """Two play, and two cards are left to draw: whoever loses this trick gets the six of trumps."""
    puzzle = shipped("briscola", 3)[2]
    position, right, wrong = (
        PuzzlePosition.from_json(puzzle["position"]),
        puzzle["answers"][0],
        puzzle["tempting"],
    )
    best, other = (unrefused(Command.from_json(each)) for each in (right, wrong))
    view = position.view()
    found = explain_choice(position.game, position.rules, view, position.seat, best, other, deals=4)
    assert found.facts[0] == {"kind": "draws", "card": "6D", "best": 4, "other": 0, "of": 4}
    with override("en"):
        said = reasons.reason_sentences("briscola", found.facts, right, wrong, view["sides"], str)
    assert said == [
        "The last card of the stock is the six of coins. "
        "Seven of cups: you draw it every time. Jack of batons: never.",
        "Seven of cups: the tricks after this one bring you about 11 points. Jack of batons: about 0.",
    ]


CARDS = GAMES["tressette"].deck.cards
KING_BEATEN = {"kind": "beaten", "card": "RD", "by": ["AD"]}
TWO_BEATEN = {"kind": "beaten", "card": "2D", "by": ["AD"]}
ACE_MASTER = {"kind": "master", "card": "AB", "out": 3}
TAKES, LOSES = ({"kind": "takes", "best": best, "other": 60 - best, "of": 60} for best in (50, 10))
VOIDS = [{"kind": "void", "seat": 1, "suit": suit} for suit in "DB"]
NEEDS_NONE = {"kind": "needs", "n": 0, "left": 3}


@pytest.mark.parametrize(
    ("facts", "best", "other", "fewest_win", "left"),
    [
        ([KING_BEATEN, TWO_BEATEN], "RD", "2D", False, []),
        ([KING_BEATEN, ACE_MASTER], "RD", "AB", False, [KING_BEATEN, ACE_MASTER]),
        ([VOIDS[0]], "RD", "2D", False, []),
        ([VOIDS[0]], "RD", "AB", False, [VOIDS[0]]),
        (VOIDS, "RD", "AB", False, []),
        ([TAKES, LOSES], "RD", "AB", False, [TAKES]),
        ([TAKES, LOSES], "RD", "AB", True, [LOSES]),
        ([NEEDS_NONE, TAKES, LOSES], "RD", "AB", False, [NEEDS_NONE, LOSES]),
    ],
)
def test_a_reason_tells_the_better_card_from_the_other(
    facts: list[Any], best: str, other: str, fewest_win: bool, left: list[Any]
) -> None:
    assert telling_facts(facts, CARDS[best], CARDS[other], fewest_win=fewest_win) == left


BRISCOLA: Any = GAMES["briscola"]


def spoken(
    trick: list[str], hand: list[str], *, seats: int = 4, trump: str = "C", gone: Sequence[str] = ()
) -> list[str]:
    """The reasons in favour of the first card of a hand of Briscola, and against the second."""
    seat = seats - 1
    view: Any = {
        "trick": {"leader": seat - len(trick), "seats": [*range(seat - len(trick), seat)], "cards": trick},
        "tricks": [{"leader": 0, "seats": [0] * len(gone), "cards": gone}], "hand": hand,
        "trump": trump, "sides": [each % 2 for each in range(seats)],
    }  # fmt: skip
    scene = Scene(BRISCOLA, view, seat, prover("briscola"))
    best, other = (BRISCOLA.deck.cards[code] for code in hand[:2])
    facts = [*scene.brings(best, other), *scene.spares(best, other), *scene.masters(best, other)]
    right, wrong = ({"do": "play", "card": card.code} for card in (best, other))
    with override("it"):
        return reasons.reason_sentences("briscola", facts, right, wrong, view["sides"], str)


@pytest.mark.parametrize(
    ("trick", "hand", "seats", "said"),
    [
        (
            ["RS", "AB", "5S"], ["6C", "CS"], 4,
            ["Sei di coppe: prendete 15 punti. Cavallo di spade: lasci 18 punti."],
        ),
        (
            ["FB"], ["CB", "6C"], 2,
            ["Cavallo di bastoni: prendi 5 punti. Sei di coppe: prendi 2 punti.",
             "Ti resta in mano il sei di coppe, che è briscola."],
        ),
        (["7C"], ["CB", "AC"], 2, ["Ti resta in mano l’asso di coppe, che è briscola."]),
        (
            ["6D"], ["2B", "AB"], 2,
            ["Due di bastoni: la presa non vale niente. Asso di bastoni: lasci 11 punti."],
        ),
    ],
)  # fmt: skip
def test_the_last_card_of_a_trick_of_briscola_is_explained_by_its_points(
    trick: list[str], hand: list[str], seats: int, said: list[str]
) -> None:
    """No card can beat it any more, and no suit need be followed: what is still out is no reason."""
    assert spoken(trick, hand, seats=seats) == said


@pytest.mark.parametrize(
    ("trump", "said"),
    [
        ("B", "Due di spade: nessun altro ha carte di questo seme, e prende solo chi taglia."),
        ("S", "Due di spade: nessun altro ha carte di questo seme."),
    ],
    ids=["trumps are out", "a trump itself"],
)
def test_the_last_card_of_a_suit_is_called_safe_only_from_its_suit(trump: str, said: str) -> None:
    others = [code for code in BRISCOLA.deck.cards if code.endswith("S") and code != "2S"]
    assert spoken([], ["2S", "5D"], trump=trump, gone=others) == [said]


def test_a_card_of_briscola_that_takes_may_be_beaten_while_others_are_to_play() -> None:
    assert spoken(["2S"], ["RS", "5D"], trump="B") == [
        "Sono ancora fuori il tre di spade e l’asso di spade, che battono il re di spade."
    ]
