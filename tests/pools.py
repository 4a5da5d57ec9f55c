"""Pools: which worker takes which files first, so that few of them start installations and browsers."""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

POOLS = (("tests/live", "tests/operations"), ("tests/e2e", "tests/security/test_running.py"))
"""The tests that the first workers take first: of whole installations, which mostly wait; in browsers."""


def rank(file: str, worker: str) -> int:
    """Return 0 for a file of the worker's own pool, 1 for a file of no pool, 2 for one of another's pool."""
    for number, pool in enumerate(POOLS):
        if file.startswith(pool):
            return 0 if worker == f"gw{number}" else 2
    return 1


class PooledFiles(LoadFileScheduling):
    """A scheduler that gives each worker whole files, those of its pool first; when none is left it helps."""

    def _assign_work_unit(self, node: Any) -> None:
        following = min(self.workqueue, key=lambda file: rank(file, node.gateway.id))
        self.workqueue.move_to_end(following, last=False)
        super()._assign_work_unit(node)
