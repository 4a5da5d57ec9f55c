"""Installations whose data tests replace."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.installations import installation
from tests.live.stack import Stack


@pytest.fixture(scope="module", params=["embedded", "full"])
def mortal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running installation of the module's own; a test that kills it starts it again."""
    with installation(request, request.param, tmp_path_factory.mktemp("var")) as running:
        yield running
