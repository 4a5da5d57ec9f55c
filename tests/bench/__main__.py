"""`make bench`: every figure, one line each. Arguments choose some: `python -m tests.bench engine`."""

from __future__ import annotations

import sys
from importlib import import_module

BENCHES = ("engine", "start", "spine")

if __name__ == "__main__":
    for name in sys.argv[1:] or BENCHES:
        import_module(f"tests.bench.{name}").main()
