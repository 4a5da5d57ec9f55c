"""`make bench`: print every promised figure, one line each, in a few minutes.

Arguments select benchmarks, including the longer ones: `python -m tests.bench evening`.
"""

from __future__ import annotations

import sys
from importlib import import_module

BENCHES = ("engine", "start", "spine", "tournaments")
LONGER = (
    "bodies", "deserted", "duplicate_luck", "evening", "event_page", "first_card", "frames", "lighthouse",
    "thinking",
)  # fmt: skip
"""The benchmarks that run only by name. `evening` takes 25 minutes on two idle cores, `frames` three minutes,
`thinking` one minute; `lighthouse` needs node."""

if __name__ == "__main__":
    chosen = sys.argv[1:]
    for name in chosen or BENCHES:
        import_module(f"tests.bench.{name}").main()
    if not chosen:
        print(f"longer, by name: {', '.join(LONGER)}")
