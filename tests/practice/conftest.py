"""Puzzles for the tests: some of those that come with the site, and two people."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest
from django.test import Client

from ludocards.bots.registry import PUZZLED
from ludocards.engine.game import Json
from ludopoli.accounts.models import User
from practice import storing
from practice.models import Puzzle

PuzzleOf = Callable[[str], Puzzle]


@cache
def shipped(game: str, many: int, do: str = "play") -> list[Json]:
    """Some of the puzzles that come with the site, about a choice of this kind."""
    of_kind = (each for each in storing.shipped_puzzles(game) if each["answers"][0]["do"] == do)
    return [*islice(of_kind, many)]


@pytest.fixture(autouse=True)
def _unlimited(fresh_rates: None) -> None:
    """Let a test ask the API as often as it likes, whatever the tests before it asked."""


@pytest.fixture
def puzzle_of(db: None) -> PuzzleOf:
    """A puzzle of a game; all games have three, Whist one about a bid, and Tarocchi one about the scarto."""
    Puzzle.objects.all().delete()
    storing.store_puzzles(Puzzle, [each for game in PUZZLED for each in shipped(game, 3)], "bots")
    storing.store_puzzles(Puzzle, [*shipped("whist", 1, "bid"), *shipped("tarocchi", 1, "discard")], "bots")
    return lambda game: Puzzle.objects.filter(game=game).order_by("pk")[0]


@pytest.fixture
def puzzle(puzzle_of: PuzzleOf) -> Puzzle:
    return puzzle_of("tressette")


@pytest.fixture
def rosalia(db: None) -> User:
    return User.objects.create_user("Rosalia", password="!")


@pytest.fixture
def client_of_rosalia(rosalia: User) -> Client:
    client = Client()
    client.force_login(rosalia)
    return client
