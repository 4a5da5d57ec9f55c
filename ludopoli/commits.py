"""What happens after something is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function when the transaction is stored. If it fails that is logged, and the answer stands."""

    def call() -> None:
        function(*args, **kwargs)

    call.__qualname__ = getattr(function, "__qualname__", repr(function))
    transaction.on_commit(call, robust=True)
