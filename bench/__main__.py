"""`make bench`: print every promised figure, one line each, in a few minutes.

Arguments select benchmarks, including the longer ones: `python -m bench evening`.
"""

from __future__ import annotations

import sys
from importlib import import_module

BENCHES = ("engine", "bots", "review", "start", "spine", "tournaments")
LONGER = (
    "club", "courses", "evening", "first_card", "frames", "idle", "lighthouse", "outages", "packing",
    "people", "rungs", "sarsina", "simulated", "sweep", "thinkers", "thinking", "update", "vectors", "wal",
    "watchers",
)  # fmt: skip
"""The benchmarks that run only by name. `evening` takes 25 minutes on two idle cores, `frames` three minutes,
`sarsina` eight, `thinking` one minute; `lighthouse` needs node; `people` makes a database with a million
matches."""
WITH_ARGUMENTS = (
    "against", "cards", "duel", "events", "former", "ismcts", "lobby", "machines", "memory", "mutants",
    "nats", "network", "positions", "puzzles", "trials", "words",
)  # fmt: skip
"""The benchmarks with arguments, each a command of its own: `python -m bench.against COMMIT`,
`python -m bench.duel maestro circolo`, and `python -m bench.ismcts --deals 500`, which needs
`open_spiel`."""

if __name__ == "__main__":
    chosen = sys.argv[1:]
    for name in chosen or BENCHES:
        import_module(f"bench.{name}").main()
    if not chosen:
        print(f"longer, by name: {', '.join(LONGER)}")
        print(f"with arguments, by module: {', '.join(WITH_ARGUMENTS)}")
