"""The sentences of a puzzle: the partner, who led, how hard it is, what is said about an answer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override

from practice import storing
from practice import texts as practice_texts
from practice.models import Puzzle
from practice.positions import PuzzlePosition
from tests.practice.conftest import shipped


@pytest.mark.parametrize(("players", "across"), [(2, None), (4, 2)])
def test_a_puzzle_names_the_partner(players: int, across: int | None) -> None:
    positions = (each["position"] for each in storing.shipped_puzzles("briscola"))
    position = PuzzlePosition.from_json(next(each for each in positions if each["players"] == players))
    with override("it"):
        said = practice_texts.partner_sentence(position.view(), position.seat)
    partner = across and practice_texts.player_name((position.seat + across) % players)
    assert said == (f"Giochi con {partner}." if partner else "")


def led_before(position: PuzzlePosition) -> int:
    """The number of cards in the trick."""
    return len(position.view()["trick"]["cards"])


@pytest.mark.parametrize("led", [0, 1])
def test_a_puzzle_says_who_leads_to_the_trick(led: int) -> None:
    positions = (PuzzlePosition.from_json(each["position"]) for each in shipped("briscola", 40))
    position = next(each for each in positions if led_before(each) == led)
    with override("en"):
        said = practice_texts.lead_sentence(position.view(), position.seat)
    leader = practice_texts.player_name((position.seat - led) % position.players)
    assert said == (f"{leader} led." if led else "You lead.")


@pytest.mark.parametrize(("game", "do"), [("scopone", "play"), ("whist", "bid"), ("tarocchi", "discard")])
def test_a_puzzle_without_a_trick_names_no_leader(game: str, do: str) -> None:
    [puzzle] = shipped(game, 1, do)
    position = PuzzlePosition.from_json(puzzle["position"])
    assert practice_texts.lead_sentence(position.view(), position.seat) == ""


@pytest.mark.parametrize(
    ("rating", "words"),
    [(1340, "easy"), (1460, "medium"), (1540, "hard"), (1620, "very hard")],
)
def test_a_puzzle_says_in_words_how_hard_it_is(rating: int, words: str) -> None:
    with override("en"):
        assert practice_texts.difficulty_words(rating) == words


@pytest.mark.parametrize(("answers", "words"), [(1, "È la carta giusta."), (2, "È una delle carte giuste.")])
def test_one_of_several_right_cards_is_called_so(
    answers: int, words: str, puzzle: Puzzle, client_of_rosalia: Client
) -> None:
    puzzle.answers = [each for each, _loss in puzzle.losses[:answers]]
    puzzle.save()
    sent = {"answer": puzzle.answers[0]["card"]}
    page = client_of_rosalia.post(puzzle.get_absolute_url(), sent, follow=True).content.decode()
    assert words in page
