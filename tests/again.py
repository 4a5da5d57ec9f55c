"""A second try, alone, for the few tests that failed beside others although they run by the machine's clock.

Whole installations and browsers wait for a machine that other workers, and often other jobs, use as well. A
defect fails again here; what passes is named, and is to be made independent of the clock. All other tests
follow from their names (`tests/chance.py`), so that their failures count at once.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection
from itertools import chain

from tests.budgets import TESTS
from tests.pools import POOLS

AT_MOST = 3
"""The number of failures from which it is no longer chance."""

REAL = tuple(chain.from_iterable(POOLS))
FAILED = TESTS.parent / ".pytest_cache" / "v" / "cache" / "lastfailed"


def may_be_tried_again(failed: Collection[str]) -> bool:
    """True if all that failed are tests of real processes, and few."""
    return 0 < len(failed) <= AT_MOST and all(name.startswith(REAL) for name in failed)


def main() -> int:
    """Run what has failed once more; return the exit status of the whole."""
    failed = sorted(json.loads(FAILED.read_text())) if FAILED.exists() else []
    if not may_be_tried_again(failed):
        return 1
    print("", "=== tried once more, alone ===", *failed, sep="\n", flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *failed]).returncode


if __name__ == "__main__":
    sys.exit(main())
