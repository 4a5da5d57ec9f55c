"""The Celery application: bot turns, clocks and scoring."""

import os
from typing import Any

from celery import Celery, signals
from kombu.transport import TRANSPORT_ALIASES

from ludopoli.base import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
# Web processes have made the checks; here they would only load all pages, 34 MB in each process.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

TRANSPORT_ALIASES["memory"] = "ludopoli.work.memory_broker:Transport"
for scheme in ("redis", "rediss", "redis+socket"):
    TRANSPORT_ALIASES[scheme] = "ludopoli.work.redis_broker:Transport"

TASK = "ludopoli.failures.tasks:Noted"
"""The class of every task, as a dotted name: it needs models, which are loaded later."""

app = Celery("ludopoli", task_cls=TASK, amqp="ludopoli.work.watched:TaskMessages")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add("ludopoli.work.watched:WatchedRounds")
# Without this a worker in a thread finds no task of ours (`NotRegistered`).
app.set_default()


@signals.before_task_publish.connect(dispatch_uid="trace")
def _send_trace(headers: dict[str, Any], **_others: object) -> None:
    headers[logs.TRACE_HEADER] = logs.current_trace()


@signals.task_prerun.connect(dispatch_uid="trace")
def _resume_trace(task_id: str, task: Any, **_others: object) -> None:
    logs.resume_trace(task.request.get(logs.TRACE_HEADER) or task_id)
