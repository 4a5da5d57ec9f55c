"""`make bench`: every figure that is promised, one line each, in a few minutes.

Arguments choose some, also of those that take longer: `python -m tests.bench evening`.
"""

from __future__ import annotations

import sys
from importlib import import_module

BENCHES = ("engine", "start", "spine", "tournaments")
LONGER = (
    "bodies", "deserted", "duplicate_luck", "evening", "event_page", "first_card", "frames", "lighthouse",
    "thinking",
)  # fmt: skip
"""By name only: pages beside 20 MB of a form; a round beside tables that nobody is at; 40,500 deals played by
bots; an evening of 64 pairs, twice: 25 minutes on two idle cores; the page of 210 pairs; first visits on a
slow line; frames of moving cards: three minutes; Lighthouse, which needs node; pages while bots think: a
minute."""

if __name__ == "__main__":
    chosen = sys.argv[1:]
    for name in chosen or BENCHES:
        import_module(f"tests.bench.{name}").main()
    if not chosen:
        print(f"longer, by name: {', '.join(LONGER)}")
