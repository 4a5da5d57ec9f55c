"""The way that an action takes through the modules of a package, for tests that compare it with a figure."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def way(act: Callable[[], object], package: str) -> tuple[str, ...]:
    """Return the modules of a package whose public functions are called, in order."""
    passed: list[str] = []
    prefix = f"{package}."

    def note(frame: FrameType, event: str, _about: object) -> None:
        module = str(frame.f_globals.get("__name__", ""))
        if event != "call" or not module.startswith(prefix) or frame.f_code.co_name[:1] in "<_":
            return
        if passed[-1:] != [module.removeprefix(prefix)]:
            passed.append(module.removeprefix(prefix))

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return tuple(passed)
