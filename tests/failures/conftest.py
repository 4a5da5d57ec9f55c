"""The people and matches of the tests of games."""

from tests.games.conftest import match, people

__all__ = ["match", "people"]
