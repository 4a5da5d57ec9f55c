"""What a log may not tell."""

from __future__ import annotations

import logging
from types import TracebackType


class Formatter(logging.Formatter):
    """Leaves out what a database says of the row that it refused: there may be cards in it."""

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        lines = super().formatException(ei).splitlines()
        return "\n".join(line for line in lines if not line.lstrip().startswith("DETAIL:"))
