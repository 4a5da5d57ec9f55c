"""The refusals that tests expect of actions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ludopoli.http.refusals import ActionRefused


@contextmanager
def refused(code: str, **details: Any) -> Iterator[pytest.ExceptionInfo[ActionRefused]]:
    """Expect that an action is refused with this code, and with these details among others."""
    with pytest.raises(ActionRefused) as caught:
        yield caught
    assert caught.value.code == code, caught.value.details
    assert details.items() <= caught.value.details.items()
