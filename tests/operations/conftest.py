"""Installations of their own, as for the live tests."""

from tests.live.conftest import mortal

__all__ = ["mortal"]
