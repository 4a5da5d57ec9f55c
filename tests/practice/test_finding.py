"""Finding puzzles: what is an answer, and where positions come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone

from games.models import Match
from games.play import live
from ludocards.bots import registry
from ludocards.bots.reviewing import ChoiceValues
from ludocards.engine.game import Command
from ludocards.engine.registry import GAMES
from practice import archive, finding
from practice.positions import PuzzlePosition
from tests.games.conftest import match, people
from tests.games.playing import play_on

__all__ = ["match", "people"]


def choice_values(**losses: float) -> ChoiceValues:
    """A judgement of cards that lose this much in every world, in halves."""
    values = -np.tile([*losses.values()], (100, 1))
    return ChoiceValues(tuple(Command.of("play", card=card) for card in losses), values, np.ones(100))


@pytest.fixture(scope="module")
def finder() -> finding.Finder:
    found = finding.Finder(GAMES["tressette"])
    found.reviewer = replace(found.reviewer, halving_loss=1.0)
    return found


@pytest.mark.parametrize(
    ("losses", "answers"),
    [
        ({"3B": 0, "4C": 2, "5C": 2}, {"3B"}),
        ({"4C": 0, "5C": 0.1, "3B": 1.5}, {"4C", "5C"}),
        ({"4C": 0, "3B": 0.1, "5D": 1.5}, None),  # two cards of different suits
        ({"4C": 0, "5C": 0, "6C": 0, "3B": 2}, None),  # too many
        ({"3B": 0, "4C": 0.5, "5C": 2}, None),  # one is neither alike nor clearly worse
        ({"4C": 0, "5C": 0}, None),  # nothing is wrong
    ],
)
def test_an_answer_is_one_card_or_two_alike(
    finder: finding.Finder, losses: dict[str, float], answers: set[str] | None
) -> None:
    found = finder.answers(choice_values(**losses), 0.15, 1.0)
    assert (found and {command.get("card") for command in found}) == answers


def laid(**losses: float) -> ChoiceValues:
    """A judgement of sets of cards, each a letter, that lose this much in every world."""
    values = -np.tile([*losses.values()], (100, 1))
    return ChoiceValues(
        tuple(Command.of("discard", cards=[*cards]) for cards in losses), values, np.ones(100)
    )


@pytest.mark.parametrize(
    ("losses", "answers"),
    [
        ({"abc": 0, "abd": 0.1, "acd": 0.1, "bcd": 0, "abe": 2}, {"abc", "abd", "acd", "bcd"}),
        ({"abc": 0, "abd": 0, "abe": 0, "abf": 0, "abg": 0, "xyz": 2}, None),  # too many
        ({"abc": 0, "ade": 0.1, "xyz": 2}, None),  # two cards differ
        ({"abc": 0, "abd": 0.5, "xyz": 2}, None),
    ],
)
def test_an_answer_is_some_sets_that_differ_in_one_card(
    finder: finding.Finder, losses: dict[str, float], answers: set[str] | None
) -> None:
    found = finder.answers(laid(**losses), 0.15, 1.0)
    sets = {"".join(command.get("cards")) for command in found or ()}
    assert sets == (answers or set())


def test_of_very_many_choices_only_the_best_and_those_of_bots_are_judged_again() -> None:
    finder = finding.Finder(GAMES["tarocchi"])
    judged = laid(abc=3, abd=0, abe=1, abf=2, abg=4, abh=5, abi=6)
    [answer, *rest] = [judged.commands[place] for place in (1, 2, 3, 0, 4)]
    pick = Command.of("discard", cards=["x", "y", "z"])
    assert finder.prover.rivals == len(rest)
    assert finder._rivals(judged, {answer}, [pick, answer, pick]) == [answer, *rest, pick]


def test_a_loss_by_chance_is_no_answer(finder: finding.Finder) -> None:
    """The error of a mean over 100 worlds that scatter by 10 is 1."""
    noise = np.random.default_rng(1).normal(0, 10, 100)
    values = np.stack([np.zeros(100), noise - noise.mean() - 2], axis=1)
    judged = ChoiceValues(
        (Command.of("play", card="3B"), Command.of("play", card="4C")), values, np.ones(100)
    )
    assert finder.answers(judged, 0.15, 1.0) is None


@pytest.mark.parametrize("game", registry.PUZZLED)
def test_positions_of_bots_are_what_their_players_saw(game: str) -> None:
    deal = next(finding.deals_of_bots(GAMES[game], registry.prover(game), 0))
    for position in (deal[0], deal[len(deal) // 2], deal[-1]):
        assert position.seat in GAMES[game].to_act(position.state())
        assert PuzzlePosition.from_json(position.as_json()) == position


def test_a_match_of_bots_follows_from_its_number() -> None:
    game, prover = GAMES["whist"], registry.prover("whist")
    first, again, other = (next(finding.deals_of_bots(game, prover, number)) for number in (5, 5, 6))
    assert first == again != other


def test_a_void_deal_has_no_puzzle(finder: finding.Finder) -> None:
    assert not any(finding.find_among(finder, [[]]))


def test_a_puzzle_is_found_again_in_its_position() -> None:
    finder = finding.Finder(GAMES["whist"])
    found = next(filter(None, finding.from_bots(finder, 0)))
    again = finder.examine(PuzzlePosition.from_json(found.position.as_json()))
    assert again == found
    assert finder.counts["found"] == 2
    assert finder.counts["positions"] == sum(finder.counts.values()) - finder.counts["positions"]


def test_positions_of_the_archive_are_those_of_its_open_matches(
    match: Callable[..., Match],
) -> None:
    row = match(rules={"preset": "classico", "match_end": {"deals": 2}})
    play_on(row)
    row.refresh_from_db()
    long_ago = timezone.now() - timedelta(days=1)
    assert list(archive.open_matches(row.game, long_ago)) == [row]
    assert list(archive.open_matches(row.game, timezone.now())) == []
    deals = list(archive.deals_of(row))
    game, state = GAMES[row.game], live.state_of(row)
    assert len(deals) == len(state.sheet)
    for positions in deals:
        assert positions[-1].seat in game.to_act(positions[-1].state())
    last = deals[-1][-1]
    assert [line["totals"] for line in last.scored] == [
        line["totals"] for line in game.view(state, None)["sheet"][:-1]
    ]
    row.table.private = True
    row.table.save()
    assert list(archive.open_matches(row.game, long_ago)) == []
