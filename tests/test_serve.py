"""The process of the embedded mode before it starts to serve."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.live.stack import ROOT

BOTH = """
import json, django
django.setup()
from ludopoli.management.commands.serve import workers
print(json.dumps({name: sorted(worker.app.tasks) for name, worker in workers().items()}))
"""


def test_workers_know_all_tasks_before_they_start() -> None:
    """When several threads discovered tasks at once, some tasks were lost and bots stopped playing."""
    done = subprocess.run([sys.executable, "-c", BOTH], cwd=ROOT, capture_output=True, text=True, check=True)
    known = json.loads(done.stdout)
    assert known["worker"] == known["reviewer"] == known["courier"]
    for task in ("games.tasks.play_bot", "games.tasks.review", "ludopoli.webhooks.tasks.sweep"):
        assert task in known["worker"]
