"""Fixtures for people and matches, shared with the tests of games."""

from tests.games.conftest import match, people

__all__ = ["match", "people"]
